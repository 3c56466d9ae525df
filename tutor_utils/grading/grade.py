"""``python3 -m tutor_utils grade SUBMISSIONS --out DIR``: mark a class.

This module loads neither PyTorch nor the course: it reads the arguments, and says at once where
nothing changed since the last run. The work is ``mark_class``'s.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from .intake.archives import RULES
from .run import monitor

LAST_RUN = ".last-run.json"  # in the results
COURSE = Path(__file__).resolve().parents[2]
_OF_THE_COURSE = ("tutor_utils", "solutions", "notebooks")
_KINDS = (".py", ".html", ".css", ".js", ".toml", ".txt", ".ipynb")
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
    add("--again", action="store_true", help="mark again what was marked before")
    for option, metavar, words in (
        ("--notebook", "NN", "a notebook that the class was given (what most handed in)"),
        ("--only", "LEARNER", "mark this learner again"),
        ("--exercise", "NAME", "mark this exercise again"),
        ("--own-work", "NAME", "an exercise where PyTorch's ready-made attention earns nothing"),
    ):
        add(option, action="append", default=[], metavar=metavar, help=words)
    limits = monitor.Limits()
    add("--seconds", type=int, default=limits.seconds, help="for one exercise (%(default)s)")
    add("--submission-seconds", type=int, default=300, help="for all exercises (%(default)s)")
    add("--memory-mb", type=int, default=limits.memory_mb, help="for one exercise (%(default)s)")
    cluster = "of a dask.distributed cluster that marks"
    add("--scheduler", default="", metavar="ADDRESS", help=cluster)
    add("--as-root", action="store_true", help="mark as root all the same; better: as a user")
    add("--unsafe", action="store_true", help="without a sandbox: for code that you trust")
    return made


def main(argv: list[str]) -> int:
    """Mark a class; return the exit code."""
    options = parser().parse_args(argv)
    inputs = _digest([repr((argv, str(Path.cwd()), sys.version)), *_stats(_inputs(options))])
    if not (options.intake or options.again or options.only or options.exercise):
        with suppress(OSError, ValueError, KeyError, TypeError):
            last = json.loads((options.out / LAST_RUN).read_text("utf-8"))
            if (last["inputs"], last["results"]) == (inputs, _results(options.out)):
                print("Nothing changed since the last run.", *last["lines"], sep="\n")
                return int(last["code"])
    from . import mark_class

    lines: list[str] = []
    code = mark_class.run(options, lines)
    if lines:
        note = {"inputs": inputs, "results": _results(options.out), "lines": lines, "code": code}
        with suppress(OSError):
            (options.out / LAST_RUN).write_text(json.dumps(note), "utf-8")
    return code


def _inputs(options: argparse.Namespace) -> Iterator[Path]:
    """The class, its rules and the course."""
    top = options.submissions
    yield from top.rglob("*") if top.is_dir() else [top]
    yield from [options.roster] if options.roster else []
    for rules in (top / RULES, top.parent / RULES):
        yield rules
        with suppress(OSError, ValueError, TypeError, KeyError):
            yield rules.parent / tomllib.loads(rules.read_text("utf-8-sig"))["roster"]
    for name in _OF_THE_COURSE:
        yield from (p for p in (COURSE / name).rglob("*") if p.suffix in _KINDS)


def _results(out: Path) -> str:
    """What there is of results, and of what people decided: it may be other than was written."""
    return _digest(_stats(p for p in out.rglob("*") if p.name != LAST_RUN))


def _stats(paths: Iterable[Path]) -> Iterator[str]:
    """What changes with each file: not its bytes, so that size costs nothing."""
    for path in sorted(paths):
        with suppress(OSError):
            info = path.lstat()
            yield repr((str(path), info.st_mode, info.st_size, info.st_mtime_ns))


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode("utf-8", "replace")).hexdigest()
