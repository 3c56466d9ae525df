"""``python3 -m tutor_utils COMMAND``: the commands stand in ``COMMANDS``."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - pip did not run before this line: nothing checked it
    sys.exit(f"The course needs Python 3.11 or newer. This is Python {sys.version.split()[0]}.")

from importlib import import_module

from .cli import environment

COMMANDS = {
    "lab": ("cli.lab", "open JupyterLab at the notebooks"),
    "test": ("cli.testing", "run every test, and replay the solution notebooks"),
    "doctor": ("cli.doctor", "say what works here and what does not"),
    "build": ("cli.build", "make the notebooks from solutions/*.py"),
    "new": ("cli.new", "begin an exercise: its cells, its folder, its place"),
    "mistake": ("cli.mistake", "add a mistake from a learner's file"),
    "progress": ("cli.progress", "show, export or import your progress"),
    "fetch": ("cli.fetch", "get published weights for notebooks 08 and 09"),
    "bench": ("cli.bench", "time the model, the training, the checks, the notebooks"),
    "train": ("cli.train", "train your Transformer"),
    "grade": ("grading.cli", "mark a class, each answer in a sandbox"),
    "audit": ("authoring.audit", "try every check on its banks of right and wrong answers"),
}
ANYWHERE = ("lab", "test", "doctor")  # the others import PyTorch, so they run in the environment


def main(argv: list[str]) -> int:
    """Run one command; return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A path in a script that the terminal cannot show must not end the command.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if not argv or argv[0] not in COMMANDS:
        known = "\n".join(f"  {name:<10}{words}" for name, (_, words) in COMMANDS.items())
        print(f"python3 -m tutor_utils COMMAND\n\n{known}")
        if argv and argv[0] not in ("-h", "--help"):
            print(f"\nThere is no command {argv[0]!r}.")
            return 2
        return 0
    name, *rest = argv
    try:
        if name not in ANYWHERE:
            python = environment.ensure()
            if python != environment.current():
                return environment.run([python, "-m", "tutor_utils", *argv])
        return import_module(f"tutor_utils.{COMMANDS[name][0]}").main(rest)
    except environment.SetupFailed as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again to carry on.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
