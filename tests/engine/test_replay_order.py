"""What runs first, and what need not run at all: it changes the time, and never what is told."""

from dataclasses import replace

import torch
from small_exercise import Bank, evidence_of, mistake, only

from tutor_utils.engine import replay
from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.observation import Observation, Observed
from tutor_utils.engine.replay import explain


def test_what_costs_little_and_tells_much_is_tried_first(exercise):
    trials = [Trial(name, (0,), truth=lambda _: 0.0) for name in ("wrong", "well")]

    def order(seconds):
        seen = {"wrong": Observed(1.0, seconds=1.0), "well": Observed(0.0, seconds=seconds)}
        evidence = Evidence.of(only(exercise, *trials), Observation("scaled", 0, seen))
        return replay._Order([(evidence, t) for t in evidence.of_criterion("values")])

    def names(order, known=""):
        return [trial.name for _, trial in order.next(lambda pair: pair[1].name == known)]

    order_of_cost, equal = order(0.5), order(1.0)
    assert names(order_of_cost) == ["well", "wrong"] and names(equal) == ["wrong", "well"]
    assert names(order_of_cost, known="wrong") == ["wrong", "well"], "what is known is free"
    wrong, _ = equal.next(lambda pair: False)
    equal.note(wrong, True)
    assert names(equal) == ["well", "wrong"], "it told nothing apart"
    equal.note(wrong, False)
    assert names(equal) == ["wrong", "well"]


def test_what_pairs_need_as_well_costs_half(exercise):
    trials = [Trial(name, (0,), truth=lambda _: 0.0) for name in ("slow", "quick")]
    seen = {"slow": Observed(1.0, seconds=1.5), "quick": Observed(1.0, seconds=1.0)}
    evidence = Evidence.of(only(exercise, *trials), Observation("scaled", 0, seen))
    asked = slow, quick = [(evidence, t) for t in evidence.of_criterion("values")]
    assert replay._Order(asked).next(lambda _: False) == [quick, slow]
    assert replay._Order(asked, [slow]).next(lambda _: False) == [slow, quick]
    assert replay._Order(asked, [slow, quick]).next(lambda _: False) == [quick, slow]


def test_the_first_run_of_all_takes_longer_than_those_behind_it(exercise):
    trials = [Trial(name, (name,), truth=lambda _: 0.0) for name in ("first", "second")]
    trials = [replace(trial, probe=lambda answer, name: answer(name)) for trial in trials]
    known = only(exercise, *trials, mistakes=(mistake("a"),))
    seen = {"first": Observed(1.0, seconds=9.0), "second": Observed(1.0, seconds=6.0)}
    evidence = Evidence.of(known, Observation("scaled", 0, seen))
    asked = first, second = [(evidence, t) for t in evidence.of_criterion("values")]
    runs = replay._Runs(known, Bank({"a": lambda name: 1.0}, {}))
    assert runs.order(asked).next(lambda _: False) == [second, first]
    runs.alike(known.mistakes, *first)  # takes no time worth naming
    assert runs.order(asked).next(lambda _: False) == [first, second]


def test_a_trial_that_makes_one_call_rules_out_pairs_before_one_that_makes_more(exercise):
    def once(answer, x):
        return answer(x)

    def twice(answer, x):
        return answer(x) + answer(x)

    def trial(name, size, probe):
        return Trial(name, (torch.zeros(size),), truth=lambda _: 0.0, probe=probe)

    trials = trial("small, twice", 1, twice), trial("large", 3, once), trial("small", 2, once)
    evidence = evidence_of(only(exercise, *trials), lambda x: 1.0)
    asked = [(evidence, one) for one in evidence.of_criterion("values")]
    names = [one.name for _, one in replay._filters(asked)]
    assert names == ["small", "large", "small, twice"]


def test_of_those_that_fit_only_the_one_that_is_ahead_runs_on(exercise):
    """The others have differed already, and no later trial brings them in front of it."""
    ran = []

    def known_as(slug, differs):
        def answer(name):
            ran.append((slug, name))
            return 2.0 if name in differs else 1.0

        return answer

    names = [f"trial {i}" for i in range(6)]
    trials = [
        Trial(
            name,
            (name,),
            truth=lambda _: 0.0,
            probe=lambda answer, name: answer(name),
            criterion="values" if name == "trial 0" else "later",
        )
        for name in names
    ]
    known = only(exercise, *trials, mistakes=tuple(map(mistake, "abc")))

    def told(**differs):
        ran.clear()
        bank = Bank({slug: known_as(slug, own) for slug, own in differs.items()}, {})
        (found,) = explain([evidence_of(known, lambda name: 1.0)], "values", ("runs",), bank)
        return found.slug

    assert told(a=names[1:], b=(), c=names[1:]) == "b"
    assert {name for slug, name in ran if slug == "b"} == {*names}
    assert len([slug for slug, _ in ran if slug in "ac"]) < 6
    assert told(a=names[1:3], b=names[3:4], c=names[4:]) == "b"
    assert told(a=names[1:2], b=names[2:3], c=names[3:4]) == "a", "the first of equals"
