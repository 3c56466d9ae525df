"""What goes wrong in `look_back`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "softmax-over-states",
    edit("usual", {"(dim=-1)": "(dim=-2)"}),
    means="""Your softmax runs over the states: the shares that one row gives to all states sum to
    1. Each state shares itself out over the rows of the memory.""",
    try_next="The scores have the shape (B, L_t, L_s). Which axis counts the rows of the memory?",
    hint="dim=-1",
)

mistakes.add("raw-scores", edit("usual", {"scores.softmax(dim=-1)": "scores"}))

mistakes.add(
    "not-a-softmax",
    edit("usual", {"scores.softmax(dim=-1)": "scores / scores.sum(dim=-1, keepdim=True)"}),
)

mistakes.add(
    "exp-overflows",
    edit("usual", {
        "scores.softmax(dim=-1)": "scores.exp() / scores.exp().sum(dim=-1, keepdim=True)",
    }),
)

mistakes.add("scaled", edit("usual", {"memory.mT": "memory.mT / math.sqrt(states.shape[-1])"}))

mistakes.add("scores-returned", edit("usual", {"found, weights": "found, scores"}))

mistakes.add("results-swapped", edit("usual", {"found, weights": "weights, found"}))
