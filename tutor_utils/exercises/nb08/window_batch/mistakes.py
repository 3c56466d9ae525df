"""What goes wrong in `window_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "generator-ignored",
    code("""
        def window_batch(ids, batch_size, length, generator=None):
            if len(ids) <= length:
                raise ValueError(f"length={length} needs more ids than {len(ids)}")
            starts = torch.randint(len(ids) - length, (batch_size, 1))
            places = (starts + torch.arange(length)).to(ids.device)
            return ids[places], ids[places + 1]
    """),
    means="""The generator that was given does not draw: another one does. The same seed then
    gives other batches each time.""",
    try_next="Look at each call that draws.",
    hint="`torch.randint(..., generator=generator)`.",
)

mistakes.add(
    "seeds-its-own-generator",
    code("""
        def window_batch(ids, batch_size, length, generator=None):
            if generator is None:
                generator = torch.Generator().manual_seed(0)
            starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator)
            places = starts + torch.arange(length)
            return ids[places], ids[places + 1]
    """),
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
    edit("usual", {"places + 1": "(places + 2) % len(ids)"}),
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
