"""The attention viewer: browse recorded attention, and see the effect of mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..attention_hooks import Attention
from ..attention_maps import attention, heads
from ..image import Picture
from ..recording import KINDS, Recording
from .page import Viewer, bits, packed

_BUDGET = 105_000  # bytes of data in a page, so that a notebook with viewers stays light
_LEAST_LOG = -30.0  # for weights of 0: e to this power is invisible


class AttentionViewer(Viewer):
    """Look at recorded attention of one example: any kind, layer, head and training step.

    The viewer is a script in the page and needs no kernel once its cell has run. Its switches
    compute the weights again from q·k: another temperature, no √d_k, no mask. One head is then
    shown with and without the change.

    Args:
        recording: from `Recording.record` or `Recording.of`.
        kind: the attention shown first: "self", "encoder", "decoder" or "cross".
        layer: the layer shown first.
        head: the head shown first; None shows all.
        example: the example of the batch.
        step: the step shown first; the last if left out.

    Raises:
        ValueError: nothing is recorded, or an argument is not in the recording.

    Example:
        >>> viz.AttentionViewer(viz.Recording(model, source=words).record(src, tgt))
    """

    script = "attention"

    def __init__(
        self,
        recording: Recording,
        *,
        kind: str | None = None,
        layer: int = 0,
        head: int | None = None,
        example: int = 0,
        step: int | None = None,
    ) -> None:
        if not isinstance(recording, Recording):
            raise ValueError(
                f"recording must be a viz.Recording, not {type(recording).__name__}. Try "
                "viz.Recording(model).record(inputs), or viz.Recording.of(q, k)."
            )
        if not recording.steps:
            raise ValueError("recording holds nothing yet: call its record(...) first.")
        self.recording = recording
        self.kind = recording.kinds[0] if kind is None else kind
        self.step = recording.steps[-1] if step is None else step
        layers = recording.layers(self.kind, self.step)  # names a wrong kind or step
        batch, count = layers[0].weights.shape[:2]
        _check_index("layer", layer, len(layers))
        _check_index("example", example, batch)
        if head is not None:
            _check_index("head", head, count)
        self.layer, self.example = layer, example
        self.head = 0 if count == 1 else head

    def picture(self) -> Picture:
        """The picture shown first."""
        layers = self.recording.layers(self.kind, self.step)
        shown = layers[self.layer]
        weights, allowed = shown.weights[self.example], shown.allowed
        queries, keys = self.recording.labels(self.kind, self.example)
        place = [_title(self.kind)]
        place += [f"layer {self.layer}"] * (len(layers) > 1)
        place += [f"head {self.head}"] * (len(weights) > 1 and self.head is not None)
        place += [f"step {self.step}"] * (len(self.recording.steps) > 1)
        words: dict[str, Any] = {
            "queries": queries,
            "keys": keys,
            "mask": None if allowed is None else allowed[self.example, 0],
            "title": ", ".join(place),
        }
        if self.head is None:
            return heads(weights, **words)
        return attention(weights[self.head], **words)

    def data(self) -> dict[str, Any]:
        """The data of the script: the recording, reduced if it makes the notebook too large."""
        steps = self.recording.steps
        every = {
            kind: list(range(len(self.recording.layers(kind)))) for kind in self.recording.kinds
        }
        alone = {self.kind: [self.layer]}
        options = (
            ("", every, steps),
            ("all layers but this one", alone, steps),
            ("all layers but this one and all steps but this one", alone, [self.step]),
        )
        sizes = (self._bytes(layers) * len(stored_steps) for _, layers, stored_steps in options)
        fits = next((i for i, size in enumerate(sizes) if size <= _BUDGET), -1)
        left_out, layers, stored_steps = options[fits]
        return {
            "kinds": [self._kind(kind, own, stored_steps) for kind, own in layers.items()],
            "steps": stored_steps,
            "start": {
                "kind": list(layers).index(self.kind),
                "layer": layers[self.kind].index(self.layer),
                "head": "all" if self.head is None else self.head,
                "step": stored_steps.index(self.step),
            },
            "left_out": left_out
            and f"To keep the notebook light, {left_out} are not in this page. "
            "AttentionViewer's arguments choose what is.",
        }

    def _bytes(self, layers: dict[str, list[int]]) -> float:
        """The approximate size of one step's numbers in the page: 16 bits each, in base64."""
        found = [self.recording.layers(kind)[index] for kind in layers for index in layers[kind]]
        return sum(each.weights[0].size for each in found) * 8 / 3

    def _kind(self, kind: str, layers: list[int], steps: list[int]) -> dict[str, Any]:
        queries, keys = self.recording.labels(kind, self.example)
        return {
            "name": KINDS[kind],
            "title": _title(kind),
            "queries": queries,
            "keys": keys,
            "layers": [self._layer(kind, index, steps) for index in layers],
        }

    def _layer(self, kind: str, index: int, steps: list[int]) -> dict[str, Any]:
        """One layer: q·k of each head at each step, or log weights where q and k are unknown."""
        found = [self.recording.layers(kind, step)[index] for step in steps]
        last = found[-1]
        known = all(each.q is not None for each in found)
        return {
            "index": index,
            "heads": last.weights.shape[1],
            "d_k": last.q.shape[-1] if known and last.q is not None else None,
            "allowed": None if last.allowed is None else bits(last.allowed[self.example, 0]),
            "scores": [packed(self._scores(each, known)) for each in found],
        }

    def _scores(self, layer: Attention, known: bool) -> np.ndarray:
        """(h, L_q, L_k)."""
        if known and layer.q is not None and layer.k is not None:
            return layer.q[self.example] @ layer.k[self.example].swapaxes(-2, -1)
        # log of a softmax is its scores, up to a constant in each row, which softmax drops
        with np.errstate(divide="ignore"):
            scores = np.log(layer.weights[self.example])
        return np.where(scores < _LEAST_LOG, -np.inf, scores)


def _title(kind: str) -> str:
    return KINDS[kind].partition(":")[0].capitalize()


def _check_index(name: str, value: Any, count: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < count:
        raise ValueError(f"{name}={value!r} must be a whole number from 0 to {count - 1}.")
