"""What only a sandbox can show asks for ``bubblewrap``; the other tests run without it."""

import os
import sys
from dataclasses import replace

import pytest

from tests.grading.submissions import SECRET, answered, handed_in
from tutor_utils import exercises
from tutor_utils.grading.judge.mark_submission import mark
from tutor_utils.grading.judge.marks import Settings
from tutor_utils.grading.run import walls
from tutor_utils.grading.run.monitor import Limits


@pytest.fixture(autouse=True)
def points(monkeypatch):
    """The tests count with these, whatever the exercises are worth in the course."""
    for name, worth in {"project_qkv": 1, "split_heads": 2, "project_qkv_fused": 1}.items():
        entry = exercises.entry(name)
        if entry.points != worth:
            monkeypatch.setitem(exercises._ENTRIES, name, replace(entry, points=worth))
            exercises._read.cache_clear()


@pytest.fixture(scope="session", autouse=True)
def refuse_root():
    """Tests run as root too, in a container of their own. Gives what refuses it elsewhere."""
    refuse = walls.refuse_root
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walls, "refuse_root", lambda: None)
        yield refuse


@pytest.fixture(scope="session")
def bubblewrap():
    """It comes with the course's packages. A machine may forbid it: CI's must not."""
    try:
        walls.find()
    except walls.NoSandbox as reason:
        if os.environ.get("CI") and sys.platform == "linux":
            raise
        pytest.skip(str(reason).splitlines()[0])


@pytest.fixture
def settings():
    return Settings(secret=SECRET, limits=Limits(seconds=300), notebooks=("02",))


@pytest.fixture
def marks_of(bubblewrap, settings):
    """Mark a submission in the sandbox: exercise -> Mark. Keywords change the settings."""

    def marks(submission, **changes):
        result = mark(submission, replace(settings, **changes))
        assert not result.trouble
        return {m.exercise: m for m in result.marks}

    return marks


@pytest.fixture
def mark_of(marks_of):
    """Mark one exercise of its notebook, the others solved: give its Mark."""

    def mark(exercise, text, **changes):
        number = exercises.entry(exercise).notebook
        name = next(f"{n.stem}.ipynb" for n in exercises.NOTEBOOKS if n.number == number)
        book = handed_in("eve", (name, answered(text, exercise, name)))
        return marks_of(book, **{"notebooks": (number,)} | changes)[exercise]

    return mark
