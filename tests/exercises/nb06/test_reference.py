"""The truth for modules, PyTorch's own layers with the known numbers in them, is the course's."""

import pytest

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.exercises.folder import right_answers

MODULES = [exercise.id for exercise in exercises.of_notebook("06")]


@pytest.mark.parametrize(
    ("name", "how"),
    [(name, how) for name in MODULES for how in right_answers(exercises.path_of(name))],
)
def test_right_module_agrees_with_the_truth(name, how):
    exercise = exercises.find(name)
    report = judge(exercise, observe(exercise, answers.right(name, how)))
    assert report.passed, str(report)
