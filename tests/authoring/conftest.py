"""A copy of the course, for commands that write into it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import unwritten
from tutor_utils.exercises import folder

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (
    "tutor_utils",
    "solutions",
    "notebooks",
    "README.md",
    "CITATION.cff",
    ".github/teaching.md",
    "pyproject.toml",
    "requirements.txt",
    "tests/requirements.txt",
)
Command = Callable[..., subprocess.CompletedProcess]


@pytest.fixture
def course(tmp_path) -> Path:
    """The course's folder, without what the commands do not read."""
    for name in NEEDED:
        source, copy = ROOT / name, tmp_path / "course" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy)
    return tmp_path / "course"


@pytest.fixture
def command(course) -> Command:
    """Run ``python -m`` with these arguments in the copy."""

    def run(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=course,
            env=os.environ | {"PYTHONPATH": str(course)},
            capture_output=True,
            text=True,
        )

    return run


@pytest.fixture
def causal_mask(tmp_path, monkeypatch) -> Path:
    """A copy of that exercise's folder, which stands in for it."""
    copy = tmp_path / "tutor_utils" / "exercises"
    shutil.copytree(folder.FOLDER / "nb04" / "causal_mask", copy / "nb04" / "causal_mask")
    monkeypatch.setattr(folder, "FOLDER", copy)
    monkeypatch.setattr(unwritten, "ROOT", tmp_path)
    monkeypatch.setattr(unwritten.sources, "SOLUTIONS", tmp_path / "solutions")
    exercises._read.cache_clear()
    yield copy / "nb04" / "causal_mask"
    exercises._read.cache_clear()
