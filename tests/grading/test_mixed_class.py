"""A mixed class from the archives to the files for upload, marked twice with changes between."""

import csv
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from every_case import step

from tests.grading.mixed_class import SMALL, build, differences, people
from tests.grading.submissions import ROOT, command, rows
from tutor_utils.grading import mark_class
from tutor_utils.grading.gradebook.scoring import Decision
from tutor_utils.grading.gradebook.store import Gradebook
from tutor_utils.grading.judge import pool

EVERYBODY = people() if step(2) == 1 else people(kinds=SMALL)  # EVERY_CASE=1: all kinds


def named(kind):
    """The first learner of a kind in Moodle."""
    return next(n for i, (n, k) in enumerate(EVERYBODY) if k == kind and i % 5 not in (1, 3))


@pytest.fixture(scope="module")
def class_room(bubblewrap, tmp_path_factory):
    folder = tmp_path_factory.mktemp("term")
    expected = build(folder, EVERYBODY)
    argv = [str(folder / "submissions"), "--out", str(folder / "results"), "--jobs", "2"]
    argv += ["--seconds", "20"]
    return folder, expected, argv, command(argv)


def test_every_mark_is_as_a_fair_teacher_gives_it(class_room):
    folder, expected, _, code = class_room
    assert code == mark_class.LOOK
    assert differences(rows(folder / "results"), expected) == []


def test_each_platform_gets_its_own(class_room):
    """Moodle's worksheet comes back whole; Canvas's numbers are no numbers of Moodle's."""
    folder, expected, _, _ = class_room
    text = (folder / "results" / "moodle.csv").read_text("utf-8")
    moodle = {r["Identifier"]: r for r in csv.DictReader(io.StringIO(text))}
    given = list(csv.DictReader(io.StringIO((folder / "class.csv").read_text("utf-8"))))
    assert list(moodle) == [r["Identifier"] for r in given]
    unread = {n for n, e in expected.items() if e[0] in ("could not be read", "no notebook")}
    assert unread and {r["Full name"] for r in moodle.values() if not r["Grade"]} <= unread
    assert all(r["Feedback comments"] for r in moodle.values())
    text = (folder / "results" / "canvas.csv").read_text("utf-8")
    _, *canvas = csv.DictReader(io.StringIO(text))
    of_canvas = {n for n in expected if re.match(r"kim\d", n)} - unread
    assert {r["Student"] for r in canvas} == of_canvas
    assert {r["ID"] for r in canvas} & {i.removeprefix("Participant ") for i in moodle}


def test_pages_reveal_no_answer_and_show_only_their_own(class_room):
    folder, _, _, _ = class_room
    for path in (folder / "results" / "feedback").iterdir():
        text = path.read_text("utf-8")
        assert "<script" not in text
        assert "seed" not in re.sub("<pre>.*?</pre>", "", text, flags=re.S)  # theirs may say it
        assert len(set(re.findall(r" Kim (\d+)", text))) <= 1
        others = re.sub("<summary>Your cell</summary><pre>.*?</pre>", "", text, flags=re.S)
        others = re.sub(r"line \d+: .*", "", others)  # one of their own, that is looked at
        assert "transpose(1, 2)" not in others, "a solution"


def test_marked_again_after_changes(class_room, monkeypatch):
    """Some hand in again, a weight is other, a comment was written by hand."""
    folder, _, argv, _ = class_room
    again = [named(kind) for kind in ("not refused", "broken", "missing")]
    with Gradebook(folder / "results") as book:
        who = next(w for w in book.last_run() if w[0] == named("hostile"))
        book.decide(who, "split_heads", Decision(1.0, "talked it over"))
    weights = {"split_heads": 4}
    expected = build(folder, EVERYBODY, again, weights)
    status, marks, least, most = expected[named("hostile")]
    lost = [m - 2.0 for m in marks["split_heads"]]  # by hand: half of its points
    marks["split_heads"] = (2.0, 2.0)
    expected[named("hostile")] = (status, marks, least - lost[0], most - lost[1])
    marked, mark_all = [], pool.mark_all
    monkeypatch.setattr(
        pool, "mark_all", lambda tasks, jobs: (marked.extend(tasks), mark_all(tasks, jobs))[1]
    )
    assert command(argv) == mark_class.LOOK
    assert {t[0].learner for t in marked} == set(again)
    assert differences(rows(folder / "results"), expected) == []
    page = (folder / "results" / "changes.html").read_text("utf-8")
    assert "another file" in page and all(name in page for name in again)
    (path,) = (folder / "results" / "feedback").glob(f"{named('hostile').replace(' ', '_')}-*")
    assert "talked it over" in path.read_text("utf-8")


def test_lines_of_the_teaching_guide_in_a_clean_shell(class_room):
    """As a reader copies them: no variable is set. Nothing changed, so nothing is marked."""
    folder, _, _, _ = class_room
    guide = (ROOT / ".github/teaching.md").read_text("utf-8")
    found = re.findall(r"^(python3 -m tutor_utils grade SUB\S+ --out \S+[^#\n]*)", guide, re.M)
    report, mark, *_ = (
        line.replace("SUBMISSIONS", str(folder / "submissions")).replace(
            "RESULTS", str(folder / "results")
        )
        for line in found
    )
    shell = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(folder / "home")}
    told = []
    for line in (report, mark + " --seconds 20", mark + " --seconds 20"):
        done = subprocess.run(
            ["bash", "-c", line + " --as-root"], cwd=ROOT, env=shell, capture_output=True, text=True
        )
        assert done.returncode == mark_class.LOOK, done.stdout + done.stderr
        told.append(done.stdout)
    assert "handed in a notebook" in told[0] and f"{len(EVERYBODY)} results" in told[1]
    count = re.search(r"(\d+) submissions, (\d+) of them", told[1])
    assert count[1] == count[2]
    assert told[2].startswith("Nothing changed") and f"{len(EVERYBODY)} results" in told[2]
