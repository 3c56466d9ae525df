"""The pages say what was marked, and whatever a learner wrote stays text."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from tutor_utils.engine.report import Criterion, Outcome, Report
from tutor_utils.grading.marks import Mark, Marked
from tutor_utils.grading.pages import feedback, overview
from tutor_utils.grading.similarity import Pair

EVIL = "<script>alert(1)</script><img src=x onerror='x'> & \"q\""
CODE = "def split_heads(x, h):\n\n    # <b> {{ 7 * 7 }}\n        return   x"
PICTURE = '<img alt="expected beside yours" src="data:image/png;base64,AA">'


def report(exercise, outcome, **words):
    criteria = (Criterion("runs", "runs", True), Criterion("values", EVIL, False))
    return Report(exercise, "a title", outcome, criteria, seed=3, **words).to_dict()


def mark(exercise, outcome, earned, points, **more):
    words = {"saw": EVIL, "diagnosis": more.get("diagnosis")}
    return Mark(
        exercise,
        outcome,
        earned,
        points,
        report=report(exercise, Outcome(outcome), **words),
        **more,
    )


ANA = Marked(
    learner=f"ana {EVIL}",
    digest="",
    when="2026-11-01T01:30:00+00:00",
    marks=(
        mark("project_qkv", "passed", 1.0, 1, code="def project_qkv(): ..."),
        mark(
            *("split_heads", "failed", 1.0, 2),
            diagnosis="heads-not-moved",
            picture=PICTURE,
            notes=(f"note {EVIL}",),
            code=CODE,
        ),
        mark("beam_search", "passed", 2.5, 0),
    ),
    notes=(f"file {EVIL}",),
)
BEN = Marked("ben", "", "", marks=(mark("split_heads", "not_attempted", 0.0, 2),))
BAD = Marked("bad", "", "", trouble=f"no kernel {EVIL}")
DEADLINE = datetime(2026, 11, 1, tzinfo=UTC)
ALIKE = [Pair((ANA.learner, "ben"), ("split_heads", "project_qkv"), 2.0)]


class Elements(HTMLParser):
    """The tags of a page, each with its attributes, and its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.words = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attributes]

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", " ".join(self.words))


@pytest.mark.parametrize(
    "page",
    [
        feedback(ANA, DEADLINE),
        feedback(BAD, None),
        overview([ANA, BEN, BAD], ALIKE, DEADLINE),
        overview([], [], None),
    ],
)
def test_no_text_becomes_html(page):
    """Names, notes, reports, code and file names: no element and no handler comes of them."""
    found = Elements(page)
    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert "script" not in found.tags and "b" not in found.tags
    assert not [name for name in found.attributes if name.startswith("on")]
    assert found.tags.count("img") == page.count(PICTURE)


def test_feedback_shows_marks_report_picture_and_code():
    page = feedback(ANA, DEADLINE)
    found = Elements(page)
    for words in (
        "4.5 of 3 points.",
        "Handed in 1.5 hours after the deadline.",
        "NOT YET · split_heads · a title",
        "1 of 2 points",
        "A bonus: 2.5 points on top",
        "02 Q, K, V projection and head splitting 2 of 2",
        f"note {EVIL}",
        f"file {EVIL}",
    ):
        if words.startswith("02"):
            words = words.replace("2 of 2", "1 of 2 2 of 3")
        assert words in found.text, words
    assert PICTURE in page
    assert CODE in found.words, "code as it was written, line by line"
    assert "def project_qkv" not in page, "an answer that passed is not shown again"


def test_feedback_without_a_deadline_or_marks():
    assert "deadline" not in feedback(ANA)
    page = feedback(BAD)
    assert "Not all is marked yet" in page and "points" not in page and "kernel" not in page


def test_overview_of_a_class():
    text = Elements(overview([ANA, BEN, BAD], ALIKE, DEADLINE)).text
    for words in (
        "3 submissions, 2 marked.",
        "lowest 0, middle 150, highest 150",
        f"bad: no kernel {EVIL}",
        f"split_heads: note {EVIL}",
        f"After the deadline: {ANA.learner} (1.5 h).",
        "0 of 1 0 % 1 × heads-not-moved",
        "people learn together",
        "split_heads, project_qkv",
    ):
        assert words in text, words
    assert text.index("split_heads 02") < text.index("project_qkv 02"), "the hardest first"


def test_overview_letters_and_links():
    page = overview([ANA, BEN], [], None)
    assert "<td class='H' title='split_heads: not yet, 1 of 2'>H</td>" in page
    assert "<td class='-' title='split_heads: not started, 0 of 2'>-</td>" in page
    (link,) = re.findall(r"href='feedback/(ben-\w+\.html)'", page)
    assert link


def test_overview_of_nobody():
    text = Elements(overview([], [], None)).text
    assert "0 submissions, 0 marked." in text and "Nothing." in text and "None." in text
    assert "Percent" not in text
