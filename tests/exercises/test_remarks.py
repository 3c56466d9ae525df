"""Each remark is told to some right answers and not to others: else it would say nothing."""

import pytest

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.judge import judge
from tutor_utils.engine.observe import observe
from tutor_utils.exercises import folder

REMARKED = [name for name in exercises.names() if exercises.find(name).remarks]


def test_some_exercises_have_remarks():
    assert REMARKED


@pytest.mark.parametrize("name", REMARKED)
def test_a_remark_tells_right_answers_apart(name):
    exercise = exercises.find(name)
    every = [answers.right(name, how) for how in folder.right_answers(exercises.path_of(name))]
    reports = [judge(exercise, observe(exercise, answer)) for answer in every]
    assert all(report.passed for report in reports)
    for remark in exercise.remarks.values():
        assert {remark.text in report.notes for report in reports} == {True, False}
