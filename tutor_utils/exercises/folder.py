"""Read the folder of an exercise: ``exercise.py``, ``right.py`` and ``mistakes.py``.

``right.py`` holds all right answers, each below a line with its name:

    # --- loop
    def split_heads(x, num_heads):
        ...

``mistakes.py`` says what goes wrong in them (``known``). Both are read when somebody asks for them:
the first time that an answer fails.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from ..engine.conditions.conditions import with_conditions
from ..engine.exercise import Exercise, Mistake
from ..engine.naming.explain import general_slugs
from .edits import Entry as KnownEntry
from .edits import Harmless, Mistakes, NoFit, changed, joined_lines
from .notebook import Entry

FOLDER = Path(__file__).parent
_PACKAGE = f"{__package__}.nb.exercise"  # as deep as each of them: `from ...edits import edit`
_SECTION = re.compile(r"^# --- (\w+)\n", re.MULTILINE)
SHARED: dict[str, dict[str, str]] = {
    slug: {field: joined_lines(text) for field, text in words.items()}
    for slug, words in tomllib.loads((FOLDER / "shared_mistakes.toml").read_text("utf-8")).items()
}
_SLUG = re.compile(r"[a-z0-9_]+(-[a-z0-9_√]+)*", re.IGNORECASE)


class Malformed(ValueError):
    """A file of an exercise's folder is not as it should be. Says which file and what to do."""


def folder_of(number: str, name: str) -> Path:
    """Where an exercise of a notebook lives."""
    return FOLDER / f"nb{number}" / name


def read(entry: Entry) -> Exercise:
    """The exercise that the registry speaks of.

    Raises:
        Malformed: ``exercise.py`` is missing, or defines none.
    """
    folder = folder_of(entry.notebook, entry.id)
    if not (folder / "exercise.py").exists():
        raise Malformed(
            f"{where(folder)} has no exercise.py. Make it, or take {entry.id!r} out of "
            f"{where(folder.parent)}/__init__.py."
        )
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
        mistakes=KnownMistakes(folder),
    )
    return with_conditions(exercise)


class KnownMistakes(Sequence[Mistake]):
    """The mistakes of an exercise with words for a learner, read when the first is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def _read(self) -> tuple[Mistake, ...]:
        return tuple(m for m in wrong_answers(self.folder) if m.means)

    def __getitem__(self, place: Any) -> Any:
        return self._read[place]

    def __len__(self) -> int:
        return len(self._read)


def right_answers(folder: Path) -> dict[str, str]:
    """Name -> text of each right answer in ``right.py``, in its order.

    Raises:
        Malformed: a name stands twice, or there is no such file.
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
    """Every form of every mistake in ``mistakes.py``.

    Those that the engine itself names have no words (``means`` is empty): no answer is compared
    with them, but the audit tries them.

    Raises:
        Malformed: an edit does not apply, or a mistake has no words. Names the mistake.
    """
    entries = _mistakes(folder).entries
    return tuple(_forms(folder / "mistakes.py", entries, right_answers(folder)))


def harmless_changes(folder: Path) -> list[Harmless]:
    """What ``mistakes.py`` says makes no mistake. Raises ``Malformed`` as ``wrong_answers``."""
    return _mistakes(folder).no_mistakes


def _mistakes(folder: Path) -> Mistakes:
    path = folder / "mistakes.py"
    if not path.exists():
        raise Malformed(f"{where(path)} is missing: the known mistakes.")
    space: dict[str, Any] = {"__name__": "mistakes", "__package__": _PACKAGE}
    try:
        exec(compile(path.read_text("utf-8"), str(path), "exec"), space)
    except Exception as error:
        raise Malformed(f"{where(path)} does not run: {error!r}. Mend it.") from error
    found = space.get("mistakes")
    if not isinstance(found, Mistakes):
        raise Malformed(f"{where(path)} defines no `mistakes = Mistakes()`.")
    return found


def _forms(path: Path, entries: list[KnownEntry], rights: Mapping[str, str]) -> Iterator[Mistake]:
    count: Counter[str] = Counter()
    for entry in entries:
        at = f"{where(path)}: {entry.slug}"
        if not _SLUG.fullmatch(entry.slug):
            raise Malformed(f"{at!r}: a name such as softmax-over-queries is wanted.")
        words = _words(at, entry, entries)
        if not entry.forms:
            raise Malformed(f"{at} has no edit and no code.")
        for form in entry.forms:
            count[entry.slug] += 1
            number = count[entry.slug]
            name = f"{path.parent.name}: {entry.slug}" + (f" ({number})" if number > 1 else "")
            code = form.code
            if not code and form.right not in rights:
                raise Malformed(f"{at} changes {form.right!r}. There are: {', '.join(rights)}.")
            try:
                code = code or changed(rights[form.right], form.change)
            except NoFit as why:
                raise Malformed(
                    f"{at} no longer fits the right answer {form.right!r}: {why}. Mend the edit."
                ) from why
            yield Mistake(
                entry.slug, name=name, code=code, right=form.right, change=form.change, **words
            )


def _words(at: str, entry: KnownEntry, entries: list[KnownEntry]) -> Mapping[str, str]:
    """Its own words, or those of the other mistake of its name, or the shared ones; or none."""
    if entry.words["means"]:
        if not entry.words["try_next"]:
            raise Malformed(f"{at} says not where to look: it has no `try_next`.")
        return entry.words
    own = [e.words for e in entries if e.slug == entry.slug and e.words["means"]]
    if len(own) > 1:
        raise Malformed(f"{at} has no words, and {len(own)} others of its name have. Give it some.")
    words = own[0] if own else SHARED.get(entry.slug)
    if words is None and entry.slug not in general_slugs():
        raise Malformed(
            f"{at} has no words. Write `means`, what the code does instead, and `try_next`, where "
            "to look."
        )
    return entry.words | (words or {})


def where(path: Path) -> str:
    """A file of an exercise, as a message names it."""
    return path.relative_to(FOLDER.parent.parent).as_posix()
