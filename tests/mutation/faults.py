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
from multiprocessing.connection import wait
from pathlib import Path

import pytest
import torch

from tutor_utils.authoring.mutants import mutants
from tutor_utils.course import answers  # noqa: F401 - it brings all packages that the forks need

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60  # a run that takes longer has been noticed: it does not end
BYTES = 8 << 30

# A folder or file of the package -> its tests. Nothing else runs on its faults.
TESTS = {
    "engine": ("tests/engine",),
    "course": ("tests/course",),
    "exercises/__init__.py": ("tests/exercises/test_registry.py",),
    "exercises/folder.py": ("tests/exercises/test_folder.py",),
    "exercises/nb06": ("tests/exercises/nb06",),
    "models/scripted.py": ("tests/models/test_scripted.py",),
}
KINDS = ("slip", "mode")  # what is said of tensors suits the answers alone
SHARED = ("parts.py", "reference.py", "module_trials.py")  # of nb06: what its exercises share


def _files() -> list[str]:
    package = ROOT / "tutor_utils"
    found: list[Path] = []
    for name in TESTS:
        path = package / name
        every = [path] if path.is_file() else sorted(path.glob("*.py"))
        found += [p for p in every if not name.endswith("nb06") or p.name in SHARED]
    return [p.relative_to(ROOT).as_posix() for p in found if p.read_text("utf-8").count("\n") > 1]


PARTS = _files()


@dataclass(frozen=True)
class Fault:
    """A module with one fault in it. ``change`` shows the statement, and what became of it."""

    file: str
    change: str
    text: str


def faults_of(file: str) -> list[Fault]:
    """Every small change to a module, once. Each function or class is changed by itself."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    parts = [ast.unparse(statement) for statement in tree.body]
    found = []
    for i, part in enumerate(parts):
        for mutant in mutants(part):
            if mutant.kind in KINDS:
                change = f"{mutant.statement}  |  {mutant.change}"
                found.append(
                    Fault(file, change, "\n".join([*parts[:i], mutant.text, *parts[i + 1 :]]))
                )
    return found


def tests_of(file: str) -> tuple[str, ...]:
    """The tests of a module's part."""
    return next(t for name, t in TESTS.items() if file.startswith(f"tutor_utils/{name}"))


def noticed(faults: list[Fault], jobs: int, tests: tuple[str, ...] = ()) -> list[bool]:
    """Whether each fault makes a test fail, or run without an end."""
    torch.set_num_threads(1)
    fork = multiprocessing.get_context("fork")
    found: dict[int, bool] = {}
    running: dict[int, tuple[int, multiprocessing.process.BaseProcess, float]] = {}
    todo = list(enumerate(faults))[::-1]
    while todo or running:
        while todo and len(running) < jobs:
            number, fault = todo.pop()
            process = fork.Process(target=_run, args=(fault, tests or tests_of(fault.file)))
            process.start()
            running[process.sentinel] = number, process, time.monotonic() + SECONDS
        wait(list(running), timeout=1)
        for sentinel, (number, process, end) in list(running.items()):
            if process.is_alive() and time.monotonic() > end:
                os.killpg(process.pid or 0, signal.SIGKILL)
                process.join()
            if not process.is_alive():
                process.join()
                found[number] = process.exitcode != 0
                del running[sentinel]
                print(".x"[not found[number]], end="", flush=True)
    return [found[number] for number in range(len(faults))]


def _run(fault: Fault, tests: tuple[str, ...]) -> None:
    """In a fork: the tests with the faulty module in the place of the right one."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    for name in [m for m in sys.modules if m.partition(".")[0] == "tutor_utils"]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(fault))
    sys.dont_write_bytecode = True
    os.environ |= {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    own = [p for t in tests for p in sorted((ROOT / t).glob(f"test_{Path(fault.file).stem}.py"))]
    arguments = ["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
    code = 0
    for chosen in (own, [ROOT / t for t in tests]):  # the module's own tests fail first, mostly
        if chosen and not code:
            code = int(pytest.main([*arguments, *map(str, chosen)]))
    os._exit(code)


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
