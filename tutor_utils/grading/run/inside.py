"""What runs inside the sandbox: nbval runs the rebuilt notebook, its last cell sends observations.

Nothing that this side says is believed. It holds the learner's code and the inputs of one exercise,
and no truth.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
import types
from collections.abc import Callable
from contextlib import ExitStack, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import cloudpickle
import nbformat
import nbval.plugin
import pytest
import torch
from ipykernel.inprocess.ipkernel import InProcessKernel
from ipykernel.inprocess.manager import InProcessKernelManager
from ipykernel.iostream import IOPubThread, OutStream
from IPython.core.compilerop import CachingCompiler
from jupyter_core.utils import ensure_event_loop
from nbval.kernel import RunningKernel
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from traitlets import default
from traitlets.config import Config

from ... import noted
from ...engine.conditions import conditions  # noqa: F401  trials are made of it
from ...engine.exercise import Trial
from ...engine.observation import Observation
from ...engine.run.guard import no_trace, not_loaded_for_marks
from ...engine.run.observe import run_trials
from ...learner import seeding
from .protocol import FRAME, NOT_OWN_WORK, NOTE, NOTEBOOK, PROBE, STARTED
from .tries import Tries, orders


def warm_up() -> None:
    """Load what a run would load late."""
    torch.set_num_threads(1)
    torch.nn.Linear(2, 2)(torch.zeros(1, 2)).softmax(-1).sum().backward()
    nbformat.validate(nbformat.v4.new_notebook())  # reads the schema, once for all runs


def serve(next_run: Callable[[], tuple[bytes, dict[str, Any]]], out: int, asked: int) -> None:
    """Run nbval on the notebook of each job, with the kernel in this process.

    nbval asks its kernel by messages and does not mind where it lives. One of its own process costs
    half a second and four threads for each exercise; nothing is gained by it here, where nothing
    that comes out is believed, and the clock is kept outside. pytest and the kernel stand before
    any run: a run is a fork of this process in the middle of pytest.

    Args:
        next_run: Waits for runs; comes back in the fork of each, behind its walls.
        out: Where observations go.
        asked: Where orders come from.
    """
    kernel = _KernelHere()
    nbval.plugin.RunningKernel = lambda *_, **__: kernel
    _rehearse(kernel)
    # now: a fork that looks through all modules' names copies a page of memory for most of them
    _stub_helpers(kernel.shell.user_ns, _put_the_course_away())

    def begin() -> int:
        gc.collect()
        gc.freeze()  # else the collector would touch, and so copy, all of it in every fork
        job, order = next_run()
        _open(job, order, kernel, out, asked)
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


def _rehearse(kernel: _KernelHere) -> None:
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
        names = kernel.shell.user_ns
        trials = [Trial("0", (torch.ones(2, 2),), probe=lambda answer, x: answer(x))]
        _probe("answer", names, [], cloudpickle.dumps(trials), nothing.fileno())
        os.chdir(before)
        sys.stdout = output
    kernel.begin_again()


def _open(job: bytes, order: dict[str, Any], kernel: _KernelHere, out: int, asked: int) -> None:
    """Lay out the notebook, its parts and files in this run's home, its names in the kernel."""
    # from outside: trusted, and read only once
    files, payload, own_work, obeys = cloudpickle.loads(job)
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
    shell = kernel.shell
    errors: list[BaseException] = []
    shell.events.register("post_run_cell", lambda ran: _keep_error(ran, errors))
    names = shell.user_ns

    def probe(name: str) -> None:
        _probe(name, names, errors, payload, out, own_work, asked if obeys else None)
        os._exit(0)  # all that counts is said: pytest's and Python's own ends take time

    names[PROBE] = probe
    os.write(out, STARTED)


_FOR_FORKS = {"HistoryManager": {"enabled": False}, "Session": {"check_pid": False}}
_OVER = {  # all that nbval hears of a cell: it has come to its end
    "msg_type": "status",
    "parent_header": {"msg_id": "cell"},
    "content": {"status": "ok", "execution_state": "idle"},
}


class _KernelHere(RunningKernel):
    """ipykernel's kernel for a process of one's own, in the form that nbval knows.

    It has no thread and no file, so that forks can use it. Cells run as they do behind messages,
    and no message is written: what comes out is told by nobody here.
    """

    language = "python"

    def __init__(self) -> None:
        self.km = InProcessKernelManager(config=Config(_FOR_FORKS))
        with tempfile.TemporaryDirectory() as folder:
            os.environ["IPYTHONDIR"] = folder
            self.km.kernel = _Kernel(parent=self.km, session=self.km.session)
        self.inner = cast(Any, self.km.kernel)
        self.shell = self.inner.shell
        # ipykernel's compiler names cells by a hash in plain Python
        self.shell.compile = CachingCompiler()
        self.shell.showtraceback = lambda *_, **__: None  # to lay one out takes time: unread
        self.begin_again()

    def begin_again(self) -> None:
        """Forget what was run."""
        self.shell.reset()
        ensure_event_loop().close()  # forks would share its descriptors: each opens its own

    def execute_cell_input(self, cell_input: str, allow_stdin: bool | None = None) -> str:
        """Run a cell, in a loop that runs already, as in a notebook."""
        with self.inner._redirected_io():
            ensure_event_loop().run_until_complete(self._run(cell_input))
        return "cell"

    async def _run(self, source: str) -> None:
        """What ipykernel's ``do_execute`` does, with the cell read once in place of twice."""
        shell = self.shell
        ran: Any = None
        fault: Any = None
        self.inner._forward_input(allow_stdin=False)
        try:
            code = shell.transform_cell(source)
        except Exception:
            code, fault = source, sys.exc_info()
        try:
            ran = await shell.run_cell_async(
                source, transformed_cell=code, preprocessing_exc_tuple=fault
            )
        except BaseException:  # the next cell runs all the same
            shell.showtraceback(running_compiled_code=True)
        finally:
            shell.events.trigger("post_execute")
            shell.events.trigger("post_run_cell", ran)
            self.inner._restore_input()

    def get_message(self, stream: str, timeout: float | None = None) -> Any:
        return _OVER

    def stop(self) -> None:
        pass


class _Kernel(InProcessKernel):
    @default("iopub_thread")
    def _default_iopub_thread(self) -> IOPubThread:
        return _NoThread(self._underlying_iopub_socket, session=self.session)

    @default("stdout")
    def _default_stdout(self) -> OutStream:
        return _Unread(self.session, self.iopub_thread, "stdout", watchfd=False)


class _Unread(OutStream):
    """Takes what cells print, and sends nobody a message for each line of it."""

    def write(self, string: str) -> int:
        if not isinstance(string, str):
            raise TypeError(f"write() argument must be str, not {type(string)}")
        return len(string)


class _NoThread(IOPubThread):
    """Is never started, and sends nothing: nobody reads what cells show."""

    def _setup_event_pipe(self) -> None:
        pass

    def send_multipart(self, *_: Any, **__: Any) -> None:
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


class _Beneath(TorchDispatchMode):
    """Refuses it below the answer too, where TorchScript and modes of the answer's own arrive.

    What a library makes of plain operations is known by the functions that lead to its softmax.
    """

    READY = (*_OwnWork.READY, "flex_attention", "_safe_softmax")  # the last is made for it alone
    OURS = str(Path(torch.__file__).parents[1])  # where packages lie
    supports_higher_order_operators = True

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # else the first use imports all of PyTorch's compiler, more than a second

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = getattr(func, "__name__", "") or str(func)
        if any(word in name for word in self.READY) or ("softmax" in name and self._of_a_library()):
            _refuse()
        return func(*args, **(kwargs or {}))

    def _of_a_library(self) -> bool:
        frame: types.FrameType | None = sys._getframe(2)
        while frame is not None:
            code = frame.f_code
            if code.co_filename.startswith(self.OURS) and "atten" in (
                f"{code.co_filename} {code.co_qualname}".lower().replace(_COURSE, "")
            ):
                return True
            frame = frame.f_back
        return False


def _refuse(*_: Any, **__: Any) -> None:
    noted.note(NOT_OWN_WORK)  # the error may reach the judge in other words
    raise RuntimeError(NOT_OWN_WORK)


def _keep_error(ran: Any, errors: list[BaseException]) -> None:
    """The error that a cell ended in; pytest takes ``sys.last_value`` away."""
    error = ran.error_before_exec or ran.error_in_exec
    if error is not None:
        errors.append(error)


def _probe(
    name: str,
    names: dict[str, Any],
    errors: list[BaseException],
    payload: bytes,
    out: int,
    own_work: bool = False,
    asked: int | None = None,
) -> None:
    """Try the answer on the inputs, and send what was seen.

    Args:
        asked: Where orders come from that say what to try in its place; None where none will.
    """
    sys.modules.update(_OF_THE_COURSE)  # probes are made of the engine's functions
    if name in names:
        noted.leave_by(lambda note: _send(out, NOTE, json.dumps(note).encode()))
        with no_trace(), ExitStack() as watched:
            for mode in (_Beneath, _OwnWork) if own_work else ():
                watched.enter_context(mode())
            trials = cloudpickle.loads(payload)
            if asked is not None:
                tries = Tries(name, names, trials)
                for order in orders(asked):
                    _send(out, FRAME, tries.obey(*order))
                return
            seen = run_trials(trials, names[name])
        data = Observation(name, 0, seen).to_bytes()
    else:
        words = f"{type(errors[-1]).__name__}: {errors[-1]}"[:400] if errors else ""
        data = json.dumps({"error": words}).encode()
    _send(out, FRAME, data)


def _send(out: int, kind: bytes, data: bytes) -> None:
    message = kind + len(data).to_bytes(8, "big") + data
    while message:
        message = message[os.write(out, message) :]


_COURSE = __package__.partition(".")[0]
_OF_THE_COURSE: dict[str, types.ModuleType] = {}  # while a learner's cells run


def _put_the_course_away() -> Any:
    """Leave of the course's modules an empty one: a cell imports what a notebook does, no more."""
    for name in [name for name in sys.modules if name.startswith(f"{_COURSE}.")]:
        _OF_THE_COURSE[name] = sys.modules.pop(name)
    stub = types.ModuleType(_COURSE)
    stub.__dict__["__all__"] = sys.modules[_COURSE].__all__
    sys.modules[_COURSE] = stub
    return stub


def _stub_helpers(names: dict[str, Any], course: Any) -> None:
    """The helpers that a cell may call, without their work: nothing is checked or kept here."""

    def nothing(*_: Any, **__: Any) -> None:
        return None

    def mine(*wanted: str, own: bool = True) -> Any:
        found = [_part(n) if find_spec(f"my_transformer.{n}") else names[n] for n in wanted]
        return found[0] if len(found) == 1 else tuple(found)

    def _part(name: str) -> Any:
        return getattr(import_module(f"my_transformer.{name}"), name)

    class Pictures(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            return nothing

    for name in course.__all__:
        setattr(course, name, nothing)
    course.mine, course.set_seed, course.viz = mine, seeding.set_seed, Pictures("viz")
