"""What goes wrong in `Encoder`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "always-final-norm",
    edit("norm_or_none", {"if norm_first else None": ""}),
    means="""You normalise at the end also when norm_first=False. There the last layer has just
    done it.""",
    try_next="Apply the last norm only when `norm_first`.",
    source="https://github.com/hkproj/pytorch-transformer/issues/14",
)

mistakes.add(
    "always-norm-first",
    edit("usual", {", norm_first": ", True"}),
)

mistakes.add(
    "annotated-stack",
    edit("norm_or_none", {
        """
            class Encoder(nn.Module):
        """: """
            class Norm(nn.Module):
                def __init__(self, size):
                    super().__init__()
                    self.gain = nn.Parameter(torch.ones(size))
                    self.shift = nn.Parameter(torch.zeros(size))

                def forward(self, x):
                    deviation = x.std(-1, keepdim=True)
                    return self.gain * (x - x.mean(-1, keepdim=True)) / (deviation + 1e-6) + self.shift
            class Encoder(nn.Module):
        """,
        "dropout, norm_first": "dropout, True",
        "nn.LayerNorm(d_model) if norm_first else None": "Norm(d_model)",
    }),
    means="""This is the stack of the Annotated Transformer. Three things differ from the
    contract: its layers always normalise first, a last norm comes also with norm_first=False, and
    that norm is its own, which divides by n - 1.""",
    try_next="""Give `norm_first` to your layers, and make one `nn.LayerNorm` at the end with
    norm_first=True alone.""",
    hint="self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()",
    source="https://github.com/harvardnlp/annotated-transformer",
)

mistakes.add(
    "dropout-not-passed",
    edit("norm_or_none", {"dropout,": "norm_first="}),
)

mistakes.add(
    "each-reads-the-input",
    edit("norm_or_none", {
        """
            weights = []
        """: """
            weights = []
            start = x
        """,
        "(x, mask)": "(start, mask)",
    }),
    means="Every layer reads the first x, so only the last layer counts. Depth is then useless.",
    try_next="Look at the name: the result of a layer must be what the next one reads.",
    hint="x, w = layer(x, mask)",
    source="https://github.com/xberg-io/xberg/issues/1210",
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
    "mask-first-layer-only",
    edit("usual", {
        """
            x, layer_weights = layer(x, mask)
        """: """
            x, layer_weights = layer(x, mask)
            mask = None
        """,
    }),
    means="Only your first layer gets the mask. The layers after it read the pads.",
    try_next="How often does your loop hand the mask on?",
    hint="x, layer_weights = layer(x, mask)",
)

mistakes.add(
    "mask-not-passed",
    edit("norm_or_none", {"(x, mask)": "(x)"}),
    means="The mask does not reach the layers.",
    try_next="Give the mask to each layer.",
)

mistakes.add(
    "last-norm-after-each-layer",
    edit("norm_or_none", {
        "else None": "else nn.Identity()",
        "weights =": "every =",
        """
            for layer in self.layers:
                x, w = layer(x, mask)
                weights.append(w)
            if self.norm is not None:
        """: """
            for layer in self.layers:
                x, weights = layer(x, mask)
        """,
        """
            return x, weights
        """: """
                every.append(weights)
            return x, every
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
            EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        """: """
            [EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first)] * num_layers
        """,
    }),
)

mistakes.add(
    "layers-not-registered",
    edit("norm_or_none", {
        """
            self.layers = nn.ModuleList(
                EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
            )
        """: """
            self.layers = [
                EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
            ]
        """,
    }),
)
