"""The device is the accelerator that PyTorch sees; unknown and missing ones are named."""

import pytest
import torch

from tutor_utils.training import pick
from tutor_utils.training.devices import MixedPrecision


@pytest.fixture
def accelerator(monkeypatch):
    """Sets which accelerator PyTorch sees, and how many devices of it."""

    def use(kind, count=1):
        found = kind and torch.device(kind)
        monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda **options: found)
        monkeypatch.setattr(torch.accelerator, "device_count", lambda: count)

    return use


@pytest.mark.parametrize("kind", ["cuda", "mps", "xpu"])
def test_auto_is_the_accelerator_that_is_here(accelerator, kind):
    accelerator(kind)
    assert pick() == pick(kind) == torch.device(kind)
    assert pick("cpu") == torch.device("cpu")


def test_auto_is_the_cpu_where_no_accelerator_is(accelerator):
    accelerator(None)
    assert pick() == torch.device("cpu")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tpu", "'tpu' is none of auto"),
        ("mps", "'mps': PyTorch sees no such device here"),
        ("cuda:2", "'cuda:2': PyTorch sees no such device here"),
        ("meta", "'meta': PyTorch sees no such device here"),
    ],
)
def test_an_unknown_or_missing_device_is_named(accelerator, name, said):
    accelerator("cuda", count=2)
    assert pick("cuda:1") == torch.device("cuda", 1)
    with pytest.raises(ValueError, match=said):
        pick(name)


def test_only_float16_scales_the_loss():
    for name, scales in (("float32", False), ("bfloat16", False), ("float16", True)):
        precision = MixedPrecision(name, torch.device("cpu"))
        assert precision.grad_scaler().is_enabled() == scales
        with precision.autocast():
            assert torch.is_autocast_enabled("cpu") == (name != "float32")
