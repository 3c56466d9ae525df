"""The shape of an answer, from the cell where it stood to the job that runs it."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from ...course import syntax
from .python_text import plain


@dataclass(frozen=True)
class Answer:
    """One exercise of one learner, as it was found.

    Attributes:
        text: The learner's cell or cells; None where there is none.
        support: Imports and helpers that it needs, ready to run before it.
        needs: The exercises that it uses.
        fault: Why the text is no Python, where it is not.
        notes: What was unusual, for the learner and the instructor.
        own: The learner's own code cells, where these may tell more than the answer alone: the
            source of each, in order.
        checked: How many of them there are up to the check.
        others: The answers in older files of the same notebook, the newest first.
        file: The name of the file that it stands in.
        beside: Small files that were handed in with it, by name.
        newer: The learner's Python, where that is newer than the one here.
        older: Whether it stands in an older file than another answer to the exercise.
        way: How it is run: alone where empty, else in a way of ``judge.job``.
    """

    exercise: str
    text: str | None = None
    support: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    untouched: bool = False
    fault: str = ""
    notes: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    checked: int = 0
    others: tuple[Answer, ...] = ()
    file: str = ""
    beside: tuple[tuple[str, bytes], ...] = ()
    newer: str = ""
    older: bool = False
    way: str = ""

    @property
    def begun(self) -> bool:
        """Whether there is one, and not as it was given."""
        return self.text is not None and not self.untouched

    def statements(self) -> list[str]:
        """What the answer's cell holds; of two statements on a line each is the whole line."""
        code = plain(self.text or "")
        nodes = syntax.parsed(code).body
        return list(dict.fromkeys(syntax.segment(code, node) for node in nodes))

    def missing_packages(self) -> list[str]:
        """The packages that it imports and that are not installed here."""
        found = []
        for text in (*self.support, self.text or ""):
            found += re.findall(r"^[^\S\n]*(?:import|from) +([A-Za-z]\w*)", text, re.MULTILINE)
        own = {name.removesuffix(".py") for name, _ in self.beside}
        return sorted({name for name in found if name not in own and not is_here(name)})


@cache
def is_here(package: str) -> bool:
    """Whether a package can be imported on this machine."""
    if package in sys.stdlib_module_names or package in ("my_transformer", "tutor_utils"):
        return True
    try:
        return find_spec(package) is not None
    except (ValueError, ImportError):
        return False
