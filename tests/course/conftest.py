"""Files are read and written as UTF-8 whatever the system's own encoding is."""

import locale

import pytest


@pytest.fixture(autouse=True)
def another_encoding():
    before = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C")
    yield
    locale.setlocale(locale.LC_CTYPE, before)
