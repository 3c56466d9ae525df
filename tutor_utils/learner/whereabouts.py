"""Where am I: how many of how many, how long it takes, and what comes next."""

from __future__ import annotations

from html import escape

from .. import exercises
from ..course import sources
from .progress import Progress


class Whereabouts:
    """The state of the course, seen from one exercise, in a line of text or of HTML.

    Args:
        exercise: The id of the exercise that was just checked.
    """

    def __init__(self, exercise: str) -> None:
        self.progress = Progress()
        item = exercises.find(exercise)
        self.here = item.notebook
        asked = [(e, r) for e, r in self.progress.rows if not e.bonus and e.part == item.part]
        open_ = [e for e, record in asked if not record.passed]
        ids = [e.id for e, _ in asked]
        # itself where it is open, or what stands below it; then what was left out above
        at = ids.index(exercise) if exercise in ids else -1
        self.next = next((e for e in open_ if ids.index(e.id) >= at), open_[0] if open_ else None)
        headings = sources.headings()
        self.minutes = sum(
            headings[e.id].minutes for e in open_ if e.notebook == self.here and e.id in headings
        )

    @property
    def counted(self) -> str:
        """``Notebook 02: 1 of 3 exercises passed, about 11 minutes left. The course: 9 of 35.``"""
        passed, asked = self.progress.tally(self.here)
        whole = self.progress.tally()
        left = f", about {self.minutes} minutes left" if self.minutes else ""
        return (
            f"Notebook {self.here}: {passed} of {asked} exercises passed{left}. "
            f"The course: {whole[0]} of {whole[1]}."
        )

    def __str__(self) -> str:
        if self.next is None:
            return f"{self.counted} All done."
        where = "" if self.next.notebook == self.here else f", in notebook {self.next.notebook}"
        return f"{self.counted} Next: {self.next.id}{where}."

    def html(self) -> str:
        """The same words; what comes next is a link."""
        text = escape(str(self))
        if self.next is None:
            return f'<p class="tutor-foot">{text}</p>'
        notebook = next(n for n in exercises.NOTEBOOKS if n.number == self.next.notebook)
        heading = sources.headings().get(self.next.id)
        anchor = f"#{heading.anchor}" if heading else ""
        link = f'<a href="{notebook.stem}.ipynb{anchor}">{self.next.id}</a>'
        start, _, end = text.rpartition(self.next.id)
        return f'<p class="tutor-foot">{start}{link}{end}</p>'
