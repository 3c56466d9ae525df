"""Every test has a learner's folder of its own."""

import os
import sys

import pytest

# Tests run beside each other: with a thread each, they do not wait for one another's.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when PyTorch is imported


def pytest_collection_modifyitems(items):
    """What needs signals, forks or links of POSIX is left out on Windows."""
    if not hasattr(os, "fork"):
        for item in items:
            if item.get_closest_marker("posix"):
                item.add_marker(pytest.mark.skip(reason="this system has no POSIX"))


MAIN = sys.modules["__main__"]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    """IPython's shell takes the place of ``__main__``; processes started later need it."""
    sys.modules["__main__"] = MAIN


@pytest.fixture(autouse=True)
def learner_home(tmp_path_factory, monkeypatch):
    home = tmp_path_factory.mktemp("learner")
    monkeypatch.setenv("TUTOR_HOME", str(home))
    return home
