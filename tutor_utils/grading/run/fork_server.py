"""A fork server: PyTorch, pytest and the kernel are loaded once, and each run is a fork of it.

``multiprocessing``'s fork server would nearly do. But it hands its children the caller's arguments,
environment and authentication key. What is loaded once serves all workers: each gets a fork that
makes its runs.

This process knows no truth: it never imports ``tutor_utils.exercises``. A fork enters the
namespaces that bubblewrap has made (``setns``), drops every capability, and only then runs the
learner's code. The server runs as ``python -m tutor_utils.grading.run.fork_server`` with a socket
as its stdin.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import socket
import sys
from typing import Any

from . import call_filter

assert sys.platform == "linux"  # what follows is there alone

OUT = 3  # in a run: the pipe that observations leave by
ORDERS = 4  # the pipe that orders come by
MEBI = 2**20
THREADS_MB = 256  # addresses that the kernel's own threads reserve
MOST_PROCESSES = 4096  # for the whole account, on old kernels
_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER = 1, 24, 36
_PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT = 38, 47
_LIBC = ctypes.CDLL(None, use_errno=True)


# jsonschema would make grammars for kinds of addresses and times that no notebook holds, in 2 s;
# nobody looks for faults in a run with a debugger
UNUSED = ("rfc3987_syntax", "isoduration", "debugpy")


def main() -> None:
    """Wait until somebody connects, load, and serve until the socket, which is stdin, is closed."""
    control = socket.socket(fileno=0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, not for its runs
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # forks that ended need no burial
    if not control.recv(1, socket.MSG_PEEK):
        os._exit(0)
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # loading takes seconds
    sys.modules.update(dict.fromkeys(UNUSED))  # type: ignore[arg-type]
    gc.disable()  # what is loaded stays: looking through it time and again would take a second
    from . import inside

    inside.warm_up()
    for name in UNUSED:
        del sys.modules[name]
    gc.freeze()
    gc.enable()
    if not call_filter.missing():
        call_filter.ready()
    try:
        inside.serve(lambda: _next_run(control), OUT, ORDERS)
    finally:
        os._exit(1)  # a run that is over


def _next_run(control: socket.socket) -> tuple[bytes, dict[str, Any]]:
    """Wait for orders; come back in the process of each run."""
    _serve_each(control)
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # no process of a run gets away
    control.sendall(f"ready {os.getpid()}".encode())
    while True:
        message, fds, _, _ = socket.recv_fds(control, 65536, 16)
        if not message:
            os._exit(0)
        if os.fork() == 0:
            order = json.loads(message)
            return _enter(order, fds), order
        for fd in fds:
            os.close(fd)


def _serve_each(control: socket.socket) -> None:
    """Come back in a fork for each that connects, with the connection in ``control``'s place."""
    while True:
        message, fds, _, _ = socket.recv_fds(control, 1, 1)
        if not message:
            os._exit(0)
        if os.fork() == 0:
            os.dup2(fds[0], control.fileno())
            os.close(fds[0])
            return
        os.close(fds[0])


def _enter(order: dict[str, Any], fds: list[int]) -> bytes:
    """Go behind the walls; give the job."""
    job, out, done, orders, *namespaces = fds
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    for namespace in namespaces:
        if _LIBC.setns(namespace, 0):
            raise OSError(ctypes.get_errno(), "setns")
    runner = os.fork()  # a new process-id namespace holds only for children
    if runner:
        os.dup2(done, OUT)  # closes with this process: the run has ended
        os.closerange(0, OUT)
        os.closerange(OUT + 1, 4096)
        os.waitpid(runner, 0)
        os._exit(0)
    os.setsid()  # a signal for a whole group goes to those outside too
    nothing = os.open(os.devnull, os.O_RDWR)
    with os.fdopen(os.dup(job), "rb") as file:
        text = file.read()
    os.dup2(out, 40)
    os.dup2(orders, 41)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    os.dup2(40, OUT)
    os.dup2(41, ORDERS)
    os.closerange(ORDERS + 1, 4096)
    os.chdir(order["home"])
    _limit(order)
    _drop_capabilities()
    call_filter.load()
    return text


def _limit(order: dict[str, Any]) -> None:
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()  # noqa: PTH123, SIM115
    limits = {
        resource.RLIMIT_AS: used + (order["memory_mb"] + THREADS_MB) * MEBI,
        resource.RLIMIT_CPU: order["seconds"] + 5,
        resource.RLIMIT_FSIZE: order["disk_mb"] * MEBI,
        resource.RLIMIT_NOFILE: 256,
        resource.RLIMIT_NPROC: MOST_PROCESSES,  # the monitor outside counts more closely
        resource.RLIMIT_CORE: 0,
    }
    for name, value in limits.items():
        resource.setrlimit(name, (value, value))


def _drop_capabilities() -> None:
    """Drop every capability, for good."""
    for capability in range(64):
        _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _LIBC.prctl(_PR_CAP_AMBIENT, 4, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if _LIBC.capset(header, (ctypes.c_uint32 * 6)()):
        raise OSError(ctypes.get_errno(), "capset")
    if _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs")


if __name__ == "__main__":
    main()
