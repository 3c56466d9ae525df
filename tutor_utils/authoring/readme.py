"""The parts of ``README.md`` that ``build`` writes: the counts and the table of notebooks."""

from __future__ import annotations

import re

from .. import exercises, files
from .generate import ROOT

README = ROOT / "README.md"
_TABLE = re.compile(r"^\| notebook \| minutes \| exercises \|\n(?:\|.*\n)+", re.MULTILINE)
_COUNT = re.compile(r"(?<=<!-- count -->\n).*?(?=<!-- /count -->)", re.DOTALL)


def count() -> str:
    """How many notebooks and exercises there are, in each part."""
    parts = [
        f"{found} notebook{'s' * (found > 1)} {what}"
        for part, what in (
            (1, "build the Transformer"),
            (2, "let it speak and translate (Part II)"),
            (3, "go beyond it (Part III)"),
        )
        if (found := len([n for n in exercises.ROAD if n.part == part]))
    ]
    return f"A course for JupyterLab with {len(exercises.names())} exercises: {', '.join(parts)}.\n"


def table() -> str:
    """A row for each notebook: its link, its minutes, its exercises, the bonus last.

    What stands in a side trip is bonus, in the row of the notebook that it belongs to.
    """
    rows = ["| notebook | minutes | exercises |", "|---|---|---|"]
    for notebook in exercises.ROAD:
        trips = exercises.side_trips(notebook.number)
        found = [*notebook.entries, *(e for trip in trips for e in trip.entries)]
        asked, bonus = (
            ", ".join(f"`{e.id}`" for e in found if e.bonus == extra) for extra in (False, True)
        )
        link = f"[{notebook.number} {notebook.title}](notebooks/{notebook.stem}.ipynb)"
        names = asked + (f"; bonus: {bonus}" if bonus else "")
        rows.append(f"| {link} | {notebook.minutes} | {names} |")
    return "\n".join(rows) + "\n"


def stale() -> list[str]:
    """Which parts of the README a build would change, in words."""
    text = README.read_text("utf-8")
    if _made(text) == text:
        return []
    return ["The counts in README.md are stale. Run: python3 -m tutor_utils build --no-run"]


def write() -> None:
    """Update the counts and the table."""
    if stale():
        files.write(README, _made(README.read_text("utf-8")))
        print("wrote README.md: its counts")


def _made(text: str) -> str:
    text = _COUNT.sub(lambda _: count(), text, count=1)
    return _TABLE.sub(lambda _: table(), text, count=1)
