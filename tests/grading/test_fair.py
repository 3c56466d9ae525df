"""What passes in the learner's notebook passes here, in whatever form it is written.

The other route runs the learner's file as it stands with nbval and the plugin; both must agree.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.grading.odd_notebooks import CASES
from tests.grading.submissions import ROOT, SECRET, handed_in, stub
from tutor_utils import exercises
from tutor_utils.grading.marking import mark
from tutor_utils.grading.marks import Mark, Marked, Settings
from tutor_utils.grading.sandbox import Limits

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
def test_odd_but_right(bubblewrap, name):
    found = split_heads(handed_in("ana", CASES[name]))
    assert found.outcome == "passed", (found.report["saw"], found.notes)
