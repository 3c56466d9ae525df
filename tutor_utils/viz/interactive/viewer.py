"""The attention viewer: browse recorded attention, and see the effect of mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import attention_maps
from ..recording import KINDS, Attention, Recording
from .page import packed, packed_bits
from .stored import Stored, Viewer, tables

_BUDGET = 105_000  # bytes of data in a page, so that a notebook with viewers stays light
_LEAST_LOG = -30.0  # e to this power is nothing, on any picture
_NO_SCORES = (
    "The switches need q and k; these weights are not softmax(q·k / √d_k) of any two layers of "
    "the module."
)


@dataclass(frozen=True)
class _First:
    """What is shown first; ``head`` is None for all heads."""

    kind: str
    layer: int
    head: int | None
    example: int
    step: int


class AttentionViewer(Viewer):
    """Look at recorded attention: any kind, layer, head, example and training step.

    The viewer lives in the page: it needs no kernel once its cell has run. Its switches compute
    the weights again from q·k: another temperature, no √d_k, no mask, softmax over the wrong axis.
    One head is then shown as it is and as it would be.

    Args:
        recording: what `Recording.record` or `Recording.of` gave.
        kind: the attention shown first: "self", "encoder", "decoder" or "cross".
        layer: the layer shown first.
        head: the head shown first; None shows all.
        example: the example of the batch shown first.
        step: the step shown first; the last if left out.

    Raises:
        ValueError: nothing is recorded, or an argument is not in the recording.

    Example:
        >>> viz.AttentionViewer(viz.Recording(model, source=words).record(src, tgt))
    """

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
        kind = recording.kinds[0] if kind is None else kind
        step = recording.steps[-1] if step is None else step
        layers = recording.layers(kind, step)  # names a wrong kind or step
        batch, heads = layers[0].weights.shape[:2]
        _check_index("layer", layer, len(layers))
        _check_index("example", example, batch)
        if head is not None:
            _check_index("head", head, heads)
        elif heads == 1:
            head = 0
        self.recording = recording
        self.first = _First(kind, layer, head, example, step)

    def stored(self) -> Stored:
        """The viewer as a notebook stores it."""
        first, steps = self.first, self.recording.steps
        layers = self.recording.layers(first.kind, first.step)
        attention = layers[first.layer]
        queries, keys = self.recording.labels(first.kind, first.example)
        maps = {f"head {i}": each for i, each in enumerate(attention.weights[first.example])}
        place = [f"layer {first.layer}"] * (len(layers) > 1)
        if first.head is not None:
            name = f"head {first.head}"
            place += [name] * (len(maps) > 1)
            maps = {name: maps[name]}
        title = ", ".join([KINDS[first.kind].partition(":")[0].capitalize(), *place])
        when = f" at step {first.step}" if len(steps) > 1 else ""
        allowed = None if attention.allowed is None else attention.allowed[first.example, 0]
        drawn = {name: (each, allowed) for name, each in maps.items()}
        words = attention_maps.describe(drawn, queries, keys)
        picture = attention_maps.maps(
            drawn,
            queries=queries,
            keys=keys,
            title=title,
            alt=f"{title}{when}: attention weights. {words}",
        )
        caption = f"Training step {first.step}." if when else ""
        numbers = tables(maps, queries, keys, allowed)
        return Stored("attention", self.data(), picture, caption, numbers)

    def data(self) -> dict[str, Any]:
        """The data that the page needs: what fits of the recording, and what is shown first."""
        return _Data(self.recording, self.first).fitting()


def _check_index(name: str, value: Any, count: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < count:
        raise ValueError(f"{name}={value!r} must be a whole number from 0 to {count - 1}.")


class _Data:
    """A recording as JSON; parts are left out if it would be too large."""

    def __init__(self, recording: Recording, first: _First) -> None:
        self.recording, self.first = recording, first
        batch = recording.layers(first.kind)[0].weights.shape[0]
        self.examples = [first.example, *(i for i in range(batch) if i != first.example)]
        self.steps, self.kinds, self.with_values = recording.steps, recording.kinds, True
        self.layers: dict[str, list[int]] = {
            kind: list(range(len(recording.layers(kind)))) for kind in self.kinds
        }

    def fitting(self) -> dict[str, Any]:
        """Leave out the least needed parts until the data is within the budget."""
        left_out: list[str] = []
        if self._bytes() > _BUDGET:
            self.with_values = False
        if self._bytes() > _BUDGET and len(self.examples) > 1:
            whole, each = len(self.examples), self._bytes() / len(self.examples)
            self.examples = self.examples[: max(int(_BUDGET / each), 1)]
            left_out += [f"{whole - len(self.examples)} of {whole} examples"]
        if self._bytes() > _BUDGET and sum(map(len, self.layers.values())) > len(self.kinds):
            left_out += ["all layers but one of each kind"]
            self.layers = {
                kind: [min(self.first.layer, len(own) - 1)] for kind, own in self.layers.items()
            }
        if self._bytes() > _BUDGET and len(self.kinds) > 1:
            left_out += ["the other kinds of attention"]
            self.kinds = [self.first.kind]
        if self._bytes() > _BUDGET and len(self.steps) > 1:
            left_out += ["the other steps"]
            self.steps = [self.first.step]
        self.examples.sort()
        return self._json(left_out)

    def _bytes(self) -> float:
        """The approximate size of the numbers in the page."""
        numbers = 0
        for kind in self.kinds:
            for index in self.layers[kind]:
                layer = self.recording.layers(kind)[index]
                _, heads, rows, columns = layer.weights.shape
                values = self.with_values and layer.v is not None
                numbers += heads * (rows * columns + values * columns * (columns + 1) // 2)
        return numbers * len(self.examples) * len(self.steps) * 8 / 3  # 16 bits in base64

    def _json(self, left_out: list[str]) -> dict[str, Any]:
        first = self.first
        own = self.layers[first.kind]
        more = " and ".join(left_out)
        return {
            "kinds": [self._kind(kind) for kind in self.kinds],
            "examples": self.examples,
            "steps": self.steps,
            "start": {
                "kind": self.kinds.index(first.kind),
                "layer": own.index(first.layer),
                "head": "all" if first.head is None else first.head,
                "example": self.examples.index(first.example),
                "step": self.steps.index(first.step),
            },
            "no_scores": _NO_SCORES,
            "left_out": more
            and f"To keep the notebook light, {more} are not in this page. "
            "AttentionViewer's arguments choose what is.",
        }

    def _kind(self, kind: str) -> dict[str, Any]:
        labels = [self.recording.labels(kind, example) for example in self.examples]
        asked, offered = ([pair[side] for pair in labels] for side in (0, 1))
        return {
            "id": kind,
            "name": KINDS[kind],
            "title": KINDS[kind].partition(":")[0].capitalize(),
            "queries": asked if any(row != asked[0] for row in asked) else asked[:1],
            "keys": offered if any(row != offered[0] for row in offered) else offered[:1],
            "layers": [self._layer(kind, index) for index in self.layers[kind]],
        }

    def _layer(self, kind: str, index: int) -> dict[str, Any]:
        steps = [self.recording.layers(kind, step)[index] for step in self.steps]
        last = steps[-1]
        _, heads, rows, columns = last.weights.shape
        known = all(step.q is not None for step in steps)
        allowed = last.allowed
        return {
            "index": index,
            "heads": list(range(heads)),
            "shape": [rows, columns],
            "known": known,
            "d_k": 1 if last.q is None else last.q.shape[-1],
            "allowed": []
            if allowed is None
            else [packed_bits(allowed[example, 0]) for example in self.examples],
            "units": [
                [self._unit(step, example, known) for step in steps] for example in self.examples
            ],
        }

    def _unit(self, layer: Attention, example: int, known: bool) -> dict[str, Any]:
        """One example at one step: q·k of each head, or log weights where q and k are unknown."""
        if known and layer.q is not None and layer.k is not None:
            scores = layer.q[example] @ layer.k[example].swapaxes(-2, -1)  # (h, L_q, L_k)
        else:
            # log of a softmax is its scores, up to a constant in each row, which softmax drops
            with np.errstate(divide="ignore"):
                scores = np.log(layer.weights[example])
            scores = np.where(scores < _LEAST_LOG, -np.inf, scores)
        unit = {"scores": packed(scores)}
        if self.with_values and layer.v is not None:
            gram = layer.v[example] @ layer.v[example].swapaxes(-2, -1)  # (h, L_k, L_k)
            unit["gram"] = packed(gram[:, *np.tril_indices(gram.shape[-1])])
        return unit
