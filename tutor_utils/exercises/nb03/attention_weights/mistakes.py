"""What goes wrong in `attention_weights`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add("softmax-over-second-axis", edit("usual", {"(dim=-1)": "(dim=1)"}))

mistakes.add(
    "softmax-over-first-axis",
    edit("usual", {"(dim=-1)": "(dim=0)"}),
    means="Your softmax runs over axis 0, the batch.",
    try_next="Which axis do the keys stand on? Look at every `dim` of yours.",
    hint="Give `dim=-1`.",
    source="https://github.com/PetrochukM/PyTorch-NLP/issues/2",
)

mistakes.add(
    "exp-overflows",
    edit("usual", {".softmax(dim=-1)": ".exp() / scores.exp().sum(dim=-1, keepdim=True)"}),
)

mistakes.add(
    "log-softmax",
    edit("usual", {".softmax": ".log_softmax"}),
    means="These are logarithms of the weights.",
    try_next="Are your numbers negative? What would undo that, and is it needed?",
    hint="Use `softmax`.",
    source="https://github.com/pytorch/tutorials/issues/977",
)

mistakes.add("softmax-without-dim", edit("usual", {"scores.softmax(dim=-1)": "F.softmax(scores)"}))

mistakes.add(
    "not-a-softmax",
    edit("usual", {".softmax": "/ scores.sum", "(dim=-1)": "(dim=-1, keepdim=True)"}),
)

mistakes.add("softmax-over-queries", edit("usual", {"(dim=-1)": "(dim=-2)"}))
