"""What goes wrong in `Decoder`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "always-final-norm",
    edit("norm_or_none", {"if norm_first else None": ""}),
    means="""You normalise at the end also when norm_first=False. There the last layer has just
    done it.""",
    try_next="Apply the last norm only when `norm_first`.",
)

mistakes.add(
    "always-norm-first",
    edit("usual", {", norm_first": ", True"}),
)

mistakes.add(
    "cross-weights-missing",
    edit("usual", {", self_weights, cross_weights": ", self_weights, self_weights"}),
    means="""You return the self weights twice. The cross weights, which say where each layer
    looks in the source, are missing.""",
    try_next="Which of your two lists gets what each layer returns third?",
    hint="return self.norm(x), self_weights, cross_weights",
)

mistakes.add(
    "names-a-device",
    edit("usual", {
        """
            self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        """: """
            self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
            self.to('cuda')
        """,
    }),
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
    means="Every layer reads the first x, so only the last layer counts. Depth is then useless.",
    try_next="Look at the name: the result of a layer must be what the next one reads.",
    hint="x, own, cross = layer(x, memory, target_mask, memory_mask)",
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
    "last-layer-skipped",
    edit("norm_or_none", {
        """
            for layer in self.layers:
        """: """
            for layer in self.layers:
                before = x
        """,
        """
            if self.norm is not None:
        """: """
            x = before
            if self.norm is not None:
        """,
    }),
)

mistakes.add(
    "masks-first-layer-only",
    edit("usual", {
        """
            x, own, cross = layer(x, memory, target_mask, memory_mask)
        """: """
            x, own, cross = layer(x, memory, target_mask, memory_mask)
            target_mask = memory_mask = None
        """,
    }),
    means="""Only your first layer gets the masks. The layers behind it read the future and the
    pads.""",
    try_next="How often does your loop hand the masks on?",
    hint="x, own, cross = layer(x, memory, target_mask, memory_mask)",
)

mistakes.add(
    "masks-swapped",
    edit("norm_or_none", {"target_mask, memory_mask": "memory_mask, target_mask"}),
    means="The two masks reach the layers in the wrong order.",
    try_next="Look at the order of the arguments in the call of the layer.",
    seen="https://github.com/Tencent/TurboTransformers/pull/64",
)

mistakes.add(
    "memory-mask-not-passed",
    edit("norm_or_none", {"target_mask, memory_mask": "target_mask"}),
    means="The memory mask does not reach the layers, so the pads of the source are read.",
    try_next="Give `memory_mask` to each layer.",
    seen="https://github.com/NVIDIA/TransformerEngine/pull/1069",
)

mistakes.add(
    "no-return",
    edit("norm_or_none", {"return x, weights, crosses": ""}),
)

mistakes.add(
    "super-forgotten",
    edit("usual", {"super().__init__()": ""}),
)

mistakes.add(
    "target-mask-not-passed",
    edit("norm_or_none", {"target_mask,": "None,"}),
    means="The target mask does not reach the layers, so a target token reads the future.",
    try_next="Give `target_mask` to each layer.",
)

mistakes.add(
    "weights-thrown-away",
    edit("usual", {"cross_weights.append(cross)": ""}),
    *edits("norm_or_none", ", weights, crosses", ", weights[-1], crosses[-1]", ""),
    means="""The weights of the layers are lost or mixed. The contract asks for two lists, self
    weights and cross weights, each with one tensor for each layer, in order.""",
    try_next="Begin with two empty lists. Does each layer append to both?",
    hint="x, own, cross = layer(x, memory, target_mask, memory_mask)",
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
    "layer-not-unpacked",
    edit("usual", {
        """
            x, own, cross = layer(x, memory, target_mask, memory_mask)
        """: """
            x = layer(x, memory, target_mask, memory_mask)
            own, cross = x[1], x[2]
        """,
    }),
    means="""A layer gives several values, x and the weights. You went on with all of them as if
    they were x.""",
    try_next="How many names stand on the left of the call of the layer?",
    hint="x, own, cross = layer(x, memory, target_mask, memory_mask)",
)

mistakes.add(
    "one-layer-repeated",
    edit("norm_or_none", {
        """
            self.layers = nn.ModuleList(
                DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
            )
        """: """
            self.layers = nn.ModuleList(
                [DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first)] * num_layers
            )
        """,
    }),
)

mistakes.add(
    "one-list-for-both",
    edit("norm_or_none", {
        "else None": "else nn.Identity()",
        "weights, crosses = [], []": "self_weights = cross_weights = []",
        """
                x, w, c = layer(x, memory, target_mask, memory_mask)
                weights.append(w)
                crosses.append(c)
            if self.norm is not None:
                x = self.norm(x)
            return x, weights, crosses
        """: """
                x, own, cross = layer(x, memory, target_mask, memory_mask)
                self_weights.append(own)
                cross_weights.append(cross)
            return self.norm(x), self_weights, cross_weights
        """,
    }),
    means="""Self weights and cross weights stand in one list, which you return twice: each holds
    the weights of both.""",
    try_next="After `a = b = []` and `a.append(1)`, what is `b`?",
    hint="Two lists are wanted: `self_weights, cross_weights = [], []`.",
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
    "unbiased-deviation",
    edit("usual", {
        """
            class Decoder(nn.Module):
        """: """
            class Norm(nn.Module):
                def __init__(self, size):
                    super().__init__()
                    self.gain = nn.Parameter(torch.ones(size))
                    self.shift = nn.Parameter(torch.zeros(size))

                def forward(self, x):
                    deviation = x.std(-1, keepdim=True)
                    return self.gain * (x - x.mean(-1, keepdim=True)) / (deviation + 1e-6) + self.shift
            class Decoder(nn.Module):
        """,
        "nn.LayerNorm": "Norm",
    }),
    means="""The norm behind your layers divides by the deviation of n - 1 numbers, which is
    `std`'s own choice. LayerNorm divides by that of n.""",
    try_next="Compare your norm of [3, 7] with `nn.LayerNorm(2)`: it gives [-1, 1].",
    hint="nn.LayerNorm(d_model), or `std(-1, keepdim=True, unbiased=False)`",
    seen="https://github.com/harvardnlp/annotated-transformer",
)

mistakes.add(
    "memory-overwritten",
    edit("usual", {
        """
            x, own, cross = layer(x, memory, target_mask, memory_mask)
        """: """
            x, own, cross = layer(x, memory, target_mask, memory_mask)
            memory = x
        """,
    }),
    means="""Your loop puts another tensor into `memory`. From the second layer on, the
    cross-attention no longer reads the source.""",
    try_next="Which line gives `memory` a new value? Each layer reads the same memory.",
    hint="x, own, cross = layer(x, memory, target_mask, memory_mask)",
)

mistakes.add(
    "memory-not-passed",
    edit("usual", {"layer(x, memory,": "layer(x, x,"}),
    means="""Your layers get x in the place of the memory. So the cross-attention reads the target
    and never the source.""",
    try_next="Which tensor does each layer get second?",
    hint="x, own, cross = layer(x, memory, target_mask, memory_mask)",
)
