"""The course's own environment, ``.venv``, made with the standard library alone.

It counts as ready only when its stamp is there and right. The stamp is written last, so that a
set-up which failed or was interrupted is seen, and made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
LOCK = ROOT / ".venv.lock"
LEARNER = ROOT / "requirements.txt"
TESTS = ROOT / "tests" / "requirements.txt"
CPU_INDEX = "https://download.pytorch.org/whl/cpu"

# What pip's last lines say -> what the learner can do.
_REASONS = (
    (r"No space left|ENOSPC|Errno 28", "The disk is full. Free 3 GB and try again."),
    (
        r"Permission denied|Errno 13",
        "A folder cannot be written. Move the course to your home folder.",
    ),
    (
        r"Temporary failure in name|NewConnection|ConnectTimeout|Max retries|getaddrinfo",
        "There is no connection to the package index. Check the network and try again.",
    ),
    (
        r"No matching distribution|Could not find a version",
        "A package has no build for this Python or system. Python 3.11 to 3.13 on 64 bits works.",
    ),
)


class SetupFailed(RuntimeError):
    """The environment could not be made. Its message says why and what to do."""


def current() -> Path:
    """The running interpreter."""
    return Path(sys.executable)


def python_of() -> Path:
    """The interpreter inside ``.venv``, on any system."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(command: list[object]) -> int:
    """Run a command in the course's environment variables; Ctrl-C is left to the command."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    }
    process = subprocess.Popen([str(part) for part in command], env=environment)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the child got the same signal and ends in its own way


def ensure(tests: bool = False) -> Path:
    """The interpreter to use: this one where it has all that is needed, else that of ``.venv``.

    Raises:
        SetupFailed: it could not be made; it can be tried again.
    """
    files = [LEARNER, TESTS] if tests else [LEARNER]
    if not missing(files):
        return current()
    if ready(files):
        return python_of()
    with locked():
        if not ready(files):  # another process may have made it while this one waited
            make(files)
    return python_of()


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


def fingerprint(files: list[Path]) -> str:
    """What an environment was made from: the requirements, this Python, this folder."""
    parts = [*(f.read_text("utf-8") for f in files), sys.version, str(ROOT)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def stamp(files: list[Path]) -> Path:
    """The stamp file for a set of requirement files."""
    return VENV / ("course-tests" if TESTS in files else "course-lab")


def ready(files: list[Path]) -> bool:
    """Whether ``.venv`` was made to its end from these files, here."""
    try:
        return stamp(files).read_text("utf-8") == fingerprint(files) and python_of().exists()
    except OSError:
        return False


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """One set-up at a time. The lock ends with its process, however that ends."""
    try:
        handle = LOCK.open("a+")
    except OSError as error:
        raise SetupFailed(
            f"{ROOT} cannot be written ({error}). Move the course elsewhere."
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
        yield


def make(files: list[Path]) -> None:
    """Make ``.venv`` from the requirement files and stamp it.

    Raises:
        SetupFailed: with the reason in words. No stamp is left behind.
    """
    for old in VENV.glob("course-*"):
        old.unlink()
    print(f"Making the course's environment in {VENV}. This takes a few minutes, once.", flush=True)
    if not _usable():
        shutil.rmtree(VENV, ignore_errors=True)
        _step("making .venv", [sys.executable, "-m", "venv", VENV])
    command = [python_of(), "-m", "pip", "install", "--disable-pip-version-check", *_cpu_options()]
    for file in files:
        command += ["-r", file]
    _step("installing the packages", command)
    for made in {LEARNER: [LEARNER], files[-1]: files}.values():  # for tests is also for lab
        draft = VENV / "stamp.draft"
        draft.write_text(fingerprint(made), "utf-8")
        draft.replace(stamp(made))
    print("The environment is ready.", flush=True)


def _usable() -> bool:
    """Whether a half-made ``.venv`` still runs this very Python, so that pip can go on in it."""
    code = "import sys, pip; print(sys.version)"
    try:
        done = subprocess.run([python_of(), "-c", code], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and done.stdout.strip() == sys.version


def _step(what: str, command: list[object]) -> None:
    """Run one step, showing a short line for each thing that pip does; explain a failure."""
    print(f"- {what}", flush=True)
    last: list[str] = []
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise SetupFailed(f"Set-up failed while {what}: {error}") from error
    with process:
        try:
            for line in process.stdout or ():
                last = [*last[-14:], line.rstrip()]
                if shown := re.match(
                    r"\s*(Collecting|Downloading|Installing|Using cached) (.{0,90})", line
                ):
                    print(f"    {shown[1].lower()} {shown[2].split(' (from')[0]}", flush=True)
        except KeyboardInterrupt:
            process.terminate()
            raise
    if process.returncode:
        raise SetupFailed(_explain(what, "\n".join(last)))


def _explain(what: str, text: str) -> str:
    why = next((words for pattern, words in _REASONS if re.search(pattern, text)), None)
    if "ensurepip" in text:
        why = "Python's venv module is incomplete. On Debian or Ubuntu: apt install python3-venv"
    why = why or "See the last lines below. Then run the same command again: it carries on."
    return f"Set-up failed while {what}. {why}\n\nThe last lines were:\n{text}"


def _cpu_options() -> list[str]:
    """On Linux without an NVIDIA GPU: PyTorch's CPU build, where its index answers.

    The usual build for Linux brings several gigabytes of CUDA along.
    """
    if not sys.platform.startswith("linux") or has_nvidia():
        return []
    try:
        with urllib.request.urlopen(f"{CPU_INDEX}/torch/", timeout=5):
            return ["--extra-index-url", CPU_INDEX]
    except OSError:
        print(
            "  (PyTorch's index of CPU builds does not answer: taking the usual build)", flush=True
        )
        return []


def has_nvidia() -> bool:
    """Whether an NVIDIA driver is at work."""
    return Path("/proc/driver/nvidia/version").exists() or shutil.which("nvidia-smi") is not None
