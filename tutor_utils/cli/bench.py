"""``python3 -m tutor_utils bench``: how long each check takes; with --marking, a class."""

from __future__ import annotations

import argparse
import statistics
import time

LIMIT_MS = 100


def main(argv: list[str]) -> int:
    """Print the median latency of each check on the course's own answer, in milliseconds.

    Exit code 1 if the median check of an exercise takes longer than 100 ms.
    """
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="runs of each check (7)")
    parser.add_argument(
        "--marking", type=int, metavar="N", help="mark N complete submissions, and one by nbgrader"
    )
    options = parser.parse_args(argv)
    if options.marking is not None:
        if options.marking < 1:
            parser.error(f"--marking={options.marking} must be at least 1")
        from ..grading import throughput

        return throughput.main(options.marking)
    if options.runs < 1:
        parser.error(f"--runs={options.runs} must be at least 1")

    from .. import exercises
    from ..engine.judge import judge
    from ..engine.observe import observe
    from ..learner import carry

    slow = 0
    print(f"{'exercise':<24}{'median':>10}{'slowest':>10}   (ms, {options.runs} runs)")
    for exercise in exercises.exercises():
        answer, _, _ = carry.resolve(exercise.id)
        times = []
        for _ in range(options.runs):
            start = time.perf_counter()
            judge(exercise, observe(exercise, answer))
            times.append(1000 * (time.perf_counter() - start))
        median = statistics.median(times)
        slow += median > LIMIT_MS
        mark = "  SLOW" if median > LIMIT_MS else ""
        print(f"{exercise.id:<24}{median:>10.1f}{max(times):>10.1f}{mark}")
    print(f"{slow} of the checks take more than {LIMIT_MS} ms.")
    return 1 if slow else 0
