"""The small exercise, and a bank of its known mistakes."""

import pytest
from small_exercise import EXERCISE, Bank


@pytest.fixture
def exercise():
    return EXERCISE


@pytest.fixture
def bank():
    return Bank()
