"""What goes wrong in `additive_scores`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "axes-swapped",
    edit("usual", {", :, None": ", None", "[:, None]": "[:, :, None]"}),
    means="Queries and keys are swapped in your table.",
    try_next="Which axis do the queries get, and which the keys?",
    hint="Queries get the axis in front.",
)

mistakes.add(
    "bias-forgotten",
    edit("usual", {"= w_q(q)": "= (q @ w_q.weight.T)", "= w_k(k)": "= (k @ w_k.weight.T)"}),
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
    "weights-for-scores",
    edit("usual", {"return scores": "return scores.softmax(-1)"}),
    means="You returned weights. Only the scores are wanted.",
    try_next="The name of the function says what is wanted. Which step is too much?",
    hint="Leave the softmax out.",
    source="https://github.com/sooftware/attentions/issues/4",
)
