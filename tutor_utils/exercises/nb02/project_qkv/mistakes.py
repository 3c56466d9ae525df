"""What goes wrong in `project_qkv`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "projections-chained",
    code("""
        def project_qkv(x, w_q, w_k, w_v):
            x = q = w_q(x)
            x = k = w_k(x)
            return q, k, w_v(x)
    """),
    means="""You projected what was already projected: the key is made from q, or the value from
    k. All three start from the same x.""",
    try_next="Look at the name in brackets in each call, and whether `x` was overwritten.",
    hint="Write `w_k(x)`, not `w_k(q)`.",
    source="https://github.com/Khaliladib11/Transformer-from-scratch/issues/1",
)

mistakes.add(
    "bias-forgotten",
    code("""
        def project_qkv(x, w_q, w_k, w_v):
            return x @ w_q.weight.T, x @ w_k.weight.T, x @ w_v.weight.T
    """),
)

mistakes.add(
    "one-projection-for-all",
    edit("call", {"w_k(x), w_v": "w_q(x), w_q"}),
    means="""You used the same layer for query, key and value. Then q and k are equal, so the
    score of A for B is always that of B for A.""",
    try_next="Where are `w_k` and `w_v` called, and is what they give returned?",
    hint="The key is what `w_k` makes of x, the value what `w_v` makes of it.",
)

mistakes.add(
    "order-of-results",
    edit("call", {"w_q(x), w_k": "w_k(x), w_q"}),
    means="The three tensors are right but come in another order. The caller unpacks q, k, v.",
    try_next="Compare the order in your `return` line, and the layer behind each name.",
)

mistakes.add(
    "value-not-projected",
    edit("call", {", w_v(x)": ", x"}),
    means="You returned `x` itself as the value. The value has a layer of its own, `w_v`.",
    try_next="Look at the third value that you return.",
    hint="v = w_v(x)",
)

mistakes.add(
    "gradient-stopped",
    edit("call", {"w_k(x)": "w_k(x.detach())"}),
)

mistakes.add(
    "weight-not-transposed",
    edit("functional", {
        "F.linear(x, w.weight, w.bias) for w": "x @ w.weight + (0 if w.bias is None else w.bias) for w",
    }),
    edit("functional", {
        "F.linear(x, w.weight, w.bias) for w": "x @ layer.weight + layer.bias for layer",
    }),
    means="""You multiplied x by `layer.weight` as it lies in memory. `nn.Linear` keeps its weight
    as (out, in), so it computes x @ weight.T + bias.""",
    try_next="Compare `layer(x)` with your product for one token.",
    hint="Call the layer: `w_q(x)`.",
)

mistakes.add(
    "layer-used-twice",
    edit("call", {"w_k(x)": "w_q(x)"}),
    edit("call", {"w_v(x)": "w_k(x)"}),
    means="""Two of your results come from one of the three layers, and what another one gives is
    missing. A layer or a name was copied and not changed everywhere.""",
    try_next="Read the name of the layer in each line, and the names that you return.",
    hint="`w_q(x)`, `w_k(x)`, `w_v(x)`: each layer once.",
)
