"""``test`` runs everything; ``test --quick`` leaves out what takes long."""

import pytest

from tutor_utils.cli import environment, install, testing


@pytest.fixture
def commands(monkeypatch):
    """The commands that would have run."""
    found = []
    monkeypatch.setattr(install, "ensure", lambda tests: "python")
    monkeypatch.setattr(
        environment, "run", lambda command: found.append(list(map(str, command))) or 0
    )
    return found


def test_tests_and_notebooks_are_two_runs_of_pytest(commands, capsys):
    assert testing.main(["-k", "heads"]) == 0
    package, notebooks = commands
    assert package[-3:] == [str(environment.ROOT / "tests"), "-k", "heads"]
    assert "--nbval" in notebooks and str(environment.ROOT / "solutions") in notebooks
    assert not any("ignore" in word or "slow" in word for word in package)


def test_quick_tests_are_one_run_without_slow_folders(commands, capsys):
    assert testing.main(["--quick", "-x"]) == 0
    (quick,) = commands
    assert "not slow and not lint" in quick and quick[-1] == "-x" and "--quick" not in quick
    left_out = [environment.ROOT / "tests" / name for name in testing.NOT_QUICK]
    assert all(f"--ignore={folder}" in quick and folder.is_dir() for folder in left_out)


def test_asking_what_it_does_runs_nothing(commands, capsys):
    assert testing.main(["--help"]) == 0
    assert commands == [] and "--quick" in capsys.readouterr().out
