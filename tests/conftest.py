"""Every test has a learner's folder of its own."""

import os
import sys

import pytest

# Tests run beside each other: with a thread each, they do not wait for one another's.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when PyTorch is imported


@pytest.fixture(autouse=True)
def own_main(monkeypatch):
    """IPython's shell takes the place of ``__main__``; processes started later need it."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(autouse=True)
def learner_home(tmp_path_factory, monkeypatch):
    home = tmp_path_factory.mktemp("learner")
    monkeypatch.setenv("TUTOR_HOME", str(home))
    return home
