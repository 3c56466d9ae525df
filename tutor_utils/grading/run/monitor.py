"""What a run may use, and who counts it: from outside, by what Linux tells of its processes."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import psutil

from .walls import HOW_TO, NoSandbox

MOST_SOCKETS = 128  # of a run: each holds up to 0.4 MB that no process has


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


class Monitor:
    """Counts the processes of a run, their memory and their time, from outside."""

    EVERY_S = 0.2
    FAR = 30  # times the limit, by the clock alone: there a run ends, however long it waited

    def __init__(
        self, limits: Limits, fork_server: int, bwrap: int | None, inside: int | None
    ) -> None:
        self.limits, self.inside = limits, inside
        self.roots = [psutil.Process(pid) for pid in (fork_server, bwrap) if pid]
        self.own = _private(self.roots[0].pid)  # each fork begins with as much, and shares it
        self.rank = _stat(self.roots[0].pid)[2]
        self.next = 0.0
        self.waited = self.worked = 0.0
        self.stood_back = False  # a process of the run has let others go first

    def limit_reached(self, elapsed: float) -> End | None:
        """The limit that the run has passed, if any; ``elapsed`` seconds are over."""
        if time.monotonic() < self.next:
            return None
        self.next = time.monotonic() + self.EVERY_S
        found = [p for root in self.roots for p in _descendants(root)]
        times = [_stat(pid) for pid in found]
        self.waited = max([self.waited, *(waited for waited, _, _ in times)])
        self.worked = max(self.worked, sum(worked for _, worked, _ in times))
        self.stood_back |= any(rank not in (self.rank, "") for _, _, rank in times)
        self.stood_back |= any(map(_group_stands_back, found))
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
        each other, all that these worked is; and where one of them lets others go first, all is.
        """
        if self.stood_back:
            return elapsed
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


def _stat(pid: int) -> tuple[float, float, str]:
    """How long a process waited for a processor, and had one with its children; its place in line.

    The last is "" where the process has ended.
    """
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    with contextlib.suppress(OSError, ValueError, IndexError):
        waited = int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[1]) / 1e9
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        worked = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        return waited, worked, f"nice {fields[16]}, policy {fields[38]}"
    return 0.0, 0.0, ""


def _group_stands_back(pid: int) -> bool:
    """Whether its session stands behind others; each run begins one, with nice 0."""
    with contextlib.suppress(OSError):
        return not Path(f"/proc/{pid}/autogroup").read_text("ascii").endswith(" nice 0\n")
    return False


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
