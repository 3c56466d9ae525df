"""The table of notebooks in ``README.md``: ``build`` makes it from the registry."""

from __future__ import annotations

import re

from .. import exercises, files
from .generate import ROOT

README = ROOT / "README.md"
_TABLE = re.compile(r"^\| notebook \| minutes \| exercises \|\n(?:\|.*\n)+", re.MULTILINE)


def table() -> str:
    """A row for each notebook: its link, its minutes, its exercises, the bonus last."""
    rows = ["| notebook | minutes | exercises |", "|---|---|---|"]
    for notebook in exercises.NOTEBOOKS:
        found = notebook.entries
        asked, bonus = (
            ", ".join(f"`{e.id}`" for e in found if e.bonus == extra) for extra in (False, True)
        )
        link = f"[{notebook.number} {notebook.title}](notebooks/{notebook.stem}.ipynb)"
        names = asked + (f"; bonus: {bonus}" if bonus else "")
        rows.append(f"| {link} | {notebook.minutes} | {names} |")
    return "\n".join(rows) + "\n"


def stale() -> list[str]:
    """What in the README is not as a build would make it, in words."""
    if table() in README.read_text("utf-8"):
        return []
    return [
        "The table of notebooks in README.md is stale. Run: python3 -m tutor_utils build --no-run"
    ]


def write() -> None:
    """Bring the table up to date."""
    if stale():
        files.write(README, _TABLE.sub(lambda _: table(), README.read_text("utf-8"), count=1))
        print("wrote README.md: the table of notebooks")
