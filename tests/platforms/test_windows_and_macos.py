"""What runs on Windows and macOS: simulated here, really run by the workflow ``tests``."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SANDBOX = ("__main__", ".template", ".inside", "fork_server")  # these run on Linux alone
PACKAGE = """
import sys
sys.path.insert(0, {tests!r})
from platforms import windows
windows.take_away()
import importlib, pkgutil, tutor_utils
failed = []
for found in pkgutil.walk_packages(tutor_utils.__path__, "tutor_utils."):
    if ".exercises.nb" in found.name or found.name.endswith({inside}):
        continue  # answers are read as text; what runs inside the sandbox runs on Linux alone
    try:
        importlib.import_module(found.name)
    except Exception as error:
        failed.append(f"{{found.name}}: {{type(error).__name__}}: {{error}}")
from tutor_utils.cli import commands, environment, preflight
commands.main([])
assert environment.ROOT and preflight.python().state
print("FAILED", failed)
"""


def test_every_module_is_imported_without_what_windows_lacks():
    code = PACKAGE.format(tests=str(ROOT / "tests"), inside=SANDBOX)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1:] == ["FAILED []"], done.stdout[-2000:] + done.stderr[-2000:]


def test_no_name_that_windows_refuses():
    """And none so long that a ZIP cannot be unpacked in a usual place."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if done.returncode:
        pytest.skip("no git clone")
    paths = [name for name in done.stdout.decode().split("\0") if name]
    reserved = re.compile(
        r"(^|/)(con|prn|aux|nul|com\d|lpt\d)(\.|/|$)|[<>:\"|?*\\]|[ .](/|$)", re.I
    )
    assert [path for path in paths if reserved.search(path)] == []
    assert max(map(len, paths)) <= 110
    assert len({path.lower() for path in paths}) == len(paths)


def test_text_is_read_as_utf8_everywhere():
    """On Windows the default is another one: each open names its encoding."""
    code = "import tutor_utils.cli.install, tutor_utils.cli.update, tutor_utils.cli.doctor as d; "
    code += "from tutor_utils.cli import environment as e; e.ready([e.LEARNER]); d.interpreter()"
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-c", code],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
