"""``python3 -m tutor_utils run PROGRAM ...``: a program of the course's environment.

    python3 -m tutor_utils run pip install nbgrader
    python3 -m tutor_utils run nbgrader --version

No environment has to be activated, in whichever shell.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from . import environment, install


def main(argv: list[str]) -> int:
    """Run the program with its arguments; its exit code. 2: no program; 127: it is not there."""
    if not argv or argv[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if argv else 2
    name, *rest = argv
    python = install.ensure()
    folder = Path(python).parent
    os.environ["PATH"] = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    if name in ("python", "python3", "py"):
        return environment.run([python, *rest])
    if name == "pip":  # a script's first line cannot hold every path; a module needs none
        return environment.run([python, "-m", "pip", *rest])
    found = shutil.which(name, path=str(folder)) or shutil.which(name)
    if found is None:
        print(
            f"There is no program {name!r} in the course's environment. If a package brings it:\n"
            f"python3 -m tutor_utils run pip install {name}",
            file=sys.stderr,
        )
        return 127
    return environment.run([found, *rest])
