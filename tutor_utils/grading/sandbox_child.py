"""What runs inside the sandbox: nbval runs the rebuilt notebook, its last cell sends observations.

Nothing that this side says is believed. It holds the learner's code and the inputs of one exercise,
and no truth.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import tempfile
import types
from collections.abc import Callable
from contextlib import nullcontext, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cloudpickle
import nbformat
import nbval.plugin
import pytest
import torch
from ipykernel.zmqshell import KernelMagics
from IPython.core.interactiveshell import InteractiveShell
from nbval.kernel import RunningKernel
from torch.overrides import TorchFunctionMode
from traitlets.config import Config

from ..engine.exercise import Trial
from ..engine.observation import Observation
from ..engine.run.compiler import not_loaded_for_marks
from ..engine.run.guard import no_trace
from ..engine.run.observe import run_trials
from ..learner import seeding
from .protocol import FRAME, NOT_OWN_WORK, NOTEBOOK, PROBE, STARTED


def warm_up() -> None:
    """Load what a run would load late."""
    torch.set_num_threads(1)
    torch.nn.Linear(2, 2)(torch.zeros(1, 2)).softmax(-1).sum().backward()
    # what trials are made of; its files are not seen behind the walls
    import_module(f"{_COURSE}.engine.conditions.conditions")
    nbformat.validate(nbformat.v4.new_notebook())  # reads the schema, once for all runs


def serve(next_run: Callable[[], tuple[bytes, dict[str, Any]]], out: int) -> None:
    """Run nbval on the notebook of each job, with the kernel in this process.

    nbval asks its kernel by messages and does not mind where it lives. One of its own process costs
    half a second and four threads for each exercise; nothing is gained by it here, where nothing
    that comes out is believed, and the clock is kept outside. pytest and the shell stand before
    any run: a run is a fork of this process in the middle of pytest.

    Args:
        next_run: Waits for runs; comes back in the fork of each, behind its walls.
        out: Where observations go.
    """
    kernel = _Kernel()
    nbval.plugin.RunningKernel = lambda *_, **__: kernel
    _rehearse(kernel)
    # now: a fork that looks through all modules' names copies a page of memory for most of them
    _stub_helpers(kernel.shell.user_ns, _put_the_course_away())

    def begin() -> int:
        gc.collect()
        gc.freeze()  # else the collector would touch, and so copy, all of it in every fork
        job, order = next_run()
        _open(job, order, kernel, out)
        return order["seconds"]

    with not_loaded_for_marks():  # by cells: 0.7 s for each run that makes an optimizer
        _nbval(begin)


def _nbval(begin: Callable[[], int]) -> None:
    """Run nbval on the notebook of this folder, once ``begin`` has told the seconds of a cell."""

    class Run:
        @pytest.hookimpl(tryfirst=True)
        def pytest_collection(self, session: pytest.Session) -> bool:
            session.config.option.nbval_cell_timeout = begin()
            # this file alone: pytest itself would look through the folders above it
            file = nbval.plugin.IPyNbFile.from_parent(session, path=Path.cwd() / NOTEBOOK)
            session.items = list(file.collect())
            session.testscollected = len(session.items)
            return True

    unused = ("cacheprovider", "faulthandler", "logging", "warnings", "doctest", "junitxml")
    pytest.main(
        [
            *("-q", "-s", "--noconftest", "-c", os.devnull, "--rootdir", "/"),
            *(argument for name in unused for argument in ("-p", f"no:{name}")),
            *("-p", "nbval.plugin", "--nbval-lax", "--nbval-current-env", os.devnull),
        ],
        plugins=[Run()],
    )


def _rehearse(kernel: _Kernel) -> None:
    """Go once through all that a run goes through, so that no fork has to load or set it up."""
    cells = [
        nbformat.v4.new_code_cell(
            "import torch\n\ndef answer(x):\n    return x @ torch.ones(2, 2)"
        ),
        nbformat.v4.new_code_cell("1 / 0"),
    ]
    before, output = Path.cwd(), sys.stdout
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nothing:
        os.chdir(folder)
        nbformat.write(nbformat.v4.new_notebook(cells=cells), NOTEBOOK)
        sys.stdout = nothing
        _nbval(lambda: 60)
        trials = [Trial("0", (torch.ones(2, 2),), probe=lambda answer, x: answer(x))]
        _probe("answer", kernel, cloudpickle.dumps(trials), nothing.fileno(), own_work=False)
        os.chdir(before)
        sys.stdout = output
    kernel.begin_again()


def _open(job: bytes, order: dict[str, Any], kernel: _Kernel, out: int) -> None:
    """Lay out the notebook, its parts and files in this run's home, its names in the kernel."""
    # from outside: trusted, and read only once
    files, payload, own_work = cloudpickle.loads(job)
    home = Path.cwd()
    (home / "my_transformer").mkdir()
    for name, content in files.items():
        (home / name).write_bytes(content)
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.path[:] = [p for p in sys.path if not p or Path(p).exists()]
    sys.path.insert(0, str(home))
    if own_work:
        _OwnWork.close()

    def probe(name: str) -> None:
        _probe(name, kernel, payload, out, own_work)
        os._exit(0)  # all that counts is said: pytest's and Python's own ends take time

    kernel.shell.user_ns[PROBE] = probe
    os.write(out, STARTED)


_OVER = {  # all that nbval hears of a cell: it has come to its end
    "msg_type": "status",
    "parent_header": {"msg_id": "cell"},
    "content": {"status": "ok", "execution_state": "idle"},
}


class _Shell(InteractiveShell):
    """A shell with the magics of a notebook, and no window."""

    def enable_gui(self, gui: Any = None) -> None:
        pass

    def init_magics(self) -> None:
        super().init_magics()
        self.register_magics(KernelMagics)

    def showtraceback(self, *_: Any, **__: Any) -> None:
        """To lay one out takes time, and nobody reads it."""


class _Kernel(RunningKernel):
    """IPython's shell in this process, in the form in which nbval knows a kernel.

    It has no thread, no file and no message, so that forks can use it.

    Attributes:
        errors: Those that cells ended in.
    """

    language = "python"

    def __init__(self) -> None:
        self.errors: list[BaseException] = []
        with tempfile.TemporaryDirectory() as folder:
            os.environ["IPYTHONDIR"] = folder
            no_history = Config({"HistoryManager": {"enabled": False}})
            self.shell: Any = _Shell.instance(config=no_history)
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin_again(self) -> None:
        """Forget what was run."""
        self.shell.reset()
        self.errors.clear()
        if self._loop:
            self._loop.close()  # forks would share its descriptors: each opens its own
        self._loop = None

    def execute_cell_input(self, cell_input: str, allow_stdin: bool | None = None) -> str:
        """Run a cell, in a loop that runs already, as in a notebook."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._run(cell_input))
        return "cell"

    async def _run(self, source: str) -> None:
        """What ``InteractiveShell.run_cell`` does, in a loop."""
        shell = self.shell
        ran: Any = None
        fault: Any = None
        try:
            code = shell.transform_cell(source)
        except Exception:
            code, fault = source, sys.exc_info()
        # the next cell runs whatever this one raises
        with suppress(BaseException):
            ran = await shell.run_cell_async(
                source, transformed_cell=code, preprocessing_exc_tuple=fault
            )
        shell.events.trigger("post_execute")
        shell.events.trigger("post_run_cell", ran)
        error = ran and (ran.error_before_exec or ran.error_in_exec)
        if error:
            self.errors.append(error)

    def get_message(self, stream: str, timeout: float | None = None) -> Any:
        return _OVER

    def is_alive(self) -> bool:
        return True

    def stop(self) -> None:
        pass


class _OwnWork(TorchFunctionMode):
    """Refuses the library's ready-made attention, by whatever name it is called."""

    READY = ("scaled_dot_product", "multi_head_attention", "_native_multi_head", "_transformer_enc")
    HOMES = (torch, torch.nn.functional, torch._C._nn, torch._C._VariableFunctions)

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if any(word in getattr(func, "__name__", "") for word in self.READY):
            _refuse()
        return func(*args, **(kwargs or {}))

    @classmethod
    def close(cls) -> None:
        """Refuse it by its usual names also where no mode is asked: in threads, in hooks."""
        for home in cls.HOMES:
            for name in filter(lambda n: any(word in n for word in cls.READY), dir(home)):
                with suppress(AttributeError, TypeError):
                    setattr(home, name, _refuse)


def _refuse(*_: Any, **__: Any) -> None:
    raise RuntimeError(NOT_OWN_WORK)


def _probe(name: str, kernel: _Kernel, payload: bytes, out: int, own_work: bool) -> None:
    """Try the answer on the inputs, and send what was seen."""
    sys.modules.update(_OF_THE_COURSE)  # probes are made of the engine's functions
    names, errors = kernel.shell.user_ns, kernel.errors
    if name in names:
        with no_trace(), _OwnWork() if own_work else nullcontext():
            seen = run_trials(cloudpickle.loads(payload), names[name])
        data = Observation(name, 0, seen).to_bytes()
    else:
        words = f"{type(errors[-1]).__name__}: {errors[-1]}"[:400] if errors else ""
        data = json.dumps({"error": words}).encode()
    message = FRAME + len(data).to_bytes(8, "big") + data
    while message:
        message = message[os.write(out, message) :]


_COURSE = __package__.partition(".")[0]
_OF_THE_COURSE: dict[str, types.ModuleType] = {}  # while a learner's cells run


def _put_the_course_away() -> Any:
    """Replace the course's modules by one empty package: cells import what a notebook does."""
    for name in [name for name in sys.modules if name.startswith(f"{_COURSE}.")]:
        _OF_THE_COURSE[name] = sys.modules.pop(name)
    stub = types.ModuleType(_COURSE)
    stub.__dict__["__all__"] = sys.modules[_COURSE].__all__
    sys.modules[_COURSE] = stub
    return stub


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _stub_helpers(names: dict[str, Any], course: Any) -> None:
    """The helpers that a cell may call, without their work: nothing is checked or kept here."""

    def mine(*wanted: str, own: bool = True) -> Any:
        found = [_part(n) if find_spec(f"my_transformer.{n}") else names[n] for n in wanted]
        return found[0] if len(found) == 1 else tuple(found)

    def _part(name: str) -> Any:
        return getattr(import_module(f"my_transformer.{name}"), name)

    class Pictures(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            return _nothing

    for name in course.__all__:
        setattr(course, name, _nothing)
    course.mine, course.set_seed, course.viz = mine, seeding.set_seed, Pictures("viz")
