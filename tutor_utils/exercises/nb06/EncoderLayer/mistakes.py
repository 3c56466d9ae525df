"""What goes wrong in `EncoderLayer`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "always-norm-first",
    edit("branches", {"if self.norm_first": "if True"}),
)

mistakes.add(
    "annotated-layer",
    edit("sublayer_connection", {"if self.first": "if True", ", unbiased=False": ""}),
    means="""This is the layer of the Annotated Transformer. Two things differ from the contract:
    it always normalises what goes into a sub-layer (norm_first has no effect), and its own norm
    divides by n - 1.""",
    try_next="""With norm_first=False the paper's order is norm(x + sublayer(x)). Take
    `nn.LayerNorm` for the norm.""",
    hint="x = self.norm1(x + self.drop(out)) where norm_first is False",
    source="https://github.com/harvardnlp/annotated-transformer",
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
    "no-gradient",
    edit("branches", {
        "= x + self.drop(out)": "= x + self.drop(out.detach())",
        "(x + self.drop(out))": "(x + self.drop(out.detach()))",
    }),
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
    "feed-forward-no-residual",
    edit("branches", {"x + self.drop(self.ffn(x))": "self.drop(self.ffn(x))"}),
    means="The residual stands round attention only. The feed-forward network needs one too.",
    try_next="Look at the second sub-layer for its `x + ...`.",
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
)

mistakes.add(
    "unbiased-deviation",
    edit("sublayer_connection", {", unbiased=False": ""}),
)

mistakes.add(
    "norm-used-twice",
    edit("branches", {"self.norm2(x))": "self.norm1(x))", "self.norm2(x +": "self.norm1(x +"}),
)

mistakes.add(
    "one-sub-layer-not-dropped",
    edit("usual", {"self.dropout(attended)": "attended"}),
    edit("usual", {"self.dropout(self.feed_forward(y))": "self.feed_forward(y)"}),
)

mistakes.add(
    "only-the-query-normed",
    edit("branches", {"self.attention(y, y, y, mask)": "self.attention(y, x, x, mask)"}),
    means="""In pre-LN only your query is normalised; key and value are the raw x. All three are
    norm(x).""",
    try_next="Which tensors does the attention get in pre-LN?",
)

mistakes.add(
    "attention-lost",
    edit("branches", {"x = self.norm1": "y = self.norm1"}),
    edit("branches", {
        """
            else:
        """: """
            else:
                start = x
        """,
        "self.ffn(x)": "self.ffn(start)",
    }),
    edit("branches", {
        """
            else:
        """: """
            else:
                start = x
        """,
        "self.norm2(x + self": "self.norm2(start + self",
    }),
    means="""The second sub-layer goes back to the x that came into the layer: it reads that x, or
    adds it to its result. What attention found is left out there.""",
    try_next="Which x does the feed-forward network read, and which x stands in the second sum?",
)

mistakes.harmless(
    "MultiHeadAttention(d_model, num_heads, dropout) -> MultiHeadAttention(d_model, num_heads)",
    because="the contract asks for dropout on the sub-layer's output; inside it is left open",
)
mistakes.harmless(
    "FeedForward(d_model, d_ff, dropout) -> FeedForward(d_model, d_ff)",
    because="the contract asks for dropout on the sub-layer's output; inside it is left open",
)
