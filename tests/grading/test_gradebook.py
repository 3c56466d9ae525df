"""The gradebook keeps what was marked, for its owner alone."""

import sqlite3

import pytest

from tutor_utils.grading.gradebook import Gradebook
from tutor_utils.grading.marks import Mark, Marked

MARK = Mark(
    exercise="split_heads",
    outcome="failed",
    earned=0.5,
    points=2,
    diagnosis="heads-not-moved",
    report={"seed": 3},
    notes=("a note",),
    code="def split_heads(x, h): ...",
)
RESULT = Marked("Ana Kim", "d1", "2026-11-01T00:00:00+00:00", "7", (MARK,), ("older copy",))


@pytest.fixture
def book(tmp_path):
    with Gradebook(tmp_path) as opened:
        yield opened


def test_a_result_comes_back_as_it_was(book):
    book.put(RESULT, "key")
    assert book.get("Ana Kim", "7") == (RESULT, "key")
    assert book.get("Ana Kim", "8") is None


def test_a_later_result_takes_the_place_of_an_earlier_one(book, tmp_path):
    book.put(RESULT, "key")
    later = Marked("Ana Kim", "d2", "", "7", trouble="no kernel")
    book.put(later, "other key")
    assert book.get("Ana Kim", "7") == (later, "other key")
    with sqlite3.connect(tmp_path / "gradebook.sqlite") as db:
        assert db.execute("SELECT count(*) FROM mark").fetchone() == (0,)


def test_marks_can_be_read_by_sql(book, tmp_path):
    book.put(RESULT, "key")
    with sqlite3.connect(tmp_path / "gradebook.sqlite") as db:
        row = db.execute("SELECT learner, exercise, earned, diagnosis FROM mark").fetchone()
    assert row == ("Ana Kim", "split_heads", 0.5, "heads-not-moved")


def test_results_of_learners_who_are_asked_for_by_name(book):
    for name in ("zoe", "ana", "gone"):
        book.put(Marked(name, "", ""), "key")
    assert [m.learner for m in book.all([("zoe", ""), ("ana", ""), ("new", "")])] == ["ana", "zoe"]


def test_a_result_of_another_version_counts_as_none(book, tmp_path):
    book.put(RESULT, "key")
    with sqlite3.connect(tmp_path / "gradebook.sqlite") as db:
        db.execute("UPDATE marked SET result = '{\"learner\": 1}'")
    assert book.get("Ana Kim", "7") is None


def test_the_secret_is_made_once_and_is_another_in_another_class(tmp_path):
    with Gradebook(tmp_path / "a") as first, Gradebook(tmp_path / "b") as second:
        secret = first.secret()
        assert len(secret) == 32 and first.secret() == secret != second.secret()
    with Gradebook(tmp_path / "a") as again:
        assert again.secret() == secret


def test_only_its_owner_may_read_it(book, tmp_path):
    assert (tmp_path / "gradebook.sqlite").stat().st_mode & 0o077 == 0
