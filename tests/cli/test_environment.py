"""Which interpreter is used: an environment never looks ready when it is not."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tutor_utils.cli import doctor, environment, install


def names(steps):
    return [what for what, _ in steps]


def test_made_once_then_found_ready(course, fake_pip):
    steps = fake_pip()
    assert (
        install.ensure() == environment.python_of() == environment.interpreter_in(course / ".venv")
    )
    count = len(steps)
    assert install.ensure() == environment.python_of()
    assert len(steps) == count and "making the environment" in names(steps)


def test_changed_requirements_or_a_moved_folder_are_noticed(course, fake_pip, monkeypatch):
    fake_pip()
    install.ensure()
    assert environment.ready([environment.LEARNER])
    environment.LEARNER.write_text("another-package==2\n", "utf-8")
    assert not environment.ready([environment.LEARNER])
    install.ensure()
    environment.lock_of(environment.LEARNER).write_text("another-package==2.1\n", "utf-8")
    assert not environment.ready([environment.LEARNER])
    install.ensure()
    assert environment.ready([environment.LEARNER])
    monkeypatch.setattr(environment, "ROOT", course.parent)
    assert not environment.ready([environment.LEARNER])


def test_a_foreign_venv_is_never_touched(course, fake_pip):
    theirs = course / ".venv"
    (theirs / "lib").mkdir(parents=True)
    (theirs / "MINE").write_text("mine", "utf-8")
    fake_pip()
    assert install.ensure() == environment.python_of()
    assert environment.venv() == course / ".venv-course"
    assert sorted(p.name for p in theirs.iterdir()) == ["MINE", "lib"]


def test_what_somebody_put_into_the_environment_stays(course, fake_pip):
    fake_pip("import sys; print('ERROR: something else'); sys.exit(1)")
    with pytest.raises(environment.SetupFailed):
        install.ensure()
    (environment.venv() / "notes.txt").write_text("mine", "utf-8")
    environment.python_of().unlink()  # half made: it is made again
    fake_pip()
    install.ensure()
    assert (environment.venv() / "notes.txt").read_text("utf-8") == "mine"


def test_interrupted_set_up_is_not_ready(course, fake_pip, monkeypatch):
    fake_pip()
    install.ensure()

    def interrupt(what, command):
        raise KeyboardInterrupt

    monkeypatch.setattr(install, "_step", interrupt)
    environment.LEARNER.write_text("another-package==2\n", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        install.ensure()
    assert not environment.ready([environment.LEARNER])


def test_two_starts_create_one_environment(course, fake_pip, capsys, monkeypatch):
    waits = "import pathlib, time\nwhile not pathlib.Path('go').exists(): time.sleep(0.1)"
    steps = fake_pip({"comparing": waits})
    monkeypatch.chdir(course)
    first, second = (threading.Thread(target=install.ensure, daemon=True) for _ in range(2))
    first.start()
    while "comparing with the list" not in names(steps):
        time.sleep(0.1)
    second.start()
    while "Another set-up is running" not in capsys.readouterr().out:
        time.sleep(0.1)
    Path("go").touch()
    first.join()
    second.join()
    assert names(steps).count("making the environment") == 1


def test_drive_without_file_locks_still_works(course, fake_pip, monkeypatch):
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    fake_pip()
    assert install.ensure() == environment.python_of()


def test_a_folder_that_cannot_be_written_is_said(course, monkeypatch):
    monkeypatch.setattr(environment, "LOCK", course / "no-such-folder" / "x")
    with pytest.raises(environment.SetupFailed, match=r"cannot be written .* folder of your own"):
        install.ensure()


def test_environment_for_tests_is_also_one_for_lab(course, fake_pip):
    steps = fake_pip()
    install.ensure()
    first = len(steps)
    install.ensure(tests=True)
    assert len(steps) > first
    again = len(steps)
    install.ensure()
    assert len(steps) == again


def test_suitable_interpreter_is_used_as_it_is(course):
    environment.LEARNER.write_text("pytest>=8,<99  # a comment\n-e .\n", "utf-8")
    assert install.ensure() == environment.current()
    assert not environment.VENV.exists()


@pytest.mark.parametrize(
    ("rule", "met"),
    [
        ("pytest", True),
        ("pytest>=2.5", True),
        ("pytest>=2,<2.5", False),
        ("pytest<1; python_version < '3'", True),
    ],
)
def test_version_rules(course, monkeypatch, rule, met):
    monkeypatch.setattr(environment.metadata, "version", lambda name: "2.5.0")
    environment.LEARNER.write_text(rule, "utf-8")
    assert environment.missing([environment.LEARNER]) == ([] if met else [rule])


def test_a_bare_python_meets_nothing(run_bare):
    """-S hides site-packages: there is no packaging to compare versions with."""
    done = run_bare(
        """
        from tutor_utils.cli import environment as e
        print(e.missing([e.LEARNER]) == e.requirements([e.LEARNER]))
        """
    )
    assert done.stdout.strip() == "True"


def test_a_venv_of_uv_that_has_everything_is_used(course, monkeypatch):
    """The README's uv way: no second environment is made beside it, by no command."""
    environment.LEARNER.write_text("pytest>=8\n", "utf-8")
    monkeypatch.setattr(environment, "missing", lambda files: ["pytest>=8"])  # this one has not
    python = environment.interpreter_in(course / ".venv")
    python.parent.mkdir(parents=True)
    (python.parents[1] / "pyvenv.cfg").write_text("uv = 0.13", "utf-8")
    python.touch()
    asked, has_all = [], iter(["", "", None])
    monkeypatch.setattr(
        environment, "output_of", lambda command: asked.append(command) or next(has_all)
    )
    assert install.ensure() == doctor.interpreter() == python
    assert asked[0][0] == python and asked[0][-1] == environment.LEARNER
    assert environment.found_already([environment.LEARNER]) is None  # it has something not
    assert not (course / ".venv-course").exists()


def test_pythonpath_of_the_user_is_left_out(tmp_path):
    """As modules of a cluster set it: another numpy, in front of the course's."""
    (tmp_path / "numpy.py").write_text("raise ImportError('numpy of another Python')", "utf-8")
    code = (
        "from tutor_utils.cli import commands; import os; commands.main(['run']);"
        "import numpy; print(os.environ['PYTHONPATH'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(environment.ROOT)])},
        capture_output=True, text=True, cwd=environment.ROOT,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1:] == [str(environment.ROOT)], done.stderr
