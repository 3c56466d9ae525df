"""What runs inside the sandbox: nbval runs the rebuilt notebook, its last cell sends observations.

Nothing that this side says is believed. It holds the learner's code and the inputs of one exercise,
and no truth.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import cloudpickle
import ipykernel.kernelapp
import jupyter_client.provisioning.local_provisioner as provisioner
import pytest
import torch
from jupyter_client.blocking.client import BlockingKernelClient

from ..engine.guard import no_trace
from ..engine.observation import Observation
from ..engine.observe import run_trials
from ..learner import seeding

LATE = (  # modules that a run loads, found by looking at sys.modules after one
    *("IPython.core.completerlib", "IPython.core.debugger", "IPython.core.logger"),
    *("IPython.core.oinspect", "IPython.extensions.storemagic", "ipykernel.debugger"),
    *("_pytest.junitxml", "_pytest.skipping", "_pytest.unittest", "nbformat.v4", "nbval.plugin"),
    *("numpy.ctypeslib", "psutil", "tornado.platform.asyncio", "torch._dynamo.eval_frame"),
    "torch.utils.serialization",
    # what trials are made of: behind the walls the course's files are not to be seen
    *("tutor_utils.engine.conditions", "tutor_utils.models", "tutor_utils.models.products"),
)
NOTEBOOK = "marking.ipynb"
PROBE = "probe"  # id and name of the last cell's function
STARTED = b"started "  # the kernel is up, and no cell has run: what follows is the learner's doing
FRAME = b"observation"  # a name, eight bytes that count, and so many bytes


def warm_up() -> None:
    """Load what a run would load late, and keep the collector from touching it in every fork."""
    torch.set_num_threads(1)
    torch.nn.Linear(2, 2)(torch.zeros(1, 2)).softmax(-1).sum().backward()
    for name in LATE:
        import_module(name)
    gc.collect()
    gc.freeze()


def run(job: bytes, out: int, order: dict[str, Any]) -> None:
    """Run nbval on the notebook of the job, with the kernel as a fork."""
    notebook, parts, payload = cloudpickle.loads(job)  # from outside: trusted, and read only once
    home = Path.cwd()
    (home / NOTEBOOK).write_text(notebook, "utf-8")
    (home / "my_transformer").mkdir()
    for name, text in parts.items():
        (home / "my_transformer" / name).write_text(text, "utf-8")
    os.environ.clear()
    os.environ.update(order["environment"])
    orders, orders_end = os.pipe()
    kernel = os.fork()
    if kernel == 0:
        os.close(orders_end)
        os.setsid()  # jupyter_client signals the whole process group
        argv = os.fdopen(orders).read().split("\0")
        _kernel(argv, payload, out)
        os._exit(0)
    os.close(orders)
    os.close(out)
    signal.signal(signal.SIGCHLD, lambda *_: _follow(kernel))
    # nbval waits for the kernel itself; the client's own wait lasts half a second longer
    BlockingKernelClient.wait_for_ready = lambda *_, **__: None
    patched: Any = provisioner
    patched.launch_kernel = lambda cmd, **_: _Forked(kernel, orders_end, cmd)
    pytest.main(
        [
            *("-q", "--noconftest", "-c", os.devnull, "--rootdir", str(home)),
            *("-p", "no:cacheprovider", "-p", "nbval.plugin", "--nbval-lax", "--nbval-current-env"),
            *(f"--nbval-cell-timeout={order['seconds']}", NOTEBOOK),
        ]
    )


def _follow(kernel: int) -> None:
    """End with the kernel: nbval would wait for the whole limit."""
    if os.waitid(os.P_PID, kernel, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        os._exit(0)


class _Forked:
    """The kernel process in the form that jupyter_client knows: a ``subprocess.Popen``."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, orders: int, command: list[str]) -> None:
        self.pid = pid
        self.returncode: int | None = None
        with os.fdopen(orders, "w") as pipe:
            pipe.write("\0".join(command[command.index("-f") :]))

    def poll(self) -> int | None:
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if ended else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def _kernel(argv: list[str], payload: bytes, out: int) -> None:
    _stub_helpers()
    sys.path[:] = [p for p in sys.path if not p or Path(p).exists()]
    sys.path.insert(0, str(Path.cwd()))
    app = ipykernel.kernelapp.IPKernelApp.instance()
    app.initialize([*argv, "--HistoryManager.enabled=False", "--IPKernelApp.quiet=True"])
    assert app.shell is not None
    names = app.shell.user_ns
    names[PROBE] = lambda name: _probe(name, names, payload, out)
    os.write(out, STARTED)
    app.start()


def _probe(name: str, names: dict[str, Any], payload: bytes, out: int) -> None:
    """Try the answer on the inputs, and send what was seen."""
    if name in names:
        with no_trace():
            seen = run_trials(cloudpickle.loads(payload), names[name])
        data = Observation(name, 0, seen).to_bytes()
    else:
        error = getattr(sys, "last_value", None)
        words = f"{type(error).__name__}: {error}"[:400] if error else ""
        data = json.dumps({"error": words}).encode()
    message = FRAME + len(data).to_bytes(8, "big") + data
    while message:
        message = message[os.write(out, message) :]


def _stub_helpers() -> None:
    """The helpers that a cell may call, without their work: nothing is checked or kept here."""
    course: Any = sys.modules[__package__.partition(".")[0]]

    def nothing(*_: Any, **__: Any) -> None:
        return None

    def mine(*wanted: str, own: bool = True) -> Any:
        found = [getattr(import_module(f"my_transformer.{n}"), n) for n in wanted]
        return found[0] if len(found) == 1 else tuple(found)

    class Pictures(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            return nothing

    for name in course.__all__:
        setattr(course, name, nothing)
    course.mine, course.set_seed, course.viz = mine, seeding.set_seed, Pictures("viz")
