"""Attention as it happens: what every attention module of a model did in one forward pass.

Any module takes part that returns its weights beside its output, as ``MultiHeadAttention`` and
``nn.MultiheadAttention`` do. Its code stays as it is: hooks listen, and are gone afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import arrays
from .softmax import softmax

if TYPE_CHECKING:
    from torch import Tensor, nn

# Kind -> who reads whom.
KINDS = {
    "self": "self-attention: the sequence reads itself",
    "encoder": "encoder: the source reads itself",
    "decoder": "decoder: the target reads itself",
    "cross": "cross-attention: the target reads the source",
}

Names = Sequence[str] | Sequence[Sequence[str]] | None


@dataclass(frozen=True)
class Attention:
    """One attention of one forward pass.

    Attributes:
        kind: a key of ``KINDS``.
        weights: (B, h, L_q, L_k), each row a softmax over the keys.
        allowed: bool, the same shape, True = may attend; None where there is no mask.
        q, k: (B, h, L_q, d_k), (B, h, L_k, d_k), of which these are the weights; None if unknown.
        v: (B, h, L_k, d_v), or None if unknown.
    """

    kind: str
    weights: np.ndarray
    allowed: np.ndarray | None = None
    q: np.ndarray | None = None
    k: np.ndarray | None = None
    v: np.ndarray | None = None


class Recording:
    """Attention of a model at one or more steps of its training, ready for `AttentionViewer`.

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
        self.source, self.target = _names(source, "source"), _names(target, "target")
        self._steps: dict[int, list[Attention]] = {}

    @classmethod
    def of(
        cls,
        q: Any,
        k: Any,
        v: Any = None,
        *,
        mask: Any = None,
        queries: Names = None,
        keys: Names = None,
    ) -> Recording:
        """The attention softmax(q·k / √d_k) of queries and keys that you have at hand.

        Args:
            q: (L_q, d_k), (h, L_q, d_k) or (B, h, L_q, d_k).
            k: (L_k, d_k), with the same leading axes.
            v: (L_k, d_v), with the same leading axes, or None.
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
        if v is not None:
            v = _four_axes(v, "v")
            if v.shape[:3] != k.shape[:3]:
                raise ValueError(f"v {v.shape} must agree with k {k.shape} in B, h and L_k.")
        shape = (*q.shape[:3], k.shape[2])
        allowed = None if mask is None else arrays.spread_mask(mask, shape)
        weights = softmax(q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5, allowed)
        same = shape[2] == shape[3] and (keys is None or keys == queries)
        recording = cls.__new__(cls)
        recording.model = None
        recording.target = _names(queries, "queries")
        recording.source = recording.target if same else _names(keys, "keys")
        kind = "self" if same else "cross"
        recording._steps = {0: [Attention(kind, weights, allowed, q, k, v)]}
        recording._fits_labels(recording._steps[0])
        return recording

    def record(self, *inputs: Any, step: int = 0, **options: Any) -> Recording:
        """Run the model once on ``inputs`` and keep its attention under ``step``.

        The model runs without gradients and dropout, and gets back the mode that it had.

        Args:
            inputs: what the model is called with, e.g. ``src, tgt``.
            step: a whole number, such as the training step. One recorded before is replaced.
            options: keyword arguments of the model.

        Returns:
            The recording itself, so that a viewer can be made in one line.

        Raises:
            ValueError: no module returned weights, a step's shapes differ from those before, or
                a label is missing.
        """
        if self.model is None:
            raise ValueError("This recording was made from q and k; it has no model to run.")
        if not isinstance(step, int):
            raise ValueError(f"step must be a whole number, not {step!r}.")
        found = _listen(self.model, inputs, options)
        self._fits_labels(found)
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
        return list(dict.fromkeys(a.kind for a in self._first))

    def layers(self, kind: str, step: int | None = None) -> list[Attention]:
        """The attention of one kind, layer by layer, at a step (by default the last)."""
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
        """The labels of queries and keys of one example."""
        _, _, rows, columns = self.layers(kind)[0].weights.shape
        query, key = (getattr(self, side) for side in self._sides(kind))
        return _of(query, example, rows, "queries"), _of(key, example, columns, "keys")

    @property
    def _first(self) -> list[Attention]:
        return next(iter(self._steps.values()), [])

    def _sides(self, kind: str) -> tuple[str, str]:
        """Whose labels the queries and the keys have."""
        return {"cross": ("target", "source"), "decoder": ("target", "target")}.get(
            kind, ("source", "source")
        )

    def _fits_labels(self, found: list[Attention]) -> None:
        for attention in found:
            batch, _, *lengths = attention.weights.shape
            for side, length in zip(self._sides(attention.kind), lengths, strict=True):
                names = getattr(self, side)
                if names is not None and len(names) not in (1, batch):
                    raise ValueError(
                        f"{side} must hold one list of labels, or one for each of the "
                        f"{batch} examples; it holds {len(names)}."
                    )
                for row in names or []:
                    if len(row) != length:
                        raise ValueError(
                            f"{side} must hold a label for each of the {length} tokens, "
                            f"pads too; it holds {len(row)}: {row}."
                        )


def _names(value: Names, name: str) -> list[list[str]] | None:
    """Labels as one list for each example; a single list stands for all."""
    if value is None:
        return None
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise ValueError(f"{name} must be a list of labels, not {value!r}.")
    rows = list(value)
    nested = rows and all(isinstance(row, list | tuple) for row in rows)
    return [[str(label) for label in row] for row in (rows if nested else [rows])]


def _of(names: list[list[str]] | None, example: int, count: int, name: str) -> list[str]:
    row = None if names is None else names[example if len(names) > 1 else 0]
    return arrays.labels(row, count, name)


def _four_axes(value: Any, name: str) -> np.ndarray:
    array = arrays.finite(arrays.numbers(value, name), name)
    if not 2 <= array.ndim <= 4 or array.size == 0:
        raise ValueError(
            f"{name} must have shape (L, d), (h, L, d) or (B, h, L, d); its shape is {array.shape}."
        )
    return array.reshape((1,) * (4 - array.ndim) + array.shape)


# --- listening ---


@dataclass
class _Call:
    """One call of a module, while it runs."""

    module: nn.Module
    tensors: list[tuple[str, Tensor]]  # the tensors among its arguments, by name
    linears: list[tuple[Tensor, Tensor]] = field(default_factory=list)  # (input, output)
    inner: list[Tensor] = field(default_factory=list)  # weights that modules inside returned


def _listen(model: nn.Module, inputs: tuple, options: dict[str, Any]) -> list[Attention]:
    """Run the model once with hooks on every module, and gather what they hear."""
    import torch
    from torch import nn

    running: list[_Call] = []
    heard: list[tuple[_Call, Tensor]] = []

    def before(module: nn.Module, args: tuple, kwargs: dict[str, Any]) -> None:
        running.append(_Call(module, _named_tensors(module, args, kwargs)))

    def after(module: nn.Module, args: tuple, kwargs: dict[str, Any], output: Any) -> None:
        call = running.pop()
        if isinstance(module, nn.Linear) and args:
            for outer in running:
                outer.linears.append((args[0], output))
        weights = [w for w in _weights_in(output) if not _among(w, call.inner)]
        heard.extend((call, w) for w in weights)
        for outer in running:
            outer.inner.extend(weights)

    hooks = []
    was_training = {module: module.training for module in model.modules()}
    try:
        for module in model.modules():
            hooks.append(module.register_forward_pre_hook(before, with_kwargs=True))
            hooks.append(module.register_forward_hook(after, with_kwargs=True))
        model.eval()
        with torch.no_grad():
            model(*inputs, **options)
    finally:
        for hook in hooks:
            hook.remove()
        for module, training in was_training.items():
            module.training = training
    if not heard:
        raise ValueError(
            f"model={type(model).__name__} returned no attention weights. A module takes part if "
            "it returns (output, weights), with weights (B, h, L_q, L_k). Fused attention has none."
        )
    crosses = [_is_cross(call, weights) for call, weights in heard]
    return [
        _understand(call, weights, kind)
        for (call, weights), kind in zip(heard, _kinds(crosses), strict=True)
    ]


def _named_tensors(
    module: nn.Module, args: tuple, kwargs: dict[str, Any]
) -> list[tuple[str, Tensor]]:
    """The tensors that a module was called with, by the names that its forward gives them."""
    import inspect

    import torch

    try:
        bound = inspect.signature(module.forward).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        bound = dict(enumerate(args)) | kwargs
    return [(str(name), v) for name, v in bound.items() if isinstance(v, torch.Tensor)]


def _weights_in(output: Any) -> list[Tensor]:
    """What looks like attention weights among the things returned beside the output."""
    import torch

    if not isinstance(output, tuple | list) or len(output) < 2:
        return []
    return [
        value
        for value in _flat(output[1:])
        if isinstance(value, torch.Tensor)
        and value.ndim in (3, 4)
        and value.is_floating_point()
        and value.numel()
        and _are_shares(value)
    ]


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple | list):
            yield from _flat(value)
        else:
            yield value


def _are_shares(value: Tensor) -> bool:
    """Between 0 and 1, and summing to 1 over the keys (a row may be zero throughout)."""
    sums = value.float().sum(-1)
    near = ((sums - 1).abs() < 0.02) | (sums == 0)
    return bool(near.all() and value.min() >= 0 and sums.any())


def _among(weights: Tensor, known: list[Tensor]) -> bool:
    import torch

    return any(
        w is weights or (w.shape == weights.shape and torch.equal(w, weights)) for w in known
    )


def _is_cross(call: _Call, weights: Tensor) -> bool:
    """Whether the queries are another sequence than the keys."""
    import torch

    if weights.shape[-2] != weights.shape[-1]:
        return True
    real = [(name, t) for name, t in call.tensors if t.is_floating_point() and t.ndim == 3]
    query = next((t for name, t in real if name.lower().startswith("q")), None)
    key = next((t for name, t in real if name.lower().startswith("k")), None)
    if query is None or key is None:
        query, key = ([t for _, t in real] + [None, None])[:2]
    if query is None or key is None:
        return False
    return not (query is key or (query.shape == key.shape and torch.equal(query, key)))


def _kinds(crosses: list[bool]) -> list[str]:
    """A decoder's layer reads its own sequence, then the source; an encoder's only its own."""
    if not any(crosses):
        return ["self"] * len(crosses)
    following = [*crosses[1:], False]
    return [
        "cross" if cross else ("decoder" if follows else "encoder")
        for cross, follows in zip(crosses, following, strict=True)
    ]


def _understand(call: _Call, weights: Tensor, kind: str) -> Attention:
    """Find the mask, and the q, k and v behind the weights, by trying which of them fit."""
    if weights.ndim == 3:  # averaged over the heads
        weights = weights[:, None]
    shares = arrays.numbers(weights, "weights")
    masks = [m for m in _masks(call, shares.shape) if not (shares[~m] > 1e-6).any()]
    allowed = masks[0] if masks else None
    if allowed is None and (shares == 0).any():
        allowed = shares > 0
    batch, heads, rows, columns = shares.shape
    projected = [
        _cut(part, heads)
        for _, output in call.linears
        for part in _parts(output)
        if part.ndim == 3 and len(part) == batch and part.shape[-1] % heads == 0
    ]
    pairs = (
        (q, k)
        for q in projected
        for k in projected
        if q is not k
        and q.shape[2] == rows
        and k.shape[2] == columns
        and q.shape == (*k.shape[:2], rows, k.shape[3])
    )
    for q, k in pairs:
        again = softmax(q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5, allowed)
        open_rows = slice(None) if allowed is None else allowed.any(-1)
        if np.allclose(again[open_rows], shares[open_rows], atol=1e-4):
            v = _values(call, projected, shares)
            return Attention(kind, shares, allowed, q, k, v)
    return Attention(kind, shares, allowed)


def _masks(call: _Call, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """Each boolean argument that spreads to the weights' shape, and its opposite."""
    import torch

    for _, tensor in call.tensors:
        if tensor.dtype != torch.bool:
            continue
        array = arrays.numbers(tensor, "mask")
        if array.ndim == 2 and array.shape == (shape[0], shape[3]) != shape[2:]:
            array = array[:, None, None, :]  # one row a sequence, as nn.MultiheadAttention has it
        for mask in (array, ~array):
            try:
                yield np.broadcast_to(mask, shape)
            except ValueError:
                break


def _parts(output: Tensor) -> Iterator[Tensor]:
    """A projection, and its thirds: one layer may make q, k and v at once."""
    yield output
    if output.shape[-1] % 3 == 0:
        yield from output.chunk(3, dim=-1)


def _cut(x: Tensor, heads: int) -> np.ndarray:
    """(B, L, d) -> (B, h, L, d/h)."""
    array = arrays.numbers(x, "x")
    return array.reshape(*array.shape[:2], heads, -1).swapaxes(1, 2)


def _values(call: _Call, projected: list[np.ndarray], shares: np.ndarray) -> np.ndarray | None:
    """The projection that, mixed by the weights, is what a later layer of the module reads."""
    for v in projected:
        if v.shape[2] != shares.shape[3]:
            continue
        mixed = (shares @ v).swapaxes(1, 2)  # (B, L_q, h, d_v)
        mixed = mixed.reshape(*mixed.shape[:2], -1)
        for read, _ in call.linears:
            if read.shape == mixed.shape and np.allclose(
                arrays.numbers(read, "x"), mixed, atol=1e-3
            ):
                return v
    return None
