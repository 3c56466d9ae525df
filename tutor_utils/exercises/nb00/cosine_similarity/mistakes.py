"""What goes wrong in `cosine_similarity`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "wrong-axis",
    edit("usual", {
        "sum(dim=-1)": "sum()",
        "a.norm(dim=-1)": "a.norm()",
        "b.norm(dim=-1)": "b.norm()",
    }),
    edit("usual", {
        "sum(dim=-1)": "sum(dim=0)",
        "a.norm(dim=-1)": "a.norm(dim=0)",
        "b.norm(dim=-1)": "b.norm(dim=0)",
    }),
    edit("usual", {"a.norm(dim=-1)": "a.norm()", "b.norm(dim=-1)": "b.norm()"}),
    edit("library", {", dim=-1": ""}),
    means="""Sums or lengths of yours do not run over the features of one vector alone, which are
    the last axis. Where no `dim` is given, a sum or a norm takes all axes, and
    `F.cosine_similarity` takes axis 1.""",
    try_next="Which `dim` does each call of yours get?",
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
    "plain-dot-product",
    edit("usual", {"return dot / lengths.clamp_min(1e-12)": "return dot"}),
    means="This is the dot product. Long vectors win, wherever they point.",
    try_next="Make one of the two vectors ten times as long. Should the answer change?",
    hint="Divide by both lengths.",
)

mistakes.add(
    "guard-too-large",
    edit("usual", {"lengths.clamp_min(1e-12)": "(lengths + 1e-2)"}),
    means="""The number that you add to the lengths, against a division by 0, is so large that
    every similarity comes out too small.""",
    try_next="How large are your lengths beside the number that you add?",
    hint="`lengths.clamp_min(1e-12)` adds nothing where the lengths are large.",
)

mistakes.add(
    "matrix-product",
    edit("usual", {"(a * b).sum(dim=-1)": "a @ b"}),
    means="""`@` between two tables is a product of matrices. It meets the rows of a with the
    columns of b. Here each vector meets its partner, feature by feature.""",
    try_next="What does `a @ b` give for two tables of shape (2, 2), and what is asked for?",
    hint="`(a * b).sum(dim=-1)`",
)
