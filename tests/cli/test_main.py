"""``python3 -m tutor_utils`` starts from the standard library alone, anywhere."""

import os
import subprocess
import sys

from tutor_utils import __main__ as entry
from tutor_utils.cli import environment


def test_older_python_reads_the_entry_and_is_refused_in_words():
    """The version is compared at run time, so the files up to there must be of older syntax."""
    import ast

    for name in ("__init__.py", "__main__.py"):
        text = (environment.ROOT / "tutor_utils" / name).read_text("utf-8")
        ast.parse(text, feature_version=(3, 6))
    before = text[: text.index("from .cli")]
    code = f"import sys; sys.version_info, sys.version = (3, 8), '3.8.1 (x)'\n{before}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip() == "The course needs Python 3.11 or newer. This is Python 3.8.1."


def test_ascii_terminal_shows_any_path(tmp_path):
    code = "import sys, tutor_utils.__main__ as m; m.main([]); print('한글 ü')"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        cwd=environment.ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert rb"\ud55c" in done.stdout


def test_unknown_command_is_named(capsys):
    assert entry.main(["lap"]) == 2
    assert "There is no command 'lap'" in capsys.readouterr().out


def test_start_needs_the_standard_library_alone():
    """-S hides site-packages, as on a fresh machine."""
    code = (
        "import tutor_utils.__main__ as m, tutor_utils.cli.doctor, tutor_utils.cli.lab; m.main([])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        cwd=environment.ROOT,
    )
    assert "open JupyterLab" in done.stdout, done.stderr
