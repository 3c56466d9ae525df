"""Conditions that the engine makes: other defaults, other circumstances, larger sizes."""

import math
from dataclasses import replace

import pytest
import torch
from small_exercise import EXERCISE, only, scaled
from torch import nn

from tutor_utils import exercises
from tutor_utils.engine.compare import alike, difference
from tutor_utils.engine.conditions import circumstances, conditions, histories
from tutor_utils.engine.conditions.circumstances import Call
from tutor_utils.engine.conditions.condition_words import FOUND, OF_CRITERION, REMARKS, WHERE
from tutor_utils.engine.conditions.conditions import (
    CIRCUMSTANCES,
    CRITERION,
    DEVICE,
    IN_TURN,
    LARGE,
    ONES,
    SIZES,
    table,
    with_conditions,
)
from tutor_utils.engine.exercise import Remark, SizeGrid, Trial, refused
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.values import snapshot
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.engine.verdict.remarks import with_remarks
from tutor_utils.engine.verdict.report import Outcome

X = torch.tensor([[[1.0, 2.0], [3.0, 5.0]]])
MASK = torch.tensor([[True, False], [True, True]])


def attention(x, mask):
    scores = (x @ x.mT / 2**0.5).masked_fill(~mask, -math.inf)
    return scores.softmax(-1) @ x


FUNCTION = with_conditions(only(EXERCISE, Trial("one", (X, MASK), truth=attention), smallest=None))


def report_on(answer, exercise=FUNCTION):
    return judge(exercise, observe(exercise, answer))


def scores(x, scale=2**0.5):
    return x @ x.mT / scale


def made_of(make):
    """An answer that adds zeros, made in some way."""
    return lambda x, mask: attention(x, mask) + make(x)


def made_mask(make):
    """An answer that makes the mask itself."""
    return lambda x, mask: scores(x).masked_fill(~make(x), -math.inf).softmax(-1) @ x


RIGHT = {
    "as the contract": attention,
    "zeros_like": made_of(torch.zeros_like),
    "new_zeros": made_of(lambda x: x.new_zeros(x.shape)),
    "both said": made_of(lambda x: torch.zeros(2, 2, dtype=x.dtype, device=x.device)),
    "moved": made_of(lambda x: torch.zeros(2, 2).to(x)),
    "moved by device and type": made_of(lambda x: torch.zeros(2, 2).to(x.device, x.dtype)),
    "moved by keywords": made_of(lambda x: torch.zeros(2, 2).to(device=x.device, dtype=x.dtype)),
    "type_as": made_of(lambda x: torch.zeros(2, 2).type_as(x)),
    "a single number": made_of(lambda x: torch.tensor(0.0)),
    "copied into": made_of(lambda x: x.clone().copy_(torch.zeros(2, 2))),
    "written into": made_of(lambda x: written(x)),
    "indexed by": lambda x, mask: attention(x, mask)[:, torch.arange(2)],
    "a mask that is moved": made_mask(lambda x: torch.ones(2, 2).tril().bool().to(x.device)),
    "a mask on the device": made_mask(
        lambda x: torch.ones(2, 2, dtype=torch.bool, device=x.device).tril()
    ),
    "as it is": made_of(lambda x: torch.as_tensor(x) * 0),
}


def written(x):
    y = x.clone()
    y[:] = torch.zeros(2, 2)
    return y


@pytest.mark.parametrize("name", RIGHT)
def test_answer_within_the_contract_passes(name):
    report = report_on(RIGHT[name])
    assert report.passed, str(report)


WRONG_DEVICE = {
    "zeros": made_of(lambda x: torch.zeros(2, 2, dtype=x.dtype)),
    "a literal": made_of(lambda x: torch.zeros(2, 2, dtype=x.dtype, device="cpu")),
    "from numbers": made_of(lambda x: torch.as_tensor([0.0, 0.0], dtype=x.dtype)),
    "another type alone": made_of(lambda x: torch.zeros(2, 2).to(x.dtype)),
    "a mask": made_mask(lambda x: torch.ones(2, 2, dtype=torch.bool).tril()),
    "a mask of comparisons": made_mask(lambda x: torch.arange(2)[:, None] >= torch.arange(2)),
    "stacked": lambda x, mask: torch.cat(
        [
            attention(x, mask)[:, :1],
            torch.tensor(attention(x, mask)[:, 1:].tolist(), dtype=x.dtype),
        ],
        1,
    ),
    "the result": lambda x, mask: torch.tensor(attention(x, mask).tolist(), dtype=x.dtype),
}


@pytest.mark.parametrize("name", WRONG_DEVICE)
def test_tensor_left_on_cpu_is_refused_with_its_own_message(name):
    slug, condition = OF_CRITERION[CRITERION]
    report = report_on(WRONG_DEVICE[name])
    assert report.outcome is Outcome.FAILED and report.diagnosis == slug == DEVICE
    assert (report.means, report.try_next) == (condition.means, condition.try_next)
    assert f"On one, {condition.words}" in report.saw
    assert ("and the result is on the CPU" in report.saw) is (name == "the result")
    assert [c.name for c in report.criteria if c.passed is False] == [CRITERION]


class Layer(nn.Module):
    """Built on the defaults, called on its argument's device."""

    def __init__(self, make):
        super().__init__()
        self.linear, self.make = nn.Linear(2, 2), make

    def forward(self, x):
        return self.linear(x) * 0 + self.make(x)


def build_and_call(answer, x):
    return answer(2)(x).detach()


@pytest.mark.parametrize(
    ("make", "passed"),
    [
        (lambda x: torch.zeros(2, 2, device=x.device), True),
        (lambda x: torch.zeros(2, 2).to(x.device), True),
        (lambda x: torch.zeros(2, 2), False),
    ],
)
def test_modules_are_built_first_and_called_under_the_condition(make, passed):
    class Answer(Layer):
        def __init__(self, size):
            super().__init__(make)

    trial = Trial("one", (X,), probe=build_and_call, truth=torch.zeros_like)
    here = dict.fromkeys(circumstances.ALL, "looked at below")
    exercise = only(EXERCISE, trial, smallest=None, id="Answer", unless=here)
    report = report_on(Answer, with_conditions(exercise))
    assert report.passed is passed, str(report)
    assert passed or report.diagnosis == "default-device"
    assert not nn.modules.module._global_forward_hooks


@pytest.mark.parametrize(
    ("trials", "count"),
    [
        ([Trial("one", (X, 2))], 1),
        ([Trial("one", (X, 2)), Trial("two", (X, 2))], 1),
        ([Trial("one", ([X], 2))], 1),
        ([Trial("one", ([1, 2], 2))], 0),
        ([refused("one", X, 2)], 0),
    ],
)
def test_first_trial_with_a_tensor_is_tried_on_another_device(trials, count):
    for unless, wanted in (({}, count), ({DEVICE: "why"}, 0)):
        exercise = with_conditions(only(EXERCISE, *trials, unless=unless))
        assert sum(t.criterion == CRITERION for t in exercise.trials(Inputs(0))) == wanted


def test_first_and_last_masked_trials_are_repeated():
    def made(*trials):
        exercise = with_conditions(only(EXERCISE, *trials, smallest=None, unless=NO_DEFAULTS))
        return [
            (t.name.removesuffix(", other circumstances"), t.probe.args[1])
            for t in exercise.trials(Inputs(0))
            if t.criterion == CIRCUMSTANCES
        ]

    plain, one, two, three = (
        Trial(name, (X, *mask)) for name, mask in zip("abcd", ([], *[[MASK]] * 3), strict=True)
    )
    every = ("again", "chance", "sliced", "gradient")
    assert made(plain, plain) == [("a", every)]
    assert made(plain, one, two, three) == [("b", every), ("d", ("again",))]
    assert made(plain, replace(one, args=(X,), kwargs={"mask": [MASK]})) == [("b", every)]
    assert made(plain, replace(one, args=(X, {"mask": MASK}), kwargs={})) == [("b", every)]
    other = [replace(two, args=(X.half(), MASK)), replace(two, verify=print), refused("e", MASK)]
    assert made(plain, one, *other) == [("b", every)]
    assert made(Trial("no tensor", (1,)), one) == [("b", every)]
    assert made(Trial("ids", (X.long(),))) == [("ids", ("again", "chance", "sliced"))]
    assert made(Trial("numbers", (1, 2.0))) == [("numbers", ("again", "chance"))]
    assert made(replace(plain, criterion="own"), refused("e", X)) == []


def test_engine_conditions_leave_own_trials_unchanged():
    names = [t.name for t in with_conditions(EXERCISE).trials(Inputs(0))]
    own = [t.name for t in EXERCISE.trials(Inputs(0))]
    # a device, circumstances, three remarks, axes of one, and two large ones
    assert names[: len(own)] == own and len(names) == len(own) + 1 + 1 + 3 + 2 + 2


# --- circumstances -------------------------------------------------------------------------------


def halved(x, mask=None):
    """Attention without the root of d; the mask may be left out. The truth of this part."""
    scores = x @ x.mT
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    return scores.softmax(-1) @ x


def shared_buffer(x, mask=None):
    if not hasattr(shared_buffer, "kept") or shared_buffer.kept.shape != x.shape:
        shared_buffer.kept = torch.empty_like(x)
    return shared_buffer.kept.copy_(halved(x, mask).detach())


def by_numbers(x, mask=None, kept={}):  # noqa: B006 - that is the mistake
    key = str((x.tolist(), mask, x.dtype, x.requires_grad))
    if key not in kept:
        kept[key] = halved(x, mask)
    return kept[key]


def growing(x, mask=None):
    growing.calls = getattr(growing, "calls", 0) + 1
    return halved(x, mask) * max(1, growing.calls - 2)


def through_numpy(x, mask=None):
    return torch.from_numpy(halved(x.detach(), mask).numpy())


WRONG_CIRCUMSTANCES = {
    "result-overwritten": shared_buffer,
    "second-call-differs": growing,
    "chance": lambda x, mask=None: halved(x, mask) + torch.rand(()),
    "stops-sliced": lambda x, mask=None: halved(x.view(-1).view(x.shape), mask),
    "memory-layout-matters": lambda x, mask=None: halved(x, mask) + (not x.is_contiguous()),
    "gradient-stops": through_numpy,
}
REMARKED = {
    "shared": by_numbers,
    "float64": lambda x, mask=None: halved(x, mask).float(),
    "half": lambda x, mask=None: (
        halved(x, mask) if x.dtype != torch.float16 else halved(x * 3000, mask) / 3000
    ),
}
LONG_ROWS = only(
    EXERCISE,
    Trial("one", (X[0], 1.0)),
    unless={DEVICE: "looked at above"},
    smallest=SizeGrid({"B": (1, 2), "L": (2, 3)}, lambda i, B, L: Trial("", (i.arange(B, L), 3.0))),
)
FREE = only(EXERCISE, Trial("one", (X, MASK), truth=halved), smallest=None)
NO_DEFAULTS = {DEVICE: "looked at above"}


SAID = {
    "result-overwritten": "entry [0, 0, 0]: expected 0.6614, yours 0.04704 (4 of 4 entries differ)",
    "shared": "entry [0, 0, 0]: expected 0.6614, yours 0 (4 of 4 entries differ)",
    "chance": "entry [0, 0, 0]: expected 1.158, yours 1.419 (4 of 4 entries differ)",
    "second-call-differs": "entry [0, 0, 0]: expected 1.323, yours 3.307 (4 of 4 entries differ)",
    "float64": "the number type is torch.float32; expected torch.float64",
    "half": "entry [0, 0, 0]: expected 0.6611, yours nan (4 of 4 entries differ)",
    "memory-layout-matters": (
        "entry [0, 0, 0]: expected 0.6614, yours 1.661 (4 of 4 entries differ)"
    ),
    "gradient-stops": "namely `x`",
}


def under_circumstances(answer):
    exercise = with_conditions(only(FREE, *FREE.trials(Inputs(0)), unless=NO_DEFAULTS))
    return report_on(answer, exercise)


@pytest.mark.parametrize("slug", WRONG_CIRCUMSTANCES)
def test_result_changed_by_a_circumstance_is_refused_by_name(slug):
    assert under_circumstances(halved).passed
    report = under_circumstances(WRONG_CIRCUMSTANCES[slug])
    assert report.diagnosis == slug, str(report)
    told = [c.name for c in report.criteria if not c.passed]
    assert told == [CIRCUMSTANCES] or (slug == "chance" and told[0] == CIRCUMSTANCES)
    if slug in SAID:
        words = FOUND[slug].words
        assert report.saw == f'On drawn numbers of the sizes of "one", {words}, {SAID[slug]}.'
    else:
        said = "with slices of larger tensors as arguments, your code stopped: RuntimeError: view"
        assert said in report.saw
    assert ("no gradient reaches `x`." in report.means) is (slug == "gradient-stops")


def test_changed_argument_is_reported_before_its_consequences():
    report = under_circumstances(lambda x, mask=None: halved(x.add_(1), mask))
    assert report.diagnosis == "changes-its-argument", str(report)


@pytest.mark.parametrize("slug", REMARKED)
def test_what_a_reviewer_would_say_is_remarked_on(slug):
    exercise = with_conditions(only(FREE, *FREE.trials(Inputs(0)), unless=NO_DEFAULTS))
    for answer in (halved, REMARKED[slug]):
        seen = observe(exercise, answer)
        report = with_remarks(exercise, seen, judge(exercise, seen), answer)
        assert report.passed and len(report.remarks) == (answer is not halved)
    (remark,) = report.remarks
    saw = f'On drawn numbers of the sizes of "one", {WHERE[slug]}, {SAID[slug]}.'
    assert remark.text == f"{saw} {REMARKS[slug].text}" and remark.mend
    assert remark.example.splitlines()[-1].startswith("scaled(x, factor)  # ")


def test_rejecting_other_arguments_is_no_failure():
    def answer(x):
        assert torch.equal(x, X)
        return x + 0

    told = list(circumstances.again(Call(answer, (X,)), None))
    assert [slug for slug, wanted, got in told] == ["result-overwritten", "second-call-differs"]
    assert all(alike(got, wanted, None) for _, wanted, got in told)


class Table(nn.Module):
    """Gives out what it keeps."""

    def __init__(self, rows):
        super().__init__()
        self.rows = rows

    def forward(self, length):
        return self.rows[:length]


def test_caller_may_change_an_unshared_result():
    def after_writing(target, *args):
        with torch.no_grad():
            call = Call(target, args)
            (told,) = circumstances.shared(call, snapshot(call()))
        slug, wanted, got = told
        return conditions._verify("one", {slug: {"wanted": wanted, "got": got}})

    x, ids, rows, kept = X.clone(), [4, 5], torch.ones(3, 2), [1, [2]]
    for target, *args in (
        (lambda x: x.mT, x),
        (lambda ids: (ids, {"a": ids}), ids),
        (Table(nn.Parameter(rows)), 2),
        (lambda length: rows[0].expand(length, 2), 3),  # nobody can write into it
    ):
        assert after_writing(target, *args) is None, target
    for target, *args in ((Table(rows), 2), (lambda length: {"a": kept}, 3)):
        assert after_writing(target, *args).diagnosis == "shared", target
    assert torch.equal(x, X) and ids == [4, 5] and kept == [1, [2]] and rows.all()


def test_uncalled_answer_has_no_circumstances():
    assert circumstances.under_circumstances(lambda answer: 1, ("again",), halved) == {}


def test_what_is_said_of_an_exercise_without_values():
    told = table(only(EXERCISE, refused("one", X)))
    assert set(told.values()) == {"there is no trial of values"}
    plain = only(EXERCISE, Trial("one", (X, 1.0)), smallest=None)
    assert table(plain) == table(with_conditions(plain))
    assert table(plain)[SIZES] == "its arguments have no such size"
    assert table(plain)["again"] == "" and table(plain)["other-mode"] == "a function has no mode"


class Mode(nn.Module):
    def __init__(self, how):
        super().__init__()
        self.linear, self.how, self.part = nn.Linear(2, 2), how, nn.Dropout(0.0)

    def forward(self, x):
        self.looked_at = x = self.linear(x)  # a graph is kept: such a module cannot be copied
        if self.how == "mode-left":
            self.part.eval()
        return x * 2 if self.how == "mode-changes-result" and self.training else x


def on_a_module(how):
    class Answer(Mode):
        def __init__(self, size):
            super().__init__(how)

    def close_to_nothing(answer, x):
        return answer(2).eval()(x).detach() * 0

    trial = Trial("one", (X,), probe=close_to_nothing, truth=torch.zeros_like)
    exercise = with_conditions(
        only(EXERCISE, trial, smallest=None, id="Answer", unless=NO_DEFAULTS)
    )
    return exercise, Answer


@pytest.mark.parametrize("slug", ["mode-changes-result", "mode-left", None])
def test_modules_have_a_mode(slug):
    exercise, answer = on_a_module(slug)
    report = report_on(answer, exercise)
    assert report.diagnosis == slug and report.passed is (slug is None), str(report)
    assert not nn.modules.module._global_forward_hooks_with_kwargs


# what is kept from the first call -> what is seen of it where the sizes change
LARGER = "One module was called with L = 2, and then with L = 3. The second time"
SMALLER = "One module was called with L = 3, and then with L = 2. The second time"
KEEPERS = {
    "cut to size": f"{LARGER} your code stopped: RuntimeError: The size of tensor a (3) must",
    "as it was": f"{LARGER} your code stopped: RuntimeError: The size of tensor a (3) must",
    "the largest": f"{SMALLER} your code stopped: RuntimeError: The size of tensor a (2) must",
    "of a batch": "One module was called with B = 2, and then with B = 3. The second time your",
    "made anew": "",
    "the largest, cut": "",
}


class Keeper(nn.Module):
    """Adds 0, 1, 2, ... to the places; the table is kept in some way."""

    def __init__(self, how):
        super().__init__()
        self.how, self.kept = how, None
        self.table = nn.Parameter(torch.ones(1))

    def forward(self, x):
        B, L, _ = x.shape
        waves = torch.arange(1.0, L + 1).to(x)[None, :, None]
        if self.how == "of a batch":
            waves = waves.expand(B, L, 1)
            if self.kept is None or self.kept.shape[1] != L:
                self.kept = waves * 1
            return x * self.table + self.kept.to(x)
        largest = "largest" in self.how and self.kept is not None and self.kept.shape[1] < L
        if self.kept is None or largest or self.how == "made anew":
            self.kept = waves
        kept = self.kept.to(x)
        if self.how in ("cut to size", "the largest, cut"):
            kept = kept[:, :L]
        return x * self.table + kept


def keeping(how):
    """An exercise whose probe gives the weights their numbers only after a first call."""

    class Answer(Keeper):
        def __init__(self, size):
            super().__init__(how)

    def called_and_filled(answer, x):
        module = answer(2).eval()
        module(x)
        nn.init.zeros_(module.table)
        return module(x).detach()

    def truth(x):
        return torch.arange(1.0, x.shape[1] + 1)[None, :, None].expand(x.shape)

    def make(inputs, L, B=1):
        return Trial("", (torch.ones(B, L, 2),), probe=called_and_filled)

    grid = SizeGrid({"L": (1, 2)}, make, in_turn={"B": (1, 2)})
    left_out = {**NO_DEFAULTS, **dict.fromkeys((*circumstances.ALL, SIZES), "looked at elsewhere")}
    trial = make(None, 2)
    exercise = only(
        EXERCISE, replace(trial, name="one"), truth=truth, smallest=grid, id="Answer",
        unless=left_out,
    )  # fmt: skip
    return report_on(Answer, with_conditions(exercise))


@pytest.mark.parametrize("how", KEEPERS)
def test_one_module_takes_sizes_in_turn(how):
    report, said = keeping(how), KEEPERS[how]
    assert report.passed is not bool(said), str(report)
    assert said in report.saw and report.diagnosis == ("size-remembered" if said else None)


def test_sizes_alternate_only_on_modules_callable_twice():
    plain = only(EXERCISE, Trial("one", (X,)), id="Layer")
    grid = SizeGrid({"h": (1, 2)}, lambda inputs, h: Trial("", (X,)))
    assert table(plain)[IN_TURN] == "", "EXERCISE has L and B"
    assert table(replace(plain, smallest=grid))[IN_TURN] == "its arguments have no such size"
    assert table(replace(plain, smallest=None))[IN_TURN] == "its arguments have no such size"
    assert table(replace(plain, unless={IN_TURN: "why"}))[IN_TURN] == "why"
    assert len(table(replace(plain, id="layer"))[IN_TURN].split()) > 3
    never = Trial("", (X,), probe=lambda answer, x: x)
    seen = histories.in_turn(Call(never.probe, never.args), never.probe, Keeper, X)
    assert conditions._verify_turns("L = 1", "L = 2", seen) is None


def test_a_size_beyond_the_notebooks_is_tried():
    grid = SizeGrid(
        {"L": (1, 2), "d": (2,)}, lambda inputs, L, d: Trial("", (torch.ones(1, L, d),))
    )
    exercise = with_conditions(
        only(EXERCISE, Trial("one", (X,)), truth=lambda x: x + 1, smallest=grid)
    )
    own = [t for t in exercise.trials(Inputs(0)) if t.criterion == SIZES]
    assert {trial.tolerance for trial in own} == {(1e-2, 1e-3)}, "many numbers are rounded often"
    assert [t.args[0].shape for t in own] == [(1, LARGE["L"], 2)]
    assert report_on(lambda x: x + 1, exercise).passed
    report = report_on(lambda x: x + torch.ones(100, 1).to(x)[: x.shape[1]], exercise)
    assert report.diagnosis == "made-for-one-size" and "L = 575" in report.saw


def test_only_one_size_at_a_time_is_large():
    seen = []

    def make(inputs, **sizes):
        seen.append(sizes)
        return Trial("", (X,), tolerance=(0.5, 0.25)) if sizes["B"] == 2 else None

    grid = SizeGrid({"B": (2, 3), "L": (1, 4), "d": (2, 8)}, make)
    exercise = with_conditions(only(EXERCISE, Trial("one", (X,)), smallest=grid))
    own = [t for t in exercise.trials(Inputs(0)) if t.criterion == SIZES]
    assert seen[-2:] == [{"B": 2, "L": 575, "d": 8}, {"B": 70, "L": 1, "d": 8}]
    assert [(t.name, t.tolerance) for t in own] == [("L = 575", (0.5, 0.25))]


@pytest.mark.parametrize("name", exercises.names())
def test_each_exercise_meets_each_condition_or_says_why_not(name):
    told = table(exercises.find(name))
    assert set(told) == {*conditions.ALL}
    assert all(not why or len(why.split()) > 3 for why in told.values()), told
    assert set(exercises.find(name).unless) <= set(told)


def test_each_axis_has_size_one_beside_others_that_differ():
    seen = []

    def make(inputs, **sizes):
        seen.append(tuple(sizes.values()))
        return Trial("", (X,)) if sizes["d"] < 3 else None

    grid = SizeGrid({"B": (1, 2), "h": (1, 4), "L": (1, 2), "d": (1, 2)}, make)
    made = conditions._ones(grid, Inputs(0))
    assert seen == [(1, 4, 5, 2), (3, 1, 5, 2), (3, 4, 1, 2), (1, 1, 1, 2)]
    assert [t.name.partition(",")[0] for t in made] == ["B = 1", "h = 1", "L = 1", "B = h = L = 1"]
    assert {t.criterion for t in made} == {ONES}
    plain = only(EXERCISE, Trial("one", (X, 1.0)), smallest=None)
    assert table(plain)[ONES] == "it has no inputs of every size (`smallest`)"


def test_squeezed_axis_of_size_one_is_reported_by_shape():
    report = report_on(lambda x, f: scaled(x, f).squeeze(0), with_conditions(LONG_ROWS))
    assert report.diagnosis == "axis-of-one" and "(3,)" in report.saw, str(report)
    assert "squeeze()" in report.try_next and report_on(scaled, with_conditions(LONG_ROWS)).passed


def test_unknown_condition_name_raises():
    with pytest.raises(ValueError, match="scaled: unless=nonsense"):
        with_conditions(only(EXERCISE, unless={"nonsense": "why"}))


def test_what_the_exercise_remarks_on_refuses_nothing():
    remark = Remark("Look.")
    exercise = only(FREE, *FREE.trials(Inputs(0)), remarks={"default-device": remark})
    answer = lambda x, mask=None: halved(x, mask) + torch.zeros(2, 2)  # noqa: E731
    exercise = with_conditions(exercise)
    seen = observe(exercise, answer, remarks=True)
    report = with_remarks(exercise, seen, judge(exercise, seen))
    assert report.passed and report.remarks[:1] == (remark,)


GRADIENTS = {  # a call, and which of its inputs get no gradient
    "ids": (lambda ids: ids, (torch.arange(3),), []),
    "all": (torch.matmul, (X, X.mT), []),
    "layer": (lambda x, layer: [layer(x), 3], (X, nn.Linear(2, 2)), []),
    "cut": (
        lambda x, m: [m(x * 0 + 1).detach(), x * 2],
        (X, nn.Linear(2, 2)),
        ["m.weight", "m.bias"],
    ),
    "key bias": (lambda q, k, b: (q @ (k + b).mT).softmax(-1), (X, X + 1, torch.zeros(1)), []),
    "beside": (lambda x, y: torch.relu(x - 9) + y * 0 + x.detach(), (X, X), ["x"]),
    "flat": (lambda x: torch.relu(x - 9), (X,), []),
    "first": (lambda w, v: (w.detach() @ v, w), (X, X), ["w"]),
    "second": (lambda w, v: (w @ v, w.detach()), (X, X), []),
    "half": (lambda q, k: (q @ k.mT).float().softmax(-1).to(q.dtype), (X, X + 1), []),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_inputs_that_affect_the_result_need_gradients(name):
    target, args, names = GRADIENTS[name]
    with torch.no_grad():
        told = list(circumstances.gradient(Call(target, args, {}), target(*args)))
    assert told == [("gradient-stops", {}, dict.fromkeys(names))]


def test_a_module_s_maps_beside_its_result_need_no_gradient():
    class WithMap(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear, self.fixed = nn.Linear(2, 2), nn.Linear(2, 2).requires_grad_(False)

        def forward(self, x):
            out = self.linear(x)
            return out, out.detach() * 2

    with torch.no_grad():
        (told,) = circumstances.gradient(Call(WithMap(), (X,)), None)
    assert told == ("gradient-stops", {}, {})


def test_of_long_results_the_first_difference_is_told():
    before = [{f"layers.{i}": torch.zeros(3, 5) for i in range(30)}] * 2
    now = [before[0], before[0] | {"layers.7": torch.ones(3, 5)}]
    said = difference("again", now, before)
    assert said.startswith("[1]['layers.7'] differs: entry [0, 0]: expected 0, yours 1")
    assert difference("again", [1, 2], [1, 3]) == "expected [1, 3], yours [1, 2]"
    long = ["word" * 9] * 9
    assert len(difference("again", [*long, "b"], [*long, "a"])) < 60
    more = difference("again", before[0] | {"root": torch.zeros(2)}, before[0])
    assert more == "keys that one of them alone has: expected [], yours ['root']"
