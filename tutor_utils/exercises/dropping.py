"""What dropout does anew at each call, whatever it stands on."""

from __future__ import annotations

from torch import Tensor

from ..engine import compare
from ..engine.exercise import Finding


def drawn_anew(first: Tensor, second: Tensor) -> Finding | None:
    """What is wrong where two calls of one module, in training mode, dropped the same.

    Args:
        first, second: What the calls gave on the same arguments. Something was dropped.
    """
    if not compare.close(second, first):
        return None
    return Finding(
        "In training mode, two calls of one module dropped just the same numbers.",
        "Dropout draws anew at each call. What is drawn once takes the same connections away for "
        "the whole training, as a smaller network would.",
        "Look for what is drawn in `__init__` or kept on `self`, and for a seed in `forward`.",
    )
