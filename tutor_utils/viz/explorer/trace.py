"""Watch a model run, and note in which order it uses its parameters.

The only names that must be known are an attention's ``w_q, w_k, w_v, w_o``. A norm is recognised by
the function that uses its parameters, a matrix by the call that multiplies with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

PROJECTIONS = ("w_q", "w_k", "w_v", "w_o")
_NORMS = ("layer_norm", "mean", "var", "std", "var_mean", "std_mean")  # each begins a LayerNorm
_PRODUCTS = ("matmul", "__matmul__", "__rmatmul__", "addmm", "mm", "bmm", "einsum")  # (in, out)
_EPS = 1e-5


@dataclass(frozen=True)
class Part:
    """A matrix (out, in), or the gain (d_model,) of a LayerNorm with its eps; the bias or None."""

    weight: Tensor
    bias: Tensor | None
    eps: float = _EPS


@dataclass
class Trace:
    """The parts that one side of a model used, in the order of use.

    Attributes:
        embedded: the input of the first layer, (B, L, d_model).
        rows: of the first table that was used before: the vocabulary size.
        norm_first: whether a norm came before the first attention.
        attentions: modules with ``w_q``, ``w_k``, ``w_v`` and ``w_o``.
        heads: how many heads an attention has.
    """

    embedded: Tensor | None = None
    rows: int = 0
    norm_first: bool = False
    heads: int = 1
    attentions: list[Any] = field(default_factory=list)
    norms: list[Part] = field(default_factory=list)
    matrices: list[Part] = field(default_factory=list)


def watch(model: nn.Module, run: Callable[[], Any]) -> Trace:
    """Call ``run``, which runs the model once, and record the parts that it uses."""
    watched = _Watch(model)
    try:
        with torch.no_grad(), watched:
            run()
    finally:
        for hook in watched.hooks:
            hook.remove()
    return watched.sorted_out()


class _Use(NamedTuple):
    """A call of a function with parameters among its arguments."""

    name: str
    own: list[Tensor]
    eps: float


class _Watch(TorchFunctionMode):
    """Records each attention, and each call outside of them that uses a parameter."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.parameters = {id(p) for p in model.parameters()}
        self.found, self.uses, self.inside = Trace(), list[_Use](), 0
        self.hooks: list[Any] = []
        for module in filter(_is_attention, model.modules()):
            self.hooks += [
                module.register_forward_pre_hook(self._enter, with_kwargs=True),
                module.register_forward_hook(self._leave),
            ]

    def _enter(self, module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._reads(next(_tensors([*args, *kwargs.values()]), None))
        self.inside += 1

    def _leave(self, module: nn.Module, args: Any, output: Any) -> None:
        self.inside -= 1
        self.found.attentions.append(module)
        weights = [t for t in _tensors([output]) if t.dim() == 4]
        self.found.heads = weights[0].shape[1] if weights else 1

    def _reads(self, x: Tensor | None) -> None:
        if self.found.embedded is None and x is not None and x.dim() == 3:
            self.found.embedded = x.detach().clone()

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if not self.inside:
            given = list(_tensors([*args, *kwargs.values()]))
            if name in _NORMS and not self.found.attentions:
                self._reads(next(iter(given), None))
                self.found.norm_first = True
            own = [t for t in given if id(t) in self.parameters]
            if own and self.found.embedded is None:
                self.found.rows = self.found.rows or own[0].shape[0]
            elif own:
                self.uses.append(_Use(name, own, float(kwargs.get("eps", _EPS))))
        return func(*args, **kwargs)

    def sorted_out(self) -> Trace:
        """The trace: the recorded calls as norms, and as matrices with their biases."""
        ahead = list(self.uses)
        while ahead:
            name, own, eps = ahead.pop(0)
            first, *rest = own
            by_hand = ahead and ahead[0].own[0].dim() == 1 and ahead[0].name != "layer_norm"
            if by_hand and not rest and name != "layer_norm":
                rest = ahead.pop(0).own  # a bias added in a separate step
            bias = rest[0] if rest else None
            if first.dim() == 1:
                self.found.norms.append(Part(first, bias, eps))
            else:
                weight = first.squeeze(-1) if first.dim() == 3 else first
                self.found.matrices.append(Part(weight.T if name in _PRODUCTS else weight, bias))
        return self.found


def _tensors(values: Iterable[Any]) -> Iterator[Tensor]:
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, tuple | list):
            yield from _tensors(value)


def _is_attention(module: nn.Module) -> bool:
    return all(
        isinstance(getattr(getattr(module, name, None), "weight", None), Tensor)
        for name in PROJECTIONS
    )
