"""A course folder, made by the package that pip installed.

The wheel brings the notebooks, their sources and the lists of packages as data. ``lab FOLDER``
writes them, with the package itself, into a folder of the learner's, and opens that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ..files import course_folder
from .environment import ROOT, SetupFailed

PACKAGE = ROOT / "tutor_utils"
HOW = f"""\
transformer-course lab FOLDER

makes a folder with the course and opens it in JupyterLab; the second time it opens what is there.
All other commands run in that folder, with the Python that holds this package:
{sys.executable} -m tutor_utils doctor"""


def is_needed() -> bool:
    """Whether this package was installed alone: there are no notebooks around it."""
    return course_folder() != ROOT


def main(argv: list[str]) -> int:
    """Make the course's folder where it is not there, and run ``lab`` in it."""
    if len(argv) < 2 or argv[0] != "lab" or argv[1].startswith("-"):
        print(HOW)
        return 0 if argv[:1] in ([], ["-h"], ["--help"]) else 2
    folder = make(Path(argv[1]))
    print(f"The course is in {folder}.", flush=True)
    command = [sys.executable, "-m", "tutor_utils", "lab", *argv[2:]]
    return subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": ""}).returncode


def make(target: Path) -> Path:
    """Write the course into ``target``, or find it there; what a learner wrote there stays.

    Raises:
        SetupFailed: something else stands there, or it cannot be written.
    """
    target = target.expanduser().resolve()
    if (target / "requirements.txt").is_file() and (target / PACKAGE.name).is_dir():
        return target
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise SetupFailed(
                f"FOLDER={str(target)!r} holds something else. Name a new folder, or an empty one."
            )
        shutil.copytree(
            PACKAGE, target / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__")
        )
        shutil.copytree(
            course_folder(), target, dirs_exist_ok=True
        )  # last: from here on the folder counts as complete
    except OSError as error:
        raise SetupFailed(
            f"FOLDER={str(target)!r} cannot be written: {error.strerror or error}."
        ) from None
    return target
