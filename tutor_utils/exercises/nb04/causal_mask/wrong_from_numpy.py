"""device-not-heeded

Your mask lies on the CPU, whatever is asked for: the argument `device` is never used, and a tensor
made with NumPy or from a list begins on the CPU.
Try: Where does `device` stand in your code?
Hint: Make the mask with torch: `torch.ones(length, length, dtype=torch.bool, device=device)`.
"""

import numpy as np


def causal_mask(length, device=None):
    later = np.triu(np.ones((1, 1, length, length)), k=1)
    return torch.from_numpy(later) == 0
