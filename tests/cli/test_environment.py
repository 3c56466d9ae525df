"""The environment: never looks ready when it is not, and says why it could not be made."""

import os
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from tutor_utils.cli import environment

REAL_STEP = environment._step


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course folder with spaces and Korean letters, whose pip is a short script."""
    root = tmp_path / "깨끗한 폴더 ü"
    (root / "tests").mkdir(parents=True)
    (root / "requirements.txt").write_text("no-such-package==1\n", "utf-8")
    (root / "tests" / "requirements.txt").write_text("no-such-test-package==1\n", "utf-8")
    for name, path in {
        "ROOT": root,
        "VENV": root / ".venv",
        "LOCK": root / ".venv.lock",
        "LEARNER": root / "requirements.txt",
        "TESTS": root / "tests" / "requirements.txt",
    }.items():
        monkeypatch.setattr(environment, name, path)
    monkeypatch.setattr(environment, "_cpu_options", lambda: [])
    return root


def fake_pip(monkeypatch, script="print('Collecting torch')"):
    """Instead of a real venv and pip: a folder, and a script that stands for pip."""
    runs = []

    def step(what, command):
        runs.append(what)
        if what == "making .venv":
            python = environment.python_of()
            python.parent.mkdir(parents=True)
            python.symlink_to(sys.executable)
        else:
            REAL_STEP(what, [sys.executable, "-c", textwrap.dedent(script)])

    monkeypatch.setattr(environment, "_step", step)
    return runs


def test_made_once_then_found_ready(course, monkeypatch):
    runs = fake_pip(monkeypatch)
    assert environment.ensure() == environment.python_of()
    assert environment.ensure() == environment.python_of()
    assert runs == ["making .venv", "installing the packages"]


def test_changed_requirements_or_a_moved_folder_are_noticed(course, monkeypatch):
    fake_pip(monkeypatch)
    environment.ensure()
    assert environment.ready([environment.LEARNER])
    environment.LEARNER.write_text("another-package==2\n", "utf-8")
    assert not environment.ready([environment.LEARNER])
    environment.make([environment.LEARNER])
    assert environment.ready([environment.LEARNER])
    monkeypatch.setattr(environment, "ROOT", course.parent)
    assert not environment.ready([environment.LEARNER])


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("Temporary failure in name resolution", "no connection"),
        ("ERROR: No matching distribution found for torch", "no build for this Python"),
        ("[Errno 13] Permission denied: 'x'", "cannot be written"),
        ("something else", "run the same command again"),
    ],
)
def test_failure_is_explained_and_leaves_nothing_that_looks_ready(
    course, monkeypatch, message, words
):
    fake_pip(monkeypatch, f"import sys; print({message!r}); sys.exit(1)")
    with pytest.raises(environment.SetupFailed, match=words) as failure:
        environment.ensure()
    assert message in str(failure.value)
    assert not environment.ready([environment.LEARNER])
    fake_pip(monkeypatch)
    environment.ensure()  # it can be run again
    assert environment.ready([environment.LEARNER])


def test_interrupted_set_up_is_not_ready(course, monkeypatch):
    fake_pip(monkeypatch)
    environment.ensure()

    def interrupt(what, command):
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "_step", interrupt)
    environment.LEARNER.write_text("another-package==2\n", "utf-8")
    with pytest.raises(KeyboardInterrupt):
        environment.ensure()
    assert not environment.ready([environment.LEARNER])


def test_two_at_once_make_it_once(course, monkeypatch, capsys):
    runs = fake_pip(monkeypatch, "import time; time.sleep(1)")
    threads = [threading.Thread(target=environment.ensure) for _ in range(2)]
    for thread in threads:
        thread.start()
        time.sleep(0.2)
    for thread in threads:
        thread.join()
    assert runs.count("installing the packages") == 1
    assert "Another set-up is running" in capsys.readouterr().out


def test_tests_need_a_stamp_of_their_own(course, monkeypatch):
    runs = fake_pip(monkeypatch)
    environment.ensure()
    environment.ensure(tests=True)
    assert runs.count("installing the packages") == 2
    environment.ensure()  # an environment for the tests opens JupyterLab as well
    assert runs.count("installing the packages") == 2


def test_suitable_interpreter_is_used_as_it_is(course):
    environment.LEARNER.write_text("pytest>=8,<99  # a comment\n-e .\n", "utf-8")
    assert environment.ensure() == environment.current()
    assert not environment.VENV.exists()


@pytest.mark.parametrize(
    ("rule", "met"),
    [
        ("pytest", True),
        ("pytest>=2.5", True),
        ("pytest>2.5", False),
        ("pytest<=2.5.0", True),
        ("pytest<2.5", False),
        ("pytest==2.5", True),
        ("pytest==2.4", False),
        ("pytest!=2.5.0", False),
        ("pytest~=2.4", True),
        ("pytest~=2.4.0", False),
        ("pytest>=2,<2.5", False),
        ("pytest<1; python_version < '3'", True),
    ],
)
def test_version_rules(course, monkeypatch, rule, met):
    monkeypatch.setattr(environment.metadata, "version", lambda name: "2.5.0")
    environment.LEARNER.write_text(rule, "utf-8")
    assert environment.missing([environment.LEARNER]) == ([] if met else [rule])


def test_a_build_of_its_own_is_the_version_that_was_asked_for(course, monkeypatch):
    monkeypatch.setattr(environment.metadata, "version", lambda name: "2.13.0+cpu")
    environment.LEARNER.write_text("torch==2.13.0", "utf-8")
    assert environment.missing([environment.LEARNER]) == []


def test_a_bare_python_meets_nothing():
    """-S hides site-packages: there is no packaging to compare versions with."""
    code = (
        "from tutor_utils.cli import environment as e;"
        "print(e.missing([e.LEARNER]) == e.requirements([e.LEARNER]))"
    )
    command = [sys.executable, "-S", "-c", code]
    bare = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        command, capture_output=True, text=True, env=bare, cwd=environment.ROOT, check=True
    )
    assert done.stdout.strip() == "True"
