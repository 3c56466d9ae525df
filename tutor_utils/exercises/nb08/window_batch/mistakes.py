"""What goes wrong in `window_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "windows-follow-one-another",
    code("""
        def window_batch(ids, batch_size, length, generator=None):
            n = len(ids) - length
            start = torch.randint(n, (1,), generator=generator)
            starts = (start + length * torch.arange(batch_size)) % n
            places = starts[:, None] + torch.arange(length)
            return ids[places], ids[places + 1]
    """),
    means="""Only the first window is drawn: the others follow it in the text, one after the
    other. Each row is drawn by itself.""",
    try_next="""Print the first column of x for several batches. Do the starts always lie `length`
    apart?""",
    hint="Draw `batch_size` starts, not one.",
)

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
    "labels-not-shifted",
    edit("usual", {"places + 1": "places"}),
    means="y is x: the model would learn to repeat what it has just read.",
    try_next="Which token should be said after the first token of x?",
    hint="`ids[places + 1]`.",
)

mistakes.add(
    "starts-not-even",
    edit("usual", {
        """
            starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
        """: """
            last = max(1, len(ids) - length - 1)
            starts = torch.randint(last, (batch_size, 1), generator=generator, device=device)
        """,
    }),
    means="The last possible start is never drawn, or one too many is.",
    try_next="""For 6 ids and a window of 2, write down every start that leaves room for the
    labels.""",
    hint="`torch.randint(len(ids) - length, ...)`: the upper end is not drawn.",
)

mistakes.add(
    "rows-alike",
    edit("usual", {
        "starts =": "start =",
        "batch_size, 1": "1, 1",
        "starts +": "start +",
        "to(ids.device)": "expand(batch_size, -1).to(ids.device)",
    }),
    means="All rows begin at the same place: a batch of one window, many times.",
    try_next="Print the first column of x.",
    hint="Draw `batch_size` starts, not one.",
)

mistakes.add(
    "shape-of-a-window",
    edit("usual", {"length, device": "length + 1, device", "places + 1": "places"}),
    means="Your windows hold another number of ids than `length`.",
    try_next="Print the shapes of x and y beside (batch_size, length).",
    hint="x is `length` ids from the start, y is `length` ids from the start plus 1.",
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
    "no-piece-of-the-text",
    edit("usual", {
        """
            starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
            places = (starts + torch.arange(length, device=device)).to(ids.device)
        """: """
            shape = (batch_size, length)
            places = torch.randint(len(ids) - 1, shape, generator=generator, device=device).to(ids.device)
        """,
    }),
    means="""A row of x is no piece of the text: its ids do not stand one after the other there.
    So it is where each of them is drawn by itself.""",
    try_next="Print a row of x beside the text.",
    hint="Draw one start for each row, then add `torch.arange(length)`.",
)

mistakes.add(
    "labels-from-elsewhere",
    edit("usual", {"places + 1": "(places + 2) % len(ids)"}),
    means="y does not stand one place further on than x.",
    try_next="Print a row of x and a row of y, one below the other.",
    hint="`ids[places + 1]`.",
)
