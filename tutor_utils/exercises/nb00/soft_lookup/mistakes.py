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
    means="For large scores `exp` gives infinity, and infinity divided by infinity is NaN.",
    try_next="What is `exp` of a score of 1000? `scores.softmax(dim=0)` also survives large scores.",
    hint="Use `scores.softmax(dim=0)`.",
)

mistakes.add(
    "averaged-twice",
    edit("usual", {"value = weights @ values": "value = (weights[:, None] * values).mean(dim=0)"}),
    means="""Your mixed value is divided by the number of values, as a mean does. The weights sum
    to 1 already, so that is once too often.""",
    try_next="What do the weights sum to? Is anything left to divide by?",
    hint="Sum the weighted values.",
)

mistakes.add(
    "not-a-softmax",
    edit("usual", {".softmax(dim=0)": "/ scores.sum()"}),
    means="The scores are divided by their sum. Negative scores then give negative shares.",
    try_next="What happens in your formula to a negative score?",
    hint="Use softmax.",
)

mistakes.add(
    "raw-scores",
    edit("usual", {"weights = scores.softmax(dim=0)": "weights = scores"}),
    means="You mixed the values with raw scores. They are no shares: they do not sum to 1.",
    try_next="""What do your weights sum to? Which step belongs between the scores and the sum,
    and is its result used?""",
    hint="Softmax comes first.",
)

mistakes.add(
    "scaled",
    edit("usual", {"keys @ query": "keys @ query / math.sqrt(len(query))"}),
    means="""The scores are divided by √d. Here plain dot products are asked for; the scale comes
    in notebook 03.""",
    try_next="Look for a root between query, keys and softmax.",
    hint="Leave the division out.",
)

mistakes.add(
    "scores-returned",
    edit("usual", {", weights": ", scores"}),
    means="You returned the scores and not the weights.",
    try_next="Look at the `return` line: which of your variables sums to 1?",
    hint="Return what comes out of the softmax.",
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
    means="Value and weights come in the wrong order.",
    try_next="Compare the order in your `return` line with the docstring.",
    hint="Return the value first.",
)

mistakes.add(
    "sum-forgotten",
    edit("usual", {"value = weights @ values": "value = weights[:, None] * values"}),
    means="""Each value is multiplied by its weight, and nothing sums them: you return one row for
    each key. The lookup gives one mixed value.""",
    try_next="Which axis of your result counts the keys? Sum over it.",
    hint="`(weights[:, None] * values).sum(dim=0)`, or `weights @ values`",
)
