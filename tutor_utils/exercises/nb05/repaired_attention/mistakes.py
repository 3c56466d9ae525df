"""What goes wrong in `repaired_attention`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "arguments-reordered",
    edit("usual", {"values, keys, query": "query, keys, values"}),
    means="""Your `forward` takes query, keys, values. The module that you repair takes values,
    keys, query, and whoever calls it gives them in that order.""",
    try_next="Which of its arguments is the first in the code that you were given?",
    hint="def forward(self, values, keys, query, mask=None)",
)

mistakes.add(
    "blocked-row-read",
    edit("usual", {"(blocked, -math.inf)": "(blocked, torch.finfo(scores.dtype).min)"}),
    means="""Where every key of a row is blocked, all scores are the same large negative number,
    and softmax shares the attention evenly. The row then reads what it must not see.""",
    try_next="""Set the weights of blocked keys to 0 after the softmax, or let your
    `masked_attend` do it.""",
    hint="weights = weights.masked_fill(~mask, 0.0)",
)

mistakes.add(
    "fill-too-small",
    edit("usual", {
        "math.inf": "100.0",
        """
            weights = weights.nan_to_num(0.0)
        """: """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """,
    }),
    means="""The number in the blocked places is not far enough below the scores. Where the scores
    are large and negative, a blocked key gets weight all the same.""",
    try_next="Which number is smaller than every score can be?",
    hint="`-math.inf`, or `torch.finfo(scores.dtype).min`.",
)

mistakes.add(
    "float-head-size",
    edit("usual", {"embed_size //": "embed_size /"}),
    means="""The head size is a float, since `/` always gives a float in Python. Layers and
    reshapes ask for whole numbers.""",
    try_next="Look at the line that works out the head size.",
    hint="head_size = embed_size // heads",
    raises=r"'float' object cannot be interpreted|must be tuple of ints.{0,40}float|must be int, not float|invalid combination of arguments - got \([^)]*float",
)

mistakes.add(
    "layer-shared",
    edit("usual", {"to_key(keys)": "to_value(keys)"}),
    means="""One layer serves two of query, keys and values. What a token asks for, what it is
    found by and what it hands over are three things, and each has a layer of its own.""",
    try_next="Follow each of the three arguments: which layer does it go through?",
)

mistakes.add(
    "mask-ignored",
    edit("usual", {"scores = scores.": "scores."}),
    means="""The mask changes nothing. `masked_fill` returns a new tensor, and an argument that is
    not handed on is lost.""",
    try_next="Follow `mask` through `forward`: who uses it, and is the result kept?",
)

mistakes.add(
    "merge-without-moving-back",
    edit("usual", {"out = out.transpose(1, 2)": ""}),
    means="""The heads are joined while their axis still stands before the tokens. The shape comes
    out right, and the tokens are scrambled.""",
    try_next="Write the shape beside the last two lines. Before the join it is (B, L_q, h, d_k).",
    hint="A `.transpose(1, 2)` is missing before the last reshape.",
    source="https://github.com/jsbaan/transformer-from-scratch/pull/6",
)

mistakes.add(
    "no-output-projection",
    edit("usual", {"return self.mix(out)": "return out"}),
    means="""Nothing that learns mixes the heads at the end: feature 0 of the output comes from
    head 0 alone.""",
    try_next="""One layer embed_size x embed_size comes after the join. Is it made, and is it
    called?""",
    hint="return self.mix(...)",
)

mistakes.add(
    "blocked-row-mended-too-late",
    edit("usual", {
        "weights = weights.nan_to_num(0.0)": "",
        "mix(out)": "mix(out).nan_to_num(0.0)",
    }),
    means="""Where every key is blocked, the weights should be 0. NaN on the way that is replaced
    after them, at the end, takes the last layer's bias along and leaves NaN in the gradients.""",
    try_next="""Which is the first tensor of your `forward` that holds NaN in such a row, and
    where is it mended?""",
    hint="""Make the weights 0 just after the softmax: `weights.nan_to_num(0.0)`, or call
    `masked_attend`.""",
)

mistakes.add(
    "blocked-row-nan",
    edit("usual", {"weights = weights.nan_to_num(0.0)": ""}),
    means="""Softmax over nothing but minus infinity is 0/0. A sentence of pads alone would spoil
    the whole batch.""",
    try_next="Turn NaN into 0 after the softmax, or let your `masked_attend` do it.",
    hint="weights = weights.nan_to_num(0.0)",
)

mistakes.add(
    "wrong-scale",
    edit("usual", {"scores = scores / self.head_size**0.5": ""}),
    means="""The scores are not divided by the root of the head size: there is no division, or it
    is by the head size itself.""",
    try_next="""By what are the scores divided in all? Is a root missing, or taken twice
    (`masked_attend` divides already)?""",
    hint="Divide by head_size ** 0.5, once.",
)

mistakes.add(
    "indivisible-not-refused",
    edit("usual", {
        """
            if embed_size % heads:
                raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        """: "",
    }),
    means="""With 10 features and 3 heads no whole head size exists. `//` drops a feature without
    a word.""",
    try_next="Test `embed_size % heads` in `__init__`, and raise ValueError with both numbers.",
    hint='if embed_size % heads: raise ValueError(f"heads={heads} ...")',
    fails="refuses",
)

mistakes.add(
    "overflow-in-half",
    edit("usual", {
        "math.inf": "1e20",
        """
            weights = weights.nan_to_num(0.0)
        """: """
            if mask is not None:
                weights = weights * mask
        """,
    }),
    means="""The constant that stands for minus infinity does not fit into float16, which ends at
    65504. On a GPU in half precision the model stops with an error, or gives NaN.""",
    try_next="Take a value that the type has: `torch.finfo(scores.dtype).min`, or minus infinity.",
    hint="Both fit into every float type; -1e20 does not fit into float16.",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"blocked = ~": "blocked ="}),
    means="The mask blocks what it should allow. Here True means: may attend.",
    try_next="""What does True mean where your mask is used? `masked_fill` blocks there,
    `masked_attend` lets read.""",
    hint="`masked_fill` takes `~mask`, and `masked_attend` takes `mask`.",
)

mistakes.add(
    "wrong-query",
    edit("usual", {"to_query(query)": "to_query(values)"}),
    means="""The query is made from the keys or the values. In self-attention all three are one
    tensor, so nobody sees it; a decoder that asks an encoder gets nonsense.""",
    try_next="""Call `forward` with three different tensors, and look at the three lines that
    project.""",
    hint="The layer for queries is called with `query`.",
)

mistakes.add(
    "scale-by-d-model",
    edit("usual", {"/ self.head_size": "/ embed_size"}),
    means="""The scores are divided by the root of the whole width. Each head's dot product has
    only head-size terms, so the weights come out nearly even.""",
    try_next="Look at what is under the root.",
    hint="Divide by head_size ** 0.5.",
    source="https://github.com/Graylab/DL4Proteins-notebooks/issues/12",
)

mistakes.add(
    "shared-projection",
    edit("usual", {
        "to_value = nn.Linear(embed_size, embed_size, bias=False)":
            "to_value = nn.Linear(self.head_size, self.head_size, bias=False)",
        "to_key = nn.Linear(embed_size, embed_size, bias=False)":
            "to_key = nn.Linear(self.head_size, self.head_size, bias=False)",
        "to_query = nn.Linear(embed_size, embed_size, bias=False)":
            "to_query = nn.Linear(self.head_size, self.head_size, bias=False)",
        "cut(self.to_value(values))": "to_value(self.cut(values))",
        "cut(self.to_key(keys))": "to_key(self.cut(keys))",
        "cut(self.to_query(query))": "to_query(self.cut(query))",
    }),
    means="""The features are cut first, and a layer of head size sees one head at a time. No head
    can then ask about the features of another one, and one such layer asks the same in every head.""",
    try_next="""Make the three layers embed_size x embed_size, call them on the whole width, and
    cut after that.""",
    hint="nn.Linear(embed_size, embed_size), then cut what comes out.",
    source="https://github.com/MarcoMeter/episodic-transformer-memory-ppo/pull/22",
)

mistakes.add(
    "layer-missing",
    edit("usual", {"(self.to_value(values))": "(values)"}),
    means="One of query, keys and values goes through no layer that learns.",
    try_next="""Follow each of the three arguments: which layer does it go through, and does
    `.detach()` or `no_grad` cut that layer off?""",
)

mistakes.harmless(
    "nn.Linear(embed_size, embed_size, bias=False) -> nn.Linear(embed_size, embed_size)",
    because="the clinic leaves it open whether the projections have a bias",
)
mistakes.harmless(
    "nn.Linear(embed_size, embed_size, bias=False) -> nn.Linear(embed_size, embed_size, bias=True)",
    because="the clinic leaves it open whether the projections have a bias",
)
mistakes.harmless(
    "batch, _, embed_size = query.shape -> batch, _, embed_size = keys.shape",
    because="batch and width are the same in values, keys and query",
)
mistakes.harmless(
    "batch, _, embed_size = query.shape -> batch, _, embed_size = values.shape",
    because="batch and width are the same in values, keys and query",
)
mistakes.harmless("weights.nan_to_num(0.0) -> weights.nan_to_num()", because="0.0 is the default")
