"""What goes wrong in `look_back`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "memory-not-turned",
    edit("usual", {"memory.mT": "memory"}),
    means="""`memory` goes into the product as it came: (L_t, d) @ (L_s, d). The features must meet
    the features, so its last two axes change places first.""",
    try_next="""Write both shapes below one another: which two sizes must be equal in your
    product?""",
    hint="states @ memory.mT",
)

mistakes.add(
    "softmax-over-states",
    edit("usual", {"(dim=-1)": "(dim=-2)"}),
    means="""Your softmax runs over the states: the shares that one row gives to all states sum to
    1. Each state shares itself out over the rows of the memory.""",
    try_next="The scores have the shape (B, L_t, L_s). Which axis counts the rows of the memory?",
    hint="dim=-1",
)

mistakes.add(
    "raw-scores",
    edit("usual", {"weights = scores.softmax(dim=-1)": "weights = scores"}),
    means="You mixed the rows with raw scores. They are no shares: they do not sum to 1.",
    try_next="Which step of `soft_lookup` stands between the scores and the sum?",
    hint="Softmax comes first.",
)

mistakes.add(
    "not-a-softmax",
    edit("usual", {"scores.softmax(dim=-1)": "scores / scores.sum(dim=-1, keepdim=True)"}),
    means="The scores are divided by their sum. Negative scores then give negative shares.",
    try_next="What happens in your formula to a negative score?",
    hint="Use softmax.",
)

mistakes.add(
    "exp-overflows",
    edit("usual", {
        "scores.softmax(dim=-1)": "scores.exp() / scores.exp().sum(dim=-1, keepdim=True)",
    }),
    means="For large scores `exp` gives infinity, and infinity divided by infinity is NaN.",
    try_next="What is `exp` of a score of 1000? What does `softmax` do about it?",
    hint="Use `softmax`.",
)

mistakes.add(
    "scaled",
    edit("usual", {"states @ memory.mT": "states @ memory.mT / math.sqrt(states.shape[-1])"}),
    means="""The scores are divided by √d. Here plain dot products are asked for; the scale comes
    in notebook 03.""",
    try_next="Look for a root before the softmax.",
    hint="Leave the division out.",
)

mistakes.add(
    "memory-asks",
    edit("usual", {
        "scores = states @ memory.mT": "scores = memory @ states.mT",
        "weights @ memory": "weights @ states",
    }),
    means="""The rows of the memory ask, and the states answer. It is the other way round: a state
    is the query.""",
    try_next="How many questions are asked: one for each state, or one for each row?",
    hint="states @ memory.mT",
)

mistakes.add(
    "sum-forgotten",
    edit("broadcast", {".sum(dim=2), weights": ", weights"}),
    means="""Each row is multiplied by its weight, and nothing sums them. Each state finds one
    mixed row.""",
    try_next="Which axis of your result counts the rows of the memory? Sum over it.",
    hint="`.sum(dim=2)`, or `weights @ memory`",
)

mistakes.add(
    "scores-returned",
    edit("usual", {"found, weights": "found, scores"}),
    means="You returned the scores and not the weights.",
    try_next="Look at the `return` line: which of your variables sums to 1 in each row?",
    hint="Return what comes out of the softmax.",
)

mistakes.add(
    "results-swapped",
    edit("usual", {"found, weights": "weights, found"}),
    means="The two results come in the wrong order.",
    try_next="Compare the order in your `return` line with the docstring.",
    hint="Return what was found first.",
)
