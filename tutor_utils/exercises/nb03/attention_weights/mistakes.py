"""What goes wrong in `attention_weights`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "softmax-over-second-axis",
    edit("usual", {"(dim=-1)": "(dim=1)"}),
)

mistakes.add(
    "softmax-over-first-axis",
    edit("usual", {"(dim=-1)": "(dim=0)"}),
    means="Your softmax runs over axis 0, the batch.",
    try_next="Which axis do the keys stand on? Look at every `dim` of yours.",
    hint="Give `dim=-1`.",
    source="https://github.com/PetrochukM/PyTorch-NLP/issues/2",
)

mistakes.add(
    "exp-overflows",
    edit("subtract_max", {
        """
            top = scores.amax(dim=-1, keepdim=True)
            powers = (scores - top).exp()
        """: """
            powers = scores.exp()
        """,
    }),
)

mistakes.add(
    "log-softmax",
    edit("usual", {".softmax": ".log_softmax"}),
    means="These are logarithms of the weights.",
    try_next="Are your numbers negative? What would undo that, and is it needed?",
    hint="Use `softmax`.",
    source="https://github.com/pytorch/tutorials/issues/977",
)

mistakes.add(
    "softmax-without-dim",
    edit("usual", {"scores.softmax(dim=-1)": "F.softmax(scores)"}),
    means="""Your softmax does not say over which axis it runs. The method then stops, and
    `F.softmax` guesses: axis 1 of a table, axis 0 of three axes, axis 1 of four.""",
    try_next="Which axis do the keys stand on? Tell it to your softmax.",
    hint="Give `dim=-1`.",
    source="https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/52",
)

mistakes.add(
    "not-divided",
    edit("subtract_max", {
        """
            total = powers.sum(dim=-1, keepdim=True)
            return powers / total
        """: """
            return powers
        """,
    }),
    means="""You took `exp` and did not divide by the sum. The weights of a query then do not sum
    to 1.""",
    try_next="What do the weights of one query sum to, and what should they sum to?",
    hint="Divide by their sum over the last axis, with `keepdim=True`.",
)

mistakes.add(
    "not-a-softmax",
    edit("usual", {".softmax": "/ scores.sum", "(dim=-1)": "(dim=-1, keepdim=True)"}),
    means="The scores are divided by their sum. Negative scores then give negative weights.",
    try_next="""What does your formula give for a negative score? Which step makes all scores
    positive?""",
    hint="exp first, then divide.",
)

mistakes.add(
    "softmax-over-queries",
    edit("usual", {"(dim=-1)": "(dim=-2)"}),
)
