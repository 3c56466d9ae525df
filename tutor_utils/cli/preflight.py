"""Checks before the first byte is downloaded, as the rows of one table.

Standard library alone: it runs on a machine where nothing is installed yet.
"""

from __future__ import annotations

import importlib.util
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from . import environment, gpu

NEWEST = (3, 14)  # the newest Python for which every package of the lock has a build
DISK_GB = {"cpu": 3.0, "cuda": 10.0}  # the environment, the downloads, and room to unpack them
OLDEST = {(3, 11): (3, 11, 2), (3, 12): (3, 12, 3)}  # tried: Debian's 12, Ubuntu's 24.04
GLIBC, MACOS = (2, 28), (14, 0)  # the oldest that PyTorch's wheels run on
WINDOWS_PATH = 259
LONGEST_INSIDE = 170  # the longest path below site-packages: a licence inside PyTorch's wheel


@dataclass(frozen=True)
class Row:
    """One line of the table: OK, WARN or FAIL, the finding, and how to fix it."""

    state: str
    what: str
    words: str
    fix: str = ""

    def __str__(self) -> str:
        line = f"{self.state:<5} {self.what:<12} {self.words}"
        return line + (f"\n{'':<18} -> {self.fix}" if self.fix else "")


def rows(build: str) -> Iterator[Row]:
    """All that a set-up needs of the machine."""
    yield from (python(), system(), venv_module(), place(), disk(build), card(build))


def python() -> Row:
    """Its version and its width."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.maxsize < 2**32:
        fix = "install the 64-bit Python from python.org"
        return Row("FAIL", "Python", f"{version}, 32 bits: PyTorch has no build for it", fix)
    if sys.version_info[:2] > NEWEST:
        words = f"{version} is newer than every package has a build for"
        fix = "set-up tries it; if it fails, install Python {}.{} beside it".format(*NEWEST)
        return Row("WARN", "Python", words, fix)
    oldest = OLDEST.get(sys.version_info[:2])
    if oldest and sys.version_info[:3] < oldest:
        words = f"{version}: the oldest that was tried is {'.'.join(map(str, oldest))}"
        return Row("WARN", "Python", words, "if something fails, install a newer Python beside it")
    return Row("OK", "Python", f"{version}, {sys.executable}")


def system() -> Row:
    """Whether PyTorch has a build for this system at all."""
    machine = platform.machine().lower()
    if sys.platform == "darwin":
        release = tuple(int(n) for n in platform.mac_ver()[0].split(".")[:2] if n.isdigit())
        if machine == "x86_64":
            fix = "on an M-series Mac install Python for Apple silicon; on an Intel Mac use Binder"
            return Row("FAIL", "system", "macOS, Intel build of Python: PyTorch has none", fix)
        if release and release < MACOS:
            return Row("FAIL", "system", f"macOS {release[0]}: PyTorch needs 14", "update macOS")
    elif sys.platform == "win32":
        if machine == "arm64":
            fix = "install Python's 64-bit (AMD64) build: Windows runs it on ARM too"
            return Row("FAIL", "system", "Windows, ARM build of Python: PyTorch has none", fix)
    else:
        name, number = platform.libc_ver()
        if name != "glibc":
            fix = "use a Debian- or Ubuntu-based system or image"
            return Row("FAIL", "system", "Linux without glibc: PyTorch has no build", fix)
        if tuple(int(n) for n in number.split(".")[:2]) < GLIBC:
            return Row("FAIL", "system", f"glibc {number}: PyTorch needs 2.28", "update the system")
    return Row("OK", "system", f"{platform.system()} {platform.machine()}")


def venv_module() -> Row:
    """Debian and Ubuntu cut Python's venv module out."""
    if all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        return Row("OK", "venv", "Python can make environments")
    fix = "Debian, Ubuntu: sudo apt install python3-venv; elsewhere: Python from python.org"
    return Row("FAIL", "venv", "this Python lacks its venv module", fix)


def place() -> Row:
    """Whether the path of the course can hold an environment."""
    inside = environment.venv()
    if sys.platform == "win32" and not _long_paths():
        length = len(str(inside / "Lib" / "site-packages")) + LONGEST_INSIDE
        if length > WINDOWS_PATH:
            fix = rf"move the course to a short path such as C:\course ({length - WINDOWS_PATH}"
            fix += " letters fewer are enough), or switch Windows' long paths on"
            return Row("FAIL", "path", f"{environment.ROOT} is too long for Windows", fix)
    if environment.is_foreign(environment.VENV):
        words = f"{environment.VENV.name} is not the course's and stays as it is"
        return Row("OK", "path", words)
    return Row("OK", "path", str(inside))


def _long_paths() -> bool:
    """Whether this Windows allows paths above 260 letters."""
    if sys.platform != "win32":
        return True
    import winreg

    try:
        where = r"SYSTEM\CurrentControlSet\Control\FileSystem"
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, where) as key:
            return winreg.QueryValueEx(key, "LongPathsEnabled")[0] == 1
    except OSError:
        return False


def disk(build: str) -> Row:
    """Room for the downloads, where they go and where they are unpacked."""
    need = DISK_GB["cpu" if build == "cpu" else "cuda"]
    if (environment.venv() / "pyvenv.cfg").exists():
        need /= 2
    return room(need, "make room, then try again")


def room(need: float, fix: str) -> Row:
    """Whether so many GB are free where the course lies."""
    free = free_gb()
    if free < need:
        return Row("FAIL", "disk", f"{free:.1f} GB free of {need:.1f} GB", fix)
    return Row("OK", "disk", f"{free:.0f} GB free")


def free_gb() -> float:
    """Free space where the course lies."""
    return shutil.disk_usage(environment.ROOT).free / 1e9


def card(build: str) -> Row:
    """The graphics card, and the size of the build that uses it."""
    found = gpu.find()
    if found is None:
        words = "no NVIDIA card with a driver: the small build (0.2 GB to download)"
        return Row("OK", "GPU", words if sys.platform != "darwin" else "Apple's, if there is one")
    if build != "cpu":
        words = f"{found.name}: PyTorch's CUDA build {build}, about 3 GB to download"
        return Row("OK", "GPU", words, "`lab --cpu` takes the small build instead")
    if gpu.build_for(found) != "cpu":
        return Row("OK", "GPU", f"{found.name} is left alone, as asked (--cpu)")
    fix = "update NVIDIA's driver, then: python3 -m tutor_utils lab --gpu"
    words = f"{found.name}: its driver {found.driver} is too old for CUDA, so the CPU is used"
    return Row("WARN", "GPU", words, fix)
