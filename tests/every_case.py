"""A run of the tests tries a share of what is dear; with ``EVERY_CASE=1`` set, all of it."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")


def step(every: int) -> int:
    """Each how-manyth case is tried: ``every``, or 1."""
    return 1 if os.environ.get("EVERY_CASE") else every


def share(cases: Sequence[Case], every: int) -> Sequence[Case]:
    """Each ``every``-th case from the first on, or all."""
    return cases[:: step(every)]
