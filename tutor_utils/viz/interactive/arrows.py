"""Arrows in a plane that move with a slider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch

from .. import arrays
from ..image import Picture
from ..sheet import Sheet, write
from ..theme import ACCENT, GREY, HEADS, INK
from .page import Viewer


class Arrows(Viewer):
    """Vectors of two features as arrows that a slider moves; a script in the page.

    Where no script runs, the first and the last place of the slider are drawn.

    Args:
        frames: for each place of the slider: name -> (x, y), the same names in each.
        words: the slider's label at each place.
        axes: the names of the two features.
        lit: the name of the highlighted arrow.
        slider: the name of the slider.

    Raises:
        ValueError: no frame, other names in one of them, or a vector that is no pair of numbers.
    """

    script = "arrows"

    def __init__(
        self,
        frames: Sequence[Mapping[str, Any]],
        *,
        words: Sequence[str],
        axes: tuple[str, str],
        lit: str,
        slider: str,
    ) -> None:
        if not frames or any(frame.keys() != frames[0].keys() for frame in frames):
            raise ValueError("frames must hold at least one, and the same names in each.")
        if lit not in frames[0]:
            raise ValueError(f"lit={lit!r} is no name in frames: {list(frames[0])}.")
        self.words = arrays.labels(words, len(frames), "words")
        self.frames = [
            {str(name): _end(end, f"frames[{i}][{name!r}]") for name, end in frame.items()}
            for i, frame in enumerate(frames)
        ]
        self.axes, self.lit, self.slider = axes, lit, slider
        ends = np.array([end for frame in self.frames for end in frame.values()])
        if (ends < 0).any():
            raise ValueError(f"frames must hold numbers from 0 on; one is {ends.min():.3g}.")
        self.reach = np.ceil(2 * ends.max(0)) / 2  # a multiple of 1/2, above 0
        self.reach[self.reach == 0] = 0.5

    def data(self) -> dict[str, Any]:
        """The data of the script."""
        return {
            "frames": [
                {name: [round(float(v), 4) for v in end] for name, end in frame.items()}
                for frame in self.frames
            ],
            "words": self.words,
            "axes": list(self.axes),
            "lit": self.lit,
            "slider": self.slider,
            "reach": self.reach.tolist(),
            "start": 0,
        }

    def picture(self) -> Picture:
        """The first and the last place of the slider."""
        places = sorted({0, len(self.frames) - 1})
        size = 2.4 / float(self.reach.max())
        with Sheet() as sheet:
            sentences = []
            for i, place in enumerate(places):
                wide, high = self.reach * size
                ax = sheet.axes(2 + i * (wide + 1.4), 2, wide, high)
                self._draw(ax, self.frames[place])
                ax.set_title(self.words[place], fontsize=10, pad=14, loc="left")
                x, y = self.frames[place][self.lit]
                values = f"{self.axes[0]} {x:.1f}, {self.axes[1]} {y:.1f}"
                sentences.append(f"{self.words[place]}: {self.lit} has {values}")
            return sheet.picture(f"Arrows. {'; '.join(sentences)}.")

    def _draw(self, ax: Axes, frame: Mapping[str, np.ndarray]) -> None:
        ax.set(xlim=(0, self.reach[0]), ylim=(0, self.reach[1]))
        ax.set_xlabel(self.axes[0], fontsize=9)
        ax.set_ylabel(self.axes[1], fontsize=9)
        ax.set(xticks=[], yticks=[])
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        ax.plot(*np.array([each[self.lit] for each in self.frames]).T, ":", color=GREY)
        names = [name for name in frame if name != self.lit]
        for i, name in enumerate([*names, self.lit]):
            colour = ACCENT if name == self.lit else HEADS[i % len(HEADS)]
            arrow = FancyArrowPatch(
                (0, 0), tuple(frame[name]), arrowstyle="-|>", shrinkA=0, shrinkB=0
            )
            width = 3 if name == self.lit else 1.6
            arrow.set(color=colour, linewidth=width, mutation_scale=13, clip_on=False)
            ax.add_patch(arrow)
            x, y = frame[name]
            ahead = name != self.lit  # names on different sides, since arrows may meet
            at = x + (0.05 if ahead else -0.05) * self.reach[0], y + 0.03 * self.reach[1]
            write(ax, *at, name, 9, color=INK, ha="left" if ahead else "right")


def _end(value: Any, name: str) -> np.ndarray:
    end = arrays.finite(arrays.of_rank(value, name, 1, "(2,)"), name)
    if len(end) != 2:
        raise ValueError(f"{name} must be two numbers; it is {end.tolist()}.")
    return end
