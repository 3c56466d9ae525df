"""A course folder of its own, whose pip is a short script."""

import os
import subprocess
import sys
import textwrap

import pytest

from tutor_utils.cli import environment, gpu, install

REAL_STEP = install._step


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The folder: spaces and Korean letters in its name, requirements that nothing meets."""
    root = tmp_path / "깨끗한 폴더 ü"
    (root / "tests").mkdir(parents=True)
    for name, path, text in (
        ("LEARNER", root / "requirements.txt", "torch>=2.11,<3\nno-such-package==1\n"),
        ("TESTS", root / "tests" / "requirements.txt", "no-such-test-package==1\n"),
        ("TORCH_LOCK", root / "requirements-torch.lock", "torch==2.13.0 \\\n    --hash=sha256:0\n"),
    ):
        path.write_text(text, "utf-8")
        monkeypatch.setattr(environment, name, path)
    (root / "requirements.lock").write_text("no-such-package==1 --hash=sha256:0\n", "utf-8")
    monkeypatch.setattr(environment, "ROOT", root)
    monkeypatch.setattr(environment, "VENV", root / ".venv")
    monkeypatch.setattr(environment, "LOCK", root / ".venv.lock")
    monkeypatch.setattr(gpu, "find", lambda: None)
    monkeypatch.setattr(
        environment, "output_of", lambda *_: "3.11" if environment.python_of().exists() else None
    )
    return root


@pytest.fixture
def fake_pip(course, monkeypatch):
    """Instead of a real venv and pip: an empty file, and a script that stands for pip.

    Called with a script, or with {a word of the step's name: a script}; returns the steps.
    """

    def use(script="print('Collecting torch')"):
        steps = []

        def step(what, command):
            steps.append((what, [str(part) for part in command]))
            if what == "making the environment":
                environment.python_of().parent.mkdir(parents=True)
                environment.python_of().touch()
                return
            found = script
            if isinstance(script, dict):
                found = next((text for word, text in script.items() if word in what), "")
            if found:
                REAL_STEP(what, [sys.executable, "-c", textwrap.dedent(found)])

        monkeypatch.setattr(install, "_step", step)
        return steps

    return use


@pytest.fixture
def run_bare():
    """Run code in an interpreter that sees the standard library alone (-S), as a fresh machine."""

    def run(code):
        return subprocess.run(
            [sys.executable, "-S", "-c", textwrap.dedent(code)],
            capture_output=True,
            text=True,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            cwd=environment.ROOT,
        )

    return run
