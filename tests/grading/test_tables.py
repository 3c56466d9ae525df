"""The tables that people, platforms and machines read."""

import csv
import io
from datetime import UTC, datetime

import pytest

from tests.grading.submissions import entry
from tutor_utils.grading import tables
from tutor_utils.grading.marks import Mark, Marked
from tutor_utils.grading.roster import Person
from tutor_utils.grading.roster import read as read_roster
from tutor_utils.grading.rules import Late, Rules

ANA = Marked(
    learner="Ana Kim",
    digest="",
    platform_id="7",
    marks=(
        Mark("split_heads", "failed", 0.5, 2, diagnosis="x", report={"saw": "a <shape>\x1b[2J"}),
        Mark("project_qkv", "passed", 1.0, 1),
        Mark("beam_search", "passed", 3.0, 0),
    ),
)
EVE = Marked("=cmd|' /C calc'!A0", "", "", marks=(Mark("project_qkv", "error", 0.0, 1),))
BAD = Marked("broken", "", "", trouble="no kernel")
DEADLINE = datetime(2026, 11, 1, tzinfo=UTC)


RULES = Rules(deadline=DEADLINE, bonus=True, late=Late(per_day=10))
LATE = Person("Ana Kim", when=datetime(2026, 11, 1, 1, 30, tzinfo=UTC))
CLASS = [entry(ANA, RULES, person=LATE), entry(EVE, RULES), entry(BAD, RULES)]


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_grades_hold_points_total_and_lateness():
    ana, eve, bad = rows(tables.grades(CLASS))
    assert (ana["split_heads"], ana["project_qkv"], ana["beam_search"]) == ("0.5", "1.0", "3.0")
    assert (ana["total"], ana["possible"], ana["percent"]) == ("4.05", "3.0", "135.0")
    assert ana["taken_for_lateness"] == "0.45"
    assert (ana["hours_late"], eve["hours_late"]) == ("1.5", "0.0")
    assert ana["handed_in"] == LATE.when.isoformat() and not eve["handed_in"]
    assert eve["split_heads"] == "" and bad["needs_a_look"] == "no kernel"
    order = list(ana)
    assert order.index("project_qkv") < order.index("split_heads") < order.index("beam_search")


@pytest.mark.parametrize(
    "sign", ["=", "  =", "\uff1d", "+", "-", "@", "|", "\t"]
)  # line breaks: see test_submission
def test_no_name_becomes_a_formula(uploaded, sign):
    marked = Marked(f"{sign}1+1", "", "", marks=EVE.marks)
    grades = csv.reader(io.StringIO(tables.grades([entry(marked)])))
    for table in (grades, uploaded(MOODLE.replace("Ana Kim", marked.learner), ANA)):
        cells = [value for row in table for value in row]
        assert not [value for value in cells if value.startswith(f"{sign}1")]
        assert f"'{sign}1+1" in cells


def test_file_names_are_harmless_and_differ():
    names = [
        tables.file_name(Marked(learner, "", platform_id))
        for learner, platform_id in [("../../etc", ""), ("ana", "1"), ("ana", "2"), ("<>", "")]
    ]
    assert len(set(names)) == 4
    assert all(set(name).isdisjoint("/\\<>:.") for name in names)
    assert names[1].startswith("ana-") and names[3].startswith("learner-")


def test_who_needs_a_look():
    nothing = Mark("split_heads", "not_attempted", 0.0, 2)
    assert entry(BAD).needs_a_look == "no kernel"
    unread = Marked("a", "", "", marks=(nothing,), notes=("no JSON",))
    assert entry(unread).needs_a_look and entry(unread).status == "could not be read"
    assert not entry(Marked("a", "", "", marks=ANA.marks, notes=("older copy",))).needs_a_look
    absent = entry(Marked("b", "", "", handed_in=False))
    assert absent.status == "nothing handed in" and not absent.needs_a_look


MOODLE = """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
Last modified (submission),Last modified (grade),Feedback comments
Participant 7,Ana Kim,a@x,Submitted,,100.00,Yes,"Sunday, 1 November 2026, 01:30 AM",-,
Participant 8,Ben,b@x,No submission,,100.00,Yes,-,-,
Participant 9,broken,c@x,Submitted,,100.00,Yes,-,-,
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Week 2 (4711),Final Score
    Points Possible,,,,,4,(read only)
"Kim, Ana",7,S1,ana,A,,90
"Student, Test",9,,test,A,,
"""


@pytest.fixture
def uploaded(tmp_path):
    """The rows for upload, where these marks are of the first people of a list."""

    def upload(text, *marked, rules=RULES):
        (tmp_path / "class.csv").write_text(text)
        roster = read_roster(tmp_path / "class.csv")
        pairs = zip(marked, roster.people, strict=False)
        entries = [entry(m, rules, None, person) for m, person in pairs]
        return list(csv.reader(io.StringIO(tables.upload(entries, rules, roster))))

    return upload


def test_moodle_takes_the_worksheet_back(uploaded):
    """Its importer reads three columns by name, and no comment in the first (assignfeedback)."""
    absent = Marked("Ben", "", "8", handed_in=False)
    head, *rows = uploaded(MOODLE, ANA, absent, BAD)
    assert head == MOODLE.splitlines()[0].split(",")
    grade, comment = head.index("Grade"), head.index("Feedback comments")
    assert [r[0] for r in rows] == ["Participant 7", "Participant 8", "Participant 9"]
    assert float(rows[0][grade]) == 135.0
    assert "split_heads: 0.5 of 2. a <shape>" in rows[0][comment]
    assert (rows[1][grade], rows[1][comment]) == ("0.00", "Nothing was handed in.")
    assert (rows[2][grade], rows[2][comment]) == ("", ""), "what could not be marked stays open"


def test_canvas_takes_its_own_rows_back(uploaded):
    """Its importer asks for Student and ID, finds a column by its name and number, and a row of
    points possible (GradebookImporter)."""
    assert uploaded(CANVAS, ANA, rules=Rules(title="Week 2")) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Week 2 (4711)"],
        ["    Points Possible", "", "", "", "", "3.0"],
        ["Kim, Ana", "7", "S1", "ana", "A", "1.5"],
    ]
    assert len(uploaded(CANVAS, BAD)) == 2, "what could not be marked has no row"
