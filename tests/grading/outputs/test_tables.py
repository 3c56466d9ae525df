"""The tables that people, platforms and machines read."""

import csv
import io
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.grading.submissions import entry
from tutor_utils.grading.gradebook.scoring import Decision
from tutor_utils.grading.intake.roster import Person
from tutor_utils.grading.intake.roster import read as read_roster
from tutor_utils.grading.intake.rules import Late, Rules
from tutor_utils.grading.judge.marks import Mark, Marked
from tutor_utils.grading.outputs import questions, tables

ANA = Marked(
    learner="Ana Kim",
    digest="",
    when="2026-11-01T01:30:00+00:00",
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
CLASS = [entry(m, RULES) for m in (ANA, EVE, BAD)]


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_grades_hold_points_total_and_lateness():
    ana, eve, bad = rows(tables.grades(CLASS))
    assert (ana["split_heads"], ana["project_qkv"], ana["beam_search"]) == ("0.5", "1.0", "3.0")
    assert (ana["total"], ana["possible"], ana["percent"]) == ("4.05", "3.0", "135.0")
    assert ana["taken_for_lateness"] == "0.45"
    assert (ana["hours_late"], eve["hours_late"]) == ("1.5", "0.0")
    assert eve["split_heads"] == "" and bad["needs_a_look"] == "no kernel"
    order = list(ana)
    assert order.index("project_qkv") < order.index("split_heads") < order.index("beam_search")


def test_the_time_is_the_one_by_which_somebody_is_late():
    for when, told, late in ((DEADLINE, DEADLINE.isoformat(), "0.0"), (None, ANA.when, "1.5")):
        person = Person("Ana Kim", when=when)
        (ana,) = rows(tables.grades([entry(ANA, RULES, person=person)]))
        assert (ana["handed_in"], ana["hours_late"]) == (told, late)


@pytest.mark.parametrize(
    "sign", ["=", "  =", "\uff1d", "+", "-", "@", "|", "\t"]
)  # line breaks: see test_submission
def test_no_name_becomes_a_formula(sign):
    marked = Marked(f"{sign}1+1", "", "", marks=EVE.marks)
    one = [entry(marked)]
    canvas = tables.canvas([entry(replace(marked, platform_id="7"))], RULES)
    for text in (tables.grades(one), canvas, tables.moodle(one, RULES)):
        cells = [value for row in csv.reader(io.StringIO(text)) for value in row]
        assert not [value for value in cells if value.startswith(f"{sign}1")]
        assert f"'{sign}1+1" in cells


@pytest.mark.parametrize("text", ["a;=1+1", "a; @1", "a\t-1", 'a;"=1', "a <=1+1", "a>-1"])
def test_nothing_is_a_formula_where_semicolons_part_cells(text):
    mark = Mark("project_qkv", "error", 0.0, 1, report={"saw": text})
    one = [entry(Marked(text, "", "", marks=(mark,)))]
    for table in (tables.grades(one), tables.moodle(one, RULES)):
        cells = re.split("[;\t\n]", table)
        assert [cell for cell in cells if re.match(r'\s*"?[=@+-]', cell)] == []


def test_canvas_and_moodle_leave_out_what_could_not_be_marked():
    canvas = rows(tables.canvas(CLASS, RULES))
    assert canvas[0]["Student"].strip() == "Points Possible"
    assert [(r["Student"], r["ID"]) for r in canvas[1:]] == [("Ana Kim", "7")]
    moodle = rows(tables.moodle(CLASS, RULES))
    assert [r["Identifier"] for r in moodle] == ["Participant 7", f"'{EVE.learner}"]
    assert moodle[0]["Grade"] == "4.05"


def test_who_canvas_does_not_know_is_asked_about():
    assert questions.without_a_row(CLASS) == []  # no class of Canvas's
    ana = entry(replace(ANA, platform="canvas"), RULES)
    (asked,) = questions.without_a_row([ana, *CLASS[1:]])
    assert EVE.learner in asked and "Ana" not in asked
    by_login = entry(EVE, RULES, person=Person("Eve", login="eve"))
    assert questions.without_a_row([ana, by_login]) == []


def test_file_names_are_harmless_and_differ():
    names = [
        tables.file_name(entry(Marked(learner, "", "", platform_id)))
        for learner, platform_id in [("../../etc", ""), ("ana", "1"), ("ana", "2"), ("<>", "")]
    ]
    assert len(set(names)) == 4
    assert all(set(name).isdisjoint("/\\<>:.") for name in names)
    assert names[1].startswith("ana-") and names[3].startswith("learner-")


def test_who_needs_a_look():
    nothing = Mark("split_heads", "not_attempted", 0.0, 2)
    assert entry(BAD).needs_a_look == "no kernel"
    unread = Marked("a", "", "", marks=(nothing,), notes=("no JSON",), readable=False)
    assert entry(unread).needs_a_look and entry(unread).status == "could not be read"
    assert entry(replace(unread, readable=True)).status == "marked"  # another of the course's
    assert not entry(Marked("a", "", "", marks=ANA.marks, notes=("older copy",))).needs_a_look
    absent = entry(Marked("b", "", "", handed_in=False))
    assert absent.status == "nothing handed in" and not absent.needs_a_look


MOODLE = """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
Last modified (submission),Last modified (grade),Feedback comments
Participant 7,Ana Kim,a@x,Submitted,,100.00,Yes,"Sunday, 1 November 2026, 01:30 AM",-,
Participant 8,Ben,b@x,No submission,,100.00,Yes,-,-,
"""


def importer(text):
    """What Moodle's importer does with a worksheet (mod/assign/feedback/offline)."""
    first, *more = csv.reader(io.StringIO(text))
    places = [first.index(name) for name in ("Identifier", "Grade", "Last modified (grade)")]
    comment = first.index("Feedback comments")
    assert comment > 0, "it takes a column at 0 for none"
    for row in more:
        found = {"id": row[places[0]][len("Participant ") :], "grade": row[places[1]]}
        yield found | {"comment": row[comment]}


def test_moodle_takes_the_worksheet_back(tmp_path):
    (tmp_path / "class.csv").write_text(MOODLE)
    roster = read_roster(tmp_path / "class.csv")
    assert roster.is_moodle_worksheet and roster.people[0].when.hour == 1
    absent = Marked("Ben", "", "", "8", handed_in=False, readable=False)
    pairs = zip((ANA, absent), roster.people, strict=True)
    text = tables.moodle([entry(m, RULES, None, p) for m, p in pairs], RULES, roster)
    ana, ben = importer(text)
    assert text.splitlines()[0] == MOODLE.splitlines()[0] and (ana["id"], ben["id"]) == ("7", "8")
    assert (
        float(ana["grade"]) == 135.0
        and "<br>split_heads: 0.5 of 2. a &lt;shape&gt;" in ana["comment"]
    )
    assert ben == {"id": "8", "grade": "0.00", "comment": "Nothing was handed in."}
    (own,) = importer(tables.moodle([entry(ANA)], RULES))  # without a worksheet too
    assert own["id"] == "7"


UNREAD = Marked(
    "Ben", "", "", "8", notes=("02.ipynb cannot be read. The file is <empty>.",), readable=False
)
PDF = replace(UNREAD, handed_in=False, notes=("No notebook was handed in, but a.pdf.",))
NOT_FOUND = Mark("split_heads", "not_attempted", 0.0, 2, report={"saw": "There is no answer"})


@pytest.mark.parametrize(
    ("ben", "absent", "grade", "words"),
    [
        (replace(UNREAD, marks=(NOT_FOUND,)), "zero", "", "The file is &lt;empty&gt;."),
        (replace(PDF, marks=(NOT_FOUND,)), "zero", "", "but a.pdf."),
        (
            Marked("Ben", "", "", "8", handed_in=False, readable=False),
            "zero",
            "0.00",
            tables.NOTHING,
        ),
        (Marked("Ben", "", "", "8", handed_in=False, readable=False), "blank", "", tables.NOTHING),
        (replace(UNREAD, trouble="no kernel"), "zero", "", ""),
        (replace(ANA, learner="Ben", platform_id="8"), "blank", "150.00", "split_heads: 0.5"),
    ],
)
@pytest.mark.parametrize("listed", [True, False])
def test_what_nobody_could_read_gets_no_grade(tmp_path, ben, absent, grade, words, listed):
    (tmp_path / "class.csv").write_text(MOODLE)
    roster = read_roster(tmp_path / "class.csv")
    rules = Rules(absent=absent, bonus=True)
    one = [replace(entry(ben, rules, None, roster.people[1]), absent=absent)]
    found = list(importer(tables.moodle(one, rules, roster if listed else None)))
    if not listed and ben.trouble:
        assert found == []
        return
    assert found[-1]["grade"] == (grade if listed or grade != "150.00" else "4.50")
    assert words in found[-1]["comment"] and "There is no answer" not in found[-1]["comment"]
    assert ("this is what stood in the way" in found[-1]["comment"]) == (
        bool(ben.notes) and not ben.trouble
    )
    students = [r["Student"] for r in rows(tables.canvas(one, rules))[1:]]
    assert students == (["Ben"] if grade else [])
    by_hand = {"": Decision(2.0)}
    decided = replace(entry(ben, rules, by_hand, roster.people[1]), absent=absent)
    assert decided.grade == 2.0


CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Week 2 (4711),Final Score
    Points Possible,,,,,4,(read only)
"Kim, Ana",7,S1,ana,A,,90
"Student, Test",9,,test,A,,
"""


def test_canvas_takes_its_own_rows_back(tmp_path):
    """Its importer asks for Student and ID, finds a column by its name and number, and a row of
    points possible (GradebookImporter)."""
    (tmp_path / "class.csv").write_text(CANVAS)
    roster = read_roster(tmp_path / "class.csv")
    (person,) = roster.people
    rules = Rules(title="Week 2")
    text = tables.canvas([entry(ANA, rules, None, person)], rules, roster)
    assert list(csv.reader(io.StringIO(text))) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Week 2 (4711)"],
        ["    Points Possible", "", "", "", "", "4.0"],  # the export's: 1.5 of 3 are 2 of 4
        ["Kim, Ana", "7", "S1", "ana", "A", "2.0"],
    ]
