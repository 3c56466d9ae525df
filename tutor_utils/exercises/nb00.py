"""Notebook 00: why attention: closeness of vectors, and a search that mixes what it finds."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Mistake, Question, Trial


def _cosine(a: Tensor, b: Tensor, fault: str = "") -> Tensor:
    """Sums feature by feature; a zero vector gives 0."""
    a, b = torch.broadcast_tensors(a, b)
    dot = sum(x * y for x, y in zip(a.unbind(-1), b.unbind(-1), strict=True))
    size_a, size_b = (sum(x * x for x in t.unbind(-1)).sqrt() for t in (a, b))
    if fault == "dot":
        return dot
    if fault == "one-norm":
        return dot / size_a
    if fault == "squared":
        return dot / (size_a * size_b) ** 2
    if fault == "distance":
        return (a - b).norm(dim=-1)
    if fault == "one-minus":
        return 1 - dot / (size_a * size_b)
    size = size_a * size_b
    if fault == "nan":
        return dot / size
    return torch.where(size == 0, torch.zeros_like(dot), dot / size.clamp_min(1e-30))


def _fault(name: str) -> Any:
    return lambda a, b: _cosine(a, b, name)


COSINE = Exercise(
    id="cosine_similarity",
    title="how close two vectors point",
    call="cosine_similarity(a, b)",
    trials=lambda draw: [
        Trial("two vectors of 2 features", (torch.tensor([3.0, 4.0]), torch.tensor([4.0, 3.0]))),
        Trial(
            "a right angle, and opposite",
            (torch.tensor([[1.0, 0.0], [1.0, 0.0]]), torch.tensor([[0.0, 2.0], [-3.0, 0.0]])),
        ),
        Trial(
            "vectors shorter than 1",
            (torch.tensor([[0.3, 0.4]]), torch.tensor([[0.0, 0.5], [-0.06, 0.08]])),
        ),
        Trial("4 pairs of 5 features", (draw.normal(4, 5), draw.normal(4, 5))),
        Trial("one vector against many", (draw.normal(6), draw.normal(3, 6))),
        Trial("all pairs by broadcasting", (draw.normal(4, 1, 5), draw.normal(1, 3, 5))),
        Trial(
            "float64",
            (draw.normal(2, 7, dtype=torch.float64), draw.normal(2, 7, dtype=torch.float64)),
        ),
        Trial(
            "a zero vector",
            (torch.tensor([[0.0, 0.0, 0.0], [1.0, 2.0, 2.0]]), torch.tensor([1.0, 2.0, 2.0])),
            criterion="zero",
        ),
        Trial("two zero vectors", (torch.zeros(3), torch.zeros(3)), criterion="zero"),
    ],
    truth=_cosine,
    axes=("...",),
    criteria={"zero": "gives 0 for a zero vector, not NaN"},
    smallest=Family(
        {"n": (1, 2), "d": (1, 2, 3)},
        lambda draw, n, d: Trial("", (draw.whole(n, d), draw.whole(n, d, low=1))),
    ),
    hints=(
        "Two arrows. Does it matter how long they are, or only where they point?",
        "The dot product over the last axis, divided by both lengths.",
        "`(a * b).sum(-1)` and `a.norm(dim=-1)`. What happens when a length is 0?",
    ),
    mistakes=(
        Mistake(
            "plain-dot-product",
            "This is the dot product. Long vectors win, wherever they point.",
            "Divide by both lengths.",
            simulate=_fault("dot"),
        ),
        Mistake(
            "one-length-for-all",
            "You divided by the length of the whole tensor. Each vector has a length of its own.",
            "Give the axis: `a.norm(dim=-1, keepdim=True)`.",
            simulate=lambda a, b: (
                (a / a.norm().clamp(min=1e-12)) * (b / b.norm().clamp(min=1e-12))
            ).sum(-1),
        ),
        Mistake(
            "one-length-missing",
            "You divided by one of the two lengths.",
            "Divide by both.",
            simulate=_fault("one-norm"),
        ),
        Mistake(
            "one-length-missing",
            "You divided by one of the two lengths.",
            "Divide by both.",
            simulate=lambda a, b: _cosine(b, a, "one-norm"),
        ),
        Mistake(
            "lengths-squared",
            "You divided by the squared lengths: a root is missing.",
            "The length is the root of the sum of squares.",
            simulate=_fault("squared"),
        ),
        Mistake(
            "distance",
            "This is the distance between the tips. Close vectors get a small number.",
            "Use the dot product.",
            simulate=_fault("distance"),
        ),
        Mistake(
            "cosine-distance",
            "This is 1 minus the cosine: a distance.",
            "Leave out the 1 minus.",
            simulate=_fault("one-minus"),
        ),
        Mistake(
            "zero-gives-nan",
            "A zero vector has length 0, and 0/0 is NaN. One pad would spoil a whole batch.",
            "Where the product of the lengths is 0, give 0.",
            simulate=_fault("nan"),
            on="zero",
            hint="torch.where, or clamp_min on the lengths",
        ),
        Mistake(
            "wrong-axis",
            "You summed over another axis than the features.",
            "The features are the last axis: dim=-1.",
            when=lambda e: any(
                getattr(e.value(n), "shape", None) != _cosine(*e.trials[n].args).shape
                for n in ("4 pairs of 5 features", "one vector against many")
            ),
        ),
    ),
)


def _lookup(query: Tensor, keys: Tensor, values: Tensor, fault: str = "") -> tuple[Tensor, Tensor]:
    """Key by key in the order of the list."""
    scores = torch.stack([(query * key).sum() for key in keys])
    if fault == "scaled":
        scores = scores / math.sqrt(len(query))
    if fault == "cosine":
        scores = torch.stack([_cosine(query, key) for key in keys])
    raised = (scores - scores.max()).exp()
    weights = raised / raised.sum()
    if fault == "hard":
        weights = torch.zeros_like(scores)
        weights[scores.argmax()] = 1.0
    if fault == "plain-share":
        weights = scores / scores.sum()
    if fault == "raw":
        weights = scores
    mixed = sum(w * v for w, v in zip(weights, values, strict=True))
    return mixed, scores if fault == "scores-given" else weights


def _lookup_fault(name: str) -> Any:
    return lambda q, k, v: _lookup(q, k, v, name)


def _lookup_trials(draw: Draw) -> list[Trial]:
    return [
        Trial(
            "2 keys",
            (
                torch.tensor([1.0, 0.0]),
                torch.tensor([[1.0, 0.0], [0.0, 1.0]]),
                torch.tensor([[10.0, 0.0, 2.0], [0.0, 10.0, 4.0]]),
            ),
        ),
        Trial(
            "4 keys of 3 features, values of 5",
            (draw.normal(3), draw.normal(4, 3), draw.normal(4, 5)),
        ),
        Trial("one key", (draw.normal(4), draw.normal(1, 4), draw.normal(1, 2))),
        Trial(
            "large scores",
            (draw.normal(6, scale=30), draw.normal(5, 6, scale=30), draw.normal(5, 3)),
        ),
        Trial(
            "float64",
            (
                draw.normal(5, dtype=torch.float64),
                draw.normal(7, 5, dtype=torch.float64),
                draw.normal(7, 2, dtype=torch.float64),
            ),
        ),
    ]


SOFT_LOOKUP = Exercise(
    id="soft_lookup",
    title="a search that mixes what it finds",
    call="soft_lookup(query, keys, values)",
    trials=_lookup_trials,
    truth=_lookup,
    parts=("value", "weights"),
    axes=("m", "n"),
    smallest=Family(
        {"n": (1, 2, 3), "d": (1, 2), "m": (1, 2)},
        lambda draw, n, d, m: Trial("", (draw.whole(d), draw.whole(n, d), draw.whole(n, m))),
    ),
    hints=(
        "A dictionary opens one entry. What if every entry is opened a little?",
        "One score for each key: its dot product with the query. Softmax makes shares of them.",
        "`keys @ query` has the shape (n,). `weights @ values` mixes the rows of values.",
    ),
    mistakes=(
        Mistake(
            "averaged-twice",
            "You weighted the values and then took their mean. The weights sum to 1 already, so the mean divides once too often.",
            "Sum the weighted values.",
            simulate=lambda q, k, v: ((w := (k @ q).softmax(0)) @ v / len(v), w),
        ),
        Mistake(
            "hard-choice",
            "You opened only the best entry. That is a hard lookup: it has no gradient, so nothing can be learned from it.",
            "Use softmax, not argmax.",
            simulate=_lookup_fault("hard"),
        ),
        Mistake(
            "scaled",
            "The scores are divided by √d. Here plain dot products are asked for; the scale comes in notebook 03.",
            "Leave the division out.",
            simulate=_lookup_fault("scaled"),
        ),
        Mistake(
            "cosine-scores",
            "The scores are cosines. Plain dot products are asked for.",
            "keys @ query",
            simulate=_lookup_fault("cosine"),
        ),
        Mistake(
            "not-a-softmax",
            "The scores are divided by their sum. Negative scores then give negative shares.",
            "Use softmax.",
            simulate=_lookup_fault("plain-share"),
        ),
        Mistake(
            "raw-scores",
            "You mixed the values with raw scores. They are no shares: they do not sum to 1.",
            "Softmax comes first.",
            simulate=_lookup_fault("raw"),
        ),
        Mistake(
            "scores-returned",
            "The value is right, but you returned the scores and not the weights.",
            "Return what comes out of the softmax.",
            simulate=_lookup_fault("scores-given"),
        ),
        Mistake(
            "results-swapped",
            "Value and weights come in the wrong order.",
            "Return the value first.",
            simulate=lambda q, k, v: _lookup(q, k, v)[::-1],
        ),
        Mistake(
            "values-compared",
            "The query was compared with the values. Keys are for finding, values for reading.",
            "keys @ query",
            raises=r"shapes cannot be multiplied|size mismatch|inconsistent tensor size",
        ),
        Mistake(
            "exp-overflows",
            "For large scores `exp` gives infinity, and infinity by infinity is NaN.",
            "Use `softmax`, or subtract the largest score first.",
            when=lambda e: bool(e.value("large scores")[1].isnan().any()),
        ),
    ),
)

EXERCISES = (COSINE, SOFT_LOOKUP)

QUESTIONS = (
    Question(
        id="closest_word",
        text="play, game, orange: which two point most nearly the same way?",
        answer="play and game",
        choices={
            "play and game": "Their features rise and fall together, so the angle is small.",
            "play and orange": "Compare their features one by one: where one is large, the other is small.",
            "game and orange": "Compare their features one by one: where one is large, the other is small.",
        },
    ),
    Question(
        id="distance_effect",
        text="A signal stands 40 words back. Which network still passes a strong gradient to it?",
        answer="attention",
        choices={
            "attention": "Every word is one step away, however far back it stands.",
            "recurrent": "The gradient runs through 40 steps and is multiplied 40 times.",
            "both": "One of them must go through every word between.",
        },
    ),
)
