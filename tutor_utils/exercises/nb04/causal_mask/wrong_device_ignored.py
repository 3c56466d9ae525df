"""device-named

The mask is not made on the device that was asked for. On a GPU the next line would stop with an
error.
Try: Which of your lines makes a tensor, and where does it put it?
Hint: Give `device=device` where you make a tensor.
Raises: on the same device|compiled with CUDA|NVIDIA driver
Seen: https://github.com/SamLynnEvans/Transformer/issues/27
"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool)
    mask = mask.tril()
    return mask[None, None]
