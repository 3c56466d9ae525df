"""``python3 -m tutor_utils new EXERCISE --notebook 04``: an exercise to fill in.

Makes its cells in solutions/, its folder in tutor_utils/exercises/ and its place in the registry,
and lists what is left to write.
"""

from __future__ import annotations

import argparse
import sys

from ..authoring import new
from ..authoring.generate import ROOT
from . import environment


def main(argv: list[str]) -> int:
    """Make it and build the learner's notebook. Exit code 2: refused, and nothing was written."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils new", description=__doc__)
    parser.add_argument(
        "exercise", metavar="EXERCISE", help="relative_bias, or a class: RelativeBias"
    )
    parser.add_argument("--notebook", metavar="NN", required=True)
    parser.add_argument("--after", metavar="NAME", help="the exercise that it follows (the last)")
    parser.add_argument("--points", type=int, default=1)
    options = parser.parse_args(argv)
    try:
        written = new.make(
            options.exercise, options.notebook, after=options.after, points=options.points
        )
    except new.Refused as error:
        parser.error(str(error))
    for path in written:
        print(f"wrote {path.relative_to(ROOT).as_posix()}")
    # another process: this one read the registry before the exercise was in it
    build = [sys.executable, "-m", "tutor_utils", "build", options.notebook, "--no-run"]
    environment.run(build)
    print(
        f"\nWrite these, and the right and wrong answers that you know. The same list again:\n"
        f"python3 -m tutor_utils build {options.notebook} --no-run"
    )
    return 0
