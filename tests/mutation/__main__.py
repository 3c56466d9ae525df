"""The command: which files, how many faults, how many processes; prints a table."""

import argparse
import random
import sys
import tomllib
from pathlib import Path

from .faults import PARTS, Fault, faults_of, noticed

ENOUGH = 0.95
REASONS = Path(__file__).with_name("survivors.toml")


def main() -> int:
    """0 where enough faults were noticed and every survivor has a reason."""
    parser = argparse.ArgumentParser("python -m tests.mutation", description=__doc__)
    parser.add_argument("only", nargs="*", help="a part of a path, such as verdict/judge")
    parser.add_argument("--share", type=float, default=0.04, help="of each file's faults")
    parser.add_argument("--least", type=int, default=8, help="faults in each file")
    parser.add_argument("--seed", type=int, default=0, help="draws another sample")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    files = [f for f in PARTS if not options.only or any(name in f for name in options.only)]
    sample: list[Fault] = []
    for file in files:
        every = faults_of(file)
        count = min(len(every), max(options.least, round(options.share * len(every))))
        sample += random.Random(f"{options.seed} {file}").sample(every, count)
    try:
        seen = noticed(sample, options.jobs)
    except RuntimeError as problem:
        print(problem)
        return 2
    return report(files, list(zip(sample, seen, strict=True)))


def report(files: list[str], results: list[tuple[Fault, bool]]) -> int:
    """Print the table and what was not noticed."""
    known = tomllib.loads(REASONS.read_text("utf-8")).get("survivor", [])
    reasons = {(r["file"], r["change"]): r["why"] for r in known}
    survivors = [fault for fault, was_noticed in results if not was_noticed]
    print(f"\n\n{'file':<48}{'faults':>8}{'noticed':>9}")
    for file in files:
        own = [was_noticed for fault, was_noticed in results if fault.file == file]
        if own:
            print(f"{file:<48}{len(own):>8}{sum(own):>9}")
    share = 1 - len(survivors) / len(results)
    print(f"{'together':<48}{len(results):>8}{len(results) - len(survivors):>9}  {share:.1%}")
    for fault in survivors:
        why = reasons.get((fault.file, fault.change), "NO REASON: write a test, or say why not")
        print(f"\n{fault.file}\n  {fault.change}\n  {why}")
    unexplained = [f for f in survivors if (f.file, f.change) not in reasons]
    return int(share < ENOUGH or bool(unexplained))


if __name__ == "__main__":
    sys.exit(main())
