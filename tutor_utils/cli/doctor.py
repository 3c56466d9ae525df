"""``python3 -m tutor_utils doctor``: what works here, what does not, and how to fix it.

It proves it: a kernel starts, a right answer passes, a wrong one does not, a picture is drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from . import environment, gpu, preflight
from .preflight import Row

KERNEL_LIMIT_S, PROOF_LIMIT_S = 60, 180
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
manager, client = start_new_kernel(startup_timeout=40)
try:
    reply = client.execute_interactive("1 + 1", timeout=20)
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
    """The last line: it says no more than what the rows above have shown."""
    if failed:
        return f"{failed} to mend, see FAIL above."
    if not set_up:
        return f"The course is not set up yet. To do that, {SET_UP}"
    if warned:
        return f"The course works here. {warned} to look at, see WARN above."
    return "The course works here: a kernel ran, an answer was checked, a picture was drawn."


def rows(python: Path | None) -> Iterator[Row]:
    """Every row: what a set-up would need where there is none, else what was proved."""
    if python is None:
        yield from preflight.rows(gpu.build_for(gpu.find()))
        yield check_environment()
    else:
        yield from (preflight.python(), preflight.system(), preflight.place())
        yield Row("OK", "environment", str(python))
        yield from check_pythonpath()
        yield from check_packages(python)
        yield from check_kernel(python)
        yield disk()
    yield from check_folders()


def interpreter() -> Path | None:
    """The interpreter that ``lab`` would use, without making one."""
    files = [environment.LEARNER]
    if found := environment.found_already(files):
        return found
    try:
        return environment.python_of() if environment.ready(files) else None
    except environment.SetupFailed:
        return None


def check_environment() -> Row:
    """Why there is no environment to look into."""
    try:
        inside = environment.venv()
    except environment.SetupFailed as failure:
        return Row("FAIL", "environment", str(failure), "rename one of them")
    lost = environment.lost([environment.LEARNER]) if inside.exists() else []
    if lost:
        return Row("FAIL", "environment", f"damaged: {', '.join(lost[:5])}", f"{SET_UP} (mends it)")
    words = "out of date or not finished" if inside.exists() else "not made yet"
    return Row("WARN", "environment", words, SET_UP)


def check_pythonpath() -> list[Row]:
    """The user's PYTHONPATH, which no command of the course follows."""
    if not environment.left_out:
        return []
    words = f"{os.pathsep.join(environment.left_out)} is left out: the course has its own packages"
    return [Row("OK", "PYTHONPATH", words)]


def check_packages(python: Path) -> list[Row]:
    """PyTorch and its device, widgets, one check, one picture: all really used."""
    with tempfile.TemporaryDirectory() as home:  # a proof must not count as anyone's progress
        variables = environment.variables() | {"TUTOR_HOME": home, "PYTHONUTF8": "1"}
        try:
            done = subprocess.run(
                [python, "-c", _INSIDE],
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                env=variables,
                timeout=PROOF_LIMIT_S,
            )
            found = json.loads(done.stdout.splitlines()[-1])
        except subprocess.TimeoutExpired:
            return [Row("FAIL", "packages", f"no answer within {PROOF_LIMIT_S} s", SET_UP)]
        except (ValueError, IndexError):
            last = (done.stderr.strip().splitlines() or ["no output"])[-1]
            return [Row("FAIL", "packages", last, _again())]
    return [*diagnose_packages(found), *diagnose_device(found.get("device", ""))]


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
    lab = subprocess.run(
        [python, "-m", "jupyterlab", "--version"],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if lab.returncode:
        table = [Row("FAIL", "JupyterLab", "does not start", _again())]
    else:
        table = [Row("OK", "JupyterLab", lab.stdout.strip())]
    try:
        command = [str(python), "-c", _KERNEL]
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=KERNEL_LIMIT_S,
        )
        last = (done.stderr.strip().splitlines() or [""])[-1]
        bad = last if done.returncode else ""
    except subprocess.TimeoutExpired:
        bad = f"no answer within {KERNEL_LIMIT_S} s"
    fix = "a firewall or a virus scanner may block connections to 127.0.0.1"
    return [*table, Row("FAIL", "kernel", bad, fix) if bad else Row("OK", "kernel", "runs")]


NEED_DISK_GB = 0.2  # notebooks, progress, checkpoints


def disk() -> Row:
    """Room for what a learner writes; the environment is there already."""
    free = shutil.disk_usage(environment.ROOT).free / 1e9
    if free < NEED_DISK_GB:
        fix = "make room: JupyterLab cannot save a notebook on a full disk"
        return Row("FAIL", "disk", f"{free:.1f} GB free", fix)
    return Row("OK", "disk", f"{free:.0f} GB free")


def check_folders() -> list[Row]:
    """Whether the notebooks and the learner's own folder can be written."""
    notebooks = environment.ROOT / "notebooks"
    home = os.environ.get("TUTOR_HOME")
    work = Path(home) if home else notebooks
    return [preflight.can_write("notebooks", notebooks), preflight.can_write("your work", work)]
