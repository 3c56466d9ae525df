"""What goes wrong in `soft_lookup`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "softmax-over-one",
    edit("usual", {"keys @ query": "keys @ query[:, None]", "(dim=0)": "(dim=-1).squeeze(-1)"}),
    means="""Your softmax runs along an axis of size 1. A share among one is 1, so every weight is
    1.""",
    try_next="Print the shape of your scores. Along which axis do the keys lie?",
    hint="Take the softmax along the axis of size n: for the shape (n, 1), `dim=0`.",
)

mistakes.add(
    "exp-overflows",
    edit("usual", {"scores.softmax(dim=0)": "scores.exp() / scores.exp().sum()"}),
)

mistakes.add("not-a-softmax", edit("usual", {".softmax(dim=0)": " / scores.sum()"}))

mistakes.add("raw-scores", edit("usual", {"scores.softmax(dim=0)": "scores"}))

mistakes.add("scaled", edit("usual", {"keys @ query": "keys @ query / math.sqrt(len(query))"}))

mistakes.add("scores-returned", edit("usual", {", weights": ", scores"}))

mistakes.add("results-swapped", edit("usual", {"value, weights": "weights, value"}))

mistakes.harmless(
    "(keys @ query).softmax(dim=0) -> (keys @ query).softmax(dim=-1)",
    because="one axis: the first is the last",
)
