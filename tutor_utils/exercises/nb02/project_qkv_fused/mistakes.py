"""What goes wrong in `project_qkv_fused`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "cut-along-tokens",
    edit("usual", {", dim=-1": ""}),
    edit("chunk", {", dim=-1": ""}),
    edit("usual", {"3, dim=-": "3, dim="}),
    means="""You cut the axis of the tokens (or of the sentences) into three. The three
    projections lie side by side in the features, the last axis.""",
    try_next="""Along which axis do you cut? In `chunk` and `split` it is `dim`, and without `dim`
    it is 0, the sentences.""",
    hint="chunk(3, dim=-1)",
)

mistakes.add(
    "features-interleaved",
    edit("usual", {"chunk(3, dim=-1)": "unflatten(-1, (-1, 3)).unbind(-1)"}),
    means="""You took every third feature: q, k, v, q, k, v, ... The stacked layer holds all of q
    first, then all of k, then all of v.""",
    try_next="""Which features of one token become its query? With a reshape: (3, d_model) and
    (d_model, 3) are not the same.""",
    source="https://github.com/awslabs/slapo/pull/46",
)

mistakes.add(
    "bias-forgotten",
    edit("usual", {"qkv = w_qkv(x)": "qkv = x @ w_qkv.weight.T"}),
    means="Your numbers are x @ weight.T. The layer also adds its bias.",
    try_next="Call the layer itself, `w_qkv(x)`: it does both.",
)

mistakes.add(
    "not-cut",
    edit("chunk", {".chunk(3, dim=-1)": ", w_qkv(x), w_qkv(x)"}),
    means="You returned the layer's whole output three times, 3 * d_model wide.",
    try_next="Cut it into three before you return.",
)

mistakes.add(
    "numbers-regrouped",
    edit("usual", {"chunk(3, dim=-1)": "view(3, *x.shape)"}),
    means="""Your numbers are cut in memory order, as a `view` to (3, B, L, d_model) does it, so q
    holds the first third of all of them: whole tokens, with their q, k and v. The three parts lie
    side by side in the last axis.""",
    try_next="Which axis must be cut, and does your line cut that one?",
    hint="`chunk(3, dim=-1)` cuts the last axis.",
)

mistakes.add(
    "order-of-results",
    edit("usual", {"return q, k,": "return k, q,"}),
    edit("usual", {"return q, k, v": "return v, k, q"}),
    means="The parts are right but in another order. The weights are stacked q, k, v.",
    try_next="Look at the names on the left of the line that cuts, and at the `return` line.",
)

mistakes.add(
    "split-by-count",
    edit("usual", {"qkv.chunk": "qkv.split"}),
    means="""You got parts of 3 features, as many as there are. You want 3 parts of d_model
    features.""",
    try_next="""`split` takes how large a part is, `chunk` how many parts there are. Which number
    did you give?""",
    hint="`split(x.shape[-1], dim=-1)`, or `chunk(3, dim=-1)`",
)

mistakes.add(
    "gradient-cut",
    edit("usual", {"return q, k, v": "return q, k, v.detach()"}),
    means="""Your numbers are right, and one of the three carries no gradient: what it comes from never
    learns.""",
    try_next="Look for `.detach()`, `.data`, `no_grad` or NumPy on the way to q, k and v.",
    fails="gradients",
)

mistakes.add(
    "size-for-a-count",
    edit("usual", {
        "qkv = w_qkv(x)": "return torch.split(w_qkv(x), 3, dim=-1)",
    }),
    means="""`torch.split(x, 3)` makes pieces of size 3. `chunk` is the one that takes a count.""",
    try_next="How many pieces come out for d_model = 12, and how wide are they?",
    hint="`w_qkv(x).chunk(3, dim=-1)`",
)
