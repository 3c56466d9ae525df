"""The commands: the module of each, and the packages that it needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from .. import files
from . import environment, folder, install

STOPPED_READING = 141  # what a shell says of a program that ended so
ANYWHERE, LEARNER, AUTHOR = "anywhere", "learner", "author"


@dataclass(frozen=True)
class Command:
    """One command.

    Attributes:
        module: Its module, which has a ``main(argv) -> exit code``.
        words: What it does, for the list.
        needs: ``anywhere``: the standard library, and it sees to the rest itself. ``learner`` and
            ``author``: what is in requirements.txt, or in tests/requirements.txt as well.
        in_checkout: Whether it needs the tests, which a learner's ZIP lacks.
    """

    module: str
    words: str
    needs: str = LEARNER
    in_checkout: bool = False

    def is_here(self) -> bool:
        """Whether its module is there: a learner's ZIP has none of the authors' and graders'."""
        path = Path(__file__).parents[1].joinpath(*self.module.split("."))
        in_checkout = self.in_checkout or self.needs == AUTHOR
        return path.with_suffix(".py").is_file() and (
            environment.TESTS.is_file() or not in_checkout
        )


COMMANDS = {
    "lab": Command("cli.lab", "open JupyterLab at the notebooks", ANYWHERE),
    "doctor": Command("cli.doctor", "say what works here and what does not", ANYWHERE),
    "update": Command("cli.update", "bring the course up to date, and keep your answers", ANYWHERE),
    "progress": Command("cli.progress", "show, export or import your progress"),
    "fetch": Command("cli.fetch", "get published weights for notebooks 08 to 10"),
    "train": Command("cli.train", "train your Transformer, on one device or several"),
    "run": Command("cli.program", "run a program in the course's environment", ANYWHERE),
    "grade": Command("grading.grade", "mark a class, each answer in a sandbox"),
    "review": Command("grading.review", "look at a marked class and decide points by hand"),
    "term": Command("grading.term", "add up the marked assignments of a term"),
    "test": Command(
        "cli.testing", "run every test, and replay the solution notebooks", ANYWHERE, True
    ),
    "build": Command("cli.build", "make the notebooks from solutions/*.py", AUTHOR),
    "new": Command("authoring.new", "begin an exercise: its cells, its folder, its place", AUTHOR),
    "mistake": Command("authoring.mistake", "add a mistake from a learner's file", AUTHOR),
    "audit": Command("authoring.audit", "try every check on right and wrong answers", AUTHOR),
    "bench": Command(
        "cli.bench", "time the model, the training, the checks, the notebooks", in_checkout=True
    ),
    "site": Command("authoring.site", "make the course's web pages", AUTHOR),
    "zip": Command("cli.release", "make the ZIP that learners get", ANYWHERE),
    "lock": Command("cli.lock", "resolve the packages' exact versions again", ANYWHERE, True),
}


def main(argv: list[str] | None = None) -> int:
    """Run one command; return its exit code. Without ``argv``: the words of the command line."""
    argv = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        # A path in a script that the terminal cannot show must not end the command.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if folder.is_needed():
        return exit_code_of(lambda: folder.main(argv))
    here = {name: command for name, command in COMMANDS.items() if command.is_here()}
    if not argv or argv[0] not in here:
        known = "\n".join(f"  {name:<10}{command.words}" for name, command in here.items())
        print(f"python3 -m tutor_utils COMMAND\n\n{known}")
        if argv and argv[0] not in ("-h", "--help"):
            learners = " in the learner's package; the whole repository has it"
            why = learners if argv[0] in COMMANDS else ""
            print(f"\nThere is no command {argv[0]!r}{why}.")
            return 2
        return 0
    command = here[argv[0]]
    environment.leave_out_pythonpath()
    return exit_code_of(lambda: _run(command, argv))


def _run(command: Command, argv: list[str]) -> int:
    if command.needs != ANYWHERE:
        python = install.ensure(tests=command.needs == AUTHOR)
        if python != environment.current():
            return environment.run([python, "-m", "tutor_utils", *argv])
    return import_module(f"tutor_utils.{command.module}").main(argv[1:])


def exit_code_of(run: Callable[[], int]) -> int:
    """The exit code; an error that ends the command is printed in words."""
    try:
        code = run()
        sys.stdout.flush()  # a reader that has gone is noticed here, and not at Python's end
        return code
    except BrokenPipeError:  # ... | head: it has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return STOPPED_READING
    except (environment.SetupFailed, files.Malformed) as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again to carry on.", file=sys.stderr)
        return 130
