"""The workflows: every command in them is one, every machine is there, nothing runs for ever."""

import json
import re
from pathlib import Path

import pytest
import yaml

from tutor_utils.cli import commands

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
            assert "@" in step.get("uses", "@")
    for name in re.findall(r"python3? -m tutor_utils (\w+)", text):
        assert name in commands.COMMANDS, name


def test_every_system_with_the_oldest_and_the_newest():
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    matrix = flow["jobs"]["platforms"]["strategy"]["matrix"]
    assert {system.split("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert matrix["python"] == ["3.11", "{}.{}".format(*commands_newest())]
    assert set(matrix["torch"]) == {"oldest", "locked", "newest"}
    assert "nightly" in str(flow["jobs"]["platforms"]["continue-on-error"])


def commands_newest():
    from tutor_utils.cli import preflight

    return preflight.NEWEST


def test_forms_and_settings_can_be_read():
    for path in (ROOT / ".github").rglob("*.yml"):
        assert yaml.safe_load(path.read_text("utf-8")), path
    yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert "tutor_utils lab" in container["postCreateCommand"]
