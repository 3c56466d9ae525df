"""The learner's position: exercises passed, minutes left, and the next exercise."""

from __future__ import annotations

from html import escape

from .. import exercises
from ..course import sources
from .progress import Progress, link_to


class Whereabouts:
    """Progress as seen from one exercise, as a line of text or HTML.

    Args:
        exercise: The id of the exercise that was just checked.
    """

    def __init__(self, exercise: str) -> None:
        self.progress = Progress(exercise)
        self.here = exercises.entry(exercise).notebook
        name = self.progress.next
        self.next = None if name is None else exercises.entry(name)
        headings = sources.headings()
        self.minutes = sum(
            headings[e.id].minutes
            for e, record in self.progress.rows
            if e.notebook == self.here and not (record.passed or e.bonus) and e.id in headings
        )

    @property
    def counted(self) -> str:
        """``Notebook 02: 1 of 3 exercises passed, about 11 minutes left. Part I: 9 of 38.``"""
        passed, required = self.progress.tally(self.here)
        total = self.progress.tally()
        left = f", about {self.minutes} minutes left" if self.minutes else ""
        return (
            f"Notebook {self.here}: {passed} of {required} exercises passed{left}. "
            f"Part I: {total[0]} of {total[1]}."
        )

    def __str__(self) -> str:
        if self.next is None:
            return f"{self.counted} All done."
        where = "" if self.next.notebook == self.here else f", in notebook {self.next.notebook}"
        return f"{self.counted} Next: {self.next.id}{where}."

    def html(self) -> str:
        """The same as HTML, with a link to what comes next."""
        text = escape(str(self))
        if self.next is None:
            return f'<p class="tutor-foot">{text}</p>'
        link = link_to(self.next.id)
        start, _, end = text.rpartition(self.next.id)
        return f'<p class="tutor-foot">{start}{link}{end}</p>'
