"""The errors of Python and PyTorch that learners meet: known_errors.toml, read at the first one.

An entry whose words would be false for some cause of the same message needs a ``when`` that rules
this cause out: a function of ``asks``.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...run.learner_line import LearnerLine
from . import asks


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
