"""What goes wrong in `EncoderLayer`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "always-norm-first",
    edit("branches", {"if self.norm_first": "if True"}),
    means="""With norm_first=False your layer normalises what goes into the sub-layer (pre-LN).
    The paper normalises the sum: norm(x + sublayer(x)).""",
    try_next="""What decides the order in `forward`? Is there a condition on `norm_first`, and do
    its branches stand the right way round?""",
    source="https://github.com/hkproj/pytorch-transformer/issues/14",
)

mistakes.add(
    "annotated-layer",
    code("""
        class Norm(nn.Module):
            def __init__(self, size):
                super().__init__()
                self.gain = nn.Parameter(torch.ones(size))
                self.shift = nn.Parameter(torch.zeros(size))

            def forward(self, x):
                deviation = x.std(-1, keepdim=True)
                return self.gain * (x - x.mean(-1, keepdim=True)) / (deviation + 1e-6) + self.shift


        class EncoderLayer(nn.Module):
            def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
                super().__init__()
                self.attention = MultiHeadAttention(d_model, num_heads, dropout)
                self.ffn = FeedForward(d_model, d_ff, dropout)
                self.norm1 = Norm(d_model)
                self.norm2 = Norm(d_model)
                self.drop = nn.Dropout(dropout)

            def forward(self, x, mask=None):
                y = self.norm1(x)
                out, weights = self.attention(y, y, y, mask)
                x = x + self.drop(out)
                x = x + self.drop(self.ffn(self.norm2(x)))
                return x, weights
    """),
    means="""This is the layer of the Annotated Transformer. Two things differ from the contract:
    it always normalises what goes into a sub-layer (norm_first has no effect), and its own norm
    divides by n - 1.""",
    try_next="""With norm_first=False the paper's order is norm(x + sublayer(x)). Take
    `nn.LayerNorm` for the norm.""",
    hint="x = self.norm1(x + self.drop(out)) where norm_first is False",
    source="https://github.com/harvardnlp/annotated-transformer",
)

mistakes.add(
    "attention-lost",
    edit("branches", {"x = self.norm1": "y = self.norm1"}),
    means="""The second sub-layer starts again from the x that came into the layer. What attention
    found is thrown away.""",
    try_next="""Look at the names: the result of the first sub-layer must be what the second one
    reads.""",
)

mistakes.add(
    "no-residual",
    edit("branches", {
        "= x + self.drop(out)": "= self.drop(out)",
        "(x + self.drop(out))": "(self.drop(out))",
    }),
    edit("branches", {
        "(x + self.drop(out))": "(self.drop(out))",
        "x + self.drop(self.ffn(x))": "self.drop(self.ffn(x))",
    }),
)

mistakes.add(
    "bert-layer",
    code("""
        class EncoderLayer(nn.Module):
            def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
                super().__init__()
                self.attention = MultiHeadAttention(d_model, num_heads, dropout)
                self.intermediate = nn.Linear(d_model, d_ff)
                self.output = nn.Linear(d_ff, d_model)
                self.norm1 = nn.LayerNorm(d_model)
                self.norm2 = nn.LayerNorm(d_model)
                self.drop = nn.Dropout(dropout)

            def forward(self, x, mask=None):
                out, weights = self.attention(x, x, x, mask)
                x = self.norm1(x + self.drop(out))
                out = self.output(F.gelu(self.intermediate(x)))
                return self.norm2(x + self.drop(out)), weights
    """),
    means="""This is the layer of BERT. Two things differ from the contract: GELU stands where the
    paper has ReLU, and the norm always comes after the sum (norm_first has no effect).""",
    try_next="""Take your own `FeedForward`, which has the ReLU, and let `norm_first` choose where
    the norm stands.""",
)

mistakes.add(
    "no-gradient",
    edit("branches", {
        "= x + self.drop(out)": "= x + self.drop(out.detach())",
        "(x + self.drop(out))": "(x + self.drop(out.detach()))",
    }),
    means="Part of the layer gets no gradient, and what gets none does not learn.",
    try_next="Look for `.detach()`, `.data`, `no_grad`, or a layer that is made and never called.",
)

mistakes.add(
    "dropout-after-norm",
    edit("branches", {
        "self.norm2(x + self.drop(self.ffn(x)))": "self.drop(self.norm2(x + self.ffn(x)))",
    }),
)

mistakes.add(
    "dropout-after-residual",
    edit("branches", {
        "= x + self.drop(out)": "= self.drop(x + out)",
        "x + self.drop(self.ffn(x))": "self.drop(x + self.ffn(x))",
    }),
)

mistakes.add(
    "dropout-missing",
    edit("branches", {
        "num_heads, dropout": "num_heads",
        "d_model, d_ff, dropout": "d_model, d_ff",
        "(dropout)": "(0.0)",
    }),
)

mistakes.add(
    "dropout-in-eval",
    edit("branches", {
        "= x + self.drop(out)": "= x + F.dropout(out, self.drop.p)",
        "(x + self.drop(out))": "(x + F.dropout(out, self.drop.p))",
    }),
)

mistakes.add(
    "dropout-not-on-output",
    edit("branches", {
        "= x + self.drop(out)": "= x + out",
        "self.drop(self.ffn(self.norm2(x)))": "self.ffn(self.norm2(x))",
        "(x + self.drop(out))": "(x + out)",
        "(x + self.drop(self.ffn(x)))": "(x + self.ffn(x))",
    }),
)

mistakes.add(
    "feed-forward-no-residual",
    edit("branches", {"x + self.drop(self.ffn(x))": "self.drop(self.ffn(x))"}),
    means="The residual stands round attention only. The feed-forward network needs one too.",
    try_next="Look at the second sub-layer for its `x + ...`.",
)

mistakes.add(
    "feed-forward-reads-input",
    edit("branches", {
        """
            else:
        """: """
            else:
                start = x
        """,
        "self.ffn(x)": "self.ffn(start)",
    }),
    means="""The feed-forward network reads the x that came into the layer, and not what attention
    made of it.""",
    try_next="Look at the names: the second sub-layer must read the result of the first.",
)

mistakes.add(
    "dropout-twice",
    edit("usual", {"self.dropout(self.feed_forward(y))": "self.dropout(self.dropout(self.feed_forward(y)))"}),
)

mistakes.add(
    "rate-ignored",
    edit("usual", {"(dropout)": "(0.1)"}),
)

mistakes.add(
    "gelu-inside",
    edit("usual", {
        """
            self.feed_forward = FeedForward(d_model, d_ff, dropout)
        """: """
            self.feed_forward = nn.Sequential(
                nn.Linear(d_model, d_ff), nn.GELU(), nn.Dropout(dropout), nn.Linear(d_ff, d_model)
            )
        """,
    }),
    means="""Your feed-forward network has GELU between its two maps, as BERT and GPT-2 have it.
    The paper's has ReLU.""",
    try_next="Which of the two is in your own `FeedForward`?",
    hint="self.feed_forward = FeedForward(d_model, d_ff, dropout)",
)

mistakes.add(
    "mask-not-passed",
    edit("branches", {", y, mask": ", y", "x, x, mask": "x, x"}),
    means="The mask changes nothing: pads are read like words.",
    try_next="Where does `mask` go in your `forward`? Does it reach the attention?",
    hint="`mask` is the fourth argument of the attention.",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {", y, mask": ", y, None if mask is None else ~mask"}),
    means="""You turn the mask round, or take True for blocked, as `nn.MultiheadAttention` does.
    In this course True means: may attend.""",
    try_next="Hand the mask on as it comes.",
    hint="attended, weights = self.attention(y, y, y, mask)",
)

mistakes.add(
    "no-feed-forward",
    edit("branches", {"x = self.norm2(x + self.drop(self.ffn(x)))": ""}),
    means="""What your layer returns has gone through attention alone. The feed-forward network
    has no part in it.""",
    try_next="What becomes of the second sub-layer: is it called, and does x take up its result?",
)

mistakes.add(
    "no-norm",
    edit("branches", {
        "self.norm1(x + self.drop(out))": "x + self.drop(out)",
        "self.norm2(x + self.drop(self.ffn(x)))": "x + self.drop(self.ffn(x))",
    }),
)

mistakes.add(
    "norm-first-ignored",
    edit("branches", {"if self.norm_first": "if False"}),
    means="""With norm_first=True your layer still normalises after the sum (post-LN). Pre-LN
    normalises what goes into the sub-layer: x + sublayer(norm(x)).""",
    try_next="Where do you keep `norm_first`, and where does `forward` ask for it?",
    source="https://github.com/harvardnlp/annotated-transformer/issues/13",
)

mistakes.add(
    "norm-inside-residual",
    edit("branches", {
        "self.norm1(x + self.drop(out))": "x + self.norm1(self.drop(out))",
        "self.norm2(x + self.drop(self.ffn(x)))": "x + self.norm2(self.drop(self.ffn(x)))",
    }),
)

mistakes.add(
    "one-norm-for-all",
    edit("branches", {
        "self.norm2 = nn.LayerNorm(d_model)": "",
        "norm2(x)": "norm1(x)",
        "= self.norm2": "= self.norm1",
    }),
)

mistakes.add(
    "residual-skips-attention",
    edit("usual", {
        """
            def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """: """
            def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
                start = x
        """,
        "x + self.dropout(self.feed_forward(y))": "start + self.dropout(self.feed_forward(y))",
    }),
    means="""The second residual adds the layer's input, not what the first sub-layer gave: what
    attention found then reaches the output through the feed-forward network alone.""",
    try_next="Which x stands in your second sum?",
)

mistakes.add(
    "residual-from-normed",
    edit("branches", {
        "y = self": "x = y = self",
        """
            x = x + self.drop(self.ffn(self.norm2(x)))
        """: """
            x = self.norm2(x)
            x = x + self.drop(self.ffn(x))
        """,
    }),
    edit("branches", {"= x + self.drop(out)": "= y + self.drop(out)"}),
    means="""In pre-LN you added the *normalised* x. The residual must carry x itself, untouched
    from the first layer to the last.""",
    try_next="""Which tensor does each sum add: x, or norm(x)? A line `x = norm(x)` overwrites the
    x that the sum needs.""",
    hint="x = x + self.dropout(sublayer(self.norm1(x)))",
    source="https://github.com/Howuhh/faster-trajectory-transformer/issues/3",
)

mistakes.add(
    "unbiased-deviation",
    edit("own_norm", {"square().mean": "var"}),
)

mistakes.add(
    "norm-used-twice",
    edit("branches", {"self.norm2(x))": "self.norm1(x))", "self.norm2(x +": "self.norm1(x +"}),
)

mistakes.add(
    "one-sub-layer-not-dropped",
    edit("usual", {"self.dropout(attended)": "attended"}),
    edit("usual", {"self.dropout(self.feed_forward(y))": "self.feed_forward(y)"}),
    means="The output of one sub-layer gets no dropout. Each of them does (paper, section 5.4).",
    try_next="What stands after each `x +` of yours?",
)

mistakes.add(
    "only-the-query-normed",
    edit("branches", {"self.attention(y, y, y, mask)": "self.attention(y, x, x, mask)"}),
    means="""In pre-LN only your query is normalised; key and value are the raw x. All three are
    norm(x).""",
    try_next="Which tensors does the attention get in pre-LN?",
)
