"""The example in a report is the smallest input that fails, for the same reason."""

from dataclasses import replace

import pytest
import torch
from small_exercise import (
    Bank,
    scaled,
    stopping,
    unguarded,
    without_factor,
    without_places,
)

from tutor_utils.engine.exercise import Finding, SizeGrid, Trial
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.engine.verdict.report import Outcome
from tutor_utils.engine.verdict.shrink import _ordered, shrink


def both(exercise, answer, bank=None, seed=0):
    """(report, the report with the smallest example)."""
    bank = bank or Bank()
    before = judge(exercise, observe(exercise, answer, seed), bank=bank)
    return before, shrink(exercise, answer, before, bank)


def test_sizes_come_in_order_of_how_many_numbers_they_hold(exercise):
    names = [trial.name for trial in _ordered(exercise.smallest, 0)]
    assert names == ["B=1, L=1", "B=1, L=2", "B=1, L=3", "B=2, L=2", "B=2, L=3"]
    assert {t.args[0].shape for t in _ordered(exercise.smallest, 0)} == {
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 2),
        (2, 3),
    }


def test_the_smallest_that_fails_is_shown(exercise):
    before, after = both(exercise, without_factor)
    assert before.saw.startswith("On one row of 2") and after.saw.startswith("On B=1, L=1")
    assert after.example.call.endswith("x = [[1]]\nfactor = 3")
    assert (after.example.expected, after.example.actual) == ("[[3]]", "[[1]]")
    assert after.picture[1].tolist() == [[1]] and before.picture[1].shape == (1, 2)
    kept = ("outcome", "criteria", "diagnosis", "means", "try_next", "explained", "seed")
    assert all(getattr(before, name) == getattr(after, name) for name in kept)


def test_the_seed_of_the_report_is_used(exercise):
    grid = SizeGrid({"L": (1,)}, lambda inputs, L: Trial("", (inputs.normal(1, 1), 3.0)))
    drawn = replace(exercise, smallest=grid)
    examples = {seed: both(drawn, without_factor, seed=seed)[1].example.call for seed in (0, 3)}
    assert examples[0] != examples[3]


def test_the_example_shows_the_mistake_that_is_named(exercise):
    _, after = both(exercise, without_places)  # a row of one number has place 0: nothing is lost
    assert after.saw.startswith("On B=1, L=2") and after.diagnosis == "places-lost"

    def first_otherwise(x, factor):
        return x - 9 if x.shape == (1, 1) else without_places(x, factor)

    before, after = both(exercise, first_otherwise)
    assert before.diagnosis == "places-lost" and after.saw.startswith("On B=1, L=2")


def test_report_matching_no_small_input_keeps_its_example(exercise):
    def small_otherwise(x, factor):
        return (
            x - 9
            if factor == 3 and x[0, 0] == 1 and x.shape != (1, 2)
            else without_factor(x, factor)
        )

    grid = replace(exercise.smallest, sizes={"B": (1,), "L": (1, 3)})
    before, after = both(replace(exercise, smallest=grid), small_otherwise)
    assert before.diagnosis == "factor-lost" and after is before


def test_a_pattern_must_be_that_of_the_report(exercise):
    """One number alone is no pattern; of two it can be told."""
    before, after = both(exercise, lambda x, factor: 5 * scaled(x, factor))
    assert before.diagnosis == after.diagnosis == "off-by-a-factor"
    assert after.saw.startswith("On B=1, L=2")


def test_an_example_of_a_part_has_three_places(exercise):
    def last_wrong(x, factor):
        return torch.cat([scaled(x, factor)[:, :-1], x[:, -1:] - 50], dim=1)

    _, after = both(exercise, last_wrong)
    assert after.diagnosis == "part-is-right" and after.saw.startswith("On B=1, L=3")
    assert "of axis 1 (L) is wrong; it has 3." in after.means


def test_words_about_an_error_are_those_of_the_example(exercise):
    before, after = both(exercise, lambda x, factor: x.view(5, 7))
    assert before.diagnosis == after.diagnosis == "sizes-do-not-multiply"
    assert "tensor is 2," in before.means and "tensor is 1," in after.means
    assert before.notes == after.notes and before.criteria == after.criteria


def test_matching_property_finding_confirms_the_mistake(exercise):
    def right(value, x, factor):
        wanted = scaled(x, factor)
        return (
            None if torch.equal(value, wanted) else Finding("No.", "m", "t", pair=(wanted, value))
        )

    def answer(x, factor):
        return x - 5 if x[0, 0] == 7 else without_factor(x, factor)

    small = SizeGrid({"L": (1,)}, lambda inputs, L: Trial("", (x7, 3.0), verify=right))
    x7 = torch.tensor([[7.0]])
    before, after = both(replace(exercise, smallest=small), answer)
    assert before.diagnosis == after.diagnosis == "factor-lost"
    assert after.saw == "No." and after.means == before.means


def test_error_on_every_input_uses_the_smallest(exercise):
    before, after = both(exercise, stopping)
    assert after.saw.startswith("On B=1, L=1: AttributeError") and after.notes == before.notes
    assert after.example.expected == "(no error)" and after.outcome is Outcome.ERROR


@pytest.mark.parametrize(
    "answer",
    [
        scaled,
        unguarded,
        lambda x, f: x.double(),
        lambda x, f: scaled(x, f)[0],
        lambda x, f: scaled(x, f) + (f == 4),  # wrong on no small input
        lambda x, f: x @ x if f == 4 else scaled(x, f),  # stops on none
    ],
)
def test_what_no_small_input_shows_keeps_its_report(exercise, answer):
    before, after = both(exercise, answer)
    assert after is before


def test_wrong_shape_on_small_inputs_is_another_failure(exercise):
    def answer(x, factor):
        return scaled(x, factor)[0] if x.shape[-1] == 1 else x - 9

    _, after = both(exercise, answer)
    assert after.saw.startswith("On B=1, L=2")


@pytest.mark.parametrize(
    ("wrong", "says"), [({1.0}, "In left your answer is right; only right fails."), ({0, 1}, "")]
)
def test_report_says_where_one_branch_alone_fails(exercise, wrong, says):
    def one(side: float) -> Trial:
        x = torch.tensor([side, 3.0, 5.0])
        return Trial(f"side {side}", (x,), truth=lambda x: x, branch=("left", "right")[int(side)])

    grid = SizeGrid({"side": (0, 1)}, lambda inputs, side: one(float(side)))
    two = replace(exercise, trials=lambda inputs: [one(0.0), one(1.0)], smallest=grid)
    fault = torch.tensor([7.0, -2.0, 0.3])
    before, after = both(two, lambda x: x + fault if float(x[0]) in wrong else x)
    assert before.diagnosis is None and after.example
    assert after.means.startswith(says) and ("only" in after.means) is bool(says)
