"""Draw the expected array, the actual one and their difference side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.colors import Normalize

from . import arrays, svg
from .heatmap import draw_cells, label_columns, label_rows, outline_cell
from .image import Picture
from .matrices import around_zero, cell_sides, value_norm
from .sheet import Sheet
from .theme import DIFFERENCE, VALUES

_GAP = 0.55  # inches between two panels, for the row labels
_MOST_DRAWN = 20_000  # numbers in a picture below a report


def below_a_report(picture: tuple[Any, Any, Any] | None, *, drawn: bool = False) -> str:
    """HTML of `compare(*picture)`; "" for a single number, very many, or values that are no array.

    Args:
        drawn: as SVG, for a page of the site: half as long, and drawn once for both themes.
    """
    if picture is None or not 1 < max(part.numel() for part in picture) <= _MOST_DRAWN:
        return ""
    try:
        found = compare(*picture)
        return svg.drawn(found.figure, found.alt) if drawn else found.html()
    except (ValueError, TypeError):
        return ""  # the words are enough


def compare(expected: Any, actual: Any, wrong: Any) -> Picture:
    """Draw two arrays side by side with their difference; the first wrong cell is framed.

    Args:
        expected: any shape, numbers or bools. One axis is drawn as a row; of three or more axes
            the first slice that differs is drawn, and the title says which.
        actual: the same shape.
        wrong: bool, the same shape: which entries count as wrong.

    Raises:
        ValueError: an argument holds no numbers.
    """
    given = {"expected": expected, "actual": actual, "wrong": wrong}
    left, right, wrong = (arrays.numbers(value, name) for name, value in given.items())
    line = f"{wrong.sum()} of {wrong.size} entries differ{'s' * int(wrong.sum() == 1)}."
    if not wrong.any():
        line = "No entry differs by more than rounding."
    if left.ndim > 2:
        first = np.argwhere(wrong)[0] if wrong.any() else np.zeros(left.ndim, int)
        place = tuple(first[:-2].tolist())
        line = f"Slice {list(place)} of shape {left.shape}. {line}"
        left, right, wrong = left[place], right[place], wrong[place]
    left, right, wrong = (np.atleast_2d(array) for array in (left, right, wrong))
    words = f"Side by side: expected and yours. {line}"
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        one, other = (_short(array[row, column]) for array in (left, right))
        words += f" First at row {row}, column {column}: expected {one}, yours {other}."
    with Sheet() as sheet:
        norm = value_norm(np.concatenate([left, right]).astype(float))
        width, height = _panel(sheet, 2.0, left, wrong, "expected", VALUES, norm)
        middle = 2.0 + width + _GAP
        bar = max(height, 0.8)
        width, _ = _panel(sheet, middle, right, wrong, "yours", VALUES, norm)
        end = middle + width + 0.12
        sheet.colour_bar(end, 2, bar, cmap=VALUES, norm=norm, label="value")
        gap = _difference(left, right)
        norm = around_zero(gap)
        last = middle + width + _GAP + 0.5
        width, _ = _panel(sheet, last, gap, wrong, "yours − expected", DIFFERENCE, norm)
        end = last + width + 0.12
        sheet.colour_bar(end, 2, bar, cmap=DIFFERENCE, norm=norm, label="difference")
        return sheet.picture(words, line)


def _short(number: Any) -> str:
    return f"{number:.4g}" if isinstance(number, float) else str(number)


def _panel(
    sheet: Sheet,
    left: float,
    array: np.ndarray,
    wrong: np.ndarray,
    name: str,
    cmap: str,
    norm: Normalize,
) -> tuple[float, float]:
    """Draw one matrix with its name and the frame; its width and height in inches."""
    rows, columns = array.shape
    texts = arrays.cell_texts(array) if rows <= 12 and columns <= 7 else None
    tall, wide = cell_sides(array.shape, texts, across=2.6, down=3.4)
    wide = max(wide, 1.0 / columns)  # the name stands over it and must not run into the next one
    ax = sheet.axes(left, 2, columns * wide, rows * tall)
    draw_cells(ax, array, cmap=cmap, norm=norm, texts=texts)
    label_rows(ax, arrays.labels(None, rows, "rows"), tall, 8)
    label_columns(ax, arrays.labels(None, columns, "columns"), wide, 8)
    ax.set_title(name, fontsize=9.5, loc="left", pad=4)
    if wrong.any():
        outline_cell(ax, *np.argwhere(wrong)[0].tolist())
    return columns * wide, rows * tall


def _difference(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """actual - expected; NaN only where one of the two is NaN or infinite and they differ."""
    left, right = left.astype(float), right.astype(float)
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    with np.errstate(invalid="ignore"):  # ∞ - ∞
        return np.where(same, 0.0, right - left)
