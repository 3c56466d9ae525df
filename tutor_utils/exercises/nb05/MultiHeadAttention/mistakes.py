"""What goes wrong in `MultiHeadAttention`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "all-from-query",
    edit("own_parts", {
        """
            q = split_heads(self.w_q(query), self.num_heads)
            k = split_heads(self.w_k(key), self.num_heads)
            v = split_heads(self.w_v(value), self.num_heads)
        """: """
            every = project_qkv(query, self.w_q, self.w_k, self.w_v)
            q, k, v = (split_heads(one, self.num_heads) for one in every)
        """,
    }),
    means="""Query, key and value are all made from `query`, so `key` and `value` are never read.
    That is self-attention alone: in cross-attention the keys and the values are another sentence.""",
    try_next="Which argument goes into each layer? (`project_qkv` takes one x for all three.)",
    hint="self.w_q(query), self.w_k(key), self.w_v(value)",
)

mistakes.add(
    "blocked-row-even",
    edit("usual", {"(blocked, -math.inf)": "(blocked, torch.finfo(scores.dtype).min)"}),
    means="""Where every key of a row is blocked, all scores are the same large negative number,
    and softmax shares the attention evenly: the query reads what it must not see. The contract
    asks for weights of 0 there.""",
    try_next="Zero such a row after the softmax, or let your `masked_attend` do it.",
    hint="weights = weights.masked_fill(~mask, 0.0)",
)

mistakes.add(
    "rate-ignored",
    edit("usual", {"dropout=0.0": "dropout=0.1"}),
    means="""Weights are dropped although dropout=0, which is the default: your rate comes from
    the code, from the `def` line or from the brackets of `nn.Dropout`.""",
    try_next="Give the argument on: `nn.Dropout(dropout)`, with `dropout=0.0` in the `def` line.",
)

mistakes.add(
    "gradient-cut",
    edit("usual", {
        "q = self.w_q(query)": "q = F.linear(query, self.w_q.weight.data, self.w_q.bias.data)",
    }),
    means="""What gets no gradient never learns, and this path is cut: something between a layer
    and the output lets no gradient through, or another layer was made in `forward` and used in its
    place.""",
    try_next="Look for `.detach()`, `.data`, `no_grad`, or an `nn.Linear(...)` inside `forward`.",
    fails="gradients",
    source="https://github.com/FernandoLpz/Text-Classification-LSTMs-PyTorch/issues/9",
)

mistakes.add(
    "dropout-after-the-values",
    edit("own_parts", {
        """
            _, weights = masked_attend(q, k, v, mask)
            return self.w_o(merge_heads(self.dropout(weights) @ v)), weights
        """: """
            mixed, weights = masked_attend(q, k, v, mask)
            weights = self.dropout(weights)
            return self.w_o(merge_heads(mixed)), weights
        """,
    }),
    means="""You drop weights after the values were mixed with them. What comes back as weights is
    dropped, and the output never knows.""",
    try_next="Which of your lines mixes the values, and are its weights dropped already?",
    hint="output = self.dropout(weights) @ v",
)

mistakes.add(
    "dropout-in-eval",
    edit("usual", {
        "nn.Dropout(dropout)": "dropout",
        "self.dropout(weights)": "F.dropout(weights, self.dropout)",
    }),
    means="Dropout is for training. After `module.eval()` two calls must give the same.",
    try_next="""Use an `nn.Dropout` made in `__init__`, or pass `training=self.training` to
    `F.dropout`.""",
    hint="self.dropout = nn.Dropout(dropout)",
    source="https://github.com/karpathy/nanoGPT/pull/240",
)

mistakes.add(
    "dropout-on-output",
    edit("usual", {"dropped @ v": "self.dropout(dropped @ v)"}),
    means="""You applied dropout to the values, to the heads or to the output. The contract asks
    for it on the weights, before they meet the values.""",
    try_next="Look at what goes into each dropout.",
    hint="self.dropout(weights) @ v",
)

mistakes.add(
    "dropout-missing",
    edit("usual", {"self.dropout(weights)": "weights"}),
    means="""The argument `dropout` has no effect. In training some weights are set to zero at
    random, so that no head relies on one token.""",
    try_next="Look at whether `self.dropout` is made, and whether its result is used.",
    hint="self.dropout(weights) @ v",
    source="https://github.com/NVIDIA/Megatron-LM/pull/411",
)

mistakes.add(
    "dropout-elsewhere",
    edit("usual", {"weights = scores": "weights = self.dropout(scores)"}),
    means="""Dropout sets each weight to zero with probability p, and divides what is left by 1 -
    p. Yours does not do just that. It may stand at another place, or twice, or have another rate,
    or something after it changes the weights.""",
    try_next="""What goes into your dropout, how often, with which rate, and what happens to the
    weights after it? The result of the softmax should go in, once, and what comes out should meet
    the values.""",
    hint="self.dropout(weights) @ v",
)

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
    means="""You added the mask to the scores. True counts as 1, so a blocked key only loses a
    little weight.""",
    try_next="Blocked places need minus infinity: `masked_fill(~mask, -math.inf)`.",
)

mistakes.add(
    "mask-after-softmax",
    edit("usual", {
        """
            scores = scores / math.sqrt(d_k)
        """: """
            scores = scores / math.sqrt(d_k)
            weights = scores.softmax(dim=-1)
        """,
        """
            if mask is not None:
                blocked = ~mask
                scores = scores.masked_fill(blocked, -math.inf)
            weights = scores.softmax(dim=-1)
        """: """
            if mask is not None:
                weights = weights * mask
        """,
    }),
    means="You set weights to zero after the softmax. The others then no longer sum to one.",
    try_next="The mask comes before the softmax.",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"blocked = ~": "blocked ="}),
    means="You blocked what the mask allows. In this course True means: may attend.",
    try_next="Look at the mask before it is used: one `~` too many, or one too few.",
)

mistakes.add(
    "mask-inverted",
    edit("usual", {
        "blocked = ~": "blocked =",
        "(blocked, -math.inf)": "(blocked, torch.finfo(scores.dtype).min)",
        """
            weights = weights.nan_to_num(0.0)
        """: """
            weights = weights.nan_to_num(0.0)
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """,
    }),
    means="""Before the softmax you blocked the keys that may be seen; after it you zeroed the
    others. Hardly any weight is left.""",
    try_next="""`masked_fill` fills where its argument is True. Is your argument the same both
    times?""",
)

mistakes.add(
    "mask-ignored",
    edit("usual", {"scores = scores.": "scores."}),
    means="""The mask changes nothing in your output. `masked_fill` returns a new tensor, and an
    argument that is not handed on is lost.""",
    try_next="Follow `mask` through `forward`: who uses it, and is the result kept?",
    hint="masked_attend(q, k, v, mask)",
)

mistakes.add(
    "fill-too-small",
    edit("usual", {"scores = scores.masked_fill(blocked, -math.inf)": "scores = scores * mask"}),
    means="""Blocked places have a score of zero, or near it. Zero is an ordinary score; only a
    very negative one gives a weight of zero.""",
    try_next="""What stands in the blocked places before the softmax? 1e-9 is not -1e9, and
    `scores * mask` gives 0.""",
)

mistakes.add(
    "mask-on-queries",
    edit("usual", {"blocked = ~mask": "blocked = ~mask.transpose(-1, -2)"}),
    means="You blocked rows and not columns: pads may not ask, but they are still read.",
    try_next="Look at the axes of the mask when it meets the scores: the keys are the last one.",
)

mistakes.add(
    "mask-one-axis-more",
    edit("usual", {"blocked = ~mask": "blocked = ~mask.unsqueeze(1)"}),
    means="""You put axes into the mask that it has already: it comes with one for the heads, as
    (B, 1, 1, L_k). With five axes or more each sentence is masked once for every sentence of the
    batch, and the weights have as many axes.""",
    try_next="Print `mask.shape` and `scores.shape` where they meet: both have four axes.",
    hint="Leave out the `unsqueeze`, or the `None`, on the mask.",
)

mistakes.add(
    "merge-without-moving-back",
    edit("usual", {"heads = heads.transpose(1, 2)": ""}),
    means="""You joined the heads without moving the head axis back. The tokens are scrambled,
    while every shape looks right.""",
    try_next="Use your `merge_heads` on the result of the attention.",
    source="https://github.com/jsbaan/transformer-from-scratch/pull/6",
)

mistakes.add(
    "blocked-row-nan",
    edit("usual", {".masked_fill": "+ torch.zeros_like(scores).masked_fill"}),
    means="""The output is right, but its gradient is NaN: where a row has no open key there was a
    NaN on the way (minus infinity added to all scores, or 0/0), and to set it to 0 afterwards does
    not repair the way back. One such sentence spoils the gradients of the whole batch.""",
    try_next="""Where does the NaN of such a row come from? `masked_fill` lets no gradient through
    where it fills.""",
    hint="`masked_attend` of notebook 04 does this for you.",
)

mistakes.add(
    "blocked-row-nan",
    edit("usual", {"weights = weights.nan_to_num(0.0)": ""}),
    means="""Softmax over nothing but minus infinity is 0/0. One such sentence spoils the loss of
    the whole batch.""",
    try_next="Use your `masked_attend`: it gives zeros for such a row.",
)

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
    means="""10 features cannot be cut into 3 equal heads. Your module goes on with another number
    of heads, and nobody is told.""",
    try_next="Test `d_model % num_heads` in `__init__`, and raise ValueError with both numbers.",
    hint='if d_model % num_heads: raise ValueError(f"num_heads={num_heads} ...")',
    source="https://github.com/rasbt/LLMs-from-scratch/issues/279",
)

mistakes.add(
    "not-scaled",
    edit("usual", {"scores = scores / math.sqrt(d_k)": ""}),
    means="""The scores are not divided by the root of d_k. The softmax then gives nearly all
    weight to one key.""",
    try_next="""Does anything divide by math.sqrt(d_k), and does nothing undo it? `masked_attend`
    divides by itself.""",
)

mistakes.add(
    "one-layer-four-times",
    edit("own_parts", {
        """
            self.num_heads = num_heads
        """: """
            self.num_heads = num_heads
            self.w_q, self.w_k, self.w_v, self.w_o = [nn.Linear(d_model, d_model)] * 4
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

mistakes.add(
    "order-of-results",
    edit("usual", {"output, weights": "weights, output"}),
    means="""The two results are right but come in another order: the output is the first one, the
    weights are the second.""",
    try_next="Look at the order in your `return` line.",
    hint="return output, weights",
)

mistakes.add(
    "scale-by-d-model",
    edit("usual", {"sqrt(d_k)": "sqrt(d_model)"}),
    means="""In total the scores are divided by the root of d_model. Each head's dot product has
    only d_k terms, so the scores get too small and the weights nearly even.""",
    try_next="""By what are the scores divided, `masked_attend` included? The width that counts is
    `q.shape[-1]` after the cut.""",
    source="https://github.com/lucidrains/vit-pytorch/issues/65",
)

mistakes.add(
    "scale-by-d-k",
    edit("usual", {"math.sqrt(d_k)": "d_k"}),
    means="""In total your scores are divided by d_k and not by its root: the root is missing, or
    √d_k divides twice (`masked_attend` does it already).""",
    try_next="How often are the scores divided, and by what? Count what is done to the query too.",
    hint="√d_k divides once; with `masked_attend` you divide no more.",
)

mistakes.add(
    "scores-returned",
    edit("usual", {", weights": ", scores"}),
)

mistakes.add(
    "softmax-over-heads",
    edit("usual", {"(dim=-1)": "(dim=1)"}),
    means="Your softmax runs over the heads, so the heads compete for each key.",
    try_next="""Look at `dim` of the softmax (without it PyTorch guesses, here wrongly): the keys
    are the last axis.""",
)

mistakes.add(
    "softmax-missing",
    edit("usual", {"softmax(dim=-1)": "masked_fill(scores == -math.inf, 0.0)"}),
    means="""The scores themselves serve as weights. Without the softmax a query does not share
    one unit of attention: its weights can be negative, and they sum to anything.""",
    try_next="Which step makes weights out of scores?",
    hint="weights = scores.softmax(dim=-1)",
)

mistakes.add(
    "softmax-over-queries",
    edit("usual", {"(dim=-1)": "(dim=-2)"}),
)

mistakes.add(
    "value-not-projected",
    edit("usual", {"self.w_v(value)": "value"}),
    means="The value did not go through `w_v`.",
    try_next="Look at the line that makes v.",
)

mistakes.add(
    "view-straight-to-heads",
    edit("usual", {
        "q.reshape(B, -1, h, d_k).transpose(1, 2)": "q.reshape(B, h, -1, d_k)",
        "k.reshape(B, -1, h, d_k).transpose(1, 2)": "k.reshape(B, h, -1, d_k)",
        "v.reshape(B, -1, h, d_k).transpose(1, 2)": "v.reshape(B, h, -1, d_k)",
    }),
    means="""You cut into heads with one reshape, to (B, h, L, d_k) or to (B*h, L, d_k). That
    moves no axis: a head then holds features of several tokens, and can read the future in spite
    of a mask.""",
    try_next="Use your `split_heads`: it cuts first and moves the axis after.",
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
    means="""One layer serves two of query, key and value, and another one is not used. What a
    word asks for, is found by and hands over should be three different vectors.""",
    try_next="Which layer does each of query, key and value go through?",
    hint="self.w_q(query), self.w_k(key), self.w_v(value)",
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
