"""The probe runs the answer on copies, and writes down all that happened."""

import gc
import random
import traceback
import weakref

import pytest
import torch
from small_exercise import scaled
from torch import nn

from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.run.observe import observe, run_trial
from tutor_utils.engine.run.raised import _part

X = torch.tensor([[1.0, 2.0]])


def seen(answer, *args, **kwargs):
    return run_trial(Trial("one", args, kwargs), answer)


def test_every_trial_is_run(exercise):
    observation = observe(exercise, scaled, 5)
    assert (observation.exercise, observation.seed, observation.untouched) == ("scaled", 5, False)
    names = ["one row of 2", "two rows of 3", "a negative factor", "all alike"]
    assert list(observation.trials) == names
    assert observation.trials["one row of 2"].value.tolist() == [[3, 7]]
    assert observation.trials["a negative factor"].raised.type == "ValueError"
    assert observation.trials["all alike"].raised is None
    assert observe(exercise, scaled).seed == 0


def test_the_inputs_come_from_the_seed(exercise):
    one, same, other = (observe(exercise, lambda x, f: x, s).trials for s in (1, 1, 2))
    assert torch.equal(one["two rows of 3"].value, same["two rows of 3"].value)
    assert not torch.equal(one["two rows of 3"].value, other["two rows of 3"].value)


def test_random_numbers_are_the_same_in_every_run():
    torch.manual_seed(1), random.seed(1)
    one = seen(lambda: [torch.rand(2), random.random()]).value
    torch.manual_seed(2), random.seed(2)
    two = seen(lambda: [torch.rand(2), random.random()]).value
    assert torch.equal(one[0], two[0]) and one[1] == two[1]


def test_the_probe_gets_the_answer_and_the_arguments():
    trial = Trial("one", (1,), {"b": 2}, probe=lambda answer, a, b: (answer, a, b))
    assert run_trial(trial, "answer").value == ("answer", 1, 2)
    assert run_trial(Trial("one", (1,), {"b": 2}), lambda a, b: a - b).value == -1


def change(place):
    """An answer that changes its arguments, and returns nothing."""

    def answer(*args):
        place(*args)

    return answer


class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.zeros(2))


@pytest.mark.parametrize(
    ("touch", "args", "told"),
    [
        (lambda x, y: y.add_(1), (X, X + 1), ("argument 2",)),
        (lambda x, y: (x.add_(1), y.add_(1)), (X, X + 1), ("argument 1", "argument 2")),
        (lambda x: x.resize_(1, 1), (X,), ("argument 1",)),
        (lambda x: x.append(1), ([1],), ("argument 1",)),
        (lambda x: x.__setitem__(0, 2), ([1],), ("argument 1",)),
        (lambda x: x[0].add_(1), ((X, 1),), ("argument 1",)),
        (lambda x: x.update(b=1), ({"a": 1},), ("argument 1",)),
        (lambda m: m.table.add_(1), (Stateful(),), ("argument 1",)),
        (lambda m: m.eval(), (Stateful(),), ("argument 1",)),
        (lambda m: setattr(m, "seen", 1), (Stateful(),), ("argument 1",)),
        (lambda m: m.requires_grad_(False), (nn.Linear(1, 1),), ("argument 1",)),
        (lambda x: x.add_(0), (X,), ()),
        (lambda m: None, (Stateful(),), ()),
        (lambda x: None, ({"a": [X, None, "b"]},), ()),
        (lambda x: x.add_(1), (torch.tensor([float("nan"), 1]),), ("argument 1",)),
        (lambda x: None, (torch.tensor([float("nan"), 1]),), ()),
    ],
)
def test_changed_arguments_are_told(touch, args, told):
    assert seen(change(touch), *args).changed == told


def test_changed_keyword_arguments_are_told_by_name():
    given = X.clone()
    assert seen(lambda mask, x: mask.add_(1), mask=given, x=X).changed == ("mask",)
    assert torch.equal(given, X), "the answer works on a copy"
    assert seen(lambda x, mask: mask.add_(1), X, mask=X + 1).changed == ("mask",)


def test_a_change_is_told_although_the_code_stopped():
    def answer(x):
        x.zero_()
        raise ValueError

    assert seen(answer, X).changed == ("x",)


def test_the_time_of_a_trial_is_known():
    assert seen(lambda: sum(range(10**6))).seconds > 0  # more than a tick of the clock


def test_what_is_printed_is_kept_and_cut(capsys):
    assert seen(lambda: print("hello")).printed == "hello\n"
    assert seen(lambda: print("x" * 599)).printed == "x" * 599 + "\n"
    assert seen(lambda: print("\ud800")).printed == "\\ud800\n", "half a character"
    long = seen(lambda: print("x" * 600)).printed
    assert long == "x" * 600 + " ..." and capsys.readouterr().out == ""


def test_devices_are_listed():
    def answer():
        return [torch.zeros(1, device="meta"), torch.zeros(2, device="meta")]

    assert seen(answer).devices == ("meta",)
    assert seen(lambda: X).devices == ()


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit("no"), RecursionError("no")])
def test_errors_are_told_with_the_line_of_the_learner(error):
    def answer(x):
        raise error

    raised = seen(answer, X).raised
    assert (raised.type, raised.message) == (type(error).__name__, "no")
    assert raised.line == "raise error"
    assert raised.number == answer.__code__.co_firstlineno + 1


def test_failing_expression_is_empty_without_column_numbers():
    assert _part(traceback.FrameSummary("<a cell>", 1, "f")) == ""


def test_the_deepest_line_of_the_learner_is_told():
    def helper(x):
        return torch.cat([x, "a"])

    raised = seen(lambda x: helper(x), X).raised
    assert raised.line == 'return torch.cat([x, "a"])' and raised.type == "TypeError"


def test_an_error_outside_the_learner_s_code_has_no_line():
    raised = run_trial(Trial("one", (1,)), 3).raised
    assert (raised.type, raised.line, raised.number) == ("TypeError", "", 0)
    in_library = seen(torch.nn.functional.softmax, X, "a").raised
    assert (in_library.line, in_library.number) == ("", 0)


def test_a_message_is_cut():
    def answer():
        raise ValueError("x" * 3000)

    assert len(seen(answer).raised.message) == 2000


def test_objects_of_stopped_code_are_released(exercise):
    made = []

    def answer(x, factor):
        model = nn.Linear(1, 1)
        made.append(weakref.ref(model))
        raise ValueError(model)

    gc.disable()
    try:
        run_trial(exercise.trials(Inputs(0))[0], answer)
        assert made[0]() is None
    finally:
        gc.enable()
