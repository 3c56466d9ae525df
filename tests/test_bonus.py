"""Bonus: the model of the check is the course's, searches agree, no total asks for a bonus."""

from dataclasses import replace

import pytest
import torch

from tutor_utils import exercises, mine
from tutor_utils.engine.exercise import Exercise
from tutor_utils.exercises import nb07_bonus as bonus
from tutor_utils.grading.marking import Mark, Marked
from tutor_utils.grading.pages import feedback
from tutor_utils.grading.plugin import _File, _table
from tutor_utils.grading.tables import possible, total


@pytest.mark.parametrize("norm_first", [False, True])
def test_speaker_is_the_course_s_transformer(norm_first, learner_home):
    """By the names of its parts, and by what it computes."""
    sizes = {"d_model": 8, "num_heads": 2, "num_layers": 2, "d_ff": 36, "max_len": 64}
    theirs = mine("Transformer", own=False)(13, 13, **sizes, pad_id=3, norm_first=norm_first)
    ours = bonus._speaker(5, norm_first, (4, 3), 0.0)
    missing = theirs.load_state_dict(ours.state_dict(), strict=False)
    assert not missing.unexpected_keys
    assert all(name.startswith("encoder.") for name in missing.missing_keys)
    theirs.eval()
    src, tgt = torch.tensor([[7, 8, 3, 3], [9, 5, 6, 7]]), torch.tensor([[4, 3, 6], [4, 9, 10]])
    memory, mask = ours.encode(src)
    assert torch.equal(theirs.encode(src)[1], mask)
    expected = theirs.decode(tgt, memory, mask)
    assert torch.allclose(ours.decode(tgt, memory, mask), expected, atol=1e-5)


def test_wide_beam_is_exhaustive_search():
    picker = bonus._Picker(11, (1, 2, 0))
    for row in range(40):
        search = picker.search(row, *bonus.WIDE)
        assert search.follow()[0].tokens == search.exhaustive().tokens
        narrow = picker.search(row, *bonus.GREEDY)
        prefix = ()
        while len(prefix) < 4 and prefix[-1:] != (bonus.END,):
            ways = narrow.table[prefix]
            token = ways.index(max(ways))
            prefix += (bonus.END if token == 2 else token,)
        assert narrow.follow()[0].tokens == prefix, "beam 1 without penalty is greedy"


def test_known_faults_are_seen_in_the_trials():
    """Each row that is to show a fault does so: else the trial could not fail."""
    usual, _, judged = bonus._pickers(0)
    for fault in bonus._SCORE_FAULTS:
        searches = [usual.search(row, *bonus.JUDGED) for row in judged]
        assert any(s.follow(fault)[0].tokens != s.follow()[0].tokens for s in searches), fault


def marked(points_of_bonus: float) -> Marked:
    def mark(e: Exercise, earned: float) -> Mark:
        report = {"exercise": e.id, "title": e.title, "outcome": "passed", "criteria": []}
        report |= {"example": None, "notes": []}
        return Mark(e.id, "passed", earned, e.asked, report=report)

    found = exercises.of_notebook("07")[0].values()
    marks = [mark(e, points_of_bonus if e.bonus else e.points) for e in found]
    return Marked("ana", "d", "", marks=tuple(marks))


def test_totals_do_not_ask_for_a_bonus():
    asked = sum(e.points for e in exercises.of_notebook("07")[0].values() if not e.bonus)
    assert (total(marked(0)), possible(marked(0))) == (asked, asked)
    assert (total(marked(3)), possible(marked(3))) == (asked + 6, asked)
    page = feedback(marked(3))
    assert "A bonus: 3 points on top" in page and "7 of 7" in page
    lines = list(_table("07", _File()))
    assert not any("beam_search" in line for line in lines)
    assert lines[-1].startswith("total") and f"0 of {asked}" in lines[-1]


def test_asked_points_of_a_bonus_are_none():
    exercise = exercises.find("split_heads")
    assert (exercise.asked, replace(exercise, bonus=True).asked) == (exercise.points, 0)
