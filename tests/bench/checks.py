"""How long each check takes on the course's own answer."""

from __future__ import annotations

import statistics
import time

from tutor_utils import exercises
from tutor_utils.course.learner_package import load_answer
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge

LIMIT_MS = 100


def main(runs: int) -> int:
    """Print the median latency of each check, in milliseconds; 1 if one is above 100 ms."""
    slow = 0
    print(f"\n{'exercise':<24}{'median':>10}{'slowest':>10}   (ms of CPU time, {runs} runs)")
    for exercise in exercises.exercises():
        answer = load_answer(exercise.id).value
        times = []
        for _ in range(runs):
            start = time.process_time()
            judge(exercise, observe(exercise, answer))
            times.append(1000 * (time.process_time() - start))
        median = statistics.median(times)
        slow += median > LIMIT_MS
        mark = "  SLOW" if median > LIMIT_MS else ""
        print(f"{exercise.id:<24}{median:>10.1f}{max(times):>10.1f}{mark}")
    print(f"{slow} of the checks take more than {LIMIT_MS} ms.")
    return 1 if slow else 0
