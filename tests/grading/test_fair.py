"""What passes in the learner's notebook passes here, in whatever form it is written.

The other route runs the learner's file as it stands with nbval and the plugin; both must agree.
"""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.grading.odd_notebooks import BESIDE, CASES, NOT_HERE, RIGHT
from tests.grading.submissions import (
    ROOT,
    SECRET,
    WRONG,
    answered,
    cell,
    code,
    entry,
    handed_in,
    insert,
    put,
    solved,
    split_heads_of,
    stub,
)
from tutor_utils.grading.intake.submission import read
from tutor_utils.grading.judge.marks import Result, Settings
from tutor_utils.grading.outputs import questions
from tutor_utils.grading.run.monitor import Limits

SETTINGS = Settings(secret=SECRET, limits=Limits(seconds=300), notebooks=("02",))


def split_heads(submission):
    return split_heads_of(submission, SETTINGS)


@pytest.mark.parametrize("name", CASES)
def test_odd_notebook_with_a_right_answer_passes(bubblewrap, name):
    found = split_heads(handed_in("ana", CASES[name]))
    assert found.outcome == "passed", (found.report["saw"], found.notes)


@pytest.mark.parametrize("name", NOT_HERE)
def test_library_missing_on_this_machine_costs_nothing(bubblewrap, name):
    found = split_heads(handed_in("ana", answered(NOT_HERE[name])))
    assert found.outcome == "passed", found.report["saw"]
    assert "statement by statement" in " ".join(found.notes)


@pytest.mark.parametrize("name", BESIDE)
def test_a_file_beside_the_notebook_comes_along(bubblewrap, tmp_path, name):
    file, text, answer = BESIDE[name]
    put(tmp_path / "in" / "ana" / "work", answered(answer))
    (tmp_path / "in" / "ana" / "work" / file).write_text(text)
    (handed_in,) = read(tmp_path / "in")
    found = split_heads(handed_in)
    assert (found.outcome, found.notes) == ("passed", ()), found.report["saw"]
    (tmp_path / "in" / "ana" / "work" / file).write_text(text + "\n")
    assert read(tmp_path / "in")[0].digest != handed_in.digest


def test_syntax_of_a_newer_python_is_named():
    notebook = answered("def split_heads[T](x: T, num_heads: int) -> T:\n    return ((")
    notebook["metadata"]["language_info"] = {"name": "python", "version": "3.99.1"}
    found = split_heads(handed_in("ana", notebook))
    assert "saved with Python 3.99" in found.report["try_next"]
    assert "saved with 3.99" in " ".join(found.notes)


CHECK = code("check(split_heads)", "check-split_heads")
STUB = cell(stub(), "split_heads")
# The cells in their order, what the notebook's own check says, and the mark here.
COPIES = {
    "a copy below the check": ([code(RIGHT, "split_heads"), CHECK, STUB], "passed", "passed"),
    "a copy as text": (
        [code(RIGHT, "split_heads"), STUB | {"cell_type": "markdown"}, CHECK],
        "passed",
        "passed",
    ),
    "a copy between": ([code(RIGHT, "split_heads"), STUB, CHECK], "failed", "passed"),
    "wrong in a later cell": (
        [code(RIGHT, "split_heads"), code(WRONG), CHECK],
        "failed",
        "failed",
    ),
    "wrong below the check": ([code(RIGHT, "split_heads"), CHECK, code(WRONG)], "passed", "passed"),
    "right below the check": ([code(WRONG, "split_heads"), CHECK, code(RIGHT)], "failed", "passed"),
    "checked again below": (
        [code(WRONG, "split_heads"), CHECK, code(RIGHT), CHECK],
        "passed",
        "passed",
    ),
}  # fmt: skip


def _with_copies(name):
    start = [c for c in solved()["cells"] if c["cell_type"] == "code"][:2]
    return solved() | {"cells": [*start, *COPIES[name][0]]}


@pytest.mark.parametrize("name", COPIES)
def test_copies_of_the_cell(bubblewrap, name):
    found = split_heads(handed_in("ana", _with_copies(name)))
    _, in_the_notebook, here = COPIES[name]
    assert found.outcome == here, found.report["saw"]
    assert found.notes or here == in_the_notebook
    assert not found.notes or name not in ("a copy below the check", "a copy as text")


@pytest.mark.slow
def test_nbval_with_the_plugin_agrees(tmp_path):
    """The learner's own file, as it stands, but for what takes long and is another exercise's."""
    files = [(_with_copies(name), seen) for name, (_, seen, _) in COPIES.items()]
    for name in ("cell: time", "before: helper", "file: colab"):
        cells = [c for c in CASES[name]["cells"] if _is_quick(c)]
        files.append((CASES[name] | {"cells": cells}, "passed"))
    for i, (notebook, _) in enumerate(files):
        (tmp_path / f"02_{i:02}.ipynb").write_text(json.dumps(notebook), "utf-8")
    plugin = ["-p", "tutor_utils.grading.plugin", "--nbval-lax", "--nbval-current-env"]
    told = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *(f"02_{i:02}.ipynb" for i in range(len(files)))],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
    ).stdout
    found = re.findall(r"^split_heads +\d of  2  (\w+)", told, re.MULTILINE)
    assert found == [seen for _, seen in files], told


def _is_quick(cell):
    slow = ("viz.", "randn", "check(project", "mine(")
    return cell["cell_type"] == "code" and not any(w in "".join(cell["source"]) for w in slow)


def test_cell_error_and_missing_library_are_reported(bubblewrap):
    """First on the page, whether the import stands in the cell or above it; and asked about."""
    use = "def split_heads(x, n):\n    return rearrange(x)"
    line = "from not_on_this_machine import rearrange"
    for book in (answered(f"{line}\n{use}"), insert(answered(use), line)):
        found = split_heads(handed_in("ana", book))
        assert found.report["saw"].startswith("Your code imports not_on_this_machine, which the")
        assert "install it there" in found.report["try_next"]
        assert "spelling" not in str(found.report) and found.lacks == ("not_on_this_machine",)
        assert (
            found.notes[0] == "Imports not_on_this_machine, which the machine that marks has not."
        )
    (asked,) = questions.without_packages([entry(Result("ana", "", "", marks=(found,)))])
    assert (
        asked.startswith("not_on_this_machine is not installed here") and "know and trust" in asked
    )
    odd = Result('"; rm x #', "", "", marks=(found,))
    assert """--only '"; rm x #'""" in next(iter(questions.without_packages([entry(odd)])))
    passed = split_heads(handed_in("ben", answered(f"{line}\n{RIGHT}")))
    assert passed.outcome == "passed" and passed.lacks == ()


def test_a_file_that_was_not_handed_in_is_noted(bubblewrap):
    text = "def split_heads(x, n):\n    return float(open('scale.txt').read()) * x"
    found = split_heads(handed_in("ada", answered(text)))
    assert "Wants the file 'scale.txt', which was not handed in beside the notebook." in found.notes
