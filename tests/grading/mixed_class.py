"""A class as it comes: an export of Moodle with everything in it that learners do.

``build(folder, size)`` writes ``submissions/``, the platform's worksheet and ``marking.toml``, and
returns what a fair teacher would give: learner -> (status, least total, most total), of 4 points.
``python -m tests.grading.mixed_class FOLDER 200`` makes a large one to try by hand.
"""

import io
import json
import sys
import zipfile
from itertools import cycle
from pathlib import Path

from tests.grading.odd_notebooks import CASES
from tests.grading.submissions import NAME, answered, cell, solved, stub

WRONG = "def split_heads(x, num_heads):\n    return x\n"
HALF_AN_EMOJI = "def split_heads(x, num_heads):\n    raise ValueError(chr(0xd83d) + chr(0xffff))\n"
RULES = """title = "Week 2"
roster = "class.csv"
deadline = 2026-11-01T00:00:00Z
[late]
per_day = 10
[extensions]
"""
IN_TIME = "2026-10-31T12:00:00+00:00"
LATE = "2026-11-01T12:00:00+00:00"
HOSTILE = ("exit_now", "scripts", "patch_torch", "own_cells_probe", "started_again", "huge_error")
_ODD = cycle(CASES.values())
_ATTACK = cycle(HOSTILE)


def _text(notebook):
    return json.dumps(notebook).encode()


def _half(missing):
    """The solved notebook with one answer as it was given."""
    notebook = solved()
    cell(notebook, missing)["source"] = "".join(cell(stub(), missing)["source"])
    return _text(notebook)


def _zipped(*files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


def _hostile():
    path = Path(__file__).parent / "hostile" / f"{next(_ATTACK)}.py"
    return _text(answered(path.read_text("utf-8")))


# kind -> (files, status, least, most, handed in, extension in days)
KINDS = {
    "solved": lambda: ({NAME: _text(solved())}, "marked", 4, 4, IN_TIME, 0),
    "stub": lambda: ({NAME: _text(stub())}, "marked", 0, 0, IN_TIME, 0),
    "odd": lambda: ({NAME: _text(next(_ODD))}, "marked", 4, 4, IN_TIME, 0),
    "wrong": lambda: ({NAME: _text(answered(WRONG))}, "marked", 2.1, 2.4, IN_TIME, 0),
    "emoji": lambda: ({NAME: _text(answered(HALF_AN_EMOJI))}, "marked", 2, 2.4, IN_TIME, 0),
    "hostile": lambda: ({NAME: _hostile()}, "marked", 2, 2.4, IN_TIME, 0),
    "halves": lambda: (
        {NAME: _half("split_heads"), "02 (1).ipynb": _half("project_qkv")},
        *("marked", 4, 4, IN_TIME, 0),
    ),
    "empty copy": lambda: (
        {NAME: _text(solved()), "02 (1).ipynb": _text(stub())},
        *("marked", 4, 4, IN_TIME, 0),
    ),
    "zip": lambda: (
        {"work.zip": _zipped((f"a/{NAME}", _text(solved())), ("a/x.pyc", b"x"))},
        *("marked", 4, 4, IN_TIME, 0),
    ),
    "broken": lambda: ({NAME: b'{"cells": ['}, "could not be read", 0, 0, IN_TIME, 0),
    "script": lambda: ({"answer.py": b"x = 1"}, "no notebook", 0, 0, IN_TIME, 0),
    "missing": lambda: ({}, "nothing handed in", 0, 0, "-", 0),
    "late": lambda: ({NAME: _text(solved())}, "marked", 3.6, 3.6, LATE, 0),
    "extension": lambda: ({NAME: _text(solved())}, "marked", 4, 4, LATE, 3),
}


def build(folder, size):
    """Write a class of ``size`` learners; return {name: (status, least, most)}."""
    expected, rows, rules = {}, [], RULES
    (folder / "submissions").mkdir(parents=True)
    with zipfile.ZipFile(folder / "submissions" / "Course-Week 2-99.zip", "w") as archive:
        for number, (kind, make) in zip(range(size), cycle(KINDS.items()), strict=False):
            name = f"{kind.title()} Kim {number}"
            files, status, least, most, when, days = make()
            for file, data in files.items():
                archive.writestr(f"{name}_{1000 + number}_assignsubmission_file/{file}", data)
            rows.append(f"Participant {1000 + number},{name},{number}@x,,4.00,{when},-,")
            rules += f'"{name}" = {days}\n' if days else ""
            expected[name] = (status, least, most)
    head = "Identifier,Full name,Email address,Grade,Maximum Grade,"
    head += "Last modified (submission),Last modified (grade),Feedback comments"
    (folder / "class.csv").write_text("\n".join([head, *rows]) + "\n", "utf-8")
    (folder / "marking.toml").write_text(rules, "utf-8")
    return expected


if __name__ == "__main__":
    print(json.dumps(build(Path(sys.argv[1]), int(sys.argv[2])), indent=1))
