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
from typing import Any

from ...run.learner_line import LearnerLine
from . import asks, asks_none


@dataclass(frozen=True)
class KnownError:
    """One kind of error.

    Attributes:
        slug: The diagnosis.
        pattern: Found in "Type: message".
        means: What happened; ``{name}`` is filled in.
        try_next: What to do about it.
        when: A rule, and the names that it is asked for; "" for none.
    """

    slug: str
    pattern: str
    means: str
    try_next: str
    when: str

    def found(self, error: str, line: LearnerLine) -> dict[str, Any] | None:
        """The values that fill in the words; None if this entry does not fit the error."""
        match = re.search(self.pattern, error, re.DOTALL)
        if match is None:
            return None
        found: asks.Found = True
        if self.when:
            rule, *names = self.when.split()
            asked = asks_none.none if rule == "none" else getattr(asks, rule)
            found = asked(match, line, *names)
        if found is None or found is False:
            return None
        filled = {k: v for k, v in match.groupdict().items() if v is not None}
        return filled | (found if isinstance(found, dict) else {})


@cache
def known_errors() -> tuple[KnownError, ...]:
    """All entries of the table, in its order."""
    text = Path(__file__).with_name("known_errors.toml").read_text("utf-8")
    return tuple(
        KnownError(slug, e.get("pattern", ""), e["means"], e["try"], e.get("when", ""))
        for slug, entries in tomllib.loads(text).items()
        for e in entries
    )
