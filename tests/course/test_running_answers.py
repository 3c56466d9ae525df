"""Answers become objects: from a text, a file, or a right one with two mistakes."""

from dataclasses import replace
from pathlib import Path

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


def merged(*paths):
    return answers.Bank().merged(EXERCISE, *map(mistake, paths))


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


def test_two_changes_are_made_to_one_right_answer(write):
    one = write("wrong_a.py", RIGHT.replace("scale = 2", "scale = 5"))
    two = write("wrong_b.py", RIGHT.replace("y + shift", "y - shift").replace("Cut:", "Words:"))
    assert [value(answers.load("split_heads", p)) for p in (one, two)] == [[16], [5]]
    assert value(merged(one, two)) == value(merged(two, one)) == [14]


def test_lines_may_be_added_and_taken_out(write):
    one = write(
        "wrong_a.py", RIGHT.replace("    z = y", "    y = y * 10\n    y = y + 1\n    z = y")
    )
    two = write("wrong_b.py", RIGHT.replace("    y = x * scale\n", "    y = x\n"))
    three = write("wrong_c.py", RIGHT.replace("    return z", "    return y"))
    assert value(merged(one, three)) == [61]
    gone = write("wrong_d.py", RIGHT.replace("    scale = 2\n", "").replace("* scale", "* 1"))
    assert value(merged(gone, three)) == [3] and value(merged(two, three)) == [3]


def test_changes_of_the_same_lines_cannot_meet(write):
    one = write("wrong_a.py", RIGHT.replace("scale = 2", "scale = 5"))
    two = write("wrong_b.py", RIGHT.replace("scale = 2", "scale = 7"))
    same = write("wrong_c.py", RIGHT.replace("scale = 2", "scale = 5").replace("y + shift", "y"))
    nothing = write("wrong_d.py", RIGHT + "# the same")
    assert merged(one, two) is None and merged(one, same) is None
    assert merged(one, nothing) is None and merged(nothing, one) is None
    line = RIGHT.replace("    z =", "    y = 3\n    z =")
    more, more_and = write("wrong_h.py", line), write("wrong_i.py", line.replace("shift = 1", ""))
    assert merged(more, more_and) is None, "a line is not added twice"
    block = write(
        "wrong_e.py", RIGHT.replace("scale = 2", "scale = 5").replace("shift = 1", "shift = 9")
    )
    inside = write("wrong_f.py", RIGHT.replace("shift = 1", "shift = 4"))
    assert merged(block, inside) is None
    beside = write("wrong_g.py", RIGHT.replace("shift = 1", "shift = 4"))
    assert value(merged(one, beside)) == [19], "neighbours may both change"


def test_changes_of_two_right_answers_cannot_meet(write):
    body = "    result = tensor * 2\n    result += 1\n    return result\n"
    other = f"def split_heads(tensor, count):\n{body}"
    write("right_other.py", other)
    one = write("wrong_a.py", RIGHT.replace("scale = 2", "scale = 5"))
    two = write("wrong_b.py", other.replace("+= 1", "-= 1"))
    three = write("wrong_c.py", other.replace("* 2", "* 5"))
    assert merged(one, two) is None
    assert value(merged(two, three)) == [14], "each is compared with the right answer nearest to it"


def test_what_does_not_run_together_is_no_answer(write):
    one = write(
        "wrong_a.py", RIGHT.replace("    shift = 1  # a comment\n", "").replace("y + shift", "y")
    )
    stop = write("wrong_b.py", "raise_now = 1 / 0\n" + RIGHT)
    assert merged(one, stop) is None
    broken = write("wrong_c.py", "def split_heads(")
    assert merged(one, broken) is None


def test_without_a_right_answer_nothing_meets(tmp_path):
    paths = [tmp_path / "wrong_a.py", tmp_path / "wrong_b.py"]
    for path, scale in zip(paths, (3, 4), strict=True):
        path.write_text(RIGHT.replace("scale = 2", f"scale = {scale}"), "utf-8")
    assert merged(*paths) is None


def test_comments_docstrings_and_layout_play_no_part(write):
    loose = write(
        "wrong_a.py", RIGHT.replace("x * scale", "(x   *  scale)").replace("Cut.", "Other")
    )
    assert answers._lines(loose) == answers._lines(Path(loose.parent / "right_usual.py"))
    only = write("wrong_b.py", 'class A:\n    """Doc."""\n    def f(self):\n        """Doc."""\n')
    assert answers._lines(only) == ("class A:", "", "    def f(self):", "        pass")
    module = write("wrong_c.py", '"""Doc."""\nx = 1')
    assert answers._lines(module) == ("x = 1",)
