"""What goes wrong in `split_heads`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

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
    code("""
        def split_heads(x, num_heads):
            B, L, d_model = x.shape
            d_k = d_model // num_heads
            return x[..., : num_heads * d_k].reshape(B, L, num_heads, d_k).transpose(1, 2)
    """),
    means="""With 10 features and 3 heads no whole d_k exists. Your code goes on: `//` drops
    features without a word.""",
    try_next="How many features do your heads hold together, and how many came in?",
    hint="if d_model % num_heads: raise ValueError(...)",
    fails="refuses",
    source="https://github.com/wanshuiyin/ARIS-in-AI-Offer/pull/45",
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
    edit("reshape_transpose", {"L, num_heads, d_model // num_heads).transpose(1, 2)": "num_heads, L, d_model // num_heads)"}),
    means="""You went from (B, L, d_model) to (B, h, L, d_k) in one reshape. That does not move an
    axis: it cuts the numbers anew, so one head holds features of other tokens.""",
    try_next="Look at head 0 of token 1 in the small example: whose features are these?",
    hint="First reshape to (B, L, h, d_k), only then `.transpose(1, 2)`.",
    source="https://github.com/hyunwoongko/transformer/issues/15",
)

mistakes.add(
    "heads-in-the-batch",
    code("""
        def split_heads(x, num_heads):
            B, L, d_model = x.shape
            if d_model % num_heads:
                raise ValueError(f"num_heads={num_heads} must divide d_model={d_model}")
            x = x.reshape(B, L, num_heads, -1).permute(0, 2, 1, 3)
            return x.reshape(-1, L, d_model // num_heads)
    """),
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
