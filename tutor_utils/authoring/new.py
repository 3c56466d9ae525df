"""``python3 -m tutor_utils new EXERCISE --notebook 04``: an exercise to fill in.

Makes its cells in solutions/, its folder in tutor_utils/exercises/ and its place in the registry,
and lists what is left to write.

Everything is made in memory first: where something is wrong, nothing is written.
"""

from __future__ import annotations

import argparse
import keyword
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, PackageLoader, StrictUndefined

from .. import exercises, files
from ..course import sources
from ..exercises import folder
from ..exercises.notebook import Notebook
from . import build, length
from .generate import ROOT
from .mistake import NAME, UNNAMED, WHAT

_ROWS = re.compile(r"(^# ## What you built\n(?:#[^\n]*\n)*?(?:# \|[^\n]*\n)+)", re.MULTILINE)
_TEMPLATES = Environment(
    loader=PackageLoader(__package__),
    autoescape=False,  # it is Python, not HTML
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)


class Refused(ValueError):
    """Why nothing was created."""


def main(argv: list[str]) -> int:
    """Make it and build the learner's notebook. Exit code 2: refused, and nothing was written."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils new", description=__doc__)
    parser.add_argument(
        "exercise", metavar="EXERCISE", help="relative_bias, or a class: RelativeBias"
    )
    parser.add_argument("--notebook", metavar="NN", required=True)
    parser.add_argument("--after", metavar="NAME", help="the exercise that it follows (the last)")
    parser.add_argument("--points", type=int, default=1)
    options = parser.parse_args(argv)
    try:
        written = make(
            options.exercise, options.notebook, after=options.after, points=options.points
        )
    except Refused as error:
        parser.error(str(error))
    print(*(f"wrote {_relative(path)}" for path in written), sep="\n", flush=True)
    # another process: this one read the registry before the exercise was in it
    command = [sys.executable, "-m", "tutor_utils", "build", options.notebook, "--no-run"]
    subprocess.run(command, cwd=ROOT)
    print(
        f"\nWrite these, and the right and wrong answers that you know. The same list again:\n"
        f"python3 -m tutor_utils build {options.notebook} --no-run"
    )
    [source] = build.sources([options.notebook])
    made = nbformat.read(build.paths(source)[1], as_version=4)
    print(f"\n{length.report(options.notebook, made)}")
    return 0


def make(name: str, number: str, *, after: str | None = None, points: int = 1) -> list[Path]:
    """Write a new exercise that runs, with ``WRITE:`` wherever its author must write.

    Args:
        name: What the learner defines: a function (relative_bias) or a class (RelativeBias).
        number: The notebook, such as "04".
        after: The exercise that it follows; the last that is no bonus, if not given.
        points: What it is worth.

    Returns:
        The files that were written.

    Raises:
        Refused: in words, what is wrong with an argument.
    """
    if points < 1:
        raise Refused(f"--points {points}: an exercise is worth 1 point or more.")
    known = {n.number: n for n in exercises.NOTEBOOKS}
    if number not in known:
        raise Refused(f"--notebook {number}: no such notebook. There are: {', '.join(known)}.")
    notebook = known[number]
    source = sources.SOLUTIONS / f"{notebook.stem}.py"
    registry = folder.FOLDER / f"nb{number}" / folder.NOTEBOOK
    text = source.read_text("utf-8")
    _require_free(name, notebook, text)
    after = _follows(notebook, after)
    texts = {
        source: _with_cells(text, name, after),
        registry: _registered(registry.read_text("utf-8"), name, points, after),
        **_folder(name, notebook),
    }
    for path, text in texts.items():
        files.write(path, text)
    return list(texts)


def _require_free(name: str, notebook: Notebook, source: str) -> None:
    """Raise Refused unless an exercise of that name can be made."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or keyword.iskeyword(name):
        raise Refused(
            f"{name!r} is no name for a Python function (relative_bias) or class "
            "(RelativeBias) of plain letters, digits and underscores."
        )
    if exercises.known(name):
        raise Refused(f"{name!r} is taken: there is such an exercise.")
    lower = {other.lower(): other for other in exercises.names()}
    if name.lower() in lower:  # one folder on Windows and macOS
        raise Refused(f"{name!r} differs from {lower[name.lower()]!r} by capitals alone.")
    place = folder.folder_of(notebook.number, name)
    for path in (place, place.with_suffix(".py")):
        if path.exists():
            raise Refused(f"{name!r} is taken: there is {_relative(path)} already.")
    code = "\n".join(text for head, text in sources.cells(source) if "[markdown]" not in head)
    if re.search(rf"\b{name}\b", code):
        raise Refused(f"{name!r} is taken: notebook {notebook.number} uses it already.")


def _follows(notebook: Notebook, after: str | None) -> str | None:
    """The exercise that the new one follows; None where the notebook has none."""
    if after is not None and after not in notebook.exercises:
        raise Refused(
            f"--after {after}: notebook {notebook.number} has no such exercise. "
            f"It has: {', '.join(notebook.exercises) or 'none yet'}."
        )
    if after is not None or not notebook.exercises:
        return after
    required = [name for name in notebook.exercises if not exercises.entry(name).bonus]
    return (required or notebook.exercises)[-1]


def _with_cells(source: str, name: str, after: str | None) -> str:
    """The source with the new cells before the next heading, and a row in "What you built"."""
    start = 0
    if after:
        found = re.search(rf'^# %% check="{after}"$', source, re.MULTILINE)
        if not found:
            raise Refused(f"--after {after}: its check has no cell in the notebook's source.")
        start = found.end()
    marks = re.compile(
        r"^# %% \[markdown\]\n# ## " + ("" if after else "What you built"), re.MULTILINE
    )
    next_heading = marks.search(source, start)
    at = next_heading.start() if next_heading else len(source)
    new = _text("cells.py", name=name, is_class=name[0].isupper())
    source = f"{source[:at].rstrip()}\n\n{new}{source[at:]}".rstrip() + "\n"
    return _ROWS.sub(rf"\1# | WRITE: a row for `{name}`, or leave it out |\n", source, count=1)


def _registered(registry: str, name: str, points: int, after: str | None) -> str:
    """``notebook.toml`` with the exercise added in its place."""
    worth = f", points = {points}" if points != 1 else ""
    title = "WRITE: the title, as: cut the features into heads"
    line = f'{name} = {{ title = "{title}"{worth} }}\n'
    if after:
        row = re.compile(rf"^{after} = .*\n", re.MULTILINE)
        registry = row.sub(lambda found: found[0] + line, registry, count=1)
    else:
        head, mark, rest = registry.replace("\n[exercises]\n", "").partition("\n[predictions")
        registry = f"{head}\n[exercises]\n{line}{mark}{rest}"
    return re.sub(
        r"^(minutes = \d+)$",
        rf"\1  # WRITE: and those of {name}, here and on top: to write, and all, rounded to 5",
        registry,
        flags=re.MULTILINE,
    )


def _folder(name: str, notebook: Notebook) -> dict[Path, str]:
    """The files of the exercise's folder."""
    place, is_class = folder.folder_of(notebook.number, name), name[0].isupper()
    values = {"name": name, "is_class": is_class, "slug": UNNAMED, "what": f"{WHAT}{NAME}"}
    files_of_it = ("exercise.py", "right.py", folder.MISTAKES)
    return {place / file: _text(file, **values) for file in files_of_it}


def _text(template: str, **values: Any) -> str:
    """The text of a template, such as ``exercise.py``. ``WRITE:`` is left to its author."""
    return _TEMPLATES.get_template(f"{template}.jinja").render(values)


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
