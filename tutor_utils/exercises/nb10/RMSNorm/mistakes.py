"""What goes wrong in `RMSNorm`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "mean-subtracted",
    edit("usual", {"wide = x.float()": "wide = x.float() - x.float().mean(dim=-1, keepdim=True)"}),
    edit("llama", {
        ".pow(2).mean(-1, keepdim=True)": ".var(-1, unbiased=False, keepdim=True)",
    }),
    edit("usual", {"wide.square().mean(dim=-1, keepdim=True)": "wide.var(dim=-1, keepdim=True)"}),
    means="""You take the mean of the features off, as LayerNorm does, or divide by the deviation
    around it. RMSNorm looks at the squares of x itself.""",
    try_next="Give it the features 3, 3, 3. Which squares do you average?",
    hint="`x.square().mean(-1, keepdim=True)`.",
)

mistakes.add(
    "eps-outside-the-root",
    edit("usual", {
        "(wide.square().mean(dim=-1, keepdim=True) + self.eps).sqrt()":
            "wide.square().mean(dim=-1, keepdim=True).sqrt() + self.eps",
    }),
    means="""You add eps to the root. It belongs below the root, to the mean of the squares. With
    numbers near 1 nobody sees it; with small ones it is far off.""",
    try_next="Which of the two comes first: + eps, or the root?",
    hint="`torch.rsqrt(mean + self.eps)`.",
)

mistakes.add(
    "eps-missing",
    edit("usual", {" + self.eps": ""}),
    means="eps does not arrive: a token of zeros is divided by 0.",
    try_next="What does your norm give for a token that is all zeros?",
    hint="`+ self.eps` below the root.",
)

mistakes.add(
    "eps-fixed",
    edit("usual", {"= eps": "= 1e-6"}),
    means="""The eps of the caller is not used: a number stands in your code. Published files name
    theirs, and 1e-5 is as usual as 1e-6.""",
    try_next="Where does the argument `eps` go?",
    hint="`self.eps = eps`.",
)

mistakes.add(
    "no-root",
    edit("usual", {" + self.eps).sqrt()": " + self.eps)"}),
    means="You divide by the mean of the squares, not by its root.",
    try_next="Twice as large an x should give the same result. Does it?",
    hint="`.sqrt()`.",
)

mistakes.add(
    "multiplied-by-the-size",
    edit("usual", {"wide / size": "wide * size"}),
    means="You multiply by the size. A norm divides: large tokens and small ones get alike.",
    try_next="Twice as large an x should give the same result. Does it?",
    hint="`x / size`, or `x * torch.rsqrt(...)`.",
)

mistakes.add(
    "sum-in-place-of-mean",
    edit("usual", {"square().mean": "square().sum"}),
    edit("usual", {
        "(wide.square().mean(dim=-1, keepdim=True) + self.eps).sqrt()":
            "wide.norm(dim=-1, keepdim=True)",
    }),
    means="""You divide by the length of the vector: the root of the SUM of the squares. It is the
    root of their mean here, so that a usual feature is about 1.""",
    try_next="How large are the squares of your result, on average?",
    hint="`.mean(-1, keepdim=True)`.",
)

mistakes.add(
    "over-another-axis",
    *edits("usual", "mean(dim=-1, ", "mean(dim=0, ", "mean(dim=1, "),
    edit("usual", {"mean(dim=-1, keepdim=True)": "mean()"}),
    means="""The mean is not one for each token, over its features. Tokens then depend on each
    other.""",
    try_next="Change one token of x. Which tokens of the result move?",
    hint="`mean(dim=-1, keepdim=True)`.",
)

mistakes.add(
    "axis-dropped",
    edit("usual", {"mean(dim=-1, keepdim=True)": "mean(dim=-1)"}),
    means="The mean has lost its axis, so it meets the wrong one when you divide.",
    try_next="Print the shapes of x and of the mean.",
    hint="`keepdim=True`.",
    raises=r"size of tensor a .* must match the size of tensor b",
)

mistakes.add(
    "gain-missing",
    edit("usual", {" * self.gain": ""}),
    means="The gain is made and never used.",
    try_next="What multiplies your result?",
    hint="`* self.gain`.",
)

mistakes.add(
    "gain-of-zeros",
    edit("usual", {"torch.ones(d_model)": "torch.zeros(d_model)"}),
    means="The gain starts as zeros, so a new norm gives nothing but zeros.",
    try_next="What should a new norm do to the features 1, 2, 2?",
    hint="`nn.Parameter(torch.ones(d_model))`.",
)

mistakes.add(
    "gain-not-learned",
    edit("usual", {"nn.Parameter(torch.ones(d_model))": "torch.ones(d_model)"}),
    means="Your gain is a plain tensor. It is no Parameter, so nothing trains it.",
    try_next="What does `list(norm.parameters())` hold?",
    hint="`nn.Parameter(torch.ones(d_model))`.",
)

mistakes.add(
    "with-a-bias",
    edit("usual", {
        """
            self.gain = nn.Parameter(torch.ones(d_model))
        """: """
            self.gain = nn.Parameter(torch.ones(d_model))
            self.shift = nn.Parameter(torch.zeros(d_model))
        """,
        "self.gain).to": "self.gain + self.shift).to",
    }),
    means="Your norm adds a bias, as LayerNorm does. RMSNorm has a gain alone.",
    try_next="How many numbers does `RMSNorm(5)` learn?",
)

mistakes.add(
    "result-in-float32",
    edit("usual", {"(wide / size * self.gain).to(x.dtype)": "wide / size * self.gain.float()"}),
    means="You compute in float32 and stay there: the next layer expects x's number type.",
    try_next="What does your norm give for an x in bfloat16?",
    hint="`.to(x.dtype)` at the end.",
)

mistakes.add(
    "squares-in-half-precision",
    *edits("usual", "x.float()", "x"),
    means="""You square in x's number type. In float16 the square of 300 is infinite, and the
    result becomes 0.""",
    try_next="In which number type do you square?",
    hint="`x.float()` first, `.to(x.dtype)` at the end.",
)
