"""Whose words a report takes: what is proven comes before what is general."""

from dataclasses import replace

import torch
from small_exercise import (
    Bank,
    mistake,
    only,
    scaled,
    stopping,
    unguarded,
    without_factor,
)

from tutor_utils.engine.exercise import Finding, Trial, refused
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge

X = torch.tensor([[1.0, 2.0, 5.0]])


def report_on(exercise, answer, bank=None):
    return judge(exercise, observe(exercise, answer), bank=bank)


def known(exercise, *mistakes):
    return replace(exercise, mistakes=mistakes)


def test_where_others_made_the_mistake_is_told(exercise):
    company = known(exercise, mistake("factor-lost", source="https://example.org/1"))
    report = report_on(company, without_factor, Bank())
    assert report.notes == (
        "You are in good company. Others made this mistake too: https://example.org/1",
    )
    assert report_on(exercise, without_factor, Bank()).notes == ()


def test_an_error_with_one_known_cause(exercise):
    exercise = known(
        exercise, mistake("other", raises="^Other"), mistake("by-text", raises="no.*nonsense'$")
    )
    report = report_on(exercise, stopping)
    assert (report.diagnosis, report.means, report.try_next) == (
        "by-text",
        "by-text means.",
        "Try by-text.",
    )
    assert report.explained == ()
    assert "has no attribute" in report.saw, "what was seen stays"
    assert report_on(exercise, without_factor).diagnosis is None


def test_matching_behaviour_outranks_error_text(exercise):
    exercise = known(exercise, mistake("by-text", raises="nonsense"), mistake("stops"))
    assert report_on(exercise, stopping, Bank()).diagnosis == "stops"
    assert report_on(exercise, stopping, Bank({})).diagnosis == "by-text"


def test_a_criterion_with_one_known_cause(exercise):
    exercise = known(
        exercise, mistake("other", fails="values"), mistake("by-criterion", fails="refuses")
    )
    assert report_on(exercise, unguarded).diagnosis == "by-criterion"
    assert report_on(exercise, without_factor).diagnosis == "other"


def test_a_property_names_a_mistake_before_a_criterion_does(exercise):
    trial = Trial("one", (X, 1.0), verify=lambda *_: Finding("s", mistake="named"), criterion="own")
    exercise = only(exercise, trial)
    both = known(exercise, mistake("by-criterion", fails="own"), mistake("named"))
    assert report_on(both, scaled).diagnosis == "named"
    elsewhere = known(exercise, mistake("by-criterion", fails="own"))
    assert report_on(elsewhere, scaled).diagnosis == "named", "a name that was shown stays"
    assert report_on(known(exercise, mistake("by-text", raises="")), scaled).diagnosis == "named"


def pair_of(actual, expected=X, **more):
    finding = Finding("Saw.", "Means.", "Try.", pair=(expected, actual), **more)
    return Trial("one", (X, 1.0), verify=lambda *_: finding)


def test_pattern_is_reported_when_no_mistake_matches(exercise):
    report = report_on(exercise, lambda x, factor: 3 * scaled(x, factor))
    assert report.diagnosis == "off-by-a-factor" and "times 3" in report.means and report.try_next
    named = report_on(only(exercise, pair_of(X * 3)), scaled)
    assert named.diagnosis == "off-by-a-factor" and named.saw == "Saw."

    def one_column(x):
        return x + 5 * (torch.arange(x.shape[1]) == 0)

    letters = report_on(only(exercise, pair_of(one_column(X), axes="B L")), scaled)
    assert "of axis 1 (L)" in letters.means
    assert "of axis 1 (L)" in report_on(exercise, lambda x, f: one_column(scaled(x, f))).means


def test_named_finding_keeps_its_words(exercise):
    report = report_on(only(exercise, pair_of(X * 3, diagnosis="own")), scaled)
    assert (report.diagnosis, report.means, report.try_next) == ("own", "Means.", "Try.")


def test_a_pattern_must_fit_every_trial_that_went_wrong(exercise):
    def by_rows(one, two):
        return lambda x, factor: scaled(x, factor) * (one if x.shape[0] == 1 else two)

    assert report_on(exercise, by_rows(1, 3)).diagnosis == "off-by-a-factor"
    assert report_on(exercise, by_rows(3, 5)).diagnosis == "off-by-a-factor"
    columns = torch.tensor([1.0, 5.0, 9.0])
    assert report_on(exercise, by_rows(3, columns)).diagnosis is None
    assert report_on(exercise, lambda x, f: x**2 - 7).diagnosis is None

    def stops_later(x, factor):
        return scaled(x, factor) * 3 if x.shape[0] == 1 else stopping(x, factor)

    trials = [Trial("a", (X, 1.0), criterion="own"), Trial("b", (X[[0, 0]], 1.0), criterion="own")]
    assert report_on(only(exercise, *trials), stops_later).diagnosis is None
    trials[1] = refused("b", X[[0, 0]], 1.0)
    trials[1] = replace(trials[1], criterion="own")
    assert report_on(only(exercise, *trials), stops_later).diagnosis == "off-by-a-factor"


def test_the_numbers_of_several_calls_are_no_pattern(exercise):
    trial = Trial("one", (X, 1.0), truth=lambda x, f: {"a": x, "b": x})
    report = report_on(only(exercise, trial), lambda x, f: {"a": 3 * x, "b": x})
    assert report.picture is not None and report.diagnosis is None


def test_the_tolerance_of_the_trial_counts_for_patterns(exercise):
    trial = Trial("one", (X, 1.0), truth=lambda x, f: x, tolerance=(0.0, 0.02))
    near = X * 3 + torch.tensor([0.0, 0.01, 0.0])
    assert report_on(only(exercise, trial), lambda x, f: near).diagnosis == "off-by-a-factor"


def test_what_was_printed_becomes_a_note(exercise):
    def talking(x, factor):
        print("  hello  ")
        return x

    assert report_on(exercise, talking).notes == ("Your code printed: hello",)
    assert report_on(exercise, lambda x, factor: x).notes == ()

    def talking_of_a_known_one(x, factor):
        print("hello")
        return without_factor(x, factor)

    company = known(exercise, mistake("factor-lost", source="https://example.org/1"))
    notes = report_on(company, talking_of_a_known_one, Bank()).notes
    assert "example.org" in notes[0] and notes[1:] == ("Your code printed: hello",)
