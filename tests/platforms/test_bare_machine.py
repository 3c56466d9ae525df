"""Drawing and marking on a machine where nothing but Python was installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_THERE = """
import shutil
from matplotlib import font_manager

def test_nothing_is_there():
    assert not any(map(shutil.which, ("bwrap", "fc-list", "chromium")))
    assert not any("Nanum" in font.name for font in font_manager.fontManager.ttflist)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="marking works on Linux alone")
def test_pictures_and_marking_need_nothing_of_the_system(tmp_path):
    (tmp_path / "test_first.py").write_text(NOT_THERE, "utf-8")
    tests = [tmp_path / "test_first.py", "tests/viz/test_theme.py", "tests/viz/test_heatmap.py"]
    tests += ["tests/grading/test_sandbox.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.platforms.bare_machine"]
    done = subprocess.run(
        [*command, *tests],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"HOME": str(tmp_path), "CI": "1"},
    )
    last = done.stdout.splitlines()[-1]
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped" not in last
