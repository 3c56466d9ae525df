"""Exercises and questions are found by name; a name that is unknown offers the nearest."""

import pytest

from tutor_utils import exercises
from tutor_utils.exercises import UnknownName


def test_every_exercise_is_found_in_the_order_of_the_course():
    every = list(exercises.exercises())
    names = exercises.names()
    assert tuple(e.id for e in every) == names
    assert [e.earlier for e in every] == [names[: i + 1] for i in range(len(names))]
    assert [e.notebook for e in every] == sorted(e.notebook for e in every)
    assert exercises.find("split_heads").notebook == "02"
    assert exercises.find("split_heads") is exercises.find("split_heads")
    assert (
        exercises.known("split_heads") and not exercises.known("split") and not exercises.known(3)
    )


def test_exercises_of_a_notebook():
    of_02 = exercises.of_notebook("02")
    assert "split_heads" in [e.id for e in of_02] and {e.notebook for e in of_02} == {"02"}
    assert exercises.of_notebook("99") == ()


def test_an_unknown_name_offers_the_nearest_or_all():
    with pytest.raises(
        UnknownName, match=r"no exercise called 'split_head'. Did you mean 'split_heads'\?"
    ):
        exercises.find("split_head")
    with pytest.raises(UnknownName, match=r"no exercise called 'zzz'. There are: .*split_heads, "):
        exercises.require("zzz")
    with pytest.raises(UnknownName, match="Did you mean 'split_heads'"):
        exercises.path_of("split_head")
    with pytest.raises(UnknownName, match=r"no exercise called 3\. There are: "):
        exercises.find(3)
    exercises.require("split_heads")
    assert (exercises.path_of("split_heads") / "exercise.py").exists()
    with pytest.raises(UnknownName) as caught:
        exercises.find_question("zzz")
    assert "no question called 'zzz'" in str(caught.value)
    assert caught.value._render_traceback_() == [str(caught.value)]


def test_questions_know_their_notebook():
    every = list(exercises.questions())
    assert every and all(q.notebook in {n.number for n in exercises.NOTEBOOKS} for q in every)
    found = exercises.find_question(every[0].id)
    assert found.id == every[0].id and found.notebook == every[0].notebook
    assert len({q.id for q in every}) == len(every)
