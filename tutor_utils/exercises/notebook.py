"""What is said of a notebook and of its exercises before any of them is loaded."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Entry:
    """What the registry says of an exercise; see ``engine.exercise.Exercise``.

    Attributes:
        id: The name that the learner defines, and of the exercise's folder.
        bonus: The course is complete without it, and its points are extra: no total asks for them.
        notebook, part: Those of its notebook.
    """

    id: str
    title: str
    points: int = 1
    bonus: bool = False
    notebook: str = ""
    part: int = 1

    @property
    def optional(self) -> bool:
        """Whether the course is complete without it: a bonus, or a part of Part II."""
        return self.bonus or self.part > 1

    @property
    def required_points(self) -> int:
        """The points that a total asks for: none where it is optional."""
        return 0 if self.optional else self.points


@dataclass(frozen=True)
class Notebook:
    """One notebook.

    Attributes:
        minutes: For a learner who writes every answer.
        entries: Its exercises, in order; each has a folder of that name.
        gpu: Whether Colab is asked for a GPU: the notebook trains.
        part: 1, or 2 for a notebook that no total of the course asks for.
    """

    number: str
    name: str
    title: str
    minutes: int
    entries: tuple[Entry, ...]
    gpu: bool = False
    part: int = 1

    def __post_init__(self) -> None:
        entries = tuple(replace(e, notebook=self.number, part=self.part) for e in self.entries)
        object.__setattr__(self, "entries", entries)

    @property
    def exercises(self) -> tuple[str, ...]:
        """The names of its exercises."""
        return tuple(entry.id for entry in self.entries)

    @property
    def stem(self) -> str:
        """The name of its file, without ending."""
        return f"{self.number}_{self.name}"
