"""The annotations agree with the code. What is left out, and why, stands in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.lint
def test_mypy_is_quiet():
    """In a process of its own: what it keeps in memory slows the tests that come after it."""
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
