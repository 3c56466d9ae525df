"""What was tried stands beside what was seen."""

from dataclasses import replace

import pytest
import torch
from small_exercise import evidence_of, only, scaled

from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Finding, Trial
from tutor_utils.engine.observation import Observation

X = torch.tensor([[1.0, 2.0]])


def test_a_trial_that_was_not_seen_is_named(exercise):
    evidence = Evidence.from_observation(exercise, Observation("scaled", 0, {}))
    with pytest.raises(KeyError, match="one row of 2"):
        evidence.observed(evidence.trials["one row of 2"])


def test_the_truth_is_the_trial_s_or_the_exercise_s(exercise):
    asked = []

    def own(x):
        asked.append(torch.is_grad_enabled())
        return "own"

    trials = Trial("own", (X,), truth=own), Trial("usual", (X,), {"factor": 3.0})
    evidence = evidence_of(only(exercise, *trials), scaled)
    assert evidence.truth(trials[0]) == evidence.truth(trials[0]) == "own"
    assert asked == [False], "worked out once, without gradients"
    assert evidence.truth(trials[1]).tolist() == [[3, 7]]
    nothing = only(exercise, trials[1], truth=None)
    with pytest.raises(TypeError, match=r"scaled: trial 'usual'"):
        evidence_of(nothing, scaled).truth(trials[1])


def test_condition_takes_the_truth_of_its_trial(exercise):
    asked = []
    first = Trial("one", (X,), truth=asked.append)
    same, other = (
        replace(first, name="under a condition"),
        replace(first, name="two", args=(X + 1,)),
    )
    evidence = evidence_of(only(exercise, first, same, other), scaled)
    for trial in (first, same, other, same):
        evidence.truth(trial)
    assert [given.tolist() for given in asked] == [X.tolist(), (X + 1).tolist()]


def test_a_finding_is_worked_out_once(exercise):
    calls = []

    def verify(value, x, factor):
        calls.append((value, factor))
        return Finding("wrong") if value else None

    bad, good = (Trial(n, (v, 1), verify=verify) for n, v in (("bad", 1), ("good", 0)))
    evidence = evidence_of(only(exercise, bad, good), lambda x, factor: x)
    assert evidence.finding(bad) is evidence.finding(bad) is not None
    assert evidence.finding(good) is evidence.finding(good) is None
    assert calls == [(1, 1), (0, 1)]


def test_the_first_wrong_output_is_found(exercise):
    right = (X, X + 1, X + 2)
    trial = Trial("one", (), truth=lambda: right, tolerance=(0.0, 0.1))
    several = only(exercise, trial, axes=("B L", "L B"))

    def pair(*value):
        return evidence_of(several, lambda: value).wrong_pair(trial)

    actual, expected, letters = pair(X + 0.01, X, X + 9)
    assert torch.equal(actual, X) and torch.equal(expected, X + 1) and letters == "L B"
    assert pair(X, X + 1, X)[2] == ""
    assert pair(*right) is None and pair(X, X) is None


def test_a_finding_brings_its_own_pair(exercise):
    def pair(finding):
        trial = Trial("one", (), verify=lambda value: finding)
        return evidence_of(only(exercise, trial), lambda: 0).wrong_pair(trial)

    actual, expected, letters = pair(Finding("wrong", pair=(X, X + 1), axes="B L"))
    assert torch.equal(actual, X + 1) and torch.equal(expected, X) and letters == "B L"
    assert pair(Finding("wrong")) is None and pair(None) is None
