"""Devices that are not here, played by modes and by tensors without data."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

OTHER = torch.device("meta")  # its tensors hold no data: whatever asks for a number raises


class NoLuckWithIntegers(TorchDispatchMode):
    """A device that promises only what PyTorch does: no product that runs over, no stable sort."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        name = func.overloadpacket.__name__
        if name in ("mul", "add", "sub", "sum") and result.dtype == torch.int64:
            real = [x.double() if isinstance(x, torch.Tensor) else x for x in args]
            if func(*real, **(kwargs or {})).abs().max() >= 2**63:
                raise OverflowError(f"{func}: a whole number ran over")
        if name in ("sort", "argsort"):
            (keys, *_), _ = args, kwargs
            if keys.dtype == torch.uint8 or len(keys.unique()) < len(keys):
                raise TypeError(
                    f"{func}: the order of equal keys, or of bytes, is nowhere promised"
                )
        return result


class Copies(TorchDispatchMode):
    """Notes every operation whose result is on another device than one of its tensors."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        given = {x.device for x in args if isinstance(x, torch.Tensor) and x.dim()}
        if isinstance(result, torch.Tensor) and given - {result.device}:
            self.seen.append(str(func))
        return result
