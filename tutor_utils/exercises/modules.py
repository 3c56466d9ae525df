"""Trials of exercises whose answer is a module: a class with parameters.

A ``Kind`` describes the class: how to find its parameters by role, and its reference. A ``Case`` is
one instance with its input. The exercise lists its cases:

    KIND = Kind(find, truth, numbers, shown=("*x", "", "*d_model, d_ff", ""))

    def trials(inputs):
        case = Case((inputs.normal(2, 3, 4),), sizes=(4, 7), seed=inputs.seed)
        return [KIND.values("2 sentences of 3 tokens", case), KIND.dropout("dropout", case)]

Before a call every parameter is set to numbers that depend on its role alone (``parts``), so the
reference can compute the result whatever the learner's names are.
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
from .drawing import drawn_together
from .gradients import weighted_sum

NEARLY_ALL = 0.999999  # dropout that leaves (almost) nothing: the rest shows where it was applied
TOLERANCE = (1e-3, 5e-4)  # a norm amplifies rounding where its inputs are nearly equal


@dataclass(frozen=True)
class Case:
    """An instance of a module and its input.

    Attributes:
        inputs: Positional arguments of ``forward``.
        sizes: Positional arguments of the constructor.
        given: Keyword arguments of ``forward``: masks, a cache. None is left out.
        options: Keyword arguments of the constructor.
        seed: Draws the parameters.
        branch: See ``Trial``.
    """

    inputs: tuple[Tensor, ...]
    sizes: tuple[int, ...]
    given: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    branch: str = ""

    def arguments(self) -> tuple[Any, ...]:
        """The first arguments of every probe: (inputs, given, sizes, options, seed)."""
        given = {name: value for name, value in self.given.items() if value is not None}
        return self.inputs, given, self.sizes, self.options, self.seed


def with_lists(out: Any) -> Any:
    """A module's result with tuples of weights as lists: either is right."""
    if not isinstance(out, tuple):
        return out
    return tuple(list(part) if isinstance(part, tuple) else part for part in out)


def first(out: Any) -> Tensor:
    """The output of a module that returns (output, ...)."""
    return out[0]


@dataclass(frozen=True)
class Kind:
    """A class of modules.

    Attributes:
        find: ``find(module, run, sizes, options, names of given)`` returns its parameters by role;
            ``run`` calls the module once. ``partial(parts.in_a_call, ...)`` finds them by use.
        truth: ``truth(inputs, given, sizes, options, seed)``: the expected result of ``forward``;
            with ``dropout=1.0`` in ``options``, that of training mode.
        numbers: ``numbers(sizes, options)``: the parameter counts that are right.
        shown: Names of ``inputs, given, sizes, options`` in a report.
        output: Picks from the result the tensor to backpropagate from.
        compared: Picks from the result what is compared.
    """

    find: Callable[..., parts.Roles]
    truth: Callable[..., Any]
    numbers: Callable[..., tuple[int, ...]]
    shown: tuple[str, ...]
    output: Callable[[Any], Tensor] = first
    compared: Callable[[Any], Any] = with_lists

    def values(self, name: str, case: Case) -> Trial:
        """``forward`` gives the expected result in eval mode."""
        return self._trial(name, case, "values", run_forward, self._forward, TOLERANCE)

    def dropout(self, name: str, case: Case) -> Trial:
        """Dropout acts only in training mode, only if its rate is above 0, in the right places."""
        return self._trial(name, case, "dropout", run_dropout, self._dropped, TOLERANCE)

    def rate(self, name: str, case: Case) -> Trial:
        """A layer drops each sub-layer's output once, at the given rate."""

        def truth(inputs: tuple, *_: Any) -> dict[str, Any]:
            return {
                "largest number": torch.tensor((2 ** (1 + len(inputs)) - 1) / 0.75),
                "two calls drop": "other numbers each time",
                "each number is drawn by itself": True,
            }

        return self._trial(name, _dropping(case), "dropout", run_rate, truth)

    def learning(self, name: str, case: Case) -> Trial:
        """In training mode with dropout, every input and parameter gets a gradient."""

        def truth(inputs: tuple, *_: Any) -> dict[str, list]:
            floating = [True for x in inputs if x.is_floating_point()]
            return {"a gradient for each input": floating, "parts that get no gradient": []}

        return self._trial(name, _dropping(case), "learns", run_learning, truth)

    def parameters(self, name: str, case: Case) -> Trial:
        """The number of parameters is right."""
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
    """The expected result in the dtype of the input."""
    if isinstance(value, Tensor):
        return value.to(like.dtype)
    return type(value)(rounded(v, like) for v in value)


def _dropping(case: Case) -> Case:
    return replace(case, options={**case.options, "dropout": 0.25})


# --- in the learner's process --------------------------------------------------------------------


def build(
    answer: Any, inputs: tuple, given: dict, sizes: tuple, options: dict, seed: int, how: tuple
) -> tuple[nn.Module, parts.Roles]:
    """The learner's module in eval mode, its parameters set by role, and these roles."""
    module: nn.Module = answer(*sizes, **options).eval()
    own = {name: copy(one) for name, one in given.items()}  # an answer may write into a list
    roles = how[0](module, lambda: module(*inputs, **own), sizes, options, sorted(given))
    parts.fill(roles, seed)
    return module, roles


def run_forward(answer: Any, *args: Any) -> Any:
    """Probe: the result of ``forward``, as far as it is compared."""
    inputs, given, *_, (_, _, compared) = args
    return compared(build(answer, *args)[0](*inputs, **given))


def count_parameters(answer: Any, sizes: tuple, options: dict) -> int:
    """Probe: the number of parameters."""
    return parts.count(answer(*sizes, **options))


def run_dropout(answer: Any, *args: Any) -> dict[str, Tensor]:
    """Probe: the output in both modes, without dropout and with a rate of nearly 1."""
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
    """Probe: what a layer gives for zeros, if its sub-layers give 1, 2 and 4.

    Dropout scales what it keeps by ``1 / (1 - dropout)``, each time that it is applied.
    """
    inputs, given, *_ = args
    module, roles = build(answer, *args)
    gives = 1
    for role, slot in roles.items():
        if role.endswith(("w_o.weight", "feed_forward.2.weight")):
            slot.put(torch.zeros(slot.shape))
        elif role.endswith(("w_o.bias", "feed_forward.2.bias")):
            slot.put(torch.full(slot.shape, gives))
            gives *= 2
    zeros = [torch.zeros_like(x) for x in inputs]
    out, again = (snapshot(module.train()(*zeros, **given)[0]) for _ in range(2))
    drop = "the same numbers" if torch.equal(out, again) else "other numbers each time"
    whole = (0.75 * out).round().int()
    each = torch.stack([whole >> i & 1 for i in range(gives.bit_length() - 1)], dim=-1)
    return {
        "largest number": out.max(),
        "two calls drop": drop,
        "each number is drawn by itself": not drawn_together(each, "B L d_model sub-layer"),
    }


def run_learning(answer: Any, *args: Any) -> dict[str, Any]:
    """Probe: which inputs and parameters get a gradient in training mode."""
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
