"""How fast a class is marked: ``grade`` against nbgrader's ``autograde``, on the same notebooks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tutor_utils.course import sources

TIMES = 30  # how many times nbgrader's speed it has to have
TIMES_ONE = 15  # where the class hands in one notebook: the start is most of it
ROUNDS = 2


def main(copies: int, autograded: int = 1, notebook: str = "") -> int:
    """Print what a submission costs both, on complete submissions of all notebooks, or of one.

    Both take turns, so that what else this machine does slows both.

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
            command = [sys.executable, "-m", "tutor_utils", "grade"]
            arguments = [str(folder / "in"), "--out", str(folder / "out"), "--as-root"]
            start = time.perf_counter()
            code = subprocess.run([*command, *arguments], cwd=sources.SOLUTIONS.parent).returncode
            ours = (time.perf_counter() - start) / copies
            full = (folder / "out" / "grades.csv").read_text("utf-8-sig").count(",100.0,")
            lost += copies - full
            print(f"grade: {copies} complete submissions, {full} with full marks, exit code {code}")
            print(f"grade: {ours:.2f} s a submission, its start included")
            try:
                other = _nbgrader(notebooks, folder / "course", autograded) / autograded
            except ImportError:
                print("nbgrader is not installed, so there is nothing to compare with.")
                return int(lost > 0)
        print(f"nbgrader autograde: {other:.2f} s a submission ({autograded} of them)")
        times.append(other / ours)
        print(f"grade is {times[-1]:.1f} times as fast", flush=True)
    print(f"In {ROUNDS} rounds: {min(times):.1f} to {max(times):.1f} times as fast as nbgrader")
    return int(lost > 0 or max(times) < (TIMES_ONE if notebook else TIMES))


def _copy(notebooks: list[Path], folder: Path, signed: str = "") -> None:
    """All notebooks; a name in each code cell makes them another learner's."""
    folder.mkdir(parents=True)
    for path in notebooks:
        notebook = json.loads(path.read_text("utf-8"))
        for cell in notebook["cells"] if signed else ():
            if cell["cell_type"] == "code":
                cell["source"] = "".join(cell["source"]) + f"\n# {signed}"
        (folder / path.name).write_text(json.dumps(notebook), "utf-8")


def _nbgrader(notebooks: list[Path], root: Path, count: int) -> float:
    """The seconds that ``autograde`` takes, without the making of the assignment."""
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
        start = time.perf_counter()
        for i in range(count):
            done = api.autograde("all", f"learner{i}")
            if not done["success"]:
                raise RuntimeError(done["log"])
        return time.perf_counter() - start
    finally:
        os.chdir(before)
