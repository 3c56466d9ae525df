"""Points by hand on a local page, kept over later runs."""

import csv
import html
import io
import json
from urllib.parse import urlencode

import pytest
from tornado.testing import AsyncHTTPTestCase

from tests.grading.submissions import put, solved
from tutor_utils.engine.verdict.report import Outcome, Report
from tutor_utils.grading import grade, results, review
from tutor_utils.grading.gradebook import Gradebook
from tutor_utils.grading.marks import Mark, Marked
from tutor_utils.grading.submission import BadInput

RULES = """title = "Week 2"
notebooks = ["02"]
[late]
per_day = 5
"""
EVIL = "<img src=x onerror=alert(1)>"


def a_class(folder, earned=0.5, digest="d", code=EVIL):
    """The results of two learners, written without marking anybody."""
    report = Report("split_heads", "t", Outcome.FAILED, saw=EVIL).to_dict()
    marks = (Mark("split_heads", "failed", earned, 2, "a-mistake", report, code=code),)
    handed_in = folder.parent / "in"
    with Gradebook(folder) as book:
        for name in ("ana", EVIL):
            put(handed_in / name, solved())
            book.put(Marked(name, digest, "", marks=marks), {m.exercise: "key" for m in marks})
        (handed_in / "marking.toml").write_text(RULES)
        book.note("inputs", json.dumps([str(handed_in), "", []]))
        assert results.write(folder, grade.take_in(handed_in, None, []), book) == []
    return folder


def total(folder, name="ana"):
    text = (folder / "grades.csv").read_text("utf-8-sig")
    return next(r["total"] for r in csv.DictReader(io.StringIO(text)) if r["learner"] == name)


class TestPages(AsyncHTTPTestCase):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path):
        self.folder = a_class(tmp_path / "results")

    def get_app(self):
        return review.application(review.Desk(self.folder), "secret")

    def open(self, path, token="secret", host="127.0.0.1", data=None, **more):
        body = None if data is None else urlencode(data)
        address = f"{path}?{urlencode({'token': token, **more})}"
        return self.fetch(
            address, method="POST" if body is not None else "GET", body=body, headers={"Host": host}
        )

    def answer(self, data=None, **more):
        who = {"learner": "ana", "of": "split_heads"}
        return self.open("/answer", data=data, **who | more)

    def test_nobody_without_the_token_or_from_another_name(self):
        assert self.open("/").code == 200
        assert self.open("/", token="").code == self.open("/", token="x").code == 403
        assert self.open("/", host="evil.example").code == 403
        assert self.answer({"points": "2"}, token="x").code == 403

    def test_points_and_comment_are_kept_and_written(self):
        page = self.answer(learner=EVIL, exercise="split_heads").body.decode()
        assert EVIL not in page and "&lt;img" in page and "1 of 2." in page
        assert self.answer({"points": "1,5", "comment": "nearly \0"}).code == 200
        assert total(self.folder) == "0.5"
        assert self.open("/write", data={}).code == 200
        assert total(self.folder) == "1.5"
        (page,) = (self.folder / "feedback").glob("ana-*.html")
        assert "nearly" in page.read_text("utf-8") and "decided by hand" in page.read_text("utf-8")
        a_class(self.folder, earned=0.7)  # a later run, which marks otherwise
        assert total(self.folder) == "1.5"

    def test_filters_and_requests(self):
        assert "2 answers" in self.open("/", diagnosis="a-mistake").body.decode()
        assert "0 answers" in self.open("/", outcome="passed").body.decode()
        assert self.answer({"request": "please", "open": "1"}).code == 200
        assert "</a>: please" in self.open("/").body.decode()
        assert self.open("/write", data={}).code == 200
        assert "split_heads: please" in (self.folder / "overview.html").read_text("utf-8")
        assert self.answer({"request": "please", "comment": "see the report"}).code == 200
        assert "</a>: please" not in self.open("/").body.decode()
        assert "The learner asked: please." in self.answer().body.decode()

    def test_impossible_points_and_addresses_are_refused_in_words(self):
        told = [self.answer({"points": text}) for text in ("nan", "-1", "x", "20")]
        assert {t.code for t in told} == {400} and all(b"from 0 to 2" in t.body for t in told)
        told = [self.answer({}, learner="nobody"), self.answer({}, of="x"), self.open("/answer")]
        assert {t.code for t in told} == {404} and all(b"There is no such" in t.body for t in told)
        assert total(self.folder) == "0.5"

    def test_an_appeal_shows_both_files_and_what_was_decided(self):
        assert self.answer({"points": "1", "comment": "by word"}).code == 200
        a_class(self.folder, earned=0.7, digest="another", code="def split_heads(): ...")
        page = self.answer().body.decode()
        assert page.index(html.escape(EVIL)) < page.index("def split_heads(): ...")
        assert "0.5 points" in page and "0.7 points" in page
        assert "1 points, for an older file" in page and "by word" in page


def test_results_that_are_not_there_are_named(tmp_path, capsys):
    assert review.main([str(tmp_path)]) == review.USAGE
    assert "RESULTS=" in capsys.readouterr().err


def test_the_class_is_read_again_from_where_it_was(tmp_path):
    folder = a_class(tmp_path / "r")
    (tmp_path / "in" / "class.csv").write_text("name,id\nana,1\nben,2\n")
    rules = 'roster = "class.csv"\nnotebooks = ["02"]\n'
    (tmp_path / "in" / "marking.toml").write_text(rules)
    desk = review.Desk(folder)
    with Gradebook(folder) as book:
        entries = desk.the_class.entries(book)
    found = {e.marked.learner: (e.status, e.person and e.person.id) for e in entries}
    assert found["ben"] == ("nothing handed in", "2")
    (tmp_path / "in").rename(tmp_path / "away")
    with pytest.raises(BadInput, match=r"SUBMISSIONS=.* is not there"):
        review.Desk(folder)
