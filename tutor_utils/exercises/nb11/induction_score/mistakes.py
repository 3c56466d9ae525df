"""What goes wrong in `induction_score`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "the-copy-itself",
    edit("usual", {"t - period + 1": "t - period"}),
    edit("diagonal", {"1 - period": "-period", "[..., 1:]": ""}),
    edit("diagonal", {"1 - period": "-period"}),
    means="""You measure the weight on the earlier copy, t - period. An induction head looks one
    place after it: there stands what followed last time.""",
    try_next="a b c a: standing at the last a, which place holds the b?",
    hint="`t - period + 1`.",
)

mistakes.add(
    "one-place-from-it",
    *edits("usual", "t - period + 1", "t - period - 1", "t - period + 2"),
    edit("diagonal", {"1 - period": "-1 - period", "[..., 1:]": ""}),
    means="Your key is not the place just after the earlier copy: it stands one or two beside it.",
    try_next="a b c a: standing at the last a, which place holds the b?",
    hint="`t - period + 1`.",
)

mistakes.add(
    "first-round-counted",
    edit("usual", {"arange(period, ": "arange(period - 1, "}),
    edit("diagonal", {"[..., 1:]": ""}),
    means="""The last place of the first round, t = period - 1, counts in your mean. Its symbol was
    not said before: it has no earlier copy.""",
    try_next="Which is the first t whose symbol has an earlier copy?",
    hint="t runs from `period` to L - 1. A diagonal begins one earlier: leave its first number out.",
)

mistakes.add(
    "wrong-end-cut",
    edit("diagonal", {"[..., 1:]": "[..., :-1]"}),
    means="""You count t = period - 1, whose symbol has no earlier copy, and leave out the last
    place of the text.""",
    try_next="Which place does the first number of your diagonal belong to, and which the last?",
    hint="t runs from `period` to L - 1. A diagonal begins one earlier: leave its first number out.",
)

mistakes.add(
    "starts-too-late",
    edit("usual", {"arange(period, ": "arange(period + 1, "}),
    edit("masked", {"t >= period": "t > period", "on.sum()": "(L - period)"}),
    means="The place t = period is left out. Its symbol is the first that was said before.",
    try_next="Which is the first t whose symbol has an earlier copy?",
    hint="t runs from `period` to L - 1.",
)

mistakes.add(
    "ends-too-early",
    edit("usual", {"weights.shape[-1], ": "weights.shape[-1] - 1, "}),
    edit("heads", {"weights.shape[2])": "weights.shape[2] - 1)"}),
    edit("masked", {"(t >= period)": "(t >= period) & (t < L - 1)", "on.sum()": "(L - period)"}),
    means="The last place of the text is left out. It counts like the others.",
    try_next="Which t is the last that your code looks at?",
    hint="t runs from `period` to L - 1.",
)

mistakes.add(
    "one-round-alone",
    edit("usual", {"weights.shape[-1], ": "min(2 * period, weights.shape[-1]), "}),
    means="Only the second round is counted. Later rounds have earlier copies too.",
    try_next="Which t is the last that your code looks at, in a text of three rounds?",
    hint="t runs from `period` to L - 1.",
)

mistakes.add(
    "rows-and-columns-exchanged",
    edit("usual", {"t, t - period + 1": "t - period + 1, t"}),
    edit("diagonal", {"1 - period": "period - 1"}),
    edit("diagonal", {"1 - period": "period - 1", "[..., 1:]": ""}),
    means="""Your queries look into the future: rows and columns have changed places. A row of the
    map is a query, a column a key.""",
    try_next="Which of the last two axes of (B, h, L_q, L_k) is the one that looks?",
    hint="`weights[:, :, t, t - period + 1]`: the query first.",
)

mistakes.add(
    "all-pairs",
    edit("usual", {"weights[:, :, t, t - period + 1].mean(dim=(0, 2))": "weights[:, :, period:, 1:1 - period].mean(dim=(0, 2, 3))"}),
    edit("usual", {"weights[:, :, t, t - period + 1].mean(dim=(0, 2))": "weights[:, :, t][..., t - period + 1].mean(dim=(0, 2, 3))"}),
    means="""You take every t with every key, a whole block of the map. Each t has one key of its
    own.""",
    try_next="How many numbers of one map count for L = 6 and period = 3? It should be 3.",
    hint="Two index tensors in one bracket go in step: `weights[:, :, t, t - period + 1]`.",
)

mistakes.add(
    "batch-mean-forgotten",
    *edits("usual", "dim=(0, 2)", "dim=2", "dim=-1"),
    means="You give one number for each row and head, (B, h). The mean over the rows is missing.",
    try_next="Compare the shape of your result with (h,).",
    hint="`.mean(dim=(0, 2))`: over the batch and the places.",
)

mistakes.add(
    "heads-in-the-mean",
    *edits("usual", "mean(dim=(0, 2))", "mean()", "mean(dim=(1, 2))", "mean(dim=(0, 1))"),
    means="""Your mean goes over the heads. Each head is asked for by itself; the mean is over rows
    and places.""",
    try_next="Which axis of (B, h, number of t) has to be left over?",
    hint="`.mean(dim=(0, 2))`: over the batch and the places.",
)

mistakes.add(
    "sum-for-mean",
    edit("usual", {".mean(dim=(0, 2))": ".sum(dim=(0, 2))"}),
    edit("usual", {".mean(dim=(0, 2))": ".mean(dim=0).sum(dim=-1)"}),
    edit("usual", {".mean(dim=(0, 2))": ".sum(dim=0).mean(dim=-1)"}),
    means="You add where a mean is asked for, so longer texts or larger batches score higher.",
    try_next="Which of the two axes do you add up?",
    hint="`.mean(dim=(0, 2))`.",
)

mistakes.add(
    "divided-by-all-places",
    edit("masked", {".sum((-2, -1)).mean(0) / on.sum()": ".sum((-2, -1)).mean(0) / L"}),
    edit("masked", {".sum((-2, -1)).mean(0) / on.sum()": ".mean((0, 2, 3))"}),
    edit("masked", {"/ on.sum()": "/ (on.sum() + 1)"}),
    means="""You divide by more places than you looked at. The mean is over the t that have an
    earlier copy.""",
    try_next="How many places have one, for L = 6 and period = 3?",
    hint="There are L - period of them.",
)

mistakes.add(
    "diagonal-of-other-axes",
    *(
        edit("diagonal", {
            "1 - period, dim1=-2, dim2=-1": offset, "[..., 1:]": cut, "dim=(0, 2)": f"dim={axes}",
        })
        for offset in ("1 - period", "-period")
        for cut in ("", "[..., 1:]")
        for axes in ("0", "(0, 1)", "(0, 2)")
    ),
    means="""Without axes `diagonal` takes the first two, the batch and the heads. A map is the last
    two, (L, L).""",
    try_next="Compare the shape after `diagonal` with (B, h, how many t).",
    hint="`weights.diagonal(1 - period, dim1=-2, dim2=-1)`.",
)

mistakes.add("no-return", edit("usual", {"return weights": "weights"}))

mistakes.harmless(kind="detach", because="a score is read: nobody trains by it")
mistakes.harmless(
    "weights.shape[-1] -> weights.shape[-2]",
    because="a map of self-attention is a square",
)
mistakes.harmless(
    "weights[:, :, t, t - period + 1].mean(dim=(0, 2)) -> weights[:, :, t, t - period + 1].mean(dim=(2, 0))",
    because="the order of the axes of a mean does not matter",
)
