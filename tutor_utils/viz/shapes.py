"""Draw a tensor as a block: axes as lengths, heads as colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2, prod
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from .heatmap import ink_on
from .image import Picture
from .sheet import Sheet, write
from .text_size import text_width
from .theme import ACCENT, ACCENT_FILL, GREY, INK, PLAIN, palette

_MOST_HEADS = 8  # blocks drawn side by side; the rest in words
_SHEETS = 3  # sheets drawn for a batch
_ROW = 9.6  # inches that one row of the strip may take


@dataclass(frozen=True)
class Stop:
    """One step of a walk: a tensor's name, its shape, the names of its axes, and what happened.

    Attributes:
        axes: e.g. ("B", "h", "L", "d_k"); "h*d_k" is an axis in which h pieces lie side by side.
    """

    name: str
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    note: str

    @property
    def words(self) -> str:
        """``cut: (10, 8, 20, 64), that is (B, h, L, d_k)``."""
        return f"{self.name}: {self.shape}, that is ({', '.join(self.axes)})"


def stop(step: Any, sizes: dict[str, int], where: str) -> Stop:
    """Check one step as the learner wrote it; note the sizes of its axes in ``sizes``.

    Raises:
        ValueError: it is no (name, tensor, axes[, note]), or an axis has another size than before.
    """
    if not isinstance(step, list | tuple) or len(step) not in (3, 4):
        raise ValueError(f"{where} must be (name, tensor, axes) or (name, tensor, axes, note).")
    name, tensor, axes, note = (*step, "")[:4]
    if not hasattr(tensor, "shape"):
        raise ValueError(f"{where}: {name!r} needs a tensor, not {type(tensor).__name__}.")
    shape, names = tuple(int(n) for n in tensor.shape), tuple(str(axes).split())
    if len(names) != len(shape) or not names:
        raise ValueError(
            f"{where}: axes={axes!r} must name each axis of {name!r}, whose shape is {shape}."
        )
    for axis, length in zip(names, shape, strict=True):
        known = sizes.get(axis)
        if known is None and "*" in axis and all(part in sizes for part in axis.split("*")):
            known = prod(sizes[part] for part in axis.split("*"))
        if known not in (None, length) and not axis.isdecimal():
            raise ValueError(
                f"{where}: axis {axis} of {name!r} is {length} long; before it was {known}."
            )
        sizes[axis] = length
    return Stop(str(name), shape, names, str(note))


def draw_stop(stops: Sequence[Stop], at: int, sizes: dict[str, int]) -> Picture:
    """All steps as a strip, the one at hand lit, and below it its tensor as a block."""
    now = stops[at]
    with Sheet() as sheet:
        height = _strip(sheet, stops, at)
        _block(sheet, now, sizes, 2 + height + 0.15)
        alt = f"Step {at + 1} of {len(stops)}. {now.words}."
        return sheet.picture(alt)


def _strip(sheet: Sheet, stops: Sequence[Stop], at: int) -> float:
    """The steps in order as small boxes with their shapes; returns the height in inches."""
    rows: list[list[tuple[int, float]]] = [[]]
    for index, each in enumerate(stops):
        text = max(text_width(each.name, 9), text_width(str(each.shape), 8)) / 100
        width = max(text * 1.12 + 0.16, 0.7)
        if rows[-1] and sum(w + 0.22 for _, w in rows[-1]) + width > _ROW:
            rows.append([])
        rows[-1].append((index, width))
    height = len(rows) * 0.62
    ax = _canvas(sheet, 2, _ROW + 0.3, height)
    for down, row in enumerate(rows):
        left, bottom = 0.05, height - 0.62 * down - 0.52
        for index, width in row:
            lit = index == at
            ax.add_patch(
                FancyBboxPatch(
                    (left, bottom),
                    width,
                    0.46,
                    boxstyle="round,pad=0,rounding_size=0.05",
                    facecolor=ACCENT_FILL if lit else "white",
                    edgecolor=ACCENT if lit else "#aab1bb",
                    linewidth=2.5 if lit else 1,
                )
            )
            middle = left + width / 2
            weight = "bold" if lit else "normal"
            write(ax, middle, bottom + 0.32, stops[index].name, 9, fontweight=weight)
            write(ax, middle, bottom + 0.13, str(stops[index].shape), 8)
            if index != row[-1][0]:
                ax.annotate(
                    "",
                    (left + width + 0.2, bottom + 0.23),
                    (left + width + 0.02, bottom + 0.23),
                    arrowprops={"arrowstyle": "->", "color": GREY, "shrinkA": 0, "shrinkB": 0},
                )
            left += width + 0.22
    return height


def _block(sheet: Sheet, now: Stop, sizes: dict[str, int], top: float) -> None:
    """The last two axes as a sheet, heads side by side, the batch as sheets behind."""
    *lead, rows, columns = (1,) * (2 - len(now.shape)) + now.shape
    *lead_names, row_name, column_name = ("",) * (2 - len(now.axes)) + now.axes
    batch = lead[0] if lead else 1
    heads = prod(lead[1:])
    drawn = min(heads, _MOST_HEADS)
    wide = _inches(columns * heads) if columns * heads > 4 * rows else _inches(columns) * heads
    each = max(min(wide, 8.2) / heads, 0.16)
    tall = _inches(rows)
    pieces = _pieces(column_name, sizes)
    colours = palette(max(heads, pieces))
    gap = 0.12 if heads > 1 else 0
    sheets = min(batch, _SHEETS)
    width, height = drawn * (each + gap) + 0.6, tall + 0.1 * (sheets - 1) + 1.1
    ax = _canvas(sheet, top, max(width, 4) + 1.3, height)
    left, bottom = 1.2, 0.38
    for behind in reversed(range(sheets)):
        shift = 0.1 * behind
        for head in range(drawn):
            x = left + head * (each + gap) + shift
            fill = colours[head % len(colours)] if heads > 1 else PLAIN
            stripes = colours if pieces > 1 else [fill]
            numbers = range(pieces) if pieces > 1 else [head] if heads > 1 else []
            _sheet_of(ax, x, bottom + shift, each, tall, stripes, numbers if behind == 0 else [])
    end = left + drawn * (each + gap) - gap
    words = f"{now.name}  {now.shape}  =  ({', '.join(now.axes)})"
    write(ax, 0.05, height - 0.15, words, 11, ha="left", fontweight="bold")
    write(ax, left - 0.1, bottom + tall / 2, _length(row_name, rows), 10, ha="right")
    below = left + each / 2 if heads > 1 else (left + end) / 2
    write(ax, below, bottom - 0.17, _length(column_name, columns), 10)
    up = bottom + tall + 0.1 * (sheets - 1) + 0.17
    if heads > 1:
        more = "" if drawn == heads else f" ({drawn} drawn)"
        write(ax, (left + end) / 2, up, _length(" × ".join(lead_names[1:]), heads) + more, 10)
    if lead:
        more = f", {sheets} drawn" if batch > sheets else ""
        words = _length(lead_names[0], batch) + more
        write(ax, end + 0.1 * sheets + 0.08, bottom + tall + 0.02, words, 10, ha="left")


def _sheet_of(
    ax: Axes,
    x: float,
    y: float,
    width: float,
    height: float,
    stripes: Sequence[Any],
    numbers: Sequence[int],
) -> None:
    """One sheet with a stripe per colour; only the front sheet is numbered."""
    wide = width / len(stripes)
    for place, colour in enumerate(stripes):
        corner = (x + place * wide, y)
        ax.add_patch(Rectangle(corner, wide, height, facecolor=colour, edgecolor="none"))
    for place, number in enumerate(numbers):
        _number(ax, x + (place + 0.5) * wide, y + height / 2, number, stripes[place], wide)
    ax.add_patch(Rectangle((x, y), width, height, fill=False, edgecolor=INK, linewidth=0.8))


def _number(ax: Axes, x: float, y: float, head: int, fill: Any, width: float) -> None:
    """Write the head's number, so that colour is not the only cue."""
    if width >= 0.14:
        ax.text(x, y, str(head), fontsize=8, ha="center", va="center", color=ink_on((*fill, 1.0)))


def _length(name: str, length: int) -> str:
    """``L = 20``; an axis named by its length, as 1, is written once."""
    return name if name in ("", str(length)) else f"{name} = {length}"


def _pieces(axis: str, sizes: dict[str, int]) -> int:
    """How many pieces an axis such as ``h*d_k`` consists of."""
    first, star, _ = axis.partition("*")
    return min(sizes.get(first, 1), 64) if star else 1


def _inches(length: int) -> float:
    """The drawn length of an axis: doubling it adds a quarter of an inch."""
    return 0.25 + 0.25 * log2(max(length, 1))


def _canvas(sheet: Sheet, top: float, width: float, height: float) -> Axes:
    ax = sheet.axes(2, top, width, height)
    ax.set(xlim=(0, width), ylim=(0, height))
    ax.axis("off")
    return ax
