"""What changed is marked again: all that decides a mark is in the fingerprint."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.grading.submissions import NAME, ROOT
from tutor_utils import exercises
from tutor_utils.grading.gradebook.fingerprint import (
    NO_PART_OF_A_MARK,
    PACKAGE,
    course_digest,
    deciding_files,
    keys,
)
from tutor_utils.grading.run.monitor import Limits

IMPORTS = """
import json, sys
import tutor_utils.grading.mark_class, tutor_utils.grading.run.fork_server
from tutor_utils import exercises
list(exercises.exercises())
print(json.dumps([m.__file__ for n, m in sys.modules.items() if n.startswith("tutor_utils")]))
"""


@pytest.fixture(scope="module")
def used():
    """The files of the course that marking imports, outside and inside the sandbox."""
    done = subprocess.run([sys.executable, "-c", IMPORTS], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def copy(tmp_path):
    """A copy of all that the fingerprint is made of."""
    leave = shutil.ignore_patterns("__pycache__", "*.ipynb")
    for name in ("tutor_utils", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=leave)
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    return tmp_path


def digest(folder):
    return course_digest(folder / "tutor_utils", folder / "solutions", folder / "notebooks")


@pytest.mark.parametrize(
    "name", ["engine/verdict/judge.py", "exercises/nb02/split_heads/mistakes.toml", "new.py"]
)
def test_what_decides_a_mark_changes_the_fingerprint(copy, name):
    before = digest(copy)
    with (copy / "tutor_utils" / name).open("a") as file:
        file.write("\n# changed\n")
    assert digest(copy) != before


def test_every_module_that_marking_imports_changes_the_fingerprint(used):
    """The checks, the judge, what reads answers out of submissions, and what runs them."""
    # a folder without __init__.py has no file
    names = {Path(name) for name in used if name}
    assert len(names) > 30 and len({path.relative_to(PACKAGE).parts[0] for path in names}) > 3
    assert not names - deciding_files()


def test_solutions_and_notebooks_change_it_too(copy):
    before = digest(copy)
    solution = copy / "solutions" / NAME.replace(".ipynb", ".py")
    text = solution.read_text("utf-8")
    solution.write_text(text + "\nx = 1\n", "utf-8")
    assert digest(copy) != before
    solution.write_text(text, "utf-8")
    path = copy / "notebooks" / NAME
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"].append(notebook["cells"][-1] | {"id": "one-more"})
    path.write_text(json.dumps(notebook), "utf-8")
    assert digest(copy) != before


def test_what_cannot_change_a_mark_is_left_out(copy):
    before = digest(copy)
    for name in NO_PART_OF_A_MARK:
        (copy / "tutor_utils" / name / "more.py").parent.mkdir(exist_ok=True)
        (copy / "tutor_utils" / name / "more.py").write_text("x = 1")
    path = copy / "notebooks" / NAME
    notebook = json.loads(path.read_text("utf-8"))
    for cell in notebook["cells"]:  # an instructor has run it
        if cell["cell_type"] == "code":
            cell["execution_count"] = 1
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "x"}]
    path.write_text(json.dumps(notebook, indent=2), "utf-8")
    assert digest(copy) == before


def test_cache_key_holds_every_setting_that_affects_marks(settings, monkeypatch):
    before = keys(settings)

    def others(**changes):
        now = keys(replace(settings, **changes))
        return {name for name, key in now.items() if key != before[name]}

    every = set(exercises.names())
    assert others(limits=Limits(seconds=1)) == others(submission_seconds=1) == every
    assert others(own_work=("attend",)) == {"attend"}
    assert others(secret=b"x", unsafe=True, notebooks=()) == set()
    told = {"limits", "submission_seconds", "own_work", "secret", "unsafe", "notebooks"}
    assert told == set(vars(settings))
    monkeypatch.setattr(torch, "__version__", "99.0")
    assert others() == every
