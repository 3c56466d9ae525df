"""The audit itself can fail: each kind of shortfall is seen on a bank made for it."""

import shutil
from dataclasses import replace

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import audit, bank
from tutor_utils.authoring.mutants import mutants
from tutor_utils.course import sources
from tutor_utils.engine.exercise import Trial

RIGHT = "def padding_mask(ids, pad_id):\n    return (ids != pad_id)[:, None, None, :]\n"
WRONG = "# diagnosis: mask-inverted\n" + RIGHT.replace("!=", "==")


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A copy of the bank of padding_mask, to be spoiled."""
    shutil.copytree(bank.ANSWERS / "padding_mask", tmp_path / "padding_mask")
    monkeypatch.setattr(bank, "ANSWERS", tmp_path)
    monkeypatch.setattr(audit, "ANSWERS", tmp_path)
    return tmp_path / "padding_mask"


def shortfalls():
    return "\n".join(audit.examine("padding_mask").shortfalls)


def test_whole_bank_has_none(made):
    assert shortfalls() == ""


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("right_not.py", RIGHT.replace("!=", "=="), "right_not.py is right and was refused"),
        (
            "wrong_not.py",
            "# diagnosis: none\n" + RIGHT,
            "wrong_not.py is wrong and was not refused",
        ),
        ("wrong_name.py", WRONG.replace("inverted", "lost"), "was diagnosed as"),
        (
            "equivalent.toml",
            "[[mutant]]\nchange = 'x -> y'\nreason = 'none'\n",
            "marked as equivalent, but no mutant: x -> y",
        ),
        (
            "equivalent.toml",
            "[[mutant]]\nchange = '''return (ids != pad_id)[:, None, None, :]  ->  "
            "return (ids == pad_id)[:, None, None, :]'''\nreason = 'none'\n",
            "marked as equivalent, yet refused",
        ),
    ],
)
def test_shortfall_is_seen(made, file, text, words):
    (made / file).write_text(text, "utf-8")
    assert words in shortfalls()


def test_small_bank_is_seen(made):
    for path in list(made.glob("right_*.py"))[1:]:
        path.unlink()
    assert "1 right answers" in shortfalls()


def test_blind_check_is_seen(made, monkeypatch):
    """A check that looks at one easy trial only: mutants survive, and a criterion is idle."""
    nothing = Trial("nothing", (), run=lambda answer: 0, test=lambda value: None)
    blind = replace(exercises.find("padding_mask"), trials=lambda draw: [nothing], mistakes=())
    monkeypatch.setattr(exercises, "find", lambda name: blind)
    found = shortfalls()
    assert "survived: " in found
    assert "nothing wrong ever trips: runs" in found


def test_shortfall_ends_the_command_with_1(made, capsys):
    assert audit.main(["padding_mask", "--jobs=1"]) == 0
    assert audit.summarise([audit.Audit("padding_mask", shortfalls=["something"])], 1.0) == 1
    assert "SHORTFALL  padding_mask: something" in capsys.readouterr().out


def test_unknown_exercise_is_named(capsys):
    with pytest.raises(SystemExit):
        audit.main(["paddng_mask"])
    assert "padding_mask" in capsys.readouterr().err


def test_endless_mutant_is_ended():
    with pytest.raises(audit._TooLong), audit._limit(0.3):
        while True:
            pass


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("def f(x, y):\n    return x - y", "return x - y  ->  return x + y"),
        ("def f(x, y):\n    return x - y", "return x - y  ->  return y - y"),
        ("def f(x):\n    return x.transpose(1, 2)", "return x.transpose(1, 2)  ->  return x"),
        ("def f(x):\n    return x[1:]", "return x[1:]  ->  return x[:]"),
        ("def f(x):\n    if x > 1:\n        x = 0\n    return x", "x = 0  ->  pass"),
        ("def f(x, *, k=True):\n    return k", "def f(x, *, k=True):  ->  def f(x, *, k=False):"),
    ],
)
def test_changes(text, change):
    assert change in [mutant.change for mutant in mutants(text)]


def test_mutants_are_python_and_differ():
    text = sources.exercise_cells()["split_heads"].solution
    found = [mutant.text for mutant in mutants(text)]
    assert len(found) == len(set(found)) > 20
    for mutant in found:
        compile(mutant, "mutant", "exec")
