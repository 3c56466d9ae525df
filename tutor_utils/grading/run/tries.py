"""Runs programs that are edits of an answer, inside a sandbox, as it is asked from outside.

What is asked comes from the course's side and is trusted. What is told is not believed there.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import CodeType
from typing import Any

from ...engine.exercise import Trial
from ...engine.observation import Observation, Observed, OutOfTime, Raised
from ...engine.run import programs
from ...engine.run.observe import run_trial, run_trials
from ...engine.run.time_limit import time_limit
from ...noted import one_run

_LIMIT_S = 2.0  # of one program in some trials
_COUNT = 8  # bytes before an order: its length


def order(what: str, *given: Any) -> bytes:
    """An order for a run: the name of a method of ``Tries``, and what it is given."""
    data = marshal.dumps((what, *given))
    return len(data).to_bytes(_COUNT, "big") + data


def orders(fd: int) -> Iterator[Any]:
    """The orders that come, to the end."""
    with os.fdopen(fd, "rb", closefd=False) as file:
        while head := file.read(_COUNT):
            yield marshal.loads(file.read(int.from_bytes(head, "big")))


class Tries:
    """Programs beside a learner's names, to be run on trials, all known by their numbers."""

    def __init__(self, name: str, names: Mapping[str, Any], trials: Sequence[Trial]) -> None:
        """Take the trials.

        Args:
            name: What each program defines.
            names: What they see.
        """
        self.name, self.names, self.trials = name, dict(names), trials
        self.programs: list[CodeType] = []

    def obey(self, what: str, *given: Any) -> bytes:
        """Do what an order says; give what was seen, for the way out."""
        seen: dict[str, Observed] = getattr(self, what)(*given)
        return Observation(self.name, 0, seen).to_bytes()

    def keep(self, new: list[CodeType]) -> dict[str, Observed]:
        """Forget the programs so far, and keep new ones."""
        self.programs = new
        return {}

    def cheap(self, chosen: list[int], trials: list[int]) -> dict[str, Observed]:
        """Run programs on trials, each as cheaply as can be."""
        seen: dict[str, Observed] = {}
        for one in chosen:
            late = Observed(raised=Raised(OutOfTime.__name__, "it took too long"))
            found = {f"{one} {i}": late for i in trials}
            try:
                with one_run(), time_limit(_LIMIT_S):
                    answer = self._answer(self.programs[one])
                    for i in trials:
                        found[f"{one} {i}"] = programs.run(self._named(one, i), answer)
            except OutOfTime:
                pass  # what it had not done stays as it is
            seen |= found
        return seen

    def own(self, trials: list[int]) -> dict[str, Observed]:
        """Run the learner's own program on trials; and tell how many calls each took."""
        answer = self._answer(self.programs[0])
        seen: dict[str, Observed] = {}
        calls: list[int] = []
        with one_run(), time_limit(_LIMIT_S):
            for i in trials:
                run = partial(programs.run, self._named(0, i), answer)
                seen[f"0 {i}"], count = programs.counted(run)
                calls.append(count)
        return seen | {"calls": Observed(calls)}

    def whole(self, one: int) -> dict[str, Observed]:
        """Run a program on every trial, as a check does."""
        answer = self._answer(self.programs[one])
        every = [self._named(one, i) for i in range(len(self.trials))]
        return run_trials(every, answer)

    def trace(self, one: int, trial: int) -> dict[str, Observed]:
        """The lines that a program reaches in a trial, and what its names hold there."""
        answer = self._answer(self.programs[one])
        with one_run(), time_limit(_LIMIT_S):
            _, lines, held = programs.traced(lambda: programs.run(self.trials[trial], answer))
        types = {name: sorted(types) for name, types in held.items()}
        return {"lines": Observed(sorted(lines)), "types": Observed(types)}

    def gives(self, program: CodeType, trial: int) -> dict[str, Observed]:
        """What the piece that is marked in a program gives in a trial."""
        run: Callable[[Any], Any] = partial(run_trial, self.trials[trial])
        values = programs.values_noted(partial(self._answer, program), run)
        return {"values": Observed(values)}

    def _answer(self, program: CodeType, **more: Any) -> Any:
        return programs.define(program, self.name, self.names, **more)

    def _named(self, one: int, trial: int) -> Trial:
        """The trial under the name by which the program's notes are known."""
        t = self.trials[trial]
        return Trial(f"{one} {trial}", t.args, t.kwargs, t.probe, criterion=t.criterion)
