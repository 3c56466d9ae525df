"""How long the imports take that every notebook and every command begins with."""

from __future__ import annotations

import statistics
import subprocess
import sys

STATEMENTS = ("import tutor_utils", "import torch", "from tutor_utils import check, mine, viz")


def main(runs: int) -> int:
    """Print the median CPU seconds of each statement in a fresh Python, an empty one taken off."""
    print(f"\n{'statement':<44}{'median':>8}   (CPU s, {runs} fresh processes)")
    empty = _median("pass", runs)
    for statement in STATEMENTS:
        print(f"{statement:<44}{_median(statement, runs) - empty:>8.2f}")
    return 0


def _median(statement: str, runs: int) -> float:
    ends = f"{statement}\nimport time\nprint(time.process_time())"
    times = []
    for _ in range(runs):
        done = subprocess.run(
            [sys.executable, "-c", ends], check=True, capture_output=True, text=True
        )
        times.append(float(done.stdout.split()[-1]))
    return statistics.median(times)
