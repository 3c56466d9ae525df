"""A check leaves no trace in the process, even after an error."""

import contextlib
import gc
import os
import random
import sys
import threading
import warnings
from pathlib import Path

import numpy
import pytest
import torch
from torch import overrides
from torch.overrides import TorchFunctionMode
from torch.utils import _python_dispatch
from torch.utils._python_dispatch import TorchDispatchMode

from tutor_utils.engine.run import guard
from tutor_utils.engine.run.guard import no_trace, time_limit


def test_numpy_s_generator_is_put_back():
    numpy.random.seed(5)
    expected = numpy.random.rand(2).tolist()
    numpy.random.seed(5)
    with contextlib.suppress(RuntimeError), no_trace():
        numpy.random.rand(3)
        raise RuntimeError
    assert numpy.random.rand(2).tolist() == expected


def test_the_number_of_threads_is_put_back():
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        with contextlib.suppress(RuntimeError), no_trace():
            torch.set_num_threads(1)
            raise RuntimeError
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_what_a_check_may_touch_is_put_back(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random.seed(1), torch.manual_seed(1)
    before = random.getstate(), torch.get_rng_state()
    with contextlib.suppress(RuntimeError), no_trace():
        random.random(), torch.rand(1)
        torch.set_grad_enabled(False)
        torch.set_default_dtype(torch.float64)
        warnings.simplefilter("error")
        os.chdir("/")
        raise RuntimeError
    assert random.getstate() == before[0] and torch.equal(torch.get_rng_state(), before[1])
    assert torch.is_grad_enabled() and torch.get_default_dtype() == torch.float32
    assert Path.cwd() == tmp_path
    with warnings.catch_warnings(record=True) as told:
        warnings.warn("still only told", stacklevel=1)
    assert len(told) == 1


def test_earlier_setting_is_restored_instead_of_the_default():
    torch.set_default_dtype(torch.float64)
    try:
        with torch.no_grad():
            with no_trace():
                assert torch.is_grad_enabled() and torch.get_default_dtype() == torch.float32
            assert not torch.is_grad_enabled()
        assert torch.get_default_dtype() == torch.float64
    finally:
        torch.set_default_dtype(torch.float32)


def test_warnings_are_not_shown_meanwhile():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with no_trace():
            warnings.warn("noise", stacklevel=1)
    assert told == []


def test_it_works_where_numpy_is_not_loaded(monkeypatch):
    monkeypatch.delitem(sys.modules, "numpy")
    with no_trace():
        pass


def test_a_garbage_collector_that_was_off_is_off_again():
    gc.disable()
    try:
        state = guard.State()
        gc.enable()
        assert state.put_back() == ("the garbage collector",) and not gc.isenabled()
    finally:
        gc.enable()


def test_a_folder_that_is_gone_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gone").mkdir()
    os.chdir("gone")
    state = guard.State()
    os.chdir(tmp_path)
    (tmp_path / "gone").rmdir()
    assert state.put_back() == ("the working folder",)


def test_autocast_is_as_deep_as_it_was():
    deeper, less_deep = torch.autocast_increment_nesting, torch.autocast_decrement_nesting
    deeper(), deeper()
    try:
        state = guard.State()
        for change in (deeper, less_deep):
            change(), change()
            assert state.put_back() == ("autocast",)
            assert (deeper(), less_deep()) == (3, 2)
    finally:
        less_deep(), less_deep()


def test_a_weight_that_was_cast_under_autocast_is_cast_anew():
    layer, x = torch.nn.Linear(2, 2), torch.ones(1, 2)
    state = guard.State()
    left = torch.autocast("cpu", torch.bfloat16)
    left.__enter__()
    layer(x)
    assert state.put_back() == ("autocast",)
    with torch.no_grad():
        layer.weight.fill_(1.0), layer.bias.zero_()
    with torch.autocast("cpu", torch.bfloat16):
        assert layer(x).tolist() == [[2, 2]]


def with_one_turned(state):
    """The state with one of its parts the other way, for each that every machine can turn."""
    for i, part in enumerate(state if isinstance(state, tuple) else ()):
        if isinstance(part, bool):
            yield (*state[:i], not part, *state[i + 1 :])


def test_each_part_of_a_setting_is_put_back_by_itself():
    before, tried = guard.State(), 0
    for switch in guard.SWITCHES:
        state = switch.read()
        for other in with_one_turned(state):
            switch.write(other)
            assert switch.read() == other, switch.name
            assert before.put_back() == (switch.name,)
            assert switch.read() == state, switch.name
            tried += 1
    assert tried > 10


class SeesOperations(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {}))


class SeesFunctions(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize(
    ("mode", "stack", "pop", "name"),
    [
        (
            SeesOperations,
            _python_dispatch._get_current_dispatch_mode_stack,
            _python_dispatch._pop_mode,
            "modes that see each operation",
        ),
        (
            SeesFunctions,
            overrides._get_current_function_mode_stack,
            overrides._pop_mode,
            "the default device",
        ),
    ],
)
def test_active_modes_are_restored_in_order(mode, stack, pop, name):
    with mode(), mode():
        before = stack()
        state = guard.State()
        taken = [pop() for _ in before]
        assert state.put_back() == (name,)
        assert stack() == before == taken[::-1]


def test_autocast_is_off_on_every_device():
    torch.set_autocast_enabled("cuda", True)
    try:
        with no_trace():
            assert not torch.is_autocast_enabled("cuda")
        assert torch.is_autocast_enabled("cuda")
    finally:
        torch.set_autocast_enabled("cuda", False)


def test_gpu_generators_are_restored(monkeypatch):
    states = []
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_rng_state_all", lambda: "before")
    monkeypatch.setattr(torch.cuda, "set_rng_state_all", states.append)
    with no_trace():
        assert states == []
    assert states == ["before"]


def test_outside_the_main_thread_nothing_is_interrupted():
    done = []

    def work():
        with time_limit(0.01):
            done.append("inside")
        done.append("behind")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["inside", "behind"]
