"""Explain Python's and PyTorch's errors in plain words.

An explanation must be true for every cause of the error; otherwise general words say only where
Python stopped. ``errors`` holds the explanations, whose rules also look at the learner's line.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from ..conditions import condition_words
from ..observation import Raised
from ..run.learner_line import LearnerLine
from .errors import known_errors

UNKNOWN = "Python stopped inside your code before it returned a value."
LOOK = (
    "Run the line by itself in a new cell, and print each part of it just before: its type, and of "
    "a tensor the shape. Which is not what you think?"
)
OUTSIDE = (
    "No line of yours stands where Python stopped: your object was called there, or its result "
    "was used."
)
CALL = "Call it yourself in a new cell, as the docstring says, and read where it stops."
REFUSED = (
    "What this line calls stopped it on purpose, by a `raise` of its own, for what it was handed. "
    "The message says why."
)
HANDED = "Print what this line hands over. Which of it does the message speak of?"
REFUSED_BY, RAISED = "refused-by-a-part", "raised-by-own-code"
EARLIER = "earlier-answer-missing"
_NOT_DEFINED = re.compile(r"NameError: name '(\w+)' is not defined")
_LOCAL = re.compile(r"[\w.<>]*<locals>\.")  # the place of a definition is noise in a message


def explain(raised: Raised, earlier: Collection[str] = ()) -> tuple[str, str, str | None]:
    """(means, try, slug) for an error; general words and no slug for the unknown.

    Args:
        raised: The error, with the learner's line where there is one.
        earlier: The names of the exercises so far; a missing one can be loaded with ``mine``.
    """
    missing = _NOT_DEFINED.search(str(raised))
    if missing and missing[1] in earlier:
        name = missing[1]
        return (
            f"`{name}` is an exercise of the course, and there is none in this kernel yet.",
            f"Run the cell that defines it, or write `{name} = mine({name!r})`.",
            EARLIER,
        )
    error = _LOCAL.sub("", str(raised))
    try:
        found = _words(error, LearnerLine(raised.line, raised.part, earlier, raised.holds))
    except RecursionError:  # a deeply nested line
        found = _words(error, LearnerLine(own=earlier))
    if raised.refused and (found is None or found[2] == RAISED):
        return REFUSED, HANDED, REFUSED_BY
    return found or ((UNKNOWN, LOOK, None) if raised.number else (OUTSIDE, CALL, None))


def _words(error: str, line: LearnerLine) -> tuple[str, str, str] | None:
    for known in known_errors():
        if words := known.words(error, line):
            return *words, known.slug
    return None


@cache
def general_slugs() -> frozenset[str]:
    """The diagnoses that the engine explains itself, so that no exercise needs words for them."""
    return frozenset(known.slug for known in known_errors()) | {
        *(EARLIER, REFUSED_BY),
        *("nothing-returned", "numpy-array", "several-values-for-one", "one-value-for-several"),
        *("tensor-for-a-number", "another-kind-of-object", "another-number-type", "additive-mask"),
        *("axes-too-many", "axes-too-few", "axes-in-another-order", "numbers-grouped-otherwise"),
        *("axis-of-another-size", "changes-its-argument", "setting-left", "seed-set"),
        *(slug for slug, _ in condition_words.OF_CRITERION.values()),
        *condition_words.FOUND,
    }
