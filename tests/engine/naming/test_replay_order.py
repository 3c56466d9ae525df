"""What runs first, and what need not run at all: it changes the time, and never what is told."""

from dataclasses import replace

from small_exercise import Bank, evidence_of, mistake, only

from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.naming.replay import explain
from tutor_utils.engine.observation import Observation, Observed


def test_cheap_discriminating_trials_come_first(exercise):
    trials = [Trial(name, (name,), truth=lambda _: 0.0) for name in ("wrong", "well", "quick")]
    trials = [replace(trial, probe=lambda answer, name: answer(name)) for trial in trials]
    known, ran = only(exercise, *trials, mistakes=(mistake("a"),)), []
    seen = {"wrong": Observed(1.0, seconds=1.5), "well": Observed(0.0, seconds=1.0)}
    seen["quick"] = Observed(0.0, seconds=0.5)
    evidence = Evidence.from_observation(known, Observation("scaled", 0, seen))
    bank = Bank({"a": lambda name: ran.append(name) or float(name == "wrong")})
    assert explain([evidence], "values", (), bank).slug == "a"
    assert ran == ["quick", "wrong", "well"]


def test_only_the_leading_candidate_continues(exercise):
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
        bank = Bank({slug: known_as(slug, own) for slug, own in differs.items()})
        found = explain([evidence_of(known, lambda name: 1.0)], "values", ("runs",), bank)
        return found.slug

    assert told(a=names[1:], b=(), c=names[1:]) == "b"
    assert {name for slug, name in ran if slug == "b"} == {*names}
    assert len([slug for slug, _ in ran if slug in "ac"]) < 6
    assert told(a=names[1:3], b=names[3:4], c=names[4:]) == "b"
    assert told(a=names[1:2], b=names[2:3], c=names[3:4]) == "a", "the first of equals"
