"""Time and peak memory of each solution notebook, as a learner's kernel runs it."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

import nbformat
import psutil
from nbclient import NotebookClient

from tutor_utils.course.sources import SOLUTIONS

LONGEST, MOST_CPU_S, MOST_MB = "07_copy_task", 30, 600


def main(runs: int) -> int:
    """Print seconds and the kernel's peak memory for each notebook, run once.

    Exit code 1 where the longest, that of the training, takes more CPU seconds or memory than it
    may.
    """
    missed = 0
    print(f"\n{'notebook':<28}{'seconds':>9}{'CPU s':>8}{'peak MB':>9}")
    for path in sorted(SOLUTIONS.glob("[0-9][0-9]*_*.ipynb")):
        wall, cpu, peak = run(path)
        print(f"{path.stem:<28}{wall:>9.1f}{cpu:>8.1f}{peak / 1e6:>9.0f}", flush=True)
        if path.stem == LONGEST:
            missed = int(cpu > MOST_CPU_S or peak / 1e6 > MOST_MB)
    print(f"Limits of {LONGEST}: {MOST_CPU_S} CPU s, {MOST_MB} MB.")
    return missed


def run(path: Path) -> tuple[float, float, int]:
    """Run one notebook; return wall seconds, the kernel's CPU seconds and its peak bytes."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    )
    seen = {"peak": 0, "cpu": 0.0}

    def look(cell: object, cell_index: int, execute_reply: object) -> None:
        process = psutil.Process(client.km.provisioner.pid)
        memory, times = process.memory_info(), process.cpu_times()
        # The most that it ever held, where the system tells; else what it holds after a cell.
        peak = getattr(memory, "peak_wset", None) or _peak(process) or memory.rss
        seen["peak"] = max(seen["peak"], peak)
        seen["cpu"] = times.user + times.system

    client.on_cell_executed = look
    with tempfile.TemporaryDirectory() as home:
        start = time.perf_counter()
        client.execute(
            env=os.environ | {"TUTOR_HOME": home, "PYTHONPATH": str(SOLUTIONS.parent)},
            stderr=subprocess.DEVNULL,  # a kernel says there how it is connected
        )
        return time.perf_counter() - start, seen["cpu"], seen["peak"]


def _peak(process: psutil.Process) -> int | None:
    """Linux gives the peak as VmHWM, in kB."""
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return None
    peaks = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return int(peaks[0]) * 1024 if peaks else None
