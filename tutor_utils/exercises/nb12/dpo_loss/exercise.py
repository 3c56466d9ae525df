"""The loss of direct preference optimization (Rafailov et al. 2023)."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused
from ...gradients import gradients_or_zeros

Four = tuple[Tensor, Tensor, Tensor, Tensor]


def one_loss(gain: float) -> float:
    """-ln σ(gain), without an overflow."""
    return max(-gain, 0.0) + math.log1p(math.exp(-abs(gain)))


def truth(
    chosen: Tensor, rejected: Tensor, ref_chosen: Tensor, ref_rejected: Tensor, beta: float
) -> Tensor:
    """The mean loss, pair by pair."""
    rows = zip(*(t.tolist() for t in (chosen, rejected, ref_chosen, ref_rejected)), strict=True)
    losses = [one_loss(beta * ((c - rc) - (r - rr))) for c, r, rc, rr in rows]
    return torch.tensor(sum(losses) / len(losses), dtype=chosen.dtype)


def pulls(
    answer: Any,
    chosen: Tensor,
    rejected: Tensor,
    ref_chosen: Tensor,
    ref_rejected: Tensor,
    beta: float,
) -> dict[str, Tensor]:
    """Probe: the gradient of the loss for each of the four log-probabilities."""
    given = [t.clone().requires_grad_() for t in (chosen, rejected, ref_chosen, ref_rejected)]
    names = ("chosen", "rejected", "ref_chosen", "ref_rejected")
    found = gradients_or_zeros(answer(*given, beta), given)
    return dict(zip(names, found, strict=True))


def truth_pulls(*args: Any) -> dict[str, Tensor]:
    """∓ beta · σ(-beta · gains) / B: negative for the chosen answer, positive for the rejected."""
    *four, beta = args
    chosen, rejected, ref_chosen, ref_rejected = (t.double() for t in four)
    gains = (chosen - ref_chosen) - (rejected - ref_rejected)
    pull = (beta / (1 + (beta * gains).exp()) / len(gains)).float()
    nothing = torch.zeros_like(pull)
    return dict(
        zip(
            ("chosen", "rejected", "ref_chosen", "ref_rejected"),
            (-pull, pull, nothing, nothing),
            strict=True,
        )
    )


def trials(inputs: Inputs) -> list[Trial]:
    """No change to the reference model; one pair; several; large differences."""

    def pairs(count: int, scale: float = 2.0) -> Four:
        return tuple(inputs.normal(count, scale=scale) - 4 for _ in range(4))  # type: ignore[return-value]

    one = tuple(torch.tensor([v]) for v in (-4.0, -6.0, -5.0, -3.0))
    same = pairs(3)[:2]
    far = (torch.tensor([-1.0]), torch.tensor([-2e4]), torch.tensor([-1e4]), torch.tensor([-1.0]))
    apart = (far[1], far[0], far[3], far[2])
    return [
        Trial("one pair", (*one, 0.5)),
        Trial("nothing has changed: -ln σ(0)", (*same, *(t.clone() for t in same), 0.1)),
        Trial("4 pairs", (*pairs(4), 0.1)),
        Trial("beta=2", (*pairs(5), 2.0)),
        Trial("large beta", (*pairs(3), 10.0)),
        Trial("the chosen one far ahead", (*far, 1.0), criterion="far"),
        Trial("the rejected one far ahead", (*apart, 1.0), criterion="far"),
        Trial(
            "gradients",
            (*pairs(4), 0.5),
            probe=pulls,
            truth=truth_pulls,
            criterion="pulls",
            shown=("chosen", "rejected", "ref_chosen", "ref_rejected", "beta"),
        ),
        *(
            refused(f"beta={beta}", *pairs(2), beta, mentions=(("beta", str(beta)),))
            for beta in (0.0, -0.1)
        ),
    ]


def small(inputs: Inputs, B: int, halves: int) -> Trial:
    four = (inputs.integers_as_float(B, low=-6, high=0) for _ in range(4))
    return Trial("", (*four, halves / 2))


exercise = Exercise(
    trials,
    call="dpo_loss(chosen, rejected, ref_chosen, ref_rejected, beta)",
    truth=truth,
    criteria={
        "far": "stays finite for answers far apart",
        "pulls": "pulls at the model's answers, and not at the reference",
        "refuses": "refuses a beta of 0 or below",
    },
    unless={"gradient": "the contract keeps it from the reference; a trial asks for the others"},
    smallest=SizeGrid({"B": (1, 2), "halves": (1, 2)}, small),
)
