"""Argument checks that several viewers share."""

from __future__ import annotations

from typing import Any


def check_index(name: str, value: Any, count: int) -> None:
    """Raise a ValueError if an argument is not an index into ``count`` things."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < count:
        raise ValueError(f"{name}={value!r} must be a whole number from 0 to {count - 1}.")
