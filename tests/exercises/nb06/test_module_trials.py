"""What is tried on every module, on a small one that is right and on changes of it."""

from dataclasses import replace

import pytest
import torch
from torch import nn

from tutor_utils.engine.exercise import Exercise
from tutor_utils.engine.judge import judge
from tutor_utils.engine.observe import observe
from tutor_utils.exercises.nb06 import parts
from tutor_utils.exercises.nb06.module_trials import NEARLY_ALL, Case, Form, run_backward

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
    assert sizes == (4,) and calls.order[module] == 0 and calls.order[module.map] == 1
    return {"map.weight": parts.Slot(module.map.weight), "map.bias": parts.Slot(module.map.bias)}


def reference(inputs, masks, sizes, options, seed):
    (x,) = inputs
    weight, bias = (
        parts.known_numbers(f"map.{n}", s, seed) for n, s in (("weight", (4, 4)), ("bias", (4,)))
    )
    out = (x @ weight.T + bias) * (1 - options.get("dropout", 0.0))
    out = out * masks["mask"] if "mask" in masks else out
    return options.get("gain", 1.0) * x + out, [out.sum(-1)]


FORM = Form(find, reference, lambda sizes, options: (20, 99), ("x", "mask", "d", "options"))
CASE = Case((X,), (4,), {"mask": MASK}, {"gain": 2.0}, seed=3)


def report_on(trial, answer):
    exercise = Exercise(lambda inputs: [trial], "Mapped(d)(x)", (), id="Mapped", criteria={})
    return judge(exercise, observe(exercise, answer))


TRIALS = {
    "values": FORM.values("v", CASE),
    "parameters": FORM.parameters("p", CASE),
    "dropout": FORM.dropout("d", CASE),
    "gradients": FORM.gradients("g", CASE),
    "learning": FORM.learning("l", CASE),
    "values, no mask": FORM.values("v", replace(CASE, masks={"mask": None})),
    "values, float64": FORM.values("v", replace(CASE, inputs=(X.double(),))),
}


CRITERIA = {
    **{"values": "values", "parameters": "parameters", "dropout": "dropout"},
    **{"gradients": "learns", "learning": "learns"},
}


@pytest.mark.parametrize("name", TRIALS)
def test_a_right_module_passes(name):
    assert report_on(TRIALS[name], Mapped).passed


class OtherGain(Mapped):
    def forward(self, x, mask=None):
        return super().forward(x, mask)[0] + 0.01, super().forward(x, mask)[1]


class Masked(Mapped):
    def forward(self, x, mask=None):
        return super().forward(x)


class Deaf(Mapped):
    def __init__(self, d, dropout=0.0, gain=1.0):
        super().__init__(d, dropout)


class WithTuple(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        return out, tuple(sums)


class DropsTwice(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        return self.dropout(out), sums


class NeverDrops(Mapped):
    def __init__(self, d, dropout=0.0, gain=1.0):
        super().__init__(d, 0.0, gain)


class AlwaysDrops(Mapped):
    def __init__(self, d, dropout=0.0, gain=1.0):
        super().__init__(d, dropout, gain)
        self.p = dropout

    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        return (self.gain * x if self.p else out), sums


class DropsUnasked(Mapped):
    def __init__(self, d, dropout=0.1, gain=1.0):
        super().__init__(d, max(dropout, NEARLY_ALL), gain)


class Detached(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        return self.gain * x + (out - self.gain * x).detach(), sums


class DetachedInTraining(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        return (self.gain * x + (out - self.gain * x).detach() if self.training else out), sums


class InputDetachedInTraining(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x.detach() if self.training else x, mask)
        return out, sums


class DetachedWhereItDrops(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        return (out.detach() if self.training and self.dropout.p else out), sums


class InputDetached(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x.detach(), mask)
        return out, sums


class PathCut(Mapped):
    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        return out - x + x.detach(), sums


class WaysMixed(Mapped):
    """The gradients of a row's numbers are right together, and not one by one."""

    def forward(self, x, mask=None):
        out, sums = super().forward(x, mask)
        nothing = x - x.flip(-1)
        return out + nothing - nothing.detach(), sums


class OneMore(Mapped):
    def __init__(self, d, dropout=0.0, gain=1.0):
        super().__init__(d, dropout, gain)
        self.extra = nn.Parameter(torch.zeros(1))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("values", OtherGain),
        ("values", Masked),
        ("values", Deaf),
        ("values, float64", OtherGain),
        ("parameters", OneMore),
        ("dropout", NeverDrops),
        ("dropout", DropsTwice),
        ("dropout", AlwaysDrops),
        ("dropout", DropsUnasked),
        ("dropout", Masked),
        ("dropout", Deaf),
        ("gradients", Detached),
        ("gradients", InputDetached),
        ("gradients", PathCut),
        ("gradients", WaysMixed),
        ("gradients", Masked),
        ("gradients", Deaf),
        ("learning", Detached),
        ("learning", DetachedInTraining),
        ("learning", InputDetachedInTraining),
        ("learning", DetachedWhereItDrops),
    ],
)
def test_a_wrong_module_fails(name, answer):
    report = report_on(TRIALS[name], answer)
    assert not report.passed and report.outcome == "failed" and report.diagnosis != "check-failed"


def test_a_tuple_of_weights_is_as_good_as_a_list():
    assert report_on(TRIALS["values"], WithTuple).passed


def test_float64_is_held_to_more():
    class Near(Mapped):
        def forward(self, x, mask=None):
            out, sums = super().forward(x, mask)
            return out + 4e-5, sums

    class Rough(Mapped):
        def forward(self, x, mask=None):
            out, sums = super().forward(x, mask)
            return out + 4e-4, sums

    near_zero = replace(CASE, inputs=(X * 0,), masks={"mask": MASK * 0})
    for answer in (Near, Rough):
        assert report_on(FORM.values("v", near_zero), answer).passed
        assert report_on(FORM.dropout("d", near_zero), answer).passed
    assert not report_on(
        FORM.values("v", replace(near_zero, inputs=(X.double() * 0,))), Near
    ).passed


def test_the_count_of_numbers():
    report = report_on(TRIALS["parameters"], OneMore)
    assert report.saw == "The module learns 21 numbers; expected 20."
    assert report.means.startswith("A part is missing") and "Print the" in report.try_next
    either = replace(FORM, numbers=lambda sizes, options: (20, 21))
    assert report_on(either.parameters("p", CASE), OneMore).passed
    asked = []
    counting = replace(FORM, numbers=lambda *given: asked.append(given) or (20,))
    assert report_on(counting.parameters("p", CASE), Mapped).passed
    assert asked == [((4,), {"gain": 2.0})]


def test_parts_without_gradient_are_named():
    report = report_on(TRIALS["gradients"], Detached)
    assert (
        report.saw == "No gradient reaches map.weight, map.bias."
        and report.diagnosis == "no-gradient"
    )
    assert report.means == "A part without gradient never learns."
    assert report.try_next.startswith("Look for `.detach()`")

    def many(module, calls, sizes):
        extra = {f"part{i}": parts.Slot(module.extra) for i in range(6)}
        return find(module, calls, sizes) | extra | {"a.w_k.bias": parts.Slot(module.extra)}

    form = replace(FORM, find=many, idle=())
    assert (
        "part0, part1, part2, part3 and 2 more."
        in report_on(form.gradients("g", CASE), OneMore).saw
    )
    four = replace(form, idle=("part0", "part1"))
    assert report_on(four.gradients("g", CASE), OneMore).saw.endswith("part4, part5.")
    idle = replace(form, idle=tuple(f"part{i}" for i in range(5)))
    assert report_on(idle.gradients("g", CASE), OneMore).saw == "No gradient reaches part5."
    assert report_on(
        replace(form, idle=tuple(f"part{i}" for i in range(6))).gradients("g", CASE), OneMore
    ).passed


def test_parts_that_learn_nothing_in_training_are_named_unless_they_may_be_idle():
    def with_extra(module, calls, sizes):
        extra = parts.Slot(module.extra)
        return find(module, calls, sizes) | {"spare": extra, "a.w_k.bias": extra}

    form = replace(FORM, find=with_extra)
    report = report_on(form.learning("l", CASE), OneMore)
    assert report.outcome == "failed" and "parts that get no gradient" in report.saw
    assert "['spare']" in report.saw
    assert report_on(replace(form, idle=("spare",)).learning("l", CASE), OneMore).passed


def test_the_gradient_of_the_inputs_is_that_of_the_formula():
    cut = report_on(TRIALS["gradients"], PathCut)
    assert cut.saw.startswith("The gradient to input 1 is another") and cut.picture is not None
    assert cut.diagnosis != "no-gradient"
    assert cut.means.startswith("The output is right") and "`.detach()`" in cut.try_next

    class NoWayBack(Mapped):
        def forward(self, x, mask=None):
            return super().forward(x.detach(), mask)

    gone = report_on(TRIALS["gradients"], NoWayBack)
    assert gone.diagnosis == "no-gradient" and "input 1" in gone.saw
    expected, actual = gone.picture
    assert not actual.any() and expected.any() and expected.dtype == torch.float32


def test_an_input_that_plays_no_part_gets_no_gradient():
    class Second(Mapped):
        def forward(self, x, memory, mask=None):
            return super().forward(memory, mask)

    class Both(Mapped):
        def forward(self, x, memory, mask=None):
            out, sums = super().forward(memory, mask)
            return out + x - x.detach(), sums

    def second(inputs, *rest):
        return reference(inputs[1:], *rest)

    form = replace(FORM, reference=second, shown=("x", "memory", "mask", "d", "options"))
    case = replace(CASE, inputs=(X, X.flip(0)))
    assert report_on(form.gradients("g", case), Second).passed
    assert report_on(form.gradients("g", case), Both).saw.startswith("The gradient to input 1")


def test_gradients_are_compared_where_none_are_recorded_and_each_must_be_there():
    value = run_backward(Mapped, *CASE.arguments(), find, FORM.output)
    assert not X.requires_grad and X.grad is None, "the inputs of a trial stay as they are"
    with torch.no_grad():
        assert FORM._verify_gradients(value, *CASE.arguments()) is None
    with pytest.raises(ValueError, match="zip"):
        FORM._verify_gradients(value | {"inputs": []}, *CASE.arguments())


def test_a_result_is_read_before_the_next_call():
    last = torch.zeros(2, 3, 4)

    class Overwritten(Mapped):
        def forward(self, x, mask=None):
            out, sums = super().forward(x, mask)
            return last.copy_(out.detach()), sums

    assert report_on(TRIALS["dropout"], Overwritten).passed, "another trial tells it"


def test_a_module_without_any_gradient_is_told():
    class Frozen(Mapped):
        def forward(self, x, mask=None):
            out, sums = super().forward(x, mask)
            return out.detach(), sums

    assert report_on(TRIALS["gradients"], Frozen).diagnosis == "no-gradient"


def test_the_call_is_shown():
    lines = report_on(TRIALS["values"], OtherGain).example.call.splitlines()
    assert [line.partition(" = ")[0] for line in lines[1:]] == ["x", "mask", "d", "options"]
    assert TRIALS["parameters"].shown == ("d", "options")
    for name, more in (("values", 2), ("dropout", 3), ("gradients", 3), ("learning", 5)):
        trial = TRIALS[name]
        assert trial.shown == ("x", "mask", "d", "options", *[""] * more)
        assert len(trial.shown) == len(trial.args), name
    for name, criterion in CRITERIA.items():
        branch = "" if name == "parameters" else "post-LN"
        assert (TRIALS[name].criterion, TRIALS[name].branch) == (criterion, branch)


def test_the_output_may_be_picked():
    second = replace(FORM, output=lambda out: out[1][0])

    class SumsWrong(Mapped):
        def forward(self, x, mask=None):
            out, sums = super().forward(x, mask)
            return out, [2 * sums[0]]

    for trial in (second.dropout("d", CASE), second.gradients("g", CASE)):
        assert report_on(trial, Mapped).passed and not report_on(trial, SumsWrong).passed
    for trial in (FORM.dropout("d", CASE), FORM.gradients("g", CASE)):
        assert report_on(trial, SumsWrong).passed


def test_ids_are_inputs_too():
    """Inputs without a gradient: the module looks them up."""

    class LookUp(nn.Module):
        def __init__(self, rows):
            super().__init__()
            self.table = nn.Embedding(rows, 4)

        def forward(self, ids):
            return self.table(ids)

    def table(module, calls, sizes):
        return {"table": parts.Slot(module.table.weight)}

    def rows(inputs, masks, sizes, options, seed):
        return parts.known_numbers("table", (6, 4), seed)[inputs[0]].requires_grad_()

    form = Form(table, rows, lambda *_: (24,), ("ids", "", "", ""), output=lambda out: out)
    case = Case((torch.tensor([[1, 5]]),), (6,))
    for trial in (form.values("v", case), form.dropout("d", replace(case, options={}))):
        report = report_on(
            trial, LookUp if trial.criterion == "values" else lambda n, dropout=0: LookUp(n)
        )
        assert report.passed, report
    assert report_on(form.gradients("g", case), LookUp).passed
    assert report_on(form.learning("l", case), lambda n, dropout: LookUp(n)).passed
    assert report_on(form.values("v", case), lambda n: LookUp(n).double()).passed


def test_each_input_gets_its_own_gradient():
    class Added(Mapped):
        def forward(self, x, memory, mask=None):
            out, sums = super().forward(x, mask)
            return out + 3 * self.way(memory), sums

        def way(self, memory):
            return memory

    class Cut(Added):
        def way(self, memory):
            return memory.detach()

    def added(inputs, masks, sizes, options, seed):
        out, sums = reference(inputs[:1], masks, sizes, options, seed)
        return out + 3 * inputs[1], sums

    form = replace(FORM, reference=added, shown=("x", "memory", "mask", "d", "options"))
    case = replace(CASE, inputs=(X, X.flip(0)))
    assert report_on(form.gradients("g", case), Added).passed
    cut = report_on(form.gradients("g", case), Cut)
    assert cut.saw.startswith("The gradient to input 2 is another")
    assert cut.diagnosis == "no-gradient" and not cut.picture[1].any()


def test_parts_are_told_by_calls_with_the_masks():
    class NeedsMask(Mapped):
        def __init__(self, d, dropout=0.0, gain=1.0):
            super().__init__(d, dropout, gain)
            made = self.map
            del self.map
            self.late, self.map = nn.Identity(), made  # `find` wants it to be called first

        def forward(self, x, mask):
            return super().forward(x, mask)

    for name in ("values", "dropout", "gradients", "learning"):
        assert report_on(TRIALS[name], NeedsMask).passed


def test_the_seed_of_the_case_gives_the_numbers():
    one, two = (observe_value(replace(CASE, seed=s)) for s in (3, 4))
    assert not torch.allclose(one, two)


def observe_value(case):
    exercise = Exercise(lambda inputs: [FORM.values("v", case)], "", (), id="Mapped")
    return observe(exercise, Mapped).trials["v"].value[0]


def test_each_place_of_the_norm_is_a_branch():
    assert [replace(CASE, options={"norm_first": p}).branch for p in (True, False)] == [
        "pre-LN",
        "post-LN",
    ]
