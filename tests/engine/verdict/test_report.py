"""The words of a report: as text, as HTML, as a dictionary."""

import html
import json
import re

import pytest

from tutor_utils.engine.exercise import Remark
from tutor_utils.engine.verdict.report import (
    HEADLINES,
    CheckFailed,
    Criterion,
    Example,
    Outcome,
    Report,
)


def criteria(**passed):
    return tuple(Criterion(name, f"label of {name}", value) for name, value in passed.items())


FAILED = Report(
    "scaled",
    "scale a row",
    Outcome.FAILED,
    criteria(runs=True, values=False, differ=None),
    "factor-lost",
    saw="I saw <this>.",
    means="It means that. " * 12,
    try_next="Try & see.",
    example=Example(
        "scaled(x)\nx = [1, 2]", "[3, 7]", "[1, 3]", "entry [0]", "x = [1, 2]\nscaled(x)"
    ),
    notes=("One note.", "Another."),
    seed=3,
    points=4,
    picture=(1, 2),
    explained=("a mistake",),
)
PASSED = Report("scaled", "scale a row", Outcome.PASSED, criteria(runs=True, values=True))
TODO = Report("scaled", "scale a row", Outcome.NOT_ATTEMPTED, saw="The TODO.", try_next="Write.")
TEXT = """\
NOT YET · scaled · scale a row

What I saw
  I saw <this>.

What it means
  It means that. It means that. It means that. It means that. It means that. It means
  that. It means that. It means that. It means that. It means that. It means that. It
  means that.

What to try
  Try & see.

Smallest example
  call:     scaled(x)
            x = [1, 2]
  expected: [3, 7]
  yours:    [1, 3]
  look at:  entry [0]

Run it yourself
  x = [1, 2]
  scaled(x)

Note
  One note.

Note
  Another.

Criteria
  [yes] label of runs
  [NO] label of values
  [not looked at yet] label of differ

diagnosis: factor-lost · seed 3 · stuck? run hint('scaled')"""


def test_the_whole_text():
    assert str(FAILED) == repr(FAILED) == TEXT


def test_a_passed_report_is_short():
    assert str(PASSED) == "RIGHT · scaled · scale a row\n2 of 2 criteria met (seed 0)."
    noted = Report("scaled", "t", Outcome.PASSED, criteria(runs=True), notes=("Look.",))
    assert str(noted).endswith("\n\nNote\n  Look.\n\n1 of 1 criteria met (seed 0).")


def test_remarks_stand_folded_below_what_is_right():
    remark = Remark("It `stops` there.", "f(1)\ng(2)", "f(2)")
    report = Report("scaled", "t", Outcome.PASSED, criteria(runs=True), remarks=(remark,))
    below = "\n\nWhat a reviewer would add\n  It `stops` there.\n"
    assert below in str(report) and str(report).startswith("RIGHT · scaled")
    folded = report.html().partition("<details>")[2].partition("</details>")[0]
    assert folded == (
        "<summary>What a reviewer would add</summary><p>It <code>stops</code> there.</p>"
        "<pre>f(1)\ng(2)</pre><pre>To fix it:\nf(2)</pre>"
    )
    told = json.loads(json.dumps(report.to_dict()))["remarks"]
    assert told == [{"text": "It `stops` there.", "example": "f(1)\ng(2)", "mend": "f(2)"}]
    assert report.earned == 1.0 and report.passed


def test_untouched_report_has_no_footer_or_criteria():
    assert str(TODO).splitlines()[-1] == "  Write."
    assert "Criteria" not in str(TODO)


def test_no_diagnosis_is_named_where_there_is_none():
    report = Report("scaled", "t", Outcome.ERROR)
    assert report.footer == "seed 0 · stuck? run hint('scaled')"
    assert report.headline == "STOPPED BY AN ERROR · scaled · t"
    assert set(HEADLINES) == set(Outcome)


def test_location_is_shown_once():
    seen = Report(
        "s", "t", Outcome.FAILED, saw="At entry [0].", example=Example("c", "e", "a", "entry [0]")
    )
    assert "look at" not in str(seen)
    assert "look at" not in str(Report("s", "t", Outcome.FAILED, example=Example("c", "e", "a")))


def test_two_values_that_read_the_same_are_left_out():
    seen = Report("s", "t", Outcome.FAILED, example=Example("c", "a shape", "a shape", "entry [0]"))
    assert "a shape" not in str(seen) and "look at:  entry [0]" in str(seen)


def test_long_lines_are_wrapped_and_tables_are_not():
    wide = "x " * 60
    report = Report(
        "s", "t", Outcome.FAILED, criteria(runs=False), saw=wide, example=Example(wide, "e", "a")
    )
    sections = str(report).split("\n\n")
    saw, example = sections[1], sections[2]
    assert max(map(len, saw.splitlines())) <= 88 and len(saw.splitlines()) == 3
    assert len(example.splitlines()) == 4 and len(example.splitlines()[1]) > 88
    edge = Report("s", "t", Outcome.FAILED, saw="y " * 43)
    assert len(str(edge).split("\n\n")[1].splitlines()) == 2
    lines = Report("s", "t", Outcome.FAILED, saw="one\ntwo")
    assert "\n  one\n  two" in str(lines)


def words_of(page: str) -> str:
    """What is read in a page, without spaces."""
    seen = re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"\s+", "", html.unescape(re.sub(r"<[^>]+>", "", seen)))


def test_the_card_carries_the_same_words():
    shown = FAILED._repr_html_()
    assert words_of(shown) == re.sub(r"\s+", "", TEXT)
    assert "&lt;this&gt;" in shown and "Try &amp; see." in shown
    assert shown.index("What to try") < shown.index("Smallest example") < shown.index("<details")
    edges = {report._repr_html_().partition("--edge:")[2][:7] for report in (FAILED, PASSED, TODO)}
    assert len(edges) == 3
    assert "<script" in shown and "<script" not in TODO._repr_html_(), "nothing to copy"
    copied = re.findall(r'<p class="tutor-head">([^<]*)</p><\w+ data-copy>', shown)
    assert copied == ["Run it yourself"] and shown.count(" data-copy>") == 1
    assert "<script" not in FAILED.html(live=False) and "data-copy" in FAILED.html(live=False)
    assert "//" not in shown.partition("<script>")[2], "comments are not stored with each card"
    assert 'class="tutor-foot"' in shown and 'class="tutor-foot"' not in TODO._repr_html_()


def test_code_and_addresses_in_the_words_are_marked():
    said = Report("s", "t", Outcome.FAILED, saw="`a < b`.", notes=("See https://x.org/1.",)).html()
    assert "<code>a &lt; b</code>." in said
    assert '<a href="https://x.org/1">https://x.org/1</a>.' in said


def test_a_hint_is_behind_the_hint_before_it():
    page = FAILED.html("<b>picture</b>", ["Ask <i>.", "Say."], "<p>below</p>")
    folds = page[page.index("Hint 1 of 2") :]
    assert folds.index("Ask &lt;i&gt;.") < folds.index("Hint 2 of 2") < folds.index("Say.")
    assert folds.index("Hint 2 of 2") < folds.index("</details>")
    assert page.index("yours:") < page.index("<b>picture</b>") < page.index("Run it yourself")
    assert "<b>picture</b>" in TODO.html("<b>picture</b>")


def test_a_dictionary_is_json():
    told = json.loads(json.dumps(FAILED.to_dict()))
    assert type(FAILED.to_dict()["outcome"]) is str
    assert set(told) == {
        *("exercise", "title", "outcome", "criteria", "diagnosis", "saw", "means", "try_next"),
        *("where", "example", "notes", "remarks", "seed", "points", "passed", "earned"),
    }
    assert told["outcome"] == "failed" and told["notes"] == ["One note.", "Another."]
    assert told["criteria"][1] == {"name": "values", "label": "label of values", "passed": False}
    assert told["example"]["expected"] == "[3, 7]" and told["passed"] is False
    assert (told["seed"], told["points"]) == (3, 4)
    assert PASSED.to_dict()["example"] is None and PASSED.to_dict()["passed"] is True


@pytest.mark.parametrize(
    ("passed", "earned"),
    [
        ({"runs": True, "type": True, "values": False, "differ": None}, 1.0),
        ({"runs": True, "type": False, "values": None, "differ": None}, 0.5),
        ({"runs": True, "shape": True, "values": True, "differ": False}, 2.5),
        ({"arguments": True, "dtype": False, "values": True, "differ": False}, 2.0),
        ({"values": True, "differ": False}, 2.0),  # no criteria of form: they share all
        ({"values": True, "a": True, "b": False}, 2.67),
        ({"values": False, "work": True}, 0.0),  # told by the run itself: nothing alone
        ({"runs": True, "type": False}, 2.0),
        ({}, 0.0),
    ],
)
def test_points_are_earned_by_criterion(passed, earned):
    assert Report("s", "t", Outcome.FAILED, criteria(**passed), points=4).earned == earned


def test_passed_answer_has_all_points():
    report = Report("s", "t", Outcome.PASSED, criteria(runs=True), points=4)
    assert report.earned == 4.0 and report.passed and not FAILED.passed
    assert Report("s", "t", Outcome.PASSED).points == 1
    assert Report("s", "t", Outcome.ERROR, points=4).earned == 0


def test_the_error_shows_the_report_and_no_frames():
    error = CheckFailed(FAILED)
    assert isinstance(error, AssertionError) and error.report is FAILED
    assert str(error) == TEXT and error._render_traceback_() == TEXT.splitlines()
    drawn = CheckFailed(FAILED, "Run All stops here.")  # the page has the card
    assert str(drawn) == TEXT and drawn._render_traceback_() == ["Run All stops here."]


def test_an_address_is_never_cut():
    address = "https://github.com/keras-team/keras/" + "a-b/" * 30 + "19461"
    report = Report("e", "t", Outcome.FAILED, saw=f"Others made this mistake too: {address}")
    assert address in str(report)
