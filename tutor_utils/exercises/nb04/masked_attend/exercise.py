"""Attention with a mask."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import formulas


def with_gradients(answer: Any, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> dict[str, Any]:
    """Probe: the results, and whether all gradients are finite."""
    leaves = [t.clone().requires_grad_() for t in (q, k, v)]
    output, weights = answer(*leaves, mask)
    loss = output.sum() + (weights**2).sum()
    gradients = torch.autograd.grad(loss, leaves, allow_unused=True)
    finite = all(g is None or bool(g.isfinite().all()) for g in gradients)
    return {"output": output, "weights": weights, "finite gradients": finite}


def truth_blocked(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> dict[str, Any]:
    """The expected results and finite gradients."""
    output, weights = formulas.attend(q, k, v, mask)
    return {"output": output, "weights": weights, "finite gradients": True}


def trials(inputs: Inputs) -> list[Trial]:
    """A mask of each shape that broadcasts; then rows with all keys blocked."""

    def three(B: int, h: int, L_q: int, L_k: int, d_k: int, d_v: int) -> tuple[Tensor, ...]:
        shapes = (L_q, d_k), (L_k, d_k), (L_k, d_v)
        return tuple(inputs.normal(B, h, *shape) for shape in shapes)

    def some_open(*shape: int) -> Tensor:
        mask = inputs.integers(0, 2, *shape).bool()
        mask[..., 0] = True  # at least one key stays open
        return mask

    def closed(name: str, *arguments: Tensor) -> Trial:
        return Trial(
            name,
            arguments,
            probe=with_gradients,
            truth=truth_blocked,
            criterion="blocked",
        )

    last_of_3 = torch.tensor([True, True, False])[None, None, None]
    small = tuple(inputs.integers_as_float(1, 1, 2, 2) for _ in range(3))
    padding = torch.arange(5) < torch.tensor([3, 1])[:, None, None, None]  # (2, 1, 1, 5)
    causal = torch.ones(1, 1, 4, 4, dtype=torch.bool).tril()
    last_closed = torch.tensor([[[[True, True], [False, False]]]])

    q, one_open = 50 * torch.ones(1, 1, 1, 2), torch.tensor([[[[True, False]]]])
    tempting = (q, torch.cat([-q, q], 2), torch.eye(2)[None, None], one_open)
    only_pads = padding & torch.tensor([True, False])[:, None, None, None]
    return [
        Trial("2 queries, the last of 3 keys blocked", (*three(1, 1, 2, 3, 2, 2), last_of_3)),
        Trial("no mask (mask is None)", three(2, 3, 4, 5, 6, 7)),
        Trial("a padding mask (B, 1, 1, L_k)", (*three(2, 3, 4, 5, 6, 7), padding)),
        Trial("a causal mask (1, 1, L, L)", (*three(2, 3, 4, 4, 2, 5), causal)),
        Trial("a mask of its own for each head", (*three(2, 3, 4, 5, 6, 7), some_open(2, 3, 4, 5))),
        Trial("a mask (L_q, L_k)", (*three(3, 2, 4, 6, 5, 7), some_open(4, 6))),
        # as many heads as sentences: an axis taken for another one raises nothing
        Trial("a mask (h, L_q, L_k), and B = h", (*three(2, 2, 3, 5, 4, 6), some_open(2, 3, 5))),
        Trial(
            "a mask (B, 1, L_q, L_k), and B = h", (*three(2, 2, 3, 5, 4, 6), some_open(2, 1, 3, 5))
        ),
        Trial("an open key at -3536, a blocked one at 3536", tempting, criterion="tempting"),
        closed("2 tokens, the second may read nothing", *small, last_closed),
        closed(
            "a sentence of nothing but pads, mask (B, 1, 1, L_k)",
            *three(2, 2, 3, 5, 4, 6),
            only_pads,
        ),
    ]


def last_key_blocked(
    inputs: Inputs, B: int, h: int, L_q: int, L_k: int, d_k: int, d_v: int
) -> Trial:
    """Whole numbers; the last key is blocked, unless it is the only one."""
    integers = inputs.integers_as_float
    mask = torch.arange(L_k).view(1, 1, 1, L_k) < max(1, L_k - 1)
    return Trial(
        "", (integers(B, h, L_q, d_k), integers(B, h, L_k, d_k), integers(B, h, L_k, d_v), mask)
    )


exercise = Exercise(
    trials,
    call="masked_attend(q, k, v, mask)",
    truth=formulas.attend,
    output_names=("output", "weights"),
    axes=("B h L_q d_v", "B h L_q L_k"),
    criteria={
        "tempting": "keeps a blocked key at 0, however high its score",
        "blocked": "gives zeros, with finite gradients, where every key is blocked",
    },
    version=3,
    smallest=SizeGrid(
        {
            **{"B": (1, 2), "h": (1, 2), "L_q": (1, 2), "L_k": (1, 2, 3)},
            **{"d_k": (1, 2), "d_v": (1, 2)},
        },
        last_key_blocked,
    ),
)
