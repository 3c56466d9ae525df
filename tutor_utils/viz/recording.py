"""`viz.Recording`: a model's attention at one or more steps, with its labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import arrays
from .attention_hooks import Attention, attention_of

if TYPE_CHECKING:
    from torch import nn

Names = Sequence[str] | Sequence[Sequence[str]] | None

# Kind -> which sequence reads which.
KINDS = {
    "self": "self-attention: the sequence reads itself",
    "encoder": "encoder: the source reads itself",
    "decoder": "decoder: the target reads itself",
    "cross": "cross-attention: the target reads the source",
    "unknown": "attention: queries read keys",  # whether of one sequence or of two
}


class Recording:
    """Attention of a model at one or more training steps, for `AttentionViewer`.

    Args:
        model: any ``nn.Module`` whose attention modules return ``(output, weights)``.
        source: labels of the source tokens: one list for all examples, or a list for each.
        target: labels of the target tokens. A bare attention module takes its queries' labels
            from here when they are another sequence, else from ``source``.

    Raises:
        ValueError: ``model`` is no module; labels are no lists of text.
    """

    def __init__(self, model: nn.Module, *, source: Names = None, target: Names = None) -> None:
        if not callable(getattr(model, "modules", None)):
            raise ValueError(f"model must be a torch.nn.Module, not {type(model).__name__}.")
        self.model: nn.Module | None = model
        self.source, self.target = _label_lists(source, "source"), _label_lists(target, "target")
        self._steps: dict[int, list[Attention]] = {}

    @classmethod
    def of(
        cls,
        q: Any,
        k: Any,
        *,
        mask: Any = None,
        queries: Names = None,
        keys: Names = None,
    ) -> Recording:
        """The recording of softmax(q·k / √d_k) for given queries and keys.

        Args:
            q: (L_q, d_k), (h, L_q, d_k) or (B, h, L_q, d_k).
            k: (L_k, d_k), with the same leading axes.
            mask: bool, broadcastable to (B, h, L_q, L_k), True = may attend.
            queries: L_q labels.
            keys: L_k labels.

        Raises:
            ValueError: shapes that do not fit together; the message names the argument.
        """
        q, k = _four_axes(q, "q"), _four_axes(k, "k")
        if q.shape[:2] != k.shape[:2] or q.shape[3] != k.shape[3]:
            raise ValueError(
                f"q {q.shape} and k {k.shape}, as (B, h, L, d_k), must agree in B, h and d_k."
            )
        shape = (*q.shape[:3], k.shape[2])
        allowed = None if mask is None else arrays.spread_mask(mask, shape)
        weights = arrays.softmax(q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5, allowed)
        same = shape[2] == shape[3] and (keys is None or keys == queries)
        recording = cls.__new__(cls)
        recording.model = None
        recording.target = _label_lists(queries, "queries")
        recording.source = recording.target if same else _label_lists(keys, "keys")
        kind = "self" if same else "cross"
        recording._steps = {0: [Attention(kind, weights, allowed, q, k)]}
        recording._check_labels(recording._steps[0])
        return recording

    def record(self, *inputs: Any, step: int = 0, **options: Any) -> Recording:
        """Run the model once on ``inputs`` and store its attention under ``step``.

        The model runs without gradients and dropout; its mode is restored.

        Args:
            inputs: the model's arguments, e.g. ``src, tgt``.
            step: a whole number, such as the training step; replaces an earlier recording of it.
            options: keyword arguments of the model.

        Returns:
            The recording itself, for calls in one line.

        Raises:
            ValueError: no module returned weights, a step's shapes differ from those before, or
                a label is missing.
        """
        if self.model is None:
            raise ValueError("This recording was made from q and k; it has no model to run.")
        if not isinstance(step, int):
            raise ValueError(f"step must be a whole number, not {step!r}.")
        found = attention_of(self.model, inputs, options)
        self._check_labels(found)
        for other in self._steps.values():
            before, now = ([(a.kind, a.weights.shape) for a in s] for s in (other, found))
            if before != now:
                raise ValueError(
                    f"step={step} has attention of shapes {now}, an earlier step {before}. "
                    "Record the same example at every step."
                )
        self._steps[step] = found
        self._steps = dict(sorted(self._steps.items()))
        return self

    @property
    def steps(self) -> list[int]:
        """The steps recorded, in order."""
        return list(self._steps)

    @property
    def kinds(self) -> list[str]:
        """The kinds of attention, in the order in which the model used them."""
        return list(dict.fromkeys(a.kind for a in next(iter(self._steps.values()), [])))

    def layers(self, kind: str, step: int | None = None) -> list[Attention]:
        """The attention of one kind, layer by layer, at one step (by default the last).

        Raises:
            ValueError: nothing is recorded, or no such step or kind.
        """
        if not self._steps:
            raise ValueError("Nothing is recorded yet: call record(...) first.")
        if step is None:
            step = self.steps[-1]
        if step not in self._steps:
            raise ValueError(f"step={step} was not recorded; there are {self.steps}.")
        found = [a for a in self._steps[step] if a.kind == kind]
        if not found:
            raise ValueError(f"kind={kind!r} is not in this recording; there are {self.kinds}.")
        return found

    def labels(self, kind: str, example: int) -> tuple[list[str], list[str]]:
        """The L_q labels of the queries and the L_k labels of the keys of one example.

        Args:
            kind: one of ``kinds``.
            example: an index into the batch.
        """
        _, _, asking, read = self.layers(kind)[0].weights.shape
        query_names, key_names = (
            names and names[example if len(names) > 1 else 0]
            for names in (getattr(self, side) for side in self._sides(kind))
        )
        keys = arrays.labels(key_names, read, "keys")
        if self._with_past(kind, asking, read):
            return keys[-asking:], keys
        return arrays.labels(query_names, asking, "queries"), keys

    def _sides(self, kind: str) -> tuple[str, str]:
        """The label lists of the queries and of the keys."""
        return {"cross": ("target", "source"), "decoder": ("target", "target")}.get(
            kind, ("source", "source")
        )

    @staticmethod
    def _with_past(kind: str, asking: int, read: int) -> bool:
        """Whether the queries are the last positions of the keys' sequence, as with a cache."""
        return kind in ("self", "decoder") and asking < read

    def _check_labels(self, found: list[Attention]) -> None:
        for attention in found:
            batch, _, asking, read = attention.weights.shape
            past = self._with_past(attention.kind, asking, read)
            sides = zip(self._sides(attention.kind), (read if past else asking, read), strict=True)
            for side, length in sides:
                names = getattr(self, side)
                if names is None:
                    continue
                if len(names) not in (1, batch):
                    raise ValueError(
                        f"{side} must hold one list of labels, or one for each of the "
                        f"{batch} examples; it holds {len(names)}."
                    )
                if wrong := next((row for row in names if len(row) != length), None):
                    raise ValueError(
                        f"{side} must hold a label for each of the {length} tokens, "
                        f"pads too; it holds {len(wrong)}: {wrong}."
                    )


def _label_lists(value: Names, name: str) -> list[list[str]] | None:
    """Labels as one list per example; a single list is used for all."""
    if value is None:
        return None
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise ValueError(f"{name} must be a list of labels, not {value!r}.")
    rows = list(value)
    nested = rows and all(isinstance(row, list | tuple) for row in rows)
    return [[str(label) for label in row] for row in (rows if nested else [rows])]


def _four_axes(value: Any, name: str) -> np.ndarray:
    array = arrays.finite(arrays.numbers(value, name), name)
    if not 2 <= array.ndim <= 4 or array.size == 0:
        raise ValueError(
            f"{name} must have shape (L, d), (h, L, d) or (B, h, L, d); its shape is {array.shape}."
        )
    return array.reshape((1,) * (4 - array.ndim) + array.shape)
