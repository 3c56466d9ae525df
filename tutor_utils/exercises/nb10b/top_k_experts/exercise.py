"""A few networks out of many."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Finding, Remark, SizeGrid, Trial, refused
from ....engine.inputs import Inputs
from ...nb10 import llama

HINTS = (
    "3 experts, k = 2. The router gives a token 2, 1 and 0: which experts read it, and how much "
    "does each count?",
    "`router(x).topk(k, dim=-1)` gives k values and k numbers of experts for each token. These "
    "values alone go through the softmax.",
    "For expert i: which tokens chose it? `at = chosen == i` is (..., k); `at.any(-1)` says which "
    "tokens. Its weight there: `(weights * at).sum(-1)`.",
    "`output[reads] += weight[reads][:, None] * expert(x[reads])`, for each expert, from zeros on.",
)
TOLERANCE = (1e-3, 1e-4)
MOST_EXPERTS = 12


class Gated(nn.Module):
    """An expert: `SwiGLU`, with drawn numbers."""

    def __init__(self, inputs: Inputs, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.gate, self.wide = (inputs.linear(d_model, d_ff, bias=False) for _ in range(2))
        self.narrow = inputs.linear(d_ff, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """(..., d_model) -> the same."""
        return self.narrow(nn.functional.silu(self.gate(x)) * self.wide(x))


def tokens_read(answer: Any, x: Tensor, router: nn.Linear, experts: nn.ModuleList, k: int) -> int:
    """By all experts together."""
    read = []

    def note(expert: nn.Module, args: tuple[Tensor]) -> None:
        read.append(args[0][..., 0].numel())

    hooks = [expert.register_forward_pre_hook(note) for expert in experts]
    answer(x, router, experts, k)
    for hook in hooks:
        hook.remove()
    return sum(read)


def verify_read(value: int, x: Tensor, router: Any, experts: Any, k: int) -> Finding | None:
    """Each token goes through k experts."""
    wanted = k * x[..., 0].numel()
    if value <= wanted:
        return None
    return Finding(f"The experts read {value} tokens together; {wanted} are enough.")


def truth(x: Tensor, router: nn.Linear, experts: nn.ModuleList, k: int) -> Tensor:
    """Every expert reads every token; those that a token did not choose weigh nothing."""
    scores = x.double() @ router.weight.double().T
    if router.bias is not None:
        scores = scores + router.bias.double()
    last = scores.sort(-1, descending=True).values[..., k - 1 : k]
    powers = torch.where(scores < last, 0.0, (scores - scores.amax(-1, keepdim=True)).exp())
    shares = powers / powers.sum(-1, keepdim=True)
    output = torch.zeros_like(x, dtype=torch.float64)
    for i, expert in enumerate(experts):
        numbers = {
            name.removesuffix(".weight"): p.double() for name, p in expert.named_parameters()
        }
        output = output + shares[..., i : i + 1] * llama.gated(numbers, "", x.double())
    return output.to(x.dtype)


def given(inputs: Inputs, x: Tensor, n: int, d_ff: int, k: int, bias: bool = False) -> tuple:
    """Arguments whose scores are never close."""
    d_model = x.shape[-1]
    experts = nn.ModuleList(Gated(inputs, d_model, d_ff) for _ in range(n))
    for _ in range(100):
        router = inputs.linear(d_model, n, bias=bias)
        scores = router(x).detach().sort(-1).values
        if n == 1 or scores.diff(dim=-1).min() > 1e-3:
            break
    return x, router, experts, k


def trials(inputs: Inputs) -> list[Trial]:
    """From one expert to all of them."""
    normal = inputs.normal

    def trial(name: str, x: Tensor, n: int, d_ff: int, k: int, bias: bool = False) -> Trial:
        return Trial(name, given(inputs, x, n, d_ff, k, bias), tolerance=TOLERANCE)

    return [
        trial("1 token, 3 experts, k = 2", normal(1, 1, 2), 3, 3, 2),
        trial("k = 1", normal(2, 3, 4), 3, 5, 1),
        trial("k = 2 of 5", normal(2, 4, 6), 5, 3, 2),
        trial("a router with a bias", normal(2, 5, 4), 6, 3, 2, bias=True),
        trial("experts that nobody chose", normal(1, 2, 4), MOST_EXPERTS, 3, 1),
        trial("2 axes", normal(5, 4), 3, 6, 2),
        Trial(
            "how many tokens each expert reads",
            given(inputs, normal(2, 6, 4), 5, 3, 2),
            probe=tokens_read,
            verify=verify_read,
            criterion="sparse",
            shown=("x", "router", "experts", "k"),
        ),
        refused("k = 0", *given(inputs, normal(1, 2, 3), 4, 2, 0), mentions=("k", "0")),
    ]


def small(inputs: Inputs, B: int, L: int, n: int, k: int) -> Trial | None:
    """Few features; no more experts are chosen than there are, nor more made than it takes."""
    if not k <= n <= MOST_EXPERTS:
        return None
    return Trial("", given(inputs, inputs.normal(B, L, 2), n, 2, k), tolerance=TOLERANCE)


exercise = Exercise(
    trials,
    call="top_k_experts(x, router, experts, k)",
    hints=HINTS,
    truth=truth,
    axes=("B L d_model",),
    criteria={"refuses": "refuses a k below 1"},
    remarks={
        "sparse": Remark(
            "Your experts read tokens that did not choose them. The numbers are right, and the "
            "model costs as much as if every token went through all experts.",
            "",
            "output[reads] += weight[reads][:, None] * expert(x[reads])",
        ),
    },
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "n": (2, 3), "k": (2, 1)}, small),
)
