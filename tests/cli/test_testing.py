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


def test_all_tests_take_two_pytest_runs(commands, capsys):
    assert testing.main(["-k", "heads"]) == 0
    package, notebooks = commands
    assert package[-3:] == [str(environment.ROOT / "tests"), "-k", "heads"]
    assert "--nbval" in notebooks and str(environment.ROOT / "solutions") in notebooks
    assert "-rs" in package and not any("ignore" in word or "slow" in word for word in package)


def test_quick_tests_take_one_pytest_run(commands, capsys):
    assert testing.main(["--quick", "-x"]) == 0
    (quick,) = commands
    assert quick[quick.index("-m", 3) + 1] == "not slow" and quick[-1] == "-x"
    assert f"--ignore={environment.ROOT / 'tests' / 'browser'}" in quick
    assert "--quick" not in quick


def test_excluded_test_files_exist():
    for name in testing.NOT_QUICK:
        assert (environment.ROOT / "tests" / name).is_dir()


def test_asking_what_it_does_runs_nothing(commands, capsys):
    assert testing.main(["--help"]) == 0
    assert commands == [] and "--quick" in capsys.readouterr().out
