"""``python3 -m tutor_utils COMMAND``: the commands stand in ``cli.commands``."""

import sys

# Written so that Python 2.7 reads it too: pip did not run before this line, nothing checked it.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "The course needs Python 3.11 to 3.14, and this is Python "
        + sys.version.split()[0]
        + ". Install a newer one from python.org (64 bits); the old one can stay."
    )

from .cli.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
