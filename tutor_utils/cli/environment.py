"""Which interpreter the course runs in: this one, or that of an environment of its own.

The environment counts as ready only when its stamp is there and right. The stamp is written last
(``install``), so that a set-up which failed or was interrupted is seen, and made again. A ``.venv``
that the course did not make is never touched: then its own is called ``.venv-course``.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
LOCK = ROOT / ".venv.lock"
LEARNER = ROOT / "requirements.txt"
TESTS = ROOT / "tests" / "requirements.txt"
TORCH_LOCK = ROOT / "requirements-torch.lock"
MARK = "made-by-the-course"


class SetupFailed(RuntimeError):
    """The environment could not be made. Its message says why and what to do."""


def current() -> Path:
    """The running interpreter."""
    return Path(sys.executable)


def venv() -> Path:
    """The folder of the course's environment.

    Raises:
        SetupFailed: somebody else made a folder of the second name too.
    """
    if not is_foreign(VENV):
        return VENV
    second = VENV.with_name(".venv-course")
    if is_foreign(second):
        raise SetupFailed(
            f"{VENV.name} and {second.name} are there, and the course made neither. "
            f"Rename one of them: the course touches nothing that is not its own."
        )
    return second


def is_foreign(folder: Path) -> bool:
    """Whether something stands there that the course did not make."""
    if not os.path.lexists(folder):
        return False
    try:
        names = {path.name for path in folder.iterdir()}
    except OSError:  # a file, a dead link, a folder of somebody else
        return True
    return bool(names) and not names & {MARK, "course-lab", "course-tests"}


def python_of() -> Path:
    """The interpreter inside the course's environment, on any system."""
    return interpreter_in(venv())


def interpreter_in(folder: Path) -> Path:
    """Where an environment's interpreter is, on any system."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def leave_out_pythonpath() -> None:
    """Forget the user's PYTHONPATH, here and in all that this process starts.

    It may bring another numpy in front of the course's. ``left_out`` says what it was.
    """
    said = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    theirs = [p for p in said if p and Path(p).resolve() != ROOT]
    if not theirs:
        return
    os.environ["PYTHONPATH"] = str(ROOT)
    left_out.extend(theirs)
    gone = {os.path.abspath(p) for p in theirs}  # noqa: PTH100 - as Python wrote them down
    sys.path[:] = [p for p in sys.path if p not in gone]


left_out: list[str] = []


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


def found_already(files: list[Path]) -> Path | None:
    """An interpreter that has all that is needed: this one, or that of a ``.venv`` of the user's.

    uv and pip make such a ``.venv`` (see the README); the course then makes none of its own.
    """
    if not missing(files):
        return current()
    theirs = interpreter_in(VENV)
    if not (is_foreign(VENV) and theirs.exists()):
        return None
    code = "import sys; from pathlib import Path; from tutor_utils.cli import environment as e; "
    code += "sys.exit(bool(e.missing([Path(name) for name in sys.argv[1:]])))"
    try:
        done = subprocess.run(
            [theirs, "-c", code, *files], env=variables(), capture_output=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else theirs


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
    """Whether the running interpreter has what a line of a requirements file asks for."""
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
    """What an environment was made from: the requirements, their locks, this folder."""
    sources = [*files, *(lock_of(file) for file in files), TORCH_LOCK]
    parts = [f.read_text("utf-8") for f in sources if f.exists()]
    return hashlib.sha256("\0".join([*parts, str(ROOT)]).encode()).hexdigest()


def stamp(files: list[Path]) -> Path:
    """The stamp file for a set of requirement files."""
    return venv() / ("course-tests" if TESTS in files else "course-lab")


def read_stamp(files: list[Path]) -> dict[str, Any]:
    """What the stamp says; empty where there is none that can be read."""
    try:
        found = json.loads(stamp(files).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def ready(files: list[Path], build: str = "auto") -> bool:
    """Whether the environment was made to its end from these files, here, and is still whole."""
    found = read_stamp(files)
    if found.get("made from") != fingerprint(files) or lost(files):
        return False
    if build != "auto" and (build == "cpu") != (found.get("build") == "cpu"):
        return False
    return bool(found.get("python")) and version_inside() == found["python"]


def version_inside() -> str:
    """The version of the environment's Python ("3.12"), empty where it does not start."""
    code = "import sys; print('{}.{}'.format(*sys.version_info))"
    try:
        done = subprocess.run(
            [python_of(), "-I", "-S", "-c", code],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def site_packages() -> Path | None:
    """Where the environment keeps its packages."""
    inside = venv()
    return next(
        (p for pattern in ("lib/python3*/site-packages", "Lib/site-packages")
         for p in inside.glob(pattern)),
        None,
    )  # fmt: skip


def contents() -> dict[str, list[str]]:
    """Each installed package, and the names that it put into site-packages."""
    inside = site_packages()
    if inside is None:
        return {}
    found: dict[str, list[str]] = {}
    for package in metadata.distributions(path=[str(inside)]):
        try:
            name = package.name
        except OSError:  # newer versions of importlib.metadata raise where older ones say None
            name = None
        if not name:  # its metadata was cut off, as by a full disk
            continue
        tops = {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}
        # the folder of metadata holds the version: an update by the learner is no loss
        found[_plain(name)] = sorted(
            top for top in tops if not top.endswith((".dist-info", ".egg-info"))
        )
    return found


def lost(files: list[Path]) -> list[str]:
    """The packages that were installed and are no longer there, or not whole. A look, no import."""
    before = read_stamp(files).get("packages", {})
    inside = site_packages()
    if inside is None:
        return sorted(before)
    here = {path.name for path in inside.iterdir()}
    known = {_plain(name.split("-")[0]) for name in here if name.endswith(".dist-info")}
    return sorted(name for name, tops in before.items() if name not in known or set(tops) - here)


def _plain(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


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
        if sys.platform == "win32":
            import msvcrt

            handle.seek(0)
            while True:
                try:
                    msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)  # waits 10 s, then raises
                    break
                except OSError:
                    print("Another set-up is running. Waiting for it ...", flush=True)
        else:
            import fcntl

            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("Another set-up is running. Waiting for it ...", flush=True)
                fcntl.flock(handle, fcntl.LOCK_EX)
            except OSError:  # some network drives know no locks: go on, alone in nearly every case
                pass
        yield
