"""``lab`` runs JupyterLab at the front page; what the learner says comes first."""

import pytest

from tutor_utils.cli import environment, install, lab


@pytest.fixture
def start(monkeypatch):
    """Run ``lab`` and return the words that JupyterLab would be started with."""

    def run(*words, root=False):
        commands = []
        monkeypatch.setattr(install, "ensure", lambda build: environment.current())
        monkeypatch.setattr(environment, "run", lambda command: commands.append(command) or 0)
        monkeypatch.setattr(lab.os, "geteuid", lambda: 0 if root else 1000, raising=False)
        assert lab.main(list(words)) == 0
        return commands[0]

    return run


@pytest.mark.parametrize(
    ("own", "word"),
    [
        ("--ServerApp.root_dir=/elsewhere", "--LabApp.default_url=/lab/tree/index.ipynb"),
        ("--ip=0.0.0.0", "--ip=127.0.0.1"),
        ("--log-level=INFO", "--log-level=WARN"),
    ],
)
def test_own_word_takes_the_place_of_the_courses(start, own, word):
    assert word in start("--no-browser", "--port=8889")
    mine = start(own)
    assert own in mine and word not in mine


def test_root_may_open_jupyterlab(start):
    assert "--allow-root" in start(root=True) and "--allow-root" not in start()


@pytest.mark.parametrize(("words", "level"), [([], "WARN"), (["--log-level=ERROR"], "ERROR")])
def test_jupyterlabs_own_part_is_as_quiet_as_its_server(start, words, level):
    assert f"--LabApp.log_level={level}" in start(*words)


@pytest.mark.parametrize("mine", [True, False])
def test_a_folder_of_somebody_else_is_named(start, monkeypatch, capsys, mine):
    monkeypatch.setattr(lab.os, "access", lambda path, how: mine and path.name == "notebooks")
    start()
    said = capsys.readouterr().out
    assert ("WARN" in said and "cannot be written" in said) is not mine
