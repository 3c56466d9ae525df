"""Submissions made from the solutions, with some answers put in or taken out."""

import csv
import io
import json
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from tutor_utils import exercises
from tutor_utils.grading import grade, mark_class
from tutor_utils.grading.gradebook.scoring import count
from tutor_utils.grading.intake.archives import File
from tutor_utils.grading.intake.rules import Rules
from tutor_utils.grading.intake.submission import Submission
from tutor_utils.grading.judge.mark_submission import mark
from tutor_utils.grading.judge.marks import Mark

ROOT = Path(__file__).resolve().parents[2]
NAME = "02_projection_and_heads.ipynb"
WHEN = datetime(2026, 11, 1, tzinfo=UTC)
SECRET = b"known to the tests alone"
WRONG = "def split_heads(x, num_heads):\n    return x\n"
ATTACKS = {p.stem: p for p in sorted((ROOT / "tests/grading/hostile").glob("*.py"))}


@cache
def _read(path):
    return json.loads(path.read_text("utf-8"))


def solved(name=NAME):
    """The notebook with every answer, as plain JSON to change at will."""
    return deepcopy(_read(ROOT / "solutions" / name))


def stub(name=NAME):
    """The notebook as it is given to learners."""
    return deepcopy(_read(ROOT / "notebooks" / name))


def cell(notebook, name):
    return next(c for c in notebook["cells"] if c.get("id") == name)


def answered(text, exercise="split_heads", name=NAME):
    """The solved notebook with another answer to one exercise."""
    notebook = solved(name)
    cell(notebook, exercise)["source"] = text
    return notebook


def attack(name):
    """A cell with an attack on the marking; one without an answer gets a wrong one before it."""
    text = ATTACKS[name].read_text("utf-8")
    return text if "def split_heads" in text else f"{WRONG}\n\n{text}"


def code(source, name=None):
    """A code cell, with or without an id."""
    made = {"cell_type": "code", "source": source, "metadata": {}, "outputs": []}
    made |= {"execution_count": None}
    return made | ({"id": name} if name else {})


def insert(notebook, source, before="split_heads"):
    """The notebook with one more code cell."""
    place = notebook["cells"].index(cell(notebook, before))
    notebook["cells"].insert(place, code(source))
    return notebook


def handed_in(learner, *notebooks, name=NAME):
    """A submission of one file or several, all of the same notebook or (name, notebook) pairs."""
    pairs = [n if isinstance(n, tuple) else (name, n) for n in notebooks]
    files = [
        File(n, WHEN, name=n).with_cells(json.dumps(nb).encode("utf-8", "replace"))
        for n, nb in pairs
    ]
    return Submission(learner, tuple(files))


def split_heads_of(submission, settings):
    """The mark of ``split_heads`` alone."""
    others = [e.id for e in exercises.of_notebook("02") if e.id != "split_heads"]
    before = [Mark(e, "passed", 0, 1) for e in others]
    marks = mark(submission, settings, ("split_heads",), before).marks
    return next(m for m in marks if m.exercise == "split_heads")


def put(folder, notebook, name=NAME):
    """Write a notebook into a learner's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(notebook), "utf-8")


def command(argv):
    """Mark a class in this process, also where nothing changed."""
    return mark_class.run(grade.parser().parse_args(argv))


def rows(folder):
    """The rows of a folder's ``grades.csv``, by learner."""
    text = (folder / "grades.csv").read_text("utf-8-sig")
    return {row["learner"]: row for row in csv.DictReader(io.StringIO(text))}


def entry(marked, rules=None, decisions=None, person=None, **more):
    """One learner of a class, counted."""
    return count(marked, rules or Rules(), decisions, person, **more)
