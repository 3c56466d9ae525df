"""The pages say what was marked, and whatever a learner wrote stays text."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from tests.grading.submissions import cell, entry, solved
from tutor_utils.engine.exercise import Remark
from tutor_utils.engine.verdict.report import Criterion, Outcome, Report
from tutor_utils.grading.gradebook.classroom import Class
from tutor_utils.grading.gradebook.scoring import Decision
from tutor_utils.grading.gradebook.store import Request
from tutor_utils.grading.intake.roster import Person
from tutor_utils.grading.intake.rules import Late, Rules
from tutor_utils.grading.judge.marks import Mark, Result
from tutor_utils.grading.outputs.changes import changes
from tutor_utils.grading.outputs.pages import feedback, overview, similar
from tutor_utils.grading.outputs.similarity import Alike, Cluster

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


ANA = Result(
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
BEN = Result("ben", "", "", marks=(mark("split_heads", "not_attempted", 0.0, 2),))
BAD = Result("bad", "", "", trouble=f"no kernel {EVIL}")
DEADLINE = datetime(2026, 11, 1, tzinfo=UTC)
RULES = Rules(title=EVIL, notebooks=("02",), deadline=DEADLINE, bonus=True)
ALIKE = [
    Cluster((ANA.learner, "ben"), ("split_heads",), 1.0, (ANA.learner, "ben"),
            (Alike("split_heads", 0.9, (CODE, EVIL)),))
]  # fmt: skip


def page_of(*marked, rules=RULES, taken=("all is there",), requests=()):
    entries = [entry(m, rules) for m in marked]
    return overview(Class(rules=rules, said=taken, entries=entries), requests)


def test_each_learner_gets_five_lines_and_a_count():
    loud = replace(BEN, learner="loud", notes=tuple(f"file {i} cannot be read" for i in range(20)))
    page = page_of(loud, ANA)
    assert page.count("cannot be read") == 4 and "16 more notes" in page
    twice = replace(ANA.marks[1], notes=("found by its name",))
    page = page_of(replace(ANA, marks=(twice, replace(twice, exercise="project_qkv"))))
    assert "split_heads, project_qkv: found by its name" in page


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
        feedback(entry(ANA, RULES), RULES),
        feedback(entry(BAD)),
        page_of(ANA, BEN, BAD, requests=[Request(1, ("x", ""), EVIL, EVIL, "open", "", "")]),
        page_of(),
        similar(ALIKE),
        changes(
            [entry(ANA)],
            {(entry(ANA).who, "split_heads"): EVIL},
            {entry(ANA).who: entry(BEN).summary | {"late": [1, EVIL]}},
        ),
    ],
)
def test_no_text_becomes_html(page):
    """Names, notes, reports, code and file names: no element and no handler comes of them."""
    found = Elements(page)
    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert found.tags.count("script") == page.count("// Sorts a table") and "b" not in found.tags
    assert not [name for name in found.attributes if name.startswith("on")]
    assert found.tags.count("img") == page.count(PICTURE)


def test_feedback_shows_marks_report_picture_and_code():
    page = feedback(entry(ANA, RULES, {"split_heads": Decision(1.5, f"by hand {EVIL}")}), RULES)
    found = Elements(page)
    for words in (
        "5 of 3 points.",
        "Handed in 90 minutes after the deadline, by the time of the file.",
        "NOT YET · split_heads · a title",
        "1.5 of 2 points, decided by hand",
        f"by hand {EVIL}",
        "A bonus: 2.5 points on top",
        "02 Q, K, V projection and head splitting 2 of 2",
        f"note {EVIL}",
        f"file {EVIL}",
    ):
        if words.startswith("02"):
            words = words.replace("2 of 2", "1 of 2 2.5 of 3")
        assert words in found.text, words
    card = page[page.index("tutor-card tutor-failed") :]
    assert PICTURE in card[: card.index("</div>")], "inside, as in the notebook"
    assert CODE in found.words, "code as it was written, line by line"
    assert "def project_qkv" not in page, "an answer that passed is not shown again"


def test_feedback_folds_a_remark_below_what_passed():
    told = report("split_heads", Outcome.PASSED, remarks=(Remark(f"It stops. {EVIL}", "f(1)"),))
    right = Mark("split_heads", "passed", 2.0, 2, report=told)
    page = feedback(entry(Result("ana", "", "", marks=(right,))))
    assert "It stops." in page and "<pre>f(1)</pre></details>" in page and EVIL not in page
    assert page.index("RIGHT · split_heads") < page.index("What a reviewer would add")


def test_feedback_holds_no_seed_and_no_hint():
    assert "seed" not in feedback(entry(ANA)) and "hint(" not in feedback(entry(ANA))


def test_feedback_without_a_deadline_or_marks():
    assert "deadline" not in feedback(entry(ANA))
    page = feedback(entry(BAD))
    assert "Not all is marked yet" in page and "points" not in page and "kernel" not in page


def test_unreadable_is_not_the_same_as_nothing():
    unread = Result("u", "", "", marks=BEN.marks, notes=("02.ipynb is no JSON.",), readable=False)
    page = feedback(entry(unread))
    assert "could be read" in page and "NOT STARTED" not in page and "is no JSON" in page
    absent = feedback(entry(Result("a", "", "", handed_in=False)))
    assert "Nothing was handed in" in absent and "could be read" not in absent


def test_overview_of_a_class():
    text = Elements(page_of(ANA, BEN, BAD)).text
    for words in (
        "3 learners. Notebooks 02.",
        "lowest 0, middle 150, highest 150",
        "90–100 1",
        f"bad : no kernel {EVIL}",
        f"split_heads: note {EVIL}",
        "0 of 1 0 % 1 × heads-not-moved",
        "Deadline: 2026-11-01",
        "bonus exercises are added",
    ):
        assert words in text, words
    assert text.index("split_heads 02") < text.index("project_qkv 02"), "the hardest first"
    assert text.count(f"split_heads: note {EVIL}") == 1


def test_overview_names_the_published_solution():
    text = "".join(cell(solved("04_masking.ipynb"), "masked_attend")["source"])
    copied = replace(BEN, marks=(mark("masked_attend", "passed", 3.0, 3, code=text),))
    assert f"{BEN.learner} : masked_attend" in Elements(page_of(ANA, copied)).text
    assert "published solution" not in page_of(ANA, BEN)


def test_overview_letters_and_links():
    page = page_of(ANA, BEN)
    assert "<td class='H' title='split_heads: not yet, 1 of 2'>H</td>" in page
    assert "<td class='-' title='split_heads: not started, 0 of 2'>-</td>" in page
    assert re.search(r"heads-not-moved.*?href='feedback/ana\w*-\w+\.html#split_heads'", page, re.S)
    assert "href='#hard-split_heads'" in page and "id='hard-split_heads'" in page
    (link,) = re.findall(r"href='feedback/(ben-\w+\.html)'", page)
    assert link


def test_anonymous_pages_hold_no_name():
    rules = Rules(notebooks=("02",), anonymous=True)
    anonymous = replace(
        entry(replace(ANA, learner="Ana Kim", notes=("Kim_02.ipynb: late",)), rules),
        alias="Learner 001",
    )
    asks = [Request(1, anonymous.who, "split_heads", "please", "open", "", "")]
    the_class = Class(rules=rules, missing=(Person(ANA.learner),), entries=[anonymous])
    page = overview(the_class, asks, [f"who is {ANA.learner}?"])
    assert "Questions that name learners: 1, in intake.txt." in page
    assert "Learner 001" in page and "Ana" not in page and "Kim" not in page


def test_changes_say_what_counts_and_why():
    """A new file, another weight, a decision by hand, another deadline."""
    who, half = ("ben", ""), replace(BEN, marks=(mark("split_heads", "failed", 1.0, 2),))
    late = replace(half, when="2026-11-02T01:00:00+00:00")
    heavy = Rules(weights={"split_heads": 10}, deadline=DEADLINE, late=Late(per_day=10))

    def page(now, why=None):
        before = {who: entry(BEN, Rules()).summary}
        return Elements(changes([now, entry(BAD)], why or {}, before)).text

    found = page(entry(half), {(who, "split_heads"): "another file"})
    assert "ben split_heads 0 1 another file ben total 0 1 another file" in found
    assert "New: bad" in found
    assert "ben split_heads 0 5 another weight or rule" in page(entry(half, heavy))
    by_hand = {"split_heads": Decision(1.5)}
    assert "ben split_heads 0 1.5 points by hand" in page(entry(half, None, by_hand))
    assert "late work 0 -1 Handed in 25 hours after the deadline" in page(entry(late, heavy))
    assert "No points are other" in page(entry(BEN))
    assert "first run" in changes([], {}, {})


def test_changes_follow_the_person_and_say_whose_a_row_is():
    """Bob's row becomes that of another Bob, and what counted for him counts for nobody."""

    def of(row, points, person, file):
        marked = Result(row, file, "", marks=(mark("split_heads", "failed", points, 2),))
        return entry(marked, None, None, person)

    bob, other = Person("Bob Lee", mail="bob@x"), Person("Bob Lee", mail="b2@x")
    before = [of("Bob Lee", 2.0, bob, "d1"), of("cem", 1.0, None, "d3")]
    now = [of("Bob Lee", 1.0, other, "d2"), of("'Bob Lee'", 2.0, None, "d1")]
    now.append(of("Lee, Bob", 0.0, bob, ""))
    found = Elements(changes(now, {}, {e.who: e.summary for e in before})).text
    assert "The row Bob Lee was that of bob@x, and is now that of b2@x." in found
    assert "What was handed in as Bob Lee counts now for 'Bob Lee'." in found
    assert "Bob Lee split_heads 2 0 another file Bob Lee total 2 0" in found
    assert "New: Bob Lee, 'Bob Lee'" in found and "No longer there: cem" in found
    now[0] = of("Bob Lee", 1.0, None, "d2")  # nobody of the list
    found = Elements(changes(now, {}, {e.who: e.summary for e in before})).text
    assert "was that of bob@x, and is now that of somebody without an account." in found
    assert "New: Bob Lee, 'Bob Lee'" in found
