"""``python3 -m tutor_utils doctor``: what works here, what does not, and how to fix it."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from . import environment

KERNEL_LIMIT_S = 60
NEED_DISK_GB, NEED_MEMORY_GB = 1.0, 1.0
SET_UP = "run: python3 -m tutor_utils lab"

# Runs inside the environment and prints one JSON object.
_INSIDE = """
import json, sys
found = {}
try:
    import torch
    mps = torch.backends.mps.is_available()
    found["torch"] = torch.__version__
    found["device"] = "cuda" if torch.cuda.is_available() else "mps" if mps else "cpu"
except Exception as error:
    found["torch error"] = f"{type(error).__name__}: {error}"
try:
    import ipywidgets
    found["widgets"] = ipywidgets.__version__
    ipywidgets.IntSlider()
except Exception as error:
    found["widgets error"] = f"{type(error).__name__}: {error}"
try:
    from matplotlib import font_manager
    names = {font.name for font in font_manager.fontManager.ttflist}
    korean = ["NanumGothic", "Noto Sans CJK KR", "Malgun Gothic", "Apple SD Gothic Neo"]
    found["korean"] = next((name for name in korean if name in names), "")
except Exception as error:
    found["fonts error"] = f"{type(error).__name__}: {error}"
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


@dataclass(frozen=True)
class Diagnosis:
    """One line of the table: OK, WARN or FAIL, what was found, and how to fix it."""

    state: str
    what: str
    words: str
    fix: str = ""

    def __str__(self) -> str:
        line = f"{self.state:<5} {self.what:<12} {self.words}"
        return line + (f"\n{'':<18} -> {self.fix}" if self.fix else "")


def main(argv: list[str]) -> int:
    """Print the table. Exit code 1 if anything is FAIL."""
    argparse.ArgumentParser(prog="python3 -m tutor_utils doctor", description=__doc__).parse_args(
        argv
    )
    failed = 0
    for check in (
        check_python,
        check_packages,
        check_kernel,
        check_machine,
        check_folders,
    ):
        for diagnosis in check():
            print(diagnosis, flush=True)
            failed += diagnosis.state == "FAIL"
    print("\nAll that the course needs works." if not failed else f"\n{failed} to fix, see above.")
    return 1 if failed else 0


def interpreter() -> Path | None:
    """The interpreter that ``lab`` would use, without making one."""
    if not environment.missing([environment.LEARNER]):
        return environment.current()
    return environment.python_of() if environment.ready([environment.LEARNER]) else None


def check_python() -> list[Diagnosis]:
    """Python, and whether the environment is there."""
    version = sys.version.split()[0]
    found = [Diagnosis("OK", "Python", version)]
    if interpreter() is None:
        lacking = environment.missing([environment.LEARNER])
        words = f"not made yet; this Python lacks {', '.join(lacking[:2])} and more"
        found.append(Diagnosis("WARN", "environment", words, SET_UP))
    else:
        found.append(Diagnosis("OK", "environment", str(interpreter())))
    return found


def check_packages() -> list[Diagnosis]:
    """PyTorch and its device, widgets, fonts."""
    python = interpreter()
    if python is None:
        return [Diagnosis("WARN", "packages", "not checked: no environment yet", SET_UP)]
    done = subprocess.run([python, "-c", _INSIDE], capture_output=True, text=True)
    try:
        found = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        return [Diagnosis("FAIL", "packages", last, f"delete {environment.VENV}, then {SET_UP}")]
    return diagnose_packages(found)


def diagnose_packages(found: dict[str, str]) -> list[Diagnosis]:
    """The lines for what the environment reported."""
    again = f"delete {environment.VENV}, then {SET_UP}"
    rows = []
    if "torch" in found:
        rows.append(Diagnosis("OK", "PyTorch", f"{found['torch']}, device: {found['device']}"))
    else:
        rows.append(Diagnosis("FAIL", "PyTorch", found.get("torch error", "missing"), again))
    if "widgets error" in found or "widgets" not in found:
        rows.append(Diagnosis("FAIL", "widgets", found.get("widgets error", "missing"), again))
    else:
        rows.append(Diagnosis("OK", "widgets", f"ipywidgets {found['widgets']}"))
    if "fonts error" in found:
        rows.append(Diagnosis("FAIL", "fonts", found["fonts error"], again))
    elif found.get("korean"):
        rows.append(Diagnosis("OK", "fonts", f"Korean labels are drawn with {found['korean']}"))
    else:
        fix = "for Korean labels install the font NanumGothic (Debian: apt install fonts-nanum)"
        rows.append(Diagnosis("WARN", "fonts", "no Korean font: such labels show as boxes", fix))
    return rows


def check_kernel() -> list[Diagnosis]:
    """JupyterLab, and one kernel really started."""
    python = interpreter()
    if python is None:
        return []
    lab = subprocess.run([python, "-m", "jupyterlab", "--version"], capture_output=True, text=True)
    rows = []
    if lab.returncode:
        rows.append(
            Diagnosis("FAIL", "JupyterLab", "does not start", f"delete .venv, then {SET_UP}")
        )
    else:
        rows.append(Diagnosis("OK", "JupyterLab", lab.stdout.strip()))
    try:
        command = [str(python), "-c", _KERNEL]
        done = subprocess.run(command, capture_output=True, text=True, timeout=KERNEL_LIMIT_S)
        last = (done.stderr.strip().splitlines() or [""])[-1]
        bad = last if done.returncode else ""
    except subprocess.TimeoutExpired:
        bad = f"no answer within {KERNEL_LIMIT_S} s"
    fix = "a firewall or a virus scanner may block connections to 127.0.0.1"
    rows.append(Diagnosis("FAIL", "kernel", bad, fix) if bad else Diagnosis("OK", "kernel", "runs"))
    return rows


def check_machine() -> list[Diagnosis]:
    """Memory and disk."""
    free = shutil.disk_usage(environment.ROOT).free / 1e9
    rows = [
        Diagnosis("OK", "disk", f"{free:.0f} GB free")
        if free >= NEED_DISK_GB
        else Diagnosis(
            "FAIL", "disk", f"{free:.1f} GB free", f"free at least {NEED_DISK_GB:.0f} GB"
        )
    ]
    memory = memory_gb()
    if memory is None:
        rows.append(Diagnosis("WARN", "memory", "cannot be read here", "1 GB is enough"))
    elif memory < NEED_MEMORY_GB:
        rows.append(Diagnosis("WARN", "memory", f"{memory:.1f} GB", "close other programs"))
    else:
        rows.append(Diagnosis("OK", "memory", f"{memory:.0f} GB"))
    return rows


def memory_gb() -> float | None:
    """The machine's memory, where the system tells it."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    except (AttributeError, ValueError, OSError):
        return None


def check_folders() -> list[Diagnosis]:
    """Whether the notebooks and the learner's own folder can be written."""
    rows = []
    home = os.environ.get("TUTOR_HOME")
    notebooks = environment.ROOT / "notebooks"
    for what, folder in (
        ("notebooks", notebooks),
        ("your work", Path(home) if home else notebooks),
    ):
        probe = folder / ".write-test"
        try:
            probe.write_text("", "utf-8")
            probe.unlink()
            rows.append(Diagnosis("OK", what, f"{folder} can be written"))
        except OSError as error:
            fix = "move the course to a folder of your own"
            rows.append(Diagnosis("FAIL", what, f"{folder}: {error.strerror}", fix))
    return rows
