"""What a reviewer would add stands below a right answer, and refuses nothing."""

from dataclasses import replace

import pytest
import torch
from small_exercise import EXERCISE, only, scaled, without_factor

from tutor_utils.engine.conditions.conditions import with_conditions
from tutor_utils.engine.exercise import Remark, Trial, refused
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.engine.verdict.remarks import MOST, with_remarks

X = torch.tensor([[1.0, 2.0]])


def remarks_of(exercise, answer):
    """The same whether they are worked out behind the report or with it."""
    observation, at_once = (observe(exercise, answer, remarks=now) for now in (False, True))
    report = with_remarks(exercise, observation, judge(exercise, observation), answer)
    assert report == with_remarks(exercise, at_once, judge(exercise, at_once))
    return report.remarks


BOTH = "`factor` and `-1`."


def refusing(error):
    def answer(x, factor=2.0):
        if factor < 0:
            raise error
        return scaled(x, factor)

    return answer


@pytest.mark.parametrize(
    ("error", "said", "names"),
    [
        (ValueError("factor=-1 is negative"), None, ""),
        (ValueError("no"), "no. Better: raise a `ValueError` that names", BOTH),
        (ValueError("factor must not be negative"), None, ""),
        (KeyError("factor"), None, ""),
        (IndexError("-1"), None, ""),
        (RuntimeError("shape"), "Better: raise a `ValueError` that names", BOTH),
        (AssertionError("factor=-1"), "And `python -O` leaves", ""),
        (AssertionError(), "And `python -O` leaves every `assert` out.", BOTH),
    ],
)
def test_an_error_that_says_too_little_is_remarked_on(error, said, names):
    found = remarks_of(EXERCISE, refusing(error))
    assert len(found) == (said is not None)
    for remark in found:
        assert said in remark.text and f" {names}" in remark.text
        assert remark.mend == 'raise ValueError(f"factor={factor} ...")'
        assert remark.example.startswith("scaled(\n")


def test_an_errors_words_are_spoken_of_once_in_a_notebook():
    told = {}
    answer = refusing(ValueError("no"))
    for notebook, name, count in (("01", "a", 1), ("01", "b", 0), ("01", "a", 1), ("02", "b", 1)):
        exercise = replace(EXERCISE, notebook=notebook, id=name)
        observation = observe(exercise, answer)
        report = judge(exercise, observation)
        assert len(with_remarks(exercise, observation, report, answer, told).remarks) == count
    assert told == {"01": "a", "02": "b"}


def test_at_most_two_remarks_and_the_exercise_s_own_first():
    own = {name: Remark(name) for name in ("one", "two", "three")}
    missed = [Trial(name, (X, 1.0), truth=lambda *_: X + 9, criterion=name) for name in own]
    exercise = only(EXERCISE, Trial("a", (X, 1.0)), *missed, remarks=own)
    assert remarks_of(exercise, scaled) == (own["one"], own["two"]) and MOST == 2


def test_failed_answer_gets_no_remarks():
    exercise = only(EXERCISE, Trial("a", (X, 3.0)), refused("b", X, -1.0, mentions=("factor",)))
    assert remarks_of(exercise, without_factor) == ()


def test_remark_trials_run_after_deciding_trials():
    late = Trial("late", (X, 1.0), criterion="beside")
    exercise = with_conditions(only(EXERCISE, late, Trial("a", (X, 3.0)), remarks={"beside": ...}))
    names = list(observe(exercise, scaled, remarks=True).trials)
    decides = list(observe(exercise, scaled).trials)
    assert names[: len(decides)] == decides and "late" in names[len(decides) :]
