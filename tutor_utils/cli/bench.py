"""``python3 -m tutor_utils bench``: run ``tests/bench.py``."""

from __future__ import annotations

import sys
from importlib import import_module

from . import environment


def main(argv: list[str]) -> int:
    """Run the benchmarks. Exit code 1 where a target is missed."""
    sys.path.insert(0, str(environment.TESTS.parent))
    return import_module("bench").main(argv)
