"""What goes wrong in `band_mask`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()
BAND = "(back >= 0) & (back < window)"

mistakes.add(
    "window-one-too-long",
    edit("usual", {"back < window": "back <= window"}),
    means="""Your tokens see one key too many. The window counts the token itself, so only
    window - 1 tokens before it are left.""",
    try_next="Count the keys of a row far down: are there as many as `window` says?",
    hint="`back < window`.",
)

mistakes.add(
    "window-one-too-short",
    edit("usual", {"back < window": "back < window - 1"}),
    means="Your tokens see one key too few: the oldest one of the window is missing.",
    try_next="Count the keys of a row far down: are there as many as `window` says?",
    hint="`back < window`.",
)

mistakes.add(
    "future-too",
    edit("usual", {BAND: "back.abs() < window"}),
    means="""Your window reaches to both sides. A model that writes must not see what comes
    next.""",
    try_next="May token 0 see token 1?",
    hint="`(back >= 0) & (back < window)`.",
)

mistakes.add(
    "whole-future",
    edit("usual", {BAND: "back < window"}),
    means="""You hide what is too far back, and nothing of the future. A band needs both
    edges.""",
    try_next="May token 0 see the last token?",
    hint="`(back >= 0) & (back < window)`.",
)

mistakes.add(
    "wrong-side",
    edit("usual", {"place[:, None] - place": "place - place[:, None]"}),
    means="Your window lies before the token: each sees itself and what comes next.",
    try_next="Rows are queries, columns are keys. May token 0 see token 1?",
    hint="back = query - key.",
)

mistakes.add(
    "window-not-used",
    edit("usual", {BAND: "back >= 0"}),
    means="This is the causal mask: a token sees the whole past, whatever `window` says.",
    try_next="How many keys has the last row?",
    hint="`(back >= 0) & (back < window)`.",
)

mistakes.add(
    "band-inverted",
    edit("usual", {BAND: "(back < 0) | (back >= window)"}),
    means="Your mask is True where a key is blocked. In this course True means may attend.",
    try_next="May token 0 see itself in your mask?",
)

mistakes.add(
    "wrong-diagonal",
    edit("two_triangles", {"-(window - 1)": "window - 1"}),
    means="""Your band is empty, or nearly so: a diagonal below the main one has a negative
    number.""",
    try_next="Print `torch.ones(4, 4).triu(1)` and `torch.ones(4, 4).triu(-1)`.",
    hint="`ones.tril() & ones.triu(1 - window)`.",
)

mistakes.add(
    "self-blocked",
    edit("usual", {"back >= 0": "back > 0"}),
    means="A token may not see itself in your mask. Token 0 then sees nothing at all.",
    try_next="Look at the diagonal.",
    hint="`back >= 0`.",
)

mistakes.add(
    "window-below-one-passes",
    *edits("usual", "window < 1", "False", "window == 0"),
    means="A window below 1 blocks every key, and you go on in silence.",
    try_next="What should happen with `band_mask(4, 0)`, and with `band_mask(4, -2)`?",
    hint="`raise ValueError(f\"window={window} must be 1 or more\")`.",
)

mistakes.add(
    "device-named",
    edit("usual", {", device=device)": ")"}),
    edit("usual", {"[:, None] - place": "[:, None] - torch.arange(length)"}),
    means="""The mask is not made on the device that was asked for. On a GPU the next line would
    stop with an error.""",
    try_next="Which of your lines makes a tensor, and where does it put it?",
    hint="Give `device=device` where you make a tensor.",
    raises="on the (same|expected) device",
)

mistakes.harmless(kind="detach", because="a mask carries no gradient")
