"""Points by hand on a local page, kept over later runs; and several assignments in one term."""

import csv
import html
import io
import re
from urllib.parse import urlencode

import pytest
from tornado.testing import AsyncHTTPTestCase

from tests.grading.submissions import entry, handed_in, solved
from tutor_utils.engine.verdict.report import Outcome, Report
from tutor_utils.grading import review, term
from tutor_utils.grading.gradebook import classroom
from tutor_utils.grading.gradebook.store import Gradebook
from tutor_utils.grading.intake.roster import Person
from tutor_utils.grading.intake.roster import read as read_roster
from tutor_utils.grading.intake.rules import Late, Rules
from tutor_utils.grading.intake.submission import BadInput
from tutor_utils.grading.judge.marks import Mark, Result
from tutor_utils.grading.outputs import pages, results

RULES = Rules(title="Week 2", notebooks=("02",), late=Late(per_day=5))
EVIL = "<script>alert(1)</script>"


def a_class(folder, earned=0.5, roster=None, rules=RULES, digest="d", code=EVIL):
    """The results of two learners, written without marking anybody."""
    report = Report("split_heads", "t", Outcome.FAILED, saw=EVIL).to_dict()
    marks = (Mark("split_heads", "failed", earned, 2, "a-mistake", report, code=code),)
    with Gradebook(folder) as book:
        for name in ("ana", EVIL):
            book.put(Result(name, digest, "", marks=marks), {m.exercise: "key" for m in marks})
        the_class = classroom.gather([handed_in(n, solved()) for n in ("ana", EVIL)], roster, rules)
        assert results.write(folder, the_class.with_marks(book), book) == []
    return folder


def test_changes_are_told_again_where_their_writing_was_stopped(tmp_path, monkeypatch):
    a_class(tmp_path)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(pages, "overview", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        a_class(tmp_path, earned=0.7)
    a_class(tmp_path, earned=0.7)
    text = (tmp_path / "changes.html").read_text("utf-8")
    assert "0.5" in text and "0.7" in text and "No points are other" not in text


def total(folder, name="ana"):
    text = (folder / "grades.csv").read_text("utf-8-sig")
    return next(r["total"] for r in csv.DictReader(io.StringIO(text)) if r["learner"] == name)


class TestPages(AsyncHTTPTestCase):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path):
        self.folder = a_class(tmp_path / "results")

    def get_app(self):
        self.desk = review.Desk(self.folder)
        return review.application(self.desk, "secret")

    def open(self, path, token="secret", host="127.0.0.1", data=None, **more):
        body = None if data is None else urlencode(data)
        address = f"{path}?{urlencode({'token': token, **more})}"
        return self.fetch(
            address, method="POST" if body is not None else "GET", body=body, headers={"Host": host}
        )

    def test_nobody_without_the_token_or_from_another_name(self):
        assert self.open("/").code == 200
        assert self.open("/", token="").code == self.open("/", token="x").code == 403
        assert self.open("/", host="evil.example").code == 403
        assert self.open("/answer", token="x", data={"points": "2"}).code == 403

    def test_points_and_comment_are_kept_and_written(self):
        page = self.open("/answer", place=1, exercise="split_heads").body.decode()
        assert EVIL not in page and "&lt;script&gt;" in page
        data = {"learner": "ana", "of": "split_heads", "points": "1,5", "comment": "nearly \0"}
        assert self.open("/answer", data=data, place=1).code == 200
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
        ask = {"learner": "ana", "of": "split_heads", "ask": "please"}
        assert self.open("/answer", data=ask).code == 200
        answer = {"number": "1", "state": "declined", "answer": "see the report"}
        assert self.open("/request", data=answer).code == 200
        with Gradebook(self.folder) as book:
            (kept,) = book.requests()
        assert (kept.state, kept.answer, kept.text) == ("declined", "see the report", "please")

    def test_what_cannot_be_is_refused_in_a_sentence(self):
        good = {"learner": "ana", "of": "split_heads", "points": "1"}
        wrong = [{"learner": "nobody"}, {"of": "x"}, {"points": "nan"}, {"points": "-1"}]
        for path, form in (
            *(("/answer", form) for form in ({}, *(good | one for one in wrong))),
            *(("/request", form) for form in ({}, {"number": "1", "state": "maybe"})),
            *(("/write", None), ("/nowhere", None), ("/nowhere", {})),
        ):
            told = self.open(path, data=form)
            assert told.code in (400, 404, 405), (path, form)
            assert re.fullmatch(r"<p>[A-Z][^<:]{20,}\.</p>", told.body.decode()), told.body
        for place in (99, -1, "x"):
            assert self.open("/answer", place=place).code == 404
        told = self.open("/answer", data=good | {"points": "20"})
        assert told.code == 400 and b"from 0 to 2" in told.body
        assert total(self.folder) == "0.5"

    def test_an_appeal_shows_both_files_and_what_was_decided(self):
        good = {"learner": "ana", "of": "split_heads", "points": "1", "comment": "by word"}
        assert self.open("/answer", data=good, place=1).code == 200
        a_class(self.folder, earned=0.7, digest="another", code="def split_heads(): ...")
        page = self.open("/answer", place=1).body.decode()
        assert page.index(html.escape(EVIL)) < page.index("def split_heads(): ...")
        assert "0.5 points" in page and "0.7 points" in page
        assert "1 points, for an older file" in page and "by word" in page


def test_results_that_are_not_there_are_named(tmp_path, capsys):
    assert review.main([str(tmp_path)]) == review.USAGE
    assert "RESULTS=" in capsys.readouterr().err


def test_rules_and_class_come_back_from_the_gradebook(tmp_path):
    (tmp_path / "class.csv").write_text("name,id\nana,1\nben,2\n")
    roster = read_roster(tmp_path / "class.csv")
    desk = review.Desk(a_class(tmp_path / "r", roster=roster))
    with Gradebook(desk.folder) as book:
        found = {e.marked.learner: (e.status, e.person and e.person.id) for e in desk.entries(book)}
    assert found["ben"] == ("nothing handed in", "2")
    assert desk.rules == RULES and desk.saved.lines()


def test_a_term_adds_up(tmp_path):
    a_class(tmp_path / "one", earned=2.0)
    a_class(tmp_path / "two", earned=1.0, rules=Rules(title="=Week 3", notebooks=("02",)))
    text = (
        '[[assignment]]\nresults = "one"\nweight = 1\n[[assignment]]\nresults = "two"\nweight = 3\n'
    )
    (tmp_path / "term.toml").write_text(text)
    assert term.main([str(tmp_path / "term.toml")]) == term.DONE
    rows = list(csv.reader(io.StringIO((tmp_path / "term.csv").read_text("utf-8-sig"))))
    assert rows[0] == ["learner", "id", "mail", "group", "Week 2", "'=Week 3", "term"]
    assert rows[2] == ["ana", "", "", "", "50.0", "25.0", "31.2"]
    assert EVIL not in (tmp_path / "term.html").read_text("utf-8")


def khans(people, platform="moodle"):
    """An assignment of learners who all are called Ali Khan."""
    return term.Assignment(
        *("Week", 1),
        [
            entry(Result("Ali Khan", "", "", number, platform=platform), person=person)
            for number, person in people
        ],
    )


def test_two_of_one_name_stay_two_in_a_term():
    def of(number, mail="", id=""):
        return number, Person("Ali Khan", mail=mail, id=id)

    names = [r.shown for r in term.add_up([khans([("36", None), ("37", None)])])]
    assert names == ["Ali Khan (36)", "Ali Khan (37)"]
    weeks = [khans([of("1", "a@x"), of("2", "b@x")]), khans([of("4", "b@x", "U2"), of("3", "a@x")])]
    assert [(r.mail, r.id, len(r.percents)) for r in term.add_up(weeks)] == [
        *(("a@x", "", 2), ("b@x", "U2", 2))
    ]
    two = [("1", None), ("2", None)]
    assert (
        len(term.add_up([khans(two, "canvas"), khans([("2", None), ("3", None)], "canvas")])) == 3
    )
    for weeks in ([khans(two), khans(two[:1])], [khans(two[:1]), khans(two)]):
        with pytest.raises(BadInput, match="Several learners are called Ali Khan"):
            term.add_up(weeks)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no [[assignment]]"),
        ("[[assignment]]\nresults = 'nowhere'", "RESULTS="),
        ("[[assignment]]\nresults = 3", "results = 3"),
        ("[[assignment]]\nresults = 'x'\nweight = -1", "weight = -1"),
        ("x = ", "cannot be read"),
    ],
)
def test_a_mistake_in_the_term_is_named(tmp_path, text, words):
    (tmp_path / "term.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        term.load(tmp_path / "term.toml")
    assert words in str(caught.value)
