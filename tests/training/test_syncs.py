"""Host-device syncs are counted, on a CPU by operation."""

import pytest
import torch
from bench import host_device_syncs


@pytest.mark.skipif(torch.cuda.is_available(), reason="with CUDA the keys are lines of code")
def test_operations_that_would_wait_are_listed():
    x = torch.arange(3.0)
    assert host_device_syncs(lambda: x * 2) == {}
    assert host_device_syncs(lambda: [x[0].item(), float(x[1])]) == {"aten::item": 2}
    assert host_device_syncs(lambda: x.nonzero()) == {"aten::nonzero": 1}
