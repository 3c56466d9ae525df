"""A course folder of its own, whose pip is a short script."""

import subprocess
import sys
import textwrap

import pytest

from tutor_utils.cli import environment, gpu, install, preflight

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
    monkeypatch.setattr(preflight, "network", lambda: preflight.Row("OK", "network", "answers"))
    monkeypatch.setattr(install, "_usable", lambda: environment.python_of().exists())
    monkeypatch.setattr(
        environment, "version_inside", lambda: "3.11" * environment.python_of().exists()
    )
    return root


@pytest.fixture
def fake_pip(course, monkeypatch):
    """Instead of a real venv and pip: a folder, and a script that stands for pip.

    Called with a script, or with {a word of the step's name: a script}; returns the steps.
    """

    def use(script="print('Collecting torch')"):
        steps = []

        def step(what, command):
            steps.append((what, [str(part) for part in command]))
            if what == "making the environment":
                python = environment.python_of()
                python.parent.mkdir(parents=True)
                python.write_text("", "utf-8")
                inside = environment.venv() / "lib" / "python3.11" / "site-packages"
                for name in ("torch", "seaborn"):
                    (inside / name).mkdir(parents=True)
                    (inside / name / "__init__.py").touch()
                    about = inside / f"{name}-1.0.dist-info"
                    about.mkdir()
                    (about / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n", "utf-8")
                    (about / "RECORD").write_text(f"{name}/__init__.py,,\n", "utf-8")
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
    import os

    def run(code, **variables):
        bare = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | variables
        return subprocess.run(
            [sys.executable, "-S", "-c", textwrap.dedent(code)],
            capture_output=True,
            text=True,
            env=bare,
            cwd=environment.ROOT,
        )

    return run
