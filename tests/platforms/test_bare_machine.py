"""Drawing and marking on a machine where nothing but Python was installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tutor_utils.grading.run import walls

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
    try:
        walls.find()
    except walls.NoSandbox as reason:  # no wheel changes what the machine forbids
        pytest.skip(str(reason).splitlines()[0])
    (tmp_path / "test_first.py").write_text(NOT_THERE, "utf-8")
    tests = [tmp_path / "test_first.py", "tests/viz/test_theme.py", "tests/viz/test_heatmap.py"]
    tests += ["tests/grading/run/test_sandbox.py", "-k", "not sockets and not limit and not busy"]
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


@pytest.mark.slow
@pytest.mark.parametrize(("asked_for", "ends"), [("", "2 skipped"), ("1", "2 errors")])
def test_missing_browser_skips_or_fails_when_required(tmp_path, asked_for, ends):
    command = [sys.executable, "-m", "pytest", "-q", "-rs"]
    own = {"PATH": os.devnull, "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "CI": "1"}
    done = subprocess.run(
        [*command, "tests/browser/test_solutions.py"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | own | {"NEED_BROWSER": asked_for},
    )
    assert ends in done.stdout.splitlines()[-1], done.stdout[-2000:]
    assert ("SKIPPED" in done.stdout) is not bool(asked_for)
    assert "no browser here" in done.stdout
