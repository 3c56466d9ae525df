"""Submissions made from the solutions, with some answers put in or taken out."""

import json
import os
import shutil
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from tutor_utils.grading import sandbox
from tutor_utils.grading.marking import Settings
from tutor_utils.grading.sandbox import Limits
from tutor_utils.grading.submission import Submission, Upload

ROOT = Path(__file__).resolve().parents[2]
NAME = "02_projection_and_heads.ipynb"
WHEN = datetime(2026, 11, 1, tzinfo=UTC)
SECRET = b"known to the tests alone"


@cache
def _read(path):
    return json.loads(path.read_text("utf-8"))


def solved(name=NAME):
    """The notebook with every answer, as plain JSON to change at will."""
    return deepcopy(_read(ROOT / "solutions" / name))


def stub(name=NAME):
    """The notebook as it is given to learners."""
    return deepcopy(_read(ROOT / "notebooks" / name))


def cell(notebook, name):
    return next(c for c in notebook["cells"] if c["id"] == name)


def handed_in(learner, *notebooks, name=NAME):
    """A submission of one file or several, all of the same notebook or (name, notebook) pairs."""
    pairs = [n if isinstance(n, tuple) else (name, n) for n in notebooks]
    uploads = [Upload(n, json.dumps(nb).encode("utf-8", "replace"), WHEN) for n, nb in pairs]
    return Submission(learner, tuple(uploads))


def put(folder, notebook, name=NAME):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(notebook), "utf-8")


@pytest.fixture
def settings():
    return Settings(SECRET, Limits(seconds=15), notebooks=("02",))


@pytest.fixture(scope="session", autouse=True)
def walls():
    """In CI bubblewrap is installed, so its absence is a fault. Elsewhere the reason is said."""
    try:
        sandbox.find()
    except sandbox.NoWalls as reason:
        if os.environ.get("CI") and not shutil.which("bwrap"):
            raise
        pytest.skip(str(reason))
