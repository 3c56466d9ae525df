"""What goes wrong in `Encoder`: each mistake is an edit of an answer in right.py."""

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
            weights = []
        """: """
            weights = []
            start = x
        """,
        "(x, mask)": "(start, mask)",
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
