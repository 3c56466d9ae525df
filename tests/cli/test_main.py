"""``python3 -m tutor_utils`` starts from the standard library alone, anywhere."""

import ast
import os
import subprocess
import sys

import pytest

from tutor_utils.cli import commands, environment, program


def test_the_entry_is_written_for_old_readers():
    """An old Python is refused in words that it can read: 2.7 knows no f-string, no annotation."""
    for name in ("__init__.py", "__main__.py"):
        text = (environment.ROOT / "tutor_utils" / name).read_text("ascii")
        for node in ast.walk(ast.parse(text, feature_version=(3, 6))):
            assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr)
            if isinstance(node, ast.FunctionDef):
                assert node.returns is None and not any(a.annotation for a in node.args.args)


def test_ascii_terminal_shows_any_path():
    code = "import sys, tutor_utils.cli.commands as m; m.main([]); print('한글 ü')"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        cwd=environment.ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert rb"\ud55c" in done.stdout


@pytest.mark.parametrize("command", ["progress", "doctor"])
def test_closed_pipe_ends_the_command_quietly(command, monkeypatch):
    """As in `progress | head -1`: the other end of the pipe is closed."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "tutor_utils", command],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        cwd=environment.ROOT,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (commands.STOPPED_READING, "")


def test_unknown_command_is_named(capsys):
    assert commands.main(["lap"]) == 2
    assert "There is no command 'lap'" in capsys.readouterr().out


def test_start_needs_the_standard_library_alone(run_bare):
    done = run_bare(
        """
        import tutor_utils.cli.commands as m
        import tutor_utils.cli.doctor, tutor_utils.cli.lab, tutor_utils.cli.install
        import tutor_utils.cli.update, tutor_utils.cli.release
        m.main([])
        """
    )
    assert "open JupyterLab" in done.stdout, done.stderr


def test_a_program_runs_in_the_environment(capfd):
    assert program.main(["python", "-c", "import torch; print('here')"]) == 0
    assert "here" in capfd.readouterr().out
    assert program.main(["no-such-program"]) == 127
    assert "run pip install no-such-program" in capfd.readouterr().err


def test_a_learners_zip_has_no_command_of_the_authors(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(environment, "TESTS", tmp_path / "tests" / "requirements.txt")
    for name in ("build", "test", "site"):
        assert commands.main([name]) == 2
        assert "the whole repository has it" in capsys.readouterr().out
    assert commands.COMMANDS["lab"].is_here() and commands.COMMANDS["update"].is_here()
