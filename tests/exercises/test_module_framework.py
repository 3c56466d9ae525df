"""What is tried on every module, on a small one that is right and on changes of it."""

from dataclasses import replace
from functools import partial

import pytest
import torch
from torch import nn

from tutor_utils.engine.exercise import Exercise
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.exercises import parts
from tutor_utils.exercises.modules import NEARLY_ALL, Case, Kind

X = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(0))
MASK = torch.tensor([1.0, 1, 0])[None, :, None]


class Mapped(nn.Module):
    """The right answer: a linear map where the mask is 1, with a residual; and a list of sums."""

    def __init__(self, d, dropout=0.0, gain=1.0):
        super().__init__()
        self.map = nn.Linear(d, d)
        self.dropout = nn.Dropout(dropout)
        self.gain = gain

    def forward(self, x, mask=None):
        out = self.dropout(self.map(x))
        if mask is not None:
            out = out * mask
        return self.gain * x + out, [out.sum(-1)]


def find(module, calls, sizes):
    assert sizes == (4,) and [*map(id, calls.others)] == [*map(id, module.map.parameters())]
    return {"map.weight": parts.Slot(module.map.weight), "map.bias": parts.Slot(module.map.bias)}


def reference(inputs, masks, sizes, options, seed):
    (x,) = inputs
    weight, bias = (
        parts.known_numbers(f"map.{n}", s, seed) for n, s in (("weight", (4, 4)), ("bias", (4,)))
    )
    out = (x @ weight.T + bias) * (1 - options.get("dropout", 0.0))
    out = out * masks["mask"] if "mask" in masks else out
    return options.get("gain", 1.0) * x + out, [out.sum(-1)]


KIND = Kind(
    partial(parts.in_a_call, find),
    reference,
    lambda sizes, options: (20, 99),
    ("x", "mask", "d", "options"),
)
CASE = Case((X,), (4,), {"mask": MASK}, {"gain": 2.0}, seed=3)


def report_on(trial, answer):
    exercise = Exercise(lambda inputs: [trial], "Mapped(d)(x)", id="Mapped", criteria={})
    return judge(exercise, observe(exercise, answer))


TRIALS = {
    "values": KIND.values("v", CASE),
    "parameters": KIND.parameters("p", CASE),
    "dropout": KIND.dropout("d", CASE),
    "learning": KIND.learning("l", CASE),
    "values, no mask": KIND.values("v", replace(CASE, given={"mask": None})),
}


@pytest.mark.parametrize("name", TRIALS)
def test_a_right_module_passes(name):
    assert report_on(TRIALS[name], Mapped).passed


def with_output(change):
    """The right module, its output changed."""

    class Changed(Mapped):
        def forward(self, x, mask=None):
            out, sums = super().forward(x, mask)
            return change(self, x, out), sums

    return Changed


def with_input(change):
    """The right module, its arguments changed."""

    class Changed(Mapped):
        def forward(self, x, mask=None):
            return super().forward(*change(self, x, mask))

    return Changed


def with_options(change):
    """The right module, made with other options."""

    class Changed(Mapped):
        def __init__(self, d, dropout=0.0, gain=1.0):
            super().__init__(d, **change(dropout, gain))

    return Changed


def cut_off(module, x, out):
    return module.gain * x + (out - module.gain * x).detach()


class OneMore(Mapped):
    def __init__(self, d, dropout=0.0, gain=1.0):
        super().__init__(d, dropout, gain)
        self.extra = nn.Parameter(torch.zeros(1))


OTHER_GAIN = with_output(lambda module, x, out: out + 0.01)
NO_MASK = with_input(lambda module, x, mask: (x,))
NO_GAIN = with_options(lambda dropout, gain: {"dropout": dropout})
WRONG = {
    "values: another gain": OTHER_GAIN,
    "values: the mask is left out": NO_MASK,
    "values: an option is not heard": NO_GAIN,
    "parameters: one more": OneMore,
    "dropout: never": with_options(lambda dropout, gain: {"gain": gain}),
    "dropout: twice": with_output(lambda module, x, out: module.dropout(out)),
    "dropout: always": with_output(
        lambda module, x, out: module.gain * x if module.dropout.p else out
    ),
    "dropout: unasked": with_options(
        lambda dropout, gain: {"dropout": max(dropout, NEARLY_ALL), "gain": gain}
    ),
    "learning: cut off": with_output(cut_off),
    "learning: input cut off": with_input(lambda module, x, mask: (x.detach(), mask)),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_module_fails(name):
    report = report_on(TRIALS[name.partition(":")[0]], WRONG[name])
    assert not report.passed and report.outcome == "failed" and report.diagnosis != "check-failed"


def test_a_tuple_of_weights_is_as_good_as_a_list():
    class WithTuple(Mapped):
        def forward(self, x, mask=None):
            out, sums = super().forward(x, mask)
            return out, tuple(sums)

    assert report_on(TRIALS["values"], WithTuple).passed


def test_the_count_of_numbers():
    report = report_on(TRIALS["parameters"], OneMore)
    assert report.saw == "The module learns 21 numbers; expected 20."
    assert report.means.startswith("A part is missing") and "Print the" in report.try_next


def test_parts_that_learn_nothing_in_training_are_named():
    class Two(Mapped):
        def __init__(self, d, dropout=0.0, gain=1.0):
            super().__init__(d, dropout, gain)
            self.spare = nn.Linear(d, d)

    def with_spare(module, calls, sizes):
        spare = parts.Slot(module.spare.weight)
        known = parts.Slot(module.map.weight), parts.Slot(module.map.bias)
        return {"map.weight": known[0], "map.bias": known[1], "spare": spare, "a.w_k.bias": spare}

    kind = replace(KIND, find=partial(parts.in_a_call, with_spare))
    report = report_on(kind.learning("l", CASE), Two)
    assert "spare" in report.saw and "w_k" not in report.saw, "softmax drops a key's bias"
