"""What goes wrong in `merge_heads`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "heads-along-tokens",
    edit("cat", {", dim=-1": ", dim=1"}),
    means="""You put the heads one after the other along the tokens: (B, h*L, d_k). A sentence
    does not get longer. Each token gets wider.""",
    try_next="Look at the `dim` of your `cat`, or at the two axes that you joined.",
    hint="The heads are joined along the last axis: `dim=-1`.",
)

mistakes.add(
    "view-after-transpose",
    edit("contiguous_view", {"(1, 2).contiguous()": "(1, 2)"}),
    means="""`view` needs the numbers to lie in memory in the order of the axes. `transpose` only
    changes the order in which they are read.""",
    try_next="Use `reshape`, which copies where it must, or `.contiguous()` before `view`.",
    hint="x.transpose(1, 2).reshape(...)",
    raises="view size is not compatible",
)

mistakes.add(
    "sentences-mixed",
    edit("contiguous_view", {"(1, 2)": "(0, 1)"}),
    means="""The batch was not the first axis when you joined. One sentence then holds numbers of
    another one.""",
    try_next="Which axis stands first before the join? The batch stays there.",
)

mistakes.add(
    "features-interleaved",
    edit("permute_reshape", {", 2, 1, 3": ", 2, 3, 1"}),
    means="""The features of the heads alternate in your rows: the join was made as (d_k, h) and
    not as (h, d_k), while `split_heads` cut them into blocks.""",
    try_next="Look at the order of the two last axes before you join them.",
    hint="Before the join the axes should be (B, L, h, d_k).",
)

mistakes.add("merge-without-moving-back", edit("contiguous_view", {".transpose(1, 2)": ""}))
