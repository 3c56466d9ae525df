"""No total asks for the points of a bonus."""

from dataclasses import replace

from tests.grading.submissions import entry
from tutor_utils import exercises
from tutor_utils.engine.exercise import Exercise
from tutor_utils.grading.marks import Mark, Marked
from tutor_utils.grading.pages import feedback
from tutor_utils.grading.plugin import _File, _table
from tutor_utils.grading.rules import Rules


def marked(points_of_bonus: float) -> Marked:
    def mark(e: Exercise, earned: float) -> Mark:
        report = {"exercise": e.id, "title": e.title, "outcome": "passed", "criteria": []}
        report |= {"example": None, "notes": []}
        return Mark(e.id, "passed", earned, e.required_points, report=report)

    found = exercises.of_notebook("07")
    marks = [mark(e, points_of_bonus if e.bonus else e.points) for e in found]
    return Marked("ana", "d", "", marks=tuple(marks))


def test_totals_do_not_ask_for_a_bonus():
    points = [e.points for e in exercises.of_notebook("07") if not e.bonus]
    asked, number = sum(points), len(points)
    plain, counted = entry(marked(3)), entry(marked(3), Rules(bonus=True))
    assert (plain.score.total, plain.score.possible) == (asked, asked)
    assert (counted.score.total, counted.score.possible) == (asked + 6, asked)
    page = feedback(counted)
    assert "A bonus: 3 points on top" in page and f"{number} of {number}" in page
    lines = list(_table("07", _File()))
    assert not any("beam_search" in line for line in lines)
    assert lines[-1].startswith("total") and f"0 of {asked}" in lines[-1]


def test_asked_points_of_a_bonus_are_none():
    exercise = exercises.find("split_heads")
    assert (exercise.required_points, replace(exercise, bonus=True).required_points) == (
        exercise.points,
        0,
    )
