"""What goes wrong in `head_effects`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

EFFECT = 'torch.einsum("bhd,bd->bh", added, to_logit).mean(0)'
OWN = "slice(head * d_k, (head + 1) * d_k)"

mistakes.add(
    "bias-in-each-head",
    edit("usual", {'heads, columns)': 'heads, columns) + attention.w_o.bias'}),
    edit("by_columns", {"weight[:, own].T": "weight[:, own].T + model.attentions[i].w_o.bias / model.num_heads"}),
    means="The bias of `w_o` counts in each head. It is added whatever the heads say.",
    try_next="Do you call `w_o` itself, or only multiply by its weight?",
    hint="Multiply by `w_o.weight`, and leave the bias out.",
)

mistakes.add(
    "rows-for-columns",
    edit("usual", {"w_o.weight.unflatten": "w_o.weight.T.unflatten"}),
    means="""You take the head's rows of `w_o.weight`. Its features come IN, and they meet the
    columns: (d_model out, d_model in).""",
    try_next="Which axis of `w_o.weight` is the one that comes in?",
    hint="`weight[:, own]`, or `weight.unflatten(-1, (h, -1))`.",
)

mistakes.add(
    "heads-interleaved",
    edit("by_columns", {OWN: "slice(head, None, model.num_heads)"}),
    means="""You take every h-th feature. The features of one head stand side by side: `merge_heads`
    put them there.""",
    try_next="4 heads of 2 features: which of the 8 are head 1's?",
    hint="`z.unflatten(-1, (h, -1))` is (B, h, d_k).",
)

mistakes.add(
    "slice-of-another-size",
    *edits("by_columns", OWN, "slice(head * d_k, head + d_k)", "slice(head, head + d_k)"),
    *edits("by_columns", OWN, "slice((head - 1) * d_k, head * d_k)"),
    *edits("by_columns", "head * d_k, (head + 1) * d_k", "head * model.num_heads, (head + 1) * model.num_heads"),
)

mistakes.add(
    "w-o-left-out",
    edit("usual", {EFFECT: "(z * to_logit).unflatten(-1, (h, -1)).sum(-1).mean(0)"}),
    means="""You leave `w_o` out. The head's own features are no features of the stream yet: `w_o`
    makes d_model numbers of them.""",
    try_next="What does the model do with the heads before they are added to the stream?",
    hint="`z[:, own] @ w_o.weight[:, own].mT` is (B, d_model).",
)

mistakes.add(
    "behind-w-o",
    edit("usual", {EFFECT: "(attention.w_o(z) * to_logit).unflatten(-1, (h, -1)).sum(-1).mean(0)"}),
    means="""You cut what comes out of `w_o` into heads. There all heads are mixed: no feature
    belongs to one head.""",
    try_next="Where do the heads still stand side by side?",
    hint="Cut what goes into `w_o`, and the columns of its weight.",
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
    "each-head-normed",
    edit("by_columns", {"(added - added.mean(-1, keepdim=True)) / size * model.norm.weight": "model.norm(added)"}),
    means="""You send each head through the norm by itself. It is then divided by its own size, so
    a small head counts as much as a large one, and the sum is no logit.""",
    try_next="By which size is the whole sum divided?",
    hint="Divide by the deviation of what `model.norm` got, the same for all heads.",
)

mistakes.add(
    "direction-of-the-heads",
    edit("usual", {EFFECT: EFFECT.replace("to_logit", "direction(model, z, target)")}),
    means="""You take the size of what went into a `w_o`. The last norm divides by the size of what
    goes into it.""",
    try_next="What do you give to `direction`?",
    hint="`model.norm` is the part whose input counts.",
)
