"""What is said of a notebook before any of its exercises is loaded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notebook:
    """One notebook.

    Attributes:
        minutes: For a learner who writes every answer.
        gpu: Whether Colab is asked for a GPU: the notebook trains.
        exercises: The names of its exercises, in order; each has a folder of that name.
        part: 1, or 2 for a notebook that no total of the course asks for.
    """

    number: str
    name: str
    title: str
    minutes: int
    exercises: tuple[str, ...]
    gpu: bool = False
    part: int = 1

    @property
    def stem(self) -> str:
        """The name of its file, without ending."""
        return f"{self.number}_{self.name}"
