"""Draw any matrix with its numbers: embeddings, projections, tables of positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.colors import Normalize

from . import arrays
from .attention_maps import Labels
from .heatmap import draw_cells, label_columns, label_rows
from .image import Picture
from .sheet import Sheet
from .text_size import text_width
from .theme import DIFFERENCE, DPI, VALUES


def matrix(
    values: Any,
    *,
    rows: Labels = None,
    columns: Labels = None,
    title: str | None = None,
    annotate: bool | None = None,
    row_axis: str | None = None,
    column_axis: str | None = None,
    signed: bool = False,
    reach: tuple[float, float] | None = None,
    words: Mapping[int, str] | None = None,
) -> Picture:
    """Draw a matrix, with its numbers where there is room.

    Args:
        values: (rows, columns) of any real numbers; NaN and infinity are written as words.
        rows: labels of the rows; 0, 1, 2, ... if left out.
        columns: labels of the columns.
        title: a line above the picture.
        annotate: write the number in each cell. By default, where there is room.
        row_axis: what the rows are, e.g. ``"token"``.
        column_axis: what the columns are, e.g. ``"feature"``.
        signed: colours that part at 0: negative numbers orange, positive ones purple.
        reach: the ends of the colour scale, so that two pictures can be compared.
        words: what each value means: written in its cells, in place of numbers and a scale.

    Raises:
        ValueError: `values` is no matrix of numbers, there are too few or too many labels, or a
            value has no word.
    """
    array = arrays.of_rank(values, "values", 2, "(rows, columns)")
    height, width = array.shape
    row_labels = arrays.labels(rows, height, "rows")
    column_labels = arrays.labels(columns, width, "columns")
    if annotate is None:
        annotate = height <= 20 and width <= 12
    texts = arrays.cell_texts(array) if annotate else None
    if words is not None:
        if unknown := {float(value) for value in array.flat} - words.keys():
            raise ValueError(f"words must name each value; {min(unknown):g} has no word.")
        texts = np.array([[words[value] for value in row] for row in array.tolist()])
    if reach is not None and not reach[0] < reach[1]:
        raise ValueError(f"reach={reach} must be a smaller and a larger number.")
    norm, colours = (around_zero(array), DIFFERENCE) if signed else (value_norm(array), VALUES)
    norm = Normalize(*reach) if reach else norm
    with Sheet() as sheet:
        tall, wide = cell_sides(array.shape, texts, across=6.0, down=6.0)
        font = 9 if tall >= 0.2 else 7
        ax = sheet.axes(2, 2, width * wide, height * tall)
        draw_cells(ax, array, cmap=colours, norm=norm, texts=texts)
        label_rows(ax, row_labels, tall, font, row_axis or "")
        label_columns(ax, column_labels, wide, font, column_axis or "")
        name = f"{title}: matrix" if title else "Matrix"
        if words is not None:
            counts = [f"{(texts == word).sum()} times {word!r}" for word in words.values() if word]
            return sheet.picture(f"{name} of {height} by {width}: {', '.join(counts)}.", title)
        sheet.colour_bar(
            2 + width * wide + 0.2,
            2,
            min(max(height * tall, 0.8), 4),
            cmap=colours,
            norm=norm,
            label="value",
        )
        return sheet.picture(f"{name} of {height} by {width} numbers, {_range(array)}.", title)


def cell_sides(
    shape: tuple[int, int],
    texts: np.ndarray | None,
    *,
    across: float,
    down: float,
) -> tuple[float, float]:
    """Height and width of a cell in inches, for a matrix of at most `down` by `across` inches.

    With texts a cell is as wide as the longest of them; the matrix may grow
    beyond that.
    """
    rows, columns = shape
    if texts is not None:
        widest = max(text_width(str(text), 8) for text in texts.flat) / DPI
        return 0.3, max(widest + 0.12, 0.42)
    cell = min(max(min(across / columns, down / rows), 0.13), 0.4)
    return min(cell, down / rows), min(cell, across / columns)


def value_norm(array: np.ndarray) -> Normalize:
    """A colour scale from the smallest to the largest finite number, never of zero width."""
    known = array[np.isfinite(array.astype(float))].astype(float)
    low, high = (known.min(), known.max()) if known.size else (0.0, 0.0)
    return Normalize(low, high) if low < high else Normalize(low - 0.5, high + 0.5)


def around_zero(array: np.ndarray) -> Normalize:
    """A colour scale whose middle is 0 and that holds every finite number."""
    known = np.abs(array[np.isfinite(array.astype(float))].astype(float))
    reach = known.max(initial=0) or 1.0
    return Normalize(-reach, reach)


def _range(array: np.ndarray) -> str:
    if array.dtype.kind == "b":
        return f"{array.sum()} True and {(~array).sum()} False"
    known = array[np.isfinite(array.astype(float))]
    missing = array.size - known.size
    words = f"{missing} of them NaN or infinite" if missing else ""
    if known.size:
        reach = f"from {known.min():.3g} to {known.max():.3g}"
        words = f"{reach}, {words}" if words else reach
    return words
