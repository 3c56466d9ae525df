"""What stands in two places stays the same in both; the code is formatted and linted."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tutor_utils.authoring.generate import ROOT
from tutor_utils.cli import preflight


def test_binder_takes_the_lock_and_the_cpu_build():
    text = (ROOT / "binder" / "requirements.txt").read_text("utf-8")
    assert "-r ../requirements.lock" in text and "index-url" not in text
    assert "requirements-torch.lock" in (ROOT / "binder" / "postBuild").read_text("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="repo2docker asks for os.geteuid")
def test_repo2docker_reads_binder(tmp_path):
    tool = shutil.which("jupyter-repo2docker", path=str(Path(sys.executable).parent))
    assert tool, "tests/requirements.txt brings it"
    done = subprocess.run(
        [tool, "--no-build", "--debug", "."], cwd=ROOT, capture_output=True, text=True
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-2000:]
    assert "requirements.txt" in said


def test_readme_pictures_exist():
    for text in (ROOT / "README.md", ROOT / ".github/teaching.md"):
        found = re.findall(r"\]\((\.github/[^)]+|images/[^)]+)\)", text.read_text("utf-8"))
        assert found
        assert all((text.parent / path).stat().st_size > 1000 for path in found)


def test_version_and_python_are_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"version: {project['version']}" in (ROOT / "CITATION.cff").read_text("utf-8")
    runtime = (ROOT / "binder" / "runtime.txt").read_text("utf-8").strip()
    version = tuple(map(int, runtime.removeprefix("python-").split(".")))
    assert (3, 11) <= version <= preflight.NEWEST and project["requires-python"] == ">=3.11"
    names = ("README.md", "tutor_utils/__main__.py")
    found = {name: {*re.findall(r"3\.11 to \d\.\d+", (ROOT / name).read_text())} for name in names}
    assert found == {name: {"3.11 to {}.{}".format(*preflight.NEWEST)} for name in names}


@pytest.mark.lint
@pytest.mark.parametrize("command", [["format", "--check"], ["check"]])
def test_ruff_is_quiet(command):
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
