"""Put one fault into one module, and see whether the tests of its part notice it.

Each run is a fork of a process that has PyTorch loaded, so it takes the time of the tests alone.
"""

import ast
import importlib.machinery
import importlib.util
import multiprocessing
import os
import resource
import signal
import sys
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType

import pytest
import torch

from tutor_utils.authoring.mutants import mutants
from tutor_utils.course import answers  # noqa: F401 - it brings all packages that the forks need

ROOT = Path(__file__).resolve().parents[2]
CPU_SECONDS, SECONDS = 120, 900  # a run that takes longer has been noticed: it does not end
BYTES = 8 << 30
PACKAGE, INSIDE = str(ROOT / "tutor_utils"), len(str(ROOT)) + 1
_FORK = multiprocessing.get_context("fork")

# A folder or file of the package -> its tests. Nothing else runs on its faults.
TESTS = {
    **dict.fromkeys(
        (
            f"engine{room}"
            for room in ("/run", "/conditions", "/naming/errors", "/naming", "/verdict", "")
        ),
        ("tests/engine",),
    ),
    "course": ("tests/course",),
    "exercises/__init__.py": ("tests/exercises/test_registry.py",),
    "exercises/folder.py": ("tests/exercises/test_exercise_folder.py",),
    "exercises/modules.py": ("tests/exercises/test_module_framework.py",),
    "exercises/nb06/reference.py": ("tests/exercises/nb06",),
    "exercises/parts.py": ("tests/exercises/test_parts.py", "tests/exercises/nb06"),
    "models/scripted.py": ("tests/models/test_scripted.py", "tests/exercises/test_decoders.py"),
}
EVERYTHING = "*"  # in place of a function: this test may enter any


def _files() -> list[str]:
    package = ROOT / "tutor_utils"
    found: list[Path] = []
    for name in TESTS:
        path = package / name
        found += [path] if path.is_file() else sorted(path.glob("*.py"))
    return [p.relative_to(ROOT).as_posix() for p in found if p.read_text("utf-8").count("\n") > 1]


PARTS = _files()


@dataclass(frozen=True)
class Fault:
    """A module with one fault in it.

    Attributes:
        change: The statement, and what became of it.
        function: The function that it is in; empty where it is read when the module is imported,
            and where what the function returns is kept.
    """

    file: str
    change: str
    text: str
    function: str


def faults_of(file: str) -> list[Fault]:
    """Every small change to a module, once. Each function or class is changed by itself."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    parts = [ast.unparse(statement) for statement in tree.body]
    found = []
    for i, (part, statement) in enumerate(zip(parts, tree.body, strict=True)):
        plain = isinstance(statement, ast.FunctionDef | ast.ClassDef)
        function = statement.name if plain and not statement.decorator_list else ""
        for mutant in mutants(part):
            if mutant.kind not in ("detach", "fixed"):  # they suit answers alone
                change = f"{mutant.statement}  |  {mutant.change}"
                text = "\n".join([*parts[:i], mutant.text, *parts[i + 1 :]])
                found.append(Fault(file, change, text, function))
    return found


def tests_of(file: str) -> tuple[str, ...]:
    """The tests of a module's part."""
    return next(t for name, t in TESTS.items() if file.startswith(f"tutor_utils/{name}"))


def reached(tests: tuple[str, ...]) -> dict[str, list[str]]:
    """Test -> the functions of the package that it enters. The fastest test comes first.

    The empty name stands for what is entered while the tests are collected. What a fixture of a
    whole module makes is entered by the first test that asks for it. A test that fails on the code
    as it is says nothing of faults: it is named and left out.

    Raises:
        RuntimeError: the tests cannot be read.
    """
    here, there = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_run, args=(None, _Recorder(there), tests))
    process.start()
    there.close()
    try:
        found, failed = here.recv()
    except EOFError:
        found, failed = {}, []
    process.join()
    print(*(f"{test} fails on the code as it is: left out.\n" for test in failed), end="")
    if not found:
        raise RuntimeError(f"{', '.join(tests)} cannot be read: mend that first.")
    return found


def tests_for(fault: Fault, found: dict[str, list[str]]) -> list[str]:
    """The tests that may notice a fault: those of its module first, the fastest of them first."""
    name, own = f"{fault.file}:{fault.function}", f"/test_{Path(fault.file).stem}.py:"
    everywhere = not fault.function or name in found[""]
    chosen = [
        test
        for test, names in found.items()
        if test and (everywhere or name in names or EVERYTHING in names)
    ]
    return sorted(chosen, key=lambda test: own not in test)


def noticed(faults: list[Fault], jobs: int) -> list[bool]:
    """Whether each fault makes a test fail, or run without an end.

    Raises:
        RuntimeError: tests cannot be read.
    """
    torch.set_num_threads(1)
    parts = {tests: reached(tests) for tests in {tests_of(fault.file) for fault in faults}}
    found: dict[int, bool] = {}
    running: dict[int, tuple[int, multiprocessing.process.BaseProcess, float]] = {}
    todo = list(enumerate(faults))[::-1]
    while todo or running:
        while todo and len(running) < jobs:
            number, fault = todo.pop()
            tests = tests_of(fault.file)
            order = _Order(tests_for(fault, parts[tests]))
            process = _FORK.Process(target=_run, args=(fault, order, tests))
            process.start()
            running[process.sentinel] = number, process, time.monotonic() + SECONDS
        wait(list(running), timeout=1)
        for sentinel, (number, process, end) in list(running.items()):
            if process.is_alive() and time.monotonic() > end:
                os.killpg(process.pid or 0, signal.SIGKILL)
                process.join()
            if not process.is_alive():
                process.join()
                found[number] = process.exitcode not in (0, pytest.ExitCode.NO_TESTS_COLLECTED)
                del running[sentinel]
                fault = faults[number]
                told = "." if found[number] else f"\n{fault.file}: {fault.change}\n"
                print(told, end="", flush=True)
    return [found[number] for number in range(len(faults))]


def _run(fault: Fault | None, plugin: object, tests: tuple[str, ...]) -> None:
    """In a fork: the tests with the faulty module in the place of the right one."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
    if fault:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        sys.meta_path.insert(0, _Finder(fault))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    for name in [m for m in sys.modules if m.partition(".")[0] == "tutor_utils"]:
        del sys.modules[name]
    sys.dont_write_bytecode = True
    os.environ |= {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    arguments = ["-q", "--assert=plain", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
    arguments += ["--exitfirst"] * bool(fault) + [str(ROOT / t) for t in tests]
    os._exit(int(pytest.main(arguments, plugins=[plugin])))


class _Recorder:
    """Notes which functions each test enters, and sends it when all have run."""

    def __init__(self, there: Connection) -> None:
        self.there = there
        self.entered: dict[str, set[str]] = {"": set()}
        self.took: dict[str, float] = {"": 0.0}
        self.failed: set[str] = set()
        self.now = self.entered[""]

    def trace(self, frame: FrameType, event: str, argument: object) -> None:
        """Note the function, and ask for none of its lines. It works without builtins."""
        code = frame.f_code
        if code.co_filename.startswith(PACKAGE):
            self.now.add(f"{code.co_filename[INSIDE:]}:{code.co_qualname.partition('.')[0]}")

    def pytest_configure(self) -> None:
        sys.settrace(self.trace)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        self.now = self.entered[item.nodeid] = set()
        begin = time.process_time()
        try:
            return (yield)
        finally:
            self.took[item.nodeid] = time.process_time() - begin
            if sys.gettrace() != self.trace:  # taken away, as a RecursionError inside of it does
                self.now.add(EVERYTHING)
            self.now = self.entered[""]
            sys.settrace(self.trace)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        sys.settrace(None)
        told = sorted(self.took.keys() - self.failed, key=self.took.__getitem__)
        self.there.send(({t: sorted(self.entered[t]) for t in told}, sorted(self.failed)))


class _Order:
    """Leaves out the tests that cannot notice a fault."""

    def __init__(self, chosen: list[str]) -> None:
        self.chosen = {test: i for i, test in enumerate(chosen)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The chosen ones, in their order."""
        items[:] = [item for item in items if item.nodeid in self.chosen]
        items.sort(key=lambda item: self.chosen[item.nodeid])


class _Finder:
    """Finds the faulty module before Python finds the right one."""

    def __init__(self, fault: Fault) -> None:
        path = Path(fault.file).with_suffix("")
        self.name = ".".join(path.parent.parts if path.name == "__init__" else path.parts)
        self.path, self.fault = str(ROOT / fault.file), fault

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        loader = _Loader(name, self.path)
        loader.text = self.fault.text
        return importlib.util.spec_from_file_location(name, self.path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    text = ""

    def get_code(self, fullname: str):
        return compile(self.text, self.path, "exec", dont_inherit=True)
