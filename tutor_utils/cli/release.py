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
import zipfile
from pathlib import Path

from . import environment

FILES = {
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CITATION.cff",
    "pyproject.toml",
    "requirements.txt",
    "requirements.lock",
    "requirements-torch.lock",
    ".gitignore",
    ".github/teaching.md",
    ".github/publishing.md",
}
OUT = ("tutor_utils/authoring/", "tutor_utils/grading/")
WHEN = (2026, 1, 1, 0, 0, 0)  # the same commit gives the same bytes


def main(argv: list[str]) -> int:
    """Write the ZIP. Exit code 1: this is no clone, or it cannot be written."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils zip", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path.cwd(), help="the folder to write to")
    options = parser.parse_args(argv)
    try:
        path = write(options.out, committed())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The ZIP was not made: {error}", file=sys.stderr)
        return 1
    print(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    return 0


def version() -> str:
    """The course's version, from pyproject.toml."""
    project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project["version"]


def committed() -> list[str]:
    """The paths that git knows: nothing that somebody left in the folder gets out."""
    command = ["git", "ls-files", "-z"]
    done = subprocess.run(command, cwd=environment.ROOT, capture_output=True, check=True)
    return [name.decode() for name in done.stdout.split(b"\0") if name]


def is_for_learners(path: str) -> bool:
    """Whether a path of the repository belongs into the ZIP."""
    if path.startswith(OUT):
        return False
    if path.startswith(("notebooks/", "tutor_utils/", ".github/images/")):
        return True
    return path in FILES or (path.startswith("solutions/") and path.endswith(".py"))


def write(folder: Path, paths: list[str]) -> Path:
    """Write ``transformer-course-VERSION.zip`` with a folder of that name in it."""
    name = f"transformer-course-{version()}"
    target = folder / f"{name}.zip"
    draft = folder / f".{name}.zip.part"
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(filter(is_for_learners, paths)):
                content = (environment.ROOT / path).read_bytes()
                archive.writestr(
                    zipfile.ZipInfo(f"{name}/{path}", WHEN), content, zipfile.ZIP_DEFLATED
                )
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return target
