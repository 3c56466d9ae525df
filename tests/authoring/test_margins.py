"""The audit watches how near right and wrong answers come to a tolerance."""

from dataclasses import replace

import pytest
import torch

from tutor_utils.authoring import margins
from tutor_utils.engine import compare
from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Exercise, Finding, Trial, refused
from tutor_utils.engine.run.observe import observe

ZEROS = torch.zeros(3)
FILE = "tutor_utils/exercises/nb00/shift/{}.py"


def near_zero(value, x):
    if compare.close(value, torch.zeros(3), (0.0, 0.1)):
        return None
    return Finding("No zeros.", "They are not.", "Look.")


def evidence(answer, *trials):
    exercise = Exercise(lambda inputs: list(trials), "shift(x)", ("Hint.",), truth=lambda x: x)
    return Evidence.from_observation(exercise, observe(replace(exercise, id="shift"), answer))


def shifted(by, *trials):
    return evidence(lambda x: x + by, *(trials or [Trial("zeros", (ZEROS,), tolerance=(0, 0.1))]))


@pytest.mark.parametrize(
    "trial",
    [
        Trial("zeros", (ZEROS,), tolerance=(0.0, 0.1)),
        Trial("zeros", (ZEROS,), verify=near_zero, criterion="property"),
    ],
)
def test_answer_too_close_to_a_tolerance_is_reported(trial):
    right = [margins.shortfall_of_right(FILE, shifted(by, trial)) for by in (0.0, 0.04, 0.07)]
    assert [bool(list(found)) for found in right] == [False, False, True]
    wrong = [margins.shortfall_of_wrong(FILE, shifted(by, trial)) for by in (0.2, 0.9, 1.1)]
    assert [bool(list(found)) for found in wrong] == [True, True, False]


def test_words_say_which_file_and_by_how_much():
    (words,) = margins.shortfall_of_right(FILE, shifted(0.08))
    assert words.startswith(f"{FILE} is right and uses 0.80 of the tolerance in 'zeros'.")
    (words,) = margins.shortfall_of_wrong(FILE, shifted(0.3))
    assert words.startswith(f"{FILE} is wrong and told by 3.0 tolerances at most, in 'zeros'.")


def test_one_clear_trial_suffices_and_errors_have_no_margin():
    near, far = (Trial(str(t), (ZEROS,), tolerance=(0, t)) for t in (0.1, 0.001))
    assert margins.margin_of_wrong(shifted(0.3, near, far)) == (pytest.approx(300), "0.001")
    bad = refused("no refusal", ZEROS, mentions=("x",))
    assert margins.margin_of_wrong(shifted(0.3, near, bad)) == (torch.inf, "no refusal")
    assert margins.used_by_right(shifted(0.0, near, bad)) == (0.0, "0.1")
    assert margins.margin_of_wrong(evidence(lambda x: x.nonsense, near))[0] == torch.inf
