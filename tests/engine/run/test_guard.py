"""A check leaves no trace in the process, even after an error."""

import contextlib
import sys
import warnings

import numpy
import torch

from tutor_utils.engine.run.guard import no_trace


def test_numpy_s_generator_is_put_back():
    numpy.random.seed(5)
    expected = numpy.random.rand(2).tolist()
    numpy.random.seed(5)
    with contextlib.suppress(RuntimeError), no_trace():
        numpy.random.rand(3)
        raise RuntimeError
    assert numpy.random.rand(2).tolist() == expected


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
