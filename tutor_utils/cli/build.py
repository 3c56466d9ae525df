"""``python3 -m tutor_utils build [NN ...] [--no-run]``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import exercises
from ..authoring import audit, build, front_page, generate, readme, unwritten


def main(argv: list[str]) -> int:
    """Build. Exit code 1: a cell failed, or something is left to write.

    Or a file of an exercise is not as it should be, or its check accepts a wrong answer or refuses
    a right one.
    """
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils build")
    parser.add_argument(
        "numbers", nargs="*", metavar="NN", help="notebooks, such as 02; all if none"
    )
    parser.add_argument("--no-run", action="store_true", help="only the learner's notebooks")
    options = parser.parse_args(argv)
    try:
        wanted = build.sources(options.numbers)
    except ValueError as error:
        parser.error(str(error))
    built = _build(wanted, run=not options.no_run)
    left = [line for source in wanted for line in unwritten.left_in_notebook(build.number(source))]
    if left:
        print("Left to write:", *left, sep="\n")
    return 1 if left or not built else 0


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
        ready = run and not unwritten.left_in_notebook(number)
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
