"""The notebooks in a real nbgrader course, as an institution that has nbgrader uses them."""

import json
import os
import sys
from pathlib import Path

import pytest
from conftest import NAME, ROOT, cell, put, solved, stub

from tutor_utils import exercises

pytest.importorskip("nbgrader", reason="nbgrader is a development dependency")
STEM = NAME.removesuffix(".ipynb")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course whose source is our executed solution; three submissions, released and marked."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    root = tmp_path_factory.mktemp("course")
    put(root / "source" / "ps02", solved())
    wrong = solved()
    cell(wrong, "split_heads")["source"] = "def split_heads(x, num_heads):\n    return x"
    put(root / "submitted" / "ana" / "ps02", solved())
    put(root / "submitted" / "ben" / "ps02", wrong)
    put(root / "submitted" / "cem" / "ps02", stub())
    config = Config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.course_id = "transformer"
    config.ClearSolutions.code_stub = {"python": 'raise NotImplementedError("TODO")'}
    env = pytest.MonkeyPatch()
    env.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")  # it calls alembic
    env.setenv("PYTHONPATH", str(ROOT))
    env.setenv("IPYTHONDIR", str(root / "ipython"))
    env.setenv("TUTOR_HOME", str(root / "home"))
    before = Path.cwd()
    os.chdir(root)
    try:
        api = NbGraderAPI(config=config)
        api.coursedir.course_id = "transformer"
        done = {"released": api.generate_assignment("ps02")}
        for name in ("ana", "ben", "cem"):
            done[name] = api.autograde("ps02", name)
        yield root, api, done
    finally:
        os.chdir(before)
        env.undo()


def test_release_has_no_solution(course):
    root, _, done = course
    assert done["released"]["success"], done["released"]["log"]
    released = json.loads((root / "release" / "ps02" / NAME).read_text("utf-8"))
    text = "".join(cell(released, "split_heads")["source"])
    assert "NotImplementedError" in text and "BEGIN SOLUTION" not in text
    assert "transpose" not in text
    assert "check(split_heads)" in "".join(cell(released, "check-split_heads")["source"])
    assert done["released"]["log"].count("WARNING") == 0, done["released"]["log"]


@pytest.mark.parametrize("name", ["ana", "ben", "cem"])
def test_points_are_those_of_the_course(course, name):
    _, api, done = course
    assert done[name]["success"], done[name]["log"]
    with api.gradebook as book:
        submission = book.find_submission_notebook(STEM, "ps02", name)
        found = {grade.name: grade.auto_score for grade in submission.grades}
    points = {f"check-{e.id}": e.points for e in exercises.of_notebook("02")[0].values()}
    expected = {
        "ana": points,
        "ben": points | {"check-split_heads": 0},
        "cem": dict.fromkeys(points, 0),
    }[name]
    assert found == expected


def test_validate_tells_solved_from_unsolved(course, monkeypatch):
    from nbgrader.validator import Validator

    root, _, _ = course
    told = {}
    for name in ("ana", "ben"):
        path = root / "submitted" / name / "ps02" / NAME
        told[name] = Validator().validate(str(path))
    assert "failed" not in told["ana"] and "changed" not in told["ana"]
    assert [c["source"].strip() for c in told["ben"]["failed"]] == ["check(split_heads)"]
