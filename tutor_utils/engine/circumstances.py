"""One call of an answer, repeated under other circumstances, beside the learner's code.

Which result is right is not known here, and need not be: under these circumstances it must be the
same. So a circumstance costs a call, and no author has to think of it.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import math
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules.module import (
    _global_forward_hooks_with_kwargs,
    register_module_forward_hook,
    register_module_forward_pre_hook,
)

from . import seeds, values
from .condition_words import SAME_OBJECT
from .values import kept

HALF = {torch.float16, torch.bfloat16}
STEPS = 1e-6, 1e-8  # of a difference quotient in float64; the second where a bend lies in the first
OTHERS = 10  # further arguments, where those before made no difference
Seen = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """A call that a probe made: of the learner's function, or of the outermost module."""

    target: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def __call__(self, seed: int = 0) -> Any:
        """What it gives. What is drawn is the same each time, and other with another seed."""
        seeds.seed(seed)
        args = tuple(values.as_it_was(value, seed) for value in self.args)
        return self.target(*args, **{n: values.as_it_was(v, seed) for n, v in self.kwargs.items()})

    def changed(self, change: Callable[[Any], Any], target: Any = None) -> Call:
        """The call with each argument as ``change`` makes it."""
        kwargs = {name: change(value) for name, value in self.kwargs.items()}
        return Call(target or self.target, tuple(map(change, self.args)), kwargs)

    def exchanged(self, old: Tensor, new: Tensor) -> Call:
        """The call with another tensor in the place of one."""
        return self.changed(lambda value: new if value is old else value)

    @functools.cached_property
    def doubled(self) -> Call:
        """The call in float64, made once: most of the time goes into the copy of a module."""
        return self.to(torch.float64)

    def to(self, dtype: torch.dtype) -> Call:
        """The call in another number type."""
        return self.changed(lambda value: values.to(dtype, value), values.to(dtype, self.target))

    def without_masks(self) -> tuple[Call, Call] | None:
        """The call with masks that block nothing, and with none; None where it needs its masks."""
        function = self.target.forward if isinstance(self.target, nn.Module) else self.target
        try:
            given = inspect.signature(function).bind(*self.args, **self.kwargs)
        except (TypeError, ValueError):
            return None
        parameters = given.signature.parameters
        masks = [
            name
            for name, value in given.arguments.items()
            if values.is_mask(value) and parameters[name].default is None
        ]
        if not masks:
            return None
        given.arguments.update({n: torch.ones_like(given.arguments[n]) for n in masks})
        open_masks = Call(self.target, given.args, given.kwargs)
        given.arguments.update(dict.fromkeys(masks))
        return open_masks, Call(self.target, given.args, given.kwargs)


def last_call(probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Call | None:
    """Run a probe, and return the last call that it made; None where it made none."""
    calls: list[Call] = []
    if isinstance(answer, (type, nn.Module)):
        with listening(calls):
            probe(answer, *args, **kwargs)
    else:

        @functools.wraps(answer)
        def noting(*given: Any, **named: Any) -> Any:
            calls.append(Call(answer, given, named))
            return answer(*given, **named)

        probe(noting, *args, **kwargs)
    return calls[-1] if calls else None


@contextmanager
def listening(
    calls: list[Call], before: Callable[[nn.Module], None] | None = None
) -> Iterator[None]:
    """Notes the calls of outermost modules. ``before`` gets each module when it is called."""
    depth = 0

    def enter(module: nn.Module, args: Any) -> None:
        nonlocal depth
        depth += 1
        if depth == 1 and before:
            before(module)

    def leave(module: nn.Module, args: Any, kwargs: Any, output: Any) -> None:
        nonlocal depth
        depth -= 1
        if not depth:
            calls.append(Call(module, args, kwargs))

    handles = [
        register_module_forward_pre_hook(enter),
        register_module_forward_hook(leave, with_kwargs=True, always_call=True),
    ]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
            _global_forward_hooks_with_kwargs.pop(handle.id, None)  # PyTorch leaves it there


# --- the circumstances: each gets the call, and a copy of what it gives --------------------------


def again(call: Call, _: Any) -> Iterator[tuple[str, Any, Any]]:
    """(which, wanted, got) of a second call, with other arguments between."""
    first = call()
    wanted = kept(first)
    generator = torch.Generator().manual_seed(2)

    def as_before(turn: Callable[..., Any] = values.turned, seed: int = 0) -> bool:
        other = call.changed(lambda value: turn(value, generator))
        try:
            return values.same_numbers(wanted, other(seed))
        except Exception:  # what other arguments do is looked at elsewhere
            return False

    same = as_before()
    if any(map(values.floating, (*call.args, *call.kwargs.values()))):
        # a ReLU may be 0 everywhere for some numbers, but hardly for whatever comes in
        same = same and all(as_before() for _ in range(OTHERS))
        yield "result-remembered", False, same
    after = kept(first)
    as_before(values.rows_turned, seed=1)  # whole numbers: the same shape, with other rows
    yield "result-overwritten", [wanted, wanted], [after, kept(first)]
    second = call.changed(values.own)()
    yield "second-call-differs", wanted, kept(second)
    yield "result-shared", wanted, _after_writing(second, call)
    pairs = [*_as_one(call)]
    yield SAME_OBJECT, [wanted for wanted, _ in pairs], [kept(shared()) for _, shared in pairs]
    filled = _filled_anew(call, generator)
    if filled:
        yield "argument-known-by-object", *filled
    without = call.without_masks()
    if without:
        open_masks, no_masks = without
        plain = open_masks()
        call()
        yield "mask-remembered", plain, kept(no_masks())


def _after_writing(result: Any, call: Call) -> Any:
    """What a call gives after its caller has written into its last result, which is put back.

    A view of a parameter is left alone: nobody can write into what learns, but on purpose.
    """
    given = (call.target, *call.args, *call.kwargs.values())
    learned = {values.place(p) for m in given if isinstance(m, nn.Module) for p in m.parameters()}
    parts = [part for part in values.parts(result) if values.place(part) not in learned]
    before = [(part, kept(part) if isinstance(part, Tensor) else part.copy()) for part in parts]
    try:
        for part, old in before:
            values.write(part, old == 0 if isinstance(part, Tensor) else ())
        return kept(call())
    finally:
        for part, old in before:
            values.write(part, old)


def _as_one(call: Call) -> Iterator[tuple[Any, Call]]:
    """For each two arguments of one form: what the first and its copy give; and the first twice."""
    given = [v for v in call.args if isinstance(v, Tensor) and v.is_floating_point()]
    for one, other in itertools.combinations(given, 2):
        if one is not other and (one.shape, one.dtype) == (other.shape, other.dtype):
            with contextlib.suppress(Exception):  # what other arguments do is looked at elsewhere
                yield kept(call.exchanged(other, one.clone())()), call.exchanged(other, one)


def _filled_anew(call: Call, generator: torch.Generator) -> tuple[Any, Any] | None:
    """Wanted and got where the tensors of the call before hold other numbers by now."""
    own = call.changed(kept)
    own()
    for value in (*own.args, *own.kwargs.values()):
        if isinstance(value, Tensor):
            value.copy_(values.turned(value, generator))
    got, failed = None, None
    try:
        got = kept(own())  # at once: another call would put other tensors into its memory
    except Exception as error:
        failed = error
    try:
        wanted = kept(own.changed(kept)())
    except Exception:  # what other arguments do is looked at elsewhere
        return None
    if failed:
        raise failed
    return wanted, got


def other_mode(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """In training mode what evaluation mode gives, where nothing is dropped; and modes stay."""
    module, left = call.target, list[str]()
    mode = module.training
    for one in (mode, not mode):
        with _in_mode(module, training=one):
            first, second = kept(call()), kept(call())
            for name, part in module.named_modules():
                if part.training != one and name.partition(".")[0] not in left:
                    left.append(name)
    yield "mode-left", {}, dict.fromkeys(left)
    yield "mode-changes-result", wanted, first
    yield "second-call-in-other-mode", first, second


@contextmanager
def _in_mode(module: nn.Module, *, training: bool) -> Iterator[None]:
    """In the body all parts are in one mode; behind it each has the mode that it had."""
    modes = [(part, part.training) for part in module.modules()]
    module.train(training)
    try:
        yield
    finally:
        for part, mode in modes:
            part.training = mode


def float64(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """Double arguments, and a double module, give double results."""
    yield "number-type-fixed", values.to(torch.float64, wanted), kept(call.doubled())


def half(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """The same in half precision, as near as that comes."""
    yield (
        "half-precision-fails",
        values.to(torch.float16, wanted),
        kept(call.to(torch.float16)()),
    )


def sliced(call: Call, wanted: Any) -> Iterator[tuple[str, Any, Any]]:
    """Arguments that are slices of larger tensors, as ``tgt[:, :-1]`` is."""
    yield "memory-layout-matters", wanted, kept(call.changed(values.cut_out)())


def used(call: Call, _: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every parameter of a module takes part in its first result, or in another one."""
    named = {n: p for n, p in call.target.named_parameters() if p.requires_grad}
    with torch.enable_grad(), _in_mode(call.target, training=True):
        total = _total(call(), first=False)
    if named:
        got = "a gradient" if total.requires_grad else "none"
        yield "parameters-cut-off", "a gradient", got
    if total.requires_grad:
        found = torch.autograd.grad(total, [*named.values()], allow_unused=True)
        idle = [name for name, grad in zip(named, found, strict=True) if grad is None]
        yield "parameter-unused", {}, dict.fromkeys(idle)


def gradient(call: Call, _: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each floating argument and each parameter gets the gradient that the output's change shows.

    A difference quotient along one direction finds whether one is wrong; only then each is tried.
    """
    wide = call.doubled
    generator = torch.Generator().manual_seed(0)
    leaves = _leaves(wide, generator)
    if not leaves:
        return
    steps = {
        name: torch.randn(leaf.shape, generator=generator, dtype=leaf.dtype)
        for name, leaf in leaves.items()
    }
    with torch.enable_grad():
        total = _total(wide(), isinstance(wide.target, nn.Module))
        found: Any = [None] * len(leaves)
        if total.requires_grad:
            found = torch.autograd.grad(total, [*leaves.values()], allow_unused=True)
    slopes = {
        name: 0.0 if grad is None else float((grad.to_dense() * steps[name]).sum())
        for name, grad in zip(leaves, found, strict=True)
    }
    for step in STEPS:
        every = _quotient(wide, leaves, steps, leaves, step)
        if _near(sum(slopes.values()), every):
            yield "gradient-differs", every, every
            return
    wanted = {name: _quotient(wide, leaves, steps, (name,), step) for name in leaves}
    wrong = [name for name in leaves if not _near(slopes[name], wanted[name])]
    stopped = not any(slopes[name] for name in wrong)
    slug = "gradient-stops" if stopped else "gradient-differs"
    yield slug, {n: wanted[n] for n in wrong}, {n: slopes[n] for n in wrong}


ALL: dict[str, Callable[[Call, Any], Iterator[tuple[str, Any, Any]]]] = {
    "again": again,
    "other-mode": other_mode,
    "float64": float64,
    "half": half,
    "sliced": sliced,
    "gradient": gradient,
    "used": used,
}


def under_circumstances(
    probe: Callable[..., Any], names: tuple[str, ...], answer: Any, *args: Any, **kwargs: Any
) -> Seen:
    """What each circumstance gave: for each, what was wanted and what came, or the error.

    The numbers of the arguments are drawn anew, so that no two of them agree by chance.
    """
    call = last_call(probe, answer, *args, **kwargs)
    if call is None:
        return {}
    generator = torch.Generator().manual_seed(1)
    call = call.changed(lambda value: values.drawn(value, generator))
    if HALF & {value.dtype for value in values.floats((*call.args, *call.kwargs.values()))}:
        call = call.to(torch.float32)  # its three digits agree with no other number type
    seen: Seen = {}
    with torch.no_grad():
        plain: list[Any] = []
        for name in names:
            try:
                if not plain:  # what a module keeps for looking has no graph now: it can be copied
                    plain.append(kept(call()))
                for slug, wanted, got in ALL[name](call, plain[0]):
                    seen[slug] = {"wanted": wanted, "got": got}
            except Exception as error:
                seen[name] = told(error)
    return seen


def told(error: Exception) -> dict[str, str]:
    return {"error": f"{type(error).__name__}: {str(error)[:300]}"}


# --- slopes ---------------------------------------------------------------------------------------


def _leaves(call: Call, generator: torch.Generator) -> dict[str, Tensor]:
    """Floating arguments and parameters by name; moved a little, away from edges."""
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
        leaf.detach().add_(0.01 * torch.randn(leaf.shape, generator=generator, dtype=leaf.dtype))
        leaf.requires_grad_()
    return found


def _total(result: Any, first: bool) -> Tensor:
    """One number in which every number of the result has a weight of its own.

    Of a module's results the first: maps of weights beside it are for looking.
    """
    parts = list(
        values.floats(result[0] if first and isinstance(result, (list, tuple)) else result)
    )
    flat = torch.cat([p.reshape(-1) for p in parts]) if parts else torch.zeros(1).double()
    return (flat * torch.arange(1.0, len(flat) + 1, dtype=flat.dtype).cos()).sum()


def _quotient(
    call: Call,
    leaves: dict[str, Tensor],
    steps: dict[str, Tensor],
    names: Collection[str],
    step: float,
) -> float:
    """How fast the result changes where the named leaves move along their steps."""
    ends: list[float] = []
    with torch.no_grad():
        for sign in (1, -2, 1):  # there, to the other side, and back
            for name in names:
                leaves[name].detach().add_(sign * step * steps[name])
            if len(ends) < 2:
                ends.append(float(_total(call(), isinstance(call.target, nn.Module))))
    return (ends[0] - ends[1]) / (2 * step)


def _near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-4)
