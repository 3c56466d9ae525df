"""Host-device syncs are counted: by operation on a CPU, by line of code with CUDA."""

import warnings

import pytest
import torch

from tutor_utils.training.syncs import host_device_syncs


@pytest.mark.skipif(torch.cuda.is_available(), reason="with CUDA the keys are lines of code")
def test_operations_that_would_wait():
    x = torch.arange(3.0)
    assert host_device_syncs(lambda: x * 2) == {}
    assert host_device_syncs(lambda: [x[0].item(), float(x[1])]) == {"aten::item": 2}
    assert host_device_syncs(lambda: x.nonzero()) == {"aten::nonzero": 1}


def test_cuda_syncs_are_named_and_mode_restored(monkeypatch):
    modes = [0]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_sync_debug_mode", lambda: modes[-1])
    monkeypatch.setattr(torch.cuda, "set_sync_debug_mode", modes.append)

    def step():
        for _ in range(2):
            warnings.warn("called a synchronizing CUDA operation", stacklevel=1)
        warnings.warn("something else", stacklevel=1)

    (place, count), *others = host_device_syncs(step).items()
    assert place.startswith("test_syncs.py:") and count == 2 and not others
    assert modes == [0, "warn", 0]

    def fails():
        raise RuntimeError("in the step")

    with pytest.raises(RuntimeError, match="in the step"):
        host_device_syncs(fails)
    assert modes[-1] == 0
