"""A cache for the probes of one run of trials, which all try the same answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_runs: list[dict[Any, Any]] = []


@contextmanager
def one_run() -> Iterator[None]:
    """Begin a run of trials; it ends with the body."""
    _runs.append({})
    try:
        yield
    finally:
        _runs.pop()


def found_in_this_run() -> dict[Any, Any]:
    """The cache of the current run; outside of a run a new, empty one."""
    return _runs[-1] if _runs else {}
