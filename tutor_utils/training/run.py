"""The results of a training run, and the curves that are drawn during it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from .evaluation import Sample, Score


@dataclass
class Run:
    """The results of a training run.

    Attributes:
        why: why it ended, in words.
        step: the last step, counted over all runs of the trainer.
        score: the final score, on the test sequences.
        history: step, loss (teacher-forced), exact match and lr_over_peak (the learning rate
            divided by its peak) at each evaluation, in lists of the same length, on the
            validation sequences.
        losses: the loss of each step's batch, by step.
        cpu_seconds: CPU time of this run, training and evaluations together.
        notes: problems that did not stop the run, a full disk for example.
        perfect_in_a_row: the number of good enough evaluations in a row.
        samples: if curves are drawn: step of an evaluation -> one of its decoded sequences.
    """

    why: str = ""
    step: int = 0
    score: Score | None = None
    history: dict[str, list[float]] = field(default_factory=dict)
    losses: dict[int, float] = field(default_factory=dict)
    cpu_seconds: float = 0.0
    notes: list[str] = field(default_factory=list)
    perfect_in_a_row: int = 0
    samples: dict[int, Sample] = field(default_factory=dict)
    _started: float = field(default_factory=time.process_time, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.why} after {self.step} steps: {self.score or 'not evaluated'}"

    def reached(self, step: int) -> None:
        """Note the current step and the CPU time so far."""
        self.step, self.cpu_seconds = step, time.process_time() - self._started

    def evaluated(self, score: Score, lr_over_peak: float, enough: bool) -> None:
        """Add an evaluation at the current step, and count consecutive good ones."""
        self.perfect_in_a_row = self.perfect_in_a_row + 1 if enough else 0
        if score.sample:
            self.samples[self.step] = score.sample
        values = {
            "step": self.step,
            "loss": score.loss,
            "exact_match": score.exact_match,
            "lr_over_peak": lr_over_peak,
        }
        for name, value in values.items():
            self.history.setdefault(name, []).append(value)


_RATE = "learning rate / peak"


class LiveCurves:
    """The history of a run, drawn while it trains; draws nothing if ``alt`` is None."""

    def __init__(self, steps: int, alt: str | None) -> None:
        self._live: Any = None
        if alt is not None:
            from ..viz import Live  # loads Matplotlib

            self._live = Live(steps, alt, ("loss", "exact match", _RATE))

    @property
    def drawn(self) -> bool:
        """Whether anything is drawn."""
        return self._live is not None

    def stepped(self, done: int, loss: Tensor | None, lr_over_peak: float) -> None:
        """Called after each step: moves the progress bar, draws the loss () and the rate."""
        if self._live:
            known = {} if loss is None else {"loss": loss}
            self._live.update(done, **known, **{_RATE: lr_over_peak})

    def evaluated(self, done: int, run: Run) -> None:
        """Draw the newest evaluation, after ``done`` steps of this run."""
        if self._live:
            if sample := run.samples.get(run.step):
                self._live.say(done, sample.given, sample.wanted, sample.decoded)
            self._live.update(done, exact_match=run.history["exact_match"][-1])

    def finish(self) -> None:
        """Draw the final state."""
        if self._live:
            self._live.finish()
