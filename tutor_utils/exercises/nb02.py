"""Notebook 02: Q, K, V projection and head splitting (paper, section 3.2.2)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Mistake, Question, Trial, refuses

# --- project_qkv ---------------------------------------------------------------------------------


def _affine(x: Tensor, layer: nn.Linear) -> Tensor:
    """x W^T + b, one output feature at a time."""
    columns = [(x * row).sum(-1) for row in layer.weight]
    y = torch.stack(columns, dim=-1)
    return y if layer.bias is None else y + layer.bias


def _qkv(x: Tensor, w_q: nn.Linear, w_k: nn.Linear, w_v: nn.Linear) -> tuple[Tensor, ...]:
    return _affine(x, w_q), _affine(x, w_k), _affine(x, w_v)


def _project_trials(draw: Draw) -> list[Trial]:
    def three(width: int, **options: object) -> tuple[nn.Linear, ...]:
        return tuple(draw.linear(width, width, **options) for _ in range(3))

    double = torch.float64
    return [
        Trial("1 sentence of 2 tokens, 2 features", (draw.whole(1, 2, 2), *three(2))),
        Trial("2 sentences of 3 tokens, 5 features", (draw.normal(2, 3, 5), *three(5))),
        Trial("layers without bias", (draw.normal(3, 2, 4), *three(4, bias=False))),
        Trial(
            "float64, not contiguous",
            (draw.strided(2, 5, 6, dtype=double), *three(6, dtype=double)),
        ),
    ]


PROJECT_QKV = Exercise(
    id="project_qkv",
    title="project into query, key and value",
    call="project_qkv(x, w_q, w_k, w_v)",
    trials=_project_trials,
    truth=_qkv,
    parts=("q", "k", "v"),
    axes=("B L d_model",) * 3,
    points=1,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2), "d_model": (1, 2)},
        lambda draw, B, L, d_model: Trial(
            "",
            (draw.whole(B, L, d_model), *(draw.linear(d_model, d_model) for _ in range(3))),
        ),
    ),
    hints=(
        "A token asks with its query, is listed under its key, and hands over its value. How many "
        "layers do you need, and what does each one read?",
        "An `nn.Linear` is called like a function: `layer(x)`. It works on the last axis.",
        "All three layers read the same `x`. Return three tensors with commas between them, in the "
        "order q, k, v.",
    ),
    mistakes=(
        Mistake(
            "one-projection-for-all",
            "You used the same layer for query, key and value. Then q and k are equal, so token A "
            "looks at B just as much as B looks at A.",
            "Look at which of `w_q`, `w_k`, `w_v` each of the three lines calls.",
            simulate=lambda x, w_q, w_k, w_v: (_affine(x, w_q),) * 3,
            hint="The second line calls `w_k` and the third line calls `w_v`.",
        ),
        Mistake(
            "value-not-projected",
            "You returned `x` itself as the value. The value has a layer of its own, `w_v`.",
            "Look at the third value that you return.",
            simulate=lambda x, w_q, w_k, w_v: (_affine(x, w_q), _affine(x, w_k), x),
            hint="v = w_v(x)",
        ),
        Mistake(
            "projections-chained",
            "You projected what was already projected: the key is made from q, or the value from k. "
            "All three start from the same x.",
            "Look at the name in brackets in each call, and whether `x` was overwritten.",
            simulate=lambda x, w_q, w_k, w_v: (
                (q := _affine(x, w_q)),
                (k := _affine(q, w_k)),
                _affine(k, w_v),
            ),
            hint="Write `w_k(x)`, not `w_k(q)`.",
        ),
        Mistake(
            "order-of-results",
            "The three tensors are right but come in another order. The caller unpacks q, k, v.",
            "Look at the order in your `return` line.",
            simulate=lambda x, w_q, w_k, w_v: (_affine(x, w_k), _affine(x, w_q), _affine(x, w_v)),
        ),
        Mistake(
            "order-of-results",
            "The three tensors are right but come in another order. The caller unpacks q, k, v.",
            "Look at the order in your `return` line.",
            simulate=lambda x, w_q, w_k, w_v: (_affine(x, w_q), _affine(x, w_v), _affine(x, w_k)),
        ),
        Mistake(
            "weight-not-transposed",
            "You multiplied x by `layer.weight` as it lies in memory. `nn.Linear` keeps its weight "
            "as (out, in), so it computes x @ weight.T + bias.",
            "Let the layer do it: call it with x.",
            simulate=lambda *a: tuple(
                a[0] @ w.weight + (0 if w.bias is None else w.bias) for w in a[1:]
            ),
        ),
        Mistake(
            "bias-forgotten",
            "Your numbers are x @ weight.T. The layer also adds its bias.",
            "Call the layer itself, `w_q(x)`: it does both.",
            simulate=lambda *a: tuple(a[0] @ w.weight.T for w in a[1:]),
        ),
    ),
)

# --- split_heads ---------------------------------------------------------------------------------


def _split(x: Tensor, num_heads: int) -> Tensor:
    """Head i of token t holds features i*d_k:(i+1)*d_k of token t, copied one head at a time."""
    d_k = x.shape[-1] // num_heads
    return torch.stack([x[:, :, i * d_k : (i + 1) * d_k] for i in range(num_heads)], dim=1)


def _split_trials(draw: Draw) -> list[Trial]:
    counting = torch.arange(8.0).view(1, 2, 4)
    return [
        Trial("1 sentence of 2 tokens, 4 features, 2 heads", (counting, 2)),
        Trial("sizes that all differ", (draw.normal(2, 5, 12), 3)),
        Trial("more heads than features in a head", (draw.normal(3, 7, 10), 5)),
        Trial("one head", (draw.normal(2, 3, 4), 1)),
        Trial(
            "float64, not contiguous",
            (draw.normal(4, 6, 3, dtype=torch.float64).transpose(1, 2), 2),
        ),
        refuses(
            "10 features and 3 heads",
            draw.normal(2, 4, 10),
            3,
            mentions=(("num_heads", "d_model", "heads"), ("3", "10")),
        ),
    ]


SPLIT_HEADS = Exercise(
    id="split_heads",
    title="cut the features into heads",
    call="split_heads(x, num_heads)",
    trials=_split_trials,
    truth=_split,
    axes=("B h L d_k",),
    points=2,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2, 3), "h": (1, 2, 3), "d_k": (1, 2)},
        lambda draw, B, L, h, d_k: Trial("", (draw.counting(B, L, h * d_k), h)),
    ),
    hints=(
        "Which axis is cut into heads: the tokens, or the features of each token?",
        "Two steps. First cut the last axis in two: (B, L, d_model) -> (B, L, h, d_k). Then move the "
        "head axis to its place.",
        "`x.reshape(B, L, num_heads, d_k)` cuts. `.transpose(1, 2)` swaps the axes L and h.",
    ),
    mistakes=(
        Mistake(
            "view-straight-to-heads",
            "You went from (B, L, d_model) to (B, h, L, d_k) in one reshape. That does not move an "
            "axis: it cuts the numbers anew, so one head holds features of other tokens.",
            "Look at head 0 of token 1 in the small example: whose features are these?",
            simulate=lambda x, h: x.reshape(x.shape[0], h, x.shape[1], -1),
            hint="First reshape to (B, L, h, d_k), only then `.transpose(1, 2)`.",
        ),
        Mistake(
            "heads-not-moved",
            "You cut the features into heads, but left the head axis behind the tokens: "
            "(B, L, h, d_k). Attention would then compare heads with heads and not tokens with "
            "tokens.",
            "Look at the order of the axes after the cut.",
            simulate=lambda x, h: x.reshape(x.shape[0], x.shape[1], h, -1),
            hint="One `.transpose(1, 2)` is missing.",
        ),
        Mistake(
            "features-interleaved",
            "You cut the features into (d_k, h) instead of (h, d_k). Head i then holds every h-th "
            "feature; the contract asks for neighbours, i*d_k to (i+1)*d_k.",
            "Look at the order of the two last sizes in your reshape.",
            simulate=lambda x, h: x.reshape(*x.shape[:2], -1, h).permute(0, 3, 1, 2),
            hint="The last two sizes are `num_heads, d_k`, in this order.",
        ),
        Mistake(
            "wrong-axes-swapped",
            "The heads are right, but tokens and features of each head changed places: "
            "(B, h, d_k, L).",
            "Look at the two numbers in your last `transpose` or at the order in `permute`.",
            simulate=lambda x, h: x.reshape(*x.shape[:2], h, -1).permute(0, 2, 3, 1),
            hint="`transpose(1, 2)` swaps L and h and leaves d_k last.",
        ),
        Mistake(
            "heads-before-batch",
            "You put the head axis in front of the batch axis: (h, B, L, d_k). The course keeps the "
            "batch first everywhere.",
            "Look at which axis stands first after your `permute`.",
            simulate=lambda x, h: x.reshape(*x.shape[:2], h, -1).permute(2, 0, 1, 3),
        ),
        Mistake(
            "float-head-size",
            "The size of a head is a float, since `/` always gives a float in Python.",
            "Look at the line that works out d_k: use `//`.",
            raises=r"'float' object cannot be interpreted|must be tuple of ints|"
            r"invalid combination of arguments",
            hint="d_k = d_model // num_heads",
        ),
        Mistake(
            "indivisible-not-refused",
            "With 10 features and 3 heads no whole d_k exists. Your code goes on (and `//` drops "
            "features without a word), or stops with an error that does not say why.",
            "Test `d_model % num_heads` before you cut, and raise ValueError with both numbers.",
            when=lambda e: e.failed("10 features and 3 heads"),
            on="refuses",
            hint='if d_model % num_heads: raise ValueError(f"num_heads={num_heads} ...")',
        ),
    ),
)

# --- project_qkv_fused ---------------------------------------------------------------------------


def _fused(x: Tensor, w_qkv: nn.Linear) -> tuple[Tensor, ...]:
    y, d = _affine(x, w_qkv), x.shape[-1]
    return y[..., :d], y[..., d : 2 * d], y[..., 2 * d :]


def _fused_trials(draw: Draw) -> list[Trial]:
    double = torch.float64
    return [
        Trial("1 sentence of 2 tokens, 2 features", (draw.whole(1, 2, 2), draw.linear(2, 6))),
        Trial("2 sentences of 3 tokens, 5 features", (draw.normal(2, 3, 5), draw.linear(5, 15))),
        Trial("3 sentences of 6 tokens", (draw.normal(3, 6, 4), draw.linear(4, 12, bias=False))),
        Trial(
            "float64, not contiguous",
            (draw.strided(2, 9, 3, dtype=double), draw.linear(3, 9, dtype=double)),
        ),
    ]


PROJECT_QKV_FUSED = Exercise(
    id="project_qkv_fused",
    title="one layer for all three projections",
    call="project_qkv_fused(x, w_qkv)",
    trials=_fused_trials,
    truth=_fused,
    parts=("q", "k", "v"),
    axes=("B L d_model",) * 3,
    points=1,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2), "d_model": (1, 2)},
        lambda draw, B, L, d_model: Trial(
            "",
            (draw.whole(B, L, d_model), draw.linear(d_model, 3 * d_model)),
        ),
    ),
    hints=(
        "One layer gives 3 * d_model features for each token. Which of them are the query?",
        "The weights are stacked in the order q, k, v. So the first d_model features are q.",
        "`w_qkv(x).chunk(3, dim=-1)` cuts the last axis into three equal parts.",
    ),
    mistakes=(
        Mistake(
            "cut-along-tokens",
            "You cut the axis of the tokens (or of the sentences) into three. The three projections "
            "lie side by side in the features, the last axis.",
            "Look at `dim` in your `chunk` or `split`. Without `dim` it is 0, the sentences.",
            when=lambda e: _cut_elsewhere(e),
            hint="chunk(3, dim=-1)",
        ),
        Mistake(
            "one-part-three-times",
            "q, k and v are the same third of the projection.",
            "The second third is k, the last one is v.",
            simulate=lambda x, w: (_affine(x, w)[..., : x.shape[-1]],) * 3,
        ),
        Mistake(
            "numbers-regrouped",
            "`view(3, B, L, d_model)` cuts the numbers in memory order, so q holds tokens of the whole "
            "projection one after the other. The three parts lie side by side in the last axis.",
            "Cut the last axis: `chunk(3, dim=-1)`.",
            simulate=lambda x, w: tuple(_affine(x, w).reshape(3, *x.shape)),
        ),
        Mistake(
            "features-interleaved",
            "You took every third feature: q, k, v, q, k, v, ... The stacked layer holds all of q "
            "first, then all of k, then all of v.",
            "Look at the reshape: (3, d_model) and (d_model, 3) are not the same.",
            simulate=lambda x, w: tuple(_affine(x, w)[..., i::3] for i in range(3)),
        ),
        Mistake(
            "order-of-results",
            "The parts are right but in another order. The weights are stacked q, k, v.",
            "Look at the names on the left of your `chunk` line, and at the `return` line.",
            simulate=lambda x, w: (lambda q, k, v: (k, q, v))(*_fused(x, w)),
        ),
        Mistake(
            "order-of-results",
            "The parts are right but in another order. The weights are stacked q, k, v.",
            "Look at the names on the left of your `chunk` line, and at the `return` line.",
            simulate=lambda x, w: (lambda q, k, v: (q, v, k))(*_fused(x, w)),
        ),
        Mistake(
            "order-of-results",
            "The parts are right but in another order. The weights are stacked q, k, v.",
            "Look at the names on the left of your `chunk` line, and at the `return` line.",
            simulate=lambda x, w: (lambda q, k, v: (v, k, q))(*_fused(x, w)),
        ),
        Mistake(
            "not-cut",
            "You returned the layer's whole output three times, 3 * d_model wide.",
            "Cut it into three before you return.",
            simulate=lambda x, w: (_affine(x, w),) * 3,
        ),
        Mistake(
            "bias-forgotten",
            "Your numbers are x @ weight.T. The layer also adds its bias.",
            "Call the layer itself, `w_qkv(x)`: it does both.",
            simulate=lambda x, w: (x @ w.weight.T).chunk(3, dim=-1),
        ),
    ),
)


def _cut_elsewhere(evidence: object) -> bool:
    """All the features are still there in the first part, but not all the tokens or sentences."""
    q = evidence.value("3 sentences of 6 tokens")[0]
    return q.shape[-1] == 12 and q.numel() < 3 * 6 * 12


EXERCISES = (PROJECT_QKV, SPLIT_HEADS, PROJECT_QKV_FUSED)

QUESTIONS = (
    Question(
        id="qkv_parameters",
        text="Three layers nn.Linear(512, 512). How many numbers do they learn together?",
        answer=787_968,
        choices={
            787_968: "3 x (512 x 512 + 512): each layer has a weight matrix and one bias per output.",
            786_432: "That counts the weights. Each layer also has 512 biases.",
            262_656: "That is one layer. There are three: query, key and value.",
            262_144: "That is the weight matrix of one layer, without its biases.",
        },
        otherwise="Count one layer first: 512 inputs times 512 outputs, and one bias per output.",
    ),
    Question(
        id="split_shape",
        text="x is (10, 20, 512) and there are 8 heads. What is the shape after split_heads?",
        answer=(10, 8, 20, 64),
        choices={
            (10, 8, 20, 64): "Every head sees all 20 tokens, with 64 features of each.",
            (
                10,
                20,
                8,
                64,
            ): "The cut is right. The head axis must still move in front of the tokens.",
            (10, 8, 20, 512): "A head gets only its part of the features: 512 / 8 = 64.",
            (
                80,
                20,
                64,
            ): "Batch and heads folded into one axis. Some code does so; here they stay apart.",
        },
        otherwise="The batch stays first, then heads, tokens, and features of one head: 512 / 8.",
    ),
    Question(
        id="one_layer_or_eight",
        text="Eight layers 512 -> 64, one for each head, or one layer 512 -> 512 that is cut "
        "afterwards: which learns more numbers?",
        answer="the same",
        choices={
            "the same": "8 x (512 x 64 + 64) = 512 x 512 + 512. It is the same matrix, written in "
            "eight pieces or in one.",
            "eight layers": "Count them: 8 x (512 x 64 + 64). Then count 512 x 512 + 512.",
            "one layer": "Count them: 512 x 512 + 512. Then count 8 x (512 x 64 + 64).",
        },
    ),
)
