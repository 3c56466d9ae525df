"""What goes wrong in `split_heads`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "wrong-axes-swapped",
    edit("reshape_transpose", {"transpose(1, 2)": "permute(0, 2, 3, 1)"}),
    means="""The heads are right, but tokens and features of each head changed places: (B, h, d_k,
    L).""",
    try_next="""Which axis of your result has the size L, and which d_k? Follow your last
    `transpose` or `permute`.""",
    hint="`transpose(1, 2)` swaps L and h and leaves d_k last.",
)

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
    "float-head-size",
    code("""
        def split_heads(x, num_heads):
            B, L, d_model = x.shape
            d_k = d_model / num_heads
            return x.reshape(B, L, num_heads, d_k).transpose(1, 2)
    """),
    means="The size of a head is a float, since `/` always gives a float in Python.",
    try_next="Look at the line that works out d_k: use `//`.",
    hint="d_k = d_model // num_heads",
    raises=r"'float' object cannot be interpreted|must be tuple of ints.{0,40}float|must be int, not float|invalid combination of arguments - got \([^)]*float",
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
    "heads-before-batch",
    code("""
        def split_heads(x, num_heads):
            if x.shape[-1] % num_heads:
                raise ValueError(f"num_heads={num_heads}")
            return torch.stack(x.chunk(num_heads, -1))
    """),
    means="""You put the head axis in front of the batch axis: (h, B, L, d_k). The course keeps
    the batch first everywhere.""",
    try_next="""Which axis stands first in your result? Look at your `permute`; `stack` puts its
    new axis first where no `dim` is given.""",
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
    "split-by-count",
    code("""
        def split_heads(x, num_heads):
            if x.shape[-1] % num_heads:
                raise ValueError(f"num_heads={num_heads} must divide d_model={x.shape[-1]}")
            return torch.stack(x.split(num_heads, dim=2), dim=1)
    """),
    means="""You made d_k heads of num_heads features each. You want num_heads heads of d_k
    features.""",
    try_next="""Which of your numbers says how many parts there are, and which how large each is?
    (`split` takes the size, `chunk` the count.)""",
    hint="`x.split(d_k, dim=-1)`, or `x.chunk(num_heads, dim=-1)`.",
)

mistakes.add(
    "every-axis-of-one-squeezed",
    edit("reshape_transpose", {"transpose(1, 2)": "transpose(1, 2).squeeze()"}),
    means="""Every axis of size 1 is gone: `squeeze()` without a number takes them all, also that
    of a batch of one sentence, of one head or of one token.""",
    try_next="Which shape comes out for B = 1, and which is asked for?",
    hint="Leave out `squeeze()`.",
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
