"""What goes wrong in `perplexity`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "two-to-the-loss",
    edit("usual", {"math.exp": "2 ** "}),
    means="You raised 2 to the loss. The loss is in natural logarithms, so e belongs there.",
    try_next="What does an even guess over 5 tokens give?",
    hint="`math.exp`.",
)

mistakes.add(
    "divided-by-all-ids",
    edit("usual", {"total / count": "total / len(ids)"}),
    means="""You divide by the number of ids. The first one is never predicted, so there is one
    loss less.""",
    try_next="A text of 2 ids: how many tokens are predicted?",
    hint="Count the labels.",
)

mistakes.add(
    "last-window-dropped",
    edit("usual", {"len(ids) - 1, length": "len(ids) - length, length"}),
    means="""Full windows alone are read: the tokens after the last one are never predicted. A
    text that is shorter than a window has none, and there is nothing to take a mean of.""",
    try_next="A text of 11 ids and windows of 4: which tokens does your loop ask for?",
    hint="`range(0, len(ids) - 1, length)`; slices may be shorter at the end.",
)

mistakes.add(
    "mean-of-windows",
    edit("usual", {', reduction="sum"': "", "count += len(y)": "count += 1"}),
    means="""You average the windows. The last one is shorter, so its tokens would count more than
    the others.""",
    try_next="How many tokens has the last window, and how much does each of them weigh?",
    hint='Add up with `reduction="sum"` and divide once by the number of tokens.',
)

mistakes.add(
    "mode-not-given-back", *edits("usual", "model.train(was)", "model.train()", "pass")
)

mistakes.add(
    "the-loss-itself",
    edit("usual", {"math.exp(total / count)": "total / count"}),
    means="""You give the mean loss. Perplexity is e to the power of it: the number of tokens that
    the model wavers between.""",
    try_next="What should an even guess over 5 tokens give?",
    hint="`math.exp(total / count)`.",
)

mistakes.add(
    "labels-not-shifted",
    edit("usual", {"start + 1 : start + length + 1": "start : start + length"}),
    means="You ask for the token that the model has just read.",
    try_next="Which id should follow the first id of a window?",
    hint="Labels are `ids[start + 1 : ...]`.",
)

mistakes.add("stays-in-training-mode", edit("usual", {"model.eval()": "pass"}))

mistakes.harmless(
    "total, count = (0.0, 0) -> total, count = (0, 0.0)",
    because="sums of whole numbers and of floats divide alike",
)
for end in ("len(ids)", "len(ids) + 1", "len(ids) - 0"):
    mistakes.harmless(
        f"len(ids) - 1 -> {end}",
        because="a window more at the end has no label, and adds nothing to either sum",
    )
mistakes.harmless(
    "F.cross_entropy(model(x[None])[0], y, reduction='sum').item() -> "
    "F.cross_entropy(model(x[None])[0], y, reduction='sum')",
    because="math.exp makes a float of either",
)
mistakes.harmless("model(x[None])[0] -> model(x[None])[-1]", because="the batch has one row")
