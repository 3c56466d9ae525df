"""What the learner's own lines raise."""

from __future__ import annotations

from .asks import (
    arguments_slipped,
    asserted_here,
    options_in_one,
    raised_here,
)
from .known_error import KnownError

OWN_CODE: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ the learner's own words
    KnownError(
        "still-to-be-written",
        r"^NotImplementedError: TODO: ",
        "Part of the exercise is still to be written.",
        "Replace the `raise NotImplementedError(...)` lines with your code.",
    ),
    # ------------------------------------------------------------------ seen in the call itself
    KnownError(
        "options-in-one-dict",
        r"",
        "`{options}` holds arguments by their names. In `{call}` it goes on as one dict, in the "
        "place of `{place}`.",
        "Two stars hand its entries over, each by its name: `**{options}`.",
        options_in_one,
    ),
    KnownError(
        "arguments-in-other-places",
        r"",
        "In `{call}`, {places}: it takes ({takes}).",
        "{advice}",
        arguments_slipped,
    ),
    KnownError(
        "raised-by-own-code",
        r"",
        "Your own `raise` stopped the program.",
        "Read the condition above it: it held for these arguments. Should it?",
        raised_here,
    ),
    KnownError(
        "own-assert",
        r"^AssertionError",
        "Your own `assert` did not hold for these arguments.",
        "Print both sides of it just before. Is the code wrong, or the assert?",
        asserted_here,
    ),
)
