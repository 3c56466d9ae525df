"""``python3 -m tutor_utils build [NN ...] [--check] [--no-run]``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import exercises
from ..authoring import audit, build, front_page, generate, readme, unwritten
from ..exercises.folder import Malformed


def main(argv: list[str]) -> int:
    """Build, or with ``--check`` say what is stale.

    Exit code 1: something is stale, a cell failed, a file of an exercise is not as it should be,
    its check accepts a wrong answer or refuses a right one, or something is left to write.
    """
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
    try:
        if options.check:
            faults = [fault for source in wanted for fault in build.stale(source)]
            faults += readme.stale() + front_page.stale()
            print("\n".join(faults) if faults else f"{len(wanted)} notebooks are up to date.")
        else:
            faults = [] if _build(wanted, run=not options.no_run) else ["not built"]
    except Malformed as fault:
        print(fault)
        return 1
    left = [line for source in wanted for line in unwritten.of_notebook(build.number(source))]
    if left:
        print("Left to write:", *left, sep="\n")
    return 1 if faults or left else 0


def _build(wanted: list[Path], *, run: bool) -> bool:
    """Write the notebooks, the front page and the README's places.

    Returns:
        Whether every check fits its answers, and every solution ran.
    """
    readme.write()
    front_page.write()
    for source in wanted:
        number = build.number(source)
        # where something is left to write, that is what there is to say
        ready = run and not unwritten.of_notebook(number)
        if ready:
            names = [e.id for e in exercises.entries() if e.notebook == number]
            if faults := audit.faulty_answers(names):
                print(*faults, sep="\n")
                return False
        build.write_learner(source)
        if not run:
            generate.readdress(build.paths(source)[0], source)
        if ready and not build.run_solution(source):
            return False
    return True
