"""What goes wrong in `project_qkv`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "projections-chained",
    edit("call", {"w_k(x), w_v(x)": "w_k(w_q(x)), w_v(w_k(w_q(x)))"}),
    means="""You projected what was already projected: the key is made from q, or the value from
    k. All three start from the same x.""",
    try_next="Look at the name in brackets in each call, and whether `x` was overwritten.",
    hint="Write `w_k(x)`, not `w_k(q)`.",
    source="https://github.com/Khaliladib11/Transformer-from-scratch/issues/1",
)

mistakes.add(
    "bias-forgotten",
    edit("functional", {"F.linear(x, w.weight, w.bias)": "x @ w.weight.T"}),
)

mistakes.add("order-of-results", edit("call", {"w_q(x), w_k": "w_k(x), w_q"}))

mistakes.add(
    "weight-not-transposed",
    edit("functional", {"F.linear(x, w.weight, w.bias)": "x @ w.weight + w.bias"}),
    means="""You multiplied x by `layer.weight` as it lies in memory. `nn.Linear` keeps its weight
    as (out, in), so it computes x @ weight.mT + bias.""",
    try_next="Compare `layer(x)` with your product for one token.",
    hint="Call the layer: `w_q(x)`.",
)

mistakes.add(
    "layer-used-twice",
    edit("call", {"w_k(x)": "w_q(x)"}),
    edit("call", {"w_v(x)": "w_k(x)"}),
    edit("call", {"w_k(x), w_v": "w_q(x), w_q"}),
)
