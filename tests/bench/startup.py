"""How long the imports take that every notebook and every command begins with."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

# What a learner's first check costs, PyTorch being loaded.
FIRST_CHECK = """
import time, torch
start = time.process_time()
from tutor_utils import check, mine, viz
def shift_target(tgt):
    return tgt[:, :-1], tgt[:, 1:]
assert check(shift_target, raise_on_failure=False).outcome == "passed"
print(time.process_time() - start)
"""
FIRST_CHECK_S = 1.0
STATEMENTS = ("import tutor_utils", "import torch", "from tutor_utils import check, mine, viz")


def main(runs: int) -> int:
    """Print the median CPU seconds of each statement in a fresh Python, an empty one taken off.

    Exit code 1 where imports and the first check take more than a second after PyTorch.
    """
    print(f"\n{'statement':<44}{'median':>8}   (CPU s, {runs} fresh processes)")
    empty = _median("pass", runs)
    for statement in STATEMENTS:
        print(f"{statement:<44}{_median(statement, runs) - empty:>8.2f}")
    first = statistics.median(first_check() for _ in range(runs))
    print(
        f"{'these and the first check, PyTorch loaded':<44}{first:>8.2f}   (limit {FIRST_CHECK_S})"
    )
    return int(first > FIRST_CHECK_S)


def first_check() -> float:
    """CPU seconds from the first import of the course to the end of the first check."""
    with tempfile.TemporaryDirectory() as home:
        return _last_number(FIRST_CHECK, {"TUTOR_HOME": home})


def _median(statement: str, runs: int) -> float:
    ends = f"{statement}\nimport time\nprint(time.process_time())"
    return statistics.median(_last_number(ends) for _ in range(runs))


def _last_number(code: str, more: Mapping[str, str] = MappingProxyType({})) -> float:
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": root} | more,
    )
    return float(done.stdout.split()[-1])
