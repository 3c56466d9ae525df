"""Every test has a learner's folder of its own."""

import pytest


@pytest.fixture(autouse=True)
def learner_home(tmp_path_factory, monkeypatch):
    home = tmp_path_factory.mktemp("learner")
    monkeypatch.setenv("TUTOR_HOME", str(home))
    return home
