"""Save checkpoints at intervals, so that a run that is killed loses only minutes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from .checkpoint import CheckpointError

if TYPE_CHECKING:
    from .run import Run


class Periodic:
    """Writes a trainer's checkpoint every so many steps or seconds.

    Args:
        steps, seconds: whichever comes first.

    Raises:
        ValueError: one of them is not above 0.
    """

    def __init__(self, path: str | Path, steps: int = 500, seconds: float = 60.0) -> None:
        for name, value in (("steps", steps), ("seconds", seconds)):
            if not value > 0:
                raise ValueError(f"{name}={value} must be above 0.")
        self.path, self.steps, self.seconds = Path(path), steps, seconds
        self.saved_step: int | None = None
        self._failing = False
        self._last_step: int | None = None
        self._last_time = time.monotonic()

    def if_due(self, step: int, save: Callable[[Path], object], run: Run) -> None:
        """Save if it is time; a full disk is noted once, and the run goes on."""
        if self._last_step is None:
            self._last_step = step - 1
        by_steps = step - self._last_step >= self.steps
        if not by_steps and time.monotonic() - self._last_time < self.seconds:
            return
        try:
            save(self.path)
            self.saved_step, self._failing = step, False
        except CheckpointError as error:
            if not self._failing:
                last = "There is none yet."
                if self.saved_step is not None:
                    last = f"The last one is of step {self.saved_step}."
                run.notes.append(f"Step {step}: {error} {last} It is tried again.")
            self._failing = True
        self._last_step, self._last_time = step, time.monotonic()
