"""``python3 -m tutor_utils mistake EXERCISE FILE``: a learner's answer becomes a known mistake.

FILE is a .py with the answer, or a notebook that holds it. Its code is run here, without a sandbox:
only for code that you would run yourself. Says if the answer passes, or if its mistake is known
already; else writes it into the exercise's mistakes.py and audits the exercise.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..authoring import mistake, unwritten
from ..authoring.generate import ROOT
from ..exercises import UnknownName
from ..exercises.folder import Malformed
from . import environment


def main(argv: list[str]) -> int:
    """Add a mistake. Exit codes: 1 nothing was written or the audit fell short, 2 bad argument."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils mistake",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("exercise", metavar="EXERCISE")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--slug", default=mistake.UNNAMED, help="its name, such as mask-inverted")
    options = parser.parse_args(argv)
    try:
        path, report = mistake.add(options.exercise, options.file, options.slug)
    except (UnknownName, OSError) as error:
        parser.error(str(error))
    except (mistake.Refused, Malformed) as error:
        print(error)
        return 1
    print(f"wrote {path.relative_to(ROOT).as_posix()}")
    print(f"Until now learners were told ({report.diagnosis or 'no name'}): {report.means}")
    left = [line for line in unwritten.of_exercise(options.exercise) if path.name in line]
    if left:
        print("Left to write:", *left, sep="\n")
        print(f"Then: python3 -m tutor_utils audit --quick {options.exercise}")
        return 0
    # another process: this one read the exercise before the mistake was in it
    audit = [sys.executable, "-m", "tutor_utils", "audit", "--quick", options.exercise]
    return environment.run(audit)
