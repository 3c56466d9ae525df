"""A check leaves no trace in NumPy's generator and in PyTorch's threads, even after an error."""

import contextlib

import numpy
import torch

from tutor_utils.engine.guard import no_trace


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
