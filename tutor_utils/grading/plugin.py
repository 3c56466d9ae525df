"""A pytest plugin for a class that is trusted: nbval runs the learner's own file, this counts.

``python3 -m pytest -p tutor_utils.grading.plugin --nbval-lax --nbval-current-env FILE.ipynb``, in
the course's folder, ends in a table of points for each notebook. A check scores only where its cell
is the course's, was run and passed: a skip, an expected failure or a missing cell is worth nothing;
of several checks of one exercise the last counts. Each file finds this copy of the course, wherever
it lies, and has a learner's folder of its own, so that nothing of one learner reaches another.
Whoever wants to can still forge a pass here; ``python3 -m tutor_utils grade`` is for marks.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from nbval.plugin import IPyNbCell

from .. import exercises
from .intake.owners import notebook_in

COURSE = Path(__file__).resolve().parents[2]
SWITCHES = {"nbval-skip", "skip-execution", "raises-exception", "nbval-raises-exception"}


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Points(), "course-points")
    refuse_colons(config.args, config.invocation_params.dir)
    config.option.continue_on_collection_errors = True  # one broken file costs nobody else a table


def refuse_colons(names: Sequence[str], folder: Path) -> None:
    """Say what is wrong with the name of a file that pytest could not find."""
    for name in names:
        if "::" in name and (folder / name).is_file():
            raise pytest.UsageError(
                f"{name!r} is a file, and pytest reads :: as the start of a test's name. Rename "
                "it, or give the folder that it lies in."
            )


class _Points:
    """Marks check cells at collection, listens to their reports, prints the tables."""

    def __init__(self) -> None:
        self.numbers: dict[str, list[str]] = defaultdict(list)  # file -> of each exercise's cell
        self.outcomes: dict[str, dict[str, str]] = {}  # file -> exercise -> of its last check
        self.homes = tempfile.TemporaryDirectory(prefix="nbval-")
        self.before = {name: os.environ.get(name) for name in self._kernel("")}

    def _kernel(self, home: str) -> dict[str, str]:
        """What a kernel must find in its environment."""
        path = [str(COURSE), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {
            "PYTHONPATH": os.pathsep.join(dict.fromkeys(os.pathsep.join(path).split(os.pathsep))),
            "TUTOR_HOME": home,
            "GIT_ALLOW_PROTOCOL": "none",  # a first cell that clones would bring other checks
        }

    @pytest.hookimpl(tryfirst=True)  # before nbval starts the file's kernel
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if isinstance(item, IPyNbCell):
            number = list(dict.fromkeys(i.path for i in item.session.items)).index(item.path)
            home = Path(self.homes.name) / str(number)
            home.mkdir(exist_ok=True)
            os.environ.update(self._kernel(str(home)))

    def pytest_unconfigure(self) -> None:
        for name, value in self.before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        self.homes.cleanup()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # Properties travel with the report, also from xdist's workers.
        for item in items:
            name, is_check = _exercise(item)
            if name:
                item.user_properties.append(("notebook", exercises.entry(name).notebook))
            if name and is_check:
                item.user_properties += [("exercise", name), ("changed", _changed(item, name))]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told: dict[str, Any] = dict(report.user_properties)
        done = report.when == "call" or (report.when == "setup" and not report.passed)
        name, is_cell, _ = report.nodeid.rpartition(".ipynb::")
        if not is_cell or not done:
            return
        name += ".ipynb"
        outcomes = self.outcomes.setdefault(name, {})  # also where no cell of the course is left
        if "notebook" in told:
            self.numbers[name].append(told["notebook"])
        if "exercise" not in told:
            return
        outcome: str = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = "skipped"
        elif told["changed"]:
            outcome = "changed"
        outcomes[told["exercise"]] = outcome  # of the last check, as `grade` counts

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for name, outcomes in sorted(self.outcomes.items()):
            if number := _number(name, self.numbers[name]):
                terminalreporter.section(f"points of {name}")
                for line in _table(number, outcomes):
                    terminalreporter.write_line(line)


def _exercise(item: pytest.Item) -> tuple[str, bool]:
    """(exercise, whether it is the check of it) of a cell; ("", False) elsewhere.

    By its id, or else by nbgrader's: nbformat gives the second of two equal ids a new one. Where an
    editor dropped the ids, a check is known by its call.
    """
    if isinstance(item, IPyNbCell):
        nbgrader = item.cell.metadata.get("nbgrader")
        grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
        for name in (item.cell.get("id"), grade_id):
            found = re.fullmatch(r"(check-)?(\w+)", str(name))
            if found and exercises.known(found[2]):
                return found[2], bool(found[1])
        called = re.fullmatch(r"check\((\w+)\)", item.cell.source.strip())
        if called and exercises.known(called[1]):
            return called[1], True
    return "", False


def _changed(item: IPyNbCell, name: str) -> bool:
    """Whether the cell is no longer the course's: other code, or a tag that switches it off."""
    tags = item.cell.metadata.get("tags")
    switched = isinstance(tags, list) and not SWITCHES.isdisjoint(tags)
    return switched or item.cell.source.strip() != f"check({name})"


def _number(name: str, numbers: Sequence[str]) -> str:
    """The notebook that most of its cells are of, or else the one in its name.

    "" where nothing is asked for: in a side trip all is bonus.
    """
    number = notebook_in(name.rpartition("/")[2])
    number = max(sorted(set(numbers)), key=numbers.count) if numbers else number
    asked = any(e.notebook == number and not e.bonus for e in exercises.entries())
    return number if asked else ""


def _table(number: str, outcomes: Mapping[str, str]) -> Iterator[str]:
    # a bonus that nobody began stops no run, so its cell tells nothing
    asked = [e for e in exercises.entries() if e.notebook == number and not e.bonus]
    total = 0
    for exercise in asked:
        word = outcomes.get(exercise.id, "missing")
        earned = exercise.points if word == "passed" else 0
        total += earned
        yield f"{exercise.id:<24}{earned:>3} of {exercise.points:>2}  {word}"
    possible = sum(e.points for e in asked)
    yield f"{'total':<24}{total:>3} of {possible:>2}  {100 * total / possible:.0f} %"
