"""The environment: never looks ready when it is not, and says why it could not be made."""

import os
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from tutor_utils import __main__ as entry
from tutor_utils.cli import environment, lab

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
    ("said", "words"),
    [
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("Temporary failure in name resolution", "no connection"),
        ("ERROR: No matching distribution found for torch", "no build for this Python"),
        ("[Errno 13] Permission denied: 'x'", "cannot be written"),
        ("something else", "run the same command again"),
    ],
)
def test_failure_is_explained_and_leaves_nothing_that_looks_ready(course, monkeypatch, said, words):
    fake_pip(monkeypatch, f"import sys; print({said!r}); sys.exit(1)")
    with pytest.raises(environment.SetupFailed, match=words) as failure:
        environment.ensure()
    assert said in str(failure.value)
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
    [("pytest>=1", True), ("pytest<2", False), ("pytest==1.0", False), ("no-such-thing", False)],
)
def test_version_rules(rule, met):
    assert environment._met(rule) is met


def test_taken_port_is_refused(capsys):
    import socket

    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(SystemExit):
            lab.main([f"--port={port}"])
    assert f"--port={port} is taken" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["65536", "-1", "eight"])
def test_impossible_port_is_refused(port, capsys):
    with pytest.raises(SystemExit):
        lab.main([f"--port={port}"])
    assert f"'{port}' is no port" in capsys.readouterr().err


def test_impossible_address_is_refused(capsys):
    with pytest.raises(SystemExit):
        lab.main(["--ip=203.0.113.1", "--port=0"])
    assert "--ip=203.0.113.1 is no address of this machine" in capsys.readouterr().err


@pytest.mark.parametrize("ip", ["*", "0.0.0.0", "localhost"])
def test_every_address_may_be_listened_on(ip):
    assert not lab._closed(ip, 0)


@pytest.mark.parametrize("root", [True, False])
def test_root_may_open_jupyterlab(monkeypatch, root):
    commands = []
    monkeypatch.setattr(environment, "ensure", environment.current)
    monkeypatch.setattr(environment, "run", lambda command: commands.append(command) or 0)
    monkeypatch.setattr(lab.os, "geteuid", lambda: 0 if root else 1000, raising=False)
    assert lab.main(["--no-browser"]) == 0
    assert ("--allow-root" in commands[0]) is root


def test_older_python_reads_the_entry_and_is_refused_in_words():
    """The version is compared at run time, so the files up to there must be of older syntax."""
    import ast

    for name in ("__init__.py", "__main__.py"):
        text = (environment.ROOT / "tutor_utils" / name).read_text("utf-8")
        ast.parse(text, feature_version=(3, 6))
    before = text[: text.index("from .cli")]
    code = f"import sys; sys.version_info, sys.version = (3, 8), '3.8.1 (x)'\n{before}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip() == "The course needs Python 3.11 or newer. This is Python 3.8.1."


def test_ascii_terminal_shows_any_path(tmp_path):
    code = "import sys, tutor_utils.__main__ as m; m.main([]); print('한글 ü')"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        cwd=environment.ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert rb"\ud55c" in done.stdout


def test_unknown_command_is_named(capsys):
    assert entry.main(["lap"]) == 2
    assert "There is no command 'lap'" in capsys.readouterr().out


def test_start_needs_the_standard_library_alone():
    """-S hides site-packages, as on a fresh machine."""
    code = (
        "import tutor_utils.__main__ as m, tutor_utils.cli.doctor, tutor_utils.cli.lab; m.main([])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        cwd=environment.ROOT,
    )
    assert "open JupyterLab" in done.stdout, done.stderr
