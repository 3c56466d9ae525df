"""Which interpreter the course runs in: this one, or that of an environment of its own.

The environment counts as ready only when its stamp says from what it was made. The stamp is written
last (``install``), so that a set-up which failed or was interrupted is seen, and made again. A
``.venv`` that the course did not make is never touched: then its own is called ``.venv-course``.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
LOCK = ROOT / ".venv.lock"
LEARNER = ROOT / "requirements.txt"
TESTS = ROOT / "tests" / "requirements.txt"
TORCH_LOCK = ROOT / "requirements-torch.lock"
STAMP = "made-by-the-course"


class SetupFailed(RuntimeError):
    """The environment could not be made. Its message says why and what to do."""


def current() -> Path:
    """The running interpreter."""
    return Path(sys.executable)


def venv() -> Path:
    """The folder of the course's environment."""
    return VENV.with_name(".venv-course") if is_foreign(VENV) else VENV


def is_foreign(folder: Path) -> bool:
    """Whether something stands there that the course did not make."""
    if not os.path.lexists(folder):
        return False
    try:
        names = {path.name for path in folder.iterdir()}
    except OSError:  # a file, a dead link, a folder of somebody else
        return True
    return bool(names) and STAMP not in names


def python_of() -> Path:
    """The interpreter inside the course's environment, on any system."""
    return interpreter_in(venv())


def interpreter_in(folder: Path) -> Path:
    """Where an environment's interpreter is, on any system."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def leave_out_pythonpath() -> None:
    """Forget the user's PYTHONPATH: it may bring another numpy in front of the course's."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    other = {os.path.abspath(p) for p in given if p and Path(p).resolve() != ROOT}  # noqa: PTH100
    if other:
        os.environ["PYTHONPATH"] = str(ROOT)
        sys.path[:] = [p for p in sys.path if p not in other]


def variables() -> dict[str, str]:
    """The environment variables in which the course runs."""
    return os.environ | {"PYTHONPATH": str(ROOT)}


def run(command: list[object]) -> int:
    """Run a command in the course's environment variables; Ctrl-C is left to the command."""
    process = subprocess.Popen([str(part) for part in command], env=variables())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the child got the same signal and ends in its own way


def output_of(command: list[object], limit_s: float = 300) -> str | None:
    """A command's output, stripped; None if it fails or does not end."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            env=variables(),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=limit_s,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout.strip()


def found_already(files: list[Path]) -> Path | None:
    """An interpreter that has all that is needed: this one, or that of a ``.venv`` of the user's.

    uv and pip make such a ``.venv`` (see the README); the course then makes none of its own.
    """
    if not missing(files):
        return current()
    other = interpreter_in(VENV)
    if not (is_foreign(VENV) and other.exists()):
        return None
    code = "import sys; from pathlib import Path; from tutor_utils.cli import environment as e; "
    code += "sys.exit(bool(e.missing([Path(name) for name in sys.argv[1:]])))"
    return None if output_of([other, "-c", code, *files]) is None else other


def missing(files: list[Path]) -> list[str]:
    """The requirements that the running interpreter does not meet."""
    return [line for line in requirements(files) if not _is_met(line)]


def requirements(files: list[Path]) -> list[str]:
    """The requirement lines of the files, without comments and options."""
    lines = [
        line.split("#")[0].strip() for f in files for line in f.read_text("utf-8").splitlines()
    ]
    return [line for line in lines if line and not line.startswith("-")]


def _is_met(line: str) -> bool:
    """Whether the running interpreter meets a line of a requirements file."""
    try:
        from packaging.requirements import Requirement
    except ImportError:  # a bare Python: the course asks for packaging too, so it is not the one
        return False
    requirement = Requirement(line)
    if requirement.marker is not None and not requirement.marker.evaluate():
        return True  # not asked for on this system
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return False
    return requirement.specifier.contains(version, prereleases=True)


def lock_of(file: Path) -> Path:
    """The exact versions for a file of ranges."""
    return file.with_suffix(".lock")


def pinned_torch() -> str:
    """The version of PyTorch that the lock names."""
    found = re.search(r"^torch==(\S+)", TORCH_LOCK.read_text("utf-8"), re.MULTILINE)
    return found[1] if found else ""


def fingerprint(files: list[Path]) -> str:
    """A hash of an environment's sources: the requirements, their locks, this folder."""
    sources = [*files, *(lock_of(file) for file in files), TORCH_LOCK]
    parts = [f.read_text("utf-8") for f in sources if f.exists()]
    return hashlib.sha256("\0".join([*parts, str(ROOT)]).encode()).hexdigest()


def read_stamp() -> dict[str, Any]:
    """The stamp's content; empty without one, or if no set-up was finished."""
    try:
        found = json.loads((venv() / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def ready(files: list[Path], build: str = "auto") -> bool:
    """Whether the environment was made to its end from these files, here, and still starts."""
    found = read_stamp()
    if fingerprint(files) not in found.get("made from", []):
        return False
    if build != "auto" and (build == "cpu") != (found.get("build") == "cpu"):
        return False
    return bool(found.get("python")) and version_inside() == found["python"]


def version_inside() -> str | None:
    """The version of the environment's Python ("3.12"), None where it does not start."""
    code = "import sys; print('{}.{}'.format(*sys.version_info))"
    return output_of([python_of(), "-I", "-S", "-c", code])


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """One set-up at a time. The lock ends with its process, however that ends."""
    try:
        handle = LOCK.open("a+")
    except OSError as error:
        raise SetupFailed(
            f"{ROOT} cannot be written ({error.strerror}). Move the course to a folder of your own."
        ) from error
    with handle:
        if not _try_lock(handle):
            print("Another set-up is running. Waiting for it ...", flush=True)
            while not _try_lock(handle):
                time.sleep(0.5)
        yield


def _try_lock(handle: IO[str]) -> bool:
    """Take the lock, unless another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # some network drives know no locks: go on, alone in nearly every case
        return not isinstance(error, (BlockingIOError, PermissionError))
    return True
