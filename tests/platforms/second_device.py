"""A second device that is played: real numbers, no float64, no operation across devices.

It goes by the name "meta". Each of its tensors wraps one of the CPU.
"""

import contextlib
from importlib import import_module

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map_only

FAR, CPU = torch.device("meta"), torch.device("cpu")
CARRIES = {"aten::_to_copy", "aten::copy_"}  # bring numbers from one device to the other
INDEXES = {"aten::index", "aten::index_put_", "aten::index_put"}  # may be given places of the CPU


class Far(torch.Tensor):
    """A tensor of the second device."""

    @staticmethod
    def __new__(cls, here):
        if here.dtype in (torch.float64, torch.complex128):
            raise TypeError(f"{here.dtype}: this device has no float64")
        return torch.Tensor._make_wrapper_subclass(
            cls, here.shape, here.stride(), here.storage_offset(), dtype=here.dtype, device=FAR
        )

    def __init__(self, here):
        self.here = here

    def __repr__(self):
        return f"Far({self.here})"

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return on_its_device(func, args, kwargs or {})


def on_its_device(func, args, kwargs):
    """One operation, on the CPU's numbers; the result lies where a real device would put it."""
    name = func._schema.name
    given = [x for x in tree_leaves((args, kwargs)) if isinstance(x, torch.Tensor)]
    far = any(isinstance(x, Far) for x in given)
    if far and name not in CARRIES:
        compared = [args[0]] if name in INDEXES and isinstance(args[0], Far) else given
        if any(not isinstance(x, Far) and x.dim() for x in compared):
            raise RuntimeError(f"{name}: expected all tensors to be on the same device")
    asked = kwargs.get("device")
    if asked is not None:
        far, kwargs = torch.device(asked) == FAR, kwargs | {"device": CPU}
    elif name == "aten::copy_":
        far = isinstance(args[0], Far)
    inside = tree_map_only(Far, lambda x: x.here, (args, kwargs))
    result = func(*inside[0], **inside[1])
    if func._schema.is_mutable and name.endswith("_"):
        return args[0] if func._schema.returns else None
    return tree_map_only(torch.Tensor, Far, result) if far else result


class Operations(TorchDispatchMode):
    """Sees each operation, those that make a tensor too."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return on_its_device(func, args, kwargs or {})


class Generator(torch._C.Generator):
    """A generator of either device."""

    device = CPU

    def __new__(cls, device="cpu"):
        made = super().__new__(cls, "cpu")
        made.device = torch.device(device)
        return made


class Calls(TorchFunctionMode):
    """What the operations do not show: ``torch.tensor(..., device=)`` and generators."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        device = kwargs.pop("device", None) if func in (torch.tensor, torch.as_tensor) else None
        if func is torch.Tensor.tolist:
            args = (args[0].cpu(),)
        result = func(*args, **kwargs)
        if device is not None:
            result = result.to(device)
        generator = kwargs.get("generator")
        if generator is not None and generator.device.type != result.device.type:
            raise RuntimeError(f"{func.__name__}: expected a generator of {result.device}")
        return result


@contextlib.contextmanager
def second_device(monkeypatch):
    """Inside, ``torch.device("meta")`` is a device that computes."""

    monkeypatch.setattr(torch, "Generator", Generator)
    monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda **_: FAR)
    monkeypatch.setattr(torch.accelerator, "device_count", lambda: 1)
    optimizer, asked = (
        import_module("torch.optim.optimizer"),
        "_get_fused_kernels_supported_devices",
    )
    monkeypatch.setattr(optimizer, asked, lambda: ["cpu", "meta"])  # Adam in one pass
    # A tied weight stays one Parameter on its way, as on a real device.
    monkeypatch.setattr(torch.__future__, "get_swap_module_params_on_conversion", lambda: True)
    with Calls(), Operations():
        yield FAR
