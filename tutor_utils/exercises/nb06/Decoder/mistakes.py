"""What goes wrong in `Decoder`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add("always-final-norm", edit("usual", {" if norm_first else nn.Identity()": ""}))
mistakes.add("always-norm-first", edit("usual", {", norm_first)": ", True)"}))
mistakes.add("norm-first-not-passed", edit("usual", {"dropout, norm_first)": "dropout)"}))
mistakes.add("dropout-not-passed", edit("usual", {"dropout, norm_first": "norm_first=norm_first"}))
mistakes.add("layers-not-registered", edit("usual", {"nn.ModuleList": "list"}))

mistakes.add(
    "final-norm-missing",
    edit("usual", {"self.norm(x)": "x"}),
    edit("usual", {"nn.LayerNorm(d_model) if norm_first else ": ""}),
)

mistakes.add(
    "one-layer-repeated",
    edit("usual", {
        "DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)":
            "[DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first)] * num_layers",
    }),
)

mistakes.add(
    "each-reads-the-input",
    edit("usual", {
        "self_weights, cross_weights = [], []": "self_weights, cross_weights, start = [], [], x",
        "layer(x, memory": "layer(start, memory",
    }),
)

mistakes.add(
    "last-norm-after-each-layer",
    edit("usual", {
        "self_weights.append(own)": "x = self.norm(x)\n            self_weights.append(own)",
        "return self.norm(x)": "return x",
    }),
)

mistakes.add(
    "masks-swapped",
    edit("usual", {"memory, target_mask, memory_mask": "memory, memory_mask, target_mask"}),
    means="The two masks reach the layers in the wrong order.",
    try_next="Look at the order of the arguments in the call of the layer.",
    source="https://github.com/Tencent/TurboTransformers/pull/64",
)

mistakes.add(
    "memory-mask-not-passed",
    edit("usual", {"memory, target_mask, memory_mask": "memory, target_mask"}),
    means="The memory mask does not reach the layers, so the pads of the source are read.",
    try_next="Give `memory_mask` to each layer.",
    source="https://github.com/NVIDIA/TransformerEngine/pull/1069",
)

mistakes.add(
    "target-mask-not-passed",
    edit("usual", {"memory, target_mask, memory_mask": "memory, None, memory_mask"}),
    means="The target mask does not reach the layers, so a target token reads the future.",
    try_next="Give `target_mask` to each layer.",
)
