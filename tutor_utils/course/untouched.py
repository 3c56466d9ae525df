"""Decide whether an exercise is still as the course gave it."""

from __future__ import annotations

from ..engine.observation import Observation
from .sources import exercise_cells
from .syntax import same_code


def is_untouched(exercise: str, text: str) -> bool:
    """Whether a learner's cell is the given one, ignoring comments and layout."""
    cell = exercise_cells().get(exercise)
    return cell is not None and same_code(text, cell.stub)


def only_the_todo_ran(observation: Observation) -> bool:
    """The same judged from a run: whether every trial ended in the TODO's own error."""
    raised = [seen.raised for seen in observation.trials.values()]
    todo = f"NotImplementedError: TODO: {observation.exercise}"
    return bool(raised) and all(str(error) == todo for error in raised)
