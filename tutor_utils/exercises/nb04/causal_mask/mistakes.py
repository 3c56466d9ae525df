"""What goes wrong in `causal_mask`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "additive-mask",
    code("""
        def causal_mask(length, device=None):
            return torch.full((1, 1, length, length), -math.inf, device=device).triu(1)
    """),
    means="""Your mask holds 0 and -inf, to be added to the scores, as PyTorch's
    `generate_square_subsequent_mask` does. Here it says yes or no: True where the key may be read.""",
    try_next="Which `dtype` has the comparison alone, before numbers are made of it?",
    hint="torch.ones(1, 1, length, length, dtype=torch.bool, device=device).tril()",
)

mistakes.add(
    "device-named",
    edit("usual", {"device=device": 'device="cuda"'}),
    edit("usual", {", device=device": ""}),
    means="""The mask is not made on the device that was asked for. On a GPU the next line would
    stop with an error.""",
    try_next="Which of your lines makes a tensor, and where does it put it?",
    hint="Give `device=device` where you make a tensor.",
    raises="on the same device|compiled with CUDA|NVIDIA driver",
    source="https://github.com/SamLynnEvans/Transformer/issues/27",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"mask.tril()": "mask.triu(1)"}),
    means="""Your mask is the other way round: True where a key is blocked. In this course True
    means may attend.""",
    try_next="What does True mean in this course? May query 0 see key 1 in your mask?",
    hint="The lower triangle is True, with the diagonal: `tril()`.",
    source="https://github.com/wfondrie/depthcharge/pull/38",
)

mistakes.add(
    "axes-missing",
    edit("usual", {"return mask[None, None]": "return mask"}),
    means="Two axes of size 1 in front are missing, for batch and heads.",
    try_next="Write the shape (1, 1, L, L) below yours. Which axes are missing, and where?",
    hint="Use `[None, None]`.",
)

mistakes.add(
    "diagonal-blocked",
    edit("usual", {"mask.tril()": "mask.tril(-1)"}),
    means="A token may not see itself in your mask. Token 0 then sees nothing at all.",
    try_next="""May a token look at itself? Look at the diagonal, and at the equal sign of your
    comparison.""",
    hint="tril(), not tril(-1); `<=`, not `<`",
)

mistakes.add(
    "one-future-token",
    edit("usual", {"mask.tril()": "mask.tril(1)"}),
    means="""Each token sees one token of the future. In training it sees its own answer: the loss
    is near zero and decoding fails.""",
    try_next="""May query 0 see key 1 in your mask? Look at the number in `tril` or `triu`, or at
    your comparison.""",
)

mistakes.add(
    "length-fixed",
    edit("usual", {"length, length": "20, 20", "mask.tril()": "mask.tril()[:length, :length]"}),
    means="Your table has one size for all lengths. A longer sentence does not fit in.",
    try_next="Which line of yours gives the mask its size?",
    hint="`torch.ones(length, length, ...)`",
)

mistakes.add(
    "axes-missing",
    edit("usual", {"None, None": "None"}),
    means="The mask has three axes and not four.",
    try_next="Write the shape (1, 1, L, L) below yours. Which axes are missing, and where?",
    hint="Use `[None, None]`.",
)

mistakes.add(
    "past-and-future-swapped",
    edit("usual", {"mask.tril": "mask.triu"}),
    means="Your triangle is the upper one: each token sees itself and the future.",
    try_next="Rows are queries, columns are keys. May query 0 see key 1 in your mask?",
    hint="Rows are queries, columns are keys: use the lower triangle.",
    source="https://github.com/pytorch/pytorch/issues/29546",
)

mistakes.add(
    "nothing-blocked",
    edit("usual", {"mask = mask.tril()": ""}),
    means="Every entry is True: nothing is hidden.",
    try_next="""Which half of the table should be False? Does a line of yours cut it off, and is
    what it gives kept?""",
    hint="Keep the lower triangle only, with `tril()`.",
)
