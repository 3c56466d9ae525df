"""The notebooks in a real nbgrader course: released, validated and marked as an instructor does."""

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.grading.submissions import NAME, ROOT
from tutor_utils import exercises

pytestmark = pytest.mark.slow

SOLVED, STUB = ROOT / "solutions" / NAME, ROOT / "notebooks" / NAME
POINTS = {f"check-{e.id}": e.points for e in exercises.of_notebook("02")}
WRONG = "def project_qkv(x, w_q, w_k, w_v):\n    return w_k(x), w_q(x), w_v(x)"


def nbgrader(folder, *argv):
    """Run a command of nbgrader in a folder, away from the settings of whoever runs the tests."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER_")} | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",  # for alembic
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",
        "TUTOR_HOME": str(folder),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "jupyter"),
        "JUPYTER_DATA_DIR": str(folder / "jupyter"),
        "JUPYTER_RUNTIME_DIR": str(folder / "jupyter"),
        "JUPYTER_PREFER_ENV_PATH": "1",  # python3 is the kernel of this interpreter
    }
    (folder / "nbgrader_config.py").write_text("c.CourseDirectory.course_id = 'transformer'\n")
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *argv],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout
    assert not re.search(r"^\[\w+ \| (WARNING|ERROR|CRITICAL)\]", done.stdout, re.M), done.stdout
    return done.stdout


def cells(path):
    """Source by cell id."""
    return {c["id"]: "".join(c["source"]) for c in json.loads(path.read_text("utf-8"))["cells"]}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course whose assignment ps02 is our executed solution, released."""
    root = tmp_path_factory.mktemp("course")
    (root / "source" / "ps02").mkdir(parents=True)
    shutil.copy(SOLVED, root / "source" / "ps02")
    nbgrader(root, "generate_assignment", "ps02")
    return root


def test_release_has_no_solution(course):
    path = course / "release" / "ps02" / NAME
    released, solved, stub = cells(path), cells(SOLVED), cells(STUB)
    answers = {name for name, source in solved.items() if "BEGIN SOLUTION" in source}
    assert {name.removeprefix("check-") for name in POINTS} < answers
    assert "SOLUTION" not in path.read_text("utf-8")
    for name in answers:
        body = re.search(r"BEGIN SOLUTION\n(.*)\n *### END", solved[name], re.S)[1]
        for line in filter(None, map(str.strip, body.splitlines())):
            assert line not in "\n".join(released.values())
        names = {"Tensor": object, "nn": SimpleNamespace(Linear=object)}
        with pytest.raises(NotImplementedError):  # a prediction on its own, a function when called
            exec(released[name], names)
            names[name](*[None] * len(inspect.signature(names[name]).parameters))
    rest = [released[n].replace("../notebooks/", "") for n in released if n not in answers]
    assert rest == [stub[n] for n in stub if n not in answers]  # but for the way to the front page


def test_validate_tells_solved_from_unsolved(tmp_path):
    def validate(path):
        folder = tmp_path / path.parent.name
        folder.mkdir()
        shutil.copy(path, folder)
        return nbgrader(folder, "validate", NAME)

    with ThreadPoolExecutor() as pool:
        solved, unsolved = pool.map(validate, (SOLVED, STUB))
    assert "Success! Your notebook passes all the tests." in solved
    assert f"VALIDATION FAILED ON {len(POINTS)} CELL(S)!" in unsolved
    for name in POINTS:  # failed for the one reason that nothing was written yet
        assert f"{name.removeprefix('check-')} is not started yet" in unsolved


def test_points_are_those_of_the_course(course):
    """One answer right, one wrong, one untouched: the gradebook has the points of the right one."""
    from nbgrader.api import Gradebook

    notebook = json.loads(STUB.read_text("utf-8"))
    put_in = {"project_qkv": WRONG, "split_heads": cells(SOLVED)["split_heads"]}
    for cell in notebook["cells"]:
        cell["source"] = put_in.get(cell["id"], cell["source"])
    submitted = course / "submitted" / "ana" / "ps02"
    submitted.mkdir(parents=True)
    (submitted / NAME).write_text(json.dumps(notebook), "utf-8")
    nbgrader(course, "autograde", "ps02", "--student", "ana")
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        grades = book.find_submission_notebook(Path(NAME).stem, "ps02", "ana").grades
        assert {g.name: g.max_score for g in grades} == POINTS
        right = {"check-split_heads": POINTS["check-split_heads"]}
        assert {g.name: g.auto_score for g in grades} == dict.fromkeys(POINTS, 0) | right
    marked = json.loads((course / "autograded" / "ana" / "ps02" / NAME).read_text("utf-8"))
    failed = {
        c["id"]
        for c in marked["cells"]
        if any(o["output_type"] == "error" for o in c.get("outputs", []))
    }
    # No cell after them failed: where an answer is missing, the course's part stood in.
    assert failed == POINTS.keys() - right.keys()
