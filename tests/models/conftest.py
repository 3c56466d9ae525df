"""The course's model, to compare with."""

import pytest

from tutor_utils.course.learner_package import load_answer


@pytest.fixture(scope="session")
def transformer():
    return load_answer("Transformer").value
