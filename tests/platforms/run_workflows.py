"""Run the steps of the workflows' Linux jobs here, in order, in a clean clone with an empty home.

    python tests/platforms/run_workflows.py              # all jobs: hours
    python tests/platforms/run_workflows.py release/zip environment/branch

GitHub's variables are set, ``python`` is this Python. What is not run is named with its reason.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
OWNER, NAME = "someone", "course"
# What only GitHub's machines have. A step that needs it is named, and the job goes on.
NOT_HERE = {
    "sudo ": "changes the machine itself",
    "gh release": "publishes on GitHub",
    "docker": "needs Docker",
    "pipx": "GitHub's machines have pipx",
}


@dataclass
class Step:
    """One step: its words, and how it ended ("passed", "failed", or why it was not run)."""

    name: str
    script: str
    ended: str = ""


@dataclass
class Job:
    """One Linux job with the values of its matrix, and its steps."""

    name: str
    steps: list[Step]
    variables: dict[str, str] = field(default_factory=dict)


def jobs() -> Iterator[Job]:
    """All Linux jobs, one for each entry of a matrix."""
    for path in WORKFLOWS:
        flow = yaml.safe_load(path.read_text("utf-8"))
        for key, job in flow["jobs"].items():
            entries = job.get("strategy", {}).get("matrix", {}).get("include", [{}])
            for entry in entries:
                known = _context(entry)
                if not _filled(job["runs-on"], known).startswith("ubuntu"):
                    continue
                strict = job.get("defaults", {}).get("run", {}).get("shell") == "bash"
                steps = [_step(step, known, strict) for step in job["steps"]]
                steps = [step for step in steps if step]
                variables = {k: _filled(v, known) for k, v in job.get("env", {}).items()}
                name = "-".join([f"{path.stem}/{key}", *map(str, entry.values())])
                yield Job(name, steps, variables)


def _context(entry: dict[str, Any]) -> dict[str, str]:
    """What the expressions of the workflows may name."""
    return {f"matrix.{name}": str(value) for name, value in entry.items()} | {
        "github.repository_owner": OWNER,
        "github.event.repository.name": NAME,
        "github.token": "",
    }


def _filled(text: str, known: dict[str, str]) -> str:
    """A text with its expressions filled in; one that is not known is an error."""
    return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda found: known[found[1]], text)


def _step(step: dict[str, Any], known: dict[str, str], strict: bool) -> Step | None:
    if step.get("if") == "matrix.torch != 'locked'" and known["matrix.torch"] == "locked":
        return None
    if "uses" in step:
        clone = "actions/checkout", "actions/setup-python"
        why = "done by this script" if step["uses"].startswith(clone) else "an action of GitHub"
        return Step(step["uses"], "", why)
    script = _filled(step["run"], known)
    head = "set -eo pipefail\n" if strict or step.get("shell") == "bash" else "set -e\n"
    return Step(step.get("name", script.splitlines()[0]), head + script)


def run(job: Job) -> bool:
    """Run a job's steps in a clean folder; True where none failed."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, variables = _machine(Path(scratch), job)
        for step in job.steps:
            step.ended = step.ended or next(
                (f"not run: {why}" for word, why in NOT_HERE.items() if word in step.script), ""
            )
            if not step.ended:
                print(f"--- {job.name}: {step.name}", flush=True)
                done = subprocess.run(["bash", "-c", step.script], cwd=folder, env=variables)
                step.ended = "failed" if done.returncode else "passed"
            if step.ended == "failed":
                break
    for step in job.steps:
        print(f"{job.name}: {step.name}: {step.ended or 'not run: a step before it failed'}")
    return all(step.ended != "failed" for step in job.steps)


def _machine(scratch: Path, job: Job) -> tuple[Path, dict[str, str]]:
    """A clone that may push to its own origin, an empty home, and GitHub's variables."""
    origin, folder, home = scratch / "origin.git", scratch / NAME, scratch / "home"
    for command in (
        ["git", "clone", "-q", "--bare", ROOT, origin],
        ["git", "clone", "-q", origin, folder],
    ):
        subprocess.run(command, check=True)
    home.mkdir()
    tools = scratch / "tools"  # what actions/setup-python brings
    tools.mkdir()
    python = getattr(sys, "_base_executable", sys.executable)
    for name, words in (("python", ""), ("python3", ""), ("pip", "-m pip ")):
        (tools / name).write_text(f'#!/bin/sh\nexec "{python}" {words}"$@"\n', "utf-8")
        (tools / name).chmod(0o755)
    version = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)
    assert version
    own = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "TUTOR_HOME")
    kept = {name: value for name, value in os.environ.items() if name not in own}
    sha = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return folder, kept | job.variables | {
        "HOME": str(home),
        "PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin",
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_WORKSPACE": str(folder),
        "GITHUB_REPOSITORY": f"{OWNER}/{NAME}",
        "GITHUB_SHA": sha.stdout.strip(),
        "GITHUB_REF_NAME": f"v{version[1]}",
        "RUNNER_OS": "Linux",
        "RUNNER_TEMP": str(scratch),
    }


def main(argv: list[str] | None = None) -> int:
    """Run the jobs; exit code 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("jobs", nargs="*", help="as they are printed; all where none is given")
    options = parser.parse_args(argv)
    chosen = [job for job in jobs() if not options.jobs or job.name in options.jobs]
    if not chosen:
        parser.error("there is no such job: " + ", ".join(job.name for job in jobs()))
    return 0 if all([run(job) for job in chosen]) else 1


if __name__ == "__main__":
    sys.exit(main())
