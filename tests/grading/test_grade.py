"""The command as an instructor uses it: a class in one go, stopped and carried on, marked again."""

import contextlib
import html
import os
import signal
import sqlite3
import subprocess
import sys
import time
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from tests.grading.submissions import (
    NAME,
    ROOT,
    answered,
    cell,
    command,
    insert,
    put,
    rows,
    solved,
    stub,
)
from tutor_utils import exercises
from tutor_utils.engine.verdict.report import Outcome, Report
from tutor_utils.grading import grade, mark_class
from tutor_utils.grading.gradebook import fingerprint
from tutor_utils.grading.gradebook.scoring import Decision
from tutor_utils.grading.gradebook.store import Gradebook
from tutor_utils.grading.judge import pool
from tutor_utils.grading.judge.mark_submission import could_not_mark
from tutor_utils.grading.judge.marks import Mark
from tutor_utils.grading.run import walls


def _full_points(monkeypatch):
    """Mark without a sandbox: each learner gets full points. Gives a list of who was marked."""
    marked = []
    names = [e.id for e in exercises.of_notebook("02")]

    def mark_all(tasks, jobs):
        for task in tasks:
            marked.append(task[0].learner)
            report = Report("split_heads", "", Outcome.PASSED).to_dict()
            marks = tuple(Mark(name, "passed", 2.0, 2, report=report) for name in names)
            empty = could_not_mark(task[0], "")
            yield replace(empty, marks=marks, when="2026-11-02T00:00+00:00")

    monkeypatch.setattr(pool, "mark_all", mark_all)
    return marked


@pytest.fixture
def three(tmp_path, monkeypatch):
    """The arguments for three learners, where a sandbox is not asked for."""
    for name in ("ana", "ben", "cem"):
        put(tmp_path / "in" / name, solved())
    monkeypatch.setattr(walls, "need_linux", lambda: None)
    monkeypatch.setattr(walls, "find", lambda: "bwrap")
    return [str(tmp_path / "in"), "--out", str(tmp_path / "out")]


def test_a_later_copy_that_does_not_count_makes_nobody_late(three, monkeypatch):
    """Its time counts where its answer does; a helper of its own makes another answer of it."""
    names = [e.id for e in exercises.of_notebook("02")]
    using = answered("def split_heads(x, num_heads):\n    return cut(x, num_heads)")
    code = "".join(cell(using, "split_heads")["source"])

    def mark_all(tasks, jobs):
        for submission, *_ in tasks:
            marks = tuple(Mark(n, "passed", 2.0, 2, code=code) for n in names[1:2])
            yield replace(could_not_mark(submission, ""), marks=marks)

    monkeypatch.setattr(pool, "mark_all", mark_all)
    folder, deadline = Path(three[0]), 1_800_000_000
    for name, later in (
        ("ana", stub()),
        ("ben", insert(deepcopy(using), "def cut(x, n):\n    return x")),
        ("cem", using),
    ):
        put(folder / name, using)
        put(folder / name, later, "02 (1).ipynb")
        os.utime(folder / name / NAME, (deadline - 9, deadline - 9))
        os.utime(folder / name / "02 (1).ipynb", (deadline + 9999, deadline + 9999))
    rules = "deadline = 2027-01-15T08:00:00Z\n[late]\nper_day = 20\n"
    (folder / "marking.toml").write_text(rules)
    command(three)
    found = rows(Path(three[2]))
    assert [found[name]["total"] for name in ("ana", "ben", "cem")] == ["2.0", "1.6", "2.0"]
    assert [found[name]["hours_late"] for name in ("ana", "ben", "cem")] == ["0.0", "2.78", "0.0"]


def test_changed_checks_and_settings_are_marked_again(three, monkeypatch, capsys):
    marked = _full_points(monkeypatch)
    assert command(three) == command(three) == mark_class.DONE
    assert len(marked) == 3 and "3 of them marked before" in capsys.readouterr().out
    (Path(three[0]) / "marking.toml").write_text("all_or_nothing = true\nbonus = true\n")
    assert command(three) == mark_class.DONE
    assert len(marked) == 3, "how marks are counted changes no mark"
    assert command([*three, "--own-work", "attend"]) == mark_class.DONE
    assert len(marked) == 3, "an exercise of another notebook"
    assert command([*three, "--seconds", "7"]) == mark_class.DONE
    assert len(marked) == 6
    monkeypatch.setattr(fingerprint, "course_digest", lambda: "other")
    assert command([*three, "--seconds", "7"]) == mark_class.DONE
    assert len(marked) == 9


def test_where_nothing_changed_pytorch_is_not_even_loaded(three, monkeypatch, capsys):
    marked, folder = _full_points(monkeypatch), Path(three[0])
    assert grade.main(three) == mark_class.DONE and len(marked) == 3
    assert grade.main(three) == mark_class.DONE
    assert "Nothing changed" in (told := capsys.readouterr().out) and told.count("3 results") == 2
    code = "import sys, tutor_utils.grading.grade; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0

    def decide():
        with Gradebook(Path(three[2])) as book:
            book.decide(("ana", ""), "", Decision(1.0, "by hand"))

    changes = [
        lambda: put(folder / "ben", stub()),
        lambda: (folder / "marking.toml").write_text("[weights]\nsplit_heads = 3\n"),
        decide,
        lambda: next(Path(three[2]).glob("feedback/ben-*")).unlink(),
        lambda: (folder / "cem" / NAME).unlink(),
    ]
    for change in changes:
        change()
        grade.main(three)
        assert "Nothing changed" not in capsys.readouterr().out
        grade.main(three)
        assert "Nothing changed" in capsys.readouterr().out
    assert len(list(Path(three[2]).glob("feedback/*"))) == 3 and len(marked) == 5


@pytest.mark.parametrize(
    ("more", "again"),
    [
        ([], ["cem"]),
        (["--only", "ben"], ["ben", "cem"]),
        (["--exercise", "split_heads"], ["ana", "ben", "cem"]),
        (["--again"], ["ana", "ben", "cem"]),
    ],
)
def test_changed_files_and_what_is_asked_for_are_marked_again(three, monkeypatch, more, again):
    marked = _full_points(monkeypatch)
    assert command(three) == mark_class.DONE
    put(Path(three[0]) / "cem", stub())
    assert command([*three, *more]) == mark_class.DONE
    assert marked[3:] == again


def test_full_disk_loses_nothing(three, monkeypatch, capsys):
    _full_points(monkeypatch)
    put_one = Gradebook.put
    monkeypatch.setattr(
        Gradebook,
        "put",
        lambda self, m, key: (
            put_one(self, m, key)
            if m.learner == "ana"
            else (_ for _ in ()).throw(sqlite3.OperationalError("database or disk is full"))
        ),
    )
    assert command(three) == mark_class.NOT_WRITTEN
    assert "disk is full" in capsys.readouterr().err
    monkeypatch.setattr(Gradebook, "put", put_one)
    assert command(three) == mark_class.DONE
    assert "1 of them marked before" in capsys.readouterr().out


def test_questions_agree_at_intake_end_and_page(three, monkeypatch, capsys):
    _full_points(monkeypatch)
    folder, out = Path(three[0]), Path(three[2])
    put(folder / "mal", solved("03_scaled_dot_product.ipynb"), "03_scaled_dot_product.ipynb")
    (folder / "marking.toml").write_text('notebooks = ["02"]\n[extensions]\nbenn = 1\n')
    told = []
    for more in (["--intake"], []):
        assert not out.exists(), "intake alone marks nothing"
        assert command([*three, *more]) == mark_class.LOOK
        told.append([t for t in capsys.readouterr().out.splitlines() if t.startswith("- ")])
    assert told[0] == told[1] and len(told[0]) == 2
    assert "mal: no points" in told[0][0] and '"ben" = 1' in told[0][1]
    page = html.unescape((out / "overview.html").read_text("utf-8"))
    assert all(line[2:] in page for line in told[0])
    assert page.index("mal: no points") < page.index("The rules that these marks follow")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--jobs", "0"], "--jobs=0"),
        (["--seconds", "0"], "--seconds=0"),
        (["--memory-mb", "1"], "--memory-mb=1"),
        (["--only", "nobody"], "--only='nobody'"),
        (["--exercise", "split_head"], "--exercise='split_head'"),
        (["--own-work", "x"], "--own-work='x'"),
        (["--notebook", "9"], "--notebook='9'"),
    ],
)
def test_bad_argument_is_named(three, capsys, more, words):
    assert command([*three, *more]) == mark_class.USAGE
    assert words in capsys.readouterr().err


def test_out_may_not_be_a_file_or_the_submissions(three, capsys, tmp_path):
    (tmp_path / "f").write_text("x")
    assert command([three[0], "--out", str(tmp_path / "f")]) == mark_class.USAGE
    assert command([three[0], "--out", three[0]]) == mark_class.USAGE


def test_no_sandbox_no_marks(three, monkeypatch, capsys):
    monkeypatch.undo()
    monkeypatch.setattr(walls, "program", lambda: "")
    assert command(three) == mark_class.NO_SANDBOX
    assert "--unsafe" in capsys.readouterr().err


def test_root_is_refused_but_for_a_word(three, refuse_root, monkeypatch, capsys):
    _full_points(monkeypatch)
    monkeypatch.setattr(walls, "refuse_root", refuse_root)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert command(three) == mark_class.NO_SANDBOX
    told = capsys.readouterr().err
    assert "as an ordinary user: su - NAME" in told and "--as-root" in told
    assert command([*three, "--as-root"]) == mark_class.DONE
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert command(three) == mark_class.DONE


COMMAND = """
import signal, sys
from tests.grading.submissions import command
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where these tests run behind "&"
sys.exit(command([*sys.argv[1:], "--as-root"]))
"""


@pytest.mark.posix
@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT"])
def test_stopped_in_the_middle_and_carried_on(bubblewrap, tmp_path, monkeypatch, capsys, name):
    """Two learners are quick; the third never ends, so the command is stopped while it runs."""
    number = getattr(signal, name)
    endless = answered("import time\ntime.sleep(3600)")
    for i in range(6):
        put(tmp_path / "in" / f"learner{i}", solved() if i < 2 else endless)
    limits = ["--seconds", "3600", "--submission-seconds", "3600"]
    arguments = [str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--jobs", "1", *limits]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PATH": f"{os.environ['PATH']}:{tmp_path}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        assert _within(900, lambda: _kept(tmp_path) == 2), process.communicate()
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
        else:
            os.kill(process.pid, number)
        process.communicate(timeout=900)
        assert _within(900, lambda: not _left(process.pid, tmp_path)), _left(process.pid, tmp_path)
    finally:
        for left in _left(process.pid, tmp_path):
            left.kill()
    assert _kept(tmp_path) == 2
    carried_on = _full_points(monkeypatch)
    assert command(arguments) == mark_class.DONE
    assert "2 of them marked before" in capsys.readouterr().out
    assert carried_on == [f"learner{i}" for i in range(2, 6)]
    assert len(rows(tmp_path / "out")) == 6


def _within(seconds, condition):
    """Whether the condition came true in that time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return condition()


def _left(leader, folder):
    """The processes of a command: of its session, and sandboxes, which have its ``PATH``."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(OSError, psutil.Error):
            ours = str(folder) in process.environ().get("PATH", "")
            if ours or os.getsid(process.pid) == leader:
                found.append(process)
    return [p for p in found if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]


def _kept(folder):
    path = folder / "out" / "gradebook.sqlite"
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*) FROM submission").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_bad_text_of_one_learner_stops_no_other_result(three, monkeypatch):
    """Half an emoji, what XML has no place for, and a page that cannot be made."""
    _full_points(monkeypatch)
    marks = pool.mark_all

    def mark_all(tasks, jobs):
        for found in marks(tasks, jobs):
            odd = {"ana": "\ud83d \uffff \0", "ben": None}.get(found.learner, "fine")
            first = replace(found.marks[0], outcome="failed", notes=(str(odd),))
            report = {"saw": odd} if odd is None else dict(first.report, saw=odd)
            yield replace(found, marks=(replace(first, report=report), *found.marks[1:]))

    monkeypatch.setattr(pool, "mark_all", mark_all)
    assert command(three) == mark_class.NOT_WRITTEN  # ben's report has not even a title
    out = Path(three[2])
    assert len(rows(out)) == 3 and (out / "overview.html").is_file()
    assert {p.name[:3] for p in (out / "feedback").iterdir()} >= {"cem"}


def test_a_learner_who_left_leaves_no_page(three, monkeypatch):
    _full_points(monkeypatch)
    assert command(three) == mark_class.DONE
    (Path(three[0]) / "ben" / NAME).unlink()
    (Path(three[0]) / "ben").rmdir()
    assert command(three) == mark_class.DONE
    assert {p.name[:3] for p in (Path(three[2]) / "feedback").iterdir()} == {"ana", "cem"}


def test_rules_beside_submissions_apply_without_rerunning(three, monkeypatch):
    marked = _full_points(monkeypatch)
    assert command(three) == mark_class.DONE
    (Path(three[0]).parent / "class.csv").write_text("name\nana\nben\ncem\ndan\n")
    (Path(three[0]).parent / "marking.toml").write_text(
        'roster = "class.csv"\ndeadline = 2026-11-01T00:00:00Z\n[weights]\nsplit_heads = 10\n'
        "[late]\nper_day = 10\n[extensions]\nben = 2\n"
    )
    assert command(three) == mark_class.LOOK
    assert len(marked) == 3
    found = rows(Path(three[2]))
    assert [found[n]["total"] for n in ("ana", "ben", "dan")] == ["12.6", "14.0", "0.0"]
    assert found["dan"]["status"] == "nothing handed in"
    page = (Path(three[2]) / "changes.html").read_text("utf-8")
    assert "ana" in page and "12.6" in page
