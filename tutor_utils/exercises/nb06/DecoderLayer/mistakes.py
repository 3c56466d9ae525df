"""What goes wrong in `DecoderLayer`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "always-norm-first",
    edit("usual", {
        """
            before = self.norms if self.norm_first else [nn.Identity()] * 3
            after = [nn.Identity()] * 3 if self.norm_first else self.norms
        """: """
            before = self.norms
            after = [nn.Identity()] * 3
        """,
    }),
)

mistakes.add(
    "cross-before-self",
    edit("branches", {
        """
            else:
        """: """
            else:
                out, other = self.cross(x, memory, memory, memory_mask)
                x = self.norm2(x + self.drop(out))
        """,
        """
            out, other = self.cross(x, memory, memory, memory_mask)
            x = self.norm2(x + self.drop(out))
        """: "",
    }),
    means="""Cross-attention comes before self-attention. The paper's order is self, cross,
    feed-forward.""",
    try_next="Change the order of the first two sub-layers.",
)

mistakes.add(
    "cross-no-residual",
    edit("usual", {"after[1](x + ": "after[1]("}),
    means="Cross-attention has no residual: what the target knew so far is lost there.",
    try_next="Add x to the output of the second sub-layer.",
)

mistakes.add(
    "dropout-after-norm",
    edit("usual", {
        "after[1](x + self.dropout(attended))": "self.dropout(after[1](x + attended))",
        "after[2](x + self.dropout(self.feed_forward(y)))":
            "self.dropout(after[2](x + self.feed_forward(y)))",
    }),
)

mistakes.add(
    "dropout-after-residual",
    edit("usual", {
        "(x + self.dropout(self.feed_forward(y)))": "(self.dropout(x + self.feed_forward(y)))",
    }),
)

mistakes.add(
    "dropout-in-eval",
    edit("usual", {
        "self.dropout = nn.Dropout(dropout)": "self.rate = dropout",
        "[0](x + self.dropout(attended))": "[0](x + F.dropout(attended, self.rate))",
        "[1](x + self.dropout(attended))": "[1](x + F.dropout(attended, self.rate))",
        "self.dropout(self.feed_forward(y))": "F.dropout(self.feed_forward(y), self.rate)",
    }),
)

mistakes.add(
    "dropout-missing",
    edit("branches", {
        "attention = MultiHeadAttention(d_model, num_heads, dropout)":
            "attention = MultiHeadAttention(d_model, num_heads)",
        "cross = MultiHeadAttention(d_model, num_heads, dropout)":
            "cross = MultiHeadAttention(d_model, num_heads)",
        "d_model, d_ff, dropout": "d_model, d_ff",
        "(dropout)": "(0.0)",
    }),
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
    "masks-swapped",
    edit("usual", {
        "y, target_mask": "y, memory_mask",
        "memory, memory_mask": "memory, target_mask",
    }),
    means="""Each attention got the other's mask. The target mask belongs to the self-attention
    and the memory mask to the cross-attention.""",
    try_next="Look at the last argument of both attention calls.",
)

mistakes.add(
    "memory-normed",
    edit("branches", {"(x), memory, memory": "(x), self.norm2(memory), self.norm2(memory)"}),
    means="""You normalised the memory with the norm of the cross-attention. The encoder hands it
    over ready; only the query is normalised here.""",
    try_next="Look at what goes through the second norm: x alone.",
)

mistakes.add(
    "no-cross-attention",
    edit("usual", {"x = after[1](x + self.dropout(attended))": ""}),
    means="""Cross-attention has no part in the result. The decoder then speaks without hearing
    the source.""",
    try_next="What becomes of the output of the second sub-layer?",
    hint="`x + self.dropout(attended)`, for cross-attention too.",
)

mistakes.add(
    "no-feed-forward",
    edit("branches", {"x = self.norm3(x + self.drop(self.ffn(x)))": ""}),
)

mistakes.add(
    "memory-mask-not-passed",
    edit("usual", {"memory, memory_mask": "memory"}),
    means="Cross-attention got no mask, so the pads of the source are read like words.",
    try_next="Give `memory_mask` to the cross-attention.",
    source="https://github.com/DaoyuanLi2816/Molecule-Generator/pull/22",
)

mistakes.add(
    "no-gradient",
    edit("usual", {"self.feed_forward(y)": "self.feed_forward(y).detach()"}),
)

mistakes.add(
    "no-norm",
    edit("usual", {
        "before[2](x)": "x",
        "after[2](x + self.dropout(self.feed_forward(y)))":
            "x + self.dropout(self.feed_forward(y))",
    }),
)

mistakes.add(
    "no-residual",
    edit("usual", {
        "after[0](x + ": "after[0](",
        "after[1](x + ": "after[1](",
        "after[2](x + ": "after[2](",
    }),
    edit("usual", {"after[0](x + ": "after[0]("}),
    edit("usual", {"after[2](x + ": "after[2]("}),
)

mistakes.add(
    "norm-used-twice",
    edit("usual", {"before[2]": "before[1]", "after[2]": "after[1]"}),
    edit("usual", {"before[1]": "before[0]", "after[1]": "after[0]"}),
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
    "target-mask-not-passed",
    edit("usual", {"y, target_mask": "y"}),
    means="Self-attention got no mask, so a target token reads what comes after it.",
    try_next="Give `target_mask` to the self-attention.",
    source="https://github.com/zhouhaoyi/Informer2020/issues/38",
)

mistakes.add(
    "norm-first-ignored",
    edit("branches", {"if self.norm_first": "if False"}),
)

mistakes.add(
    "norm-inside-residual",
    edit("usual", {
        "after[0](x + self.dropout(attended))": "x + after[0](self.dropout(attended))",
        "after[1](x + self.dropout(attended))": "x + after[1](self.dropout(attended))",
        "after[2]": "x + after[2]",
        "x + self.dropout(self.feed_forward(y))": "self.dropout(self.feed_forward(y))",
    }),
)

mistakes.add(
    "one-attention-for-both",
    edit("branches", {
        "self.cross = MultiHeadAttention(d_model, num_heads, dropout)": "",
        "cross(self.norm2(x), memory, memory, memory_mask)":
            "attention(self.norm2(x), memory, memory, memory_mask)",
        "cross(x, memory, memory, memory_mask)": "attention(x, memory, memory, memory_mask)",
    }),
    means="""One attention module serves as self-attention and as cross-attention. The two ask
    different questions, so each has weights of its own.""",
    try_next="Make two `MultiHeadAttention` modules in `__init__`.",
)

mistakes.add(
    "one-norm-for-all",
    edit("branches", {
        """
            self.norm2 = nn.LayerNorm(d_model)
            self.norm3 = nn.LayerNorm(d_model)
        """: "",
        "norm2(x)": "norm1(x)",
        "norm3(x)": "norm1(x)",
        "= self.norm2": "= self.norm1",
        "= self.norm3": "= self.norm1",
    }),
)

mistakes.add(
    "query-from-memory",
    *edits("usual", "y, memory, memory, memory_mask", "memory, y, y, memory_mask", "memory, memory, y, memory_mask"),
    means="""The query of the cross-attention comes from the memory. Then the result has the
    length of the source. The decoder asks, the encoder's memory answers.""",
    try_next="The first argument of the second attention is the decoder's x.",
)

mistakes.add(
    "residual-from-normed",
    edit("usual", {
        "after[0](x + ": "after[0](y + ",
        "after[1](x + ": "after[1](y + ",
        "after[2](x + ": "after[2](y + ",
    }),
)

mistakes.add(
    "target-mask-on-memory",
    edit("branches", {
        "(x), memory, memory, memory_mask": "(x), memory, memory, target_mask",
        "x, memory, memory, memory_mask": "x, memory, memory, target_mask",
    }),
    means="""Cross-attention got the target mask. It would hide source tokens by the place of a
    *target* token, and where L_t is not L_s it does not even fit.""",
    try_next="Give `memory_mask` to the cross-attention.",
)

mistakes.add(
    "weights-swapped",
    edit("branches", {"own, other": "other, own"}),
    means="""The two tables of weights come in the wrong order. The contract is x, self_weights,
    cross_weights.""",
    try_next="Which attention gave each of the names in your `return` line?",
)

mistakes.add(
    "one-sub-layer-not-dropped",
    edit("usual", {"self.dropout(attended))  #": "attended)  #"}),
    edit("usual", {"after[1](x + self.dropout(attended))": "after[1](x + attended)"}),
    edit("usual", {"self.dropout(self.feed_forward(y))": "self.feed_forward(y)"}),
)

mistakes.add(
    "unbiased-deviation",
    edit("usual", {
        """
            class DecoderLayer(nn.Module):
        """: """
            class OwnNorm(nn.LayerNorm):
                def forward(self, x):
                    centred = x - x.mean(-1, keepdim=True)
                    return self.weight * centred / (x.var(-1, keepdim=True) + self.eps).sqrt() + self.bias
            class DecoderLayer(nn.Module):
        """,
        "nn.LayerNorm": "OwnNorm",
    }),
)

mistakes.add(
    "cross-value-from-target",
    edit("usual", {
        "attended, cross_weights = self.cross_attention(y, memory, memory, memory_mask)":
            "attended, cross_weights = self.cross_attention(y, memory, x if x.shape == memory.shape else memory, memory_mask)",
    }),
    means="""Where both sentences are of one length, the values of your cross-attention come from
    x. Both keys and values are the memory.""",
    try_next="""Give the second attention a memory that is as long as x, and look at its three
    arguments.""",
    hint="self.cross_attention(y, memory, memory, memory_mask)",
)

mistakes.harmless(
    "MultiHeadAttention(d_model, num_heads, dropout) -> MultiHeadAttention(d_model, num_heads)",
    because="the contract asks for dropout on the sub-layer's output; inside it is left open",
)
mistakes.harmless(
    "FeedForward(d_model, d_ff, dropout) -> FeedForward(d_model, d_ff)",
    because="the contract asks for dropout on the sub-layer's output; inside it is left open",
)
mistakes.harmless(
    "[nn.Identity()] * 3 -> [nn.Identity()] * 4",
    because="a fourth identity is never used",
)
