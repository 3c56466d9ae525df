"""``python3 -m tutor_utils lock``: resolve the ranges again into exact versions with hashes.

Three files come out. ``requirements.lock`` has all that a learner needs but PyTorch;
``requirements-torch.lock`` has PyTorch as PyPI offers it, CUDA included, because which build fits
depends on the machine (``gpu``); ``tests/requirements.lock`` has the first and what tests need.
A version of the present locks stays where it fits; ``--upgrade`` takes the newest of all.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from .. import files
from . import environment

TORCHS_OWN = re.compile(r"(torch|triton|nvidia-|cuda-)")  # what PyTorch's CUDA build brings along
HEADER = "# Made by `python3 -m tutor_utils lock` from {source}. Do not edit.\n"


def main(argv: list[str]) -> int:
    """Write the lock files. Exit code 1: uv is not there, or finds no set of versions."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils lock", description=__doc__)
    parser.add_argument("--torch", help="the version to take (the one of the present lock)")
    parser.add_argument("--upgrade", action="store_true", help="the newest version of all others")
    options = parser.parse_args(argv)
    uv = shutil.which("uv")
    if uv is None:
        print("The lock is made by uv. Install it first: pip install uv")
        return 1
    torch = options.torch or environment.pinned_torch()
    locks = [environment.lock_of(environment.TESTS), environment.TORCH_LOCK]
    before = "" if options.upgrade else "".join(path.read_text("utf-8") for path in locks)
    with tempfile.TemporaryDirectory() as scratch:
        learner = _compile(uv, Path(scratch), [environment.LEARNER], f"torch=={torch}\n", before)
        if learner is None:
            return 1
        names = re.findall(r"^[a-z0-9].*?(?= \\$)", learner, re.MULTILINE)
        both = [environment.LEARNER, environment.TESTS]
        tests = _compile(uv, Path(scratch), both, "\n".join(names), before)
        if tests is None:
            return 1
    rest, own = split(learner)
    texts = {
        environment.lock_of(environment.LEARNER): ("requirements.txt", rest),
        environment.TORCH_LOCK: ("requirements.txt", own),
        environment.lock_of(environment.TESTS): (
            "requirements.txt and tests/requirements.txt",
            split(tests)[0],
        ),
    }
    for path, (source, text) in texts.items():
        files.write(path, HEADER.format(source=source) + text)
        print(f"wrote {path.relative_to(environment.ROOT)}: {text.count('==')} packages")
    return 0


def split(text: str) -> tuple[str, str]:
    """A lock's entries in two: (all others, PyTorch's own)."""
    blocks = re.findall(r"^[a-z0-9].*\n(?:[ ].*\n)*", text, re.MULTILINE)
    own = [block for block in blocks if TORCHS_OWN.match(block)]
    return "".join(b for b in blocks if b not in own), "".join(own)


def _compile(
    uv: str, scratch: Path, sources: list[Path], constraints: str, before: str
) -> str | None:
    """The exact versions for every system and every Python from 3.11, or None."""
    result = scratch / "result.lock"
    result.write_text(before, "utf-8")  # uv keeps the versions that it finds here
    limits = scratch / "constraints.txt"
    limits.write_text(constraints, "utf-8")
    command = [uv, "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header"]
    command += ["--no-annotate", "--python-version", "3.11", "--constraint", str(limits)]
    command += ["--output-file", str(result), "--default-index", "https://pypi.org/simple"]
    command += map(str, sources)
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        print(done.stderr)
        return None
    return result.read_text("utf-8")
