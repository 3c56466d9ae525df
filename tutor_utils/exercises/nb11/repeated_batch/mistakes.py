"""What goes wrong in `repeated_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add(
    "repeats-miscounted",
    *edits("usual", "(1, repeats)", "(1, repeats + 1)", "(1, repeats - 1)"),
    means="""The segment is said once too often or too seldom. The first time counts: repeats=2 is
    the segment and one copy.""",
    try_next="How many times does the segment stand in one of your rows?",
    hint="`segment.repeat(1, repeats)`.",
)

mistakes.add(
    "repeats-on-their-own-axis",
    edit("expanded", {".reshape(batch_size, -1)": ""}),
    means="""Your repeats stand on an axis of their own. In a batch of ids a row is one axis: the
    segments stand in it one after the other.""",
    try_next="Your result has three axes. Which two of them make a row together?",
    hint="(batch_size, repeats, period), then `.reshape(batch_size, -1)`.",
)

mistakes.add(
    "each-id-repeated",
    edit("usual", {"repeat(1, repeats)": "repeat_interleave(repeats, dim=1)"}),
    means="""Each id is said several times, and then the next one: a a b b. The segment as a whole
    is to come again: a b a b.""",
    try_next="Print one row for period=3 and repeats=2.",
    hint="`repeat` says the row again, `repeat_interleave` each id.",
)

mistakes.add(
    "rows-repeated",
    *edits("usual", "repeat(1, repeats)", "repeat(repeats, 1)", "repeat(repeats, 1).view(batch_size, -1)"),
    means="""The copies stand below each other, as further rows, or are cut from the rows below.
    They belong one after another, in the same row.""",
    try_next="Which axis of (B, L) gets longer in your code?",
    hint="`segment.repeat(1, repeats)`: once along the rows, `repeats` times along the places.",
)

mistakes.add(
    "copies-drawn-anew",
    edit("usual", {"period), ": "period * repeats), ", ".repeat(1, repeats)": ""}),
    edit("usual", {
        "segment = ": "draw = lambda: ",
        "segment.repeat(1, repeats)": "torch.cat([draw() for _ in range(repeats)], dim=1)",
    }),
    means="Each part of the row is drawn anew, so nothing is said again.",
    try_next="How many ids are drawn for a row of period=3 and repeats=2? It should be 3.",
    hint="Draw (batch_size, period) once. The rest is a copy.",
)

mistakes.add(
    "rows-alike",
    edit("usual", {"(batch_size, period)": "(1, period)", "(1, repeats)": "(batch_size, repeats)"}),
    means="All rows hold the same segment: one example, many times.",
    try_next="Print the first ids of each row.",
    hint="Draw (batch_size, period) ids.",
)

mistakes.add(
    "no-id-twice",
    edit("rows", {
        "torch.randint(1, vocab_size, (period,), generator=generator)":
            "(torch.randperm(vocab_size - 1, generator=generator)[:period] + 1)",
    }),
    means="""Ids are drawn without being put back. The contract draws each id by itself, so a
    segment may hold one twice.""",
    try_next="`randperm` deals cards, `randint` throws dice. Which is asked for?",
    hint="`torch.randint(1, vocab_size, (batch_size, period), generator=generator)`.",
)

mistakes.add(
    "generator-ignored",
    edit("usual", {", generator=generator": ""}),
    means="""The generator that was given does not draw: another one does. The same seed then
    gives another batch each time.""",
    try_next="Look at each call that draws.",
    hint="`torch.randint(..., generator=generator)`.",
)

mistakes.add("no-return", edit("usual", {"return segment": "segment"}))

mistakes.harmless(kind="detach", because="ids carry no gradient")
