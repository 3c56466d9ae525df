"""What is kept under some of the arguments is seen where one of the others changes."""

from dataclasses import replace
from functools import partial

import pytest
import torch
from small_exercise import EXERCISE, only

from tutor_utils.engine.conditions import CIRCUMSTANCES, ONE_CHANGED, table, with_conditions
from tutor_utils.engine.exercise import Trial, refused
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.judge import judge
from tutor_utils.engine.observe import observe
from tutor_utils.engine.one_changed import made


def report_on(answer, exercise):
    return judge(exercise, observe(exercise, answer))


def times(word, number=1, times=1):
    return [word] * number * times


def exercise(*cases, truth=times):
    trials = [case if isinstance(case, Trial) else Trial(str(case), case) for case in cases]
    return only(EXERCISE, *trials, truth=truth, call="times(word, number, times)", smallest=None)


def second_calls(*cases, **options):
    found = exercise(*cases, **options)
    trials = made(found, found.trials(Inputs(0)), "beside")
    earlier, second = trials[::2], trials[1::2]
    assert [t.criterion for t in earlier] == ["beside"] * len(earlier)
    assert [(t.args, t.kwargs) for t in earlier] == [(t.args, t.kwargs) for t in second]
    return [(t.args, dict(t.kwargs)) for t in second]


def test_each_argument_changes_alone():
    assert second_calls(("a", 2), ("b", 3)) == [(("b", 2), {}), (("a", 3), {})]
    named = [Trial(w, (w,), {"number": n}) for w, n in (("a", 2), ("b", 3))]
    assert second_calls(*named) == [(("b",), {"number": 2}), (("a",), {"number": 3})]
    in_full = [Trial(w, (w, 2, 1), shown=("word", "number", "times")) for w in "ab"]
    assert second_calls(*in_full) == [(("b", 2, 1), {})]


@pytest.mark.parametrize(
    "cases",
    [
        [("a", 2)],  # nothing to change it to
        [("a",), ("b",)],  # no other argument
        [("a", 2), ("a", "b")],  # another form
        [("a", 2), Trial("b", ("b", 3), tolerance=(1, 1))],
        [("a", 2), ("a", 3, 1)],  # another number of arguments
        [("a", 2), ("a", 2.0)],
        [("a", 1, 2), ("a", 2, 1)],  # two numbers that are not alike stay so
        [("a", 2), refused("b", "b", 3)],
        [("a", 2), replace(refused("b", "b", 3), criterion="values")],
        [("a", 2), Trial("b", ("b", 3), verify=print)],
        [("a", 2), Trial("b", ("b", 3), probe=partial(times))],  # another way to call it
        [("a", 2), Trial("b", ("b", 3), truth=len)],
        [Trial(w, (w, 2), shown=("what it says", "number")) for w in "ab"],  # arguments of a probe
        [("a", 2, 1, 4), ("b", 2, 1, 4)],
    ],
)
def test_where_it_is_not_known_what_fits_nothing_changes(cases):
    assert second_calls(*cases) == []


def test_arguments_that_do_not_go_together_are_left_out():
    def at(row, place):
        return row[place]

    fits = (((1, 2, 3), 0), {})  # both ways; the row 5, 6 has no place 2
    assert second_calls(((5, 6), 0), ((1, 2, 3), 2), truth=at) == [fits, fits]
    assert second_calls(((5, 6), 0), ((5, 7), 0), truth=at) == [], "the same result says nothing"


def test_tensors_change_for_those_of_their_shape_and_number_type():
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
    total = {"truth": lambda word, number: word.sum() * number}
    (((args, _),)) = second_calls((a, 2), (b, 2), **total)
    assert torch.equal(args[0], b)
    assert second_calls((a, 2), (b.double(), 2), (b[:1], 2), (a.clone(), 2), **total) == []


KEPT = {}


def kept_by_word(word, number, times=1):
    return list(KEPT.setdefault(word, [word] * number * times))


def handed_out(word, number, times=1):
    found = KEPT.setdefault(word, [])
    found += [word] * (number - len(found))
    return found if len(found) == number else found[:number]


def grown_again(word, number, times=1):
    """Where the shorter one comes second."""
    found = KEPT.setdefault(word, [])
    found[:] = [word] * number
    return found if number < 3 else list(found)


@pytest.mark.parametrize(
    ("answer", "slug", "said"),
    [
        (kept_by_word, None, "then with another word: expected"),
        (handed_out, "result-overwritten", "it was ['a', 'a'] and is ['a', 'a', 'a'] now."),
        (grown_again, "result-overwritten", "it was ['a', 'a'] and is ['a', 'a', 'a'] now."),
    ],
)
def test_what_is_kept_under_some_of_the_arguments_is_told(answer, slug, said):
    KEPT.clear()
    unless = dict.fromkeys(("again",), "one call is enough here")
    two = exercise(("a", 2), ("b", 3))
    found = with_conditions(only(two, *two.trials(Inputs(0)), unless=unless))
    report = report_on(answer, found)
    assert not report.passed and report.diagnosis == slug
    assert said in report.saw
    assert report_on(times, found).passed


def test_it_is_for_functions_whose_trials_differ():
    one, two = exercise(("a", 2)), exercise(("a", 2), ("b", 3))
    assert table(two)[ONE_CHANGED] == "" and len(table(one)[ONE_CHANGED].split()) > 3
    layer = only(two, *two.trials(Inputs(0)), id="Layer")
    assert len(table(layer)[ONE_CHANGED].split()) > 3
    told = only(two, *two.trials(Inputs(0)), unless={ONE_CHANGED: "why"})
    assert table(told)[ONE_CHANGED] == "why"
    for left_out in (layer, told):
        names = [t.name for t in with_conditions(left_out).trials(Inputs(0))]
        assert not any("then with another" in name for name in names)
    of_two = [t for t in with_conditions(two).trials(Inputs(0)) if "then with" in t.name]
    assert {t.criterion for t in of_two} == {"values", CIRCUMSTANCES}
