"""What goes wrong in `EncoderLayer`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add("always-norm-first", edit("usual", {"= norm_first": "= True"}))
mistakes.add("norm-first-ignored", edit("usual", {"= norm_first": "= False"}))
mistakes.add("dropout-in-eval", edit("usual", {"nn.Dropout(dropout)": "lambda y: F.dropout(y, dropout)"}))
mistakes.add("rate-ignored", edit("usual", {"nn.Dropout(dropout)": "nn.Dropout(0.1)"}))
mistakes.add("unbiased-deviation", edit("sublayer_connection", {", unbiased=False": ""}))

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
    edit("usual", {
        "x + self.dropout(attended)": "self.dropout(attended)",
        "x + self.dropout(self.feed": "self.dropout(self.feed",
    }),
    edit("usual", {"x + self.dropout(attended)": "self.dropout(attended)"}),
    edit("usual", {"x + self.dropout(self.feed": "self.dropout(self.feed"}),
    edit("sublayer_connection", {"x + self.dropout(sublayer(x))": "self.dropout(sublayer(x))"}),
)

mistakes.add(
    "dropout-after-norm",
    edit("sublayer_connection", {
        "self.norm(x + self.dropout(sublayer(x)))": "self.dropout(self.norm(x + sublayer(x)))",
    }),
)

mistakes.add(
    "dropout-after-residual",
    edit("usual", {
        "x + self.dropout(attended)": "self.dropout(x + attended)",
        "x + self.dropout(self.feed_forward(y))": "self.dropout(x + self.feed_forward(y))",
    }),
)

mistakes.add(
    "dropout-missing",
    edit("usual", {
        "num_heads, dropout)": "num_heads)",
        "d_ff, dropout)": "d_ff)",
        "nn.Dropout(dropout)": "nn.Identity()",
    }),
)

mistakes.add(
    "dropout-twice",
    edit("usual", {
        "FeedForward(d_model, d_ff, dropout)":
            "nn.Sequential(FeedForward(d_model, d_ff, dropout), nn.Dropout(dropout))",
    }),
)

mistakes.add(
    "one-sub-layer-not-dropped",
    edit("usual", {"self.dropout(attended)": "attended"}),
    edit("usual", {"self.dropout(self.feed_forward(y))": "self.feed_forward(y)"}),
)

mistakes.add(
    "gelu-inside",
    edit("usual", {
        "FeedForward(d_model, d_ff, dropout)":
            "nn.Sequential(nn.Linear(d_model, d_ff), nn.GELU(), nn.Dropout(dropout), nn.Linear(d_ff, d_model))",
    }),
    means="""Your feed-forward network has GELU between its two maps, as BERT and GPT-2 have it.
    The paper's has ReLU.""",
    try_next="Which of the two is in your own `FeedForward`?",
    hint="self.feed_forward = FeedForward(d_model, d_ff, dropout)",
)

mistakes.add(
    "mask-not-passed",
    edit("usual", {"y, y, y, mask": "y, y, y"}),
    means="The mask changes nothing: pads are read like words.",
    try_next="Where does `mask` go in your `forward`? Does it reach the attention?",
    hint="`mask` is the fourth argument of the attention.",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"y, y, y, mask": "y, y, y, None if mask is None else ~mask"}),
    means="""You turn the mask round, or take True for blocked, as `nn.MultiheadAttention` does.
    In this course True means: may attend.""",
    try_next="Hand the mask on as it comes.",
    hint="attended, weights = self.attention(y, y, y, mask)",
)

mistakes.add(
    "no-norm",
    edit("sublayer_connection", {
        "self.norm(x + self.dropout(sublayer(x)))": "x + self.dropout(sublayer(x))",
    }),
)

mistakes.add(
    "norm-inside-residual",
    edit("sublayer_connection", {
        "self.norm(x + self.dropout(sublayer(x)))": "x + self.norm(self.dropout(sublayer(x)))",
    }),
)

mistakes.add(
    "one-norm-for-all",
    edit("usual", {
        "self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)":
            "self.norm1 = self.norm2 = nn.LayerNorm(d_model)",
    }),
)

mistakes.add(
    "norm-used-twice",
    edit("usual", {"self.norm2(x) if": "self.norm1(x) if", "else self.norm2": "else self.norm1"}),
)

mistakes.add(
    "residual-from-normed",
    edit("usual", {"x + self.dropout(attended)": "y + self.dropout(attended)"}),
    edit("usual", {
        "x + self.dropout(attended)": "y + self.dropout(attended)",
        "x + self.dropout(self.feed": "y + self.dropout(self.feed",
    }),
)

mistakes.add(
    "only-the-query-normed",
    edit("usual", {"self.attention(y, y, y, mask)": "self.attention(y, x, x, mask)"}),
    means="""In pre-LN only your query is normalised; key and value are the raw x. All three are
    norm(x).""",
    try_next="Which tensors does the attention get in pre-LN?",
)

mistakes.add(
    "attention-lost",
    edit("usual", {
        "y = self.norm1": "start = x\n        y = self.norm1",
        "y = self.norm2(x) if self.norm_first else x":
            "y = self.norm2(x) if self.norm_first else start",
    }),
    edit("usual", {
        "y = self.norm1": "start = x\n        y = self.norm1",
        "x = x + self.dropout(self.feed":
            "x = (x if self.norm_first else start) + self.dropout(self.feed",
    }),
    means="""The second sub-layer goes back to the x that came into the layer: it reads that x, or
    adds it to its result. What attention found is left out there.""",
    try_next="Which x does the feed-forward network read, and which x stands in the second sum?",
)

INSIDE = "the contract asks for dropout on the sub-layer's output; inside it is left open"
mistakes.harmless(
    "MultiHeadAttention(d_model, num_heads, dropout) -> MultiHeadAttention(d_model, num_heads)",
    because=INSIDE,
)
mistakes.harmless(
    "FeedForward(d_model, d_ff, dropout) -> FeedForward(d_model, d_ff)", because=INSIDE
)
