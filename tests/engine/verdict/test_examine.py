"""From an observation to the whole report."""

from dataclasses import replace

import torch
from small_exercise import Bank, scaled, without_factor

from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.examine import examine
from tutor_utils.engine.verdict.report import Outcome


def examined(exercise, answer, seed=0):
    return examine(exercise, answer, observe(exercise, answer, seed), Bank())


def test_a_right_answer_runs_once(exercise):
    calls = []

    def answer(x, factor):
        calls.append(x)
        return scaled(x, factor)

    assert examined(exercise, answer).passed and len(calls) == 4


def test_untouched_answer_is_not_rerun(exercise):
    observation = replace(observe(exercise, scaled), untouched=True, trials={})
    report = examine(exercise, lambda *_: 1 / 0, observation, Bank())
    assert report.outcome is Outcome.NOT_ATTEMPTED


def test_a_wrong_answer_gets_its_name_and_the_smallest_example(exercise):
    report = examined(exercise, without_factor, 4)
    assert report.diagnosis == "factor-lost" and report.seed == 4
    assert report.saw.startswith("On B=1, L=1: ")


def test_it_runs_again_on_other_inputs_before_it_is_named(exercise):
    seeds = []

    def trials(inputs):
        seeds.append(inputs.seed)
        return [Trial("one", (torch.tensor([[float(inputs.seed)]]), 2.0))]

    def at_4_alone(x, factor):
        return without_factor(x, factor) if x[0, 0] == 4 else x - 7

    exercise = replace(exercise, trials=trials, smallest=None)
    report = examined(exercise, at_4_alone, 4)
    assert set(seeds) == {4, 5} and report.explained == ()
    assert examined(exercise, without_factor, 4).diagnosis == "factor-lost"


def test_it_runs_again_only_on_what_is_asked_for(exercise):
    shapes = []

    def answer(x, factor):
        shapes.append(tuple(x.shape))
        return without_factor(x, factor)

    assert examined(replace(exercise, smallest=None), answer).diagnosis == "factor-lost"
    assert shapes.count((2, 3)) == 2  # a value
    assert shapes.count((1, 3)) == 1  # a property, which wrong values say nothing of


def test_course_is_complete_without_bonus_and_part_two(exercise):
    assert not replace(exercise, part=1).optional and exercise.required_points == 4
    assert replace(exercise, part=2).required_points == 0
    assert replace(exercise, part=2).optional and replace(exercise, bonus=True).optional
