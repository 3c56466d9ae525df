"""What goes wrong in `DecoderLayer`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add("always-norm-first", edit("usual", {"= norm_first": "= True"}))
mistakes.add("norm-first-ignored", edit("usual", {"= norm_first": "= False"}))
mistakes.add("dropout-in-eval", edit("usual", {"nn.Dropout(dropout)": "lambda y: F.dropout(y, dropout)"}))
mistakes.add("rate-ignored", edit("usual", {"nn.Dropout(dropout)": "nn.Dropout(0.1)"}))

mistakes.add(
    "dropout-missing",
    edit("usual", {
        "self_attention = MultiHeadAttention(d_model, num_heads, dropout)":
            "self_attention = MultiHeadAttention(d_model, num_heads)",
        "cross_attention = MultiHeadAttention(d_model, num_heads, dropout)":
            "cross_attention = MultiHeadAttention(d_model, num_heads)",
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
    "dropout-after-norm",
    edit("residual_module", {
        "y = F.dropout(f(self.ln(x) if self.pre else x), self.p, self.training)":
            "y = f(self.ln(x)) if self.pre else f(x)",
        "x + y if self.pre else self.ln(x + y)":
            "x + F.dropout(y, self.p, self.training) if self.pre else F.dropout(self.ln(x + y), self.p, self.training)",
    }),
)

mistakes.add(
    "dropout-after-residual",
    edit("usual", {
        "[0](x + self.dropout(attended))": "[0](self.dropout(x + attended))",
        "[1](x + self.dropout(attended))": "[1](self.dropout(x + attended))",
        "x + self.dropout(self.feed_forward(y))": "self.dropout(x + self.feed_forward(y))",
    }),
)

mistakes.add(
    "one-sub-layer-not-dropped",
    edit("usual", {"[0](x + self.dropout(attended))": "[0](x + attended)"}),
    edit("usual", {"[1](x + self.dropout(attended))": "[1](x + attended)"}),
    edit("usual", {"self.dropout(self.feed_forward(y))": "self.feed_forward(y)"}),
)

mistakes.add(
    "cross-before-self",
    edit("residual_module", {"(sa, ca, self.mlp)": "(ca, sa, self.mlp)"}),
    means="""Cross-attention comes before self-attention. The paper's order is self, cross,
    feed-forward.""",
    try_next="Change the order of the first two sub-layers.",
)

mistakes.add(
    "no-residual",
    edit("usual", {"[0](x + ": "[0](", "[1](x + ": "[1](", "[2](x + ": "[2]("}),
    edit("usual", {"[0](x + ": "[0]("}),
    edit("usual", {"[2](x + ": "[2]("}),
)

mistakes.add(
    "cross-no-residual",
    edit("usual", {"[1](x + ": "[1]("}),
    means="Cross-attention has no residual: what the target knew so far is lost there.",
    try_next="Add x to the output of the second sub-layer.",
)

mistakes.add(
    "residual-from-normed",
    edit("usual", {"[0](x + ": "[0](y + ", "[1](x + ": "[1](y + ", "[2](x + ": "[2](y + "}),
)

mistakes.add(
    "norm-inside-residual",
    edit("residual_module", {"self.ln(x + y)": "x + self.ln(y)"}),
)

mistakes.add(
    "norm-used-twice",
    edit("usual", {"before[2]": "before[1]", "after[2]": "after[1]"}),
    edit("usual", {"before[1]": "before[0]", "after[1]": "after[0]"}),
)

mistakes.add(
    "one-norm-for-all",
    edit("usual", {
        "nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))":
            "nn.ModuleList([nn.LayerNorm(d_model)] * 3)",
    }),
)

mistakes.add(
    "unbiased-deviation",
    edit("usual", {
        "class DecoderLayer(nn.Module)": """class Norm(nn.LayerNorm):
    def forward(self, x):
        return self.weight * (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True) + self.bias
class DecoderLayer(nn.Module)""",
        "nn.LayerNorm": "Norm",
    }),
)

mistakes.add(
    "masks-swapped",
    edit("usual", {"y, y, target_mask": "y, y, memory_mask", "memory, memory_mask": "memory, target_mask"}),
    means="""Each attention got the other's mask. The target mask belongs to the self-attention
    and the memory mask to the cross-attention.""",
    try_next="Look at the last argument of both attention calls.",
)

mistakes.add(
    "memory-mask-not-passed",
    edit("usual", {"memory, memory_mask": "memory"}),
    means="Cross-attention got no mask, so the pads of the source are read like words.",
    try_next="Give `memory_mask` to the cross-attention.",
    source="https://github.com/DaoyuanLi2816/Molecule-Generator/pull/22",
)

mistakes.add(
    "target-mask-not-passed",
    edit("usual", {"y, y, target_mask": "y, y"}),
    means="Self-attention got no mask, so a target token reads what comes after it.",
    try_next="Give `target_mask` to the self-attention.",
    source="https://github.com/zhouhaoyi/Informer2020/issues/38",
)

mistakes.add(
    "target-mask-on-memory",
    edit("usual", {"memory, memory_mask": "memory, target_mask"}),
    means="""Cross-attention got the target mask. It would hide source tokens by the place of a
    *target* token, and where L_t is not L_s it does not even fit.""",
    try_next="Give `memory_mask` to the cross-attention.",
)

mistakes.add(
    "memory-normed",
    edit("usual", {"y, memory, memory,": "y, before[1](memory), before[1](memory),"}),
    means="""You normalised the memory with the norm of the cross-attention. The encoder hands it
    over ready; only the query is normalised here.""",
    try_next="Look at what goes through the second norm: x alone.",
)

mistakes.add(
    "memory-not-read",
    *edits("usual", "y, memory, memory, memory_mask", "y, y, y", "y, y, y, memory_mask", "y, y, y, target_mask"),
    means="""Your second attention reads the target itself: query, key and value all come from x.
    The memory has no part in your result, so the decoder never hears the source.""",
    try_next="Which two arguments of the second attention are the memory?",
    hint="Query from x; key and value from the memory; the mask is `memory_mask`.",
)

mistakes.add(
    "query-from-memory",
    edit("usual", {"y, memory, memory, memory_mask": "memory, y, y, memory_mask"}),
    means="""The query of the cross-attention comes from the memory. Then the result has the
    length of the source. The decoder asks, the encoder's memory answers.""",
    try_next="The first argument of the second attention is the decoder's x.",
)

mistakes.add(
    "one-attention-for-both",
    edit("usual", {
        "cross_attention = MultiHeadAttention(d_model, num_heads, dropout)":
            "cross_attention = self.self_attention",
    }),
    means="""One attention module serves as self-attention and as cross-attention. The two ask
    different questions, so each has weights of its own.""",
    try_next="Make two `MultiHeadAttention` modules in `__init__`.",
)

mistakes.add(
    "weights-swapped",
    edit("usual", {"x, self_weights, cross_weights": "x, cross_weights, self_weights"}),
    means="""The two tables of weights come in the wrong order. The contract is x, self_weights,
    cross_weights.""",
    try_next="Which attention gave each of the names in your `return` line?",
)

INSIDE = "the contract asks for dropout on the sub-layer's output; inside it is left open"
mistakes.add(
    "cross-value-from-target",
    edit("usual", {
        "y, memory, memory, memory_mask": "y, memory, x if x.shape == memory.shape else memory, memory_mask",
    }),
    means="""Where both sentences are of one length, the values of your cross-attention come from
    x. Both keys and values are the memory.""",
    try_next="""Give the second attention a memory that is as long as x, and look at its three
    arguments.""",
    hint="self.cross_attention(y, memory, memory, memory_mask)",
)

mistakes.harmless(
    "MultiHeadAttention(d_model, num_heads, dropout) -> MultiHeadAttention(d_model, num_heads)",
    because=INSIDE,
)
mistakes.harmless(
    "FeedForward(d_model, d_ff, dropout) -> FeedForward(d_model, d_ff)", because=INSIDE
)
mistakes.harmless(
    "[nn.Identity()] * 3 -> [nn.Identity()] * 4", because="a fourth identity is never used"
)
