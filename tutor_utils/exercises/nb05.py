"""Notebook 05: multi-head attention (paper, section 3.2.2)."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

from ..engine import compare
from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Finding, Mistake, Question, Trial, refuses

# --- merge_heads ---------------------------------------------------------------------------------


def _merge(x: Tensor) -> Tensor:
    """The heads of each token side by side, copied one head at a time."""
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=-1)


def _merge_trials(draw: Draw) -> list[Trial]:
    counting = torch.tensor([[[[10.0, 11.0], [20.0, 21.0]], [[12.0, 13.0], [22.0, 23.0]]]])
    return [
        Trial("1 sentence of 2 tokens, 2 heads of 2 features", (counting,)),
        Trial("sizes that all differ", (draw.normal(2, 3, 5, 4),)),
        Trial("one head", (draw.normal(3, 1, 2, 4),)),
        Trial("heads of one feature", (draw.normal(2, 6, 3, 1),)),
        Trial("float64, not contiguous", (draw.strided(4, 2, 7, 3, dtype=torch.float64),)),
        Trial(
            "heads as split_heads leaves them",
            (draw.normal(2, 5, 3, 4).transpose(1, 2),),
        ),
    ]


MERGE_HEADS = Exercise(
    id="merge_heads",
    title="put the heads side by side again",
    call="merge_heads(x)",
    trials=_merge_trials,
    truth=_merge,
    axes=("B L d_model",),
    points=1,
    smallest=Family(
        {"B": (1, 2), "h": (1, 2, 3), "L": (1, 2, 3), "d_k": (1, 2)},
        lambda draw, B, h, L, d_k: Trial("", (draw.counting(B, h, L, d_k),)),
    ),
    hints=(
        "`split_heads` did two things. Which one came last, and how do you undo it?",
        "Token t should end with all its features in one row: head 0, head 1, and so on. So the "
        "head axis has to stand beside the features, (B, L, h, d_k), before the two become one.",
        "`.transpose(1, 2)` moves the axis. After it, `.flatten(2)` or a `reshape` joins the two "
        "last axes.",
    ),
    mistakes=(
        Mistake(
            "merge-without-moving-back",
            "You joined the axes without moving the heads back first. A `reshape` moves nothing: "
            "one row of your result holds several tokens of one head.",
            "Look at row 0 of the small example: are all its numbers from token 0?",
            simulate=lambda x: x.reshape(x.shape[0], x.shape[2], -1),
            hint="`.transpose(1, 2)` comes first, the `reshape` second.",
        ),
        Mistake(
            "features-interleaved",
            "You joined (d_k, h) and not (h, d_k). The features of the heads are mixed like the "
            "teeth of a zip, while `split_heads` cut them into blocks.",
            "Look at the order of the two last axes before you join them.",
            simulate=lambda x: x.permute(0, 2, 3, 1).reshape(x.shape[0], x.shape[2], -1),
            hint="Before the join the axes should be (B, L, h, d_k).",
        ),
        Mistake(
            "heads-not-joined",
            "The heads stand beside the features again, but the two axes are still apart: "
            "(B, L, h, d_k).",
            "One step is missing: make one axis of the last two.",
            simulate=lambda x: x.transpose(1, 2),
            hint="`.flatten(2)`",
        ),
        Mistake(
            "heads-along-tokens",
            "You put the heads one after the other along the tokens: (B, h*L, d_k). A sentence "
            "does not get longer. Each token gets wider.",
            "Look at the `dim` of your `cat`, or at the two axes that you joined.",
            simulate=lambda x: x.flatten(1, 2),
            hint="The heads are joined along the last axis: `dim=-1`.",
        ),
        Mistake(
            "heads-averaged",
            "You took the mean of the heads. What each head found is lost in it, and the result is "
            "only d_k wide.",
            "Nothing is added here. The numbers only move.",
            simulate=lambda x: x.mean(1),
        ),
        Mistake(
            "heads-summed",
            "You added the heads. What each head found is lost in the sum, and the result is only "
            "d_k wide.",
            "Nothing is added here. The numbers only move.",
            simulate=lambda x: x.sum(1),
        ),
        Mistake(
            "sentences-mixed",
            "You put the head axis in front of the batch before you joined. Then one sentence holds "
            "numbers of another one.",
            "Look at the axes in your `permute`: the batch stays first.",
            simulate=lambda x: x.transpose(0, 1).reshape(x.shape[0], x.shape[2], -1),
        ),
        Mistake(
            "sentences-mixed",
            "You put the head axis in front of the batch before you joined. Then one sentence holds "
            "numbers of another one.",
            "Look at the axes in your `permute`: the batch stays first.",
            simulate=lambda x: x.permute(2, 0, 1, 3).reshape(x.shape[0], x.shape[2], -1),
        ),
        Mistake(
            "view-after-transpose",
            "`view` needs the numbers to lie in memory in the order of the axes. `transpose` only "
            "changes the order in which they are read.",
            "Use `reshape`, which copies where it must, or `.contiguous()` before `view`.",
            raises=r"view size is not compatible",
            hint="x.transpose(1, 2).reshape(...)",
        ),
        Mistake(
            "sizes-from-outside",
            "Your code uses sizes that are not those of `x`: fixed numbers, or names from another "
            "cell.",
            "Read all sizes from the argument: `B, h, L, d_k = x.shape`.",
            raises=r"name '(?:B|L|h|d_k|d_model|num_heads|batch_size)' is not defined|"
            r"is invalid for input of size",
            hint="B, h, L, d_k = x.shape",
        ),
    ),
)

# --- MultiHeadAttention --------------------------------------------------------------------------

_NAMES = ("w_q", "w_k", "w_v", "w_o")


def _made(answer: Any, *sizes: int, **options: float) -> nn.Module:
    """A module of the learner's class; where an instance was given, of its class."""
    return (type(answer) if isinstance(answer, nn.Module) else answer)(*sizes, **options)


def _loaded(answer: Any, weights: list[Tensor], num_heads: int, **options: float) -> nn.Module:
    """The learner's module in eval mode, with the weights copied into its four layers."""
    d_model = weights[0].shape[0]
    module = _made(answer, d_model, num_heads, **options).to(weights[0].dtype)
    for i, name in enumerate(_NAMES):
        layer = getattr(module, name)
        if not isinstance(getattr(layer, "weight", None), Tensor):
            raise TypeError(f"{name} is a {type(layer).__name__} and no nn.Linear")
        if layer.weight.shape != (d_model, d_model):
            shape = tuple(layer.weight.shape)
            raise TypeError(f"{name}.weight is {shape} where d_model is {d_model}")
        with torch.no_grad():
            layer.weight.copy_(weights[2 * i])
            if layer.bias is not None:
                layer.bias.copy_(weights[2 * i + 1])
    return module.eval()


def _second_call(
    answer: Any,
    weights: list[Tensor],
    query: Tensor,
    key: Tensor,
    value: Tensor,
    first: Tensor,
    num_heads: int,
    mask: Tensor,
) -> Any:
    """What the second call gives: nothing of the first may be left."""
    module = _loaded(answer, weights, num_heads)
    module(query, key, value, first)
    return module(query, key, value, mask)


def _forward(
    answer: Any,
    weights: list[Tensor],
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    num_heads: int,
) -> Any:
    return _loaded(answer, weights, num_heads)(query, key, value, mask)


def _attend(
    weights: list[Tensor],
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    num_heads: int,
    faults: Collection[str] = (),
) -> tuple[Tensor, Tensor]:
    """(output, weights) in float64, rounded at the end. ``faults`` puts mistakes in."""
    w = [t.double() for t in weights]
    if "bias-missing" in faults:
        w[1::2] = [torch.zeros_like(b) for b in w[1::2]]
    asks = value if "query-from-value" in faults else query
    listed, held = (value, key) if "key-and-value-swapped" in faults else (key, value)
    held = key if "value-from-key" in faults else held
    k_layer, v_layer = (0, 0) if "one-projection-for-all" in faults else (1, 2)
    k_layer = 0 if "key-shares-the-query-layer" in faults else k_layer

    def project(x: Tensor, i: int) -> Tensor:
        return (x[..., None, :].double() * w[2 * i]).sum(-1) + w[2 * i + 1]

    def split(x: Tensor, name: str) -> Tensor:  # (B, L, d_model) -> (B, h, L, d_k)
        if f"view-straight-{name}" in faults or (
            "view-straight-to-heads" in faults or "both-views-straight" in faults
        ):
            return x.reshape(x.shape[0], num_heads, x.shape[1], -1)
        if "no-heads" in faults:
            return x[:, None]
        return torch.stack(x.chunk(num_heads, dim=-1), dim=1)

    q, k = split(project(asks, 0), "q"), split(project(listed, k_layer), "k")
    v = split(held.double() if "value-not-projected" in faults else project(held, v_layer), "v")
    d_model, d_k = query.shape[-1], query.shape[-1] // num_heads
    scales = {
        "not-scaled": 1.0,
        "scale-by-d-model": math.sqrt(d_model),
        "scale-by-d-k": d_k,
        "scale-multiplied": 1 / math.sqrt(d_k),
        "scale-by-heads": math.sqrt(num_heads),
        "scale-by-length": math.sqrt(key.shape[1]),
        "no-heads": math.sqrt(d_model),
    }
    scale = next((scales[f] for f in faults if f in scales), math.sqrt(d_k))
    scores = (q[:, :, :, None] * k[:, :, None]).sum(-1) / scale  # (B, h, L_q, L_k)
    allowed = torch.ones_like(scores, dtype=torch.bool) if mask is None else mask
    if "mask-on-queries" in faults:
        allowed = allowed.transpose(-1, -2)
    allowed = allowed.expand(scores.shape)
    if "mask-of-another-sentence" in faults:  # repeated head by head beside sentence by sentence
        allowed = allowed[:, 0].repeat(num_heads, 1, 1).view(scores.shape)
    if "mask-inverted" in faults and mask is not None:
        allowed = ~allowed
    if "inverted-then-zeroed" in faults and mask is not None:
        masked = scores.masked_fill(allowed, -1e30)
    elif "mask-ignored" in faults or "mask-after-softmax" in faults:
        masked = scores
    elif "mask-added" in faults:
        masked = scores if mask is None else scores + allowed
    else:
        masked = scores.masked_fill(~allowed, 1e-9 if "fill-too-small" in faults else -math.inf)
    axes = {"softmax-over-queries": -2, "softmax-over-heads": 1, "softmax-over-batch": 0}
    axis = next((axes[f] for f in faults if f in axes), -1)
    attention = masked.softmax(axis).nan_to_num(0.0)
    if "mask-after-softmax" in faults or "inverted-then-zeroed" in faults:
        attention = attention * allowed
    heads = (attention[..., None] * v[:, :, None]).sum(-2)  # (B, h, L_q, d_k)
    if "merge-without-moving-back" in faults or "both-views-straight" in faults:
        merged = heads.reshape(heads.shape[0], heads.shape[2], -1)
    else:
        merged = torch.cat(list(heads.unbind(1)), dim=-1)  # (B, L_q, d_model)
    output = merged if "no-output-projection" in faults else project(merged, 3)
    if "weights-averaged" in faults:
        attention = attention.mean(1)
    if "scores-returned" in faults:
        attention = scores
    return output.to(query.dtype), attention.to(query.dtype)


def _weights(draw: Draw, d_model: int, bias: float = 0.0, **options: Any) -> list[Tensor]:
    """Weight and bias of the four layers, in the order w_q, w_k, w_v, w_o."""
    found: list[Tensor] = []
    for _ in _NAMES:
        found.append(draw.normal(d_model, d_model, scale=1.5 * d_model**-0.5, **options))
        found.append(bias * draw.normal(d_model, **options))
    return found


def _mha_trials(draw: Draw) -> list[Trial]:
    def three(batch: int, l_q: int, l_k: int, d: int, **options: Any) -> tuple[Tensor, ...]:
        lengths = (l_q, l_k, l_k)
        return tuple(draw.normal(batch, length, d, **options) for length in lengths)

    def trial(name: str, weights: list[Tensor], *rest: Any, **options: Any) -> Trial:
        shown = ("", "query", "key", "value", "mask", "num_heads")
        return Trial(name, (weights, *rest), run=_forward, truth=_attend, shown=shown, **options)

    small = [t for _ in _NAMES for t in (draw.whole(4, 4, low=-1, high=2), torch.zeros(4))]
    x = draw.whole(1, 2, 4, low=-1, high=3)
    pads = torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 0, 0, 0, 0]]).bool()[:, None, None]
    causal = torch.ones(5, 5).tril().bool()[None, None]
    per_head = (torch.arange(2 * 3 * 4 * 5).view(2, 3, 4, 5) % 7 % 3 != 1).index_fill(
        -1, torch.tensor(2), value=True
    )
    half, double = torch.float16, torch.float64
    itself = draw.normal(3, 5, 8)
    blocked = torch.tensor([[1, 1, 0], [0, 0, 0]]).bool()[:, None, None]
    parts = (_weights(draw, 6), *three(2, 4, 3, 6))
    return [
        trial("1 sentence of 2 tokens, 2 heads of 2 features", small, x, x, x, None, 2),
        trial("sizes that all differ", _weights(draw, 12), *three(2, 5, 7, 12), None, 4),
        trial("a padding mask (B, 1, 1, L_k)", _weights(draw, 8), *[itself] * 3, pads, 2),
        trial("a causal mask (1, 1, L, L)", _weights(draw, 8), *[itself] * 3, causal, 2),
        trial("a mask for each head", _weights(draw, 6), *three(2, 4, 5, 6), per_head, 3),
        Trial(
            "two calls with two masks",
            (_weights(draw, 8), *[itself] * 3, causal, 2, pads),
            run=_second_call,
            truth=lambda *args: _attend(*args[:4], args[6], args[5]),
            shown=("", "query", "key", "value", "first mask", "num_heads", "mask"),
        ),
        trial("layers with a bias", _weights(draw, 6, bias=0.7), *three(2, 3, 4, 6), None, 3),
        trial(
            "float64, not contiguous",
            _weights(draw, 9, dtype=double),
            *(draw.strided(2, length, 9, dtype=double) for length in (4, 6, 6)),
            None,
            3,
        ),
        trial(
            "half precision with a mask",
            _weights(draw, 8, dtype=half),
            *[draw.normal(3, 5, 8, dtype=half)] * 3,
            pads,
            2,
            tolerance=(3e-2, 1e-2),
        ),
        Trial(
            "every key of a sentence blocked",
            (*parts, blocked, 3),
            run=_blocked,
            test=_judge_blocked,
            criterion="blocked",
        ),
        Trial(
            "a learning step",
            (*parts, None, 3),
            run=_gradients,
            test=_judge_gradients,
            criterion="gradients",
        ),
        Trial(
            "dropout=0.25",
            (*_revealing(draw), 3, 0.25),
            run=_drop,
            test=_judge_drop,
            criterion="dropout",
        ),
        refuses(
            "d_model=10 and num_heads=3",
            draw.normal(2, 4, 10),
            3,
            mentions=(("num_heads", "d_model", "heads"), ("3", "10")),
            run=lambda answer, x, num_heads: _made(answer, x.shape[-1], num_heads)(x, x, x),
        ),
    ]


def _blocked(answer: Any, weights: list, query: Tensor, key: Tensor, *rest: Any) -> Any:
    """Output and gradients where sentence 1 has nothing to attend to."""
    value, mask, num_heads = rest
    module, query = _loaded(answer, weights, num_heads), query.clone().requires_grad_()
    output, _ = module(query, key, value, mask)
    output.sum().backward()
    return {"output": output, "gradients": [query.grad, *(p.grad for p in module.parameters())]}


def _judge_blocked(seen: Any, *args: Any) -> Finding | None:
    wanted, _ = _attend(*args)
    finite = [bool(g.isfinite().all()) for g in seen["gradients"] if isinstance(g, Tensor)]
    where = "The output" if not seen["output"].isfinite().all() else "A gradient"
    if where == "The output" or not all(finite):
        return Finding(
            f"{where} is NaN where every key of a sentence is blocked.", mistake="blocked-row-nan"
        )
    if not compare.close(seen["output"][0], wanted[0]):
        return Finding(
            "A sentence with nothing to attend to changes the output of the sentence beside it.",
            "Sentences of one batch are apart: each is computed as if it were alone.",
            "Look for an axis that mixes the batch.",
        )
    return None


def _gradients(answer: Any, weights: list, *rest: Any) -> list[str]:
    """Names of the layers whose weight gets no gradient from the output."""
    *inputs, num_heads = rest
    module = _loaded(answer, weights, num_heads)
    output, _ = module(*inputs)
    if output.requires_grad:
        (output * torch.linspace(-1, 1, output.numel()).view(output.shape)).sum().backward()
    found = []
    for name in _NAMES:
        gradient = getattr(module, name).weight.grad
        if gradient is None or not gradient.any():
            found.append(name)
    return found


def _judge_gradients(seen: list[str], *args: Any) -> Finding | None:
    if not seen:
        return None
    return Finding(f"No gradient reaches {', '.join(seen)}.", mistake="gradient-cut")


def _revealing(draw: Draw) -> tuple[list[Tensor], Tensor, Tensor]:
    """Weights and inputs with which the output of head i at feature j is the weight of key j.

    w_v and w_o hand on what they get, and token j has a one at feature j of each head.
    """
    weights = _weights(draw, 24)
    weights[4] = weights[6] = torch.eye(24)
    value = torch.eye(8).repeat(1, 3)[None]  # (1, 8, 24)
    return weights, draw.normal(1, 20, 24), value


def _drop(answer: Any, weights: list, x: Tensor, value: Tensor, num_heads: int, p: float) -> Any:
    """Outputs in eval and in train mode; and in train mode where all values are one."""
    module = _loaded(answer, weights, num_heads, dropout=p)
    key = x[:, : value.shape[1]]

    def output(held: Tensor) -> Tensor:
        return module(x, key, held)[0]

    seen = {"eval": output(value), "again": output(value)}
    module.train()
    seen |= {"train": output(value), "ones": output(torch.ones_like(value))}
    without = _loaded(answer, weights, num_heads).train()
    return seen | {"unasked": without(x, key, value)[0]}


def _judge_drop(
    seen: Any, weights: list, x: Tensor, value: Tensor, num_heads: int, p: float
) -> Finding | None:
    wanted, _ = _attend(weights, x, x[:, : value.shape[1]], value, None, num_heads)
    if not compare.close(seen["eval"], seen["again"]) or not compare.close(seen["eval"], wanted):
        return Finding("In eval mode the output is not the plain one.", mistake="dropout-in-eval")
    if not compare.close(seen["unasked"], wanted):
        return Finding(
            "No dropout was asked for, and in training mode the output changes.",
            mistake="rate-ignored",
        )
    train, ones = seen["train"], seen["ones"]
    if compare.close(train, wanted):
        return Finding("In training mode nothing was dropped.", mistake="dropout-missing")
    dropped = train.abs() < 1e-9
    kept = compare.wrong_cells(train, wanted / (1 - p), None) & ~dropped
    if kept.any():
        return Finding(
            "In training mode a weight is neither 0 nor its own value divided by 1 - p.",
            mistake="dropout-elsewhere",
        )
    blocks = ones.view(1, x.shape[1], num_heads, -1)
    if bool((blocks.amax(-1) - blocks.amin(-1) > 1e-4).any()):  # one head's features share a fate
        return Finding(
            "With values that are all one, features of one head came out differently.",
            mistake="dropout-on-output",
        )
    share = dropped.double().mean().item()
    if abs(share - p) > 0.12:
        return Finding(
            f"With dropout={p} the share of dropped weights is {share:.2f}.",
            mistake="dropout-elsewhere",
        )
    return None


def _faulty(slug: str, means: str, look: str, hint: str = "") -> Mistake:
    """A mistake that ``_attend`` can put in."""
    return Mistake(slug, means, look, fault=slug, hint=hint)


MULTI_HEAD_ATTENTION = Exercise(
    id="MultiHeadAttention",
    title="several attentions in one module",
    call="MultiHeadAttention(d_model, num_heads)(query, key, value, mask)",
    trials=_mha_trials,
    parts=("output", "weights"),
    axes=("B L_q d_model", "B h L_q L_k"),
    points=4,
    criteria={
        "blocked": "stays free of NaN where every key is blocked",
        "gradients": "lets all four layers learn",
        "dropout": "applies dropout to the weights, in training mode only",
    },
    faulty=lambda faults, *args: _attend(*args, faults=faults),
    smallest=Family(
        {"B": (1, 2), "L_q": (1, 2), "L_k": (1, 2), "h": (1, 2), "d_k": (1, 2), "pads": (0, 1)},
        lambda draw, B, L_q, L_k, h, d_k, pads: Trial(
            "",
            (
                [
                    draw.whole(*size, low=-1, high=2)
                    for _ in _NAMES
                    for size in ((h * d_k,) * 2, (h * d_k,))
                ],
                draw.whole(B, L_q, h * d_k),
                draw.whole(B, L_k, h * d_k),
                draw.whole(B, L_k, h * d_k),
                (torch.arange(L_k) < max(1, L_k - 1))[None, None, None] if pads else None,
                h,
            ),
            run=_forward,
            truth=_attend,
            shown=("", "query", "key", "value", "mask", "num_heads"),
        ),
    ),
    hints=(
        "Say it as a story first: make queries, keys and values, cut them into heads, let each "
        "head attend, put the heads side by side, mix them. Which of these steps do you have?",
        "`__init__` keeps what has weights or a setting: four `nn.Linear(d_model, d_model)`, "
        "`num_heads` and an `nn.Dropout(dropout)`. `forward` only uses them.",
        "The first line of `forward` for the query is `q = split_heads(self.w_q(query), "
        "self.num_heads)`. Key and value have the same line with their own layer.",
        "`masked_attend(q, k, v, mask)` gives you the weights. Dropout goes onto them, before they "
        "meet `v`: (B, h, L_q, L_k) @ (B, h, L_k, d_k).",
    ),
    mistakes=(
        Mistake(
            "layer-names",
            "A layer of the contract is not there under its name. The check puts known numbers into "
            "`w_q`, `w_k`, `w_v` and `w_o`, and so does everybody who loads saved weights.",
            "Look at the names after `self.` in `__init__`, and whether `__init__` is reached.",
            raises=r"object has no attribute 'w_[qkvo]'|w_[qkvo] is a \w+ and no nn.Linear",
            hint="self.w_q = nn.Linear(d_model, d_model), and the other three likewise.",
        ),
        Mistake(
            "layer-sizes",
            "A layer has another size than d_model by d_model. One layer serves all heads together; "
            "only its output is cut.",
            "Look at the sizes of the four layers: each maps d_model to d_model.",
            raises=r"w_[qkvo]\.weight is \(",
            hint="nn.Linear(d_model, d_model)",
        ),
        Mistake(
            "super-not-called",
            "`nn.Module` was not set up before you gave it a layer.",
            "`super().__init__()` is the first line of `__init__`.",
            raises=r"before Module\.__init__\(\) call",
        ),
        Mistake(
            "sizes-from-outside",
            "Your class reads sizes from names outside it. It then works for one model only, and "
            "breaks when a cell above gives the name another value.",
            "Keep each size as the module's own: `self.num_heads = num_heads`.",
            raises=r"name '(?:d_model|num_heads|d_k|h|batch_size)' is not defined|"
            r"shape '\[\d+, -?\d+, 8, 64\]' is invalid",
            hint="In `forward` write `self.num_heads`, never `num_heads`.",
        ),
        Mistake(
            "overflow-in-half",
            "The number that you fill into blocked places is too large for half precision. "
            "float16 ends at 65504.",
            "`-math.inf` exists in every float type; `torch.finfo(scores.dtype).min` fits too.",
            raises=r"without overflow",
            hint="`masked_attend` of notebook 04 does this for you.",
        ),
        Mistake(
            "mask-as-truth-value",
            "`if mask:` asks for one yes or no, but a mask holds many.",
            "Ask whether there is a mask: `if mask is not None`.",
            raises=r"Boolean value of Tensor with more than one value is ambiguous",
        ),
        Mistake(
            "weights-not-returned",
            "You returned one tensor. The contract asks for two: the output and the weights.",
            "Look at your `return` line. Later notebooks draw the weights.",
            when=lambda e: isinstance(e.value("sizes that all differ"), Tensor),
            hint="return output, weights",
        ),
        _faulty(
            "bias-missing",
            "Your four layers have no bias, or it is not added. The contract's "
            "`nn.Linear(d_model, d_model)` has one.",
            "Look for `bias=False`, or for a product with `.weight` in place of a call.",
            "Call the layer: `self.w_q(query)`.",
        ),
        _faulty(
            "value-from-key",
            "You made the values from `key`, so the argument `value` is never read. Where both are "
            "one tensor nobody notices.",
            "Read the three lines that project: which argument goes into `w_v`?",
            "v = split_heads(self.w_v(value), self.num_heads)",
        ),
        _faulty(
            "view-straight-to-heads",
            "You cut into heads with one reshape to (B, h, L, d_k). That moves no axis: a head then "
            "holds features of several tokens, and can read the future in spite of a mask.",
            "Use your `split_heads`: it cuts first and moves the axis after.",
        ),
        _faulty(
            "merge-without-moving-back",
            "You joined the heads without moving the head axis back. The tokens are scrambled, "
            "while every shape looks right.",
            "Use your `merge_heads` on the result of the attention.",
        ),
        _faulty(
            "both-views-straight",
            "You cut and you join with one reshape each. The two undo each other, so nothing looks "
            "scrambled; but in between a head holds whole tokens, and a token meets only its own "
            "few neighbours.",
            "Use your `split_heads` and `merge_heads`: both move an axis.",
        ),
        _faulty(
            "no-heads",
            "All features went into one attention: the cut into heads has no effect.",
            "Look at what you pass to the attention: (B, h, L, d_k), and not (B, L, d_model).",
        ),
        _faulty(
            "no-output-projection",
            "You returned the heads side by side. The last layer, `w_o`, is what mixes them: "
            "without it no head hears of another.",
            "Look at your last line: what does `self.w_o` get?",
            "output = self.w_o(merge_heads(heads))",
        ),
        _faulty(
            "not-scaled",
            "The scores are not divided by the root of d_k. The softmax then gives nearly all "
            "weight to one key.",
            "Let `masked_attend` do the scores, or divide by math.sqrt(d_k).",
        ),
        _faulty(
            "scale-by-d-model",
            "You divided by the root of d_model. Each head's dot product has only d_k terms, so the "
            "scores get too small and the attention too flat.",
            "Look at the width of what is multiplied: `q.shape[-1]` after the cut.",
        ),
        _faulty(
            "scale-by-d-k",
            "You divided by d_k and not by its root.",
            "Look for a missing `sqrt`.",
        ),
        _faulty(
            "scale-multiplied",
            "You multiplied by the root of d_k and did not divide.",
            "Look at the sign between the scores and the root.",
        ),
        _faulty(
            "key-shares-the-query-layer",
            "Your key goes through `w_q`, and `w_k` is not used. A word then asks and answers with the "
            "same vector.",
            "Which layer does each of query, key and value go through?",
        ),
        Mistake(
            "view-straight-to-heads",
            "q goes from (B, L, d_model) to (B, h, L, d_k) in one view. That does not move an axis: "
            "tokens and heads are scrambled.",
            "First (B, L, h, d_k), then swap two axes. Or use your split_heads.",
            fault="view-straight-q",
        ),
        Mistake(
            "view-straight-to-heads",
            "k goes from (B, L, d_model) to (B, h, L, d_k) in one view. That does not move an axis: "
            "tokens and heads are scrambled.",
            "First (B, L, h, d_k), then swap two axes. Or use your split_heads.",
            fault="view-straight-k",
        ),
        Mistake(
            "view-straight-to-heads",
            "v goes from (B, L, d_model) to (B, h, L, d_k) in one view. That does not move an axis: "
            "tokens and heads are scrambled.",
            "First (B, L, h, d_k), then swap two axes. Or use your split_heads.",
            fault="view-straight-v",
        ),
        Mistake(
            "mask-inverted",
            "Before the softmax you blocked the keys that may be seen; after it you zeroed the others. "
            "Hardly any weight is left.",
            "`masked_fill` fills where its argument is True. Is your argument the same both times?",
            fault="inverted-then-zeroed",
        ),
        Mistake(
            "remembers-a-call",
            "A second call of the same module still uses something of the first one, its mask for "
            "example. A module keeps its weights, and nothing of what came in.",
            "Look for `self.` on the left of an `=` inside `forward`.",
            when=lambda e: (
                e.failed("two calls with two masks")
                and not e.failed("a padding mask (B, 1, 1, L_k)")
            ),
        ),
        _faulty(
            "scale-by-heads",
            "You divided by the root of the number of heads. The width of one head counts, d_k.",
            "d_k is the last axis of q after the cut: d_model // num_heads.",
        ),
        _faulty(
            "scale-by-length",
            "You divided by the root of the number of keys. The width of one head counts, d_k.",
            "d_k is the last axis of q after the cut: d_model // num_heads.",
        ),
        Mistake(
            "heads-summed",
            "The heads are added up or averaged, so d_k numbers are left for each token. They should "
            "stand side by side: h times d_k numbers.",
            "Use merge_heads, which you wrote above.",
            raises=r"cannot be multiplied \(2x2 and 4x4\)",  # in the first trial: 2 tokens, d_k = 2
        ),
        Mistake(
            "heads-not-merged",
            "The heads went into the last layer one by one: it got d_k features and wants d_model.",
            "Merge them first, with the merge_heads that you wrote above.",
            raises=r"cannot be multiplied \(4x2 and 4x4\)",
        ),
        _faulty(
            "query-from-value",
            "Your query is made from `value`. With one sentence for all three nobody sees it; in "
            "cross-attention it is wrong.",
            "Look at the name in brackets after `self.w_q`.",
            "self.w_q(query)",
        ),
        _faulty(
            "key-and-value-swapped",
            "Key and value changed places. With one sentence for all three nobody sees it.",
            "Look at what `self.w_k` and `self.w_v` are called with.",
        ),
        _faulty(
            "one-projection-for-all",
            "Query, key and value all went through `w_q`.",
            "Look at the three lines that project: each has its own layer.",
        ),
        _faulty(
            "value-not-projected",
            "The value did not go through `w_v`.",
            "Look at the line that makes v.",
        ),
        _faulty(
            "mask-inverted",
            "You blocked what the mask allows. In this course True means: may attend.",
            "Look at the mask before it is used: one `~` too many, or one too few.",
        ),
        _faulty(
            "mask-ignored",
            "The mask changes nothing in your output. `masked_fill` returns a new tensor, and an "
            "argument that is not handed on is lost.",
            "Follow `mask` through `forward`: who uses it, and is the result kept?",
            "masked_attend(q, k, v, mask)",
        ),
        _faulty(
            "mask-after-softmax",
            "You set weights to zero after the softmax. The others then no longer sum to one.",
            "The mask comes before the softmax.",
        ),
        _faulty(
            "fill-too-small",
            "You filled blocked places with a number near zero. A score of zero is an ordinary "
            "score; only a very negative one gives a weight of zero.",
            "Look for a lost minus sign: 1e-9 is not -1e9.",
        ),
        _faulty(
            "mask-added",
            "You added the mask to the scores. True counts as 1, so a blocked key only loses a "
            "little weight.",
            "Blocked places need minus infinity: `masked_fill(~mask, -math.inf)`.",
        ),
        _faulty(
            "mask-on-queries",
            "You blocked rows and not columns: pads may not ask, but they are still read.",
            "Look at the axes of the mask when it meets the scores: the keys are the last one.",
        ),
        _faulty(
            "mask-of-another-sentence",
            "With batch and heads folded into one axis, the mask was repeated in the other order. "
            "Most heads then get the mask of another sentence.",
            "`repeat_interleave(h, dim=0)` keeps a sentence's heads together, `repeat` does not. "
            "Better: leave batch and heads apart.",
        ),
        _faulty(
            "softmax-over-batch",
            "Your softmax runs over the sentences of the batch, so they compete with each other.",
            "Look at `dim` of the softmax: the keys are the last axis.",
        ),
        _faulty(
            "softmax-over-queries",
            "The columns of your weights sum to one. Each query should share one unit of attention "
            "among the keys.",
            "Look at `dim` of the softmax: the keys are the last axis.",
        ),
        _faulty(
            "softmax-over-heads",
            "Your softmax runs over the heads, so the heads compete for each key.",
            "Look at `dim` of the softmax: the keys are the last axis.",
        ),
        _faulty(
            "weights-averaged",
            "You returned the mean of the weights over the heads. The contract asks for each head's "
            "own: (B, h, L_q, L_k).",
            "Return the weights as the attention gives them.",
        ),
        _faulty(
            "scores-returned",
            "You returned the scores where the weights belong. Weights come after the softmax.",
            "Look at the second thing that you return.",
        ),
        Mistake(
            "blocked-row-nan",
            "Softmax over nothing but minus infinity is 0/0. One such sentence spoils the loss of "
            "the whole batch.",
            "Use your `masked_attend`: it gives zeros for such a row.",
            on="blocked",
        ),
        Mistake(
            "gradient-cut",
            "A layer that gets no gradient never learns. Something cut its output off, or another "
            "layer was made in `forward` and used in its place.",
            "Look for `.detach()`, `.data`, `no_grad`, or an `nn.Linear(...)` inside `forward`.",
            on="gradients",
        ),
        Mistake(
            "dropout-in-eval",
            "Dropout is for training. After `module.eval()` two calls must give the same.",
            "Use an `nn.Dropout` made in `__init__`, or pass `training=self.training` to "
            "`F.dropout`.",
            on="dropout",
            hint="self.dropout = nn.Dropout(dropout)",
        ),
        Mistake(
            "dropout-missing",
            "The argument `dropout` has no effect. In training some weights are set to zero at "
            "random, so that no head relies on one token.",
            "Look at whether `self.dropout` is made, and whether its result is used.",
            on="dropout",
            hint="self.dropout(weights) @ v",
        ),
        Mistake(
            "dropout-on-output",
            "You applied dropout to the output. The contract asks for it on the weights, before "
            "they meet the values.",
            "Look at what goes into `self.dropout`.",
            on="dropout",
            hint="self.dropout(weights) @ v",
        ),
        Mistake(
            "rate-ignored",
            "Weights are dropped although dropout=0, which is the default: the rate is written into "
            "the code.",
            "Give the argument on: `nn.Dropout(dropout)`, with `dropout=0.0` in the `def` line.",
            on="dropout",
        ),
        Mistake(
            "dropout-elsewhere",
            "Dropout sets each weight to zero with probability p, and divides what is left by "
            "1 - p. It was applied to something else (the scores, q, k or v), or with another p.",
            "Look at what goes into `self.dropout`: the result of the softmax.",
            on="dropout",
            hint="self.dropout(weights) @ v",
        ),
        Mistake(
            "indivisible-not-refused",
            "10 features cannot be cut into 3 equal heads. Your module goes on, or stops with an "
            "error that does not say why.",
            "Test `d_model % num_heads` in `__init__`, and raise ValueError with both numbers.",
            when=lambda e: e.failed("d_model=10 and num_heads=3"),
            on="refuses",
            hint='if d_model % num_heads: raise ValueError(f"num_heads={num_heads} ...")',
        ),
    ),
)

# --- repaired_attention --------------------------------------------------------------------------
# The layers of the patient may have any names. So all of them are set to the identity: then the
# projections hand on what they get, and the output is plain attention on the inputs' own features.


def _identity(name: str, p: Tensor, d: int, heads: int) -> Tensor:
    """The identity in the layout of a matrix: whole, stacked, of one head, or all heads on axes."""
    d_k, eye = d // heads, torch.eye(d, dtype=p.dtype)
    if p.dim() == 2 and p.shape[1] == d and p.shape[0] % d == 0:
        return eye.repeat(p.shape[0] // d, 1)
    if p.shape in ((d_k, d), (d, d_k)):  # one module for each head: its number is in its name
        numbers = [int(part) for part in name.split(".") if part.isdigit()]
        part = eye[(numbers or [0])[-1] * d_k :][:d_k]
        return part if p.shape == (d_k, d) else part.T
    layouts = {
        (heads, d_k, d): eye.view(heads, d_k, d),
        (heads, d, d_k): eye.view(heads, d_k, d).transpose(1, 2),
        (d, heads, d_k): eye.view(d, heads, d_k),
        (heads, d_k, d_k): torch.eye(d_k, dtype=p.dtype).expand(heads, d_k, d_k),
    }
    return layouts.get(tuple(p.shape), torch.eye(*p.shape[-2:], dtype=p.dtype).expand(p.shape))


def _patient(answer: Any, d: int, heads: int, dtype: torch.dtype) -> nn.Module:
    module = _made(answer, d, heads)
    with torch.no_grad():
        for name, p in module.named_parameters():
            p.copy_(_identity(name, p, d, heads) if p.dim() > 1 else torch.zeros_like(p))
    return module.to(dtype).eval()


def _examine(
    answer: Any, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor, heads: int
) -> dict[str, Any]:
    """Everything that the diagnosis needs, each measured apart from the others."""
    module = _patient(answer, query.shape[-1], heads, query.dtype)
    seen: dict[str, Any] = {
        "matrices": sum(p.numel() for p in module.parameters() if p.dim() > 1),
        "plain": module(values, keys, query, None),
    }
    seen["masked"] = module(values, keys, query, mask)
    nothing = mask.clone()
    nothing[-1] = False
    seen["nothing"] = module(values, keys, query, nothing)
    try:
        module.half()
        seen["half"] = module(values.half(), keys.half(), query.half(), mask)
    except RuntimeError as error:
        seen["half"] = f"{error}"
    return seen


def _plain(answer: Any, values: Tensor, keys: Tensor, query: Tensor, *rest: Any) -> Any:
    mask, heads = rest
    return _patient(answer, query.shape[-1], heads, query.dtype)(values, keys, query, mask)


def _healthy(
    values: Tensor,
    keys: Tensor,
    query: Tensor,
    mask: Tensor | None,
    heads: int,
    asks: str = "query",
    scale: str = "d_k",
    merge: str = "right",
    masking: str = "right",
) -> Tensor:
    """Attention on the inputs' own features, head by head; the last four put faults in."""
    asking = {"query": query, "keys": keys, "values": values}[asks].double()
    d, d_k = query.shape[-1], query.shape[-1] // heads
    by = {"d_k": math.sqrt(d_k), "d_model": math.sqrt(d), "none": 1.0, "whole": float(d_k)}[scale]
    found = []
    for i in range(heads):
        part = slice(i * d_k, (i + 1) * d_k)
        scores = asking[..., part] @ keys[..., part].double().transpose(1, 2) / by  # (B, L_q, L_k)
        if mask is not None and masking != "ignored":
            allowed = mask[:, 0] if masking == "right" else ~mask[:, 0]
            scores = scores.masked_fill(~allowed, -1e300)
        found.append(scores.softmax(-1) @ values[..., part].double())
    if merge == "right":
        output = torch.cat(found, dim=-1)
    else:
        output = torch.stack(found, dim=1).reshape(asking.shape)
    return output.to(query.dtype)


_FAULTS = {
    "shared-projection": "one small layer serves every head",
    "no-output-projection": "no layer mixes the heads at the end",
    "wrong-query": "the query is made from another argument",
    "scale-by-d-model": "the scores are divided by the root of the whole width",
    "wrong-scale": "the scores are not divided by the root of the head size",
    "merge-without-moving-back": "the heads are joined without moving their axis back",
    "mask-inverted": "the mask blocks what it should allow",
    "mask-ignored": "the mask has no effect",
    "blocked-row-nan": "a sentence with every key blocked gives NaN",
    "overflow-in-half": "the constant behind the mask does not fit into half precision",
}


def _diagnose(
    seen: Any, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor, heads: int
) -> Finding | None:
    """Names every fault that is still there; the first one is explained."""
    plain = seen["plain"]
    if not isinstance(plain, Tensor):
        means, try_next, slug = compare.explain_kind(plain, query)
        saw = f"`forward` returned {compare.kind(plain)}; expected one tensor (B, L_q, embed_size)."
        return Finding(saw, means, try_next, diagnosis=slug)
    inputs, d = (values, keys, query), query.shape[-1]
    found = set()
    if seen["matrices"] < 3 * d * d:
        found.add("shared-projection")
    elif seen["matrices"] < 4 * d * d:
        found.add("no-output-projection")
    choices = product(
        ("query", "values", "keys"), ("d_k", "d_model", "none", "whole"), ("right", "straight")
    )
    fits = [c for c in choices if _same(plain, _healthy(*inputs, None, heads, *c))]
    if not fits:
        wanted = _healthy(*inputs, None, heads)
        if plain.shape != wanted.shape:
            saw, means, try_next, slug = compare.explain_shape(plain, wanted, "B L_q embed_size")
            return Finding(saw, means, try_next, diagnosis=slug)
        return Finding(
            f"With layers that change nothing: {compare.first_wrong(plain, wanted, None)}.",
            "This is not attention on the inputs, and none of the faults that the course knows.",
            "Write the shape beside each line of `forward`. Compare with your MultiHeadAttention.",
        )
    asks, scale, merge = fits[0]
    found |= {"wrong-query"} if asks != "query" else set()
    found |= {"d_model": {"scale-by-d-model"}, "d_k": set()}.get(scale, {"wrong-scale"})
    found |= {"merge-without-moving-back"} if merge != "right" else set()

    def masked(how: str) -> bool:
        wanted = _healthy(*inputs, mask, heads, *fits[0], how)
        return isinstance(seen["masked"], Tensor) and _same(seen["masked"], wanted)

    if not masked("right"):
        fault = next((how for how in ("inverted", "ignored") if masked(how)), None)
        if fault is None and not found:
            return Finding(
                "With a mask the numbers are wrong; without one they are right.",
                "A blocked key must weigh nothing, and the other weights must sum to one.",
                "Look at the order: scores, mask, softmax.",
            )
        found |= {f"mask-{fault}"} if fault else set()
    if not seen["nothing"].isfinite().all():
        found.add("blocked-row-nan")
    half = seen["half"]
    if isinstance(half, str) or not bool(half.isfinite().all()):
        found.add("overflow-in-half")
    there = [slug for slug in _FAULTS if slug in found]
    if not there:
        return None
    count = "1 fault is" if len(there) == 1 else f"{len(there)} faults are"
    listed = "; ".join(f"({i}) {_FAULTS[slug]}" for i, slug in enumerate(there, 1))
    return Finding(f"{count} still there: {listed}. About the first:", mistake=there[0])


def _same(actual: Tensor, wanted: Tensor) -> bool:
    return compare.close(actual, wanted)


def _clinic_trials(draw: Draw) -> list[Trial]:
    def three(batch: int, l_q: int, l_k: int, d: int, **options: Any) -> tuple[Tensor, ...]:
        return tuple(draw.normal(batch, n, d, scale=1.5, **options) for n in (l_k, l_k, l_q))

    pads = torch.tensor([[1, 1, 0, 1, 0], [1, 1, 1, 1, 0]]).bool()[:, None, None]
    full = torch.ones(2, 1, 3, 5).tril(2).bool()
    wide = three(2, 3, 5, 12, dtype=torch.float64)

    def formula(name: str, *args: Any) -> Trial:  # after the examination, which explains more
        return Trial(name, args, run=_plain, truth=_healthy, criterion="formula")

    return [
        Trial("the examination", (*three(2, 3, 5, 8), pads, 2), run=_examine, test=_diagnose),
        formula("three heads", *three(2, 4, 6, 9), None, 3),
        formula("float64, a mask with a row for each query", *wide, full, 4),
        refuses(
            "embed_size=10 and heads=3",
            10,
            3,
            mentions=(("heads", "embed_size"), ("3", "10")),
            run=lambda answer, d, heads: str(_made(answer, d, heads)),
        ),
    ]


REPAIRED_ATTENTION = Exercise(
    id="repaired_attention",
    title="the clinic: find the faults and mend them",
    call="SelfAttention(embed_size, heads)(values, keys, query, mask)",
    trials=_clinic_trials,
    axes=("B L_q embed_size",),
    criteria={"formula": "follows the paper's formula at other sizes"},
    points=3,
    hints=(
        "Mend one thing, run the check, read what is left. Start with what raises an error: which "
        "type does `/` give in Python?",
        "Count the numbers that learn. Attention on 8 features has four matrices of 8 x 8. How "
        "large are the layers here, and when are the features cut?",
        "Call it with three different tensors, and follow each of them by its name. Then follow "
        "the head axis through the last two lines.",
        "Each head's dot product has `head_size` terms: that is what the root is taken of. And "
        "float16 ends at 65504: which number is filled in behind the mask?",
    ),
    mistakes=(
        Mistake(
            "float-head-size",
            "The head size is a float, since `/` always gives a float in Python. Layers and "
            "reshapes ask for whole numbers.",
            "Look at the line that works out the head size.",
            raises=r"'float' object cannot be interpreted|must be tuple of ints|"
            r"invalid combination of arguments|type must be .*int",
            hint="head_size = embed_size // heads",
        ),
        Mistake(
            "shared-projection",
            "The features are cut first, and one layer of head size then serves all heads. Every "
            "head asks the same kind of question, about its own few features only.",
            "Make the three layers embed_size x embed_size, call them on the whole width, and cut "
            "after that.",
            hint="nn.Linear(embed_size, embed_size), then reshape what comes out.",
        ),
        Mistake(
            "no-output-projection",
            "Nothing mixes the heads at the end: feature 0 of the output comes from head 0 alone.",
            "One layer embed_size x embed_size comes after the join.",
        ),
        Mistake(
            "wrong-query",
            "The query is made from the keys or the values. In self-attention all three are one "
            "tensor, so nobody sees it; a decoder that asks an encoder gets nonsense.",
            "Call `forward` with three different tensors, and look at the three lines that project.",
            hint="The layer for queries is called with `query`.",
        ),
        Mistake(
            "scale-by-d-model",
            "The scores are divided by the root of the whole width. Each head's dot product has "
            "only head-size terms, so the attention gets too flat.",
            "Look at what is under the root.",
            hint="Divide by head_size ** 0.5.",
        ),
        Mistake(
            "wrong-scale",
            "The scores are not divided by the root of the head size.",
            "Look at the line that scales: is there a division, and a root?",
            hint="Divide by head_size ** 0.5.",
        ),
        Mistake(
            "merge-without-moving-back",
            "The heads are joined while their axis still stands before the tokens. The shape comes "
            "out right, and the tokens are scrambled.",
            "Write the shape beside the last two lines. Before the join it is (B, L_q, h, d_k).",
            hint="A `.transpose(1, 2)` is missing before the last reshape.",
        ),
        Mistake(
            "mask-inverted",
            "The mask blocks what it should allow. Here True means: may attend.",
            "Look at the condition in `masked_fill`: it names the places to block.",
            hint="masked_fill(~mask, ...)",
        ),
        Mistake(
            "mask-ignored",
            "The mask changes nothing. `masked_fill` returns a new tensor.",
            "Look at whether the result of `masked_fill` is kept.",
        ),
        Mistake(
            "blocked-row-nan",
            "Softmax over nothing but minus infinity is 0/0. A sentence of pads alone would spoil "
            "the whole batch.",
            "Turn NaN into 0 after the softmax, use `torch.finfo(scores.dtype).min`, or let your "
            "`masked_attend` do it.",
            hint="weights = weights.nan_to_num(0.0)",
        ),
        Mistake(
            "overflow-in-half",
            "The constant that stands for minus infinity does not fit into float16, which ends at "
            "65504. On a GPU in half precision the model stops with an error, or gives NaN.",
            "Take a value that the type has: `torch.finfo(scores.dtype).min`, or minus infinity.",
            hint="-1e4 fits into float16; -1e20 does not.",
        ),
        Mistake(
            "indivisible-not-refused",
            "With 10 features and 3 heads no whole head size exists. `//` drops a feature without "
            "a word, and an `assert` is left out when Python runs with -O.",
            "Test `embed_size % heads` in `__init__`, and raise ValueError with both numbers.",
            when=lambda e: e.failed("embed_size=10 and heads=3"),
            on="refuses",
            hint='if embed_size % heads: raise ValueError(f"heads={heads} ...")',
        ),
    ),
)

EXERCISES = (MERGE_HEADS, MULTI_HEAD_ATTENTION, REPAIRED_ATTENTION)

QUESTIONS = (
    Question(
        id="merge_reshape",
        text="x is (1, 2, 3, 4): 2 heads, 3 tokens, 4 features each. x.reshape(1, 3, 8) has the "
        "shape that we want. What does its row 0 hold?",
        answer="head 0 of tokens 0 and 1",
        choices={
            "head 0 of tokens 0 and 1": "A reshape reads the numbers in the order in which they "
            "lie: all tokens of head 0, then all tokens of head 1.",
            "both heads of token 0": "That is what we want, and it needs the transpose first.",
            "both heads of all tokens": "One row has 8 places, and there are 24 numbers.",
        },
    ),
    Question(
        id="mha_parameters",
        text="MultiHeadAttention(512, 8) has four layers nn.Linear(512, 512). How many numbers does "
        "it learn with 16 heads in place of 8?",
        answer="the same",
        choices={
            "the same": "Heads are a way to cut what the layers give. The layers stay as they are.",
            "twice as many": "Each head gets half as wide: 32 features in place of 64.",
            "half as many": "Each head is half as wide, but there are twice as many.",
        },
    ),
    Question(
        id="head_order",
        text="You give the heads another order before w_o, and reorder the columns of w_o in the "
        "same way. Does the output change?",
        answer="no",
        choices={
            "no": "w_o adds up what all heads bring. Which comes first is only a matter of names.",
            "yes": "w_o is a sum over all features of all heads. If its columns move with the "
            "heads, each number still meets its own weight.",
        },
    ),
    Question(
        id="one_or_eight",
        text="Each token shall report the numbers of its left and of its right neighbour. Of equal "
        "size: which can learn it, one wide head or eight narrow ones?",
        answer="eight heads",
        choices={
            "eight heads": "A head has one row of weights for each token. Looking at two places, "
            "and keeping apart what was found there, takes two heads.",
            "one head": "It has one row of weights for each token. If it looks at both neighbours, "
            "their numbers are mixed for good.",
            "both": "The layers are of equal size, but one head has only one row of weights for "
            "each token: what it finds at two places is mixed for good.",
        },
    ),
)
