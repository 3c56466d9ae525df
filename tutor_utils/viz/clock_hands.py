"""Draw pairs of features as clock hands: positions on a circle, and the angle between two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch

from . import arrays
from .image import Picture
from .sheet import Sheet, write
from .theme import ACCENT, GREY, HEADS, INK

_SIDE = 2.6  # inches of a dial


def clock_hands(
    table: Any,
    *,
    pairs: Sequence[int],
    step: int,
    starts: Sequence[int] = (0, 2),
) -> Picture:
    """Draw pairs of features of a table of positions as points on a circle.

    Feature 2i is the height of the point, feature 2i+1 how far right it stands. Arrows lead from
    some positions to the ones ``step`` further on: on one dial they turn by the same angle.

    Args:
        table: (length, d_model) of sines and cosines, the result of `sinusoidal_encoding`.
        pairs: which pairs of features, i = 0, 1, 2, ...: one dial each.
        step: how many positions an arrow spans.
        starts: the positions at which an arrow begins.

    Raises:
        ValueError: the table lacks a pair or a position, or its values are not on a circle.
    """
    array = arrays.finite(arrays.of_rank(table, "table", 2, "(length, d_model)"), "table")
    length, width = array.shape
    if not pairs or min(pairs) < 0 or 2 * max(pairs) + 1 >= width:
        raise ValueError(f"pairs must be from 0 to {width // 2 - 1}, not {list(pairs)}.")
    if not starts or min(starts) < 0 or max(starts) + step >= length:
        raise ValueError(f"starts={list(starts)} and step={step} leave the table of {length} rows.")
    if abs(array[:, 0::2] ** 2 + array[:, 1::2] ** 2 - 1).max() > 1e-3:
        raise ValueError("table must hold sine and cosine of one angle in each pair of features.")
    with Sheet() as sheet:
        turns = []
        for place, pair in enumerate(pairs):
            ax = sheet.axes(2 + place * (_SIDE + 0.4), 2, _SIDE, _SIDE)
            angles = np.arctan2(array[:, 2 * pair], array[:, 2 * pair + 1])
            _dial(ax, angles)
            for start in starts:
                _arrow(ax, angles[start], angles[start + step], step)
            turn = np.degrees((angles[step] - angles[0]) % (2 * np.pi))
            ax.set_title(
                f"features {2 * pair} and {2 * pair + 1}: +{step} is a turn of {turn:.0f}°",
                fontsize=9.5,
            )
            turns.append(f"on features {2 * pair} and {2 * pair + 1} by {turn:.0f} degrees")
        alt = f"Positions 0 to {length - 1} on circles. {step} positions further on turns"
        return sheet.picture(f"{alt} {', '.join(turns)}, wherever it starts.")


def _dial(ax: Axes, angles: np.ndarray) -> None:
    """A circle with a numbered point for each position."""
    ax.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5))
    ax.set_aspect("equal")
    ax.axis("off")
    round_ = np.linspace(0, 2 * np.pi, 200)
    ax.plot(np.cos(round_), np.sin(round_), color=GREY, linewidth=1)
    for position, angle in enumerate(angles):
        x, y = np.cos(angle), np.sin(angle)
        ax.plot([0, x], [0, y], color=GREY, linewidth=0.6)
        ax.plot([x], [y], "o", color=INK, markersize=5)
        write(ax, 0.82 * x, 0.82 * y, str(position), 8)


def _arrow(ax: Axes, start: float, end: float, step: int) -> None:
    """A curved arrow outside the circle, in the direction of increasing positions."""
    turn = (end - start) % (2 * np.pi)
    radius = 1.14 + 0.04 * np.cos(start * 3)  # two bows that overlap stay apart
    bow = start + np.linspace(0, turn, 60)
    ax.plot(radius * np.cos(bow), radius * np.sin(bow), color=ACCENT, linewidth=1.8)
    tip = np.stack([radius * np.cos(bow[-4:]), radius * np.sin(bow[-4:])], -1)
    ax.add_patch(
        FancyArrowPatch(
            tuple(tip[0]), tuple(tip[-1]), color=ACCENT, arrowstyle="-|>", mutation_scale=12
        )
    )
    middle = start + turn / 2
    place = 1.36 * np.cos(middle), 1.36 * np.sin(middle)
    write(ax, *place, f"+{step}", 9, color=ACCENT, fontweight="bold")


def hands(dials: Mapping[str, Mapping[str, Any]], *, title: str | None = None) -> Picture:
    """Draw pairs of hands and the angle between them, on which a dot product depends.

    Args:
        dials: name of a dial -> name of a hand -> its two features (right, up). Two hands each.
        title: a line above the picture.

    Raises:
        ValueError: no dial, another number of hands than two, or a hand without a direction.
    """
    if not dials or any(len(pair) != 2 for pair in dials.values()):
        raise ValueError(f"dials must hold two hands for each dial, not {dict(dials)!r}.")
    ends = {
        dial: {str(name): _hand(end, f"dials[{dial!r}][{name!r}]") for name, end in pair.items()}
        for dial, pair in dials.items()
    }
    longest = max(np.hypot(*end) for pair in ends.values() for end in pair.values())
    with Sheet() as sheet:
        words = []
        for place, (dial, pair) in enumerate(ends.items()):
            ax = sheet.axes(2 + place * (_SIDE + 0.2), 2, _SIDE, _SIDE)
            between = _two_hands(ax, {name: end / longest for name, end in pair.items()})
            ax.set_title(dial, fontsize=9.5)
            words.append(f"{dial}: {between:.0f} degrees between {' and '.join(pair)}")
        return sheet.picture(f"Clock hands. {'; '.join(words)}.", title)


def _hand(value: Any, name: str) -> np.ndarray:
    end = arrays.finite(arrays.of_rank(value, name, 1, "(2,)"), name)
    if len(end) != 2 or not end.any():
        raise ValueError(f"{name} must be two numbers, not both 0; it is {end.tolist()}.")
    return end


def _two_hands(ax: Axes, pair: Mapping[str, np.ndarray]) -> float:
    """Two arrows from the middle, and a bow with the angle between them in degrees."""
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3))
    ax.set_aspect("equal")
    ax.axis("off")
    round_ = np.linspace(0, 2 * np.pi, 200)
    ax.plot(np.cos(round_), np.sin(round_), color=GREY, linewidth=1)
    angles = [float(np.arctan2(end[1], end[0])) for end in pair.values()]
    for (name, end), angle, colour in zip(pair.items(), angles, HEADS[:2], strict=True):
        arrow = FancyArrowPatch((0, 0), tuple(end), arrowstyle="-|>", shrinkA=0, shrinkB=0)
        arrow.set(color=colour, linewidth=2.2, mutation_scale=14)
        ax.add_patch(arrow)
        write(ax, 1.22 * np.cos(angle), 1.18 * np.sin(angle), name, 9, color=colour)
    turn = (angles[1] - angles[0] + np.pi) % (2 * np.pi) - np.pi  # the short way round
    bow = angles[0] + np.linspace(0, turn, 60)
    ax.plot(0.3 * np.cos(bow), 0.3 * np.sin(bow), color=ACCENT, linewidth=1.8)
    middle = angles[0] + turn / 2
    place = 0.5 * np.cos(middle), 0.5 * np.sin(middle)
    write(ax, *place, f"{abs(np.degrees(turn)):.0f}°", 10, color=ACCENT, fontweight="bold")
    return abs(float(np.degrees(turn)))
