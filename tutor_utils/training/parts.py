"""The functions of notebook 07 that a run is made of: the learner's own, or the course's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from ..course.learner_package import load_answer


@dataclass(frozen=True)
class Parts:
    """Everything that a run calls. A part that is left out is the learner's where it has passed.

    ``Parts()`` is all that the learner has, filled up with the course's.
    """

    shift_target: Callable[..., Any] | None = None
    sequence_loss: Callable[..., Any] | None = None
    noam_rate: Callable[..., float] | None = None
    train_step: Callable[..., float] | None = None
    greedy_decode: Callable[..., Any] | None = None
    exact_match: Callable[..., float] | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) is None:
                object.__setattr__(self, field.name, load_answer(field.name).value)
