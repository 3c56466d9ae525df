"""Begin ``grade`` anew, so that it and the fork server load PyTorch once, together.

A run may read all memory of its process, so the fork server must never have held anything of the
instructor's. The command therefore starts a second time, in the environment that a run may see. It
loads PyTorch and nothing of the course, and its fork waits to become the fork server. Only then
does it read what it was called with.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import sys


def main() -> int:
    """Load PyTorch, fork, and go on as the command was asked to; return its exit code."""
    order = int(sys.argv[1])
    gc.disable()  # looking through what is being loaded would only take time
    import torch  # noqa: F401

    gc.freeze()
    gc.enable()
    pid, control = _fork(order)
    os.lseek(order, 0, os.SEEK_SET)
    with os.fdopen(order, "rb") as file:
        argv, inputs, environment = json.load(file)
    os.environ.clear()
    os.environ.update(environment)
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in environment  # a run's is not ours
    from ..grading import grade
    from ..grading.run import sandbox
    from . import commands

    sandbox.prepare(pid, control)
    return commands.exit_code_of(lambda: grade.mark(argv, inputs))


def _fork(order: int) -> tuple[int, socket.socket]:
    """The process that waits to become the fork server, and the socket for its orders."""
    if sys.platform != "linux":
        raise OSError("a fork server is for Linux")
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid:
        theirs.close()
        return pid, ours
    os.close(order)
    ours.close()
    os.dup2(theirs.fileno(), 0)
    theirs.close()
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)
    os.chdir("/")
    from ..grading.run import fork_server

    fork_server.main()
    os._exit(1)


if __name__ == "__main__":
    os._exit(main())  # to take PyTorch down piece by piece would only take time
