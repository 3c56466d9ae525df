"""What passes in the learner's notebook passes here, in whatever form it is written.

The other route runs the learner's file as it stands with nbval and the plugin; both must agree.
"""

import json
import os
import subprocess
import sys

import pytest
from every_case import step

from tests.grading.odd_notebooks import BESIDE, CASES, NOT_HERE
from tests.grading.submissions import ROOT, SECRET, answered, handed_in, put
from tutor_utils import exercises
from tutor_utils.grading.marking import mark
from tutor_utils.grading.marks import Mark, Marked, Settings
from tutor_utils.grading.sandbox import Limits
from tutor_utils.grading.submission import read

SETTINGS = Settings(secret=SECRET, limits=Limits(seconds=15), notebooks=("02",))


def split_heads(submission, settings=SETTINGS):
    """The mark of ``split_heads`` alone."""
    others = [e.id for e in exercises.of_notebook("02") if e.id != "split_heads"]
    before = Marked("ana", "", "", marks=tuple(Mark(e, "passed", 0, 1) for e in others))
    marks = mark(submission, settings, ("split_heads",), before).marks
    return next(m for m in marks if m.exercise == "split_heads")


def test_bank_is_large():
    assert len(CASES) >= 60


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


# Python refuses half an emoji in the learner's own kernel; marking is kinder.
KINDER = ("cell: half an emoji",)


@pytest.mark.slow
def test_nbval_with_the_plugin_agrees(tmp_path):
    """The learner's own file, as it stands; pictures are left out, since drawing takes most time.

    A check takes a second, so that each run of the tests looks at some.
    """
    names = {}
    chosen = list(CASES.items())[5 % step(16) :: step(16)]
    for number, (name, notebook) in enumerate(c for c in chosen if c[0] not in KINDER):
        names[f"02_{number}"] = name
        text = json.dumps(notebook)
        if "worksheets" not in notebook:
            text = json.dumps(notebook | {"cells": [c for c in notebook["cells"] if _is_quick(c)]})
        (tmp_path / f"02_{number}.ipynb").write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.grading.nbval_route", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert {names[stem]: outcome for stem, outcome in found.items() if outcome != "passed"} == {}


def _is_quick(cell):
    slow = ("viz.", "randn", "check(project", "mine(")
    return cell["cell_type"] == "code" and not any(w in "".join(cell["source"]) for w in slow)


def test_cell_error_and_missing_library_are_reported(bubblewrap):
    text = "from not_on_this_machine import rearrange\ndef split_heads(x, n):\n    return rearrange"
    found = split_heads(handed_in("ana", answered(text)))
    assert "ModuleNotFoundError" in found.report["saw"]
    assert "no package not_on_this_machine" in found.report["try_next"]
    assert "not_on_this_machine" in " ".join(found.notes)
