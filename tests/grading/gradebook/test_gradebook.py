"""The gradebook keeps what was marked and what was before, for its owner alone."""

import sqlite3
from dataclasses import replace

import pytest

from tutor_utils.grading.gradebook.scoring import Decision
from tutor_utils.grading.gradebook.store import Gradebook
from tutor_utils.grading.judge.marks import Mark, Result

MARK = Mark(
    exercise="split_heads",
    outcome="failed",
    earned=0.5,
    points=2,
    diagnosis="heads-not-moved",
    report={"seed": 3, "criteria": [{"name": "x"}]},
    notes=("a note",),
    code="def split_heads(x, h): ...",
)
WHO = ("Ana Kim", "7")
KEYS = {"split_heads": "key", "project_qkv": "key"}
RESULT = Result("Ana Kim", "d1", "2026-11-01T00:00:00+00:00", "7", (MARK,), ("older copy",))


@pytest.fixture
def book(tmp_path):
    with Gradebook(tmp_path) as opened:
        yield opened


def valid(book, digest, key):
    return book.valid({WHO: digest}, KEYS | {"split_heads": key})[WHO]


def test_a_result_comes_back_as_it_was(book):
    book.put(RESULT, KEYS)
    assert book.all([WHO, ("Ana Kim", "8")]) == {WHO: RESULT}


def test_a_mark_holds_for_its_files_and_checks_alone(book):
    book.put(RESULT, KEYS)
    assert valid(book, "d1", "key") == {"split_heads": MARK}
    assert not valid(book, "d2", "key") and not valid(book, "d1", "other checks")
    other = replace(MARK, exercise="project_qkv", way="unmarked")
    book.put(replace(RESULT, marks=(MARK, other), trouble="no kernel"), KEYS)
    assert list(valid(book, "d1", "key")) == ["split_heads"]  # the other is tried again


def test_what_was_before_stays_and_is_told(book):
    book.put(RESULT, KEYS)
    row = book.last_row()
    book.end_run({})
    book.put(replace(RESULT, digest="d2"), KEYS)  # the same mark: no new row
    assert book.last_row() == row and valid(book, "d2", "key")
    better = replace(MARK, outcome="passed", earned=2.0)
    book.put(replace(RESULT, digest="d3", marks=(better,)), KEYS)
    assert book.changes() == {(WHO, "split_heads"): "another file"}
    assert book.all([WHO])[WHO].marks == (better,)


def test_marks_can_be_read_by_sql(book, tmp_path):
    book.put(RESULT, KEYS)
    with sqlite3.connect(tmp_path / "gradebook.sqlite") as db:
        row = db.execute("SELECT learner, exercise, earned, diagnosis FROM mark").fetchone()
    assert row == ("Ana Kim", "split_heads", 0.5, "heads-not-moved")


def test_a_result_of_another_version_counts_as_none(book, tmp_path):
    book.put(RESULT, KEYS)
    with sqlite3.connect(tmp_path / "gradebook.sqlite") as db:
        db.execute("UPDATE mark SET result = '{}'")
        db.execute("UPDATE submission SET result = '{\"learner\": 1}'")
    assert book.all([WHO]) == {} and valid(book, "d1", "key") == {}


def test_decisions_and_requests_survive_a_new_mark(book):
    book.decide(WHO, "split_heads", Decision(1.0, "first"))
    book.decide(WHO, "split_heads", Decision(1.5, "a good idea"))
    book.ask(WHO, "split_heads", "please look again")
    book.put(RESULT, KEYS)
    assert book.decisions()[WHO] == {"split_heads": Decision(1.5, "a good idea")}
    (request,) = book.requests()
    book.answer(request.id, "accepted", "you are right")
    (request,) = book.requests()
    assert (request.state, request.answer) == ("accepted", "you are right")
    with pytest.raises(ValueError, match="state='maybe'"):
        book.answer(request.id, "maybe", "")


def test_secret_is_made_once_for_each_class(tmp_path):
    with Gradebook(tmp_path / "a") as first, Gradebook(tmp_path / "b") as second:
        secret = first.secret()
        assert len(secret) == 32 and first.secret() == secret != second.secret()
    with Gradebook(tmp_path / "a") as again:
        assert again.secret() == secret


def test_only_its_owner_may_read_the_folder(book, tmp_path):
    assert (tmp_path / "gradebook.sqlite").stat().st_mode & 0o077 == 0
    assert tmp_path.stat().st_mode & 0o077 == 0
