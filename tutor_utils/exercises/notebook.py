"""Read ``notebook.toml``: title, minutes, exercises and predictions of a notebook.

    title = "Masking"
    minutes = 45

    [exercises]
    masked_attend = { title = "attention with a mask", points = 3 }

    [predictions.pad_queries]
    text = "Must pads be hidden as queries, too?"
    answer = "no"
    choices = [["no", "Nobody reads what they find."], ["yes", "It changes their own row alone."]]

At the top are the fields of ``Notebook``, in ``exercises`` those of ``ExerciseEntry``, in
``predictions`` those of ``Question``. For a number or a shape, ``choices`` are the values with an
explanation, and ``otherwise`` explains any other value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..engine.exercise import Question
from .reader import Reader

PARTS = {
    1: "Part I: build it and train it",
    2: "Part II: your parts at work",
    3: "Part III: after 2017",
}


@dataclass(frozen=True)
class ExerciseEntry:
    """An exercise in the registry; see ``engine.exercise.Exercise``.

    Attributes:
        id: The name that the learner defines, which is also the name of the exercise's folder.
        bonus: Whether its points are extra, not part of a total.
        notebook, part: Those of its notebook.
    """

    id: str
    title: str
    points: int = 1
    bonus: bool = False
    notebook: str = ""
    part: int = 1

    @cached_property
    def optional(self) -> bool:
        """Whether the course is complete without it: a bonus, or of Part II or III."""
        return self.bonus or self.part > 1

    @property
    def required_points(self) -> int:
        """The points that count for a total: 0 where it is optional."""
        return 0 if self.optional else self.points


@dataclass(frozen=True)
class Notebook:
    """A notebook of the main path, or an optional side trip of one: "07a" belongs to 07.

    Attributes:
        number: Two digits; of a side trip, its notebook's number and a letter.
        minutes: For reading, running, and writing every required answer.
        entries: Its exercises, in order; each has a folder of that name.
        questions: Its predictions, in order.
        gpu: Whether Colab should start with a GPU: the notebook trains.
        part: See ``PARTS``; only the first part counts for a total.
    """

    number: str
    name: str
    title: str
    minutes: int
    entries: tuple[ExerciseEntry, ...] = ()
    questions: tuple[Question, ...] = ()
    gpu: bool = False
    part: int = 1

    @property
    def road(self) -> str:
        """Its own number, or that of the notebook whose side trip it is."""
        return self.number[:2]

    @property
    def side_trip(self) -> bool:
        """Whether it is an optional side trip."""
        return self.number != self.road

    @property
    def exercises(self) -> tuple[str, ...]:
        """The names of its exercises."""
        return tuple(entry.id for entry in self.entries)

    @property
    def stem(self) -> str:
        """The name of its file, without ending."""
        return f"{self.number}_{self.name}"


_TOP = {"name": str, "title": str, "minutes": int, "part": int, "gpu": bool}
_ENTRY = {"title": str, "points": int, "bonus": bool}
_QUESTION = {"text": str, "answer": object, "choices": list, "otherwise": str}


def read(path: Path, name: str) -> Notebook:
    """The notebook of a file; the folder, such as ``nb07a``, gives its number.

    Args:
        name: The file's name in messages.

    Raises:
        Malformed: the file is not valid; names the line and the allowed keys or values.
    """
    file, number = Reader(path, name), path.parent.name.removeprefix("nb")
    tables = {"exercises": dict, "predictions": dict}
    file.check("", file.tables, {**_TOP, **tables}, needed=("name", "title", "minutes"))
    top = {key: value for key, value in file.tables.items() if key not in tables}
    exercises, predictions = (file.tables.get(key, {}) for key in tables)
    for id, table in exercises.items():
        file.check(f"exercises.{id}", table, _ENTRY, needed=("title",))
        if not (path.parent / id / "exercise.py").exists():
            there = sorted(each.parent.name for each in path.parent.glob("*/exercise.py"))
            file.wrong(f"exercises.{id}", f"there is no {id}/exercise.py", there)
    part = {"notebook": number, "part": top.get("part", 1)}
    entries = tuple(ExerciseEntry(id, **table, **part) for id, table in exercises.items())
    questions = tuple(_question(file, id, table, number) for id, table in predictions.items())
    return Notebook(number, **top, entries=entries, questions=questions)


def _question(file: Reader, id: str, table: dict[str, Any], number: str) -> Question:
    at = f"predictions.{id}"
    file.check(at, table, _QUESTION, needed=("text", "answer", "choices"))
    choices = {}
    for pair in table["choices"]:
        match pair:
            case [choice, str(why)] if _plain(choice) not in choices:
                choices[_plain(choice)] = why
            case _:
                what = "a new choice and what to say of it"
                file.wrong(f"{at}.choices", f"{at}: {pair!r} should be {what}")
    answer = _plain(table["answer"])
    if answer not in choices:
        every = [repr(choice) for choice in choices]
        file.wrong(f"{at}.answer", f"{at}: answer = {answer!r} is no choice of it", every)
    return Question(id, table["text"], choices, answer, table.get("otherwise", ""), number)


def _plain(value: Any) -> Any:
    """A list as a tuple, which is how a question holds a shape."""
    return tuple(value) if isinstance(value, list) else value
