"""A known mistake is found by what it does, run beside it."""

from dataclasses import replace

import pytest
import torch
from small_exercise import (
    Bank,
    evidence_of,
    mistake,
    only,
    raising,
    stopping,
    unguarded,
    without_factor,
    without_places,
)

from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Finding, Trial, refused
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.naming.replay import alike, explain, explain_most
from tutor_utils.engine.observation import Observation, Observed, Raised

X = torch.tensor([[1.0, 2.0]])
VALUES = ("runs", "type", "dtype", "shape", "arguments")


def explained(exercise, answer, criterion="values", before=VALUES, other_seed=None, bank=None):
    evidence = evidence_of(exercise, answer)
    again = other_seed and (lambda: evidence_of(exercise, answer, other_seed))
    found = explain(evidence, again, criterion, before, bank or Bank())
    return [found.slug] if found else []


@pytest.mark.parametrize(
    ("answer", "criterion", "slug"),
    [
        (without_factor, "values", "factor-lost"),
        (without_places, "values", "places-lost"),
        (unguarded, "refuses", "not-guarded"),
        (stopping, "runs", "stops"),
    ],
)
def test_the_same_behaviour_gives_the_name(exercise, answer, criterion, slug):
    assert explained(exercise, answer, criterion) == [slug]


def test_unknown_behaviour_has_no_name(exercise):
    assert explained(exercise, lambda x, factor: x - 7) == []


def test_second_seed_runs_only_when_the_first_matches_a_mistake(exercise):
    asked = []
    for answer, count in ((lambda x, factor: x - 7, 0), (without_factor, 1)):

        def again(answer=answer):
            asked.append(1)
            return evidence_of(exercise, answer, 1)

        explain(evidence_of(exercise, answer), again, "values", VALUES, Bank())
        assert len(asked) == count


def test_it_must_agree_in_every_trial(exercise):
    def in_part(x, factor):
        return without_factor(x, factor) if x.shape[0] == 1 else x - 7

    assert explained(exercise, in_part) == []


def of_two_slips(x, factor):
    return without_factor(x, factor) if len(x) < 3 else x - 7


def test_of_two_slips_the_one_that_shows_and_mostly_elsewhere_is_named(exercise):
    trials = {
        rows: Trial(f"{rows} rows", (torch.full((rows, 2), 0.5), 3.0)) for rows in (1, 2, 3, 4)
    }
    for rows, slug in (((1, 2, 3), "factor-lost"), ((1, 3, 4), None), ((3, 1, 2), None)):
        evidence = evidence_of(only(exercise, *map(trials.get, rows)), of_two_slips)
        found = explain_most(evidence, None, evidence.trials[f"{rows[0]} rows"], Bank())
        assert (found.slug if found else None) == slug, rows


def test_two_mistakes_that_do_the_same_name_none(exercise):
    twice = only(
        exercise,
        Trial("1 row", (torch.full((1, 2), 0.5), 3.0)),
        mistakes=(*exercise.mistakes, mistake("a-twin")),
    )
    evidence = evidence_of(twice, of_two_slips)
    bank = Bank({**Bank().answers, "a-twin": without_factor})
    assert explain_most(evidence, None, evidence.trials["1 row"], bank) is None


def test_a_value_where_an_error_was_wanted_names_none(exercise):
    bad = refused("a bad factor", torch.tensor([[0.5]]), -1.0)
    evidence = evidence_of(only(exercise, bad, truth=None), lambda x, factor: x / 3)
    assert explain_most(evidence, None, evidence.trials["a bad factor"], Bank()) is None


def test_fractions_beside_what_is_wrong_name_none(exercise):
    def facts(mode):
        return lambda: {"mode": mode, "loss": 0.25}

    noted = only(exercise, Trial("facts", truth=facts("right")), mistakes=(mistake("mode"),))
    evidence = evidence_of(noted, facts("wrong"))
    bank = Bank({"mode": facts("wrong")})
    assert explain_most(evidence, None, evidence.trials["facts"], bank) is None


def test_whole_numbers_agree_by_chance_and_name_none(exercise):
    for number, slug in ((3.5, "factor-lost"), (3.0, None)):
        trials = [Trial(f"{rows} rows", (torch.full((rows, 2), number), 3.0)) for rows in (1, 2, 3)]
        evidence = evidence_of(only(exercise, *trials), of_two_slips)
        found = explain_most(evidence, None, evidence.trials["1 rows"], Bank())
        assert (found.slug if found else None) == slug


def test_it_must_agree_in_every_seed(exercise):
    drawn = replace(
        exercise,
        trials=lambda inputs: [Trial("the seed", (torch.tensor([[float(inputs.seed)]]), 2.0))],
    )

    def at_0_alone(x, factor):
        return without_factor(x, factor) if x[0, 0] == 0 else x - 7

    assert explained(drawn, at_0_alone) == ["factor-lost"]
    assert explained(drawn, at_0_alone, other_seed=5) == []
    assert explained(drawn, lambda x, factor: x + 0, other_seed=5) == ["factor-lost"]


def test_it_must_agree_in_the_criteria_before(exercise):
    def lost_and_not_guarded(x, factor):
        return without_factor(x, abs(factor))

    assert explained(exercise, lost_and_not_guarded) == ["factor-lost"]
    assert explained(exercise, lost_and_not_guarded, before=("refuses",)) == []
    assert explained(exercise, lost_and_not_guarded, before=("arguments",)) == ["factor-lost"]


def test_mistake_that_fits_more_later_trials_wins(exercise):
    class Both(Bank):
        def answer(self, exercise, mistake):
            if mistake.slug == "stops":  # like a lost factor, and without the guard
                return lambda x, factor: without_factor(x, abs(factor))
            return super().answer(exercise, mistake)

    def answer(x, factor):
        return x + torch.arange(x.shape[-1])

    assert explained(exercise, answer, bank=Both()) == ["stops"]
    assert explained(exercise, without_factor, bank=Both()) == ["factor-lost"]


@pytest.mark.parametrize("criterion", ["arguments", "circumstances"])
def test_mistake_in_all_branches_is_explained_once(exercise, criterion):
    trials = [
        replace(trial, criterion=criterion, branch=branch)
        for trial, branch in zip(exercise.trials(Inputs(0))[:2], ("left", "right"), strict=True)
    ]

    def in_left_alone(x, factor):
        return without_factor(x, factor) if x.shape[0] == 1 else x - 7

    known = only(exercise, *trials)
    assert explained(known, in_left_alone, criterion, ()) == []
    assert explained(known, without_factor, criterion, ()) == ["factor-lost"]
    by_values = only(exercise, *(replace(trial, criterion="values") for trial in trials))
    assert explained(by_values, in_left_alone) == ["factor-lost"]


def test_a_mistake_without_an_object_is_passed_over(exercise):
    answers = {"places-lost": without_places}
    assert explained(exercise, without_factor, bank=Bank(answers)) == []
    assert explained(exercise, without_places, bank=Bank(answers)) == ["places-lost"]


def test_cheap_discriminating_trials_come_first(exercise):
    trials = [Trial(name, (name,), truth=lambda _: 0.0) for name in ("wrong", "well", "quick")]
    trials = [replace(trial, probe=lambda answer, name: answer(name)) for trial in trials]
    known, ran = only(exercise, *trials, mistakes=(mistake("a"),)), []
    seen = {"wrong": Observed(1.0, seconds=1.5), "well": Observed(0.0, seconds=1.0)}
    seen["quick"] = Observed(0.0, seconds=0.5)
    evidence = Evidence.from_observation(known, Observation("scaled", 0, seen))
    bank = Bank({"a": lambda name: ran.append(name) or float(name == "wrong")})
    assert explain(evidence, None, "values", (), bank).slug == "a"
    assert ran == ["quick", "wrong", "well"]


# --- two ways through the code -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right", "either", "found"),
    [
        ("11", "11", "1", "a"),
        ("11", "00", "", "In left: a"),
        ("00", "22", "", "In right: b"),
        ("11", "22", "", "a"),  # the one that is shown
        ("12", "22", "", None),  # nothing explains the one that is shown
        ("12", "23", "", None),
        ("11", "00", "0", None),  # where a trial takes any way, the mistake is not in one of them
        ("11", "00", "1", "In left: a"),
        ("10", "", "", None),
        ("00", "00", "", None),  # what is wrong is no value
    ],
)
def test_each_way_through_the_code_is_explained_by_itself(exercise, left, right, either, found):
    values = {
        f"{branch} {i}": (float(value), branch)
        for branch, told in (("left", left), ("right", right), ("", either))
        for i, value in enumerate(told)
    }
    trials = [
        Trial(name, (name,), truth=lambda _: 0.0, probe=lambda a, name: a(name), branch=branch)
        for name, (_, branch) in values.items()
    ]
    known = only(exercise, *trials, mistakes=(mistake("a"), mistake("b")))
    bank = Bank({"a": lambda name: 1.0, "b": lambda name: 2.0})
    evidence = evidence_of(known, lambda name: values[name][0])
    shown = next((t for t in trials if values[t.name][0]), None)
    told = explain(evidence, None, "values", VALUES, bank, shown)
    assert (told and told.means) == (found and f"{found} means.")


# --- alike ---------------------------------------------------------------------------------------


def same(exercise, trial, one, other):
    """Whether two answers behave alike in a trial."""
    exercise = only(exercise, trial)
    evidence = evidence_of(exercise, one)
    return alike(
        evidence, trial, evidence.observed(trial), evidence_of(exercise, other).observed(trial)
    )


ONE = Trial("one", (X, 2.0))


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (lambda x, f: x, lambda x, f: x + 1e-7, True),
        (lambda x, f: x, lambda x, f: x + 1, False),
        (lambda x, f: x, lambda x, f: x.double(), False),
        (lambda x, f: (x, 1), lambda x, f: (x, 1), True),
        (lambda x, f: (x, 1), lambda x, f: (x, 1, 1), False),
        (lambda x, f: [x], lambda x, f: [x.double()], False),
        (lambda x, f: {"a": x}, lambda x, f: {"a": x.double()}, False),
        (lambda x, f: {"a": x}, lambda x, f: {"b": x}, False),
        (lambda x, f: x.sum().item(), lambda x, f: x.sum(), False),
        (raising(ValueError("no")), raising(ValueError("no")), True),
        (raising(ValueError("no")), raising(ValueError("yes")), False),
        (raising(ValueError("no")), raising(TypeError("no")), False),
        (raising(KeyError("a")), raising(KeyError("b")), True),  # names are the learner's to choose
        (lambda x, f: x, raising(ValueError("no")), False),
        (lambda x, f: x.add_(1), lambda x, f: x + 1, False),
        (lambda x, f: x.add_(1), lambda x, f: x.add_(1), True),
    ],
)
def test_two_answers_are_alike(exercise, one, other, wanted):
    assert same(exercise, ONE, one, other) is wanted


def test_different_devices_are_not_alike(exercise):
    evidence = evidence_of(only(exercise, ONE), lambda x, f: x)
    assert not alike(evidence, ONE, Observed(X), Observed(X, devices=("cuda:0",)))
    assert not alike(evidence, ONE, Observed(X, raised=None), Observed(raised=Raised("E", "")))


def test_the_tolerance_of_the_trial_counts(exercise):
    wide = replace(ONE, tolerance=(0.0, 2.0))
    assert same(exercise, wide, lambda x, f: x, lambda x, f: x + 1)
    by_property = replace(wide, verify=lambda *_: Finding(str(_[0])))
    assert same(exercise, by_property, lambda x, f: x, lambda x, f: x + 1)


BAD = refused("bad", X, mentions=("factor",))


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (raising(ValueError("factor=-1")), raising(TypeError("no")), True),
        (lambda x: x, lambda x: x + 1, True),
        (lambda x: x, raising(ValueError("factor=-1")), False),
        (lambda x: x, lambda x: None, False),
    ],
)
def test_refusals_are_alike_whatever_error_they_raise(exercise, one, other, wanted):
    assert same(exercise, BAD, one, other) is wanted


def told(finding):
    """A trial whose value picks the finding."""
    return Trial("one", (), verify=lambda value: finding[value])


A, B = Finding("saw a", mistake="m"), Finding("saw b", mistake="m")
C, D, E = Finding("saw a", diagnosis="d"), Finding("saw a"), Finding("saw e", mistake="n")


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        *(
            (A, B, True),
            (A, E, False),
            (A, C, False),
            (C, replace(C, saw="x"), False),
            (D, D, True),
        ),
        *((D, Finding("saw d"), False), (D, None, False), (None, D, False), (None, None, True)),
    ],
)
def test_findings_are_alike_by_name_or_words(exercise, one, other, wanted):
    trial = told({1: one, 2: other})
    assert same(exercise, trial, lambda: 1, lambda: 2) is wanted


def test_a_property_that_cannot_go_on_is_no_likeness(exercise):
    trial = told({1: A})
    assert not same(exercise, trial, lambda: 1, lambda: 2)
    assert not same(exercise, trial, lambda: 2, lambda: 1)
