"""Multi-head attention (paper, section 3.2.2)."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from ....engine import compare
from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial, refused
from ....engine.values import snapshot
from ...drawing import verify_each
from ...formulas import attend, merge, split

NAMES = ("w_q", "w_k", "w_v", "w_o")
SHOWN = ("query", "key", "value", "mask", "num_heads")
# Everywhere here: weight (4, d_model, d_model) and bias (4, d_model), in the order of NAMES

# --- in the learner's process --------------------------------------------------------------------


def loaded(
    answer: Any, weight: Tensor, bias: Tensor, num_heads: int, **options: float
) -> nn.Module:
    """The learner's module in eval mode, with the weights copied into its four layers."""
    d_model = weight.shape[-1]
    module = answer(d_model, num_heads, **options)
    for i, name in enumerate(NAMES):
        layer = getattr(module, name)
        if not isinstance(getattr(layer, "weight", None), Tensor):
            raise TypeError(f"{name} is a {type(layer).__name__} and no nn.Linear")
        if layer.weight.shape != (d_model, d_model):
            shape = tuple(layer.weight.shape)
            raise TypeError(f"{name}.weight is {shape} where d_model is {d_model}")
        with torch.no_grad():
            layer.weight.copy_(weight[i])
            if layer.bias is not None:
                layer.bias.copy_(bias[i])
    return module.eval()


def forward(answer: Any, weight: Tensor, bias: Tensor, *rest: Any) -> Any:
    """Probe: output and weights of one call; a mask that is None is left out."""
    *inputs, num_heads = rest
    given = [one for one in inputs if one is not None]
    return loaded(answer, weight, bias, num_heads)(*given)


def blocked(answer: Any, weight: Tensor, bias: Tensor, *rest: Any) -> dict[str, Any]:
    """Probe: output and weights, and whether the gradients of the four layers are finite."""
    *inputs, num_heads = rest
    module = loaded(answer, weight, bias, num_heads)
    output, weights = module(*inputs)
    output.sum().backward()
    gradients = [p.grad for p in module.parameters() if p.grad is not None]
    finite = all(bool(g.isfinite().all()) for g in gradients)
    return {"output": output, "weights": weights, "finite gradients": finite}


def drop(answer: Any, weight: Tensor, bias: Tensor, *rest: Any) -> dict[str, Any]:
    """Probe: outputs in both modes; in training mode also where all values are one."""
    query, key, value, mask, num_heads, p = rest
    module = loaded(answer, weight, bias, num_heads, dropout=p)

    def output(values: Tensor, train: bool) -> Tensor:
        return snapshot(module.train(train)(query, key, values, mask)[0])

    _, weights = module.train()(query, key, value, mask)

    return {
        "eval": output(value, False),
        "again": output(value, False),
        "train": output(value, True),
        "ones": output(torch.ones_like(value), True),
        "weights": snapshot(weights),
        "later": output(value, True),
    }


# --- judge ---------------------------------------------------------------------------------------


def truth(weight: Tensor, bias: Tensor, *rest: Any) -> tuple[Tensor, Tensor]:
    """(output, weights), computed in float64 and rounded at the end."""
    *inputs, mask, num_heads = rest

    def project(x: Tensor, i: int) -> Tensor:
        return (x[..., None, :].double() * weight[i].double()).sum(-1) + bias[i].double()

    q, k, v = (split(project(x, i), num_heads) for i, x in enumerate(inputs))
    output, weights = attend(q, k, v, mask)
    dtype = inputs[0].dtype
    return project(merge(output), 3).to(dtype), weights.to(dtype)


def blocked_truth(weight: Tensor, bias: Tensor, *rest: Any) -> dict[str, Any]:
    """The expected result of ``blocked``."""
    output, weights = truth(weight, bias, *rest)
    return {"output": output, "weights": weights, "finite gradients": True}


def verify_dropout(seen: Any, weight: Tensor, bias: Tensor, *rest: Any) -> Finding | None:
    """Each weight is dropped with probability p, in training mode only."""
    num_heads, p = rest[-2:]
    wanted, plain = truth(weight, bias, *rest[:-1])
    still, train = seen["eval"], seen["train"]
    if not (compare.close(still, wanted) and compare.close(seen["again"], wanted)):
        return Finding(
            f"With dropout={p}, in eval mode, the output is not the plain one.",
            "The output may depend on the mode through dropout alone.",
            "Look for what reads `self.training` or `dropout`, in `__init__` and in `forward`.",
            mistake=None if compare.close(still, seen["again"]) else "dropout-in-eval",
        )
    if compare.close(train, wanted):
        if not compare.close(seen["weights"], plain):
            return Finding(
                "In training mode the weights that you return were dropped, and the output is that "
                "of the weights before.",
                "The values are mixed with weights of which nothing was dropped.",
                "Which weights meet the values: those that went into the dropout, or those that "
                "came out?",
                diagnosis="dropout-after-the-product",
            )
        return Finding(
            "In training mode the output is the same as in eval mode.", mistake="dropout-missing"
        )
    blocks = seen["ones"].unflatten(-1, (num_heads, -1))  # a head's features drop together
    if bool((blocks.amax(-1) - blocks.amin(-1) > 1e-4).any()):
        return Finding(
            "With values that are all one, features of one head came out differently.",
            mistake="dropout-on-output",
        )
    dropped = train.abs() < 1e-9
    if bool(dropped.any()) and torch.equal(dropped, seen["later"].abs() < 1e-9):
        return Finding(
            f"With dropout={p}, two calls in training mode drop the same weights.",
            "Dropout draws by chance, anew in each call.",
            "What decides which weights are dropped?",
        )
    each = dropped.unflatten(-1, (num_heads, -1))[..., :-1]  # the last key is blocked
    if together := verify_each(each, "B L_q h L_k"):
        return together
    share = dropped[wanted > 0].double().mean().item()
    scaled = torch.where(dropped, 0.0, wanted / (1 - p))
    if abs(share - p) < 0.12 and compare.close(train, scaled):
        return None
    return Finding(
        f"With dropout={p} in training mode, {share:.0%} of the weights are 0; of the others, "
        f"{compare.first_wrong(train, scaled, None)}.",
        "Dropout sets each weight to zero with probability p, and divides what is left by 1 - p. "
        "Yours does not do just that.",
        "What goes into your dropout, how often, with which rate, and what happens to the weights "
        "after it?",
    )


def four_layers(inputs: Inputs, d_model: int, bias: float = 0.0) -> tuple[Tensor, Tensor]:
    """Weight and bias of the four layers."""
    weight = inputs.normal(4, d_model, d_model, scale=1.5 * d_model**-0.5)
    return weight, bias * inputs.normal(4, d_model)


def revealing(inputs: Inputs) -> tuple[Any, ...]:
    """Arguments for which feature j of head i's output is the weight of key j.

    w_v and w_o are identities, and token j has a one at feature j of each head.
    """
    weight, bias = four_layers(inputs, 24)
    weight[2:] = torch.eye(24)
    x = inputs.normal(4, 8, 24)
    mask = torch.arange(8).ne(7)[None, None, None]
    return weight, bias, x, x, torch.eye(8).repeat(4, 1, 3), mask, 3


def trials(inputs: Inputs) -> list[Trial]:
    """Trials that tell mistakes apart: lengths, masks, biases, dropout."""

    def three(batch: int, l_q: int, l_k: int, d: int) -> tuple[Tensor, ...]:
        return tuple(inputs.normal(batch, length, d) for length in (l_q, l_k, l_k))

    # every query has an open key, and every key an open query; no two axes are alike
    opened = torch.tensor([[[1, 0, 1], [1, 1, 0]], [[1, 1, 0], [1, 0, 1]]]).bool()  # (2, 2, 3)
    shown = ("", "", *SHOWN)
    plain = partial(Trial, probe=forward, shown=shown)
    layers = partial(four_layers, inputs)
    small = inputs.integers_as_float(4, 4, 4, low=-1, high=2), torch.zeros(4, 4)
    x = inputs.integers_as_float(1, 2, 4, low=-1, high=3)
    pads = torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 0, 0, 0, 0]]).bool()[:, None, None]
    causal = torch.ones(5, 5).tril().bool()[None, None]
    itself = [inputs.normal(3, 5, 8)] * 3
    closed = torch.tensor([[1, 1, 0], [0, 0, 0]]).bool()[:, None, None]
    return [
        plain("1 sentence of 2 tokens, 2 heads of 2 features", (*small, x, x, x, None, 2)),
        plain("sizes that all differ", (*layers(12), *three(2, 5, 7, 12), None, 4)),
        plain("as many queries as keys", (*layers(8), *three(2, 4, 4, 8), None, 2)),
        plain("a padding mask (B, 1, 1, L_k)", (*layers(8), *itself, pads, 2)),
        plain("a causal mask (1, 1, L, L)", (*layers(8), *itself, causal, 2)),
        *(
            # as many heads as sentences: an axis taken for another one raises nothing
            plain(f"a mask {name}, and B = h", (*layers(4), *three(2, 2, 3, 4), mask, 2))
            for name, mask in {
                "(L_q, L_k)": opened[0],
                "(h, L_q, L_k)": opened,
                "(B, 1, L_q, L_k)": opened[:, None],
                "(B, h, L_q, L_k)": torch.stack([opened, opened.flip(0)]),
            }.items()
        ),
        plain("layers with a bias", (*layers(6, 0.7), *three(2, 3, 4, 6), None, 3)),
        Trial(
            "every key of a sentence blocked",
            (*layers(6, 0.7), *three(2, 4, 3, 6), closed, 3),
            probe=blocked,
            truth=blocked_truth,
            criterion="blocked",
            shown=shown,
        ),
        Trial(
            "dropout=0.25",
            (*revealing(inputs), 0.25),
            probe=drop,
            verify=verify_dropout,
            criterion="dropout",
            shown=(*shown, "dropout"),
        ),
        refused(
            "d_model=10 and num_heads=3",
            *(inputs.normal(2, 4, 10), 3),
            mentions=(("num_heads", "heads"), "3"),
            probe=lambda answer, x, num_heads: answer(x.shape[-1], num_heads)(x, x, x),
            shown=("query, key, value", "num_heads"),
        ),
    ]


def small_trial(inputs: Inputs, **sizes: int) -> Trial:
    """Whole numbers in the layers and in the inputs; the last key is a pad where pads=1."""
    batch, l_q, l_k, h, d_k, pads = sizes.values()
    d = h * d_k
    given = [inputs.integers_as_float(*size, low=-1, high=2) for size in ((4, d, d), (4, d))]
    three = (inputs.integers_as_float(batch, length, d) for length in (l_q, l_k, l_k))
    mask = (torch.arange(l_k) < max(1, l_k - 1))[None, None, None] if pads else None
    shown = ("weights of w_q, w_k, w_v, w_o", "biases", *SHOWN)
    return Trial("", (*given, *three, mask, h), probe=forward, shown=shown)


exercise = Exercise(
    trials,
    call="MultiHeadAttention(d_model, num_heads)(query, key, value, mask)",
    truth=truth,
    output_names=("output", "weights"),
    axes=("B L_q d_model", "B h L_q L_k"),
    criteria={
        "blocked": "gives weights of 0, and no NaN, where every key is blocked",
        "dropout": "applies dropout to the weights, in training mode only",
    },
    version=8,
    smallest=SizeGrid(
        {"B": (1, 2), "L_q": (1, 2), "L_k": (1, 2), "h": (1, 2), "d_k": (1, 2), "pads": (0, 1)},
        small_trial,
    ),
)
