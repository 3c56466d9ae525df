"""What goes wrong in `project_qkv_fused`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "cut-along-tokens",
    edit("usual", {", dim=-1": ""}),
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

mistakes.add("bias-forgotten", edit("usual", {"qkv = w_qkv(x)": "qkv = x @ w_qkv.weight.T"}))

mistakes.add("order-of-results", edit("usual", {"return q, k,": "return k, q,"}))

mistakes.add(
    "split-by-count",
    edit("usual", {"qkv.chunk": "qkv.split"}),
    means="""You got parts of 3 features, as many as there are. You want 3 parts of d_model
    features.""",
    try_next="""`split` takes how large a part is, `chunk` how many parts there are. Which number
    did you give?""",
    hint="`split(x.shape[-1], dim=-1)`, or `chunk(3, dim=-1)`",
)
