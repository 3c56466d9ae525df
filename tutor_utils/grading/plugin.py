"""A pytest plugin for a class that is trusted: nbval runs the learner's own file, this counts.

``pytest -p tutor_utils.grading.plugin --nbval-lax --nbval-current-env FILE.ipynb`` ends in a table
of points for each notebook, and writes them into the JUnit XML. A check scores only where its cell
is the course's, was run and passed: a skip, an expected failure or a missing cell is worth nothing.
Whoever wants to can still forge a pass here; ``python3 -m tutor_utils grade`` is for marks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from nbval.plugin import IPyNbCell

from .. import exercises

SWITCHES = {"nbval-skip", "skip-execution", "raises-exception", "nbval-raises-exception"}


@dataclass
class _File:
    """What is known of one notebook file.

    ``homes`` holds the notebook of the course of each exercise's cell; ``outcomes`` those of each
    exercise, one for each copy of its check.
    """

    homes: list[str] = field(default_factory=list)
    outcomes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Points(), "course-points")


class _Points:
    """Marks check cells at collection, listens to their reports, prints the tables."""

    def __init__(self) -> None:
        self.files: dict[str, _File] = defaultdict(_File)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # Properties travel with the report: to JUnit, and from xdist's workers.
        for item in items:
            name, is_check = _exercise(item)
            if name:
                item.user_properties.append(("notebook", exercises.find(name).notebook))
            if name and is_check:
                item.user_properties += [
                    ("exercise", name),
                    ("points", exercises.find(name).points),
                    ("changed", _changed(item, name)),
                ]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = dict(report.user_properties)
        done = report.when == "call" or (report.when == "setup" and not report.passed)
        file = self.files[report.nodeid.partition("::")[0]] if "notebook" in told else None
        if file is None or not done:
            return
        file.homes.append(told["notebook"])
        if "exercise" not in told:
            return
        outcome = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = "skipped"
        elif told["changed"]:
            outcome = "changed"
        file.outcomes[told["exercise"]].append(outcome)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for name, file in sorted(self.files.items()):
            terminalreporter.section(f"points of {name}")
            for line in _table(file):
                terminalreporter.write_line(line)


def _exercise(item: pytest.Item) -> tuple[str, bool]:
    """(exercise, whether it is the check of it) of a cell, by its id; ("", False) elsewhere."""
    if isinstance(item, IPyNbCell):
        found = re.fullmatch(r"(check-)?(\w+)", str(item.cell.get("id", "")))
        if found and exercises.known(found[2]):
            return found[2], bool(found[1])
    return "", False


def _changed(item: IPyNbCell, name: str) -> bool:
    """Whether the cell is no longer the course's: other code, or a tag that switches it off."""
    tags = set(item.cell.metadata.get("tags", []))
    return item.cell.source.strip() != f"check({name})" or bool(tags & SWITCHES)


def _table(file: _File) -> Iterator[str]:
    number = max(sorted(set(file.homes)), key=file.homes.count)
    total = possible = 0
    for name, exercise in exercises.of_notebook(number)[0].items():
        outcomes = file.outcomes.get(name, ["missing"])
        word = next((o for o in outcomes if o != "passed"), "passed")
        earned = exercise.points if word == "passed" else 0
        total, possible = total + earned, possible + exercise.points
        yield f"{name:<24}{earned:>3} of {exercise.points:>2}  {word}"
    yield f"{'total':<24}{total:>3} of {possible:>2}  {100 * total / possible:.0f} %"
