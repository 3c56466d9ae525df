"""The judge goes from narrow to wide, and says what failed first."""

from dataclasses import replace

import pytest
import torch
from small_exercise import (
    Bank,
    evidence_of,
    only,
    raising,
    scaled,
    unguarded,
    without_factor,
)
from torch import nn

from tutor_utils.engine.conditions.conditions import with_conditions
from tutor_utils.engine.evidence import Evidence
from tutor_utils.engine.exercise import Finding, Refusal, Trial, refused
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.observation import Observation, Observed, Raised
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.failure import words_of
from tutor_utils.engine.verdict.judge import CHECK_FAILED, judge
from tutor_utils.engine.verdict.report import Criterion, Example, Outcome

X = torch.tensor([[1.0, 2.0]])
LONG = torch.arange(100.0).view(2, 50)


def report_on(exercise, answer, seed=0, **more):
    return judge(exercise, observe(exercise, answer, seed), **more)


def failed(report):
    return next((c.name for c in report.criteria if c.passed is False), None)


@pytest.mark.parametrize(
    ("wanted", "message", "there"),
    [
        ("4", "max_len=4", True),
        ("4", "L 5>4", True),
        ("4", "max_len is 4.0", True),
        ("4", "max_len=40", False),
        ("4", "float4", False),
        ("-1", "temperature=-1.0", True),
        ("-1", "10-1", False),
        ("inf", "it must be finite", False),
        ("nan", "temperature=nan", True),
        ("max_len", "L exceeds max_len", True),
        ("max_len", "L is 4", False),
    ],
)
def test_a_number_is_found_where_it_stands_as_a_whole(wanted, message, there):
    assert Refusal(mentions=(wanted,)).missing(message) == (() if there else (wanted,))


def test_the_calling_line_stands_before_the_line_of_a_part(exercise):
    error = Raised("ValueError", "no", "raise", 3, "raise", "Part.forward", {}, "y = part(x)", 7)
    evidence = Evidence(exercise, 0, {}, {})
    trial = next(iter(exercise.trials(Inputs(0))))
    evidence.seen[trial.name] = Observed(raised=error)
    saw = words_of(evidence, trial, evidence.wrong(trial))["saw"]
    assert saw.endswith(
        "Your line 7: `y = part(x)`. It stopped in `Part.forward`, line 3: `raise`."
    )


def test_a_right_answer_passes(exercise):
    report = report_on(exercise, scaled, 3)
    assert report.passed and (report.seed, report.points) == (3, 4)
    assert (report.exercise, report.title) == ("scaled", "scale a row")
    assert report.criteria == tuple(
        Criterion(name, label, True)
        for name, label in {
            "runs": "runs without an error",
            "type": "returns the right kind of object",
            "dtype": "has the right number type",
            "shape": "has the right shape",
            "arguments": "leaves its arguments as they were",
            "values": "has the right values",
            "refuses": "refuses bad arguments",
            "differ": "gives numbers that differ",
        }.items()
    )
    assert not (report.saw or report.diagnosis or report.example or report.notes)


def test_the_todo_is_not_judged(exercise):
    report = judge(exercise, Observation("scaled", 2, {}, untouched=True))
    assert report.outcome is Outcome.NOT_ATTEMPTED and (report.seed, report.points) == (2, 4)
    assert "TODO" in report.saw and "hint('scaled')" in report.try_next and report.criteria == ()


def test_a_todo_that_ran_is_told_as_that(exercise):
    seen = replace(observe(exercise, scaled), untouched=True)
    report = judge(exercise, seen)
    assert report.outcome is Outcome.NOT_ATTEMPTED and 'Error("TODO: scaled")`.' in report.saw
    assert "nothing after it runs" in report.try_next


@pytest.mark.parametrize(
    ("answer", "criterion", "slug", "saw"),
    [
        (lambda x, f: x @ x, "runs", "inner-sizes-differ", "On one row of 2: RuntimeError"),
        (lambda x, f: None, "type", "nothing-returned", "returned None; expected a tensor"),
        (lambda x, f: x.to("meta"), "type", "two-devices", "on the device meta; expected"),
        (lambda x, f: x.double(), "dtype", "another-number-type", "torch.float64; expected"),
        (lambda x, f: x.T, "shape", "axes-in-another-order", "On one row of 2: The shape is"),
        (lambda x, f: scaled(x.add_(1) - 1, f), "arguments", "changes-its-argument", "`x` changed"),
        (lambda x, f: x, "values", None, "entry [0, 0]: expected 3, yours 1 (2 of 2"),
        (unguarded, "refuses", None, "It should raise an error"),
    ],
)
def test_the_first_criterion_that_fails_ends_the_report(exercise, answer, criterion, slug, saw):
    report = report_on(exercise, answer)
    assert failed(report) == criterion
    assert report.outcome is (Outcome.ERROR if criterion == "runs" else Outcome.FAILED)
    assert report.diagnosis == slug and saw in report.saw and report.means and report.try_next
    names = [c.name for c in report.criteria]
    at = names.index(criterion)
    # where the values are right, what holds beyond the one that failed counts too
    right = criterion in ("arguments", "refuses")
    later = [True if right else None] * (len(names) - at - 1)
    assert [c.passed for c in report.criteria] == [True] * at + [False] + later


def test_other_seeds_must_agree_with_the_name(exercise):
    by_seed = replace(exercise, trials=lambda inputs: [Trial("one", (X + 7 * inputs.seed, 3.0))])

    def at_first(x, factor):
        return without_factor(x, factor) if x[0, 0] == 1 else x - 7

    assert report_on(by_seed, at_first, bank=Bank()).diagnosis == "factor-lost"
    again = lambda: evidence_of(by_seed, at_first, 1)  # noqa: E731
    assert report_on(by_seed, at_first, bank=Bank(), again=again).diagnosis is None


# --- which criteria there are --------------------------------------------------------------------


def names(exercise, *trials, **more):
    exercise = only(exercise, *trials, **more)
    return [c.name for c in report_on(exercise, scaled).criteria]


@pytest.mark.parametrize(
    ("trials", "criteria"),
    [
        ([Trial("a", (X, 1.0))], ["runs", "type", "dtype", "shape", "arguments", "values"]),
        ([Trial("a", (1,), truth=lambda n: 1)], ["runs", "type", "values"]),
        (
            [Trial("a", (1,), truth=lambda n: [1, {"a": X}])],
            ["runs", "type", "dtype", "shape", "values"],
        ),
        ([Trial("a", ([1],), truth=lambda n: 1)], ["runs", "type", "arguments", "values"]),
        ([Trial("a", (), {"a": {}}, truth=lambda a: 1)], ["runs", "type", "arguments", "values"]),
        ([Trial("a", (nn.ReLU(),), truth=lambda n: 1)], ["runs", "type", "arguments", "values"]),
        ([Trial("a", ((1, X),), truth=lambda n: 1)], ["runs", "type", "arguments", "values"]),
        ([Trial("a", (1,), verify=lambda *_: None)], ["runs", "values"]),
        ([Trial("a", (1,), verify=lambda *_: None, criterion="differ")], ["differ"]),
        ([refused("a", 1)], ["refuses"]),
        (
            [
                Trial("a", (1,), truth=lambda n: 1, criterion=c)
                for c in ("late", "parameters", "values")
            ],
            ["parameters", "runs", "type", "values", "late"],
        ),
    ],
)
def test_criteria_are_those_that_can_fail(exercise, trials, criteria):
    trials = [replace(t, name=f"{i}", probe=lambda *_, **__: 1) for i, t in enumerate(trials)]
    assert names(exercise, *trials) == criteria


def test_labels_come_from_the_exercise_first(exercise):
    trials = [Trial(c, (1,), truth=lambda n: 1, criterion=c) for c in ("parameters", "own", "bare")]
    exercise = only(
        exercise, *trials, criteria={"own": "has its own words", "parameters": "learns"}
    )
    labels = [c.label for c in report_on(exercise, scaled).criteria]
    assert labels == ["learns", "has its own words", "bare"]


# --- what is said --------------------------------------------------------------------------------


def said(exercise, trial, answer, **more):
    return report_on(only(exercise, trial, **more), answer)


def test_an_error_is_told_with_the_line(exercise):
    def answer(x, factor):
        raise ValueError("No way.")

    report = report_on(exercise, answer)
    number = answer.__code__.co_firstlineno + 1
    assert report.saw == (
        f'On one row of 2: ValueError: No way. Your line {number}: `raise ValueError("No way.")`.'
    )
    assert report.example == Example(
        "scaled(x, factor)\nx = [[1, 2]]\nfactor = 3", "(no error)", "ValueError: No way."
    )
    bare = said(exercise, Trial("one", (1,), truth=int), "no function")
    assert bare.saw == "On one: TypeError: 'str' object is not callable."
    large = said(exercise, Trial("one", (LONG, 1.0)), answer)
    assert large.example is None
    assert said(exercise, Trial("one", (LONG[:, :24], 1.0)), answer).example is not None
    assert said(exercise, Trial("one", (), truth=lambda: 1), answer).example is not None
    mixed = Trial("one", (X, LONG), truth=lambda *_: 1)
    assert said(exercise, mixed, answer).example is None


def test_a_bad_argument_must_not_go_on_silently(exercise):
    trial = refused("a bad factor", X, -1.0, mentions=("factor", ("-1", "negative")))
    report = said(exercise, trial, lambda x, f: x)
    assert failed(report) == "refuses" and report.outcome is Outcome.FAILED
    assert report.saw == "On a bad factor your code returned a tensor. It should raise an error."
    call = "scaled(x, factor)\nx = [[1, 2]]\nfactor = -1"
    assert report.example == Example(call, "ValueError", "[[1, 2]]")
    assert report.means and report.try_next
    assert "tensor of shape (2, 50)" in said(exercise, trial, lambda *_: LONG).example.actual
    many = said(exercise, trial, lambda *_: torch.zeros(13))
    assert many.example.actual.startswith("tensor of")


@pytest.mark.parametrize("error", [TypeError("no"), ValueError("-1"), AssertionError(), KeyError()])
def test_any_error_refuses_a_bad_argument(exercise, error):
    trial = refused("a bad factor", X, -1.0, mentions=("factor", ("-1", "negative")))
    assert said(exercise, trial, raising(error)).passed


def test_a_finding_brings_its_words_and_numbers(exercise):
    found = Finding("I saw.", "It means.", "Try.", diagnosis="own-name", pair=(X + 1, X))
    trial = Trial("one", (X, 2.0), verify=lambda value, *_: found, criterion="differ")
    report = said(exercise, trial, scaled)
    assert (report.saw, report.means, report.try_next) == ("I saw.", "It means.", "Try.")
    assert report.diagnosis == "own-name" and report.picture[:2] == found.pair
    assert report.example == Example(
        "scaled(x, factor)\nx = [[1, 2]]\nfactor = 2",
        "[[2, 3]]",
        "[[1, 2]]",
        "entry [0, 0]: expected 2, yours 1 (2 of 2 entries differ)",
    )
    told = replace(found, saw="expected 2")
    trial = replace(trial, verify=lambda *_: told)
    assert said(exercise, trial, scaled).example.place == ""
    wide = replace(
        trial,
        verify=lambda *_: replace(found, pair=(X + torch.tensor([1, 9]), X)),
        tolerance=(0.0, 2.0),
    )
    assert said(exercise, wide, scaled).example.place.startswith("entry [0, 1]")
    trial = replace(trial, verify=lambda *_: Finding("I saw.", mistake="factor-lost"))
    named = said(exercise, trial, scaled)
    assert named.example is None and named.picture is None and named.means == "factor-lost means."


def test_a_property_that_cannot_go_on_says_so(exercise):
    report = said(exercise, Trial("one", (X, 1.0), verify=lambda value, *_: value[7]), scaled)
    assert report.diagnosis == CHECK_FAILED and report.outcome is Outcome.FAILED
    assert "could not read what your code returned: IndexError" in report.saw
    assert failed(report) == "values" and "report it" in report.try_next and report.means


def test_the_right_kind_is_said_in_words(exercise):
    report = said(exercise, Trial("one", (), truth=lambda: (X, 1.0)), lambda: [X])
    assert report.saw == (
        "On one your code returned a list of 1 (a tensor); "
        "expected a tuple of 2 (a tensor, a float)."
    )
    assert said(exercise, Trial("one", (), truth=lambda: (X, 1.0)), lambda: [X, 1]).passed
    on_meta = said(exercise, Trial("one", (), truth=lambda: X), lambda: X.to("meta"))
    assert "device=x.device" in on_meta.try_next and "on the CPU" in on_meta.means


@pytest.mark.parametrize(
    ("args", "value", "truth", "means", "try_next"),
    [
        ((), X.int(), X.long(), "next layer", "torch.long"),
        ((), X, X.long(), "next layer", "`torch.Tensor(...)` always does"),
        ((), X, X > 1, "True and False", "dtype=torch.bool"),
        ((X,), X.half(), X, "precision", "dtype=x.dtype"),
        ((3,), X.half(), X, "asks for torch.float32", "changes to torch.float16"),
        ((X,), X.double(), X.int(), "asks for torch.int32", "type changes"),
    ],
)
def test_wrong_dtype_is_explained(exercise, args, value, truth, means, try_next):
    report = said(exercise, Trial("one", args, truth=lambda *_: truth), lambda *_: value)
    assert failed(report) == "dtype" and means in report.means and try_next in report.try_next
    assert report.diagnosis == "another-number-type"


@pytest.mark.parametrize("low", [-torch.inf, -1e9])
def test_a_mask_to_be_added_is_called_so(exercise, low):
    trial = Trial("one", (X,), truth=lambda x: x > 1)
    made = torch.tensor([[low, 0.0]]).expand_as(X)
    report = report_on(only(exercise, trial), lambda x: made)
    assert report.diagnosis == "additive-mask" and f"0 and {low:.4g}" in report.saw
    other = report_on(only(exercise, trial), lambda x: made.clamp(min=-1.0))
    assert other.diagnosis == "another-number-type"


def test_the_output_is_named(exercise):
    trial = Trial("one", (), truth=lambda: (X, X + 1))
    more = {"output_names": ("output", "weights"), "axes": ("B L", "q k")}
    report = said(exercise, trial, lambda: (X, X.double()), **more)
    assert report.saw == "On one, weights: The dtype is torch.float64; expected torch.float32."
    report = said(exercise, trial, lambda: (X, X[:, :1]), **more)
    assert report.saw == "On one, weights: The shape is (1, 1); expected (q=1, k=2)."
    assert report.diagnosis == "axis-of-another-size"
    assert "expected (1, 2)" in said(exercise, trial, lambda: (X, X[:, :1])).saw
    report = said(exercise, trial, lambda: (X, X), **more)
    assert report.saw.startswith("On one, weights: entry [0, 0]: expected 2, yours 1")
    assert report.example.expected == "[[2, 3]]" and report.example.actual == "[[1, 2]]"
    expected, actual, wrong = (part.tolist() for part in report.picture)
    assert (expected, actual, wrong) == ([[2, 3]], [[1, 2]], [[True, True]])


def test_values_that_are_no_tensors(exercise):
    trial = Trial("one", (3,), truth=lambda n: [1, 2], shown=("n",))
    report = said(exercise, trial, lambda n: [1, 3])
    assert report.saw == "On one: expected [1, 2], yours [1, 3]."
    assert report.example == Example("scaled(x, factor)\nn = 3", "[1, 2]", "[1, 3]")
    assert report.picture is None and "none of the mistakes" in report.means
    twenty = replace(trial, truth=lambda n: list(range(20)))
    for count in (19, 21):
        assert said(exercise, twenty, lambda n, count=count: list(range(count))).saw == (
            f"On one: expected 20 items, yours has {count}."
        )
    late = said(exercise, twenty, lambda n: [*range(18), 7, 7])
    assert late.saw == "On one: item 18: expected 18, yours 7."
    edge = replace(trial, truth=lambda n: "a" * 27)
    assert "the value is wrong" in said(exercise, edge, lambda n: "b" * 29).saw
    assert "yours" in said(exercise, edge, lambda n: "b" * 28).saw
    pair = said(
        exercise, replace(trial, truth=lambda n: (X, 1)), lambda n: (X, 2), output_names=("a", "b")
    )
    assert pair.saw == "On one, b: expected 1, yours 2."
    assert (pair.example.expected, pair.example.actual) == ("1", "2")


def test_nan_has_its_own_words_unless_it_is_right(exercise):
    nan = torch.tensor([[torch.nan, 2.0]])
    report = said(exercise, Trial("one", (), truth=lambda: X), lambda: nan)
    assert report.means.startswith("NaN is what 0/0") and "isnan" in report.try_next
    report = said(exercise, Trial("one", (), truth=lambda: nan), lambda: nan + 1)
    assert "none of the mistakes" in report.means


def test_the_tolerance_of_the_trial_counts(exercise):
    trial = Trial("one", (), truth=lambda: (X, X), tolerance=(0.0, 0.5))
    assert said(exercise, trial, lambda: (X + 0.4, X)).passed
    report = said(exercise, trial, lambda: (X + 0.4, X + torch.tensor([0.4, 0.6])))
    assert report.saw.startswith("On one, [1]: entry [0, 1]: expected 2, yours 2.6 (1 of 2")


def test_arguments_that_changed_are_named(exercise):
    trial = Trial("one", (X, [1]), truth=lambda *_: 1)

    def answer(x, y):
        y.append(x.add_(1))
        return 1

    report = said(exercise, trial, answer)
    assert report.saw == "On one, `x` and `y` changed during the call.", "as the learner calls them"
    refusing = refused("two", X, [1])
    assert failed(said(exercise, refusing, lambda x, y: y.append(1))) == "arguments"
    assert "masked_fill" in report.try_next
    layer = Trial("one", (nn.Linear(1, 1),), truth=lambda *_: 1)
    mode = said(exercise, layer, lambda m: 1 if m.eval() else 0)
    assert "`.eval()`" in mode.try_next and "masked_fill" not in mode.try_next


# --- the call ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trial", "call", "lines"),
    [
        (Trial("one", (X, 2.0)), "f(x, by)", ["x = [[1, 2]]", "by = 2"]),
        (Trial("one", (X,), {"by": 2.0}), "f(x, by)", ["x = [[1, 2]]", "by = 2"]),
        (Trial("one", (X, 2.0)), "Module(a)(x)", ["argument 1 = [[1, 2]]", "argument 2 = 2"]),
        (Trial("one", ()), "f()", []),
        (
            Trial("one", (X, 2.0), probe=lambda a, *_: 0),
            "f(x, by)",
            ["argument 1 = [[1, 2]]", "argument 2 = 2"],
        ),
        (Trial("one", (X, 2.0), shown=("", "n")), "f(x, by)", ["n = 2"]),
        (Trial("one", (X, 2.0), shown=("n",)), "f(x, by)", ["n = [[1, 2]]"]),
        (Trial("one", (X, 2.0)), "f(x)", ["x = [[1, 2]]"]),
        (
            Trial("one", ((X, 2.0), {"a": 3, "b": 4}), shown=("*x, by", "**more")),
            "f(x, by)",
            ["x = [[1, 2]]", "by = 2", "a = 3", "b = 4"],
        ),
        (
            Trial("one", (X.expand(15, 2), [100] * 45)),  # each short enough, and long together
            "f(x, by)",
            ["x = tensor of shape (15, 2), float32", f"by = [{'100, ' * 19}100, ..."],
        ),
    ],
)
def test_the_call_is_shown_with_its_arguments(exercise, trial, call, lines):
    trial = replace(trial, truth=lambda *_, **__: 1)
    report = said(exercise, trial, lambda *_, **__: 0, call=call)
    assert report.example.call.splitlines() == [call, *lines]


def test_the_ordinary_case_is_told_before_what_a_corner_raises(exercise):
    """Values that are wrong in the first trial come before an error in the second."""
    in_a_corner = lambda x, f: (scaled(x, f) + 1).view(1, 2)  # noqa: E731
    report = report_on(exercise, in_a_corner)
    assert failed(report) == "values" and report.saw.startswith("On one row of 2")
    assert [c.passed for c in report.criteria if c.name == "runs"] == [None], "nor is it met"


def test_extra_criterion_is_judged_in_its_own_trials(exercise):
    own = Trial("own", (X, 1.0), criterion="own")
    trials = [Trial("usual", (X, 1.0)), own]
    by_shape = lambda x, f: scaled(x, f) if f == 1 else x  # noqa: E731
    assert report_on(only(exercise, *trials), by_shape).passed
    for change, slug in (
        (lambda x: x.double(), "another-number-type"),
        (lambda x: x[:, :1], "axis-of-another-size"),
    ):
        trials[1] = replace(own, probe=lambda answer, *args, change=change: change(answer(*args)))
        report = report_on(only(exercise, *trials), scaled)
        assert failed(report) == "own" and report.diagnosis == slug
    trials[1] = replace(own, probe=lambda answer, x, f: x.nonsense)
    report = report_on(only(exercise, *trials), scaled)
    assert failed(report) == "own" and report.outcome is Outcome.ERROR


@pytest.mark.parametrize("make", [lambda x: (a for a in x), lambda x: map(abs, x)])
def test_a_generator_is_the_wrong_kind_and_keeps_nothing(exercise, make):
    report = report_on(with_conditions(exercise), lambda x, factor=2.0: make(scaled(x, factor)))
    assert failed(report) == "type" and report.diagnosis == "gives-its-parts-once"


def test_the_shape_is_called_right_where_every_trial_has_it(exercise):
    one, two = Trial("one", (X, 3.0)), Trial("two", (X.expand(2, 2), 3.0))
    both = only(exercise, one, two)

    def stops(x, factor):
        return x[[0]] + 9 if len(x) == 1 else x.view(7)

    def shrinks(x, factor):
        return x[[0]] + 9

    assert "The shape is right" in report_on(both, lambda x, factor: x + 9).means
    assert "The shape is right" not in report_on(both, shrinks).means
    means = report_on(both, stops).means
    assert "The shape is right" not in means and "on two your code stops: RuntimeError" in means


def test_a_function_that_always_gives_none_may(exercise):
    asked = [
        Trial("one", (X,), probe=filled, truth=lambda _: None),
        refused("two", X, probe=filled),
    ]
    report = report_on(only(exercise, *asked), lambda x: None)
    assert report.saw.startswith("On two") and "Returning None" not in report.means


def filled(answer, x):
    return answer(x)
