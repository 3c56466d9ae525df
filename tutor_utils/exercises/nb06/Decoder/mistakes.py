"""What goes wrong in `Decoder`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "always-final-norm",
    edit("norm_or_none", {"if norm_first else None": ""}),
)

mistakes.add(
    "always-norm-first",
    edit("usual", {", norm_first": ", True"}),
)

mistakes.add(
    "dropout-not-passed",
    edit("norm_or_none", {"dropout,": "norm_first="}),
)

mistakes.add(
    "each-reads-the-input",
    edit("norm_or_none", {
        """
            weights, crosses = [], []
        """: """
            weights, crosses = [], []
            start = x
        """,
        "x, memory, target_mask,": "start, memory, target_mask,",
    }),
)

mistakes.add(
    "final-norm-missing",
    edit("norm_or_none", {"x = self": "self"}),
    edit("norm_or_none", {"nn.LayerNorm(d_model) if norm_first else": ""}),
)

mistakes.add(
    "rate-ignored",
    edit("usual", {", dropout": ", 0.1"}),
)

mistakes.add(
    "masks-swapped",
    edit("norm_or_none", {"target_mask, memory_mask": "memory_mask, target_mask"}),
    means="The two masks reach the layers in the wrong order.",
    try_next="Look at the order of the arguments in the call of the layer.",
    source="https://github.com/Tencent/TurboTransformers/pull/64",
)

mistakes.add(
    "memory-mask-not-passed",
    edit("norm_or_none", {"target_mask, memory_mask": "target_mask"}),
    means="The memory mask does not reach the layers, so the pads of the source are read.",
    try_next="Give `memory_mask` to each layer.",
    source="https://github.com/NVIDIA/TransformerEngine/pull/1069",
)

mistakes.add(
    "target-mask-not-passed",
    edit("norm_or_none", {"target_mask,": "None,"}),
    means="The target mask does not reach the layers, so a target token reads the future.",
    try_next="Give `target_mask` to each layer.",
)

mistakes.add(
    "last-norm-after-each-layer",
    edit("norm_or_none", {
        "else None": "else nn.Identity()",
        "weights, crosses =": "self_weights, cross_weights =",
        """
            for layer in self.layers:
                x, w, c = layer(x, memory, target_mask, memory_mask)
                weights.append(w)
                crosses.append(c)
            if self.norm is not None:
        """: """
            for layer in self.layers:
                x, own, cross = layer(x, memory, target_mask, memory_mask)
        """,
        """
            return x, weights, crosses
        """: """
                self_weights.append(own)
                cross_weights.append(cross)
            return x, self_weights, cross_weights
        """,
    }),
)

mistakes.add(
    "norm-first-not-passed",
    edit("norm_or_none", {"dropout, norm_first": "dropout"}),
)

mistakes.add(
    "one-layer-repeated",
    edit("norm_or_none", {
        """
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        """: """
            [DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first)] * num_layers
        """,
    }),
)

mistakes.add(
    "layers-not-registered",
    edit("norm_or_none", {
        """
            self.layers = nn.ModuleList(
                DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
            )
        """: """
            self.layers = [
                DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
            ]
        """,
    }),
)

mistakes.add(
    "memory-not-passed",
    edit("usual", {"layer(x, memory,": "layer(x, x,"}),
    means="""Your layers get x in the place of the memory. So the cross-attention reads the target
    and never the source.""",
    try_next="Which tensor does each layer get second?",
    hint="x, own, cross = layer(x, memory, target_mask, memory_mask)",
)
