"""``python3 -m tutor_utils bench``: the benchmarks, which stand beside the tests."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "tests"


def main(argv: list[str]) -> int:
    """Run the benchmarks. Exit code 1 where they are not there, or a target is missed."""
    if not (TESTS / "bench" / "__init__.py").is_file():
        print(
            f"There is no folder {TESTS / 'bench'}. The benchmarks are no part of the installed "
            "package: run the command in a checkout of the whole repository.",
            file=sys.stderr,
        )
        return 1
    sys.path.insert(0, str(TESTS))
    return import_module("bench").main(argv)
