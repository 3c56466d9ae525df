"""No total asks for the points of a bonus."""

from dataclasses import replace

import pytest

from tests.grading.submissions import entry, handed_in, solved
from tutor_utils import exercises
from tutor_utils.engine.exercise import Exercise
from tutor_utils.grading import classroom, rebuild
from tutor_utils.grading.marks import Mark, Marked
from tutor_utils.grading.pages import feedback
from tutor_utils.grading.plugin import _File, _number, _table
from tutor_utils.grading.rules import Rules


def marked(points_of_bonus: float) -> Marked:
    def mark(e: Exercise, earned: float) -> Mark:
        report = {"exercise": e.id, "title": e.title, "outcome": "passed", "criteria": []}
        report |= {"example": None, "notes": []}
        return Mark(e.id, "passed", earned, e.required_points, report=report)

    found = [*exercises.of_notebook("07"), *exercises.of_notebook("07c")]
    marks = [mark(e, points_of_bonus if e.bonus else e.points) for e in found]
    return Marked("ana", "d", "", marks=tuple(marks))


def test_totals_do_not_ask_for_a_bonus():
    points = [e.points for e in exercises.of_notebook("07")]
    asked, number = sum(points), len(points)
    plain, counted = entry(marked(3)), entry(marked(3), Rules(bonus=True))
    assert (plain.score.total, plain.score.possible) == (asked, asked)
    assert (counted.score.total, counted.score.possible) == (asked + 6, asked)
    page = feedback(counted)
    assert "A bonus: 3 points on top" in page and f"{number} of {number}" in page
    lines = list(_table("07", _File()))
    assert not any("beam_search" in line for line in lines)
    assert lines[-1].startswith("total") and f"0 of {asked}" in lines[-1]


def test_bonus_in_the_old_form_of_notebook_07_counts():
    old, trip = solved("07_copy_task.ipynb"), solved("07c_cache_and_beams.ipynb")
    old["cells"] += [c for c in trip["cells"] if c["id"] in ("beam_search", "cached_greedy_decode")]
    handed = handed_in("ana", old, name="07_copy_task.ipynb")
    assert rebuild.look(handed).numbers == ["07"]
    assert classroom.counted_notebooks((), [{"07"}]) == ("07", "07c")
    answer = rebuild.rebuild(handed)[0]["beam_search"]
    assert answer.text.startswith("def beam_search") and not answer.untouched


@pytest.mark.parametrize("name", ["07a_what_a_run_hides", "07c_cache_and_beams"])
def test_side_trip_has_no_table_of_points(name):
    file = _File()
    file.homes += ["07c", "07c"] if "c_" in name else []
    assert _number(f"solutions/{name}.ipynb", file) == ""


def test_asked_points_of_a_bonus_are_none():
    exercise = exercises.find("split_heads")
    assert (exercise.required_points, replace(exercise, bonus=True).required_points) == (
        exercise.points,
        0,
    )
