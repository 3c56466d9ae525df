"""The example in a report is the smallest input that fails, for the same reason."""

from dataclasses import replace

import pytest
import torch
from every_case import share

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.course.learner_package import course_answer
from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.examine import examine
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.engine.verdict.shrink import _ordered

pytestmark = pytest.mark.slow

WITH_GRID = [e.id for e in exercises.exercises() if e.smallest]
# The first trial is as small as the search could find, or the report tells rows and no example.
SMALL_AT_ONCE = (
    *("add_adapters", "copy_batch", "mixed_draw", "repeated_batch", "sample_next", "SwiGLU"),
    "window_batch",
)
BANK = answers.Bank()


def both(name, answer):
    """(the report before the search, the report after it)."""
    exercise = exercises.find(name)
    first, second = (observe(exercise, answer, seed) for seed in (0, 1))
    before = judge(
        exercise, first, bank=BANK, again=lambda: Evidence.from_observation(exercise, second)
    )
    return before, examine(exercise, answer, first, BANK)


@pytest.mark.parametrize("name", WITH_GRID)
def test_right_answer_passes_every_size_and_the_search_is_short(name):
    exercise = exercises.find(name)
    own = course_answer(name, own=False)
    trials = list(_ordered(exercise.smallest, 0))
    assert len(trials) <= 200
    for trial in trials:
        one = replace(exercise, trials=lambda inputs, t=trial: [t])
        report = judge(one, observe(one, own))
        assert report.passed, f"{trial.name}: {report}"


@pytest.mark.parametrize("name", share(WITH_GRID, 4))  # each takes seconds
def test_examples_get_smaller_and_keep_their_diagnosis(name):
    shrunk = 0
    for i, mistake in enumerate(exercises.find(name).mistakes):
        if shrunk and i >= 1:
            break
        before, after = both(name, BANK.answer(exercises.find(name), mistake))
        assert after.diagnosis == before.diagnosis and not after.passed
        assert [c.name for c in after.criteria] == [c.name for c in before.criteria]
        shrunk += after.example != before.example
    assert shrunk >= 1 or name in SMALL_AT_ONCE


def test_axes_of_different_sizes_show_a_straight_view():
    def split_heads(x, num_heads):
        return x.reshape(x.shape[0], num_heads, x.shape[1], -1)

    _, report = both("split_heads", split_heads)
    assert report.saw.startswith("On B=1, L=2, h=3, d_k=1")
    assert "x = [[[1, 2, 3], [4, 5, 6]]]" in report.example.call
    assert report.example.expected == "[[[[1], [4]], [[2], [5]], [[3], [6]]]]"
    assert report.example.actual == "[[[[1], [2]], [[3], [4]], [[5], [6]]]]"
    expected, actual, _ = report.picture
    assert torch.equal(expected[0, 0, :, 0], torch.tensor([1.0, 4.0]))
    assert not actual.equal(expected)
