"""What goes wrong in `additive_scores`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "axes-swapped",
    edit("usual", {", :, None": ", None", "[:, None]": "[:, :, None]"}),
    means="Queries and keys are swapped in your table.",
    try_next="Which axis do the queries get, and which the keys?",
    hint="Queries get the axis in front.",
)

mistakes.add(
    "layers-swapped",
    edit("usual", {"queries = w_q": "queries = w_k", "keys = w_k": "keys = w_q"}),
    means="The queries go through `w_k` and the keys through `w_q`.",
    try_next="Look at which layer each of q and k goes through.",
    hint="w_q(q), w_k(k)",
)

mistakes.add(
    "bias-forgotten",
    edit("usual", {"= w_q(q)": "= (q @ w_q.weight.T)", "= w_k(k)": "= (k @ w_k.weight.T)"}),
    means="Your projections are x @ weight.T. A layer may also have a bias.",
    try_next="Call the layers themselves, `w_q(q)`: they do both.",
)

mistakes.add(
    "no-pairs",
    edit("usual", {"[:, :, None]": "", "[:, None]": ""}),
    edit("usual", {"[:, :, None]": "", "[:, None]": "", "hidden @ v": "hidden * v"}),
    means="""Query i meets key i only. Every query should meet every key, so each of the two needs
    an axis of size 1, and not at the same place.""",
    try_next="""Which axis counts the queries in the result, and which the keys? Where does each
    of the two need an axis of size 1?""",
    hint="[:, :, None] and [:, None].",
    raises="tensor a .(3. must match the size of tensor b .4|4. must match the size of tensor b .3).",
)

mistakes.add(
    "no-tanh",
    edit("usual", {"torch.tanh(queries + keys)": "queries + keys"}),
    means="""The tanh is missing. Without it a score is one number of the query plus one of the
    key, so all queries prefer the same keys.""",
    try_next="What stands round the sum in the formula?",
    hint="tanh stands around the sum.",
)

mistakes.add(
    "v-not-summed",
    edit("usual", {"hidden @ v": "hidden * v"}),
    means="You multiplied each feature by its number in v, and did not sum: the features are still there.",
    try_next="A score is one number for each pair. Which axis is left to sum over?",
    hint="hidden @ v",
)

mistakes.add(
    "v-forgotten",
    edit("usual", {"scores = hidden @ v": "scores = hidden.sum(-1)"}),
    means="The features were summed, but not weighted with v.",
    try_next="What makes one number out of the features of a pair?",
    hint="@ v",
)

mistakes.add(
    "weights-for-scores",
    edit("usual", {"return scores": "return scores.softmax(-1)"}),
    means="You returned weights. Only the scores are wanted.",
    try_next="The name of the function says what is wanted. Which step is too much?",
    hint="Leave the softmax out.",
    source="https://github.com/sooftware/attentions/issues/4",
)

mistakes.add(
    "tanh-before-sum",
    edit("usual", {"(queries + keys)": "(queries) + torch.tanh(keys)"}),
    means="""You took the tanh of each part and then added. A score is then one number of the
    query plus one of the key, so all queries prefer the same keys.""",
    try_next="What stands inside the tanh in the formula: each part, or their sum?",
    hint="Add first; tanh stands around the sum.",
)

mistakes.add(
    "tanh-after-v",
    code("""
        def additive_scores(q, k, w_q, w_k, v):
            return torch.tanh((w_q(q)[:, :, None] + w_k(k)[:, None]) @ v)
    """),
    means="""The tanh comes after v, so every score lies between -1 and 1. It belongs on the sum,
    before the product with v.""",
    try_next="In v · tanh(W_q q + W_k k), what stands inside the tanh?",
    hint="torch.tanh(queries + keys) @ v",
)
