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
        Trial(
            "very short vectors",  # a guard against 0 may not swallow them
            (3e-4 * torch.tensor([[0.6, 0.8]]), 3e-4 * torch.tensor([[1.0, 0.0], [0.6, 0.8]])),
            tolerance=(0.2, 0.02),
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
            "Make one of the two vectors ten times as long. Should the answer change?",
            simulate=_fault("dot"),
            hint="Divide by both lengths.",
        ),
        Mistake(
            "one-length-for-all",
            "You divided by the length of the whole tensor. Each vector has a length of its own.",
            "Over which axis is your length taken? Print its shape.",
            simulate=lambda a, b: (
                (a / a.norm().clamp(min=1e-12)) * (b / b.norm().clamp(min=1e-12))
            ).sum(-1),
            hint="Give the axis: `a.norm(dim=-1, keepdim=True)`.",
        ),
        Mistake(
            "one-length-missing",
            "You divided by one of the two lengths.",
            "Make each of the two vectors ten times as long in turn. For which one does the answer change?",
            simulate=_fault("one-norm"),
            hint="Divide by both.",
        ),
        Mistake(
            "one-length-missing",
            "You divided by one of the two lengths.",
            "Make each of the two vectors ten times as long in turn. For which one does the answer change?",
            simulate=lambda a, b: _cosine(b, a, "one-norm"),
            hint="Divide by both.",
        ),
        Mistake(
            "lengths-squared",
            "You divided by the squared lengths: a root is missing.",
            "What is the length of (3, 4), and what does your line give for it?",
            simulate=_fault("squared"),
            hint="The length is the root of the sum of squares.",
        ),
        Mistake(
            "distance",
            "This is the distance between the tips. Close vectors get a small number.",
            "What should two equal vectors give, 0 or 1?",
            simulate=_fault("distance"),
            hint="Use the dot product.",
        ),
        Mistake(
            "cosine-distance",
            "This is 1 minus the cosine: a distance.",
            "What should two equal vectors give, 0 or 1?",
            simulate=_fault("one-minus"),
            hint="Leave out the 1 minus.",
        ),
        Mistake(
            "guard-too-large",
            "Your guard against a division by 0 is so large that it swallows short vectors too: they get a similarity near 0.",
            "How long are the shortest vectors for which your guard plays no part?",
            when=lambda e: e.failed("very short vectors") and not e.failed("4 pairs of 5 features"),
            hint="Guard with the smallest number of the type, torch.finfo(a.dtype).tiny, or with torch.where.",
        ),
        Mistake(
            "zero-gives-nan",
            "A zero vector has length 0, and 0/0 is NaN. One pad would spoil a whole batch.",
            "What do you divide by when one vector is all zeros?",
            simulate=_fault("nan"),
            on="zero",
            hint="torch.where, or clamp_min on the lengths",
        ),
        Mistake(
            "wrong-axis",
            "You summed over another axis than the features.",
            "Which axis holds the features of one vector? Look at `dim`.",
            when=lambda e: any(
                getattr(e.value(n), "shape", None) != _cosine(*e.trials[n].args).shape
                for n in ("4 pairs of 5 features", "one vector against many")
            ),
            hint="The features are the last axis: dim=-1.",
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
            "What do the weights sum to? Is anything left to divide by?",
            simulate=lambda q, k, v: ((w := (k @ q).softmax(0)) @ v / len(v), w),
            hint="Sum the weighted values.",
        ),
        Mistake(
            "hard-choice",
            "You opened only the best entry. That is a hard lookup: it has no gradient, so nothing can be learned from it.",
            "Which keys have a say in your answer: all of them, or one?",
            simulate=_lookup_fault("hard"),
            hint="Use softmax, not argmax.",
        ),
        Mistake(
            "scaled",
            "The scores are divided by √d. Here plain dot products are asked for; the scale comes in notebook 03.",
            "Look at what stands between the products and the softmax.",
            simulate=_lookup_fault("scaled"),
            hint="Leave the division out.",
        ),
        Mistake(
            "cosine-scores",
            "The scores are cosines. Plain dot products are asked for.",
            "Look at the scores: does the length of a key count in a plain dot product?",
            simulate=_lookup_fault("cosine"),
            hint="keys @ query",
        ),
        Mistake(
            "not-a-softmax",
            "The scores are divided by their sum. Negative scores then give negative shares.",
            "What happens in your formula to a negative score?",
            simulate=_lookup_fault("plain-share"),
            hint="Use softmax.",
        ),
        Mistake(
            "raw-scores",
            "You mixed the values with raw scores. They are no shares: they do not sum to 1.",
            "What do your weights sum to? Which step is missing between the scores and the sum?",
            simulate=_lookup_fault("raw"),
            hint="Softmax comes first.",
        ),
        Mistake(
            "scores-returned",
            "The value is right, but you returned the scores and not the weights.",
            "Look at the `return` line: which of your variables sums to 1?",
            simulate=_lookup_fault("scores-given"),
            hint="Return what comes out of the softmax.",
        ),
        Mistake(
            "results-swapped",
            "Value and weights come in the wrong order.",
            "Compare the order in your `return` line with the docstring.",
            simulate=lambda q, k, v: _lookup(q, k, v)[::-1],
            hint="Return the value first.",
        ),
        Mistake(
            "values-compared",
            "The query was compared with the values. Keys are for finding, values for reading.",
            "Which tensor does the query meet: the keys or the values?",
            raises=r"shapes cannot be multiplied|size mismatch|inconsistent tensor size",
            hint="keys @ query",
        ),
        Mistake(
            "exp-overflows",
            "For large scores `exp` gives infinity, and infinity by infinity is NaN.",
            "What is `exp` of a score of 1000? What could you take away from all scores without changing the softmax?",
            when=lambda e: bool(e.value("large scores")[1].isnan().any()),
            hint="Use `softmax`, or subtract the largest score first.",
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
