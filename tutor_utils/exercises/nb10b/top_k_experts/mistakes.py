"""What goes wrong in `top_k_experts`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "weights-of-all-experts",
    edit("usual", {"router(x).topk(": "router(x).softmax(dim=-1).topk(", "best.softmax(dim=-1)": "best"}),
    edit("mixtral", {
        "\n    routing_weights /= routing_weights.sum(dim=-1, keepdim=True)": "",
    }),
    means="""Your softmax counts the experts that were not chosen, too. The weights of the chosen k
    then add up to less than 1.""",
    try_next="Add up the weights of one token.",
    hint="First `topk`, then the softmax over its k values.",
)

mistakes.add(
    "softmax-twice",
    edit("usual", {"router(x).topk(": "router(x).softmax(dim=-1).topk("}),
    means="""Two softmax stand one after the other. The second one makes the weights nearly
    equal.""",
    try_next="What goes into your second softmax: the router's scores, or shares?",
    hint="One softmax, over the k scores that `topk` gives.",
)

mistakes.add(
    "added-without-weights",
    edit("usual", {"weight[:, None] * expert": "expert"}),
    means="The chosen experts are added as they are. Their weights play no part.",
    try_next="What should come out with k = 2 where both experts are the same network?",
    hint="`weight[:, None] * expert(...)`.",
)

mistakes.add(
    "averaged",
    edit("usual", {"best.softmax(dim=-1)": "torch.full_like(best, 1 / k)"}),
    means="""All chosen experts count alike. So the router learns nothing about how much one should
    count.""",
    try_next="Two scores, 5 and 0: how much does each expert count?",
    hint="`best.softmax(dim=-1)`.",
)

mistakes.add(
    "sigmoid-in-place-of-softmax",
    edit("usual", {"best.softmax(dim=-1)": "best.sigmoid()"}),
    means="The weights of a token do not add up to 1: each score goes through a sigmoid by itself.",
    try_next="Add up the weights of one token.",
    hint="`best.softmax(dim=-1)`.",
)

mistakes.add(
    "scores-as-weights",
    edit("usual", {"best.softmax(dim=-1)": "best"}),
    means="The scores themselves are your weights. They can be negative, and add up to anything.",
    try_next="Add up the weights of one token.",
    hint="`best.softmax(dim=-1)`.",
)

mistakes.add(
    "last-expert-wins",
    edit("usual", {"output[reads] +=": "output[reads] ="}),
    edit("token_by_token", {
        "sum(s * experts[int(i)](token) for s, i in zip(share, index))":
            "share[-1] * experts[int(index[-1])](token)",
    }),
    means="""Each expert overwrites what an earlier one wrote. With k = 2 a token keeps one of its
    two answers.""",
    try_next="What stands in `output` for a token whose second expert comes?",
    hint="`+=` for one expert at a time; `index_add_` where the index holds a row twice.",
)

mistakes.add(
    "first-experts",
    edit("token_by_token", {
        "experts[int(i)](token) for s, i in zip(share, index)":
            "expert(token) for s, expert in zip(share, experts)",
    }),
    means="Each token goes to the first k experts: the numbers that `topk` chose play no part.",
    try_next="Which number do you put into `experts[...]`?",
    hint="`chosen` holds the numbers of the experts.",
)

mistakes.add(
    "all-experts",
    edit("every_expert", {
        "share = share.scatter(-1, index, scores.softmax(-1))": "share = router(x).softmax(-1)",
    }),
    means="All experts count, whatever `k` says. Then nothing is saved.",
    try_next="How many weights of a token are above 0?",
    hint="`router(x).topk(k, dim=-1)`.",
)

mistakes.add(
    "lowest-scores",
    edit("usual", {".topk(k, dim=-1)": ".topk(k, dim=-1, largest=False)"}),
    means="You take the experts with the lowest scores.",
    try_next="Print the scores of one token, and the numbers that you chose.",
    hint="`topk` takes the largest by itself; `argsort` needs `descending=True`.",
)

mistakes.add(
    "softmax-over-tokens",
    *edits(
        "usual",
        "best.softmax(dim=-1)",
        "best.softmax(dim=0)",
        "best.softmax(dim=1)",
        "best.flatten(0, -2).softmax(dim=0).view_as(best)",
    ),
    means="Your softmax runs over another axis: the weights of one token do not add up to 1.",
    try_next="Add up the weights of one token.",
    hint="`dim=-1`.",
)

mistakes.add(
    "input-weighted",
    edit("usual", {"weight[:, None] * expert(x[reads])": "expert(weight[:, None] * x[reads])"}),
    means="You multiply what an expert reads by its weight. What it gives is weighted.",
    try_next="Where does the weight stand: inside of the brackets of `expert(...)`, or before?",
    hint="`weight[:, None] * expert(x[reads])`.",
)

mistakes.add(
    "input-added",
    edit("usual", {"torch.zeros_like(x)": "x.clone()"}),
    means="""Your result holds x itself. The layer adds it later: here it would stand in twice.""",
    try_next="With what does your sum begin?",
    hint="`torch.zeros_like(x)`.",
)

mistakes.add(
    "k-below-one-passes",
    edit("usual", {"k < 1": "False"}),
    means="With k = 0 no expert reads anything: zeros come out, and no error.",
    try_next="What should happen with `k=0`?",
    hint="`raise ValueError(f\"k={k} must be 1 or more\")`.",
)

mistakes.add("nothing-returned", edit("usual", {"return output": "output"}))

mistakes.harmless(
    "router(x).topk(k, dim=-1) -> router(x).topk(k)",
    because="topk takes the last axis by itself",
)
mistakes.harmless(
    "at.any(dim=-1) -> torch.ones_like(at.any(dim=-1))",
    because="every expert reads every token, most with weight 0: right, and a remark says what it costs",
)
