"""How long the imports take that every notebook and every command begins with."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

STATEMENTS = ("import tutor_utils", "import torch", "from tutor_utils import check, mine, viz")


def main(runs: int) -> int:
    """Print the median seconds of a fresh Python with each statement, an empty one taken off."""
    print(f"\n{'statement':<44}{'median':>8}   (s, {runs} fresh processes)")
    empty = _median("pass", runs)
    for statement in STATEMENTS:
        print(f"{statement:<44}{_median(statement, runs) - empty:>8.2f}")
    return 0


def _median(statement: str, runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)
