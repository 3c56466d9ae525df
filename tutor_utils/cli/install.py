"""Make the course's environment, with the standard library and the pip that it brings along."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import environment, gpu, preflight
from .environment import SetupFailed

# What pip's last lines say -> what the learner can do. The first that fits is told.
_REASONS = (
    (r"No space left|ENOSPC|Errno 28|Disk quota", "The disk is full. Free {need:.0f} GB."),
    (
        r"\[Errno 13\]|\[WinError 5\]|Permission denied|Access is denied",
        "A file cannot be written: close programs that use the course, or move it to your home.",
    ),
    (r"ensurepip", "Python's venv module is incomplete. Debian, Ubuntu: apt install python3-venv."),
    (r"Errno 2\].*|WinError 206", "A path is too long for this system. Use a shorter folder."),
    (r"407|ProxyError|Tunnel connection", "The proxy refuses. Set HTTPS_PROXY with its password."),
    (
        r"CERTIFICATE_VERIFY_FAILED|SSLError",
        "Something changes the network's certificates. Set PIP_CERT to your network's file.",
    ),
    (
        r"Temporary failure in name|NewConnection|Connect(ion)?Timeout|Read timed out|Max retries"
        r"|getaddrinfo|ConnectionReset|IncompleteRead|Network is unreachable|broken the connection",
        "There is no connection to the package index. Check the network.",
    ),
    (
        r"No matching distribution|Could not find a version|not a supported wheel",
        "A package has no build for this Python or system. "
        "Python 3.11 to {}.{} on 64 bits works.".format(*preflight.NEWEST),
    ),
)
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
            make(files, build)
    return environment.python_of()


def make(files: list[Path], build: str = "auto") -> None:
    """Make the environment from the requirement files, or mend it, and stamp it.

    Raises:
        SetupFailed: with the reason in words. No stamp is left behind.
    """
    try:
        _make(files, build)
    except OSError as error:
        raise SetupFailed(explain("writing", str(error))) from error


def _make(files: list[Path], build: str) -> None:
    inside = environment.venv()
    chosen = _choose(files, build)
    lost = environment.lost(files)
    again = bool(lost) and environment.read_stamp(files).get(
        "made from"
    ) == environment.fingerprint(files)
    if again:
        print(f"Something is missing in {inside}: {', '.join(lost)}. Mending it.", flush=True)
    else:
        _look_first(inside, chosen)
    before = environment.read_stamp(files).get("build")
    for old in inside.glob("course-*"):
        old.unlink()
    inside.mkdir(exist_ok=True)
    (inside / environment.MARK).write_text(
        "The course made this folder, and may make it again. Delete it whenever you like.\n",
        "utf-8",
    )
    if not _usable():
        _clear(inside)
        _step("making the environment", [_base_python(), "-m", "venv", inside])
    if lost:
        _step("taking out what is damaged", [*_pip("uninstall"), "-y", *lost])
    by_lock = _by_lock("installing the packages", environment.lock_of(files[-1]), [])
    chosen = _torch(chosen, anew=before is not None and before != chosen)
    _compare(files, by_lock)
    for made in {environment.LEARNER: [environment.LEARNER], files[-1]: files}.values():
        draft = inside / "stamp.draft"  # an environment for tests is also one for lab
        draft.write_text(
            json.dumps(
                {
                    "made from": environment.fingerprint(made),
                    "python": environment.version_inside(),
                    "build": chosen,
                    "packages": environment.contents(),
                }
            ),
            "utf-8",
        )
        draft.replace(environment.stamp(made))
    shutil.rmtree(inside / "unpacking", ignore_errors=True)
    print("The environment is ready.", flush=True)


def _choose(files: list[Path], build: str) -> str:
    """The build of PyTorch to install: what was asked for, what is there, what fits."""
    fitting = gpu.build_for(gpu.find())
    if build == "cpu":
        return "cpu"
    if build == "cuda" and fitting == "cpu":
        raise SetupFailed(
            "--gpu: no NVIDIA card with a driver that CUDA can use was found. "
            "Update its driver, or leave --gpu out."
        )
    there = environment.read_stamp(files).get("build")
    return there if build == "auto" and there in ("cpu", fitting) else fitting


def _look_first(inside: Path, build: str) -> None:
    """Print the table, and stop before anything is written where a row says FAIL."""
    print(f"The course's environment goes into {inside}. This takes a few minutes, once.\n")
    failed = 0
    for row in preflight.rows(build):
        print(row, flush=True)
        failed += row.state == "FAIL"
    if failed:
        raise SetupFailed(f"{failed} to mend first, see above. Nothing was changed.")
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


def _usable() -> bool:
    """Whether the environment's Python and pip run, so that an interrupted set-up can go on."""
    try:
        done = subprocess.run(
            [*map(str, _pip("--version"))], capture_output=True, timeout=120, env=_variables()
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _clear(inside: Path) -> None:
    """Remove what ``venv`` makes, and nothing else that somebody may have put there."""
    for name in ("bin", "include", "lib", "lib64", "share", "etc", "Scripts", "Lib", "Include"):
        path = inside / name
        if path.is_symlink():
            path.unlink()
        else:
            shutil.rmtree(path, ignore_errors=True)
    (inside / "pyvenv.cfg").unlink(missing_ok=True)


def _torch(build: str, *, anew: bool) -> str:
    """Install PyTorch's build, after all that it needs; return what it became."""
    fresh = ["--force-reinstall", "--no-deps"] if anew else []
    if gpu.on_pypi(build):
        _by_lock("installing PyTorch", environment.TORCH_LOCK, fresh)  # else the ranges see to it
        return build
    # The build's name is part of the version: no other index that pip knows has it to offer.
    wanted = f"torch=={environment.pinned_torch()}+{build}"
    index = ["--index-url", f"{gpu.INDEX}/{build}", "--retries", "1", "--timeout", "20"]
    alone = ["--no-deps"] if build == "cpu" or sys.platform == "win32" else []
    try:
        _step(f"installing PyTorch, {build}", [*_pip("install"), *fresh, *alone, *index, wanted])
    except SetupFailed as failure:
        if re.search(_REASONS[0][0], str(failure)):
            raise
        return _usual_torch()
    return build


def _usual_torch() -> str:
    """PyTorch's own index does not answer: say what PyPI's build costs before it is taken."""
    if not sys.platform.startswith("linux"):
        print("  (PyTorch's own index does not answer: the CPU build is taken)", flush=True)
        _by_lock("installing PyTorch", environment.TORCH_LOCK, [])
        return "cpu"
    print(
        "  (PyTorch's own index does not answer, or has no such build: the usual build is taken.\n"
        "   It brings CUDA along: about 3 GB to download, 7 GB on the disk.)",
        flush=True,
    )
    if (room := preflight.disk("cuda")).state == "FAIL":
        raise SetupFailed(f"The disk is too small for that: {room.words}; {room.fix}.")
    _by_lock("installing PyTorch", environment.TORCH_LOCK, [])
    return next(iter(gpu.CUDA.values()))


def _compare(files: list[Path], by_lock: bool) -> None:
    """The ranges: all where the lock did not fit, else a look that nothing is left to do."""
    command = _pip("install")
    for file in files:
        command += ["-r", file]
    _step("comparing with the list" if by_lock else "installing the packages", command)


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
        if any(re.search(pattern, str(failure)) for pattern, _ in _OF_THE_MACHINE):
            raise
        said = [line for line in str(failure).splitlines() if "ERROR" in line][:1]
        print(
            f"  (The exact versions of {lock.name} do not fit here: {' '.join(said)[:200]}\n"
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
    kept = {name: value for name, value in os.environ.items() if name not in out}
    kept |= {"PIP_USER": "0", "PIP_NO_INPUT": "1", "PYTHONUTF8": "1"}
    temporary = Path(tempfile.gettempdir())
    inside = environment.venv()
    if preflight.free_gb(temporary) < preflight.TEMP_GB["cpu"] and inside.exists():
        own = inside / "unpacking"
        own.mkdir(exist_ok=True)
        kept |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(own))
    if preflight.free_gb(Path.home()) < preflight.TEMP_GB["cuda"]:
        kept["PIP_NO_CACHE_DIR"] = "1"  # a small quota at home must not end it
    return kept


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
    """A failure in words: the step, the reason, what to do, and the last lines of pip."""
    why = next((words for pattern, words in _REASONS if re.search(pattern, text)), "")
    why = why.format(need=preflight.DISK_GB["cpu"]) or "See the last lines below."
    return (
        f"Set-up failed while {what}. {why} Then run the same command again: it carries on.\n\n"
        f"The last lines were:\n{text}"
    )
