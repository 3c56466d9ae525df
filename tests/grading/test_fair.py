"""What passes in the learner's notebook passes here, in whatever form it is written.

The other route runs the learner's file as it stands with nbval; both must agree.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.grading.odd_notebooks import CASES
from tests.grading.submissions import ROOT, SECRET, WRONG, answered, handed_in, split_heads_of
from tutor_utils.grading.marks import Settings
from tutor_utils.grading.sandbox import Limits

SETTINGS = Settings(secret=SECRET, limits=Limits(seconds=15), notebooks=("02",))


def split_heads(submission):
    return split_heads_of(submission, SETTINGS)


@pytest.mark.parametrize("name", CASES)
def test_odd_notebook_with_a_right_answer_passes(bubblewrap, name):
    found = split_heads(handed_in("ana", CASES[name]))
    assert found.outcome == "passed", (found.report["saw"], found.notes)


@pytest.mark.slow
def test_nbval_agrees_as_the_teaching_guide_calls_it(tmp_path):
    """The learner's own file, as it stands, but for the cells of other exercises."""
    guide = (ROOT / ".github/teaching.md").read_text("utf-8")
    found = re.search(r"^(export .*)\n(.* run pytest --nbval\S* \S+) \S+$", guide, re.MULTILINE)
    # `run` only chooses the environment, which is this one here
    line = f"{found[1]}\n{found[2]}".replace("-m tutor_utils run pytest", "-m pytest")
    cases = {"cell: time": CASES["cell: time"], "file: colab": CASES["file: colab"]}
    for name, notebook in (cases | {"wrong": answered(WRONG)}).items():
        code = [c for c in notebook["cells"] if c["cell_type"] == "code"]
        cells = code[:2] + [
            c for c in code[2:] if re.search(r"(def |check\()split_heads", _text(c))
        ]
        file = tmp_path / "02_test.ipynb"
        file.write_text(json.dumps(notebook | {"cells": cells}), "utf-8")
        done = subprocess.run(
            ["bash", "-c", f"{line} {file}"],
            cwd=ROOT,
            env=os.environ | {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
        )
        assert (done.returncode != 0) == (name == "wrong"), done.stdout + done.stderr


def _text(cell):
    return "".join(cell["source"])


def test_cell_error_and_missing_library_are_reported(bubblewrap):
    text = "from not_on_this_machine import rearrange\ndef split_heads(x, n):\n    return rearrange"
    found = split_heads(handed_in("ana", answered(text)))
    assert "ModuleNotFoundError" in found.report["saw"]
    assert "no package not_on_this_machine" in found.report["try_next"]
    assert "not_on_this_machine" in " ".join(found.notes)
