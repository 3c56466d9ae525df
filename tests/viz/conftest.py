"""Drawing warns of nothing: a warning would stand in red below a learner's cell."""

import warnings

import pytest


@pytest.fixture(autouse=True)
def warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
