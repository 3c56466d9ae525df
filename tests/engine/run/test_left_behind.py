"""What code leaves behind is put back and told; what was set before a check changes nothing."""

import contextlib
import random
import runpy
import sys
import warnings

import pytest
import torch
from small_exercise import EXERCISE, scaled
from torch import nn
from torch.nn.modules.module import register_module_forward_hook

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.conditions.conditions import with_conditions
from tutor_utils.engine.exercise import Exercise, Trial
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.naming.repair.words import kinds
from tutor_utils.engine.run import guard
from tutor_utils.engine.run.guard import SEED, State, no_trace
from tutor_utils.engine.run.observe import observe, run_trial
from tutor_utils.engine.verdict.examine import examine
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.exercises.folder import right_answers, wrong_answers

LEFT = {
    "the default device": lambda: torch.set_default_device("meta"),
    "the default number type": lambda: torch.set_default_dtype(torch.float64),
    "whether gradients are recorded": lambda: torch.set_grad_enabled(False),
    "autocast": lambda: torch.set_autocast_enabled("cpu", True),
    "deterministic algorithms": lambda: torch.use_deterministic_algorithms(True),
    "anomaly detection": lambda: torch.autograd.set_detect_anomaly(True),
    "the precision of matrix products": lambda: torch.set_float32_matmul_precision("medium"),
    "hooks on all modules or optimizers": lambda: register_module_forward_hook(lambda *_: None),
    SEED: lambda: torch.manual_seed(0),
}


def world():
    """All that the answers below change, read in other ways than the check does."""
    return {
        "device": torch.empty(0).device,
        "modes": torch._C._len_torch_function_stack(),
        "dtype": torch.empty(0).dtype,
        "grad": torch.is_grad_enabled(),
        "autocast": torch.is_autocast_enabled("cpu"),
        "deterministic": torch.are_deterministic_algorithms_enabled(),
        "anomaly": torch.is_anomaly_enabled(),
        "precision": torch.get_float32_matmul_precision(),
        "hooks": len(nn.modules.module._global_forward_hooks),
        "random": (random.getstate(), torch.get_rng_state().tolist()),
    }


@pytest.mark.parametrize("name", LEFT)
def test_what_an_answer_leaves_is_put_back_and_told(name):
    before = world()

    def answer(x, factor):
        result = scaled(x, factor)
        LEFT[name]()
        return result

    report = judge(EXERCISE, observe(EXERCISE, answer))
    assert world() == before
    told = f"set {SEED}." if name == SEED else f"after the call: {name}."
    assert report.diagnosis == ("seed-set" if name == SEED else "setting-left")
    assert told in report.saw
    assert [c.name for c in report.criteria if c.passed is False] == ["settings"]


@pytest.mark.parametrize("gone", ["_push_mode", "_get_current_function_mode_stack"])
def test_a_pytorch_without_its_own_names_is_put_back(gone, monkeypatch):
    with monkeypatch.context() as patch:
        patch.delattr(torch.overrides, gone)
        found = runpy.run_path(guard.__file__)
    assert not found["ALL_MODES"]
    before, state = world(), found["State"]()
    for name in LEFT.keys() - {SEED}:
        LEFT[name]()
    assert set(state.put_back()) == LEFT.keys() - {SEED}
    assert world() | {"random": 0} == before | {"random": 0}
    torch.set_default_device("meta")
    found["make_neutral"]()
    assert world() | {"random": 0} == before | {"random": 0}


def test_settings_are_told_after_wrong_values():
    def answer(x, factor):
        if x.shape[0] == 2:
            LEFT["anomaly detection"](), LEFT["deterministic algorithms"]()
        return scaled(x, factor)

    report = judge(EXERCISE, observe(EXERCISE, answer))
    told = report.saw.removeprefix("On two rows of 3, this stood otherwise after the call: ")
    assert set(told.rstrip(".").split(", ")) == {"anomaly detection", "deterministic algorithms"}
    wrong = judge(EXERCISE, observe(EXERCISE, lambda x, factor: answer(x, factor) + 1))
    assert "entry [0, 0]" in wrong.saw
    assert wrong.criteria[-1].name == "settings" and wrong.criteria[-1].passed is None


@pytest.mark.parametrize("name", LEFT)
def test_settings_are_restored_after_an_error(name):
    before = world()

    def answer(x, factor):
        LEFT[name]()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        observe(EXERCISE, answer)
    assert world() == before


def test_answer_without_side_effects_passes():
    def answer(x, factor):
        with torch.no_grad(), torch.autocast("cpu", enabled=False), torch.device("cpu"):
            with torch.random.fork_rng():
                torch.manual_seed(0)
            torch.rand(700), [random.random() for _ in range(700)]
            torch.Generator().manual_seed(0), random.Random(0).random()
            return scaled(x, factor)

    assert judge(EXERCISE, observe(EXERCISE, answer)).passed


def test_learner_seed_is_noticed_after_the_checks_own():
    """The circumstances of the engine seed each of their calls."""
    trial = next(t for t in with_conditions(EXERCISE).trials(Inputs(0)) if "other" in t.name)
    calls = []

    def answer(x, factor):
        calls.append(1)
        if len(calls) == which:
            torch.manual_seed(0)
        return scaled(x, factor)

    for which in (1, 5):
        calls.clear()
        with no_trace():
            seen = run_trial(trial, answer)
        assert len(calls) > which + 1 and seen.left == (SEED,)


def test_a_seed_of_the_check_draws_what_it_always_draws():
    with no_trace():
        guard.seed(7, anew=True)
        ours = random.random(), torch.rand(3).tolist(), torch.randn(2).tolist()
        assert not guard.seed_was_set()
        random.seed(7), torch.manual_seed(7)
        assert guard.seed_was_set()
        assert ours == (random.random(), torch.rand(3).tolist(), torch.randn(2).tolist())


def test_the_seed_of_a_generator_is_an_argument_too():
    def trials(inputs):
        generator = torch.Generator().manual_seed(4)
        return [Trial("a generator", (generator,), verify=lambda value, generator: None)]

    exercise = Exercise(trials, call="f(generator)", truth=None)
    for answer, changed in (
        (lambda generator: generator.manual_seed(5).initial_seed(), ("argument 1",)),
        (lambda generator: torch.rand(3, generator=generator), ()),
    ):
        assert observe(exercise, answer).trials["a generator"].changed == changed


def test_precision_set_by_both_interfaces_is_restored():
    before = torch.get_float32_matmul_precision()
    torch.backends.cuda.matmul.fp32_precision = "tf32"  # the older interface cannot be read now
    try:
        assert judge(EXERCISE, observe(EXERCISE, scaled)).passed
        assert torch.backends.cuda.matmul.fp32_precision == "tf32"
    finally:
        torch.set_float32_matmul_precision(before)
        torch.backends.cuda.matmul.fp32_precision = "none"
    assert torch.get_float32_matmul_precision() == before


# What was set before the check


@contextlib.contextmanager
def switched(write, there, back):
    write(there)
    yield
    write(back)


@contextlib.contextmanager
def strict():
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.autograd.set_detect_anomaly(True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
    torch.autograd.set_detect_anomaly(False)
    torch.use_deterministic_algorithms(False)


BEFORE = {
    "default dtype": lambda: switched(torch.set_default_dtype, torch.float64, torch.float32),
    "default device": lambda: switched(torch.set_default_device, "meta", None),
    "device as a context": lambda: torch.device("meta"),
    "no gradients": lambda: switched(torch.set_grad_enabled, False, True),
    "inference mode": torch.inference_mode,
    "autocast": lambda: torch.autocast("cpu", dtype=torch.bfloat16),
    "strict": strict,
}
TRIED = ("sinusoidal_encoding", "masked_attend", "FeedForward")


def first_right(name):
    return answers.right(name, next(iter(right_answers(exercises.path_of(name)))))


def report_on(name, answer):
    exercise = exercises.find(name)
    return examine(exercise, answer, observe(exercise, answer), answers.Bank())


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("name", TRIED)
def test_reports_are_the_same_whatever_was_set_before(name, before):
    wrong = wrong_answers(exercises.path_of(name))
    mistake = next(one for one in wrong if one.slug not in kinds())  # those need the cell's text
    right, wrong = first_right(name), answers.answer_with(name, mistake)
    with BEFORE[before]():
        stood = State()
        passed, failed = report_on(name, right), report_on(name, wrong)
        assert stood.put_back() == ()
    assert passed.passed, str(passed)
    assert not failed.passed and failed.diagnosis == mistake.slug


def test_an_exercise_is_loaded_on_the_cpu():
    """The module of this one holds tensors."""
    name = "cached_greedy_decode"
    sys.modules.pop(f"tutor_utils.exercises.nb07c.{name}.exercise", None)
    exercises._read.cache_clear()
    with BEFORE["default device"]():
        assert report_on(name, first_right(name)).passed


@pytest.mark.parametrize("before", BEFORE)
def test_a_check_runs_as_in_a_fresh_process(before):
    with BEFORE[before](), no_trace():
        made = torch.zeros(2, requires_grad=True) * 2
        assert (made.dtype, made.device.type, made.requires_grad) == (torch.float32, "cpu", True)
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype == torch.float32
        assert not torch.is_anomaly_enabled() and not torch.is_inference(made)
