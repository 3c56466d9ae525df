"""A notebook is numbered 07; one beside it, a side trip, 07c. No total asks for its points."""

from dataclasses import replace

import pytest

from tests.grading.submissions import cell, entry, handed_in, solved
from tutor_utils import exercises
from tutor_utils.grading import plugin
from tutor_utils.grading.answers import notebooks
from tutor_utils.grading.gradebook import classroom
from tutor_utils.grading.intake.owners import notebook_in
from tutor_utils.grading.intake.rules import Rules
from tutor_utils.grading.judge.marks import Mark, Result
from tutor_utils.grading.outputs.pages import feedback


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("07c_decoders.ipynb", "07c"),
        ("ana 07C (1).ipynb", "07c"),
        ("hw07.ipynb", "07"),
        ("07copy.ipynb", "07"),
        ("07d.ipynb", "07"),
        ("2026.ipynb", ""),
        ("58.ipynb", ""),
    ],
)
def test_a_file_name_says_which_notebook_it_is(name, number):
    assert notebook_in(name, ("07", "07c")) == number


def test_cells_of_a_side_trip_are_its_own_notebook(monkeypatch):
    fused = replace(exercises.entry("project_qkv_fused"), notebook="02c", bonus=True)
    monkeypatch.setitem(exercises._ENTRIES, fused.id, fused)
    alone = solved()
    alone["cells"] = [cell(alone, fused.id)]
    assert notebooks.look(handed_in("ana", alone)).numbers == ["02c"]
    assert notebooks.look(handed_in("ana", solved())).numbers == ["02"]


def test_side_trips_of_a_notebook_count_with_it():
    assert classroom.counted_notebooks((), [{"07"}]) == ("07", "07c")


def test_totals_do_not_ask_for_a_bonus():
    required = exercises.of_notebook("07")
    report = {"title": "", "outcome": "passed", "criteria": [], "example": None, "notes": []}
    marks = tuple(
        Mark(e.id, "passed", 3 if e.bonus else e.points, e.required_points,
             report=report | {"exercise": e.id})
        for e in [*required, *exercises.of_notebook("07c")]
    )  # fmt: skip
    asked, ana = sum(e.points for e in required), Result("ana", "d", "", marks=marks)
    plain, counted = entry(ana), entry(ana, Rules(bonus=True))
    assert (plain.total, plain.possible) == (asked, asked)
    assert (counted.total, counted.possible) == (asked + 6, asked)
    page = feedback(counted)
    assert "A bonus: 3 points on top" in page and f"{len(required)} of {len(required)}" in page
    lines = list(plugin._table("07", {}))
    assert not any("beam_search" in line for line in lines)
    assert lines[-1].startswith("total") and f"0 of {asked}" in lines[-1]


@pytest.mark.parametrize("name", ["07a_what_a_run_hides", "07c_cache_and_beams"])
def test_side_trip_has_no_table_of_points(name):
    numbers = ["07c", "07c"] if "c_" in name else []
    assert plugin._number(f"solutions/{name}.ipynb", numbers) == ""
