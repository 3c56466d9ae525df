"""The registry: every exercise and question of the course, one module per notebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from ..engine.exercise import Exercise, Question


@dataclass(frozen=True)
class Notebook:
    """One notebook. ``minutes`` is for a learner who writes every answer."""

    number: str
    name: str
    title: str
    minutes: int

    @property
    def stem(self) -> str:
        return f"{self.number}_{self.name}"


NOTEBOOKS = (
    Notebook("00", "why_attention", "Why attention", 30),
    Notebook("01", "embedding_and_padding", "Embedding and padding", 60),
    Notebook("02", "projection_and_heads", "Q, K, V projection and head splitting", 40),
    Notebook("03", "scaled_dot_product", "Scaled dot-product attention", 50),
    Notebook("04", "masking", "Masking", 50),
    Notebook("05", "multi_head_attention", "Multi-head attention: merge", 60),
    Notebook("06", "encoder_and_decoder", "Encoder and decoder blocks", 80),
    Notebook("07", "copy_task", "Train it: the copy task", 70),
)


WITH_BONUS = ("07",)  # notebooks with a module of bonus exercises beside their own


class UnknownName(ValueError):
    """No exercise or question of that name. Prints its message alone, without Python frames."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


@cache
def of_notebook(number: str) -> tuple[dict[str, Exercise], dict[str, Question]]:
    """The exercises and questions of one notebook, by id, in the order of the notebook."""
    modules = {f"nb{number}": False} | ({f"nb{number}_bonus": True} if number in WITH_BONUS else {})
    exercises, questions = {}, {}
    for name, bonus in modules.items():
        module = import_module(f"{__name__}.{name}")
        exercises |= {e.id: replace(e, notebook=number, bonus=bonus) for e in module.EXERCISES}
        questions |= {q.id: replace(q, notebook=number) for q in module.QUESTIONS}
    return exercises, questions


def exercises() -> Iterator[Exercise]:
    """All exercises in the order of the course."""
    for notebook in NOTEBOOKS:
        yield from of_notebook(notebook.number)[0].values()


def questions() -> Iterator[Question]:
    """All questions in the order of the course."""
    for notebook in NOTEBOOKS:
        yield from of_notebook(notebook.number)[1].values()


def known(name: object) -> bool:
    """Whether ``name`` is the id of an exercise."""
    return any(e.id == name for e in exercises())


def find(name: str) -> Exercise:
    """The exercise of that id. Raises UnknownName, which offers the nearest."""
    return _find(name, exercises(), "exercise")


def find_question(name: str) -> Question:
    """The question of that id. Raises UnknownName, which offers the nearest."""
    return _find(name, questions(), "question")


def _find(name: str, items: Iterator, what: str):  # noqa: ANN202 - Exercise or Question
    names = []
    for item in items:
        if item.id == name:
            return item
        names.append(item.id)
    near = get_close_matches(str(name), names, n=1, cutoff=0.4)
    offer = f" Did you mean {near[0]!r}?" if near else f" There are: {', '.join(names)}."
    raise UnknownName(f"There is no {what} called {name!r}.{offer}")
