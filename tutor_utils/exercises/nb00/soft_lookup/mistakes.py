"""What goes wrong in `soft_lookup`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "hard-choice",
    edit("usual", {
        "weights = scores.softmax(dim=0)":
            "weights = F.one_hot(scores.argmax(), len(scores)).to(scores.dtype)",
    }),
    means="""You opened only the best entry. That is a hard lookup: its choice has no gradient, so
    queries and keys could not learn.""",
    try_next="How many keys count in your answer: all of them, or one?",
    hint="Let softmax make the weights.",
)

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
    "columns-compared",
    edit("usual", {"keys @ query": "query @ keys"}),
    means="""You multiplied the query with the columns of `keys`. Each row is a key, so the query
    must meet the rows.""",
    try_next="""Write the shapes (d,) and (n, d) below one another: which two sizes must be equal
    in your product?""",
    hint="keys @ query, or query @ keys.T",
)

mistakes.add(
    "cosine-scores",
    edit("usual", {
        "scores = keys @ query": "scores = F.cosine_similarity(keys, query[None], dim=-1)",
    }),
    means="The scores are cosines. Plain dot products are asked for.",
    try_next="Look at the scores: does the length of a key count in a plain dot product?",
    hint="keys @ query",
)

mistakes.add(
    "exp-overflows",
    edit("usual", {
        "weights = scores.softmax(dim=0)": "weights = scores.exp() / scores.exp().sum()",
    }),
    means="For large scores `exp` gives infinity, and infinity divided by infinity is NaN.",
    try_next="""What is `exp` of a score of 1000? What could you subtract from all scores without
    changing the shares?""",
    hint="Use `softmax`, or subtract the largest score first.",
)

mistakes.add(
    "keys-mixed",
    edit("usual", {"@ values": "@ keys"}),
    means="You mixed the keys. Keys are for finding; what is handed over are the values.",
    try_next="Which tensor do your weights multiply?",
    hint="weights @ values",
)

mistakes.add(
    "mean-for-sum",
    code("""
        def soft_lookup(query, keys, values):
            weights = (keys * query).mean(dim=-1).softmax(dim=0)
            return weights @ values, weights
    """),
    means="""Your scores are the dot products divided by d: a mean stands where the dot product
    takes the sum.""",
    try_next="What is the dot product of (1, 1) and (1, 1), and what is your score?",
    hint="keys @ query",
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
    "one-value-for-several",
    edit("usual", {", weights": ""}),
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
    "values-compared",
    edit("usual", {"scores = keys": "scores = values"}),
    means="The query was compared with the values. Keys are for finding, values for reading.",
    try_next="Which tensor does the query meet: the keys or the values?",
    hint="keys @ query",
)

mistakes.add(
    "sum-forgotten",
    edit("usual", {"value = weights @ values": "value = weights[:, None] * values"}),
    means="""Each value is multiplied by its weight, and nothing sums them: you return one row for
    each key. The lookup gives one mixed value.""",
    try_next="Which axis of your result counts the keys? Sum over it.",
    hint="`(weights[:, None] * values).sum(dim=0)`, or `weights @ values`",
)

mistakes.add(
    "summed-over-the-features",
    edit("usual", {"value = weights @ values": "value = (weights[:, None] * values).sum(dim=-1)"}),
    means="""You summed over the features of each value. The sum runs over the keys, and the
    features stay.""",
    try_next="Which axis of `weights[:, None] * values` counts the keys?",
    hint="`.sum(dim=0)`, or `weights @ values`",
)
