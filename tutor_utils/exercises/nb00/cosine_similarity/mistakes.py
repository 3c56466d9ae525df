"""What goes wrong in `cosine_similarity`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "wrong-axis",
    edit("usual", {
        "sum(dim=-1)": "sum()",
        "a.norm(dim=-1)": "a.norm()",
        "b.norm(dim=-1)": "b.norm()",
    }),
    means="""Your sums run over all axes at once, so all vectors together gave one number. Each
    pair of vectors has a number of its own.""",
    try_next="Over which axes do your sums and lengths run? Where no `dim` is given, over all.",
    hint="The features are the last axis: dim=-1.",
)

mistakes.add(
    "zero-gives-nan",
    edit("usual", {"lengths.clamp_min(1e-12)": "lengths"}),
    means="A zero vector has length 0, and 0/0 is NaN. NaN spreads to all that is worked out from it.",
    try_next="What do you divide by when one vector is all zeros?",
    hint="lengths.clamp_min(1e-12)",
)

mistakes.add(
    "one-length-for-all",
    edit("usual", {"a.norm(dim=-1)": "a.norm()", "b.norm(dim=-1)": "b.norm()"}),
    means="""You divided by the length of the whole tensor, all vectors together. Each vector has
    a length of its own.""",
    try_next="Over which axes is each of the two lengths taken? Print the shapes of both.",
    hint="Give the axis: `a.norm(dim=-1)`.",
)

mistakes.add(
    "plain-dot-product",
    edit("usual", {
        "return dot / lengths.clamp_min(1e-12)": "return dot",
    }),
    means="This is the dot product. Long vectors win, wherever they point.",
    try_next="Make one of the two vectors ten times as long. Should the answer change?",
    hint="Divide by both lengths.",
)

mistakes.add(
    "wrong-axis",
    edit("usual", {
        "sum(dim=-1)": "sum(dim=0)",
        "a.norm(dim=-1)": "a.norm(dim=0)",
        "b.norm(dim=-1)": "b.norm(dim=0)",
    }),
    edit("usual", {"a.norm(dim=-1)": "a.norm(dim=0)", "b.norm(dim=-1)": "b.norm(dim=0)"}),
    means="""Sums or lengths of yours run over the first axis. It counts the vectors; the features
    of one vector are the last axis.""",
    try_next="Which axis holds the features of one vector? Look at `dim`.",
    hint="The features are the last axis: dim=-1.",
)

mistakes.add(
    "guard-too-large",
    code("""
        def cosine_similarity(a, b):
            dot = (a * b).sum(dim=-1)
            lengths = a.norm(dim=-1) * b.norm(dim=-1)
            return dot / (lengths + 1e-2)
    """),
    means="""The number that you add to the lengths, against a division by 0, is so large that
    every similarity comes out too small.""",
    try_next="How large are your lengths beside the number that you add?",
    hint="`lengths.clamp_min(1e-12)` adds nothing where the lengths are large.",
)

mistakes.add(
    "wrong-axis",
    edit("library", {", dim=-1": ""}),
    means="""Your code works along axis 1, as many functions of the library do where no `dim` is
    given. The features are the last axis, which is axis 1 only of a matrix.""",
    try_next="""Which `dim` does each call of yours get? Along which axis does
    `F.cosine_similarity` work if you say nothing?""",
    hint="dim=-1",
)

mistakes.add(
    "matrix-product",
    edit("guard_of_1e_6", {"(a * b).sum(dim=-1)": "(a @ b)"}),
    means="""`@` between two tables is a product of matrices. It meets the rows of a with the
    columns of b. Here each vector meets its partner, feature by feature.""",
    try_next="What does `a @ b` give for two tables of shape (2, 2), and what is asked for?",
    hint="`(a * b).sum(dim=-1)`",
)

mistakes.add(
    "one-length-missing",
    edit("usual", {"* length_b": ""}),
    means="You divided by one of the two lengths.",
    try_next="""Make each of the two vectors ten times as long in turn. For which one does the
    answer change?""",
    hint="Divide by both.",
)

mistakes.add(
    "cosine-distance",
    edit("usual", {"return dot": "return 1 - dot"}),
    means="This is 1 minus the cosine: a distance.",
    try_next="What should two equal vectors give, 0 or 1?",
    hint="Leave out the 1 minus.",
)
