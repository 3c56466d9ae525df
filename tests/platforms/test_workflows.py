"""The workflows: every command in them is one, every machine is there, nothing runs for ever."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.platforms import which_torch
from tutor_utils.authoring import address
from tutor_utils.cli import commands, preflight

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow(path):
    text = path.read_text("utf-8")
    flow = yaml.safe_load(text)
    assert set(flow) >= {"name", True, "jobs", "permissions"}  # YAML reads `on` as True
    assert flow["permissions"] == {"contents": "read"}
    for job in flow["jobs"].values():
        assert job["timeout-minutes"] <= 60
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            # a tag can be moved to other code: the commit is named, the tag stands beside it
            assert re.fullmatch(r"\S+@[0-9a-f]{40}", step.get("uses", "a@" + "0" * 40))
    for name in re.findall(r"python3? -m tutor_utils (\w+)", text):
        assert name in commands.COMMANDS, name


def test_ci_covers_every_system_pytorch_and_python_bound():
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    entries = flow["jobs"]["platforms"]["strategy"]["matrix"]["include"]
    ends = {"3.11", "{}.{}".format(*preflight.NEWEST)}
    systems = {(entry["os"].split("-")[0], entry["python"]) for entry in entries}
    assert systems >= {(name, end) for name in ("ubuntu", "macos", "windows") for end in ends}
    assert {entry["torch"] for entry in entries} == {"oldest", "locked", "newest", "nightly"}


def test_ci_tries_the_oldest_patch_releases_that_preflight_names():
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    entries = flow["jobs"]["stock"]["strategy"]["matrix"]["include"]
    tried = {tuple(map(int, entry["python"].split("."))) for entry in entries}
    assert tried == set(preflight.OLDEST.values())


def test_release_moves_the_branch_that_links_name():
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert f"git push origin HEAD:refs/heads/{address.RELEASED}" in text


def test_nothing_begins_before_lint():
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    assert {name for name, job in flow["jobs"].items() if job.get("needs") != "lint"} == {"lint"}


@pytest.mark.parametrize(
    ("version", "kinds"),
    [
        ("2.11.1+cpu", {"oldest"}),
        ("2.13.0+cpu", {"locked", "newest"}),
        ("2.14.0", {"newest"}),
        ("2.15.0.dev20261120+cpu", {"nightly"}),
    ],
)
def test_another_pytorch_than_the_named_one_is_noticed(version, kinds):
    named = ("oldest", "locked", "newest", "nightly")
    assert {kind for kind in named if which_torch.is_the(kind, version, "2.13.0")} == kinds


@pytest.mark.skipif(sys.platform != "linux", reason="the steps of Linux jobs")
def test_every_step_is_valid_bash():
    flows = [yaml.safe_load(path.read_text("utf-8")) for path in WORKFLOWS]
    steps = [step for flow in flows for job in flow["jobs"].values() for step in job["steps"]]
    scripts = [re.sub(r"\$\{\{.*?\}\}", "x", step["run"]) for step in steps if "run" in step]
    assert len(scripts) > 20
    for script in scripts:
        done = subprocess.run(["bash", "-n", "-c", script], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), script


def test_ci_installs_nothing_before_the_readme_s_command():
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    first = lines.index("python3 -m tutor_utils test")
    assert not any(re.search(r"\b(apt-get|pip|playwright)\b", line) for line in lines[1:first])
    assert "NEED_BROWSER=1" in lines[-1] and "tests/browser" in lines[-1]


def test_forms_and_settings_can_be_read():
    for path in (ROOT / ".github").rglob("*.yml"):
        assert yaml.safe_load(path.read_text("utf-8")), path
    yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert "tutor_utils lab" in container["postCreateCommand"]
