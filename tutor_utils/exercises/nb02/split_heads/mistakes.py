"""What goes wrong in `split_heads`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "features-interleaved",
    edit("reshape_transpose", {
        "num_heads, d_model // num_heads).transpose(1, 2)":
            "d_model // num_heads, num_heads).permute(0, 3, 1, 2)",
    }),
    means="""Head i of yours holds every h-th feature, as a cut into (d_k, h) gives it. The
    contract asks for neighbours, i*d_k to (i+1)*d_k.""",
    try_next="""Look at the order of the two last sizes in your reshape, or at the step of your
    slice.""",
    hint="In a reshape the last two sizes are `num_heads, d_k`, in this order.",
)

mistakes.add(
    "indivisible-not-refused",
    edit("reshape_transpose", {
        """
            if d_model % num_heads:
                raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        """: "",
        "x.reshape": "x[..., : d_model // num_heads * num_heads].reshape",
    }),
)

mistakes.add(
    "heads-not-moved",
    edit("reshape_transpose", {".transpose(1, 2)": ""}),
    means="""You cut the features into heads, but left the head axis after the tokens: (B, L, h,
    d_k). Attention would then compare heads with heads and not tokens with tokens.""",
    try_next="Look at the order of the axes after the cut. Which two must change places?",
    hint="One `.transpose(1, 2)` is missing.",
    source="https://github.com/reczoo/FuxiCTR/issues/30",
)

mistakes.add(
    "view-straight-to-heads",
    edit("reshape_transpose", {
        "L, num_heads, d_model // num_heads).transpose(1, 2)":
            "num_heads, L, d_model // num_heads)",
    }),
)

mistakes.add(
    "heads-in-the-batch",
    edit("reshape_transpose", {".transpose(1, 2)": ".transpose(1, 2).flatten(0, 1)"}),
    means="""You put the heads into the batch axis: (B*h, L, d_k), as some tutorials do. Here the heads
    keep an axis of their own, (B, h, L, d_k).""",
    try_next="What does the last `reshape` or `flatten` do to the axes B and h?",
    hint="Leave the last `reshape` out.",
)

mistakes.harmless(
    "if d_model % num_heads: | raise ValueError(f'num_heads={num_heads} does not divide d_model={d_model}') -> pass",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
mistakes.harmless(
    kind="slip",
    within="raise ValueError",
    because="PyTorch stops at the same arguments by itself, and any error refuses",
)
