"""Write the results of a class into its folder: tables, feedback pages and the overview."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import files
from . import fingerprint, kept, pages, questions, similarity, tables
from .classroom import Entry, Intake
from .gradebook import Gradebook
from .roster import Roster
from .rules import Rules


@dataclass(frozen=True)
class Class:
    """All that the pages and tables of a class are made of."""

    entries: Sequence[Entry]
    rules: Rules
    roster: Roster | None
    intake: Intake


def asked(the_class: Class, book: Gradebook) -> list[str]:
    """All questions for the teacher."""
    entries = the_class.entries
    by_hand = questions.by_hand(entries, the_class.rules, book)
    missing = questions.without_packages(entries)
    return [*missing, *the_class.intake.asked, *by_hand, *questions.without_a_row(entries)]


def write(folder: Path, the_class: Class, book: Gradebook) -> list[str]:
    """Write all tables and pages; return a line for each file that could not be written.

    Each file is replaced in one step, and each learner's own are written for themselves: what
    cannot be written for one learner stops no other's.

    Args:
        folder: Where the results go.
        the_class: What they are made of.
        book: The gradebook: what was decided by hand, and what changed since it was last told.

    Raises:
        OSError: no table at all can be written, as when the disk is full.
    """
    state = _state(the_class, book)
    if state == book.note("written") and (folder / "overview.html").is_file():
        return []
    entries, law = the_class.entries, the_class.rules
    files.write(folder / "grades.csv", "\ufeff" + tables.grades(entries))  # for Excel
    book.note("class", kept.to_text(law, the_class.roster, the_class.intake))
    failed: list[str] = []

    def one(name: str, make: Callable[[], str]) -> None:
        try:
            files.write(folder / name, make())
        except Exception as error:  # a fault of one page may not cost the others
            failed.append(f"{name} could not be written: {type(error).__name__}: {error}"[:300])

    one("canvas.csv", lambda: tables.canvas(entries, law, the_class.roster))
    one("moodle.csv", lambda: tables.moodle(entries, law, the_class.roster))
    told = [*the_class.intake.lines(), *asked(the_class, book)]
    one("intake.txt", lambda: "\n".join(told) + "\n")
    for entry in entries:
        _one_learner(entry, law, one)
    _remove_stale(folder, entries)
    one("similar.html", lambda: pages.similar(similarity.clusters([e.marked for e in entries])))
    found = book.changes(int(book.note("told") or 0))
    one("changes.html", lambda: pages.changes(entries, found, book.totals()))
    one("overview.html", lambda: pages.overview(the_class, book.requests(), asked(the_class, book)))
    # at once, at the very end: a run that is stopped before tells the same changes again
    totals = {e.who: e.score.total for e in entries}
    book.tell(totals, {"told": str(book.last_row()), "written": "" if failed else state})
    return failed


def _one_learner(entry: Entry, law: Rules, one: Callable[[str, Callable[[], str]], None]) -> None:
    one(f"feedback/{tables.file_name(entry.marked)}.html", lambda: pages.feedback(entry, law))


def _remove_stale(folder: Path, entries: Sequence[Entry]) -> None:
    """Pages of learners who are not there any more."""
    names = {tables.file_name(e.marked) for e in entries}
    for path in folder.glob("feedback/*.html"):
        if path.stem not in names:
            path.unlink(missing_ok=True)


def _state(the_class: Class, book: Gradebook) -> str:
    """A text that changes with whatever the files are made of."""
    digest = hashlib.sha256(fingerprint.package_digest().encode())
    for entry in the_class.entries:
        digest.update(
            repr((entry.who, entry.score, entry.marked.notes, entry.person)).encode(
                "utf-8", "replace"
            )
        )
    digest.update(
        repr(
            (the_class.rules, the_class.intake.lines(), asked(the_class, book), book.requests())
        ).encode("utf-8", "replace")
    )
    return digest.hexdigest()
