"""What is said of a notebook and of its exercises before any of them is loaded."""

from __future__ import annotations

from dataclasses import dataclass, replace

PARTS = {
    1: "Part I: build it and train it",
    2: "Part II: your parts at work",
    3: "Part III: after 2017",
}


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
        """Whether the course is complete without it: a bonus, or of Part II or III."""
        return self.bonus or self.part > 1

    @property
    def required_points(self) -> int:
        """The points that a total asks for: none where it is optional."""
        return 0 if self.optional else self.points


@dataclass(frozen=True)
class Notebook:
    """One notebook of the road, or a side trip of one: "07a" is beside 07, and never needed.

    Attributes:
        number: Two digits; a side trip has its notebook's and a letter.
        minutes: Reading, running, and writing every answer that is asked for.
        entries: Its exercises, in order; each has a folder of that name.
        gpu: Whether Colab is asked for a GPU: the notebook trains.
        part: See ``PARTS``; no total of the course asks for those after the first.
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
    def road(self) -> str:
        """The number of the notebook of the road: its own, or that which it is a side trip of."""
        return self.number[:2]

    @property
    def side_trip(self) -> bool:
        """Whether it is beside the road."""
        return self.number != self.road

    @property
    def exercises(self) -> tuple[str, ...]:
        """The names of its exercises."""
        return tuple(entry.id for entry in self.entries)

    @property
    def stem(self) -> str:
        """The name of its file, without ending."""
        return f"{self.number}_{self.name}"
