"""Each remark is told to some right answers and not to others: else it would say nothing."""

import pytest

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.course.learner_package import course_answer
from tutor_utils.engine.conditions.condition_words import REMARKS
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.engine.verdict.remarks import with_remarks
from tutor_utils.exercises import folder

OWN = {
    name: [remark for key, remark in exercises.find(name).remarks.items() if key not in REMARKS]
    for name in exercises.names()
}


def test_what_mends_it_is_code():  # it is shown as code: backticks would stand there
    assert not [r for own in OWN.values() for r in (*own, *REMARKS.values()) if "`" in r.mend]


@pytest.mark.parametrize("name", [name for name, own in OWN.items() if own])
def test_a_remark_tells_right_answers_apart(name):
    exercise, reports = exercises.find(name), []
    for how in folder.right_answers(exercises.path_of(name)):
        answer = answers.right(name, how)
        observation = observe(exercise, answer)
        report = judge(exercise, observation)
        reports.append(with_remarks(exercise, observation, report, answer))
    assert all(report.passed for report in reports)
    for remark in OWN[name]:
        assert {remark in report.remarks for report in reports} == {True, False}


@pytest.mark.parametrize("name", exercises.names())
def test_course_answer_gets_no_remark(name):
    exercise, answer = exercises.find(name), course_answer(name, own=False)
    observation = observe(exercise, answer)
    report = judge(exercise, observation)
    assert with_remarks(exercise, observation, report, answer).remarks == ()
