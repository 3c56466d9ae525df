"""What is tried on an exercise that is a module: a class of the learner's, with numbers to learn.

A ``Kind`` says how such a class is made, where its parts are and what is true of it; a ``Case`` is
one module with its input. The exercise names its cases:

    KIND = Kind(find, truth, numbers, shown=("*x", "", "*d_model, d_ff", ""))

    def trials(inputs):
        case = Case((inputs.normal(2, 3, 4),), sizes=(4, 7), seed=inputs.seed)
        return [KIND.values("2 sentences of 3 tokens", case), KIND.dropout("dropout", case)]

Before a call every part of the module gets known numbers by its role (``parts``), so the truth can
be worked out from these numbers, whatever the learner's names are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.exercise import Finding, Trial
from ..engine.values import snapshot
from . import parts
from .gradients import weighted_sum

NEARLY_ALL = 0.999999  # a dropout that leaves nothing: what remains shows where it was applied
TOLERANCE = (1e-3, 5e-4)  # a norm makes small differences large where its numbers lie close


@dataclass(frozen=True)
class Case:
    """A module and its input.

    Attributes:
        inputs: What it is called with, in order.
        sizes: What it is made with, in order.
        given: What it is called with by name: masks, a cache. None is left out.
        options: What it is made with by name.
        seed: Its known numbers are drawn from it.
        branch: See ``Trial``.
    """

    inputs: tuple[Tensor, ...]
    sizes: tuple[int, ...]
    given: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    branch: str = ""

    def arguments(self) -> tuple[Any, ...]:
        """The first arguments of every probe."""
        given = {name: value for name, value in self.given.items() if value is not None}
        return self.inputs, given, self.sizes, self.options, self.seed


def with_lists(out: Any) -> Any:
    """What a module returns: a tuple of weights is as good as a list."""
    if not isinstance(out, tuple):
        return out
    return tuple(list(part) if isinstance(part, tuple) else part for part in out)


def first(out: Any) -> Tensor:
    """The output of a module that returns something besides."""
    return out[0]


@dataclass(frozen=True)
class Kind:
    """A class of modules.

    Attributes:
        find: ``find(module, run, sizes, options, names of what is given)`` gives its parts by role;
            ``run`` calls it once. ``partial(parts.in_a_call, ...)`` finds them by their use.
        truth: ``truth(inputs, given, sizes, options, seed)`` gives what ``forward`` should return;
            ``options`` may hold ``dropout=1.0``, and the answer is then that of training.
        numbers: ``numbers(sizes, options)`` gives how many numbers it learns; each count is right.
        shown: Names of ``inputs, given, sizes, options`` in a report.
        output: Picks the output from what ``forward`` returns: its gradient is looked at.
        compared: What of the returned value is compared.
    """

    find: Callable[..., parts.Roles]
    truth: Callable[..., Any]
    numbers: Callable[..., tuple[int, ...]]
    shown: tuple[str, ...]
    output: Callable[[Any], Tensor] = first
    compared: Callable[[Any], Any] = with_lists

    def values(self, name: str, case: Case) -> Trial:
        """The module's numbers are those of the truth."""
        return self._trial(name, case, "values", run_forward, self._forward, TOLERANCE)

    def dropout(self, name: str, case: Case) -> Trial:
        """Dropout works in training mode alone, only if asked for, and in the right places."""
        return self._trial(name, case, "dropout", run_dropout, self._dropped, TOLERANCE)

    def rate(self, name: str, case: Case) -> Trial:
        """A layer drops what each sub-layer gives once: its rate is the one asked for."""

        def truth(inputs: tuple, *_: Any) -> dict[str, Any]:
            largest = torch.tensor((1 + len(inputs)) / 0.75)
            return {"largest number": largest, "two calls drop": "other numbers each time"}

        return self._trial(name, _dropping(case), "dropout", run_rate, truth)

    def learning(self, name: str, case: Case) -> Trial:
        """A gradient arrives everywhere in training mode, where dropout is at work."""

        def truth(inputs: tuple, *_: Any) -> dict[str, list]:
            floating = [True for x in inputs if x.is_floating_point()]
            return {"a gradient for each input": floating, "parts that get no gradient": []}

        return self._trial(name, _dropping(case), "learns", run_learning, truth)

    def parameters(self, name: str, case: Case) -> Trial:
        """The module learns as many numbers as it should."""
        return Trial(
            name,
            (case.sizes, dict(case.options)),
            probe=count_parameters,
            verify=self._verify_parameters,
            criterion="parameters",
            shown=self.shown[2:],
        )

    def _trial(
        self,
        name: str,
        case: Case,
        criterion: str,
        probe: Callable[..., Any],
        truth: Callable[..., Any],
        tolerance: tuple[float, float] | None = None,
    ) -> Trial:
        return Trial(
            name,
            (*case.arguments(), (self.find, self.output, self.compared)),
            probe=probe,
            truth=truth,
            tolerance=tolerance,
            criterion=criterion,
            branch=case.branch,
            shown=(*self.shown, "", ""),
        )

    def _forward(
        self, inputs: tuple, given: dict, sizes: tuple, options: dict, seed: int, *_: Any
    ) -> Any:
        wide = tuple(x.double() if x.is_floating_point() else x for x in inputs)
        like = next((x for x in inputs if x.is_floating_point()), torch.zeros(()))
        return rounded(self.compared(self.truth(wide, given, sizes, options, seed)), like)

    def _dropped(
        self, inputs: tuple, given: dict, sizes: tuple, options: dict, seed: int, *_: Any
    ) -> dict[str, Tensor]:
        quiet = self.output(self._forward(inputs, given, sizes, options, seed))
        dropped = self._forward(inputs, given, sizes, options | {"dropout": 1.0}, seed)
        return {
            "in evaluation mode": quiet,
            "without dropout, in training mode": quiet,
            f"with dropout={NEARLY_ALL}, in training mode": self.output(dropped),
        }

    def _verify_parameters(self, value: int, sizes: tuple, options: dict) -> Finding | None:
        wanted = self.numbers(sizes, options)
        if value in wanted:
            return None
        return Finding(
            f"The module learns {value:,} numbers; expected {wanted[0]:,}.",
            "A part is missing, shared, unseen by the optimizer, one too many, or of another size.",
            "Print the module, and compare its layers with the contract, one by one.",
        )


def rounded(value: Any, like: Tensor) -> Any:
    """The truth in the number type of the input."""
    if isinstance(value, Tensor):
        return value.to(like.dtype)
    return type(value)(rounded(v, like) for v in value)


def _dropping(case: Case) -> Case:
    return replace(case, options={**case.options, "dropout": 0.25})


# --- beside the learner's code -------------------------------------------------------------------


def build(
    answer: Any, inputs: tuple, given: dict, sizes: tuple, options: dict, seed: int, how: tuple
) -> tuple[nn.Module, parts.Roles]:
    """The learner's module in eval mode with the known numbers in it, and its parts."""
    module: nn.Module = answer(*sizes, **options).eval()
    own = {name: copy(one) for name, one in given.items()}  # an answer may write into a list
    roles = how[0](module, lambda: module(*inputs, **own), sizes, options, sorted(given))
    parts.fill(roles, seed)
    return module, roles


def run_forward(answer: Any, *args: Any) -> Any:
    """What the module returns."""
    inputs, given, *_, (_, _, compared) = args
    return compared(build(answer, *args)[0](*inputs, **given))


def count_parameters(answer: Any, sizes: tuple, options: dict) -> int:
    """How many numbers the module learns."""
    return parts.count(answer(*sizes, **options))


def run_dropout(answer: Any, *args: Any) -> dict[str, Tensor]:
    """The output in both modes, with a dropout that takes all, and without dropout."""
    inputs, given, sizes, options, seed, how = args
    output = how[1]

    def made(dropout: dict[str, float]) -> nn.Module:
        return build(answer, inputs, given, sizes, options | dropout, seed, how)[0]

    dropping, plain = made({"dropout": NEARLY_ALL}), made({})
    return {
        "in evaluation mode": snapshot(output(dropping(*inputs, **given))),
        "without dropout, in training mode": snapshot(output(plain.train()(*inputs, **given))),
        f"with dropout={NEARLY_ALL}, in training mode": output(dropping.train()(*inputs, **given)),
    }


def run_rate(answer: Any, *args: Any) -> dict[str, Any]:
    """The largest number of a layer that adds 1 to zeros in each sub-layer, or what dropout keeps.

    A number that is kept grows by ``1 / (1 - dropout)``, each time it goes through dropout.
    """
    inputs, given, *_ = args
    module, roles = build(answer, *args)
    for role, slot in roles.items():
        if role.endswith(("w_o.weight", "feed_forward.2.weight")):
            slot.put(torch.zeros(slot.shape))
        elif role.endswith(("w_o.bias", "feed_forward.2.bias")):
            slot.put(torch.ones(slot.shape))
    zeros = [torch.zeros_like(x) for x in inputs]
    out, again = (snapshot(module.train()(*zeros, **given)[0]) for _ in range(2))
    drop = "the same numbers" if torch.equal(out, again) else "other numbers each time"
    return {"largest number": out.max(), "two calls drop": drop}


def run_learning(answer: Any, *args: Any) -> dict[str, Any]:
    """Where a gradient arrives in training mode: which numbers are dropped, is left to chance."""
    inputs, given, *_, (_, output, _) = args
    module, roles = build(answer, *args)
    leaves = tuple(x.clone().requires_grad_() if x.is_floating_point() else x for x in inputs)
    loss = weighted_sum(output(module.train()(*leaves, **given)))
    if loss.requires_grad:
        loss.backward()
    floating = (x for x in leaves if x.is_floating_point())
    return {
        "a gradient for each input": [x.grad is not None and bool(x.grad.any()) for x in floating],
        "parts that get no gradient": [
            name
            for name, slot in roles.items()
            # the bias of a key shifts all scores of a query alike, and softmax drops it
            if not slot.gradient().any() and not name.endswith("w_k.bias")
        ],
    }
