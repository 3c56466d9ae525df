"""Run a job in a sandbox: a fork of the fork server moves in behind the walls of bubblewrap.

What comes out is one pipe of bytes, counted as they come.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from . import walls
from .monitor import End, Limits, Monitor
from .protocol import FRAME, NOTE, STARTED
from .walls import HOME, HOW_TO, NoSandbox

ROOT = Path(__file__).resolve().parents[3]
MOST_NOTES, MOST_OF_A_NOTE = 100_000, 1000  # of a run; bytes
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


class NotStarted(RuntimeError):
    """The sandbox or the kernel failed before any code of the learner's ran."""


class ForkServer:
    """A process that loads PyTorch, and a fork of it for each that connects.

    It loads when the first connects. Forks of this process share it, and it ends with the last.
    """

    def __init__(self) -> None:
        walls.need_linux()
        self._control, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tutor_utils.grading.run.fork_server"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env=ENVIRONMENT | {"PYTHONPATH": str(ROOT)},
            )

    def connect(self) -> tuple[socket.socket, int]:
        """The way to give orders to a fork of the server, and its process id.

        Raises:
            OSError: the server has ended.
        """
        if sys.platform != "linux":
            raise NoSandbox(HOW_TO)
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._control, [b"+"], [theirs.fileno()])
        word, _, number = ours.recv(32).partition(b" ")
        if word != b"ready":
            raise ConnectionError("The process that runs submissions did not start.")
        return ours, int(number)

    def close(self) -> None:
        """End it. Those that have connected go on."""
        self._control.close()
        self.process.kill()
        self.process.wait()


class Sandbox:
    """Runs jobs, one at a time, each in a sandbox of its own.

    The first run connects to the fork server, ``server`` or else one for this process alone.
    """

    def __init__(self, server: ForkServer | None = None) -> None:
        self.server = server
        self.fork = 0  # the id of the process that the runs are forks of
        self._orders: socket.socket | None = None

    def close(self) -> None:
        """Leave the fork server; the next run connects again."""
        if self._orders:
            self._orders.close()
        self._orders = None

    def run(self, job: bytes, limits: Limits, unsafe: bool = False) -> Run:
        """Run a job. Where it does not even start, try once more.

        It ends in ``limits.seconds`` of its own or little later (``Limits``).

        Args:
            job: What ``judge.job`` packs.
            limits: What it may use.
            unsafe: Run it without walls.

        Raises:
            NotStarted, OSError: it did not start then either.
        """
        for last in (False, True):
            try:
                with self.begin(job, limits, unsafe) as run:
                    run.no_more()
                    run.answer()
                    break
            except (NotStarted, OSError):
                self.close()
                if last:
                    raise
        return run

    def _connected(self) -> socket.socket:
        if self._orders is None and self.server:
            with contextlib.suppress(OSError):  # it may have ended: there is another way
                self._orders, self.fork = self.server.connect()
        if self._orders is None:
            self.server = ForkServer()
            self._orders, self.fork = self.server.connect()
        return self._orders

    @contextlib.contextmanager
    def begin(self, job: bytes, limits: Limits, unsafe: bool = False) -> Iterator[Run]:
        """Begin a job that may be given orders; it ends with the body, or as in ``run``.

        Raises:
            NotStarted, OSError: it did not start.
        """
        if sys.platform != "linux":
            raise NoSandbox(HOW_TO)
        fork = self._connected()
        with contextlib.ExitStack() as stack:
            if unsafe:
                home = stack.enter_context(tempfile.TemporaryDirectory(prefix="marking-"))
                bwrap, first, namespaces = None, None, []
            else:
                home = HOME
                bwrap, first = stack.enter_context(walls.bwrap(limits.disk_mb))
                namespaces = stack.enter_context(walls.namespaces(first))
            order = asdict(limits) | {"home": home, "environment": ENVIRONMENT | {"HOME": home}}
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
            socket.send_fds(fork, [json.dumps(order).encode()], fds)
            for fd in (out_end, done_end, orders_end):
                os.close(fd)
            monitor = Monitor(limits, self.fork, bwrap, first)
            if unsafe:
                stack.callback(monitor.kill_leftovers)
            run = Run(out, done, orders, limits, monitor)
            stack.callback(run.no_more)
            yield run


class Run:
    """A run that has begun: it sends an answer, and where it is given orders one for each.

    Attributes:
        body: That of the last message that the probe sent, None where none came.
        notes: Those that it made meanwhile, as the answer ran.
        end: How it ended.
        seconds: How long it took, as the limits count.
    """

    body: bytes | None = None
    notes: tuple[list[Any], ...] = ()
    end = End.DONE
    seconds = 0.0

    def __init__(self, out: int, done: int, orders: int, limits: Limits, monitor: Monitor) -> None:
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

    def answer(self, order: bytes = b"") -> bytes:
        """Give an order, and read until the answer is whole, the run ends or a limit is reached.

        Raises:
            NotStarted: no code of the job ran.
        """
        self.end = self._collect(memoryview(order))
        self.seconds = self._monitor.counted(time.monotonic() - self._start)
        begun = len(STARTED) if not self._read else 0
        if begun and not self._data.startswith(STARTED):
            raise NotStarted(f"The kernel did not start ({self.end} after {self.seconds:.0f} s).")
        place, self.notes = after_notes(self._data, begun)
        body = message(self._data, place, FRAME)
        self.body = bytes(self._data[body]) if body else None
        used = body.stop if body else place
        self._read += used
        del self._data[:used]
        return self.body or b""

    def _collect(self, order: memoryview) -> End:
        out, done, data, end = self._out, self._done, self._data, None
        place = 0 if self._read else len(STARTED)  # of what follows the notes that have come
        if message(data, place, FRAME):
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
                elif message(data, place := after_notes(data, place)[0], FRAME):
                    end = End.DONE
                elif piece and time.monotonic() < self._monitor.next:
                    continue
            if end is None and done in ready:
                end = End.DONE
            elif end is None:
                end = self._monitor.limit_reached(time.monotonic() - self._start)
        return end


def message(data: bytes | bytearray, start: int, kind: bytes) -> slice | None:
    """The place of the body of the message that begins at ``start``, once all of it is there."""
    head = start + len(kind) + 8
    if len(data) < head or not data.startswith(kind, start):
        return None
    end = head + int.from_bytes(data[head - 8 : head], "big")
    return slice(head, end) if len(data) >= end else None


def after_notes(data: bytes | bytearray, start: int) -> tuple[int, tuple[list[Any], ...]]:
    """The notes that begin at ``start``, and the place behind the last that is whole."""
    found: list[list[Any]] = []
    while body := message(data, start, NOTE):
        with contextlib.suppress(ValueError, RecursionError):
            if len(found) == MOST_NOTES or body.stop - body.start > MOST_OF_A_NOTE:
                raise ValueError("no probe of ours notes so much")
            note = json.loads(bytes(data[body]))
            found += [note] if isinstance(note, list) else []
        start = body.stop
    return start, tuple(found)
