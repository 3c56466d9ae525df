"""Explain Python's and PyTorch's errors in plain words.

An explanation must be true for every cause of the error; otherwise general words say only where
Python stopped. ``known_errors.toml`` holds the explanations; an entry whose words would be false
for some cause of the same message needs a ``when`` that rules this cause out: a function of
``asks``, which also looks at the learner's line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...conditions import condition_words
from ...observation import Raised
from ...run.learner_line import LearnerLine
from . import asks

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


@dataclass(frozen=True)
class KnownError:
    """One kind of error.

    Attributes:
        slug: The diagnosis.
        pattern: A regular expression, searched in "Type: message".
        means: What happened; ``{name}`` is filled in.
        try_next: What to do about it.
        when: A rule of ``asks`` and its arguments; "" for none.
    """

    slug: str
    pattern: str
    means: str
    try_next: str
    when: str

    def words(self, error: str, line: LearnerLine) -> tuple[str, str] | None:
        """(means, try_next) for an error; None if this entry does not fit it."""
        match = re.search(self.pattern, error, re.DOTALL)
        if match is None:
            return None
        names = {k.rstrip("234"): v for k, v in match.groupdict().items() if v is not None}
        if self.when:
            rule, *arguments = self.when.split()
            found: asks.Found = getattr(asks, rule)(names, line, *arguments)
            if found is None or found is False:
                return None
            names |= found if isinstance(found, dict) else {}
        return self.means.format(**names), self.try_next.format(**names)


@cache
def known_errors() -> tuple[KnownError, ...]:
    """All entries of the table, in its order."""
    text = Path(__file__).with_name("known_errors.toml").read_text("utf-8")
    known, pattern = [], ""
    for slug, entries in tomllib.loads(text).items():
        for entry in entries:
            pattern = entry.get("pattern", pattern)
            when = entry.get("when", "")
            known.append(KnownError(slug, pattern, entry["means"], entry["try_next"], when))
    return tuple(known)
