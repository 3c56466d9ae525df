"""The wheel in an empty environment: ``transformer-course lab FOLDER`` makes a course and opens it.

What the wheel depends on is lent by this environment; CI installs it with all that it asks for.
"""

import contextlib
import os
import signal
import site
import socket
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile

import pytest

from tutor_utils.cli import environment, folder
from tutor_utils.cli.environment import SetupFailed

MOST_FILES = 700
pytestmark = [pytest.mark.posix, pytest.mark.slow]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    # a copy of what git knows: setuptools would leave its folders in the course's
    copy = out / "copy"
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=environment.ROOT, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, names.split("\0")):
        if name.startswith(("tutor_utils/", "notebooks/", "solutions/")) or "/" not in name:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((environment.ROOT / name).read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", out, copy]
    subprocess.run(command, check=True)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def program(wheel, tmp_path_factory):
    """The command that the wheel brings, in an environment of its own."""
    home = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(home, with_pip=True)
    python = environment.interpreter_in(home)
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", wheel], check=True)
    (packages,) = home.rglob("site-packages")
    (packages / "lent.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
    return python.with_name(f"transformer-course{python.suffix}")


# The command that runs these tests lends its own copy of the course: here the wheel's is meant.
OWN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(program, *words):
    command = [program, *words]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=900, env=OWN
    )


def test_wheel_holds_the_notebooks_and_no_marking(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert sum(name.endswith(".ipynb") for name in names) >= 11
    assert not [n for n in names if n.startswith(("tutor_utils/grading", "tutor_utils/authoring"))]
    assert len(names) < MOST_FILES


def test_command_makes_a_folder_and_opens_it(program, tmp_path):
    course, port = tmp_path / "my course", free_port()
    words = ["lab", str(course), "--no-browser", f"--port={port}", "--IdentityProvider.token="]
    server = subprocess.Popen([program, *words], start_new_session=True, env=OWN)
    try:
        page = f"http://127.0.0.1:{port}/api/contents/index.ipynb"
        assert answers(page, seconds=900)
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # and JupyterLab, which it has started
        server.wait()
    assert (course / "tutor_utils" / "__init__.py").is_file()
    mine = course / "notebooks" / "index.ipynb"
    mine.write_text("mine", "utf-8")
    assert run(program, "lab", str(course), "--help").returncode == 0
    assert mine.read_text("utf-8") == "mine"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def answers(address, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(address, timeout=300).status == 200
        time.sleep(0.5)
    return False


def test_folder_that_holds_something_else_is_named(program, tmp_path):
    (tmp_path / "photo.png").write_text("", "utf-8")
    done = run(program, "lab", str(tmp_path))
    assert done.returncode == 1 and "holds something else" in done.stderr


def test_another_command_says_where_it_runs(program):
    done = run(program, "doctor")
    assert done.returncode == 2 and "transformer-course lab FOLDER" in done.stdout
    own = environment.interpreter_in(program.parents[1])  # another would set the course up again
    assert done.stdout.splitlines()[-1] == f"{own} -m tutor_utils doctor"


def test_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(SetupFailed, match="FOLDER="):
        folder.make(tmp_path / "file" / "course")
