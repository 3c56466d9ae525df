"""The tables that people, platforms and machines read."""

import csv
import io
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from tutor_utils.grading import tables
from tutor_utils.grading.marks import Mark, Marked

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


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_grades_hold_points_total_and_lateness():
    ana, eve, bad = rows(tables.grades([ANA, EVE, BAD], DEADLINE))
    assert (ana["split_heads"], ana["project_qkv"], ana["beam_search"]) == ("0.5", "1.0", "3.0")
    assert (ana["total"], ana["possible"], ana["percent"]) == ("4.5", "3", "150.0")
    assert (ana["hours_late"], eve["hours_late"]) == ("1.5", "0.0")
    assert eve["split_heads"] == "" and bad["needs_a_look"] == "no kernel"
    order = list(ana)
    assert order.index("project_qkv") < order.index("split_heads") < order.index("beam_search")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t"])  # line breaks: see test_submission
def test_no_name_becomes_a_formula(sign):
    marked = Marked(f"{sign}1+1", "", "", marks=EVE.marks)
    for text in (tables.grades([marked], None), tables.canvas([marked]), tables.moodle([marked])):
        cells = [value for row in csv.reader(io.StringIO(text)) for value in row]
        assert not [value for value in cells if value.startswith(f"{sign}1")]
        assert f"'{sign}1+1" in cells


def test_canvas_and_moodle_leave_out_what_could_not_be_marked():
    canvas = rows(tables.canvas([ANA, EVE, BAD]))
    assert canvas[0]["Student"].strip() == "Points Possible"
    assert [(r["Student"], r["ID"]) for r in canvas[1:]] == [
        ("Ana Kim", "7"),
        (f"'{EVE.learner}", ""),
    ]
    moodle = rows(tables.moodle([ANA, EVE, BAD]))
    assert [r["Identifier"] for r in moodle] == ["Participant 7", f"'{EVE.learner}"]
    assert moodle[0]["Grade"] == "4.5"


def test_junit_can_be_read_whatever_a_learner_wrote():
    root = ElementTree.fromstring(tables.junit(ANA).encode())
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "0")
    failure = root.find("testcase[@name='split_heads']/failure")
    assert failure.get("message") == "a <shape>\N{REPLACEMENT CHARACTER}[2J"
    assert root.find("testcase/properties/property[@name='earned']").get("value") == "0.5"


def test_file_names_are_harmless_and_differ():
    names = [
        tables.file_name(Marked(learner, "", "", platform_id))
        for learner, platform_id in [("../../etc", ""), ("ana", "1"), ("ana", "2"), ("<>", "")]
    ]
    assert len(set(names)) == 4
    assert all(set(name).isdisjoint("/\\<>:.") for name in names)
    assert names[1].startswith("ana-") and names[3].startswith("learner-")


def test_who_needs_a_look():
    nothing = Mark("split_heads", "not_attempted", 0.0, 2)
    assert tables.needs_a_look(BAD) == "no kernel"
    assert tables.needs_a_look(Marked("a", "", "", marks=(nothing,), notes=("no JSON",)))
    assert not tables.needs_a_look(Marked("a", "", "", marks=ANA.marks, notes=("older copy",)))
