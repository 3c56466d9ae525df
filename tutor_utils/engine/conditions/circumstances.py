"""Repeat one call of an answer under other circumstances; its result must not change.

The right result is not needed here: the calls are compared with each other. Each circumstance costs
a few calls, and needs no work by an exercise's author.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from .. import values
from ..run.guard import seed as set_seed
from ..run.watch import around_calls
from ..values import snapshot
from .condition_words import CHANCE

HALF = {torch.float16, torch.bfloat16}
CLEAR = 1e-2  # a relative change of the result that is more than rounding
Seen = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """A call that a probe made: of the learner's function, or of the outermost module."""

    target: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def __call__(self, seed: int = 0, chance: int = 0) -> Any:
        """Make the call and return its result; equal seeds draw equal random numbers.

        Args:
            seed: for the generators among the arguments, and for PyTorch's own.
            chance: added to the seed of PyTorch's own generator.
        """
        set_seed(seed + chance)
        args = tuple(values.rewound(value, seed) for value in self.args)
        return self.target(*args, **{n: values.rewound(v, seed) for n, v in self.kwargs.items()})

    def changed(self, change: Callable[[Any], Any], target: Any = None) -> Call:
        """The same call with ``change`` applied to each argument."""
        kwargs = {name: change(value) for name, value in self.kwargs.items()}
        return Call(target or self.target, tuple(map(change, self.args)), kwargs)

    def to(self, dtype: torch.dtype) -> Call:
        """The same call in another dtype; a module of that dtype is not copied."""
        module = isinstance(self.target, nn.Module)
        has_it = module and all(p.dtype == dtype for p in self.target.parameters())
        target = self.target if has_it else values.to(dtype, self.target)
        return self.changed(partial(values.to, dtype), target)


def last_call(probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Call | None:
    """Run a probe, and return the last call that it made; None where it made none."""
    calls: list[Call] = []

    def note(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        calls.append(Call(target, args, kwargs))
        return target(*args, **kwargs)

    with around_calls(answer, note) as noted:
        probe(noted, *args, **kwargs)
    return calls[-1] if calls else None


# --- circumstances: each gets the call and a copy of its result ---------------------------------


def again(call: Call, _: Any) -> Iterator[tuple[str, Any, Any]]:
    """The call again, and after a call with other arguments: (name, wanted, got) of each."""
    first = call()
    wanted = snapshot(first)
    generator, after = torch.Generator().manual_seed(2), []
    for other in (values.other_values, values.other_rows):
        with suppress(Exception):  # errors on other arguments are the subject of other trials
            call.changed(partial(other, generator))(seed=1)
        after.append(snapshot(first))
    yield "result-overwritten", [wanted] * len(after), after
    yield "second-call-differs", wanted, snapshot(call.changed(values.independent_copy)())


def chance(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """The same call with another random seed."""
    yield CHANCE, wanted, snapshot(call(chance=1))


def shared(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """The same call after the caller has overwritten the earlier result."""
    yield "shared", wanted, _after_writing(call.changed(values.independent_copy)(), call)


def _after_writing(result: Any, call: Call) -> Any:
    """Overwrite the last result, call again, and restore it.

    A view of a parameter is not overwritten: no caller would do so by accident.
    """
    given = (call.target, *call.args, *call.kwargs.values())
    learned = {values.place(p) for m in given if isinstance(m, nn.Module) for p in m.parameters()}
    parts = [part for part in values.parts(result) if values.place(part) not in learned]
    before = [(part, snapshot(part) if isinstance(part, Tensor) else part.copy()) for part in parts]
    try:
        for part, old in before:
            values.write(part, old == 0 if isinstance(part, Tensor) else ())
        return snapshot(call())
    finally:
        for part, old in before:
            values.write(part, old)


def other_mode(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """Without dropout: train and eval mode give the same result, and no call changes the mode."""
    module, left = call.target, list[str]()
    mode = module.training
    for one in (mode, not mode):
        with _in_mode(module, training=one):
            got = snapshot(call())
            for name, part in module.named_modules():
                if part.training != one and name.partition(".")[0] not in left:
                    left.append(name)
    yield "mode-left", {}, dict.fromkeys(left)
    yield "mode-changes-result", wanted, got


@contextmanager
def _in_mode(module: nn.Module, *, training: bool) -> Iterator[None]:
    """Set all submodules to one mode inside the body, and restore each one's mode afterwards."""
    modes = [(part, part.training) for part in module.modules()]
    module.train(training)
    try:
        yield
    finally:
        for part, mode in modes:
            part.training = mode


def in_type(
    name: str, dtype: torch.dtype, call: Call, wanted: Any
) -> Iterator[tuple[str, Any, Any]]:
    """The same call in another dtype, compared within that dtype's precision."""
    yield name, values.to(dtype, wanted), snapshot(call.to(dtype)())


def sliced(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """The same call with slices of larger tensors as arguments, as in ``tgt[:, :-1]``."""
    yield "memory-layout-matters", wanted, snapshot(call.changed(values.as_slice)())


def gradient(call: Call, plain: Any) -> Iterator[tuple[str, Any, Any]]:
    """Whether each float argument and parameter that affects the result also gets a gradient.

    Of several results, the first is also tested alone, since later code may use only that.
    """
    own = call.to(torch.float32)
    generator = torch.Generator().manual_seed(0)
    leaves = _leaves(own)
    several = isinstance(plain, (list, tuple)) and not isinstance(call.target, nn.Module)
    for first in (True, False) if several else (True,):
        stopped = [
            n for n in _without(own, leaves, first) if _moves(own, leaves[n], generator, first)
        ]
        if stopped:  # a kink, such as a ReLU's, may lie at the first numbers: try others
            stopped = [name for name in _without(own, leaves, first) if name in stopped]
        if stopped:
            break
    yield "gradient-stops", {}, dict.fromkeys(stopped)


ALL: dict[str, Callable[[Call, Any], Iterator[tuple[str, Any, Any]]]] = {
    "again": again,
    CHANCE: chance,
    "other-mode": other_mode,
    "sliced": sliced,
    "gradient": gradient,
    "shared": shared,
    "half": partial(in_type, "half", torch.float16),
    "float64": partial(in_type, "float64", torch.float64),
}


def under_circumstances(
    probe: Callable[..., Any], names: tuple[str, ...], answer: Any, *args: Any, **kwargs: Any
) -> Seen:
    """For each circumstance: the wanted and the actual result, or the error.

    The arguments get new random numbers, so that no two agree by chance.
    """
    call = last_call(probe, answer, *args, **kwargs)
    if call is None:
        return {}
    generator = torch.Generator().manual_seed(1)
    call = call.changed(partial(values.redrawn, generator))
    if HALF & {value.dtype for value in values.floats((*call.args, *call.kwargs.values()))}:
        call = call.to(torch.float32)  # half precision is too coarse to compare dtypes
    seen: Seen = {}
    with torch.no_grad():
        plain: list[Any] = []
        for name in names:
            try:
                if not plain:  # tensors that a module stored have no graph now, so it can be copied
                    plain.append(snapshot(call()))
                for slug, wanted, got in ALL[name](call, plain[0]):
                    seen[slug] = {"wanted": wanted, "got": got}
            except Exception as error:
                seen[name] = error_entry(error)
    return seen


def error_entry(error: Exception) -> dict[str, str]:
    """An error as an entry of ``Seen``: its type and the start of its message."""
    return {"error": f"{type(error).__name__}: {str(error)[:300]}"}


# --- gradients ------------------------------------------------------------------------------------


def _leaves(call: Call) -> dict[str, Tensor]:
    """Floating-point arguments and parameters by name; sets ``requires_grad`` of each."""
    found: dict[str, Tensor] = {}
    function = call.target.forward if isinstance(call.target, nn.Module) else call.target
    try:
        given = inspect.signature(function).bind(*call.args, **call.kwargs).arguments
    except (TypeError, ValueError):
        given = {f"argument {i + 1}": value for i, value in enumerate(call.args)} | call.kwargs
    for name, value in given.items():
        if isinstance(value, nn.Module):
            found |= {f"{name}.{n}": p for n, p in value.named_parameters() if p.requires_grad}
        elif isinstance(value, Tensor) and value.is_floating_point():
            found[name] = value
    if isinstance(call.target, nn.Module):
        found |= {n: p for n, p in call.target.named_parameters() if p.requires_grad}
    for leaf in found.values():
        leaf.requires_grad_()
    return found


def _without(call: Call, leaves: dict[str, Tensor], first: bool) -> list[str]:
    """The names of leaves whose gradient is missing or all zeros."""
    with torch.enable_grad():
        total = _total(call(), first)
        if not leaves or not total.requires_grad:
            return [*leaves]
        found = torch.autograd.grad(total, [*leaves.values()], allow_unused=True)
    pairs = zip(leaves, found, strict=True)
    return [name for name, grad in pairs if grad is None or not grad.to_dense().any()]


def _moves(call: Call, leaf: Tensor, generator: torch.Generator, first: bool) -> bool:
    """Whether adding noise to a leaf, in place, clearly changes the result."""
    with torch.no_grad():
        before = _numbers(call(), first)
        leaf.add_(torch.randn(leaf.shape, generator=generator).to(leaf))
        after = _numbers(call(), first)
    if before.shape != after.shape or not len(before):
        return False
    return bool((after - before).abs().max() > CLEAR * before.abs().max())


def _numbers(result: Any, first: bool) -> Tensor:
    """All floating-point numbers of a result in one row; ``first``: only of its first output."""
    if first and isinstance(result, (list, tuple)) and result:
        result = result[0]
    parts = [part.reshape(-1).float() for part in values.floats(result)]
    return torch.cat(parts) if parts else torch.zeros(0)


def _total(result: Any, first: bool) -> Tensor:
    """A scalar to backpropagate from: the result's numbers with distinct weights."""
    flat = _numbers(result, first)
    return (flat * torch.arange(1.0, len(flat) + 1).cos()).sum()
