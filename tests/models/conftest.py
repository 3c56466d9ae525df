"""The course's model, to compare with."""

import pytest

from tutor_utils.course.learner_package import course_answer


@pytest.fixture(scope="session")
def transformer():
    return course_answer("Transformer", own=False)  # whatever the maintainer has passed
