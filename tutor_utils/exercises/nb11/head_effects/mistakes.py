"""What goes wrong in `head_effects`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

EFFECT = 'torch.einsum("bhd,bd->bh", added, to_logit).mean(0)'
OWN = "slice(head * d_k, (head + 1) * d_k)"

mistakes.add(
    "bias-in-each-head",
    edit("usual", {'heads, columns)': 'heads, columns) + attention.w_o.bias'}),
    edit("by_columns", {"weight[:, own].T": "weight[:, own].T + model.attentions[i].w_o.bias"}),
    edit("by_columns", {"weight[:, own].T": "weight[:, own].T + model.attentions[i].w_o.bias / model.num_heads"}),
    means="The bias of `w_o` counts in each head. It is added whatever the heads say.",
    try_next="Do you call `w_o` itself, or only multiply by its weight?",
    hint="Multiply by `w_o.weight`, and leave the bias out.",
)

mistakes.add(
    "rows-for-columns",
    edit("usual", {"w_o.weight.unflatten": "w_o.weight.T.unflatten"}),
    edit("by_columns", {"weight[:, own].T": "weight[own]"}),
    means="""You take the head's rows of `w_o.weight`. Its features come IN, and they meet the
    columns: (d_model out, d_model in).""",
    try_next="Which axis of `w_o.weight` is the one that comes in?",
    hint="`weight[:, own]`, or `weight.unflatten(-1, (h, -1))`.",
)

mistakes.add(
    "columns-not-turned",
    edit("by_columns", {"weight[:, own].T": "weight[:, own]"}),
    means="""Your product sums over the first axis of `w_o.weight`, the outputs. The features of a
    head come in, on the second.""",
    try_next="Write the two shapes above your product. Which axis is summed away?",
    hint="`z[:, own] @ weight[:, own].T` is (B, d_model).",
    raises="mat1 and mat2 shapes cannot be multiplied",
)

mistakes.add(
    "all-heads-in-each",
    edit("by_columns", {"z[:, own] @ weight[:, own].T": "z @ weight.T"}),
    edit("by_columns", {"z[:, own] @ weight[:, own].T": "model.attentions[i].w_o(z)"}),
    means="""You give each head what all heads of its layer add together. Calling `w_o` adds its
    bias, too.""",
    try_next="Which of your lines depends on the head?",
    hint="`z[:, own] @ weight[:, own].T`: the features and the columns of one head.",
)

mistakes.add(
    "heads-interleaved",
    edit("usual", {
        "heads = z.unflatten(-1, (h, -1))": "heads = z.unflatten(-1, (-1, h)).mT",
        "columns = attention.w_o.weight.unflatten(-1, (h, -1))": "columns = attention.w_o.weight.unflatten(-1, (-1, h)).mT",
    }),
    edit("by_columns", {OWN: "slice(head, None, model.num_heads)"}),
    means="""You take every h-th feature. The features of one head stand side by side: `merge_heads`
    put them there.""",
    try_next="4 heads of 2 features: which of the 8 are head 1's?",
    hint="`z.unflatten(-1, (h, -1))` is (B, h, d_k).",
)

mistakes.add(
    "one-layer-for-all",
    *edits("usual", "attention.w_o.weight.unflatten", "model.attentions[0].w_o.weight.unflatten", "model.attentions[-1].w_o.weight.unflatten"),
    means="All layers are multiplied by the `w_o` of one of them. Each has its own.",
    try_next="Which `w_o.weight` does your code take for layer 1?",
    hint="`for attention, z in zip(model.attentions, ...)`, and `attention.w_o.weight`.",
)

mistakes.add(
    "slice-of-another-size",
    *edits(
        "by_columns",
        OWN,
        "slice(head * d_k, head + d_k)",
        "slice((head - 1) * d_k, head * d_k)",
        "slice(head, head + 1)",
        "slice(head, head + d_k)",
        "slice(head * model.num_heads, (head + 1) * model.num_heads)",
    ),
)

mistakes.add(
    "w-o-left-out",
    edit("usual", {EFFECT: "(z * to_logit).unflatten(-1, (h, -1)).sum(-1).mean(0)"}),
    means="""You leave `w_o` out. The head's own features are no features of the stream yet: `w_o`
    makes d_model numbers of them.""",
    try_next="What does the model do with the heads before they are added to the stream?",
    hint="`z[:, own] @ w_o.weight[:, own].T` is (B, d_model).",
)

mistakes.add(
    "behind-w-o",
    *(
        edit("usual", {EFFECT: f"(({out}) * to_logit).unflatten(-1, (h, -1)).sum(-1).mean(0)"})
        for out in ("attention.w_o(z)", "z @ attention.w_o.weight.T")
    ),
    means="""You cut what comes out of `w_o` into heads. There all heads are mixed: no feature
    belongs to one head.""",
    try_next="Where do the heads still stand side by side?",
    hint="Cut what goes into `w_o`, and the columns of its weight.",
)

mistakes.add(
    "batch-mean-forgotten",
    edit("usual", {".mean(0)": ""}),
    edit("by_columns", {
        "model.num_heads, device": "model.num_heads, len(ids), device",
        "effects[i, head] = logit.mean()": "effects[i, head] = logit",
    }),
    means="You give a number for each row. The mean over the rows is missing.",
    try_next="Compare the shape of your result with (num_layers, h).",
    hint="`.mean(0)` over (B, h).",
)

mistakes.add(
    "sum-over-rows",
    edit("usual", {".mean(0)": ".sum(0)"}),
    means="You add the rows up, so larger batches give larger effects.",
    try_next="What does the contract do with the rows?",
    hint="`.mean(0)` over (B, h).",
)

mistakes.add(
    "mean-too-early",
    *edits(
        "usual",
        EFFECT,
        "added.mean(0) @ to_logit.mean(0)",
        "added.mean(0) @ direction(model, last.mean(0), target).mean(0)",
    ),
    edit("usual", {"= direction(model, last, target)": "= direction(model, last.mean(0), target)"}),
    means="""You take a mean over the rows before you multiply. Each row has features and a
    direction of its own, so the mean comes last.""",
    try_next="At which line is the axis B gone?",
    hint="Multiply row by row, (B, h), and then `.mean(0)`.",
)

mistakes.add(
    "mean-over-features",
    edit("usual", {EFFECT: f"{EFFECT} / z.shape[-1]"}),
    edit("usual", {EFFECT: f"{EFFECT} / heads.shape[-1]"}),
    means="You take a mean over features. A logit is their sum.",
    try_next="Which axes go in your `mean`? Only the rows do.",
    hint="`(added * to_logit).sum(-1).mean(0)`.",
)

mistakes.add(
    "norm-left-out",
    edit("usual", {"= direction(model, last, target)": "= model.output.weight[target]"}),
    means="""What a head adds goes through the last norm before it meets the output. You left the
    norm out, so the sum of all parts is no logit.""",
    try_next="What stands between the last layer and the output?",
    hint="`direction(model, last, target)`, where last is what the norm got.",
)

mistakes.add(
    "step-of-the-norm-left-out",
    edit("usual", {"row / (last.var(-1, unbiased=False, keepdim=True) + model.norm.eps).sqrt()": "row"}),
    edit("usual", {"row = row - row.mean(-1, keepdim=True)": ""}),
    edit("usual", {" * model.norm.weight": ""}),
    means="""The last norm takes the mean off, divides by a size and multiplies by its gain. One of
    the three is missing.""",
    try_next="Go through the norm, step by step: where is each in your code?",
    hint="`direction(model, last, target)` does all three.",
)

mistakes.add(
    "each-head-normed",
    edit("by_columns", {"(added - added.mean(-1, keepdim=True)) / size * model.norm.weight": "model.norm(added)"}),
    edit("by_columns", {"(added - added.mean(-1, keepdim=True)) / size * model.norm.weight": "F.layer_norm(added, added.shape[-1:], model.norm.weight)"}),
    means="""You send each head through the norm by itself. It is then divided by its own size, so
    a small head counts as much as a large one, and the sum is no logit.""",
    try_next="By which size is the whole sum divided?",
    hint="Divide by the deviation of what `model.norm` got, the same for all heads.",
)

mistakes.add(
    "norm-inside-the-layer",
    edit("usual", {"model.norm], ids)": "list(model.layers)[-1]], ids)"}),
    means="You take the size of what goes into the last layer. The last norm gets what comes out.",
    try_next="Which part is the last one in your list?",
    hint="`model.norm` is the part whose input counts.",
)

mistakes.add(
    "direction-of-the-heads",
    *edits("usual", "= direction(model, last, target)", "= direction(model, merged[-1], target)", "= direction(model, merged[0], target)"),
    edit("usual", {EFFECT: EFFECT.replace("to_logit", "direction(model, z, target)")}),
    means="""You take the size of what went into a `w_o`. The last norm divides by the size of what
    goes into it.""",
    try_next="What do you give to `direction`?",
    hint="`model.norm` is the part whose input counts.",
)

mistakes.add(
    "first-place",
    edit("by_columns", {"x[:, -1] for": "x[:, 0] for"}),
    means="You look at the first place. The last one says what comes next.",
    try_next="Which place do you take of (B, L, d_model)?",
    hint="`[:, -1]`.",
)

mistakes.add(
    "last-id-for-target",
    edit("usual", {"= direction(model, last, target)": "= direction(model, last, ids[:, -1])"}),
    means="You ask for the logit of the last id of the text. `target` says which is asked for.",
    try_next="Where does `target` go in your code?",
    hint="`model.output.weight[target]`.",
)

mistakes.add(
    "heads-before-layers",
    edit("usual", {"torch.stack(effects)": "torch.stack(effects, dim=1)"}),
    means="Your axes are (h, num_layers). The layers come first.",
    try_next="Compare the shape of your result with (num_layers, h).",
    hint="`torch.stack(effects)`.",
)

mistakes.add(
    "made-on-the-cpu",
    edit("usual", {"added, to_logit)": "added, to_logit + torch.zeros(len(to_logit), 1))"}),
    means="""A tensor that your code makes without `device=` is made on the CPU, and meets numbers of
    the model, which may be on a GPU.""",
    try_next="Look at each tensor that you make: `torch.zeros`, `torch.arange`, `torch.tensor`.",
    hint="`device=ids.device`.",
    raises="on the same device",
)

mistakes.add(
    "hooks-not-removed",
    edit("usual", {"handle.remove()": "pass"}),
    means="Your hooks stay in the model, and run in every later call.",
    try_next="Count the hooks of a layer after the call. Who takes them out?",
    hint="`handle.remove()` for each, after `finally:`.",
)
