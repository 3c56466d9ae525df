"""``python3 -m tutor_utils progress [--export | --import TOKEN]``."""

from __future__ import annotations

import argparse

from ..learner.progress import progress
from ..learner.progress_token import export_progress, import_progress


def main(argv: list[str]) -> int:
    """Show, export or import the progress. Exit code 2: the token is none."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils progress")
    parser.add_argument("--export", action="store_true", help="print the token")
    parser.add_argument("--import", dest="token", metavar="TOKEN", help="bring a token back")
    options = parser.parse_args(argv)
    if options.export:
        print(export_progress())
    elif options.token:
        try:
            print(import_progress(options.token))
        except ValueError as error:
            print(error)
            return 2
    else:
        print(progress())
    return 0
