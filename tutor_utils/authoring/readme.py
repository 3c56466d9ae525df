"""Places that ``build`` fills in README and guides: counts, the table of notebooks, the address.

Such a place stands between two marks in the text; without an address its places are empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .. import exercises, files
from . import address
from .generate import ROOT

README, CITATION = ROOT / "README.md", ROOT / "CITATION.cff"
TEACHING = ROOT / ".github" / "teaching.md"
_TABLE = re.compile(r"^\| notebook \| minutes \| exercises \|\n(?:\|.*\n)+", re.MULTILINE)


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
        required, bonus = (
            ", ".join(f"`{e.id}`" for e in found if e.bonus == extra) for extra in (False, True)
        )
        link = f"[{notebook.number} {notebook.title}](notebooks/{notebook.stem}.ipynb)"
        names = required + (f"; bonus: {bonus}" if bonus else "")
        rows.append(f"| {link} | {notebook.minutes} | {names} |")
    return "\n".join(rows) + "\n"


def places(here: address.Address | None) -> dict[str, str]:
    """The mark of each place -> what stands there."""
    if here is None:
        return {"count": count(), "badges": "", "clone": "", "hub": ""}
    return {
        "count": count(),
        "badges": f"[![Binder](https://mybinder.org/badge_logo.svg)]({here.binder('notebooks/index.ipynb')})\n"
        f"{here.badges('notebooks/index.ipynb')}\n",
        "clone": f"Get it with `git`, or as the newest ZIP from the [releases]({here.url}/releases)"
        f":\n\n```\ngit clone {here.url}\ncd {here.name}\n```\n",
        "hub": "The link for [nbgitpuller](https://nbgitpuller.readthedocs.io), which hands the "
        f"notebooks out:\n\n```\nhttps://YOUR.HUB/hub/user-redirect/{here.pull('notebooks/index.ipynb')}\n```\n",
    }


def filled(text: str, here: address.Address | None) -> str:
    """A text with its table and its marked places as they are today."""
    for mark, words in places(here).items():
        place = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
        text = place.sub(rf"\g<1>{words}\g<2>", text)
    return _TABLE.sub(lambda _: table(), text)


def cited(text: str, here: address.Address | None) -> str:
    """The citation with the repository's address, or without one."""
    text = re.sub(r"^repository-code:.*\n", "", text, flags=re.MULTILINE)
    return text + (f'repository-code: "{here.url}"\n' if here else "")


def changes() -> Iterator[tuple[Path, str]]:
    """Each file that a build would change, and its new text."""
    for path, make in ((README, filled), (TEACHING, filled), (CITATION, cited)):
        text = path.read_text("utf-8")
        if (new := make(text, address.read())) != text:
            yield path, new


def write() -> None:
    """Bring the files up to date."""
    for path, text in changes():
        files.write(path, text)
        print(f"wrote {path.name}")
