"""The search's own, cheaper look at an answer agrees with the check."""

import pytest

from tutor_utils import exercises
from tutor_utils.course.learner_package import course_answer
from tutor_utils.engine.naming.repair.oracle import Here, is_right
from tutor_utils.engine.run import programs


@pytest.mark.parametrize(
    "name", ["split_heads", "initialise", "cached_greedy_decode", "online_softmax"]
)
def test_a_right_answer_fails_no_trial(name):
    """Those that count what an answer does, too: where one fails, no edit is ever found."""
    oracle, answer = (
        Here(exercises.find(name), 0, lambda answer: True),
        course_answer(name, own=False),
    )
    trials = oracle.evidence.trials.values()
    seen = {trial: programs.run(trial, answer) for trial in trials}
    assert [t.name for t in trials if not is_right(oracle.evidence, t, seen[t])] == []
