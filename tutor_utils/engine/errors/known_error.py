"""What is known of an error: how to know it, and the words for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..learner_line import LearnerLine

Match = re.Match[str]
Found = dict[str, Any] | bool | None


@dataclass(frozen=True)
class KnownError:
    """One kind of error.

    Attributes:
        slug: The diagnosis.
        pattern: Found in "Type: message".
        means: What happened; ``{name}`` is filled in.
        try_next: What to do about it.
        when: Asked of the match and the learner's line: false if the entry does not fit, true if it
            does, or names to fill in.
    """

    slug: str
    pattern: str
    means: str
    try_next: str
    when: Callable[[Match, LearnerLine], Found] | None = None

    def found(self, error: str, line: LearnerLine) -> dict[str, Any] | None:
        """The names to fill in; None if the error is another."""
        match = re.search(self.pattern, error, re.DOTALL)
        if match is None:
            return None
        found = self.when is None or self.when(match, line)
        if found is None or found is False:
            return None
        names = {k: v for k, v in match.groupdict().items() if v is not None}
        return names | (found if isinstance(found, dict) else {})
