"""What the command says of a mistake, and how it ends."""

from pathlib import Path

import pytest

from tutor_utils.authoring import mistake
from tutor_utils.cli import environment
from tutor_utils.cli import mistake as command
from tutor_utils.engine.verdict.report import Outcome, Report


@pytest.fixture
def added(monkeypatch):
    """The mistake is written, with these words."""
    found = []
    report = Report("split_heads", "", Outcome.FAILED, means="It is not known.")

    def add(*given):
        found.append(given)
        return environment.ROOT / "mistakes.py", report

    monkeypatch.setattr(mistake, "add", add)
    return found


def test_exercise_is_audited(added, monkeypatch, capsys):
    audits = []
    monkeypatch.setattr(environment, "run", lambda words: audits.append(words) or 1)
    assert command.main(["split_heads", "answer.py", "--slug=a-b"]) == 1, "the audit's exit code"
    assert added == [("split_heads", Path("answer.py"), "a-b")]
    assert audits[0][-3:] == ["audit", "--quick", "split_heads"]
    assert "Until now learners were told (no name): It is not known." in capsys.readouterr().out


def test_words_that_are_missing_are_listed(added, monkeypatch, capsys):
    lines = ["exercises/mistakes.py:3: what", "exercises/other.py:1: else"]
    monkeypatch.setattr(command.unwritten, "of_exercise", lambda name: lines)
    monkeypatch.setattr(environment, "run", lambda words: pytest.fail("audited too early"))
    assert command.main(["split_heads", "answer.py"]) == 0
    said = capsys.readouterr().out
    assert "Left to write:\nexercises/mistakes.py:3: what\nThen: " in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["split_head", "answer.py"], "Did you mean 'split_heads'?"),
        (["split_heads", "nowhere.py"], "nowhere.py"),
    ],
)
def test_bad_argument_ends_with_2(arguments, words, capsys):
    with pytest.raises(SystemExit) as end:
        command.main(arguments)
    assert end.value.code == 2 and words in capsys.readouterr().err
