"""What runs on Windows and macOS: simulated here, really run by the workflow ``tests``."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Names that Windows does not have. Whoever uses one in a test says so with the mark ``posix``.
POSIX_ONLY = {
    "SIGKILL", "killpg", "mkfifo", "fork", "fcntl", "resource", "pwd", "termios", "setsid",
    "symlink_to", "geteuid", "getuid", "sched_getaffinity",
}  # fmt: skip
SANDBOX = ("__main__", ".template", "_child", "fork_server")  # these run on Linux alone
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


def uses(tree):
    """The names of POSIX that a piece of code uses, without those that it asks for first."""
    found = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & POSIX_ONLY


def test_a_test_that_needs_posix_says_so():
    """One that does not would end the whole run on Windows, or fail there for no fault."""
    unmarked = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "hostile" in path.parts or not any(name in text for name in POSIX_ONLY):
            continue
        if re.search(r"^pytestmark = .*(posix|linux|bubblewrap)", text, re.MULTILINE):
            continue
        for node in ast.parse(text).body:
            if isinstance(node, ast.Expr):
                continue
            marks = "".join(ast.dump(d) for d in getattr(node, "decorator_list", []))
            source = ast.get_source_segment(text, node) or ""
            asks = re.search(r"os\.name|sys\.platform|hasattr|importorskip|except OSError", source)
            if (names := uses(node)) and "posix" not in marks and not asks:
                unmarked.append(f"{path.relative_to(ROOT)}:{node.lineno} {sorted(names)}")
    assert not unmarked, "\n".join(unmarked)


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
    code += (
        "from tutor_utils.cli import environment as e; e.ready([e.LEARNER]); d.check_environment()"
    )
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-c", code],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
