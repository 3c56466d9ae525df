"""Make the course's environment, with the standard library and the pip that it brings along."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from ..files import write
from . import environment, gpu, preflight
from .environment import SetupFailed

_NONE_THERE = r"No matching distribution|Could not find a version|not a supported wheel"
# Reasons that may be gone a minute later. pip itself tries a request again, but no cut download.
_PASSING = (
    (
        r"Wheel .* is invalid|BadZipFile|DO NOT MATCH THE HASHES",
        "A file came damaged, or cut short. Check the network.",
    ),
    (
        r"Temporary failure in name|NewConnection|Connect(ion)?Timeout|Read timed out|Max retries"
        r"|getaddrinfo|ConnectionReset|IncompleteRead|Network is unreachable|broken the connection",
        "There is no connection to the package index. Check the network.",
    ),
)
# A pattern in pip's last lines -> advice to the learner. The first that fits is printed.
_REASONS = (
    (r"No space left|ENOSPC|Errno 28|Disk quota", "The disk is full. Free {need:.0f} GB."),
    (
        r"\[Errno 13\]|\[WinError 5\]|Permission denied|Access is denied",
        "A file cannot be written: close programs that use the course, or move it to your home.",
    ),
    (r"Errno 2\].*|WinError 206", "A path is too long for this system. Use a shorter folder."),
    (r"407|ProxyError|Tunnel connection", "The proxy refuses. Set HTTPS_PROXY with its password."),
    (
        r"CERTIFICATE_VERIFY_FAILED|SSLError",
        "Something changes the network's certificates. Set PIP_CERT to your network's file.",
    ),
    *_PASSING,
    (
        _NONE_THERE,
        "A package has no build for this Python or system. "
        "Python 3.11 to {}.{} on 64 bits works.".format(*preflight.NEWEST),
    ),
)
UNPACKING = "unpacking"  # a folder in the environment, while it is made
_OF_THE_MACHINE = _REASONS[:-1]  # what another choice of versions would not mend


def ensure(tests: bool = False, build: str = "auto") -> Path:
    """The interpreter to use: this one where it has all that is needed, else the course's own.

    Args:
        tests: Whether what only tests and authors need must be there too.
        build: PyTorch's: ``auto`` keeps what is there, ``cpu`` and ``cuda`` ask for it.

    Raises:
        SetupFailed: it could not be made; it can be tried again.
    """
    files = [environment.LEARNER, environment.TESTS] if tests else [environment.LEARNER]
    if build == "auto" and (found := environment.found_already(files)):
        return found
    if environment.ready(files, build):
        return environment.python_of()
    with environment.locked():
        # another process may have made it while this one waited
        if not environment.ready(files, build):
            try:
                make(files, build)
            except OSError as error:
                raise SetupFailed(explain("writing", str(error))) from error
    return environment.python_of()


def make(files: list[Path], build: str = "auto") -> None:
    """Make the environment from the requirement files, or bring it up to date, and stamp it.

    Raises:
        SetupFailed: with the reason in words. The stamp then says that nothing is ready.
        OSError: something cannot be written.
    """
    inside = environment.venv()
    before = environment.read_stamp().get("build")
    chosen = _choose(build, before)
    _preflight(inside, chosen)
    _stamp({})  # first: without it the folder would be somebody else's
    (inside / UNPACKING).mkdir(exist_ok=True)
    if environment.output_of(_pip("--version")) is None:  # not made yet, or half made
        _clear(inside)
        _step("making the environment", [_base_python(), "-m", "venv", inside])
    by_lock = _by_lock("installing the packages", environment.lock_of(files[-1]), [])
    chosen = _torch(chosen, anew=before is not None and before != chosen)
    command = _pip("install")
    for file in files:
        command += ["-r", file]
    # all where the lock did not fit, else a look that nothing is left to do
    _step("comparing with the list" if by_lock else "installing the packages", command)
    shutil.rmtree(inside / UNPACKING, ignore_errors=True)
    # one for tests is also one for lab
    made_from = [environment.fingerprint(files[:n]) for n in range(1, len(files) + 1)]
    python = environment.version_inside()
    _stamp({"made from": made_from, "python": python, "build": chosen})
    print("The environment is ready.", flush=True)


def _stamp(content: dict[str, Any]) -> None:
    """Write the stamp. An empty one marks the folder as the course's, but not ready."""
    words = "The course made this folder, and may make it again. Delete it whenever you like."
    write(environment.venv() / environment.STAMP, json.dumps({"about": words, **content}))


def _choose(build: str, before: str | None) -> str:
    """The build of PyTorch to install: the one asked for, the present one, or the one that fits."""
    fitting = gpu.build_for(gpu.find())
    if build == "cpu":
        return "cpu"
    if build == "cuda" and fitting == "cpu":
        raise SetupFailed(
            "--gpu: no NVIDIA card with a driver that CUDA can use was found. "
            "Update its driver, or leave --gpu out."
        )
    return before if build == "auto" and before in ("cpu", fitting) else fitting


def _preflight(inside: Path, build: str) -> None:
    """Print the table, and stop before anything is written where a row says FAIL."""
    print(f"The course's environment goes into {inside}. This takes a few minutes, once.\n")
    failed = 0
    for row in preflight.rows(build):
        print(row, flush=True)
        failed += row.state == "FAIL"
    if failed:
        raise SetupFailed(f"{failed} to fix first, see above. Nothing was changed.")
    print(flush=True)


def _base_python() -> Path:
    """The Python to make it with: this one, or an older neighbour where this is too new."""
    if environment.venv() in environment.current().parents:  # it cannot make itself again
        return Path(sys._base_executable)  # type: ignore[attr-defined]
    if sys.version_info[:2] <= preflight.NEWEST:
        return environment.current()
    for minor in range(preflight.NEWEST[1], 10, -1):
        if found := shutil.which(f"python3.{minor}"):
            print(f"  (Python 3.{minor} is here too: taking that one)", flush=True)
            return Path(found)
    return environment.current()


def _clear(inside: Path) -> None:
    """Remove the folders that ``venv`` makes; other files in the environment stay."""
    for name in ("bin", "include", "lib", "lib64", "share", "etc", "Scripts", "Lib", "Include"):
        path = inside / name
        if path.is_symlink():
            path.unlink()
        else:
            shutil.rmtree(path, ignore_errors=True)
    (inside / "pyvenv.cfg").unlink(missing_ok=True)


def _torch(build: str, *, anew: bool) -> str:
    """Install PyTorch's build, after its dependencies; return the build installed."""
    fresh = ["--force-reinstall", "--no-deps"] if anew else []
    if gpu.on_pypi(build):
        _by_lock("installing PyTorch", environment.TORCH_LOCK, fresh)  # else the ranges see to it
        return build
    # The build's name is part of the version: no other index that pip knows has it to offer.
    wanted = f"torch=={environment.pinned_torch()}+{build}"
    alone = ["--no-deps"] if build == "cpu" or sys.platform == "win32" else []
    options = [*fresh, *alone, "--index-url", f"{gpu.INDEX}/{build}"]
    what = f"installing PyTorch, {build}"
    try:
        _step(what, [*_pip("install"), *options, wanted])
    except SetupFailed as failure:
        if _is_one_of(_PASSING, failure):
            print("  (once more: " + _reason(str(failure)) + ")", flush=True)
            _step(what, [*_pip("install"), "--no-cache-dir", *options, wanted])
        elif _is_one_of(_OF_THE_MACHINE, failure) or not re.search(_NONE_THERE, str(failure)):
            raise
        else:
            return _usual_torch(wanted)
    return build


def _usual_torch(wanted: str) -> str:
    """PyTorch's own index has no such build: name the size of PyPI's, and install it after a yes.

    Raises:
        SetupFailed: there was no yes, or there is no room.
    """
    on_linux = sys.platform.startswith("linux")
    cost = "It brings CUDA along: about 3 GB to download, 7 GB on the disk."
    print(
        f"  PyTorch's index has no {wanted} for this Python and system. PyPI has another build.\n"
        f"  {cost if on_linux else 'It is for the CPU.'}",
        flush=True,
    )
    if on_linux and (room := preflight.disk("cuda")).state == "FAIL":
        raise SetupFailed(f"The disk is too small for that: {room.words}; {room.fix}.")
    try:
        answer = input("  Take it? [y/N] ")
    except EOFError:  # nobody is there to ask
        answer = ""
    if answer.strip().lower() not in ("y", "yes"):
        raise SetupFailed(
            f"PyTorch is not installed: its index has no {wanted}, and PyPI's build was not taken. "
            "Another Python (3.11 to {}.{}) may have one. Run the same command again and answer y "
            "to take PyPI's.".format(*preflight.NEWEST)
        )
    _by_lock("installing PyTorch", environment.TORCH_LOCK, [])
    return next(iter(gpu.CUDA.values())) if on_linux else "cpu"


def _is_one_of(reasons: tuple[tuple[str, str], ...], failure: SetupFailed) -> bool:
    return any(re.search(pattern, str(failure)) for pattern, _ in reasons)


def _by_lock(what: str, lock: Path, fresh: list[str]) -> bool:
    """Install a lock file. False where its versions do not fit, after saying so.

    Raises:
        SetupFailed: for a reason that other versions would not mend: disk, rights, network.
    """
    if not lock.exists():
        return False
    # --no-deps: the lock is complete, and torch comes later, in the build that fits
    command = [*_pip("install"), *fresh, "--no-deps", "--require-hashes", "-r", lock]
    try:
        _step(what, command)
    except SetupFailed as failure:
        if _is_one_of(_OF_THE_MACHINE, failure):
            raise
        errors = [line for line in str(failure).splitlines() if "ERROR" in line][:1]
        print(
            f"  (The exact versions of {lock.name} do not fit here: {' '.join(errors)[:200]}\n"
            f"   The ranges of requirements.txt are taken instead.)",
            flush=True,
        )
        return False
    return True


def _pip(command: str) -> list[object]:
    return [environment.python_of(), "-m", "pip", "--disable-pip-version-check", command]


def _variables() -> dict[str, str]:
    """The environment variables for pip: nothing of the user's may lead it elsewhere."""
    out = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_HASHES")
    variables = {name: value for name, value in os.environ.items() if name not in out}
    # the folder for temporary files is small on some machines; this disk was looked at
    variables |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(environment.venv() / UNPACKING))
    return variables | {"PIP_USER": "0", "PIP_NO_INPUT": "1", "PYTHONUTF8": "1"}


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
            env=_variables(),
        )
    except OSError as error:
        raise SetupFailed(explain(what, str(error))) from error
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
        raise SetupFailed(explain(what, "\n".join(last)))


def explain(what: str, text: str) -> str:
    """A failure in words: the step, the reason, the advice, and the last lines of pip."""
    why = _reason(text) or "See the last lines below."
    return (
        f"Set-up failed while {what}. {why} Then run the same command again: it carries on.\n\n"
        f"The last lines were:\n{text}"
    )


def _reason(text: str) -> str:
    """The reason for pip's last lines, with advice; empty if unknown."""
    why = next((words for pattern, words in _REASONS if re.search(pattern, text)), "")
    return why.format(need=preflight.DISK_GB["cpu"])
