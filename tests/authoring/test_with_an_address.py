"""A copy with an address: what the publishing guide says is done in it, and its tests are green."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from stems import STEM

from tutor_utils.authoring import generate

ROOT = generate.ROOT
LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", "site", "*.zip")
OF_THE_ADDRESS = (  # whose texts an address changes
    "tests/test_repository.py",
    "tests/course/test_road.py",
    "tests/cli/test_readme_commands.py",
    "tests/authoring/test_readme.py",
    "tests/authoring/test_front_page.py",
    "tests/authoring/test_build.py",
)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    copy = tmp_path_factory.mktemp("published") / "transformer-course"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT, symlinks=True)
    project = copy / "pyproject.toml"
    text = project.read_text("utf-8")
    text = re.sub(r"^# (?=\[project.urls\]|Repository = )", "", text, flags=re.MULTILINE)
    assert "\n[project.urls]\nRepository" in text
    project.write_text(text.replace("OWNER/NAME", "someone/transformer-course"), "utf-8")
    run(copy, "tutor_utils", "build", "--no-run")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "address"]):
        subprocess.run([*git, *command], cwd=copy, check=True)
    return copy


def run(course, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=course,
        env=os.environ | {"PYTHONPATH": str(course)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


@pytest.mark.slow
def test_its_texts_name_the_address_and_its_tests_pass(course):
    assert "git clone https://github.com/someone" in (course / "README.md").read_text("utf-8")
    for path in (course / "notebooks").glob("[0-9]*.ipynb"):
        assert "blob/v0.1.0/notebooks/" in path.read_text("utf-8"), path.name
    plain = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow and not lint"]
    run(course, "pytest", *plain, *OF_THE_ADDRESS)


@pytest.mark.slow
def test_the_other_steps_of_the_guide_come_to_their_end(course, tmp_path):
    guide = (ROOT / ".github" / "publishing.md").read_text("utf-8")
    steps = re.findall(r"^python3 -m tutor_utils (\w+)", guide.split("```")[1], re.MULTILINE)
    assert steps == ["build", "site", "zip"]
    run(course, "tutor_utils", "zip", "--out", tmp_path)
    assert list(tmp_path.glob("*.zip"))
    run(course, "tutor_utils", "site", "--out", tmp_path / "site")
    page = (tmp_path / "site" / f"{STEM['02']}.html").read_text("utf-8")
    assert "blob/v0.1.0/notebooks/02_projection" in page and "branch%3Drelease" in page
    assert f"notebooks%252F{STEM['02']}.ipynb" in page  # Binder opens this notebook too
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", course, clone], check=True)
    assert (clone / "README.md").read_bytes() == (course / "README.md").read_bytes()
