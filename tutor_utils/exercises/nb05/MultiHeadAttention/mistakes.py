"""What goes wrong in `MultiHeadAttention`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "all-from-query",
    edit("usual", {"w_k(key)": "w_k(query)", "w_v(value)": "w_v(query)"}),
    means="""Query, key and value are all made from `query`, so `key` and `value` are never read.
    That is self-attention alone: in cross-attention the keys and the values are another sentence.""",
    try_next="Which argument goes into each layer? (`project_qkv` takes one x for all three.)",
    hint="self.w_q(query), self.w_k(key), self.w_v(value)",
)

mistakes.add(
    "blocked-row-uniform",
    edit("usual", {"(blocked, -math.inf)": "(blocked, torch.finfo(scores.dtype).min)"}),
)

mistakes.add("rate-ignored", edit("usual", {"dropout=0.0": "dropout=0.1"}))

mistakes.add(
    "gradient-cut",
    edit("usual", {
        "q = self.w_q(query)": "q = F.linear(query, self.w_q.weight.data, self.w_q.bias.data)",
    }),
    means="""What gets no gradient never learns, and this path is cut: something between a layer
    and the output lets no gradient through, or another layer was made in `forward` and used in its
    place.""",
    try_next="Look for `.detach()`, `.data`, `no_grad`, or an `nn.Linear(...)` inside `forward`.",
    source="https://github.com/FernandoLpz/Text-Classification-LSTMs-PyTorch/issues/9",
)

mistakes.add(
    "dropout-in-eval",
    edit("usual", {
        "nn.Dropout(dropout)": "dropout",
        "self.dropout(weights)": "F.dropout(weights, self.dropout)",
    }),
)

mistakes.add(
    "dropout-on-output",
    edit("usual", {"dropped @ v": "self.dropout(dropped @ v)"}),
    means="""You applied dropout to the values, to the heads or to the output. The contract asks
    for it on the weights, before they meet the values.""",
    try_next="Look at what goes into each dropout.",
    hint="self.dropout(weights) @ v",
)

mistakes.add("dropout-missing", edit("usual", {"self.dropout(weights)": "weights"}))

mistakes.add(
    "layer-sizes",
    edit("usual", {
        "w_v = nn.Linear(d_model, d_model)": "w_v = nn.Linear(d_model, d_model // num_heads)",
    }),
    means="""A layer has another size than d_model by d_model. One layer serves all heads
    together; only its output is cut.""",
    try_next="Look at the sizes of the four layers: each maps d_model to d_model.",
    hint="nn.Linear(d_model, d_model)",
    raises=r"w_[qkvo]\.weight is \(",
)

mistakes.add(
    "mask-added",
    edit("usual", {"scores = scores.masked_fill(blocked, -math.inf)": "scores = scores + mask"}),
)

mistakes.add(
    "masked-after-softmax",
    edit("usual", {
        "scores = scores.masked_fill(blocked, -math.inf)": "pass",
        "weights = weights.nan_to_num(0.0)": """
            if mask is not None:
                weights = weights * mask
        """,
    }),
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"blocked = ~": "blocked ="}),
    edit("usual", {
        "blocked = ~": "blocked =",
        "(blocked, -math.inf)": "(blocked, torch.finfo(scores.dtype).min)",
        "weights = weights.nan_to_num(0.0)": """
            weights = weights.nan_to_num(0.0)
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """,
    }),
)

mistakes.add("mask-ignored", edit("usual", {"scores = scores.": "scores."}))

mistakes.add(
    "filled-with-zero",
    edit("usual", {"scores = scores.masked_fill(blocked, -math.inf)": "scores = scores * mask"}),
)

mistakes.add("mask-on-queries", edit("usual", {"blocked = ~mask": "blocked = ~mask.transpose(-1, -2)"}))

mistakes.add(
    "mask-one-axis-more",
    edit("usual", {"blocked = ~mask": "blocked = ~mask.unsqueeze(1)"}),
    means="""You put axes into the mask that it has already: it comes with one for the heads, as
    (B, 1, 1, L_k). With five axes or more each sentence is masked once for every sentence of the
    batch, and the weights have as many axes.""",
    try_next="Print `mask.shape` and `scores.shape` where they meet: both have four axes.",
    hint="Leave out the `unsqueeze`, or the `None`, on the mask.",
)

mistakes.add("merge-without-moving-back", edit("usual", {"heads = heads.transpose(1, 2)": ""}))

mistakes.add(
    "blocked-row-nan-gradient",
    edit("usual", {".masked_fill": "+ torch.zeros_like(scores).masked_fill"}),
)

mistakes.add("blocked-row-nan", edit("usual", {"weights = weights.nan_to_num(0.0)": ""}))

mistakes.add(
    "no-output-projection",
    edit("usual", {"self.w_o(merged)": "merged"}),
    means="""You returned the heads side by side. The last layer, `w_o`, is what mixes them:
    without it no feature holds anything of two heads.""",
    try_next="Look at your last line: what does `self.w_o` get?",
    hint="output = self.w_o(merge_heads(heads))",
)

mistakes.add(
    "indivisible-not-refused",
    edit("usual", {
        """
            if d_model % num_heads:
                raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        """: """
            while d_model % num_heads:
                num_heads -= 1
        """,
    }),
)

mistakes.add("no-scale", edit("usual", {"scores = scores / math.sqrt(d_k)": ""}))

mistakes.add(
    "one-layer-four-times",
    edit("usual", {
        "self.dropout = nn.Dropout(dropout)": """
            self.dropout = nn.Dropout(dropout)
            self.w_q = self.w_k = self.w_v = self.w_o
        """,
    }),
    means="""`w_q`, `w_k`, `w_v` and `w_o` are four names of one and the same layer, as `[layer] *
    4` or a chained `=` gives them.""",
    try_next="What does `self.w_q is self.w_k` say, and how many numbers does the module learn?",
    hint="[nn.Linear(d_model, d_model) for _ in range(4)]",
)

mistakes.add(
    "sizes-from-outside",
    edit("usual", {"self.num_heads, d_model // self.num_heads": "num_heads, d_k"}),
    means="""Your class takes sizes from outside: from names of another cell, or as fixed numbers.
    It then works for one model only, and a name breaks it when a cell above gives it another
    value.""",
    try_next="Keep each size as the module's own: `self.num_heads = num_heads`.",
    hint="In `forward` write `self.num_heads`, never `num_heads`.",
    raises=r"name '(?:d_model|num_heads|d_k|h|batch_size)' is not defined|shape '\[\d+, -?\d+, 8, 64\]' is invalid",
)

mistakes.add("results-swapped", edit("usual", {"output, weights": "weights, output"}))

mistakes.add("scale-by-d-model", edit("usual", {"sqrt(d_k)": "sqrt(d_model)"}))

mistakes.add("divided-by-d_k", edit("usual", {"math.sqrt(d_k)": "d_k"}))

mistakes.add("scores-returned", edit("usual", {", weights": ", scores"}))

mistakes.add("softmax-over-second-axis", edit("usual", {"(dim=-1)": "(dim=1)"}))

mistakes.add(
    "raw-scores",
    edit("usual", {"softmax(dim=-1)": "masked_fill(scores == -math.inf, 0.0)"}),
)

mistakes.add("softmax-over-queries", edit("usual", {"(dim=-1)": "(dim=-2)"}))

mistakes.add(
    "view-straight-to-heads",
    edit("usual", {
        "q.reshape(B, -1, h, d_k).transpose(1, 2)": "q.reshape(B, h, -1, d_k)",
        "k.reshape(B, -1, h, d_k).transpose(1, 2)": "k.reshape(B, h, -1, d_k)",
        "v.reshape(B, -1, h, d_k).transpose(1, 2)": "v.reshape(B, h, -1, d_k)",
    }),
)

mistakes.add(
    "layer-names",
    edit("usual", {"w_o = nn": "w_0 = nn"}),
    means="""A layer of the contract is not there under its name. The check puts known numbers
    into `w_q`, `w_k`, `w_v` and `w_o`, and so does everybody who loads saved weights.""",
    try_next="Look at the names after `self.` in `__init__`, and whether `__init__` is reached.",
    hint="self.w_q = nn.Linear(d_model, d_model), and the other three likewise.",
    raises=r"object has no attribute 'w_[qkvo]'|w_[qkvo] is a \w+ and no nn.Linear",
)

mistakes.add(
    "another-argument-projected",
    *edits("usual", "w_q(query)", "w_q(key)", "w_q(value)"),
    *edits("usual", "w_k(key)", "w_k(query)", "w_k(value)"),
    edit("usual", {"w_v(value)": "w_v(key)"}),
    means="""One of your three layers gets another argument than its own. With one sentence for
    all three nobody sees it; in cross-attention it is wrong.""",
    try_next="Look at the names in brackets after `self.w_q`, `self.w_k` and `self.w_v`.",
    hint="self.w_q(query), self.w_k(key), self.w_v(value)",
    source="https://github.com/Sea-Snell/grokking/pull/7",
)

mistakes.add(
    "layer-used-twice",
    edit("usual", {"= self.w_k": "= self.w_q"}),
    edit("usual", {"= self.w_v": "= self.w_k"}),
    edit("usual", {"= self.w_k": "= self.w_q", "= self.w_v": "= self.w_q"}),
)

mistakes.add(
    "bias-missing",
    edit("usual", {
        "w_q = nn.Linear(d_model, d_model)": "w_q = nn.Linear(d_model, d_model, bias=False)",
        "w_v = nn.Linear(d_model, d_model)": "w_v = nn.Linear(d_model, d_model, bias=False)",
        "w_o = nn.Linear(d_model, d_model)": "w_o = nn.Linear(d_model, d_model, bias=False)",
    }),
    edit("usual", {
        "w_o = nn.Linear(d_model, d_model)": "w_o = nn.Linear(d_model, d_model, bias=False)",
    }),
    means="""A layer of yours has no bias, or it is not added. The contract's `nn.Linear(d_model,
    d_model)` has one.""",
    try_next="Look for `bias=False`, or for a product with `.weight` in place of a call.",
    hint="Call the layer: `self.w_q(query)`.",
)

mistakes.harmless(
    "if d_model % num_heads: | raise ValueError(f'num_heads={num_heads} does not divide d_model={d_model}') -> pass",
    because="split_heads refuses the same numbers with the same words at the first call",
)
mistakes.harmless(
    "d_model % num_heads -> num_heads % num_heads",
    because="split_heads refuses the same numbers with the same words at the first call",
)
mistakes.harmless(
    "d_model % num_heads -> d_model % d_model",
    because="split_heads refuses the same numbers with the same words at the first call",
)
mistakes.harmless(
    "raise ValueError(f'num_heads={num_heads} does not divide d_model={d_model}') -> pass",
    because="split_heads refuses the same numbers with the same words at the first call",
)
