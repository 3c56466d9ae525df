"""A known mistake is found by what it does, alone or together with another."""

from dataclasses import replace

import pytest
import torch
from small_exercise import (
    ANSWERS,
    Bank,
    evidence_of,
    mistake,
    only,
    scaled,
    stopping,
    unguarded,
    without_both,
    without_factor,
    without_places,
)

from tutor_utils.engine import replay
from tutor_utils.engine.exercise import Finding, Trial, refused
from tutor_utils.engine.observation import Observed, Raised
from tutor_utils.engine.replay import alike, explain

X = torch.tensor([[1.0, 2.0]])
VALUES = ("runs", "type", "dtype", "shape", "arguments")


def explained(exercise, answer, criterion="values", before=VALUES, seeds=(0,), bank=None):
    evidence = [evidence_of(exercise, answer, seed) for seed in seeds]
    return [m.slug for m in explain(evidence, criterion, before, bank or Bank())]


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


def test_another_style_gives_the_same_name(exercise):
    assert explained(exercise, lambda x, factor: torch.arange(x.shape[-1]) + x) == ["factor-lost"]


def test_what_nobody_knows_has_no_name(exercise):
    assert explained(exercise, lambda x, factor: x - 7) == []


def test_another_seed_is_run_only_where_the_first_leaves_a_name(exercise):
    read = []

    def evidence(answer):
        for seed in (0, 1):
            read.append(seed)
            yield evidence_of(exercise, answer, seed)

    assert explain(evidence(lambda x, factor: x - 7), "values", VALUES, Bank()) == ()
    assert read == [0]
    (found,) = explain(evidence(without_factor), "values", VALUES, Bank())
    assert found.slug == "factor-lost" and read == [0, 0, 1]


def test_it_must_agree_in_every_trial(exercise):
    def in_part(x, factor):
        return without_factor(x, factor) if x.shape[0] == 1 else x - 7

    assert explained(exercise, in_part) == []


def test_it_must_agree_in_every_seed(exercise):
    drawn = replace(
        exercise,
        trials=lambda inputs: [Trial("the seed", (torch.tensor([[float(inputs.seed)]]), 2.0))],
    )

    def at_0_alone(x, factor):
        return without_factor(x, factor) if x[0, 0] == 0 else x - 7

    assert explained(drawn, at_0_alone) == ["factor-lost"]
    assert explained(drawn, at_0_alone, seeds=(0, 5)) == []
    assert explained(drawn, lambda x, factor: x + 0, seeds=(0, 5)) == ["factor-lost"]


def test_it_must_agree_in_the_criteria_before(exercise):
    def lost_and_guarded_otherwise(x, factor):
        if factor < 0:
            raise TypeError(factor)
        return without_factor(x, factor)

    assert explained(exercise, lost_and_guarded_otherwise) == ["factor-lost"]
    assert explained(exercise, lost_and_guarded_otherwise, before=("refuses",)) == []
    assert explained(exercise, lost_and_guarded_otherwise, before=("arguments",)) == ["factor-lost"]


def test_of_two_that_fit_the_one_that_fits_later_trials_too_is_taken(exercise):
    class Both(Bank):
        def answer(self, exercise, mistake):
            if mistake.slug == "stops":  # like a lost factor, and without the guard
                return lambda x, factor: without_factor(x, abs(factor))
            return super().answer(exercise, mistake)

    def answer(x, factor):
        return x + torch.arange(x.shape[-1])

    assert explained(exercise, answer, bank=Both()) == ["stops"]
    assert explained(exercise, without_factor, bank=Both()) == ["factor-lost"]


def test_two_at_once_are_told_as_two(exercise):
    bank = Bank()
    assert explained(exercise, without_both, bank=bank) == ["factor-lost", "places-lost"]
    assert ("factor-lost", "places-lost") in bank.asked
    assert explained(exercise, without_both, bank=Bank(together={})) == []


def test_a_single_mistake_that_fits_needs_no_pairs(exercise):
    bank = Bank()
    explained(exercise, without_factor, bank=bank)
    assert bank.asked == []


def test_a_changed_argument_is_explained_by_one_mistake_alone(exercise):
    bank = Bank()
    assert explained(exercise, without_both, "arguments", (), bank=bank) == [] == bank.asked


def test_what_a_condition_finds_is_explained_by_one_mistake_alone(exercise):
    """It has words of its own."""

    def found(inputs):
        return [replace(trial, criterion="circumstances") for trial in exercise.trials(inputs)]

    bank = Bank()
    found_by_one = replace(exercise, trials=found)
    assert explained(found_by_one, without_both, "circumstances", (), bank=bank) == [] == bank.asked


def test_a_mistake_without_an_object_is_passed_over(exercise):
    answers = {"places-lost": without_places}
    assert explained(exercise, without_factor, bank=Bank(answers, {})) == []
    assert explained(exercise, without_places, bank=Bank(answers, {})) == ["places-lost"]


def test_nothing_is_left_changed(exercise):
    def random(x, factor):
        return torch.rand_like(x)

    evidence = [evidence_of(exercise, lambda x, factor: x)]
    torch.manual_seed(1)
    before = torch.get_rng_state()
    explain(evidence, "values", (), Bank({slug: random for slug in ANSWERS}, {}))
    assert torch.equal(before, torch.get_rng_state())


def test_each_mistake_is_run_once_in_each_trial(exercise):
    runs = []

    def counted(x, factor):
        runs.append(x.shape)
        return x - 7

    mistakes = (mistake("factor-lost"), mistake("places-lost"))
    known = replace(exercise, mistakes=mistakes)
    bank = Bank({"factor-lost": without_factor, "places-lost": counted}, {})
    assert explained(known, without_both, bank=bank) == []
    assert len(runs) == len(set(runs)) <= 2


# --- pairs ---------------------------------------------------------------------------------------


@pytest.fixture
def all_filters(monkeypatch):
    """All trials are asked, however little they rule out of a few pairs."""
    monkeypatch.setattr(replay, "FEWEST_FILTERS", replay.MOST_FILTERS)
    monkeypatch.setattr(replay, "FEW_PAIRS", 0)


def pairs_of(exercise, answer, bank=None):
    """The pairs in the order in which they would be tried."""
    evidence = evidence_of(exercise, answer)
    asked = [(evidence, t) for t in evidence.of_criterion("values")]
    runs = replay._Runs(exercise, bank or Bank())
    return [(one.slug, two.slug) for one, two in replay._likely_pairs(runs, asked)]


def constant(*wrong):
    """An answer that gives 0 on every trial, and 1 on those named."""
    return lambda number: float(number in wrong)


def numbered(exercise, count, *slugs):
    """Trials 1 to ``count``, whose truth is 0; the larger ones have larger inputs."""
    trials = [
        Trial(f"trial {i}", (i, torch.zeros(i)), truth=lambda *_: 0.0, probe=lambda a, i, x: a(i))
        for i in range(1, count + 1)
    ]
    return only(exercise, *trials, mistakes=tuple(map(mistake, slugs)))


def test_where_one_does_no_harm_the_other_must_fit(exercise, all_filters):
    known = numbered(exercise, 6, "a", "b", "c")
    bank = Bank({"a": constant(1, 2, 3), "b": constant(4, 5, 6), "c": constant(2)}, {})
    answer = constant(1, 2, 3, 4, 5, 6)
    assert pairs_of(known, answer, bank) == [("a", "b")]


def test_one_exception_is_allowed_and_comes_later(exercise, all_filters):
    known = numbered(exercise, 6, "a", "b", "c")
    right_but = {"a": constant(1, 2, 3), "c": constant(4, 5, 6)}
    once = Bank(right_but | {"b": lambda number: {4: 1.0, 5: 1.0, 6: 2.0}.get(number, 0.0)}, {})
    twice = Bank(right_but | {"b": lambda number: {4: 1.0, 5: 2.0, 6: 2.0}.get(number, 0.0)}, {})
    everywhere_wrong = constant(1, 2, 3, 4, 5, 6)
    assert pairs_of(known, everywhere_wrong, once) == [("a", "c"), ("a", "b")]
    assert pairs_of(known, everywhere_wrong, twice) == [("a", "c")]


def test_those_with_more_to_be_said_for_them_come_first(exercise, all_filters):
    known = numbered(exercise, 6, "a", "b", "c")
    bank = Bank(
        {"a": constant(1, 2, 3, 4, 5), "b": constant(1, 2, 3, 4, 5, 6), "c": constant(6)}, {}
    )
    assert pairs_of(known, constant(1, 2, 3, 4, 5, 6), bank) == [("a", "c"), ("b", "c"), ("a", "b")]


def test_of_several_values_those_that_do_not_fit_put_a_pair_behind(exercise, all_filters):
    def probe(answer, number):
        return answer(number)

    trials = [Trial(f"trial {i}", (i,), truth=lambda _: (0.0, [0.0]), probe=probe) for i in (1, 2)]
    known = only(exercise, *trials, mistakes=tuple(map(mistake, "abc")))
    bank = Bank(
        {"a": lambda _: (1.0, [0.0]), "b": lambda _: (0.0, [2.0]), "c": lambda _: (0.0, [1.0])}, {}
    )
    assert pairs_of(known, lambda _: (1.0, [1.0]), bank) == [("a", "c"), ("a", "b"), ("b", "c")]
    stops = Bank(bank.answers | {"c": lambda _: None}, {})
    assert pairs_of(known, lambda _: (1.0, [2.0]), stops)[0] == ("a", "b")


def test_the_smallest_inputs_rule_out_pairs(exercise, all_filters):
    most = replay.MOST_FILTERS
    known = numbered(exercise, most + 2, "a", "b")
    bank = Bank({"a": constant(1), "b": constant(2)}, {})
    assert pairs_of(known, constant(1, 2, most + 1, most + 2), bank) == [("a", "b")]
    assert pairs_of(known, constant(1, 2, most - 1, most), bank) == []


@pytest.mark.parametrize(("few", "asked"), [(0, 3), (1, 3), (2, 1)])
def test_no_more_trials_are_asked_where_they_take_more_runs_than_they_save(
    exercise, monkeypatch, few, asked
):
    monkeypatch.setattr(replay, "FEW_PAIRS", few)
    known = numbered(exercise, 6, *"abcd")
    bank = Bank({name: constant(*range(1, 7)) for name in "abcd"}, {})
    assert len(pairs_of(known, constant(1, 2, 3), bank)) == 6
    assert {trial for _, _, trial in bank.seen} == {f"trial {i + 1}" for i in range(asked)}


@pytest.mark.parametrize(("kind", "found"), [(float, []), (int, [("a", "b")])])
def test_an_exception_needs_a_word_for_it_where_every_harm_shows(
    exercise, all_filters, kind, found
):
    trials = [
        Trial(f"trial {i}", (i,), truth=lambda _: kind(0), probe=lambda a, i: kind(a(i)))
        for i in range(1, 4)
    ]
    known = only(exercise, *trials, mistakes=(mistake("a"), mistake("b")))
    bank = Bank({"a": lambda number: 2, "b": constant(2, 3)}, {})
    assert pairs_of(known, lambda number: 3, bank) == found


def test_two_forms_of_one_mistake_are_no_pair(exercise):
    known = numbered(exercise, 2, "a", "b")
    known = replace(known, mistakes=(mistake("a", means="One."), mistake("b", means="One.")))
    assert pairs_of(known, constant(1, 2), Bank({"a": constant(1), "b": constant(2)}, {})) == []


def test_not_too_many_pairs_are_run(exercise, monkeypatch):
    monkeypatch.setattr(replay, "MOST_PAIRS", 2)
    slugs = [f"m{i}" for i in range(6)]
    known = numbered(exercise, 3, *slugs)
    bank = Bank(dict.fromkeys(slugs, lambda number: 2.0), {})

    ran = set()

    class Counting(Bank):
        def merged(self, exercise, first, second):
            def both(number):
                ran.add(first.slug + second.slug)
                return 7.0

            return None if first.slug == "m0" else both  # those that cannot meet do not count

    bank = Counting(bank.answers, {})
    assert explained(known, constant(1, 2, 3), bank=bank) == []
    assert len(ran) == 2


def test_size_of_arguments():
    assert replay._size((torch.zeros(2, 3), [1, "a"], (torch.zeros(4),))) == 12


# --- two ways through the code -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right", "either", "found"),
    [
        ("11", "11", "1", ["a"]),
        ("11", "00", "", ["In left: a"]),
        ("00", "22", "", ["In right: b"]),
        ("11", "22", "", ["In left: a", "In right: b"]),
        ("11", "55", "", ["In left: a"]),
        ("12", "22", "", ["In right: b"]),  # nothing explains the other one
        ("33", "33", "", ["a", "b"]),
        ("33", "00", "", ["In left: a", "In left: b"]),
        ("33", "22", "", ["In left: a", "In left: b"]),  # two at most
        ("11", "00", "0", []),  # where a trial takes any way, the mistake is not in one of them
        ("11", "00", "1", ["In left: a"]),
        ("33", "", "", ["a", "b"]),
        ("10", "", "", []),
        ("00", "00", "", []),  # what is wrong is no value
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
    everywhere = {"a": lambda name: 1.0, "b": lambda name: 2.0}
    bank = Bank(everywhere, {frozenset("ab"): lambda name: 3.0})
    evidence = [evidence_of(known, lambda name: values[name][0])]
    told = explain(evidence, "values", VALUES, bank)
    assert [m.means for m in told] == [f"{words} means." for words in found]


# --- alike ---------------------------------------------------------------------------------------


def same(exercise, trial, one, other):
    """Whether two answers behave alike in a trial."""
    exercise = only(exercise, trial)
    evidence = evidence_of(exercise, one)
    return alike(
        evidence, trial, evidence.observed(trial), evidence_of(exercise, other).observed(trial)
    )


def raising(error):
    def answer(*_):
        raise error

    return answer


ONE = Trial("one", (X, 2.0))


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (lambda x, f: x, lambda x, f: x + 1e-7, True),
        (lambda x, f: x, lambda x, f: x + 1, False),
        (lambda x, f: x, lambda x, f: x.double(), False),
        (lambda x, f: (x, 1), lambda x, f: (x, 1), True),
        (lambda x, f: (x, 1), lambda x, f: (x, 1, 1), False),
        (lambda x, f: (x, 1), lambda x, f: (x, True), False),
        (lambda x, f: [x], lambda x, f: [x.double()], False),
        (lambda x, f: {"a": x}, lambda x, f: {"a": x}, True),
        (lambda x, f: {"a": x}, lambda x, f: {"a": x.double()}, False),
        (lambda x, f: {"a": x}, lambda x, f: {"b": x}, False),
        (lambda x, f: x.sum().item(), lambda x, f: x.sum(), False),
        (raising(ValueError("no")), raising(ValueError("no")), True),
        (raising(ValueError("no")), raising(ValueError("yes")), False),
        (raising(ValueError("no")), raising(TypeError("no")), False),
        (raising(KeyError("a")), raising(KeyError("b")), True),  # names are the learner's to choose
        (raising(ValueError("no")), lambda x, f: x, False),
        (lambda x, f: x, raising(ValueError("no")), False),
        (lambda x, f: x.add_(1), lambda x, f: x + 1, False),
        (lambda x, f: x.add_(1), lambda x, f: x.add_(1), True),
        (lambda x, f: x.to("meta"), lambda x, f: x.to("meta"), True),
    ],
)
def test_two_answers_are_alike(exercise, one, other, wanted):
    assert same(exercise, ONE, one, other) is wanted


def test_devices_count(exercise):
    evidence = evidence_of(only(exercise, ONE), lambda x, f: x)
    assert not alike(evidence, ONE, Observed(X), Observed(X, devices=("cuda:0",)))
    assert not alike(evidence, ONE, Observed(X, raised=None), Observed(raised=Raised("E", "")))


def test_the_tolerance_of_the_trial_counts(exercise):
    wide = replace(ONE, tolerance=(0.0, 2.0))
    assert same(exercise, wide, lambda x, f: x, lambda x, f: x + 1)
    by_property = replace(wide, verify=lambda *_: Finding(str(_[0])))
    assert same(exercise, by_property, lambda x, f: x, lambda x, f: x + 1)


BAD = refused("bad", X, mentions=("factor", ("-1", "negative")))


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (raising(ValueError("factor=-1")), raising(ValueError("factor: negative")), True),
        (raising(ValueError("factor=-1")), raising(ValueError("negative")), False),
        (raising(ValueError("factor=-1")), raising(ValueError("factor")), False),
        (raising(ValueError("nothing")), raising(ValueError("factor")), True),
        (raising(ValueError("factor=-1")), raising(TypeError("factor=-1")), False),
        (raising(KeyError("a")), raising(TypeError("b")), True),
        (lambda x: x, lambda x: x + 1, True),
        (lambda x: x, raising(ValueError("factor=-1")), False),
        (raising(TypeError("no")), raising(ValueError("no")), False),
    ],
)
def test_refusals_are_alike_by_kind(exercise, one, other, wanted):
    assert same(exercise, BAD, one, other) is wanted


def told(finding):
    """A trial whose value picks the finding."""
    return Trial("one", (), verify=lambda value: finding[value])


A, B = Finding("saw a", mistake="m"), Finding("saw b", mistake="m")
C, D, E = Finding("saw a", diagnosis="d"), Finding("saw a"), Finding("saw e", mistake="n")


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        *((A, B, True), (A, E, False), (A, C, False), (C, replace(C, saw="x"), True), (D, D, True)),
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


def test_values_of_a_property_that_are_equal_need_no_verdict(exercise):
    assert same(exercise, told({}), lambda: 1, lambda: 1)


# --- what goes well ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trial", "answer", "wanted"),
    [
        (ONE, scaled, True),
        (ONE, without_factor, False),
        (ONE, stopping, False),
        (ONE, lambda x, f: scaled(x.add_(1) - 1, f), False),
        (BAD, raising(ValueError("factor=-1")), True),
        (BAD, raising(ValueError("no")), False),
        (told({1: None}), lambda: 1, True),
        (told({1: A}), lambda: 1, False),
        (told({}), lambda: 1, False),
        (replace(ONE, tolerance=(0.0, 9.0)), without_factor, True),
    ],
)
def test_a_trial_goes_well(exercise, trial, answer, wanted):
    evidence = evidence_of(only(exercise, trial), answer)
    assert replay._went_well((evidence, trial)) is wanted
