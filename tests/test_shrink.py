"""The example in a report is the smallest input that fails, for the same reason."""

from dataclasses import replace

import pytest
import torch

from tutor_utils import exercises
from tutor_utils.authoring.bank import answers
from tutor_utils.course.learner_package import load_answer
from tutor_utils.engine.judge import judge
from tutor_utils.engine.observe import observe
from tutor_utils.engine.report import Outcome
from tutor_utils.engine.shrink import _ordered, shrink

WITH_FAMILY = [e.id for e in exercises.exercises() if e.smallest]


def report_on(exercise, value):
    return judge(exercise, observe(exercise, value))


@pytest.mark.parametrize("exercise_id", WITH_FAMILY)
def test_right_answer_passes_every_size(exercise_id):
    exercise = exercises.find(exercise_id)
    own = load_answer(exercise_id).value
    for trial in _ordered(exercise.smallest, 0):
        report = report_on(replace(exercise, trials=lambda draw, t=trial: [t]), own)
        assert report.passed, f"{trial.name}: {report}"


@pytest.mark.parametrize("exercise_id", WITH_FAMILY)
def test_examples_get_smaller_and_keep_their_diagnosis(exercise_id):
    exercise, shrunk = exercises.find(exercise_id), 0
    for answer in (a for a in answers(exercise_id) if not a.right):
        value = answer.load()
        before = report_on(exercise, value)
        after = shrink(exercise, value, before)
        assert after.diagnosis == before.diagnosis == answer.diagnosis
        assert [c.name for c in after.criteria] == [c.name for c in before.criteria]
        assert not after.passed
        shrunk += after is not before
    assert shrunk >= 1


def test_two_tokens_two_heads_tell_a_straight_view():
    def split_heads(x, num_heads):
        return x.view(x.shape[0], num_heads, x.shape[1], -1)

    exercise = exercises.find("split_heads")
    report = shrink(exercise, split_heads, report_on(exercise, split_heads))
    assert report.saw.startswith("On B=1, L=2, h=2, d_k=1")
    assert "x = [[[1, 2], [3, 4]]]" in report.example.call
    assert "num_heads = 2" in report.example.call
    assert report.example.expected == "[[[[1], [3]], [[2], [4]]]]"
    assert report.example.actual == "[[[[1], [2]], [[3], [4]]]]"
    expected, actual = report.picture
    assert torch.equal(expected[0, 0, :, 0], torch.tensor([1.0, 3.0])) and not actual.equal(
        expected
    )


def test_wrong_here_and_stopped_there_is_told_as_both():
    def split_heads(x, num_heads):
        if x.shape[-1] % num_heads:
            raise ValueError(f"num_heads={num_heads}")
        return x.view(x.shape[0], num_heads, x.shape[1], -1)  # stops where x is not contiguous

    exercise = exercises.find("split_heads")
    before = report_on(exercise, split_heads)
    after = shrink(exercise, split_heads, before)
    assert before.outcome is Outcome.ERROR and after.outcome is Outcome.FAILED
    assert after.diagnosis == before.diagnosis == "view-straight-to-heads"
    assert {c.name for c in after.criteria if c.passed is False} == {"values"}
    assert "With other arguments your code stops" in after.notes[-1]


def test_what_no_small_input_shows_stays_as_it_is():
    def attention_weights(scores):  # overflows only where scores are large
        return scores.exp() / scores.exp().sum(-1, keepdim=True)

    exercise = exercises.find("attention_weights")
    before = report_on(exercise, attention_weights)
    assert before.diagnosis == "exp-overflows"
    assert shrink(exercise, attention_weights, before) is before


def test_right_answer_is_left_alone():
    exercise, own = exercises.find("split_heads"), load_answer("split_heads").value
    report = report_on(exercise, own)
    assert shrink(exercise, own, report) is report


def test_smallest_input_that_stops_the_code():
    def merge_heads(x):
        return x.transpose(1, 2).view(x.shape[0], x.shape[2], -1)

    exercise = exercises.find("merge_heads")
    report = shrink(exercise, merge_heads, report_on(exercise, merge_heads))
    assert "B=1, h=2, L=2, d_k=2: RuntimeError: view size" in report.saw
    assert report.example.expected == "(no error)"


@pytest.mark.parametrize("exercise_id", WITH_FAMILY)
def test_search_is_short(exercise_id):
    assert len(list(_ordered(exercises.find(exercise_id).smallest, 0))) <= 64
