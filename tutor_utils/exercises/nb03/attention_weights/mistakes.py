"""What goes wrong in `attention_weights`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "softmax-over-second-axis",
    edit("usual", {"(dim=-1)": "(dim=1)"}),
    means="""Your softmax runs over axis 1. Those are the keys of a table (L_q, L_k) alone, the
    queries where one axis stands in front, and the heads where two do.""",
    try_next="Which axis do the keys stand on? Look at every `dim` of yours.",
    hint="Give `dim=-1`.",
    source="https://github.com/FudanNLP/fastNLP/issues/254",
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
    "base-2",
    code("""
        def attention_weights(scores):
            powers = torch.exp2(scores - scores.amax(dim=-1, keepdim=True))
            return powers / powers.sum(dim=-1, keepdim=True)
    """),
    means="""You raise 2 to the power of each score. The softmax takes e, about 2.718: its shares
    are sharper.""",
    try_next="What does your code give for the scores 0 and 1? It should be 0.27 and 0.73.",
    hint="`scores.softmax(dim=-1)`",
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
    means="For large scores `exp` gives infinity, and infinity divided by infinity is NaN.",
    try_next="""What is `exp` of 10,000? What can be subtracted from every score of a row without
    changing its shares?""",
    hint="scores - scores.amax(-1, keepdim=True)",
    source="https://github.com/tracel-ai/burn/pull/4697",
)

mistakes.add(
    "one-maximum-for-all",
    edit("subtract_max", {"amax(dim=-1, keepdim=True)": "max()"}),
    means="""You subtracted the largest score of the whole table. In a row far below it every
    `exp` is 0, and 0/0 is NaN.""",
    try_next="Whose largest score do you subtract: that of the row, or that of the whole table?",
    hint="Take the largest of each row: `scores.amax(-1, keepdim=True)`.",
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
    edit("softmax", {"(dim=-1)": "()"}),
    means="""Your softmax does not say over which axis it runs. The method then stops, and
    `F.softmax` guesses: axis 1 of a table, axis 0 of three axes, axis 1 of four.""",
    try_next="Which axis do the keys stand on? Tell it to your softmax.",
    hint="Give `dim=-1`.",
    raises=r'softmax\(\) missing 1 required positional arguments: "dim"',
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
    means="""Your softmax runs over the queries: columns sum to 1, not rows. Each key would divide
    a total of 1 among the queries.""",
    try_next="Which axis do the keys stand on? Look at every `dim` of yours.",
    hint="dim=-1",
    source="https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146",
)
