"""How fast a class is marked: ``grade`` against nbgrader's ``autograde``, on the same notebooks."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from tutor_utils.course import sources

TIMES = 30  # how many times nbgrader's speed it has to have
TIMES_ONE = 15  # where the class hands in one notebook: the start is most of it
ROUNDS = 2


def main(copies: int, autograded: int = 1, notebook: str = "") -> int:
    """Print what a submission costs both, on complete submissions of all notebooks, or of one.

    Both take turns, so that what else this machine does slows both. Seconds are those of the
    processors, over all processes that a command starts, where the kernel counts them for us.

    Args:
        copies: Submissions for ``grade``, in each round.
        autograded: Submissions for nbgrader, which takes minutes for each.
        notebook: The number of the one that is handed in; "" for all.

    Returns:
        1 where ``grade`` is less than 30 times as fast in each round (15 for one notebook), or
        loses a point; else 0.
    """
    notebooks = sorted(sources.SOLUTIONS.glob(f"{notebook or '[0-9][0-9]*'}_*.ipynb"))
    times: list[float] = []
    lost = 0
    for number in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for i in range(copies):
                _copy(notebooks, folder / "in" / f"learner{i:03}", f"{number} {i}")
            ours, peak = Spent(), [0.0]
            with _watched(peak), ours.counted():
                command = [sys.executable, "-m", "tutor_utils", "grade"]
                arguments = [str(folder / "in"), "--out", str(folder / "out"), "--as-root"]
                root = sources.SOLUTIONS.parent
                code = subprocess.run([*command, *arguments], cwd=root).returncode
            full = (folder / "out" / "grades.csv").read_text("utf-8-sig").count(",100.0,")
            lost += copies - full
            print(f"grade: {copies} complete submissions, {full} with full marks, exit code {code}")
            print(f"grade: {ours.told(copies)} a submission, its start included")
            print(f"grade: all of its processes together take {max(peak):.1f} GB of memory")
            try:
                other = _nbgrader(notebooks, folder / "course", autograded)
            except ImportError:
                print("nbgrader is not installed, so there is nothing to compare with.")
                return int(lost > 0)
        print(f"nbgrader autograde: {other.told(autograded)} a submission ({autograded} of them)")
        times.append(other.seconds / autograded / (ours.seconds / copies))
        print(f"grade is {times[-1]:.1f} times as fast", flush=True)
    print(f"In {ROUNDS} rounds: {min(times):.1f} to {max(times):.1f} times as fast as nbgrader")
    return int(lost > 0 or max(times) < (TIMES_ONE if notebook else TIMES))


class Spent:
    """What a part of this program costs, with all processes that it starts."""

    seconds = 0.0
    unit = "CPU s"

    def told(self, count: int) -> str:
        """The share of each of ``count``."""
        return f"{self.seconds / count:.2f} {self.unit}"

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """Count what happens inside.

        Each process that ends tells its parent, but most parents here do not listen. So this
        one goes into a control group of its own. Where that is not allowed, the clock counts.
        """
        top = next((m.split()[1] for m in _mounts() if " cgroup2 " in m), "")
        group = Path(top) / f"bench-{os.getpid()}"
        home = next((w.partition("::")[2] for w in _own_groups() if w.startswith("0::")), "/")
        try:
            group.mkdir()
            (group / "cgroup.procs").write_text(str(os.getpid()))
        except OSError:
            start, self.unit = time.monotonic(), "s"
            yield
            self.seconds = time.monotonic() - start
            return
        start = _used(group)
        try:
            yield
        finally:
            self.seconds = _used(group) - start
            for pid in (group / "cgroup.procs").read_text().split():
                with contextlib.suppress(OSError):
                    (Path(top + home) / "cgroup.procs").write_text(pid)
            with contextlib.suppress(OSError):  # a process that is ending is still in it
                group.rmdir()


def _mounts() -> list[str]:
    with contextlib.suppress(OSError):
        return Path("/proc/mounts").read_text().splitlines()
    return []


def _own_groups() -> list[str]:
    with contextlib.suppress(OSError):
        return Path("/proc/self/cgroup").read_text().splitlines()
    return []


def _used(group: Path) -> float:
    """Seconds of the processors that a control group has used."""
    return int((group / "cpu.stat").read_text().split()[1]) / 1e6


def _copy(notebooks: list[Path], folder: Path, signed: str = "") -> None:
    """All notebooks; a name in each code cell makes them another learner's."""
    folder.mkdir(parents=True)
    for path in notebooks:
        notebook = json.loads(path.read_text("utf-8"))
        for cell in notebook["cells"] if signed else ():
            if cell["cell_type"] == "code":
                cell["source"] = "".join(cell["source"]) + f"\n# {signed}"
        (folder / path.name).write_text(json.dumps(notebook), "utf-8")


def _nbgrader(notebooks: list[Path], root: Path, count: int) -> Spent:
    """What ``autograde`` costs, without the making of the assignment."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    _copy(notebooks, root / "source" / "all")
    for i in range(count):
        _copy(notebooks, root / "submitted" / f"learner{i}" / "all")
    config = Config()
    config.CourseDirectory.root = str(root)
    config.ExecutePreprocessor.timeout = 600
    config.Execute.timeout = 600
    before = Path.cwd()
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # it calls alembic
    os.environ["PYTHONPATH"] = str(sources.SOLUTIONS.parent)
    os.environ["TUTOR_HOME"] = str(root)
    os.chdir(root)
    try:
        api = NbGraderAPI(config=config)
        made = api.generate_assignment("all")
        if not made["success"]:
            raise RuntimeError(made["log"])
        spent = Spent()
        with spent.counted():
            for i in range(count):
                done = api.autograde("all", f"learner{i}")
                if not done["success"]:
                    raise RuntimeError(done["log"])
        return spent
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _watched(peak: list[float]) -> Iterator[None]:
    """Note each few seconds how much memory all of our processes hold together, in GB."""
    end = threading.Event()

    def watch() -> None:
        while not end.wait(5):
            total = 0
            for process in psutil.Process().children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    total += process.memory_full_info().pss
            peak.append(total / 2**30)

    peak.append(0.0)
    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()
