"""How fast a class is marked: ``grade`` against nbgrader's ``autograde``, on the same notebooks."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from tutor_utils.course import sources
from tutor_utils.grading import cli

TIMES = 5  # how many times faster than nbgrader it has to be


def main(copies: int, autograded: int = 1) -> int:
    """Print seconds per submission of both, on complete submissions of all notebooks.

    Args:
        copies: Submissions for ``grade``.
        autograded: Submissions for nbgrader, which takes minutes for each.

    Returns:
        1 where ``grade`` is less than five times as fast, or loses a point; else 0.
    """
    notebooks = sorted(sources.SOLUTIONS.glob("[0-9][0-9]_*.ipynb"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for i in range(copies):
            _copy(notebooks, folder / "in" / f"learner{i:03}")
        start = time.monotonic()
        peak: list[float] = []
        with _watched(peak):
            code = cli.main([str(folder / "in"), "--out", str(folder / "out")])
        ours = (time.monotonic() - start) / copies
        full = (folder / "out" / "grades.csv").read_text("utf-8-sig").count(",100.0,")
        print(f"grade: {copies} complete submissions, {full} with full marks, exit code {code}")
        print(f"grade: {ours:.1f} s a submission, {os.cpu_count()} CPUs, memory {max(peak):.1f} GB")
        try:
            other = _nbgrader(notebooks, folder / "course", autograded)
        except ImportError:
            print("nbgrader is not installed, so there is nothing to compare with.")
            return int(full < copies)
    print(f"nbgrader autograde: {other:.1f} s a submission ({autograded} of them)")
    print(f"grade is {other / ours:.1f} times as fast")
    return int(full < copies or other < TIMES * ours)


def _copy(notebooks: list[Path], folder: Path) -> None:
    folder.mkdir(parents=True)
    for path in notebooks:
        shutil.copy(path, folder)


def _nbgrader(notebooks: list[Path], root: Path, count: int) -> float:
    """Seconds of one ``autograde``, without the making of the assignment."""
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
        start = time.monotonic()
        for i in range(count):
            done = api.autograde("all", f"learner{i}")
            if not done["success"]:
                raise RuntimeError(done["log"])
        return (time.monotonic() - start) / count
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _watched(peak: list[float]) -> Iterator[None]:
    """Note each second how much memory all of our processes hold together, in GB."""
    end = threading.Event()

    def watch() -> None:
        while not end.wait(1):
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
