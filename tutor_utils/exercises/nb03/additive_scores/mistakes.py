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
    "v-forgotten",
    edit("usual", {"scores = hidden @ v": "scores = hidden.sum(-1)"}),
    means="The features were summed, but not weighted with v.",
    try_next="What makes one number out of the features of a pair?",
    hint="@ v",
)

mistakes.add(
    "not-projected",
    edit("usual", {"= w_q(q)": "= q", "= w_k(k)": "= k"}),
    means="You added q and k as they came. Each has a layer of its own first.",
    try_next="What are `w_q` and `w_k` for?",
    hint="w_q(q) and w_k(k)",
)

mistakes.add(
    "multiplied",
    edit("usual", {"queries +": "queries *"}),
    means="You multiplied query and key. Here they are added.",
    try_next="Which operation joins query and key here?",
    hint="Use +.",
)

mistakes.add(
    "another-activation",
    edit("usual", {"torch.tanh": "torch.relu"}),
    means="You used ReLU. Additive attention uses tanh.",
    try_next="Compare the function round your sum with the formula.",
    hint="torch.tanh",
)

mistakes.add(
    "scaled",
    edit("usual", {"return scores": "return scores / math.sqrt(q.shape[-1])"}),
    means="""The scores are divided by √d. The formula of additive scores has no division: v is
    learned, and it sets their size.""",
    try_next="Where do you divide? The formula has no division.",
    hint="Leave the division out.",
)

mistakes.add(
    "weights-for-scores",
    edit("usual", {"return scores": "return scores.softmax(-1)"}),
    means="You returned weights. Only the scores are wanted.",
    try_next="The name of the function says what is wanted. Which step is too much?",
    hint="Leave the softmax out.",
    seen="https://github.com/sooftware/attentions/issues/4",
)

mistakes.add(
    "every-axis-of-one-squeezed",
    code("""
        def additive_scores(q, k, w_q, w_k, v):
            hidden = torch.tanh(w_q(q)[:, :, None] + w_k(k)[:, None])
            return (hidden @ v[:, None]).squeeze()
    """),
    means="""Every axis of size 1 is gone: `squeeze()` without a number takes them all, also that
    of a batch of one sentence, of one query or of one key.""",
    try_next="Which axis did the last product leave with size 1? Say its number to `squeeze`.",
    hint="`squeeze(-1)` removes the last axis and no other.",
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
