"""The server of runs is a process of its own: a run holds nothing that the command was given."""

import os
import re
import subprocess
import sys

from tests.grading.submissions import ROOT, answered, cell, put

# Looks through all memory of its process, and ends in an error that the teacher's pages show.
LOOKS = r"""
import re

found, here = set(), "here%08d" % 1  # this one it must see
with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
    for line in maps:
        place, rights, *_ = line.split()
        start, end = (int(number, 16) for number in place.split("-"))
        if rights.startswith("rw"):
            try:
                memory.seek(start)
                found |= set(re.findall(rb"kept\d{8}|here\d{8}", memory.read(end - start)))
            except (OSError, OverflowError):
                pass
raise RuntimeError(f"looked, and saw {sorted(found)}.")
"""


def test_a_run_holds_nothing_that_the_command_was_given(bubblewrap, tmp_path):
    notebook = answered(LOOKS)
    put(tmp_path / "in" / "eve", notebook | {"cells": [cell(notebook, "split_heads")]})
    out = tmp_path / "kept11111111"
    done = subprocess.run(
        [sys.executable, "-m", "tutor_utils", "grade", tmp_path / "in", "--out", out, "--as-root"],
        cwd=ROOT,
        env=os.environ | {"TOKEN": "kept22222222", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert "1 results" in done.stdout, done.stdout + done.stderr
    (page,) = (out / "feedback").glob("*.html")
    seen = re.search(r"looked, and saw \[([^\]]*)", page.read_text("utf-8"))[1]
    assert "here00000001" in seen and "kept" not in seen
