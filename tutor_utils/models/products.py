"""Count matrix products in any module or function."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode

NAMES = ("mm", "addmm", "bmm", "baddbmm")
_ATOMIC: set[str] = set()  # names of operations that do not consist of others; pickled with a probe


def vectors(products: Iterable[tuple[int, int, int]], inner: int, outer: int) -> float:
    """The number of vectors multiplied by a matrix (inner, outer), from either side."""
    return sum(
        rows * columns / outer
        for rows, middle, columns in products
        if middle == inner and outer in (rows, columns)
    )


class Products(TorchDispatchMode):
    """Inside the context, appends (rows, inner, columns) of each matrix product to ``noted``."""

    def __init__(self, noted: list[tuple[int, int, int]]) -> None:
        super().__init__()
        self.noted = noted

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # else the first use imports all of PyTorch's compiler, more than a second

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func.__name__.partition(".")[0] in NAMES:
            left, right = args[-2:]
            self.noted.append((math.prod(left.shape[:-1]), right.shape[-2], right.shape[-1]))
            return func(*args, **(kwargs or {}))
        if str(func) not in _ATOMIC:
            with self:  # in inference mode `linear` is not decomposed yet
                parts = func.decompose(*args, **(kwargs or {}))
            if parts is not NotImplemented:
                return parts
            _ATOMIC.add(str(func))
        return func(*args, **(kwargs or {}))
