"""The command as an instructor uses it: a class in one go, stopped and carried on, marked again."""

import csv
import io
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import NAME, ROOT, cell, handed_in, put, solved, stub

from tutor_utils.grading import cli, marking
from tutor_utils.grading.gradebook import Gradebook
from tutor_utils.grading.marking import Mark, Marked

HOSTILE = Path(__file__).parent / "hostile"
EVIL = "eve\u202e<script>alert(1)</script>"


def answered(text):
    notebook = solved()
    cell(notebook, "split_heads")["source"] = text
    return notebook


def rows(folder):
    text = (folder / "grades.csv").read_text("utf-8-sig")
    return {row["learner"]: row for row in csv.DictReader(io.StringIO(text))}


@pytest.fixture(scope="module")
def class_room(tmp_path_factory):
    """A class of honest, clumsy and hostile learners, marked in one go."""
    folder, out = tmp_path_factory.mktemp("handed in"), tmp_path_factory.mktemp("results")
    put(folder / "ana", solved())
    put(folder / "=ben", stub())
    put(
        folder / "cem",
        answered("def split_heads(x, num_heads):\n    return x.view(*x.shape[:2], num_heads, -1)"),
    )
    for name in ("exit_now", "deaf_loop", "kill_parent", "scripts", "survivor", "patch_torch"):
        put(folder / name, answered((HOSTILE / f"{name}.py").read_text("utf-8")))
    put(folder / EVIL, answered((HOSTILE / "startup_file.py").read_text("utf-8")))
    put(folder / "zoe", solved())  # the last in line, after all of these
    (folder / "broken").mkdir()
    (folder / "broken" / NAME).write_bytes(b'{"cells": [')
    (folder / "pages").mkdir()
    (folder / "pages" / "essay.ipynb").write_text('{"nbformat": 4, "cells": []}')
    code = cli.main([str(folder), "--out", str(out), "--seconds", "6", "--jobs", "2"])
    return folder, out, code


def test_marks_of_the_class(class_room):
    _, out, code = class_room
    found = rows(out)
    assert code == cli.LOOK  # two could not be read
    assert {n: found[n]["percent"] for n in ("ana", "zoe", "'=ben")} == {
        "ana": "100.0",
        "zoe": "100.0",
        "'=ben": "0.0",
    }
    assert found["broken"]["percent"] == found["pages"]["percent"] == "0.0"
    assert 50 < float(found["cem"]["percent"]) < 100
    attacks = [n for n in found if n in ("exit_now", "deaf_loop", "kill_parent", "patch_torch")]
    for name in attacks:  # the other exercises of an attacker are marked rightly too
        assert found[name]["project_qkv"] == found["ana"]["project_qkv"]
        assert float(found[name]["split_heads"]) <= 0.3
    assert len(found) == 13


def test_a_right_answer_to_an_easy_exercise_is_not_lost_to_a_hostile_neighbour(class_room):
    _, out, _ = class_room
    assert rows(out)["deaf_loop"]["project_qkv_fused"] == rows(out)["ana"]["project_qkv_fused"]


def test_feedback_pages(class_room):
    _, out, _ = class_room
    pages = {p.name: p.read_text("utf-8") for p in (out / "feedback").iterdir()}
    assert len(pages) == 13
    assert all(re.fullmatch(r"[\w-]+\.html", name) for name in pages)
    for name, text in pages.items():
        assert "<script" not in text
        assert "onerror" not in text or "&lt;img src=x onerror" in text
        others = [n for n in ("ana", "cem", "zoe") if not name.startswith(f"{n}-")]
        assert not any(re.search(rf"\b{other}\b", text) for other in others)
        assert "transpose(1, 2)" not in text, "a solution"
    (cem,) = (text for name, text in pages.items() if name.startswith("cem-"))
    assert "NOT YET" in cem and "x.view(*x.shape[:2], num_heads, -1)" in cem
    (broken,) = (text for name, text in pages.items() if name.startswith("broken-"))
    assert "cannot be read" in broken


def test_overview_names_what_is_hard_and_what_to_look_at(class_room):
    _, out, _ = class_room
    text = (out / "overview.html").read_text("utf-8")
    assert "<script" not in text
    assert text.index("split_heads") < text.index("project_qkv_fused")  # the hardest first
    assert "not JSON" in text and "no notebook of the course" in text
    assert "13 submissions" in text


def test_junit_and_platform_tables(class_room):
    _, out, _ = class_room
    for path in (out / "junit").iterdir():
        suite = ElementTree.parse(path).getroot()
        assert suite.get("tests") == "3"
    (cem,) = (out / "junit").glob("cem-*.xml")
    root = ElementTree.parse(cem).getroot()
    assert [c.get("name") for c in root if c.find("failure") is not None] == ["split_heads"]
    assert root.find("testcase/properties/property[@name='earned']") is not None
    assert "    Points Possible,,,,,4" in (out / "canvas.csv").read_text("utf-8")
    assert (out / "moodle.csv").read_text("utf-8").startswith("Identifier,Full name,Grade")


def test_gradebook_is_for_its_owner_alone(class_room):
    _, out, _ = class_room
    assert (out / "gradebook.sqlite").stat().st_mode & 0o077 == 0
    with sqlite3.connect(out / "gradebook.sqlite") as db:
        (count,) = db.execute("SELECT count(*) FROM mark WHERE learner = 'ana'").fetchone()
    assert count == 3


def test_again_marks_only_what_changed(class_room, capsys, monkeypatch):
    folder, out, _ = class_room
    before = (out / "grades.csv").read_bytes()
    monkeypatch.setattr(cli, "run", lambda tasks, make: iter(list(tasks) and [1 / 0]))
    assert cli.main([str(folder), "--out", str(out), "--seconds", "6"]) == cli.LOOK
    assert "13 of them marked before" in capsys.readouterr().out
    assert (out / "grades.csv").read_bytes() == before


def test_one_learner_and_one_exercise_again(class_room):
    folder, out, _ = class_room
    before = rows(out)
    again = [str(folder), "--out", str(out), "--seconds", "6", "--jobs", "1"]
    assert cli.main([*again, "--only", "cem", "--exercise", "split_heads"]) == cli.LOOK
    assert rows(out) == before


def _fake(monkeypatch, put_hook=None):
    """Marking without a sandbox: each learner gets full points."""

    def run(tasks, make):
        for submission, *_ in tasks:
            marks = (Mark("split_heads", "passed", 2.0, 2, report={}),)
            yield Marked(submission.learner, submission.digest, "2026-11-02T00:00+00:00", "", marks)

    monkeypatch.setattr(cli, "run", run)
    monkeypatch.setattr(cli.pages, "feedback", lambda marked, deadline: "")


@pytest.fixture
def three(tmp_path):
    for name in ("ana", "ben", "cem"):
        put(tmp_path / "in" / name, solved())
    return [str(tmp_path / "in"), "--out", str(tmp_path / "out")]


def test_full_disk_loses_nothing(three, monkeypatch, capsys):
    _fake(monkeypatch)
    put_one = Gradebook.put
    monkeypatch.setattr(
        Gradebook,
        "put",
        lambda self, m, law: (
            put_one(self, m, law)
            if m.learner == "ana"
            else (_ for _ in ()).throw(sqlite3.OperationalError("database or disk is full"))
        ),
    )
    assert cli.main(three) == cli.NOT_WRITTEN
    assert "disk is full" in capsys.readouterr().err
    monkeypatch.setattr(Gradebook, "put", put_one)
    assert cli.main(three) == cli.DONE
    assert "1 of them marked before" in capsys.readouterr().out


def test_late(three, monkeypatch):
    _fake(monkeypatch)
    assert cli.main([*three, "--deadline", "2026-11-01T23:00+00:00"]) == cli.DONE
    assert rows(Path(three[2]))["ana"]["hours_late"] == "1.0"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--jobs", "0"], "--jobs=0"),
        (["--seconds", "0"], "--seconds=0"),
        (["--memory-mb", "1"], "--memory-mb=1"),
        (["--deadline", "tomorrow"], "--deadline='tomorrow'"),
        (["--only", "nobody"], "--only='nobody'"),
        (["--exercise", "split_head"], "--exercise='split_head'"),
        (["--own-work", "x"], "--own-work='x'"),
        (["--notebook", "9"], "--notebook='9'"),
        (["--scheduler", "tcp://127.0.0.1:9"], "--scheduler='tcp://127.0.0.1:9'"),
    ],
)
def test_bad_argument_is_named(three, capsys, more, words):
    assert cli.main([*three, *more]) == cli.USAGE
    assert words in capsys.readouterr().err


def test_out_may_not_be_a_file_or_the_submissions(three, capsys, tmp_path):
    (tmp_path / "f").write_text("x")
    assert cli.main([three[0], "--out", str(tmp_path / "f")]) == cli.USAGE
    assert cli.main([three[0], "--out", three[0]]) == cli.USAGE
    assert cli.main([str(tmp_path / "no"), "--out", three[2]]) == cli.USAGE
    assert "SUBMISSIONS=" in capsys.readouterr().err


def test_no_walls_no_marks(three, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "/nowhere")
    assert cli.main(three) == cli.NO_WALLS
    assert "--unsafe" in capsys.readouterr().err


class _Breaks(Executor):
    """A pool that breaks as soon as it gets the culprit."""

    def submit(self, work, submission, *rest):
        future = Future()
        self.broken = getattr(self, "broken", False) or submission.learner == "eve"
        if self.broken:
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(Marked(submission.learner, "", ""))
        return future


def test_a_submission_that_kills_its_worker_is_named_and_alone():
    people = ["ana", "eve", "ben", "cem"]
    tasks = [(handed_in(name, solved()), None, (), None) for name in people]
    found = {m.learner: m.trouble for m in cli.run(tasks, lambda most: _Breaks())}
    assert set(found) == set(people)
    assert [name for name, trouble in found.items() if trouble] == ["eve"]


COMMAND = "import sys; from tutor_utils.grading.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_stopped_in_the_middle_and_carried_on(tmp_path, capsys, number):
    for i in range(6):
        put(
            tmp_path / "in" / f"learner{i}", answered(f"def split_heads(x, h):\n    return x + {i}")
        )
    arguments = [str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while _kept(tmp_path) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, number)
    process.communicate(timeout=60)
    kept = _kept(tmp_path)
    assert 2 <= kept < 6
    for _ in range(100):
        left = subprocess.run(
            ["ps", "-o", "pid=", "-s", str(process.pid)], capture_output=True, text=True
        ).stdout.split()
        if not left:
            break
        time.sleep(0.1)
    assert not left, "a worker was left behind"
    assert cli.main(arguments) == cli.DONE
    assert f"{kept} of them marked before" in capsys.readouterr().out
    assert len(rows(tmp_path / "out")) == 6


def _kept(folder):
    path = folder / "out" / "gradebook.sqlite"
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*) FROM marked").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_time_for_the_whole_submission(settings):
    from dataclasses import replace

    result = marking.mark(handed_in("ana", solved()), replace(settings, submission_seconds=-1))
    assert {m.outcome for m in result.marks} == {"error"}
    assert "seconds for all of the submission" in result.marks[0].report["saw"]


def test_a_warm_process_that_died_is_replaced(settings):
    assert not marking.mark(handed_in("ana", solved()), settings).trouble
    template = marking._warm[False]._template
    template.kill()
    template.wait()
    result = marking.mark(handed_in("ana", solved()), settings)
    assert not result.trouble and {m.outcome for m in result.marks} == {"passed"}


def test_what_cannot_be_run_is_trouble_and_no_mark(settings, monkeypatch):
    def never(self, job, limits):
        raise marking.NotStarted("no kernel")

    monkeypatch.setattr(marking.Sandbox, "run", never)
    result = marking.mark(handed_in("ana", solved()), settings)
    assert "split_heads was not marked: NotStarted: no kernel" in result.trouble


def test_unsafe_needs_linux_too(three, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "win32")
    assert cli.main([*three, "--unsafe"]) == cli.NO_WALLS
    assert "works on Linux, and this is win32" in capsys.readouterr().err
