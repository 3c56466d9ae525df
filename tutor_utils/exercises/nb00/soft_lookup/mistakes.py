"""What goes wrong in `soft_lookup`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "softmax-over-one",
    code("""
        def soft_lookup(query, keys, values):
            scores = keys @ query[:, None]  # (n, 1)
            weights = scores.softmax(dim=-1).squeeze(-1)
            return weights @ values, weights
    """),
    means="""Your softmax runs along an axis of size 1. A share among one is 1, so every weight is
    1.""",
    try_next="Print the shape of your scores. Along which axis do the keys lie?",
    hint="Take the softmax along the axis of size n: for the shape (n, 1), `dim=0`.",
)

mistakes.add(
    "exp-overflows",
    edit("usual", {
        "weights = scores.softmax(dim=0)": "weights = scores.exp() / scores.exp().sum()",
    }),
)

mistakes.add(
    "not-a-softmax",
    edit("usual", {".softmax(dim=0)": " / scores.sum()"}),
    means="The scores are divided by their sum. Negative scores then give negative shares.",
    try_next="What happens in your formula to a negative score?",
    hint="Use softmax.",
)

mistakes.add(
    "raw-scores",
    edit("usual", {"weights = scores.softmax(dim=0)": "weights = scores"}),
)

mistakes.add(
    "scaled",
    edit("usual", {"keys @ query": "keys @ query / math.sqrt(len(query))"}),
)

mistakes.add(
    "scores-returned",
    edit("usual", {", weights": ", scores"}),
)

mistakes.add(
    "not-a-softmax",
    edit("usual", {"softmax(dim=0)": "sigmoid()"}),
    means="A sigmoid gives each key a share by itself. Together such shares do not sum to 1.",
    try_next="What do your weights sum to?",
    hint="Use softmax.",
)

mistakes.add(
    "results-swapped",
    edit("usual", {"value, weights": "weights, value"}),
)

mistakes.harmless(
    "(keys @ query).softmax(dim=0) -> (keys @ query).softmax(dim=-1)",
    because="one axis: the first is the last",
)
