"""Notebook 03: scaled dot-product attention (paper, section 3.2.1)."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import torch
from torch import Tensor

from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Mistake, Question, Trial


def _scores(q: Tensor, k: Tensor, divide: float | None = None) -> Tensor:
    """One number for each pair of query and key: their product, feature by feature."""
    products = (q[..., :, None, :] * k[..., None, :, :]).sum(-1)
    return products / (math.sqrt(q.shape[-1]) if divide is None else divide)


def _softmax(scores: Tensor, dim: int = -1) -> Tensor:
    lifted = scores.double() - scores.double().amax(dim, keepdim=True)
    return (lifted.exp() / lifted.exp().sum(dim, keepdim=True)).to(scores.dtype)


_MYTHS = (
    Mistake(
        "no-scale",
        "The scores are not divided by √d_k. The wider the keys, the larger they grow, until the softmax puts all weight on one key.",
        "Look at what follows the product of q and k.",
        simulate=lambda q, k: _scores(q, k, 1),
        hint="/ math.sqrt(q.shape[-1])",
    ),
    Mistake(
        "divided-by-d_k",
        "The scores are divided by d_k and not by its root.",
        "The size of a sum of d_k random products grows with √d_k. What is missing round your divisor?",
        simulate=lambda q, k: _scores(q, k, q.shape[-1]),
        hint="/ math.sqrt(q.shape[-1])",
    ),
    Mistake(
        "multiplied-by-root",
        "The scores are multiplied by √d_k, so they grow instead of shrinking.",
        "Should the scores grow or shrink with the width?",
        simulate=lambda q, k: _scores(q, k, 1 / math.sqrt(q.shape[-1])),
        hint="Divide.",
    ),
    Mistake(
        "root-of-the-length",
        "You divided by the root of the number of tokens. Texts with a 7 x 7 table say so, but the width of the keys counts, not the length of the sentence.",
        "d_k is the last axis of q and k.",
        simulate=lambda q, k: _scores(q, k, math.sqrt(k.shape[-2])),
    ),
    Mistake(
        "root-of-the-length",
        "You divided by the root of the number of queries. The width of the keys counts.",
        "d_k is the last axis of q and k.",
        simulate=lambda q, k: _scores(q, k, math.sqrt(q.shape[-2])),
    ),
    Mistake(
        "root-of-axis-1",
        "You took the size of axis 1 for d_k. With two axes that is so; with a batch or heads in front it is another size.",
        "Count the axis of d_k from the end. Does your line do so?",
        simulate=lambda q, k: _scores(q, k, math.sqrt(q.shape[1])),
        hint="Count from the end: `q.shape[-1]`.",
    ),
    Mistake(
        "root-of-d_model",
        "You divided by the root of the whole width, all heads together. Each head has d_k = d_model / h features.",
        "How wide is q as it comes into the function?",
        simulate=lambda q, k: _scores(q, k, math.sqrt(q.shape[-1] * q.shape[-3])),
        hint="Use the last axis of q as it comes.",
    ),
    Mistake(
        "softmax-too-early",
        "These are weights already. The scores come first; the softmax is the next exercise.",
        "What do your scores sum to? Which step belongs to the next exercise?",
        simulate=lambda q, k: _softmax(_scores(q, k)),
        hint="Take the softmax out.",
    ),
    Mistake(
        "queries-and-keys-swapped",
        "Your table has keys down and queries across.",
        "q stands on the left of the product.",
        simulate=lambda q, k: _scores(k, q),
    ),
    Mistake(
        "wrong-axes-transposed",
        "The wrong axes of k are swapped. Only the last two: (L_k, d_k) to (d_k, L_k).",
        "Which two axes of k must change places? What does `.T` do to more than two axes?",
        raises=r"size of tensor|shapes cannot be multiplied|Expected size|batch1|must match|einsum",
        hint="k.transpose(-2, -1). `k.T` turns all axes round.",
    ),
)


def _score_trials(draw: Draw) -> list[Trial]:
    return [
        Trial("2 queries, 2 keys, 4 features", (draw.whole(2, 4), draw.whole(2, 4))),
        Trial("3 queries, 5 keys", (draw.normal(3, 6), draw.normal(5, 6))),
        Trial("a batch, 2 heads", (draw.normal(3, 2, 4, 7), draw.normal(3, 2, 5, 7))),
        Trial(
            "float64, not contiguous",
            (
                draw.strided(2, 3, 5, dtype=torch.float64),
                draw.strided(2, 4, 5, dtype=torch.float64),
            ),
        ),
    ]


ATTENTION_SCORES = Exercise(
    id="attention_scores",
    title="compare every query with every key",
    call="attention_scores(q, k)",
    trials=_score_trials,
    truth=_scores,
    axes=("L_q L_k",),
    smallest=Family(
        {"L_q": (1, 2), "L_k": (1, 2, 3), "d_k": (1, 2, 4), "h": (1, 2)},
        lambda draw, L_q, L_k, d_k, h: Trial(
            "", (draw.whole(h, L_q, d_k), draw.whole(h, L_k, d_k))
        ),
    ),
    hints=(
        "One number for each pair of query and key. Which product of matrices gives a table of all dot products?",
        "q is (..., L_q, d_k) and k is (..., L_k, d_k). For `@`, the inner sizes must agree.",
        "Swap the two last axes of k with `transpose(-2, -1)`, and divide by the root of the last size.",
    ),
    mistakes=_MYTHS,
)

ATTENTION_WEIGHTS = Exercise(
    id="attention_weights",
    title="scores to shares",
    call="attention_weights(scores)",
    trials=lambda draw: [
        Trial("2 queries, 3 keys", (torch.tensor([[0.0, 0.0, 0.0], [0.0, 1.0, 2.0]]),)),
        Trial("a batch of 2 heads", (draw.normal(4, 2, 3, 5),)),
        Trial("float64", (draw.normal(3, 2, 6, dtype=torch.float64),)),
        Trial(
            "scores of 10,000 and -10,000",
            (torch.tensor([[1e4, 0.0, -1e4], [-1e4, -1e4, -1e4 + 1]]),),
            tolerance=(1e-2, 1e-3),
        ),
        Trial(
            "a row and a column of blocked scores", (torch.tensor([[0.0, -torch.inf], [2.0, 1.0]]),)
        ),
    ],
    truth=_softmax,
    axes=("L_q L_k",),
    smallest=Family(
        {"h": (1, 2), "L_q": (1, 2, 3), "L_k": (1, 2, 3)},
        lambda draw, h, L_q, L_k: Trial("", (draw.whole(h, L_q, L_k),)),
    ),
    hints=(
        "Each query shares out one whole. Which axis should sum to 1?",
        "Softmax over the keys, the last axis.",
        "`scores.softmax(dim=...)`. It is safe for large scores; an `exp` of your own is not, unless you subtract the largest first.",
    ),
    mistakes=(
        Mistake(
            "softmax-over-queries",
            "Your softmax runs over the queries: columns sum to 1, not rows. Each key would share itself out among the queries.",
            "Which axis do the keys stand on? Look at `dim` in your softmax.",
            simulate=lambda s: _softmax(s, -2),
            hint="dim=-1",
        ),
        Mistake(
            "softmax-over-first-axis",
            "Your softmax runs over axis 0, the batch.",
            "Which axis do the keys stand on? Look at `dim` in your softmax.",
            simulate=lambda s: _softmax(s, 0),
            hint="Give `dim=-1`.",
        ),
        Mistake(
            "softmax-over-second-axis",
            "Your softmax runs over axis 1, the heads.",
            "Which axis do the keys stand on? Look at `dim` in your softmax.",
            simulate=lambda s: _softmax(s, 1),
            hint="Give `dim=-1`.",
        ),
        Mistake(
            "softmax-over-everything",
            "The whole table sums to 1. Each ROW should.",
            "How many wholes are shared out: one, or one for each query?",
            simulate=lambda s: _softmax(s.flatten(), 0).view(s.shape),
            hint="Softmax over the last axis alone.",
        ),
        Mistake(
            "not-a-softmax",
            "The scores are divided by their sum. Negative scores then give negative weights.",
            "What does your formula give for a negative score? Which step makes all scores positive?",
            simulate=lambda s: s / s.sum(-1, keepdim=True),
            hint="exp first, then divide.",
        ),
        Mistake(
            "exp-overflows",
            "For large scores `exp` gives infinity, and infinity by infinity is NaN.",
            "What is `exp` of 10,000? What can be taken from every score of a row without changing its shares?",
            simulate=lambda s: s.exp() / s.exp().sum(-1, keepdim=True),
            hint="scores - scores.amax(-1, keepdim=True)",
        ),
        Mistake(
            "one-maximum-for-all",
            "You subtracted the largest score of the whole table. In a row far below it every `exp` is 0, and 0/0 is NaN.",
            "Whose largest score do you subtract: that of the row, or that of the whole table?",
            simulate=lambda s: (s - s.max()).exp() / (s - s.max()).exp().sum(-1, keepdim=True),
            hint="Take the largest of each row: `scores.amax(-1, keepdim=True)`.",
        ),
        Mistake(
            "hard-attention",
            "The best key gets all the weight and the others none. No gradient flows through a choice like that.",
            "How much weight does the second-best key get in your code?",
            simulate=lambda s: torch.nn.functional.one_hot(s.argmax(-1), s.shape[-1]).to(s.dtype),
            hint="Softmax: the best key gets the most, and the others get something.",
        ),
        Mistake(
            "sigmoid",
            "Each weight is a sigmoid of its own score. The weights of a query then do not sum to 1.",
            "What do the weights of one query sum to?",
            simulate=lambda s: s.sigmoid(),
            hint="Softmax: the keys share one whole.",
        ),
        Mistake(
            "log-softmax",
            "These are logarithms of the weights.",
            "Are your numbers negative? What would undo that, and is it needed?",
            simulate=lambda s: s.double().log_softmax(-1).to(s.dtype),
            hint="Use `softmax`.",
        ),
    ),
)


def _attend(q: Tensor, k: Tensor, v: Tensor, faults: Collection[str] = ()) -> tuple[Tensor, Tensor]:
    divisors = {"no-scale": 1.0, "by-d_k": q.shape[-1], "length": math.sqrt(k.shape[-2])}
    divisors["d_v"] = math.sqrt(v.shape[-1])
    scores = _scores(q, k, next((divisors[f] for f in faults if f in divisors), None))
    weights = _softmax(scores, -2 if "queries" in faults else -1)
    used = scores if "scores-used" in faults else weights
    output = (used[..., None] * v[..., None, :, :]).sum(-2)
    given = scores if "scores-given" in faults or "scores-used" in faults else weights
    return (given, output) if "swapped" in faults else (output, given)


ATTEND = Exercise(
    id="attend",
    title="attention, whole",
    call="attend(q, k, v)",
    trials=lambda draw: [
        Trial("1 query, 2 keys", (draw.whole(1, 4), draw.whole(2, 4), draw.whole(2, 2))),
        Trial(
            "L_q is not L_k, d_v is not d_k",
            (draw.normal(3, 5), draw.normal(4, 5), draw.normal(4, 7)),
        ),
        Trial(
            "a batch of 2 heads",
            (draw.normal(3, 2, 4, 6), draw.normal(3, 2, 5, 6), draw.normal(3, 2, 5, 8)),
        ),
        Trial(
            "float64",
            (
                draw.normal(2, 3, 5, dtype=torch.float64),
                draw.normal(2, 6, 5, dtype=torch.float64),
                draw.normal(2, 6, 4, dtype=torch.float64),
            ),
        ),
    ],
    truth=_attend,
    parts=("output", "weights"),
    axes=("L_q d_v", "L_q L_k"),
    points=2,
    faulty=lambda faults, q, k, v: _attend(q, k, v, faults),
    smallest=Family(
        {"L_q": (1, 2), "L_k": (1, 2), "d_k": (1, 2), "d_v": (1, 2), "h": (1, 2)},
        lambda draw, L_q, L_k, d_k, d_v, h: Trial(
            "", (draw.whole(h, L_q, d_k), draw.whole(h, L_k, d_k), draw.whole(h, L_k, d_v))
        ),
    ),
    hints=(
        "You have both halves. What is done with the weights?",
        "Scores, weights, then a weighted sum of the values: a product of two matrices.",
        "`weights @ v` is (L_q, L_k) @ (L_k, d_v). Return the output first, then the weights.",
    ),
    mistakes=(
        Mistake(
            "results-swapped",
            "Output and weights come in the wrong order.",
            "Compare the order in your `return` line with the docstring.",
            fault="swapped",
            hint="Return the output first.",
        ),
        Mistake(
            "values-not-used",
            "You summed the keys. The weights say which VALUES to mix; the keys have done their work.",
            "Which tensor do the weights mix in your last product?",
            simulate=lambda q, k, v: ((w := _attend(q, k, v)[1]) @ k, w),
            hint="`weights @ v`.",
        ),
        Mistake(
            "no-scale",
            "The scores are not divided by √d_k.",
            "Is there a function of yours that does the scores already?",
            fault="no-scale",
            hint="Use your attention_scores.",
        ),
        Mistake(
            "root-of-d_v",
            "You divided by the root of the width of the VALUES. Scores compare queries with keys, so the width of the keys counts.",
            "Which tensor do you ask for the width?",
            fault="d_v",
            hint="q.shape[-1], or your attention_scores",
        ),
        Mistake(
            "divided-by-d_k",
            "The scores are divided by d_k and not by its root.",
            "Is there a function of yours that does the scores already?",
            fault="by-d_k",
            hint="Use your attention_scores.",
        ),
        Mistake(
            "root-of-the-length",
            "You divided by the root of the number of tokens. The width of the keys counts.",
            "Is there a function of yours that does the scores already?",
            fault="length",
            hint="Use your attention_scores.",
        ),
        Mistake(
            "softmax-over-queries",
            "Your softmax runs over the queries: columns sum to 1, not rows.",
            "Which axis do the keys stand on? Look at `dim` in your softmax.",
            fault="queries",
            hint="Use dim=-1.",
        ),
        Mistake(
            "scores-used",
            "You summed the values with raw scores. They are no shares: they do not sum to 1.",
            "Which of your variables goes into the product with v?",
            fault="scores-used",
            hint="Softmax comes first.",
        ),
        Mistake(
            "scores-returned",
            "The output is right, but you returned the scores and not the weights.",
            "Which of your variables sums to 1 in each row?",
            fault="scores-given",
            hint="Return what comes out of the softmax.",
        ),
        Mistake(
            "weights-transposed",
            "The weights were transposed before they met the values.",
            "Write both shapes above the product with v. Do the inner sizes agree as they are?",
            raises=r"shapes cannot be multiplied|Expected size|must match|batch1",
            hint="(L_q, L_k) @ (L_k, d_v) fits as it is.",
        ),
    ),
)


def _additive(q: Tensor, k: Tensor, w_q: Any, w_k: Any, v: Tensor, fault: str = "") -> Tensor:
    """One pair of query and key at a time: v . tanh(W_q q + W_k k)."""
    a, b = w_q(q), w_k(k)  # (B, L_q, d_a), (B, L_k, d_a)
    rows = []
    for i in range(q.shape[1]):
        row = []
        for j in range(k.shape[1]):
            joined = a[:, i] + b[:, j]
            if fault == "product":
                joined = a[:, i] * b[:, j]
            if fault == "tanh-before-sum":
                joined = a[:, i].tanh() + b[:, j].tanh()
            hidden = (
                joined
                if fault in ("no-tanh", "tanh-before-sum")
                else joined.relu()
                if fault == "relu"
                else joined.sigmoid()
                if fault == "sigmoid"
                else joined.tanh()
            )
            row.append((hidden * v.flatten()).sum(-1) if fault != "no-v" else hidden.sum(-1))
        rows.append(torch.stack(row, -1))
    scores = torch.stack(rows, 1)
    return {"scaled": scores / math.sqrt(q.shape[-1]), "softmax": scores.softmax(-1)}.get(
        fault, scores
    )


def _additive_fault(name: str) -> Any:
    return lambda *args: _additive(*args, fault=name)


def _additive_trials(draw: Draw) -> list[Trial]:
    def args(
        b: int, l_q: int, l_k: int, d_q: int, d_k: int, d_a: int, dtype: torch.dtype = torch.float32
    ) -> tuple:
        return (
            draw.normal(b, l_q, d_q, dtype=dtype),
            draw.normal(b, l_k, d_k, dtype=dtype),
            draw.linear(d_q, d_a, bias=False, dtype=dtype),
            draw.linear(d_k, d_a, bias=False, dtype=dtype),
            draw.normal(d_a, dtype=dtype),
        )

    return [
        Trial("1 query, 2 keys", args(1, 1, 2, 2, 2, 3)),
        Trial("2 sentences, 3 queries, 4 keys", args(2, 3, 4, 5, 5, 6)),
        Trial("queries and keys of different width", args(3, 4, 2, 5, 7, 6)),
        Trial("float64", args(2, 2, 5, 4, 4, 3, torch.float64)),
    ]


ADDITIVE_SCORES = Exercise(
    id="additive_scores",
    title="the older way: add, then tanh",
    call="additive_scores(q, k, w_q, w_k, v)",
    trials=_additive_trials,
    truth=_additive,
    axes=("B L_q L_k",),
    points=2,
    smallest=Family(
        {"B": (1, 2), "L_q": (1, 2), "L_k": (1, 2, 3), "d": (1, 2)},
        lambda draw, B, L_q, L_k, d: Trial(
            "",
            (
                draw.whole(B, L_q, d),
                draw.whole(B, L_k, d),
                draw.linear(d, d, bias=False),
                draw.linear(d, d, bias=False),
                draw.whole(d, low=1),
            ),
        ),
    ),
    hints=(
        "Every query meets every key. How do two tensors meet pair by pair without a loop?",
        "Make room: (B, L_q, 1, d) + (B, 1, L_k, d) broadcasts to (B, L_q, L_k, d).",
        "`torch.tanh(w_q(q)[:, :, None] + w_k(k)[:, None])`, then the product with v over the last axis.",
    ),
    mistakes=(
        Mistake(
            "no-tanh",
            "The tanh is missing. Without it the sum falls apart, and the key's share is the same for every query.",
            "What stands round the sum in the formula?",
            simulate=_additive_fault("no-tanh"),
            hint="tanh stands around the sum.",
        ),
        Mistake(
            "tanh-before-sum",
            "You took the tanh of each part and then added. The key's share is then the same for every query.",
            "Add first; tanh stands around the sum.",
            simulate=_additive_fault("tanh-before-sum"),
        ),
        Mistake(
            "another-activation",
            "You used ReLU. Additive attention uses tanh.",
            "Compare the function round your sum with the formula.",
            simulate=_additive_fault("relu"),
            hint="torch.tanh",
        ),
        Mistake(
            "another-activation",
            "You used the sigmoid. Additive attention uses tanh.",
            "Compare the function round your sum with the formula.",
            simulate=_additive_fault("sigmoid"),
            hint="torch.tanh",
        ),
        Mistake(
            "multiplied",
            "You multiplied query and key. Here they are added.",
            "Which operation joins query and key here?",
            simulate=_additive_fault("product"),
            hint="Use +.",
        ),
        Mistake(
            "v-forgotten",
            "The features were summed, but not weighted with v.",
            "What makes one number out of the features of a pair?",
            simulate=_additive_fault("no-v"),
            hint="@ v",
        ),
        Mistake(
            "scaled",
            "The scores are divided by √d. Additive scores need no scale: tanh keeps them small.",
            "Look at the last line: the formula has no division.",
            simulate=_additive_fault("scaled"),
            hint="Leave the division out.",
        ),
        Mistake(
            "weights-for-scores",
            "You returned weights. Only the scores are wanted.",
            "The name of the function says what is wanted. Which step is too much?",
            simulate=_additive_fault("softmax"),
            hint="Leave the softmax out.",
        ),
        Mistake(
            "axes-swapped",
            "Queries and keys are swapped in your table.",
            "Which axis do the queries get, and which the keys?",
            simulate=lambda *a: _additive(*a).transpose(1, 2),
            hint="Queries get the axis in front.",
        ),
        Mistake(
            "no-pairs",
            "Query i meets key i only. Every query should meet every key, so an axis must be added to both.",
            "Each query must meet each key. Which axis of size 1 does each of the two need, and where?",
            raises=r"size of tensor a|must match",
            hint="[:, :, None] and [:, None].",
        ),
    ),
)

EXERCISES = (ATTENTION_SCORES, ATTENTION_WEIGHTS, ATTEND, ADDITIVE_SCORES)

QUESTIONS = (
    Question(
        id="which_root",
        text="Seven tokens, keys of 3 features, d_model 512, 8 heads of 64. In a head, by what are scores divided?",
        answer="root of 64",
        choices={
            "root of 64": "d_k is the width of the keys in that head: 512 / 8.",
            "root of 7": "That is the length of the sentence. It has no say here.",
            "root of 512": "That is d_model, all heads together.",
        },
    ),
    Question(
        id="rows_or_columns",
        text="Queries down, keys across. What sums to 1?",
        answer="rows",
        choices={
            "rows": "Each query shares out one whole among the keys.",
            "columns": "Then each key would share itself out.",
            "the table": "Each query has a whole of its own.",
        },
    ),
    Question(
        id="double_width",
        text="d_k grows from 16 to 64. How much wider do unscaled scores spread?",
        answer=2,
        choices={
            2: "The spread grows with the root: √(64/16) = 2.",
            4: "The variance grows 4 times, the spread with its root.",
            1: "More terms are summed, so it grows.",
        },
        otherwise="The variance grows with d_k. The spread is its root.",
    ),
)
