"""The tables that people, platforms and machines read."""

import csv
import html
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
from tutor_utils.grading.judge.marks import Mark, Result
from tutor_utils.grading.outputs import questions, tables

ANA = Result(
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
EVE = Result("=cmd|' /C calc'!A0", "", "", marks=(Mark("project_qkv", "error", 0.0, 1),))
BAD = Result("broken", "", "", trouble="no kernel")
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
    one = [entry(Result(f"{sign}1+1", "", "", "7", marks=EVE.marks))]
    for text in (tables.grades(one), tables.canvas(one, RULES), tables.moodle(one, RULES)):
        cells = [value for row in csv.reader(io.StringIO(text)) for value in row]
        assert not [value for value in cells if value.startswith(f"{sign}1")]
        assert f"'{sign}1+1" in cells


@pytest.mark.parametrize("text", ["a;=1+1", "a; @1", "a\t-1", 'a;"=1', "a <=1+1", "a>-1"])
def test_nothing_is_a_formula_where_semicolons_part_cells(text):
    mark = Mark("project_qkv", "error", 0.0, 1, report={"saw": text})
    one = [entry(Result(text, "", "", "7", marks=(mark,)))]
    for table in (tables.grades(one), tables.moodle(one, RULES)):
        cells = re.split("[;\t\n]", table)
        assert [cell for cell in cells if re.match(r'\s*"?[=@+-]', cell)] == []


def test_canvas_and_moodle_leave_out_what_could_not_be_marked():
    canvas = rows(tables.canvas(CLASS, RULES))
    assert canvas[0]["Student"].strip() == "Points Possible"
    assert [(r["Student"], r["ID"]) for r in canvas[1:]] == [("Ana Kim", "7")]
    moodle = rows(tables.moodle(CLASS, RULES))
    assert [r["Identifier"] for r in moodle] == ["Participant 7"]
    assert moodle[0]["Grade"] == "4.05"


@pytest.mark.parametrize(
    ("platform", "known"),
    [("canvas", Person("Eve", login="eve")), ("moodle", Person("Eve", platform_id="8"))],
)
def test_who_a_platform_does_not_know_is_asked_about(platform, known):
    assert questions.without_a_row(CLASS) == []  # no class of a platform's
    ana = entry(replace(ANA, platform=platform), RULES)
    (asked,) = questions.without_a_row([ana, *CLASS[1:]])
    assert EVE.learner in asked and "Ana" not in asked and f"{platform}.csv" in asked
    assert questions.without_a_row([ana, entry(EVE, RULES, person=known)]) == []


def test_file_names_are_harmless_and_differ():
    names = [
        tables.file_name(entry(Result(learner, "", "", platform_id)))
        for learner, platform_id in [("../../etc", ""), ("ana", "1"), ("ana", "2"), ("<>", "")]
    ]
    assert len(set(names)) == 4
    assert all(set(name).isdisjoint("/\\<>:.") for name in names)
    assert names[1].startswith("ana-") and names[3].startswith("learner-")


def test_who_needs_a_look():
    nothing = Mark("split_heads", "not_attempted", 0.0, 2)
    assert entry(BAD).needs_a_look == "no kernel"
    unread = Result("a", "", "", marks=(nothing,), notes=("no JSON",), readable=False)
    assert entry(unread).needs_a_look and entry(unread).status == "could not be read"
    assert entry(replace(unread, readable=True)).status == "marked"  # another of the course's
    assert not entry(Result("a", "", "", marks=ANA.marks, notes=("older copy",))).needs_a_look
    absent = entry(Result("b", "", "", handed_in=False))
    assert absent.status == "nothing handed in" and not absent.needs_a_look


MOODLE = """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
Last modified (submission),Last modified (grade),Feedback comments
Participant 7,Ana Kim,a@x,Submitted,,100.00,Yes,"Sunday, 1 November 2026, 01:30 AM",-,
Participant 8,Ben,b@x,No submission,,100.00,Yes,-,-,
"""


def importer(text):
    """What Moodle's importer does with a worksheet (mod/assign/feedback/offline, csvlib).

    PHP takes a quote after a backslash for part of the cell. One row of another length, and nothing
    is imported; one number that is none, and the import stops. No grade above the maximum is taken,
    and by newer ones no 0.
    """
    first, *more = csv.reader(io.StringIO(text), escapechar="\\", strict=True)
    places = [first.index(name) for name in ("Identifier", "Grade", "Last modified (grade)")]
    comment = first.index("Feedback comments")
    assert comment > 0, "it takes a column at 0 for none"
    most = [name.lower() for name in first].index("maximum grade")
    for row in more:
        assert len(row) == len(first) and re.fullmatch(r"Participant \d+", row[places[0]])
        assert row[places[1]] == "" or 0 < float(row[places[1]]) <= 100 >= float(row[most])
        found = {"id": row[places[0]][len("Participant ") :], "grade": row[places[1]]}
        yield found | {"comment": row[comment]}


@pytest.mark.parametrize("maximum", ["Maximum Grade", "Maximum grade"])  # older and newer
def test_moodle_takes_the_worksheet_back(tmp_path, maximum):
    given = MOODLE.replace("Maximum Grade", maximum)
    (tmp_path / "class.csv").write_text(given)
    roster = read_roster(tmp_path / "class.csv")
    assert roster.is_moodle_worksheet and roster.people[0].when.hour == 1
    absent = Result("Ben", "", "", "8", handed_in=False, readable=False)
    pairs = zip((ANA, absent), roster.people, strict=True)
    text = tables.moodle([entry(m, RULES, None, p) for m, p in pairs], RULES, roster)
    ana, ben = importer(text)
    assert text.splitlines()[0] == given.splitlines()[0] and (ana["id"], ben["id"]) == ("7", "8")
    assert (
        ana["grade"] == "100.00"  # 135 with the bonus
        and "<br>split_heads: 0.5 of 2. a &lt;shape&gt;" in ana["comment"]
    )
    assert ben == {"id": "8", "grade": "0.00001", "comment": "Nothing was handed in."}
    (own,) = importer(tables.moodle([entry(ANA)], RULES))  # without a worksheet too
    assert own["id"] == "7"


@pytest.mark.parametrize("saw", ["ends in \\", '\\"', 'x","y\\",z', '"\\"', "two\nlines; =1"])
def test_no_comment_reads_on_into_the_next_row(tmp_path, saw):
    (tmp_path / "class.csv").write_text(MOODLE)
    roster = read_roster(tmp_path / "class.csv")
    ana = replace(ANA, marks=(Mark("split_heads", "error", 0.0, 2, report={"saw": saw}),))
    one = [entry(ana, RULES, None, roster.people[0])]
    first, second = importer(tables.moodle(one, RULES, roster))
    assert second == {"id": "8", "grade": "", "comment": ""}
    shown = html.unescape(first["comment"]).replace("<br>", "\n").replace("<wbr>", "")
    assert shown.endswith(saw)


@pytest.mark.parametrize("text", ['at "C:\\", then\n', '\\", "\\"', "ends in \\"])
def test_an_online_text_of_the_worksheet_makes_no_row(tmp_path, text):
    """PHP doubles a quote, but not one after a backslash."""
    written = re.sub(r'(?<!\\)"', '""', text)
    given = MOODLE.replace("Status,", "Status,Online text,").replace("Submitted,", "No submission,")
    given = given.replace("No submission,", f'Submitted,"{written}",')
    (tmp_path / "class.csv").write_text(given)
    roster = read_roster(tmp_path / "class.csv")
    assert [p.name for p in roster.people] == ["Ana Kim", "Ben"]
    assert [found["id"] for found in importer(tables.moodle([], RULES, roster))] == ["7", "8"]


def test_a_worksheet_without_names_is_a_class(tmp_path):
    """So Moodle gives it out for anonymous submissions."""
    (tmp_path / "class.csv").write_text(re.sub("(?m)^([^,]*),[^,]*,[^,]*", r"\1", MOODLE))
    roster = read_roster(tmp_path / "class.csv")
    assert (roster.people[0].name, roster.people[0].platform_id) == ("Participant 7", "7")
    assert [found["id"] for found in importer(tables.moodle([], RULES, roster))] == ["7", "8"]


def test_a_grade_that_stays_keeps_its_decimals(tmp_path):
    text = MOODLE.replace("Submitted,,", 'Submitted,"85,50",')  # saved by a spreadsheet
    (tmp_path / "class.csv").write_text(text)
    roster = read_roster(tmp_path / "class.csv")
    ana, _ = importer(tables.moodle([entry(BAD, RULES, None, roster.people[0])], RULES, roster))
    assert ana["grade"] == "85.50"


UNREAD = Result(
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
            Result("Ben", "", "", "8", handed_in=False, readable=False),
            "zero",
            "0.00001",
            tables.NOTHING,
        ),
        (Result("Ben", "", "", "8", handed_in=False, readable=False), "blank", "", tables.NOTHING),
        (replace(UNREAD, trouble="no kernel"), "zero", "", ""),
        (replace(ANA, learner="Ben", platform_id="8"), "blank", "100.00", "split_heads: 0.5"),
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
    assert found[-1]["grade"] == (grade if listed or grade != "100.00" else "4.50")
    assert words in found[-1]["comment"] and "There is no answer" not in found[-1]["comment"]
    assert ("this is what stood in the way" in found[-1]["comment"]) == (
        bool(ben.notes) and not ben.trouble
    )
    students = [r["Student"] for r in rows(tables.canvas(one, rules))[1:]]
    assert students == (["Ben"] if grade else [])
    by_hand = {"": Decision(2.0)}
    decided = replace(entry(ben, rules, by_hand, roster.people[1]), absent=absent)
    assert decided.grade == 2.0


def canvas_export(split, sis, hidden):
    """A gradebook as Canvas exports it; who may not see the university's numbers gets none."""
    names = ["LastName", "FirstName"] if split else ["Student"]
    head = [*names, "ID", *["SIS User ID"] * sis, "SIS Login ID", "Section"]
    empty = [""] * (len(head) - 1)
    rows = [[*head, "Week 2 (4711)", "Final Score"]]
    rows += [["", *empty, "Manual Posting", ""]] * hidden
    rows += [["    Points Possible", *empty, "4", "(read only)"]]
    for last, first, number, grade in (("Kim", "Ana", "7", ""), ("Lee", "Ben", "8", "EX")):
        name = [last, first] if split else [f"{last}, {first}"]
        rows += [[*name, number, *["S1"] * sis, first, "A", grade, "90"]]
    tester = ["Student", "Test"] if split else ["Student, Test"]
    return tables.csv_text([*rows, [*tester, "9", *[""] * sis, "test", "A", "", ""]])


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("sis", [True, False])
@pytest.mark.parametrize("hidden", [False, True])
def test_canvas_takes_its_own_rows_back(tmp_path, split, sis, hidden):
    """Its importer asks for names and ID, finds a column by its name and number, and a row of
    points possible (GradebookImporter); an excused learner stays so without a row."""
    (tmp_path / "class.csv").write_text(canvas_export(split, sis, hidden))
    roster = read_roster(tmp_path / "class.csv")
    rules = Rules(title="Week 2")
    entries = [entry(ANA, rules, None, person) for person in roster.people]
    assert [p.platform_id for p in roster.people] == ["7", "8"]
    head, possible, row = csv.reader(io.StringIO(tables.canvas(entries, rules, roster)))
    first = (tmp_path / "class.csv").read_text().splitlines()[0]
    assert ",".join(head) == first.removesuffix(",Final Score")
    assert (possible[0], possible[-1]) == ("    Points Possible", "4.0")
    assert (row[head.index("ID")], row[-1]) == ("7", "2.0")  # 1.5 of 3 are 2 of the export's 4
