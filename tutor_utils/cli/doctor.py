"""``python3 -m tutor_utils doctor``: check the set-up, and say how to fix it.

It proves it: a kernel starts, a right answer passes, a wrong one does not, a picture is drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from . import environment, gpu, preflight
from .preflight import Row

LIMIT_S = 300
NEED_DISK_GB = 0.2  # notebooks, progress, checkpoints
SET_UP = "run: python3 -m tutor_utils lab"

# Runs inside the environment and prints one JSON object: what was found, and each error.
_INSIDE = """
import json
found = {}
def attempt(name, action):
    try:
        found[name] = action()
    except Exception as error:
        found[name + " error"] = f"{type(error).__name__}: {error}"
def torch():
    import torch
    mps = torch.backends.mps.is_available()
    found["device"] = "cuda" if torch.cuda.is_available() else "mps" if mps else "cpu"
    return torch.__version__
def widgets():
    import ipywidgets
    ipywidgets.IntSlider()
    return ipywidgets.__version__
def check():
    from tutor_utils import check
    def split_heads(x, num_heads):
        batch, length, features = x.shape
        if features % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide {features} features")
        return x.view(batch, length, num_heads, -1).transpose(1, 2)
    right = check("split_heads", split_heads, raise_on_failure=False)
    wrong = check("split_heads", lambda x, num_heads: x, raise_on_failure=False)
    if not right.passed or wrong.passed:
        raise RuntimeError(f"a right answer: {right.outcome}, a wrong one: {wrong.outcome}")
    return "a right answer passes, a wrong one does not"
def picture():
    from tutor_utils import viz
    if "<img" not in viz.matrix([[1.0, 0.0], [0.0, 1.0]])._repr_mimebundle_()["text/html"]:
        raise RuntimeError("no image came out")
    return "drawn"
for action in (torch, widgets, check, picture):
    attempt(action.__name__, action)
print(json.dumps(found))
"""
_KERNEL = """
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(startup_timeout=120)
try:
    reply = client.execute_interactive("1 + 1", timeout=120)
    assert reply["content"]["status"] == "ok"
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
"""


def main(argv: list[str]) -> int:
    """Print the table. Exit code 1 if anything is FAIL, or nothing is set up yet."""
    argparse.ArgumentParser(prog="python3 -m tutor_utils doctor", description=__doc__).parse_args(
        argv
    )
    failed = warned = 0
    python = interpreter()
    for row in rows(python):
        print(row, flush=True)
        failed += row.state == "FAIL"
        warned += row.state == "WARN"
    print(f"\n{summary(python is not None, failed, warned)}")
    return 1 if failed or python is None else 0


def summary(set_up: bool, failed: int, warned: int) -> str:
    """The last line, which sums up the rows above."""
    if failed:
        return f"{failed} to fix, see FAIL above."
    if not set_up:
        return f"The course is not set up yet. To do that, {SET_UP}"
    if warned:
        return f"The course works here. {warned} to look at, see WARN above."
    return "The course works here: a kernel ran, an answer was checked, a picture was drawn."


def rows(python: Path | None) -> Iterator[Row]:
    """Every row: the needs of a set-up where there is none, else the checks of the present one."""
    if python is None:
        yield from preflight.rows(gpu.build_for(gpu.find()))
        unfinished = environment.VENV.exists() or environment.venv().exists()
        words = "out of date or not finished" if unfinished else "not made yet"
        yield Row("WARN", "environment", words, SET_UP)
    else:
        yield from (preflight.python(), preflight.system(), preflight.place())
        yield Row("OK", "environment", str(python))
        yield from check_packages(python)
        yield from check_kernel(python)
        yield preflight.room(
            NEED_DISK_GB, "make room: JupyterLab cannot save a notebook on a full disk"
        )
    yield from check_folders()


def interpreter() -> Path | None:
    """The interpreter that ``lab`` would use, without making one."""
    files = [environment.LEARNER]
    if found := environment.found_already(files):
        return found
    return environment.python_of() if environment.ready(files) else None


def check_packages(python: Path) -> list[Row]:
    """PyTorch and its device, widgets, one check, one picture: all really used."""
    with tempfile.TemporaryDirectory() as home:  # a proof must not count as anyone's progress
        printed, fault = _run([python, "-c", _INSIDE], TUTOR_HOME=home, PYTHONUTF8="1")
    if fault:
        return [Row("FAIL", "packages", fault, _again())]
    found = json.loads(printed.splitlines()[-1])
    return [*diagnose_packages(found), *diagnose_device(found.get("device", ""))]


def _run(command: list[str | Path], **variables: str) -> tuple[str, str]:
    """A command's output, and its fault: the last line of its error, or a timeout."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            env=environment.variables() | variables,
            timeout=LIMIT_S,
        )
    except subprocess.TimeoutExpired:
        return "", f"no answer within {LIMIT_S} s"
    last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
    return done.stdout.strip(), last if done.returncode else ""


def _again() -> str:
    """How to begin again; only a folder of the course's own may be deleted."""
    return f"delete {environment.venv()}, then {SET_UP}"


def diagnose_packages(found: dict[str, str]) -> list[Row]:
    """The rows for what the environment reported."""
    table = []
    for name, what, words in (
        ("torch", "PyTorch", "{}, device: " + found.get("device", "")),
        ("widgets", "widgets", "ipywidgets {}"),
        ("check", "a check", "{}"),
        ("picture", "a picture", "{}"),
    ):
        if found.get(name):
            table.append(Row("OK", what, words.format(found[name])))
        else:
            table.append(Row("FAIL", what, found.get(f"{name} error", "missing"), _again()))
    return table


def diagnose_device(device: str) -> list[Row]:
    """A card that PyTorch does not use although it could."""
    card = gpu.find()
    if card is None or device == "cuda":
        return []
    if gpu.build_for(card) == "cpu":
        return [preflight.card("cpu")]
    words = f"{card.name} is there, and PyTorch's build does not use it"
    return [Row("WARN", "GPU", words, "run: python3 -m tutor_utils lab --gpu")]


def check_kernel(python: Path) -> list[Row]:
    """JupyterLab, and one kernel really started."""
    version, fault = _run([python, "-m", "jupyterlab", "--version"])
    lab = Row("FAIL", "JupyterLab", fault, _again()) if fault else Row("OK", "JupyterLab", version)
    _, fault = _run([python, "-c", _KERNEL])
    fix = "a firewall or a virus scanner may block connections to 127.0.0.1"
    return [lab, Row("FAIL", "kernel", fault, fix) if fault else Row("OK", "kernel", "runs")]


def check_folders() -> list[Row]:
    """Whether the notebooks and the learner's own folder can be written."""
    notebooks = environment.ROOT / "notebooks"
    home = os.environ.get("TUTOR_HOME")
    work = Path(home) if home else notebooks
    return [can_write("notebooks", notebooks), can_write("your work", work)]


def can_write(what: str, folder: Path) -> Row:
    """One file is written and taken away again: Windows' rights do not tell."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"course")
    except OSError as error:
        fix = "make room, or move the course to a folder of your own"
        return Row("FAIL", what, f"{folder}: {error.strerror}", fix)
    return Row("OK", what, f"{folder} can be written")
