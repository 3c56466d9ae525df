"""Answers become objects: from a text or a file."""

import traceback
from dataclasses import replace

import pytest
import torch

from tutor_utils import exercises
from tutor_utils.course import answers


def test_other_parts_of_the_course_come_along():
    answer = answers.define("merge_heads", "def merge_heads(x): return split_heads(x, 2)")
    assert answer(torch.zeros(1, 3, 4)).shape == (1, 2, 3, 2)
    own = answers.define("merge_heads", "split_heads = 3\ndef merge_heads(x): return split_heads")
    assert own(0) == 3, "its own comes first"
    one, two = (answers.define("f", "f = lambda: split_heads")() for _ in range(2))
    assert one is two


def test_an_error_shows_the_line():
    answer = answers.define("f", "def f():\n    raise ValueError('no')", "<f>")
    with pytest.raises(ValueError, match="no") as caught:
        answer()
    assert traceback.extract_tb(caught.tb)[-1].line == "raise ValueError('no')"
    with pytest.raises(KeyError):
        answers.define("split_heads", "other = 1")


def test_a_bank_runs_the_code_of_a_mistake_once():
    exercise, bank = exercises.find("split_heads"), answers.Bank()
    known = exercise.mistakes[0]
    answer = bank.answer(exercise, known)
    assert answer.__name__ == "split_heads" and bank.answer(exercise, known) is answer
    for code in ("def (", "other = 1", "1 / 0"):
        assert bank.answer(exercise, replace(known, code=code)) is None
