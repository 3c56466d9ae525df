"""Read the folder of an exercise: ``exercise.py``, and a file for each known mistake.

``wrong_*.py`` is the code of somebody who made the mistake. Its docstring is what a learner reads:

    \"\"\"view-straight-to-heads

    You went from (B, L, d_model) to (B, h, L, d_k) in one reshape. That does not move an axis.
    Try: Look at head 0 of token 1 in the small example: whose features are these?
    Hint: First reshape to (B, L, h, d_k), only then `.transpose(1, 2)`.
    \"\"\"

The first line is the diagnosis. ``Raises:``, ``Fails:`` and ``Seen:`` (see
``engine.exercise.Mistake``) may follow. Where the diagnosis stands alone, the words are those of
another file of the exercise, or of ``shared_mistakes/``, or the general ones that a report has for
it (``general_slugs``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

from ..engine.conditions import with_conditions
from ..engine.exercise import Exercise, Mistake
from ..engine.explain import general_slugs
from .notebook import Notebook

FOLDER = Path(__file__).parent
SHARED = FOLDER / "shared_mistakes"
_FIELDS = {"Try": "try_next", "Hint": "hint", "Raises": "raises", "Fails": "fails", "Seen": "seen"}
# not by parsing the file: that takes ten times as long, and some mistakes are no Python at all
_DOCSTRING = re.compile(r'r?"""(\\.|[^\\])*?"""', re.DOTALL)
_SLUG = re.compile(r"[a-z0-9_]+(-[a-z0-9_√]+)*", re.IGNORECASE)


class Malformed(ValueError):
    """A file of an exercise's folder is not as it should be. Says which file and what to do."""


def folder_of(notebook: Notebook, name: str) -> Path:
    """Where an exercise lives."""
    return FOLDER / f"nb{notebook.number}" / name


def read(notebook: Notebook, name: str) -> Exercise:
    """The exercise of that name, with its known mistakes.

    Raises:
        Malformed: ``exercise.py`` is missing, or a file has no words.
    """
    folder = folder_of(notebook, name)
    if not (folder / "exercise.py").exists():
        raise Malformed(
            f"{where(folder)} has no exercise.py. Make it, or take {name!r} out of "
            f"{where(folder.parent)}/__init__.py."
        )
    module = import_module(f"{__package__}.nb{notebook.number}.{name}.exercise")
    exercise = getattr(module, "exercise", None)
    if not isinstance(exercise, Exercise):
        raise Malformed(f"{where(folder)}/exercise.py defines no `exercise = Exercise(...)`.")
    title = (module.__doc__ or "").split("\n")[0].rstrip(".")
    if not title:
        raise Malformed(f"{where(folder)}/exercise.py has no docstring: it is the title.")
    exercise = replace(
        exercise,
        id=name,
        title=title[0].lower() + title[1:],
        notebook=notebook.number,
        part=notebook.part,
        mistakes=tuple(_mistakes(folder)),
    )
    return with_conditions(exercise)


def wrong_files(folder: Path) -> list[Path]:
    """The known mistakes of an exercise."""
    return sorted(folder.glob("wrong_*.py"))


def right_files(folder: Path) -> list[Path]:
    """Other ways of being right."""
    return sorted(folder.glob("right_*.py"))


def slug_of(path: Path) -> str:
    """The diagnosis that a wrong answer should get.

    Raises:
        Malformed: the file does not begin with one.
    """
    return _parsed(path)["slug"]


def _mistakes(folder: Path) -> Iterator[Mistake]:
    """The known mistakes with words; those that the engine itself names are left out."""
    parsed = [(path, _parsed(path)) for path in wrong_files(folder)]
    for path, fields in parsed:
        words: dict[str, str] | None = fields
        if not fields["means"]:
            own = [
                other for _, other in parsed if other["slug"] == fields["slug"] and other["means"]
            ]
            if len(own) > 1:
                raise Malformed(
                    f"{where(path)} has no words, and {len(own)} other files have words of their "
                    f"own for {fields['slug']!r}. Give it words too, or another diagnosis."
                )
            words = own[0] if own else _shared(fields["slug"])
        if words:
            yield Mistake(**words, path=path)
        elif fields["slug"] not in general_slugs():
            raise Malformed(
                f"{where(path)}: no words for {fields['slug']!r}. Write below the first line of "
                "its docstring what the code does instead, and a line that begins with 'Try:'."
            )


@cache
def _shared(slug: str) -> dict[str, str] | None:
    path = SHARED / f"{slug.replace('-', '_')}.py"
    return _parsed(path) if path.exists() else None


@cache
def _parsed(path: Path) -> dict[str, str]:
    """The fields of a Mistake from the docstring of a file."""
    found = _DOCSTRING.match(path.read_text("utf-8"))
    text = ast.literal_eval(found[0]).strip() if found else ""
    slug, _, body = text.partition("\n")
    if not _SLUG.fullmatch(slug):
        raise Malformed(
            f"{where(path)} does not begin with a docstring whose first line is the diagnosis, "
            'as in """softmax-over-queries'
        )
    fields = {"slug": slug, **dict.fromkeys(("means", *_FIELDS.values()), "")}
    name = "means"
    for line in body.splitlines():
        found = re.match(rf"({'|'.join(_FIELDS)}): ?(.*)", line)
        if found:
            name, line = _FIELDS[found[1]], found[2]
        fields[name] += f" {line.strip()}"
    fields = {key: value.strip() for key, value in fields.items()}
    if fields["means"] and not fields["try_next"]:
        raise Malformed(f"{where(path)} has no line that begins with 'Try:'.")
    return fields


def where(path: Path) -> str:
    """A file of an exercise, as a message names it."""
    return path.relative_to(FOLDER.parent.parent).as_posix()
