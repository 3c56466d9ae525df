"""The annotations hold, where pyproject.toml lists a file for mypy."""

import subprocess
import sys

from tutor_utils.authoring.generate import ROOT


def test_mypy_is_quiet():
    done = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
