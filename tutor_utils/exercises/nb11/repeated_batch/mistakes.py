"""What goes wrong in `repeated_batch`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit, edits

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
    edit("expanded", {"one.expand(-1, repeats, -1).reshape(batch_size, -1)":
        "one.mT.expand(-1, -1, repeats)"}),
    means="""Your repeats stand on an axis of their own. In a batch of ids a row is one axis: the
    segments stand in it one after the other.""",
    try_next="Your result has three axes. Which two of them make a row together?",
    hint="(batch_size, repeats, period), then `.reshape(batch_size, -1)`.",
)

mistakes.add(
    "each-id-repeated",
    edit("usual", {"repeat(1, repeats)": "repeat_interleave(repeats, dim=1)"}),
    edit("all_places", {"% period": "// repeats"}),
    means="""Each id is said several times, and then the next one: a a b b. The segment as a whole
    is to come again: a b a b.""",
    try_next="Print one row for period=3 and repeats=2.",
    hint="`repeat` says the row again, `repeat_interleave` each id.",
)

mistakes.add(
    "rows-repeated",
    *edits("usual", "repeat(1, repeats)", "repeat(repeats, 1)", "repeat(repeats, 1).view(batch_size, -1)"),
    edit("cat", {"dim=-1": "dim=0"}),
    means="""The copies stand below each other, as further rows, or are cut from the rows below.
    They belong one after another, in the same row.""",
    try_next="Which axis of (B, L) gets longer in your code?",
    hint="`segment.repeat(1, repeats)`: once along the rows, `repeats` times along the places.",
)

mistakes.add(
    "copies-drawn-anew",
    code("""
        def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
            parts = [
                torch.randint(1, vocab_size, (batch_size, period), generator=generator)
                for _ in range(repeats)
            ]
            return torch.cat(parts, dim=1)
    """),
    code("""
        def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
            return torch.randint(1, vocab_size, (batch_size, period * repeats), generator=generator)
    """),
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
    code("""
        def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
            rows = []
            for _ in range(batch_size):
                order = torch.randperm(vocab_size - 1, generator=generator) + 1
                while len(order) < period:
                    order = torch.cat([order, torch.randperm(vocab_size - 1, generator=generator) + 1])
                rows.append(order[:period])
            return torch.stack(rows).repeat(1, repeats)
    """),
    means="""Ids are drawn without being put back. The contract draws each id by itself, so a
    segment may hold one twice.""",
    try_next="`randperm` deals cards, `randint` throws dice. Which is asked for?",
    hint="`torch.randint(1, vocab_size, (batch_size, period), generator=generator)`.",
)

mistakes.add(
    "pad-drawn",
    edit("usual", {"randint(1, vocab_size": "randint(vocab_size"}),
    edit("expanded", {" + 1": ""}),
    means="Your segments hold the id 0. That is the pad: its row in the table is zero.",
    try_next="Which is the smallest id that your code can draw?",
    hint="`torch.randint(1, vocab_size, ...)`.",
)

mistakes.add(
    "last-id-never-drawn",
    edit("usual", {"1, vocab_size": "1, vocab_size - 1"}),
    means="""The last id, vocab_size - 1, is never drawn. The upper end of `torch.randint` is
    left out already.""",
    try_next="Which is the largest id that your code can draw?",
    hint="`torch.randint(1, vocab_size, ...)`.",
)

mistakes.add(
    "one-id-too-many",
    edit("usual", {"1, vocab_size": "1, vocab_size + 1"}),
    means="The id vocab_size can be drawn. There are vocab_size ids, from 0 on.",
    try_next="Which is the largest id that your code can draw?",
    hint="`torch.randint(1, vocab_size, ...)`: the upper end is not drawn.",
)

mistakes.add(
    "generator-ignored",
    *edits("usual", ", generator=generator", ""),
    means="""The generator that was given does not draw: another one does. The same seed then
    gives another batch each time.""",
    try_next="Look at each call that draws.",
    hint="`torch.randint(..., generator=generator)`.",
)

mistakes.add(
    "seed-without-effect",
    edit("usual", {
        """
            segment = torch.randint(1, vocab_size, (batch_size, period), generator=generator)
        """: """
            torch.manual_seed(0)
            segment = torch.randint(1, vocab_size, (batch_size, period))
        """,
    }),
    *edits(
        "usual",
        "generator=generator",
        "generator=torch.Generator().manual_seed(0)",
        "generator=generator and generator.manual_seed(0)",
    ),
    means="""Generators with different seeds give the same batch: your code sets a seed of its
    own, or draws nothing.""",
    try_next="Look for `manual_seed` in your code.",
    hint="`torch.randint(..., generator=generator)`. Leave seeds to the caller.",
)

mistakes.add(
    "seed-of-all-set",
    edit("usual", {"segment = torch.randint": "torch.manual_seed(0)\n    segment = torch.randint"}),
    means="""`torch.manual_seed` also sets what every other part of the notebook draws. Seeds are the
    caller's.""",
    try_next="Look for `manual_seed` in your code.",
)

mistakes.add("no-return", edit("usual", {"return segment": "segment"}))

mistakes.harmless(kind="detach", because="ids carry no gradient")
