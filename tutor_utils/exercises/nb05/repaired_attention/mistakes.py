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
    "blocked-row-uniform",
    edit("usual", {"(blocked, -math.inf)": "(blocked, torch.finfo(scores.dtype).min)"}),
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

mistakes.add("mask-ignored", edit("usual", {"scores = scores.": "scores."}))

mistakes.add("merge-without-moving-back", edit("usual", {"out = out.transpose(1, 2)": ""}))

mistakes.add(
    "blocked-row-nan-gradient",
    edit("usual", {
        "weights = weights.nan_to_num(0.0)": "",
        "mix(out)": "mix(out).nan_to_num(0.0)",
    }),
)

mistakes.add("blocked-row-nan", edit("usual", {"weights = weights.nan_to_num(0.0)": ""}))

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
)

mistakes.add(
    "overflow-in-half",
    edit("usual", {
        "math.inf": "1e20",
        "weights = weights.nan_to_num(0.0)": """
            if mask is not None:
                weights = weights * mask
        """,
    }),
    means="""The constant that stands for minus infinity does not fit into float16, which ends at
    65504. On a GPU in half precision the model stops with an error, or gives NaN.""",
    try_next="Take a value that the type has: `torch.finfo(scores.dtype).min`, or minus infinity.",
    hint="Both fit into every float type; -1e20 does not fit into float16.",
)

mistakes.add("mask-inverted", edit("usual", {"blocked = ~": "blocked ="}))

mistakes.add(
    "wrong-query",
    edit("usual", {"to_query(query)": "to_query(values)"}),
    means="""The query is made from the keys or the values. In self-attention all three are one
    tensor, so nobody sees it; a decoder that asks an encoder gets nonsense.""",
    try_next="""Call `forward` with three different tensors, and look at the three lines that
    project.""",
    hint="The layer for queries is called with `query`.",
)

mistakes.add("scale-by-d-model", edit("usual", {"/ self.head_size": "/ embed_size"}))

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
    edit("usual", {"to_key(keys)": "to_value(keys)"}),
    edit("usual", {"return self.mix(out)": "return out"}),
    edit("usual", {"(self.to_value(values))": "(values)"}),
    means="""Four layers should learn: for query, keys and values one each, and one after the join
    that mixes the heads. One of yours takes no part, or serves two of the three.""",
    try_next="""Follow each of the three arguments, and then the result: which layer does it go
    through? Does `.detach()` or `no_grad` cut that layer off?""",
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
