"""What goes wrong in `Encoder`: each mistake is an edit of an answer in right.py."""

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
        "EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)":
            "[EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first)] * num_layers",
    }),
)

mistakes.add(
    "each-reads-the-input",
    edit("usual", {"weights = []": "weights, start = [], x", "(x, mask)": "(start, mask)"}),
)

mistakes.add(
    "last-norm-after-each-layer",
    edit("usual", {
        "x, layer_weights = layer(x, mask)":
            "x, layer_weights = layer(x, mask)\n            x = self.norm(x)",
        "return self.norm(x)": "return x",
    }),
)

mistakes.add(
    "mask-not-passed",
    edit("usual", {"(x, mask)": "(x)"}),
    means="The mask does not reach the layers.",
    try_next="Give the mask to each layer.",
)
