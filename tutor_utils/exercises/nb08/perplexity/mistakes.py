"""What goes wrong in `perplexity`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

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
    edit("usual", {"(total / count)": "(total / len(ids))"}),
    means="""You divide by the number of ids. The first one is never predicted, so there is one
    loss less.""",
    try_next="A text of 2 ids: how many tokens are predicted?",
    hint="Count the labels.",
)

mistakes.add(
    "empty-last-window",
    edit("usual", {
        "- 1, length": ", length",
        'reduction="sum"': 'reduction="mean"',
        "loss.item()": "loss.item() * len(y)",
    }),
    means="""Your last window may hold one id and no label. The mean over nothing is NaN, and the
    sum with it.""",
    try_next="3 ids, windows of length 1: which windows do you make, and which labels has each?",
    hint="A window begins where at least one label follows: `range(0, len(ids) - 1, length)`.",
)

mistakes.add(
    "last-window-dropped",
    edit("mode_of_the_model", {
        "range(0, len(ids) - 1, length)": "range(0, (len(ids) - 1) // length * length, length)",
        "(len(ids) - 1))": "max((len(ids) - 1) // length * length, 1))",
    }),
    means="""Full windows alone are read: the tokens after the last one are never predicted. A
    text that is shorter than a window has none, and there is nothing to take a mean of.""",
    try_next="A text of 11 ids and windows of 4: which tokens does your loop ask for?",
    hint="`range(0, len(ids) - 1, length)`; slices may be shorter at the end.",
)

mistakes.add(
    "mean-of-windows",
    edit("usual", {'reduction="sum"': 'reduction="mean"', "count += len(y)": "count += 1"}),
    means="""You average the windows. The last one is shorter, so its tokens would count more than
    the others.""",
    try_next="How many tokens has the last window, and how much does each of them weigh?",
    hint='Add up with `reduction="sum"` and divide once by the number of tokens.',
)

mistakes.add(
    "mode-not-given-back",
    edit("usual", {
        """
            for part, mode in modes:
                part.training = mode
        """: "",
    }),
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
    edit("usual", {"+ 1 : start + 1 +": ": start +"}),
    means="You ask for the token that the model has just read.",
    try_next="Which id should follow the first id of a window?",
    hint="Labels are `ids[start + 1 : ...]`.",
)

mistakes.add(
    "a-window-for-each-place",
    edit("usual", {"(0, len(ids) - 1, length)": "(0, max(1, len(ids) - length))"}),
    means="You move the window by one place each time. Each token is then predicted many times.",
    try_next="How many windows should a text of 12 ids and a length of 4 give?",
    hint="The step of the `range` is `length`.",
)

mistakes.add(
    "stays-in-training-mode",
    edit("usual", {"model.eval()": ""}),
)

mistakes.add(
    "whole-text-at-once",
    edit("usual", {"modes = [": "length = len(ids)\n    modes = ["}),
    means="""The model reads the whole text at once. It is read window by window, for a longer
    text would not fit into the model.""",
    try_next="Where do you use `length`?",
    hint="`for start in range(0, len(ids) - 1, length):`",
)

mistakes.harmless(
    "total, count = (0.0, 0) -> total, count = (0, 0.0)",
    because="sums of whole numbers and of floats divide alike",
)
mistakes.harmless(
    "len(ids) - 1 -> len(ids)",
    because="a window more at the end has no label, and adds nothing to either sum",
)
mistakes.harmless(
    "len(ids) - 1 -> len(ids) + 1",
    because="a window more at the end has no label, and adds nothing to either sum",
)
mistakes.harmless(
    "len(ids) - 1 -> len(ids) - 0",
    because="a window more at the end has no label, and adds nothing to either sum",
)
mistakes.harmless(
    "F.cross_entropy(model(x[None])[0], y, reduction='sum').item() -> F.cross_entropy(model(x[None])[0], y, reduction='sum')",
    because="math.exp makes a float of either",
)
mistakes.harmless("model(x[None])[0] -> model(x[None])[-1]", because="the batch has one row")
