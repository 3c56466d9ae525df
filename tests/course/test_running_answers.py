"""Answers become objects: from a text or a file."""

from dataclasses import replace

import pytest
import torch

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.exercise import Mistake

RIGHT = '''
def split_heads(x, num_heads):
    """Cut: größer."""
    scale = 2
    shift = 1  # a comment
    y = x * scale
    z = y + shift
    return z
'''


@pytest.fixture
def write(tmp_path):
    def put(name, text):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    put("right_usual.py", RIGHT)
    return put


def mistake(path):
    return Mistake(path.stem, "Means.", "Try.", path)


EXERCISE = replace(exercises.find("split_heads"), mistakes=())


def value(answer):
    return answer(torch.tensor([3.0]), 1).tolist()


def test_a_text_has_the_usual_names_at_hand():
    text = "split_heads = lambda: (math.pi, torch.ones(1), F.relu, nn.Linear, Tensor, __name__)"
    found = answers.define("split_heads", text)()
    assert found[2:] == (torch.nn.functional.relu, torch.nn.Linear, torch.Tensor, "__main__")


def test_other_parts_of_the_course_come_along():
    answer = answers.define("merge_heads", "def merge_heads(x): return split_heads(x, 2)")
    assert answer(torch.zeros(1, 3, 4)).shape == (1, 2, 3, 2)
    own = answers.define("merge_heads", "split_heads = 3\ndef merge_heads(x): return split_heads")
    assert own(0) == 3, "its own comes first"
    one, two = (answers.define("f", "f = lambda: split_heads")() for _ in range(2))
    assert one is two


def test_a_name_that_nobody_knows_is_missed_in_the_call():
    answer = answers.define("f", "def f(): return nobody_knows")
    with pytest.raises(NameError, match="nobody_knows"):
        answer()


def test_an_error_names_the_file(write):
    path = write("wrong_a.py", "def split_heads(x):\n    raise ValueError('no')")
    with pytest.raises(ValueError, match="no") as caught:
        answers.load("split_heads", path)(1)
    assert str(caught.traceback[-1].path) == str(path)
    with pytest.raises(KeyError):
        answers.define("split_heads", "other = 1")


def test_a_bank_runs_the_file_of_a_mistake_once(write):
    bank = answers.Bank()
    path = write("wrong_a.py", RIGHT.replace("scale = 2", "scale = 5"))
    answer = bank.answer(EXERCISE, mistake(path))
    assert value(answer) == [16] and bank.answer(EXERCISE, mistake(path)) is answer
    for name, text in (
        ("wrong_b.py", "def ("),
        ("wrong_c.py", "other = 1"),
        ("wrong_d.py", "1 / 0"),
    ):
        assert bank.answer(EXERCISE, mistake(write(name, text))) is None
