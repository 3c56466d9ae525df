"""The arguments of ``grade``, read with the standard library alone."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from .sandbox import Limits

EXIT_CODES = """\
exit codes: 0 all marked; 1 all done, and some submissions need a look (see the overview);
2 a wrong argument; 3 no sandbox here; 4 results could not be written; 130 stopped with Ctrl-C.
After 4 or 130 the same command carries on where it stopped."""


def parser() -> argparse.ArgumentParser:
    """All options of the command."""
    made = argparse.ArgumentParser(
        prog="python3 -m tutor_utils grade",
        description="Mark a class. Each answer runs in a sandbox and is judged outside it.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = made.add_argument
    add("submissions", type=Path, help="a folder for each learner, a file for each, or a zip")
    add("--out", type=Path, required=True, metavar="DIR", help="where the results go")
    add("--roster", type=Path, metavar="CSV", help="the class, from Moodle, Canvas or by hand")
    add("--intake", action="store_true", help="say who handed in what, and mark nothing")
    jobs = (os.cpu_count() or 1) + 1  # a run waits for a third of its time
    add("--jobs", type=int, default=jobs, help="submissions at a time (the CPUs and one more)")
    add(
        "--notebook",
        action="append",
        default=[],
        metavar="NN",
        help="a notebook that the class was given (what most handed in)",
    )
    add("--only", action="append", default=[], metavar="LEARNER", help="mark this learner again")
    add("--exercise", action="append", default=[], metavar="NAME", help="mark this exercise again")
    add("--again", action="store_true", help="mark again what was marked before")
    add(
        "--own-work",
        action="append",
        default=[],
        metavar="NAME",
        help="an exercise where PyTorch's ready-made attention earns nothing",
    )
    add("--seconds", type=int, default=Limits.seconds, help="for one exercise (%(default)s)")
    add("--submission-seconds", type=int, default=300, help="for all exercises (%(default)s)")
    add("--memory-mb", type=int, default=Limits.memory_mb, help="for one exercise (%(default)s)")
    add(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="of a dask.distributed cluster that marks",
    )
    add("--as-root", action="store_true", help="mark as root all the same; better: as a user")
    add("--unsafe", action="store_true", help="without a sandbox: for code that you trust")
    return made
