"""cpu-for-none

Without `device` your code chooses a device by itself (here the CPU), whatever PyTorch's default
device is. The contract says that None means the default device.
Try: What does `torch.ones(2, 2, device=None)` do?
"""


def causal_mask(length: int, device: torch.device | str | None = None) -> Tensor:
    place = torch.arange(length, device=device or "cpu")
    return (place[:, None] >= place)[None, None]
