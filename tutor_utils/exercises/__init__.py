"""The registry: all exercises, one folder each, and questions of the course, by notebook.

Importing it loads no exercise: ``entries`` come from ``notebook.toml``, an exercise's trials are
loaded by ``find``, its mistakes at its first failure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from ..engine.exercise import Exercise, Question
from ..engine.run.guard import no_trace
from . import folder
from .notebook import ExerciseEntry, Notebook

NOTEBOOKS = folder.notebooks()
ROAD = tuple(notebook for notebook in NOTEBOOKS if not notebook.side_trip)
_ENTRIES = {entry.id: entry for notebook in NOTEBOOKS for entry in notebook.entries}


class UnknownName(ValueError):
    """No exercise or question of that name. Prints its message alone, without Python frames."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def names() -> tuple[str, ...]:
    """The ids of all exercises in the order of the course."""
    return tuple(_ENTRIES)


def entries() -> tuple[ExerciseEntry, ...]:
    """The entries of all exercises, in the order of the course. Loads no exercise."""
    return tuple(_ENTRIES.values())


def entry(name: str) -> ExerciseEntry:
    """The entry of one exercise. Raises UnknownName, which offers the nearest."""
    require(name)
    return _ENTRIES[name]


def known(name: object) -> bool:
    """Whether ``name`` is the id of an exercise."""
    return name in _ENTRIES


def require(name: str) -> None:
    """Raise UnknownName, which offers the nearest, unless ``name`` is the id of an exercise."""
    if not known(name):
        raise _unknown(name, list(names()), "exercise")


def find(name: str) -> Exercise:
    """The exercise of that id. Raises UnknownName, which offers the nearest."""
    require(name)
    return _read(name)


def path_of(name: str) -> Path:
    """The folder of that exercise. Raises UnknownName, which offers the nearest."""
    require(name)
    return folder.folder_of(_ENTRIES[name].notebook, name)


def exercises() -> Iterator[Exercise]:
    """All exercises in the order of the course."""
    return map(_read, names())


def of_notebook(number: str) -> tuple[Exercise, ...]:
    """The exercises of one notebook, in order."""
    return tuple(_read(e) for n in NOTEBOOKS if n.number == number for e in n.exercises)


def notebook_of(name: str) -> Notebook:
    """The notebook of an exercise. Raises UnknownName, which offers the nearest."""
    number = entry(name).notebook
    return next(notebook for notebook in NOTEBOOKS if notebook.number == number)


def side_trips(number: str) -> tuple[Notebook, ...]:
    """The side trips of one notebook of the road, in order."""
    return tuple(n for n in NOTEBOOKS if n.side_trip and n.road == number)


def find_question(name: str) -> Question:
    """The question of that id. Raises UnknownName, which offers the nearest."""
    every = {question.id: question for question in questions()}
    if name not in every:
        raise _unknown(name, list(every), "question")
    return every[name]


def questions() -> Iterator[Question]:
    """All questions in the order of the course."""
    return (question for notebook in NOTEBOOKS for question in notebook.questions)


@cache
def _read(name: str) -> Exercise:
    so_far = names()[: names().index(name) + 1]
    with no_trace():  # tensors of its module are made on the CPU, whatever the learner has set
        return replace(folder.read(_ENTRIES[name]), earlier=so_far)


def _unknown(name: object, every: list[str], what: str) -> UnknownName:
    near = get_close_matches(str(name), every, cutoff=0.6)
    offer = f" Did you mean {near[0]!r}?" if near else f" There are: {', '.join(every)}."
    return UnknownName(f"There is no {what} called {name!r}.{offer}")
