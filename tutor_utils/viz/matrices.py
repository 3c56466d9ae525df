"""Draw any matrix with its numbers: embeddings, projections, tables of positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from . import arrays
from .attention_maps import Labels
from .heatmap import bars, draw_cells, label_columns, label_rows
from .image import Picture
from .sheet import Sheet, write
from .text_size import text_width
from .theme import ACCENT, DIFFERENCE, DPI, INK, VALUES


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
    beside: tuple[str, Any] | None = None,
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
        signed: diverging colours: negative numbers orange, positive ones purple.
        reach: the ends of the colour scale, so that two pictures can be compared.
        words: value -> word, written into the cells in place of numbers and a scale.
        beside: a name, and a number of 0 or more for each row: drawn as bars at the right.

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
    cell_words: list[str] = []
    if words is not None:
        if unknown := {float(value) for value in array.flat} - words.keys():
            raise ValueError(f"words must name each value; {min(unknown):g} has no word.")
        cell_words = [words[value] for value in array.ravel().tolist()]
        texts = np.reshape(cell_words, array.shape)
    if reach is not None and not reach[0] < reach[1]:
        raise ValueError(f"reach={reach} must be a smaller and a larger number.")
    lengths = None if beside is None else arrays.of_rank(beside[1], "beside", 1, "(rows,)")
    if lengths is not None and (len(lengths) != height or not lengths.min() >= 0):
        raise ValueError(f"beside must hold {height} numbers, none below 0; it holds {lengths}.")
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
            counts = [f"{cell_words.count(word)} times {word!r}" for word in words.values() if word]
            return sheet.picture(f"{name} of {height} by {width}: {', '.join(counts)}.", title)
        right, bar_words = 2 + width * wide + 0.2, ""
        if beside is not None and lengths is not None:
            bars(sheet.axes(right, 2, 1.1, height * tall), beside[0], lengths)
            listed = ", ".join(arrays.cell_texts(lengths.astype(float)))
            right, bar_words = right + 1.6, f" {beside[0]}: {listed}."
        sheet.colour_bar(
            right,
            2,
            min(max(height * tall, 0.8), 4),
            cmap=colours,
            norm=norm,
            label="value",
        )
        alt = f"{name} of {height} by {width} numbers, {_range(array)}.{bar_words}"
        return sheet.picture(alt, title)


def product(
    left: Any,
    right: Any,
    *,
    cell: tuple[int, int],
    rows: Labels = None,
    between: Labels = None,
    columns: Labels = None,
    title: str | None = None,
) -> Picture:
    """Draw left @ right = result on one scale; framed: one cell, its row and its column.

    Args:
        left: (rows, n) of real numbers.
        right: (n, columns).
        cell: (row, column) of the result.
        rows: labels of the rows of `left`, and so of the result.
        between: n labels of the axis that is summed over.
        columns: labels of the columns of `right`, and so of the result.
        title: a line above the picture.

    Raises:
        ValueError: no two matrices that fit, no such cell, or too few or too many labels.
    """
    first = arrays.finite(arrays.of_rank(left, "left", 2, "(rows, n)"), "left")
    second = arrays.finite(arrays.of_rank(right, "right", 2, "(n, columns)"), "right")
    if first.shape[1] != len(second):
        raise ValueError(f"left {first.shape} and right {second.shape} have no product.")
    (tall, inner), wide = first.shape, second.shape[1]
    row, column = cell
    if not (0 <= row < tall and 0 <= column < wide):
        raise ValueError(f"cell={cell} is not in the result of {tall} by {wide}.")
    names = (
        arrays.labels(rows, tall, "rows"),
        arrays.labels(between, inner, "between"),
        arrays.labels(columns, wide, "columns"),
    )
    tables = (first, second, first @ second)
    norm = value_norm(np.concatenate([table.ravel() for table in tables]))
    labels = ((names[0], names[1]), (names[1], names[2]), (names[0], names[2]))
    frames = ((0, row, inner, 1), (column, 0, 1, inner), (column, row, 1, 1))
    place, top = 2.0, 2.0
    with Sheet() as sheet:
        for i, (table, (down, across)) in enumerate(zip(tables, labels, strict=True)):
            texts = arrays.cell_texts(table)
            high, side = cell_sides(table.shape, texts, across=6.0, down=6.0)
            lower = top + (tall - len(table)) * high / 2  # centred vertically
            size = table.shape[1] * side, len(table) * high
            ax = sheet.axes(place, lower, *size)
            draw_cells(ax, table, cmap=VALUES, norm=norm, texts=texts)
            label_rows(ax, down, high, 9)
            label_columns(ax, across, side, 9)
            x, y, *area = frames[i]
            frame = Rectangle((x, y), *area, fill=False, linewidth=3, edgecolor=ACCENT, zorder=5)
            frame.set_clip_on(False)
            ax.add_patch(frame)
            if i < 2:
                sign = sheet.axes(place + size[0], top, 0.4, tall * high)
                sign.axis("off")
                write(sign, 0.5, 0.5, "@="[i], 16, color=INK)
            place += size[0] + 1.15  # the sign, and the row labels
        sheet.colour_bar(place - 0.95, top, tall * high, cmap=VALUES, norm=norm, label="value")
        sums = f"{names[0][row]}, column {names[2][column]}"
        alt = f"({tall}, {inner}) @ ({inner}, {wide}) = ({tall}, {wide}). Framed: row {sums}"
        return sheet.picture(f"{alt}, and their cell {tables[2][row, column]:.2f}.", title)


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
