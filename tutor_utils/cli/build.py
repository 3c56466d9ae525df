"""``python3 -m tutor_utils build [NN ...] [--check] [--no-run]``."""

from __future__ import annotations

import argparse

from ..authoring import build


def main(argv: list[str]) -> int:
    """Build, or with ``--check`` say what is stale. Exit code 1: stale, or a cell failed."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils build", description=__doc__)
    parser.add_argument(
        "numbers", nargs="*", metavar="NN", help="notebooks, such as 02; all if none"
    )
    parser.add_argument("--check", action="store_true", help="change nothing, say what is stale")
    parser.add_argument("--no-run", action="store_true", help="only the learner's notebooks")
    options = parser.parse_args(argv)
    try:
        wanted = build.sources(options.numbers)
    except ValueError as error:
        parser.error(str(error))
    if options.check:
        faults = [fault for source in wanted for fault in build.stale(source)]
        print("\n".join(faults) if faults else f"{len(wanted)} notebooks are up to date.")
        return 1 if faults else 0
    for source in wanted:
        build.write_learner(source)
        if not options.no_run and not build.run_solution(source):
            return 1
    return 0
