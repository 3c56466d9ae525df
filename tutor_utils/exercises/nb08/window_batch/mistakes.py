"""What goes wrong in `window_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "generator-ignored",
    edit("usual", {", generator=generator": ""}),
    means="""The generator that was given does not draw: another one does. The same seed then
    gives other batches each time.""",
    try_next="Look at each call that draws.",
    hint="`torch.randint(..., generator=generator)`.",
)

mistakes.add(
    "seeds-its-own-generator",
    edit("usual", {"generator=generator": "generator=generator or torch.Generator().manual_seed(0)"}),
    means="""Where no generator is given you make one of your own, always with the same seed.
    Every batch then holds the same windows.""",
    try_next="Call it twice without a generator. Should both batches be equal?",
    hint="`torch.randint(..., generator=generator)`: with None PyTorch draws from its own.",
)

mistakes.add(
    "labels-not-shifted",
    edit("usual", {"places + 1": "places"}),
    means="y is x: the model would learn to repeat what it has just read.",
    try_next="Which token should be said after the first token of x?",
    hint="`ids[places + 1]`.",
)

mistakes.add(
    "labels-from-elsewhere",
    edit("usual", {"ids[places + 1]": "ids[places].roll(-1, 1)"}),
    means="y does not stand one place further on than x.",
    try_next="Print a row of x and a row of y, one below the other.",
    hint="`ids[places + 1]`.",
)

mistakes.add(
    "one-start-for-all-rows",
    edit("usual", {"(starts + torch": "(starts[:1].expand(batch_size, 1) + torch"}),
    means="All rows of a batch are the same window: one start serves all of them.",
    try_next="Print the first column of x. How many starts do you draw?",
    hint="`torch.randint(..., (batch_size, 1))`, and each row uses its own.",
)

mistakes.harmless(kind="detach", because="ids carry no gradient")
