"""``predict``: commit to an answer before running the next cell."""

from __future__ import annotations

import re
from typing import Any

from .. import exercises
from ..engine.exercise import Question


def predict(question: str, answer: Any = None) -> None:
    """Say whether a prediction is right, and why. Without an answer, print the question.

    A prediction is no exercise: a wrong one raises nothing and costs nothing.

    Raises:
        UnknownName: there is no question of that name.
    """
    item = exercises.find_question(question)
    if answer is None or answer is ...:
        print(f"Your prediction, please. {item.text}")
        if not item.otherwise:
            print(_choices(item))
        return
    if isinstance(item.answer, str) and isinstance(answer, int | float):
        answer = str(answer)
    given = _plain(_number(answer, item.answer) if isinstance(answer, str) else answer)
    if isinstance(given, str):
        given = _choice_of(given, [_plain(c) for c in item.choices])
    if isinstance(given, str) and not isinstance(item.answer, str):
        numbers = "numbers" if isinstance(item.answer, tuple) else "one number"
        print(f"{answer!r} is a text. Give {numbers}, without quotes.")
        return
    right = given == _plain(item.answer)
    why = next((w for c, w in item.choices.items() if _plain(c) == given), item.otherwise)
    if not (right or why):  # no choice, or one in another spelling
        print(f"{answer!r} is none of the answers. {_choices(item)}")
        return
    print(("Right. " if right else "Not quite. ") + why)


def _choice_of(typed: str, choices: list[Any]) -> str:
    """The only choice of which the text is a part: "64" for "root of 64"; else the text."""
    if typed in choices or not (typed.isdecimal() or (len(typed) > 2 and typed.isalpha())):
        return typed
    part = re.compile(rf"\b{typed}\b" if typed.isdecimal() else f"^{typed}")
    found = [c for c in choices if isinstance(c, str) and part.search(c)]
    return found[0] if len(found) == 1 else typed


def _choices(item: Question) -> str:
    """The choices of a question, shuffled so that their order gives no clue."""
    return "Choose one of: " + ", ".join(sorted(map(repr, item.choices)))


def _number(typed: str, like: Any) -> Any:
    """The number or numbers in a text, if the right answer is a number or shape; else the text."""
    joined = typed if isinstance(like, tuple) else re.sub(r"(?<=\d)[_,](?=\d{3}\b)", "", typed)
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", joined)]
    if isinstance(like, tuple):
        return numbers or typed
    return typed if isinstance(like, str) or len(numbers) != 1 else numbers[0]


def _plain(value: Any) -> Any:
    """An answer in a normal form: without case and spaces, lists as tuples, 4.0 as 4."""
    if isinstance(value, str):
        return " ".join(value.lower().split())
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    return round(value, 4) if isinstance(value, float) else value
