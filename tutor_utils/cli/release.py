"""``python3 -m tutor_utils zip``: the ZIP that learners get, of the files as they are committed.

It holds the notebooks, the package and what a set-up needs. Tests, attacks on the marking, marking
itself and the authors' tools stay out. Right and wrong answers stay in: a report is
made with the wrong ones, each of which is an edit of a right one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path

from . import environment

LEARNERS = (
    *("README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "pyproject.toml", ".gitignore"),
    *("requirements.txt", "requirements.lock", "requirements-torch.lock"),
    *(".github/teaching.md", ".github/publishing.md", ".github/images"),
    *("notebooks", "solutions/*.py", "tutor_utils"),
    *(":(exclude)tutor_utils/authoring", ":(exclude)tutor_utils/grading"),
)


def main(argv: list[str]) -> int:
    """Write the ZIP. Exit code 1: this is no clone, or it cannot be written."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils zip", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path.cwd(), help="the folder to write to")
    options = parser.parse_args(argv)
    try:
        path = write(options.out)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The ZIP was not made: {getattr(error, 'stderr', None) or error}", file=sys.stderr)
        return 1
    print(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    return 0


def write(folder: Path) -> Path:
    """Write ``transformer-course-VERSION.zip`` with a folder of that name in it."""
    project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    name = f"transformer-course-{project['version']}"
    target = folder.resolve() / f"{name}.zip"
    command = ["git", "archive", f"--prefix={name}/", f"--output={target}", "HEAD", *LEARNERS]
    subprocess.run(command, cwd=environment.ROOT, check=True, capture_output=True, text=True)
    return target
