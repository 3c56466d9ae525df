"""The audit sees where a right answer comes near to being refused."""

from dataclasses import replace

import pytest
import torch

from tutor_utils.authoring.audit_answers import near_refusal
from tutor_utils.engine import compare
from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Exercise, Finding, Trial, refused
from tutor_utils.engine.run.observe import observe

ZEROS = torch.zeros(3)


def near_zero(value, x):
    if compare.close(value, ZEROS, (0.0, 0.1)):
        return None
    return Finding("No zeros.", "They are not.", "Look.")


@pytest.mark.parametrize(
    "trial",
    [
        Trial("zeros", (ZEROS,), tolerance=(0.0, 0.1)),
        Trial("zeros", (ZEROS,), verify=near_zero, criterion="property"),
    ],
    ids=["truth", "property"],
)
def test_answer_too_close_to_a_tolerance_is_reported(trial):
    trials = [trial, refused("no refusal", ZEROS, mentions=("x",))]
    exercise = Exercise(lambda inputs: trials, "shift(x)", truth=lambda x: x)
    found = []
    for by in (0.0, 0.04, 0.08):
        observation = observe(replace(exercise, id="shift"), lambda x, by=by: x + by)
        found += near_refusal("right.py", Evidence.from_observation(exercise, observation))
    (words,) = found
    assert words.startswith("right.py is right and uses 0.80 of the tolerance in 'zeros'.")
