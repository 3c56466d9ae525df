"""What is tried on every module of notebook 06, given a reference that computes it from PyTorch's.

A ``Form`` says how a kind of module is made, where its parts are found and what is true of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor, nn

from ...engine.exercise import Finding, Trial
from ...engine.values import snapshot
from ..gradients import weighted_sum
from . import parts
from .reference import rounded

NEARLY_ALL = 0.999999  # a dropout that leaves nothing: what remains shows where it was applied
TOLERANCE = (1e-3, 5e-4)  # a norm makes small differences large where its numbers lie close


@dataclass(frozen=True)
class Form:
    """A kind of module.

    Attributes:
        find: ``find(module, calls, sizes)`` gives its parts by role.
        reference: ``reference(inputs, masks, sizes, options, seed)`` gives what ``forward`` should
            return; ``options`` may hold ``dropout=1.0``, and the answer is then that of training.
        numbers: ``numbers(sizes, options)`` gives how many numbers it learns; each count is right.
        shown: Names of ``inputs, masks, sizes, options`` in a report.
        output: Picks the output from what ``forward`` returns: its gradient is looked at.
    """

    find: Callable[..., parts.Roles]
    reference: Callable[..., Any]
    numbers: Callable[..., tuple[int, ...]]
    shown: tuple[str, ...]
    output: Callable[[Any], Tensor] = lambda out: out[0]

    def values(self, name: str, case: Case) -> Trial:
        """The module's numbers are those of the reference."""
        return Trial(
            name,
            (*case.arguments(), self.find),
            probe=run_forward,
            truth=self._forward,
            tolerance=TOLERANCE,
            branch=case.branch,
            shown=(*self.shown, "", ""),
        )

    def parameters(self, name: str, case: Case) -> Trial:
        """The module learns as many numbers as the reference."""
        return Trial(
            name,
            (case.sizes, dict(case.options)),
            probe=count_parameters,
            verify=self._verify_parameters,
            criterion="parameters",
            shown=self.shown[2:],
        )

    def dropout(self, name: str, case: Case) -> Trial:
        """Dropout works in training mode alone, only if asked for, and in the right places."""
        return Trial(
            name,
            (*case.arguments(), self.find, self.output),
            probe=run_dropout,
            truth=self._dropped,
            tolerance=TOLERANCE,
            criterion="dropout",
            branch=case.branch,
            shown=(*self.shown, "", "", ""),
        )

    def rate(self, name: str, case: Case) -> Trial:
        """A layer drops what each sub-layer gives once: its rate is the one asked for."""
        return Trial(
            name,
            (*replace(case, options={**case.options, "dropout": 0.25}).arguments(), self.find),
            probe=run_rate,
            truth=lambda inputs, *_: {"largest number": torch.tensor((1 + len(inputs)) / 0.75)},
            criterion="dropout",
            branch=case.branch,
            shown=(*self.shown, "", ""),
        )

    def learning(self, name: str, case: Case) -> Trial:
        """A gradient arrives everywhere in training mode, where dropout is at work."""
        dropping = replace(case, options={**case.options, "dropout": 0.25})
        return Trial(
            name,
            (*dropping.arguments(), self.find, self.output),
            probe=run_learning,
            truth=self._learning,
            criterion="learns",
            branch=case.branch,
            shown=(*self.shown, "", "", ""),
        )

    def _learning(self, inputs: tuple, *rest: Any) -> dict[str, Any]:
        floating = [True for x in inputs if x.is_floating_point()]
        return {"a gradient for each input": floating, "parts that get no gradient": []}

    def _forward(
        self, inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int, *_: Any
    ) -> Any:
        wide = tuple(x.double() if x.is_floating_point() else x for x in inputs)
        return rounded(self.reference(wide, masks, sizes, options, seed), _like(inputs))

    def _dropped(
        self, inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int, *_: Any
    ) -> dict[str, Tensor]:
        quiet = self.output(self._forward(inputs, masks, sizes, options, seed))
        dropped = self._forward(inputs, masks, sizes, options | {"dropout": 1.0}, seed)
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


@dataclass(frozen=True)
class Case:
    """One input to a module: what it is made with and what it is called with."""

    inputs: tuple[Tensor, ...]
    sizes: tuple[int, ...]
    masks: Mapping[str, Tensor | None] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    @property
    def branch(self) -> str:
        """Where the norm stands: learners often write each way by itself."""
        return "pre-LN" if self.options.get("norm_first") else "post-LN"

    def arguments(self) -> tuple[Any, ...]:
        """The first arguments of every probe."""
        given = {name: mask for name, mask in self.masks.items() if mask is not None}
        return self.inputs, given, self.sizes, self.options, self.seed


# --- beside the learner's code -------------------------------------------------------------------


def build(
    answer: Any, inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int, find: Any
) -> tuple[nn.Module, parts.Roles]:
    """The learner's module in eval mode with the known numbers in it, and its parts."""
    module = answer(*sizes, **options).eval()
    roles = parts.roles(
        module,
        lambda: module(*inputs, **masks),
        lambda calls: find(module, calls, sizes),
        *(sizes, options, sorted(masks)),
    )
    parts.settle_eps(module)
    parts.fill(roles, seed)
    return module, roles


def run_forward(
    answer: Any, inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int, find: Any
) -> Any:
    """What the module returns."""
    module, _ = build(answer, inputs, masks, sizes, options, seed, find)
    out = module(*inputs, **masks)
    if isinstance(out, tuple):  # a tuple of weights is as good as a list
        out = tuple(list(part) if isinstance(part, tuple) else part for part in out)
    return out


def count_parameters(answer: Any, sizes: tuple, options: dict) -> int:
    """How many numbers the module learns."""
    return parts.count(answer(*sizes, **options))


def run_dropout(answer: Any, *given: Any) -> dict[str, Tensor]:
    """The output in both modes, with a dropout that takes all, and without dropout."""
    inputs, masks, sizes, options, seed, find, output = given

    def made(dropout: dict[str, float]) -> nn.Module:
        return build(answer, inputs, masks, sizes, options | dropout, seed, find)[0]

    dropping, plain = made({"dropout": NEARLY_ALL}), made({})
    return {
        "in evaluation mode": snapshot(output(dropping(*inputs, **masks))),
        "without dropout, in training mode": snapshot(output(plain.train()(*inputs, **masks))),
        f"with dropout={NEARLY_ALL}, in training mode": output(dropping.train()(*inputs, **masks)),
    }


def run_rate(answer: Any, *given: Any) -> dict[str, Tensor]:
    """The largest number of a layer that adds 1 to zeros in each sub-layer, or what dropout keeps.

    A number that is kept grows by ``1 / (1 - dropout)``, each time it goes through dropout.
    """
    inputs, masks, *_ = given
    module, roles = build(answer, *given)
    for role, slot in roles.items():
        if role.endswith(("w_o.weight", "feed_forward.2.weight")):
            slot.put(torch.zeros(slot.shape))
        elif role.endswith(("w_o.bias", "feed_forward.2.bias")):
            slot.put(torch.ones(slot.shape))
    out = module.train()(*(torch.zeros_like(x) for x in inputs), **masks)[0]
    return {"largest number": out.max()}


def run_learning(answer: Any, *given: Any) -> dict[str, Any]:
    """Where a gradient arrives in training mode: which numbers are dropped, is left to chance."""
    inputs, masks, sizes, options, seed, find, output = given
    module, roles = build(answer, inputs, masks, sizes, options, seed, find)
    leaves = tuple(x.clone().requires_grad_() if x.is_floating_point() else x for x in inputs)
    loss = weighted_sum(output(module.train()(*leaves, **masks)))
    if loss.requires_grad:
        loss.backward()
    floating = (x for x in leaves if x.is_floating_point())
    return {
        "a gradient for each input": [x.grad is not None and bool(x.grad.any()) for x in floating],
        "parts that get no gradient": [
            n for n, slot in roles.items() if not slot.gradient().any() and not _no_effect(n)
        ],
    }


def _no_effect(role: str) -> bool:
    """The bias of a key shifts all scores of a query alike, and softmax drops it."""
    return role.endswith("w_k.bias")


def _like(inputs: tuple) -> Tensor:
    return next((x for x in inputs if x.is_floating_point()), torch.zeros(()))
