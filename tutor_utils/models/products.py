"""Count matrix products in any module or function."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode

NAMES = ("mm", "addmm", "bmm", "baddbmm")
_WHOLE: set[str] = set()  # operations that are made of no others, by name: a run takes it along


def vectors(products: Iterable[tuple[int, int, int]], inner: int, outer: int) -> float:
    """How many vectors were multiplied by a matrix of (inner, outer), from either side."""
    return sum(
        rows * columns / outer
        for rows, middle, columns in products
        if middle == inner and outer in (rows, columns)
    )


class Products(TorchDispatchMode):
    """Inside the context, records (rows, inner, columns) of each matrix product in ``noted``."""

    def __init__(self, noted: list[tuple[int, int, int]] | None = None) -> None:
        """Begin with a list of one's own, or add to this one."""
        super().__init__()
        self.noted: list[tuple[int, int, int]] = [] if noted is None else noted

    def vectors(self, inner: int, outer: int) -> float:
        """How many vectors were multiplied by a matrix of (inner, outer), from either side."""
        return vectors(self.noted, inner, outer)

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # else the first use imports all of PyTorch's compiler, more than a second

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func.__name__.partition(".")[0] in NAMES:
            left, right = args[-2:]
            self.noted.append((math.prod(left.shape[:-1]), right.shape[-2], right.shape[-1]))
            return func(*args, **(kwargs or {}))
        if str(func) not in _WHOLE:
            with self:  # `linear` arrives whole in inference mode
                parts = func.decompose(*args, **(kwargs or {}))
            if parts is not NotImplemented:
                return parts
            _WHOLE.add(str(func))
        return func(*args, **(kwargs or {}))
