"""Read the folder of an exercise: ``exercise.py``, ``right.py`` and ``mistakes.toml``.

``right.py`` holds all right answers, each below a line with its name:

    # --- loop
    def split_heads(x, num_heads):
        ...

``mistakes.toml`` holds hints and known mistakes (see ``mistakes``). Both are read lazily, the first
time that an answer fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ..engine.conditions.conditions import with_conditions
from ..engine.exercise import Exercise, Mistake
from ..engine.naming.errors.explain import general_slugs
from ..files import Malformed
from . import mistakes, notebook
from .edits import KnownMistake, NoFit, changed
from .mistakes import Mistakes
from .notebook import ExerciseEntry, Notebook

FOLDER = Path(__file__).parent
MISTAKES, NOTEBOOK = "mistakes.toml", "notebook.toml"
_SECTION = re.compile(r"^# --- (\w+)\n", re.MULTILINE)


@cache
def shared_words() -> dict[str, KnownMistake]:
    """Name -> words of the mistakes that occur in several exercises (``shared_mistakes.toml``)."""
    path = Path(__file__).with_name("shared_mistakes.toml")
    return mistakes.read_words(path, path.name)


def notebooks() -> tuple[Notebook, ...]:
    """All notebooks, in order, from the ``notebook.toml`` of each folder. Raises ``Malformed``."""
    paths = sorted(FOLDER.glob(f"nb[0-9][0-9]*/{NOTEBOOK}"))
    return tuple(notebook.read(path, where(path)) for path in paths)


def folder_of(number: str, name: str) -> Path:
    """The folder of an exercise."""
    return FOLDER / f"nb{number}" / name


def read(entry: ExerciseEntry) -> Exercise:
    """Load the exercise of a registry entry.

    Raises:
        Malformed: ``exercise.py`` defines none.
    """
    folder = folder_of(entry.notebook, entry.id)
    module = import_module(f"{__package__}.nb{entry.notebook}.{entry.id}.exercise")
    exercise = getattr(module, "exercise", None)
    if not isinstance(exercise, Exercise):
        raise Malformed(f"{where(folder)}/exercise.py defines no `exercise = Exercise(...)`.")
    exercise = replace(
        exercise,
        id=entry.id,
        title=entry.title,
        notebook=entry.notebook,
        points=entry.points,
        bonus=entry.bonus,
        part=entry.part,
        hints=ReadLater(lambda: known_mistakes(folder).hints),
        mistakes=ReadLater(lambda: [m for m in wrong_answers(folder) if m.means]),
    )
    return with_conditions(exercise)


class ReadLater(Sequence[Any]):
    """A sequence that is read from a file at its first use."""

    def __init__(self, read: Callable[[], Sequence[Any]]) -> None:
        self._read = cache(read)

    def __getitem__(self, place: Any) -> Any:
        return self._read()[place]

    def __len__(self) -> int:
        return len(self._read())


def right_answers(folder: Path) -> dict[str, str]:
    """Name -> text of each right answer in ``right.py``, in order.

    Raises:
        Malformed: a name occurs twice, or the file is missing.
    """
    path = folder / "right.py"
    if not path.exists():
        raise Malformed(f"{where(path)} is missing: the right answers, each below `# --- name`.")
    _, *parts = _SECTION.split(path.read_text("utf-8"))
    found = dict(zip(parts[::2], (text.strip("\n") + "\n" for text in parts[1::2]), strict=True))
    if len(found) < len(parts) // 2:
        raise Malformed(f"{where(path)}: two answers have one name.")
    return found


def wrong_answers(folder: Path) -> tuple[Mistake, ...]:
    """Every form of every mistake in ``mistakes.toml``.

    Mistakes named by the engine itself have no words (``means`` is empty): only the audit uses
    them, no answer is compared with them.

    Raises:
        Malformed: an edit does not apply, or a mistake has no words. Names the line.
    """
    known = known_mistakes(folder)
    return tuple(_forms(folder / MISTAKES, known, right_answers(folder)))


def known_mistakes(folder: Path) -> Mistakes:
    """The contents of ``mistakes.toml``.

    Raises:
        Malformed: the file is not valid; names the line and the allowed keys or values.
    """
    path = folder / MISTAKES
    if not path.exists():
        raise Malformed(f"{where(path)} is missing: the known mistakes.")
    return mistakes.read(path, where(path), right_answers(folder))


def _forms(path: Path, known: Mistakes, rights: Mapping[str, str]) -> Iterator[Mistake]:
    for entry in known.entries:
        words = _words(path, known, entry)
        shared = None if entry.words["means"] else shared_words().get(entry.slug)
        repair = entry.repair or (shared.repair if shared else None)
        for number, form in enumerate(entry.forms, 1):
            name = f"{path.parent.name}: {entry.slug}" + (f" ({number})" if number > 1 else "")
            try:
                code = form.code or changed(rights[form.right], form.change)
            except NoFit as why:
                at = f"{where(path)}, line {known.line_of(form.at)}: {entry.slug}"
                raise Malformed(
                    f"{at} no longer fits the right answer {form.right!r}: {why}. Mend the edit."
                ) from why
            yield Mistake(
                entry.slug,
                name=name,
                code=code,
                right=form.right,
                change=form.change,
                repair=repair,
                **words,
            )


def _words(path: Path, known: Mistakes, entry: KnownMistake) -> Mapping[str, str]:
    """The mistake's own words, else the shared ones of its name; {} where the engine has words."""

    def wrong(what: str) -> Malformed:
        line = known.line_of(entry.at)
        return Malformed(f"{where(path)}, line {line}: {entry.slug} {what}")

    if entry.words["means"]:
        if not entry.words["try_next"]:
            raise wrong("says not where to look: it has no `try_next`.")
        return entry.words
    shared = shared_words().get(entry.slug)
    if shared is None and entry.slug not in (*general_slugs(), *mistakes.kinds()):
        raise wrong(
            "has no words. Write `means`, what the code does instead, and `try_next`, where to "
            "look."
        )
    return {**entry.words, **(shared.words if shared else {})}


def where(path: Path) -> str:
    """The name of an exercise's file in messages."""
    return path.relative_to(FOLDER.parent.parent).as_posix()
