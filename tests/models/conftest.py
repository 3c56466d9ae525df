"""The course's model, to compare with."""

import pytest

from tutor_utils.learner.carry import resolve


@pytest.fixture(scope="session")
def transformer():
    return resolve("Transformer")[0]
