"""Draw attention weights: of one head, or of all heads of a layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize

from . import arrays
from .heatmap import GAP, bars, draw_cells, frame_cell, label_columns, label_rows, towers
from .image import Picture
from .sheet import Sheet
from .text_size import text_width
from .theme import DPI, READ, WEIGHTS
from .words import blocked_count, plural, size, strongest

Labels = Iterable[Any] | None
_Map = tuple[np.ndarray, np.ndarray | None]  # weights, and which of them a mask allows

_ZERO_TO_ONE = Normalize(0, 1)  # one scale in every picture, so that colours can be compared
_MOST_ANNOTATED = 12  # rows or columns beyond which numbers in the cells cannot be read


def attention(
    weights: Any,
    *,
    queries: Labels = None,
    keys: Labels = None,
    mask: Any = None,
    frames: Iterable[tuple[int, int]] = (),
    beside: tuple[str, Any] | None = None,
    title: str | None = None,
) -> Picture:
    """Draw the attention weights of one head: queries down, keys across, from 0 to 1.

    Args:
        weights: (L_q, L_k), each row a softmax over the keys.
        queries: L_q labels of the rows; 0, 1, 2, ... if left out.
        keys: L_k labels of the columns.
        mask: bool, broadcastable to (L_q, L_k), True = may attend. Blocked cells are hatched; a
            blocked cell with a weight above 0 shows its colour inside the hatching.
        frames: (query, key) of the cells to frame.
        beside: a name, and a number from 0 to 1 for each query: drawn as bars at the right.
        title: a line above the picture.

    Raises:
        ValueError: an argument has the wrong rank, range or length; the message names it.
    """
    array, allowed = arrays.weights(weights, "weights", 2, "(L_q, L_k)", mask)
    rows, columns = array.shape
    shares = None if beside is None else arrays.of_rank(beside[1], "beside", 1, "(L_q,)")
    if shares is not None and (len(shares) != rows or shares.min() < 0 or shares.max() > 1.001):
        raise ValueError(f"beside must hold {rows} numbers from 0 to 1; it holds {shares}.")
    framed = [(int(query), int(key)) for query, key in frames]
    if outside := [cell for cell in framed if not (0 <= cell[0] < rows and 0 <= cell[1] < columns)]:
        raise ValueError(f"frames holds {outside[0]}; the map has {size(rows, columns)} cells.")
    query_labels = arrays.labels(queries, rows, "queries")
    key_labels = arrays.labels(keys, columns, "keys")
    annotate = max(rows, columns) <= _MOST_ANNOTATED
    with Sheet() as sheet:
        cell = cell_size(max(rows, columns), annotate)
        font = 9 if cell >= 0.25 else 7
        ax = sheet.axes(2, 2, columns * cell, rows * cell)
        draw_weights(ax, array, allowed, annotate, size=8 if cell >= 0.4 else 7)
        for query, key in framed:
            frame_cell(ax, query, key)
        label_rows(ax, query_labels, cell, font, "query")
        label_columns(ax, key_labels, cell, font, "key")
        right = 2 + columns * cell + 0.2
        words = ""
        if beside is not None and shares is not None:
            bars(sheet.axes(right, 2, 1.1, rows * cell), beside[0], shares)
            listed = ", ".join(arrays.cell_texts(shares.astype(float)))
            right, words = right + 1.4, f" {beside[0]}: {listed}."
        _weight_bar(sheet, right, 2, rows * cell, allowed is not None)
        most = strongest(array, query_labels, key_labels, allowed=allowed)
        alt = f"Attention weights, {size(rows, columns)}. {most}.{blocked_count(allowed)}{words}"
        return sheet.picture(alt, title)


def heads(
    weights: Any,
    *,
    queries: Labels = None,
    keys: Labels = None,
    mask: Any = None,
    names: Labels = None,
    above: tuple[str, Any] | None = None,
    title: str | None = None,
) -> Picture:
    """Draw every head of a layer, side by side on one scale.

    Args:
        weights: (h, L_q, L_k).
        queries: L_q labels, shared by all heads.
        keys: L_k labels, shared by all heads.
        mask: bool, broadcastable to (h, L_q, L_k), True = may attend.
        names: h names of the maps; head 0, head 1, ... if left out.
        above: a name, and a number of 0 or more for each head: drawn as bars over their maps.
        title: a line above the picture.

    Raises:
        ValueError: an argument has the wrong rank, range or length; the message names it.
    """
    array, allowed = arrays.weights(weights, "weights", 3, "(h, L_q, L_k)", mask)
    count, rows, width = array.shape
    query_labels = arrays.labels(queries, rows, "queries")
    key_labels = arrays.labels(keys, width, "keys")
    longest = max(rows, width)
    masks = [None] * count if allowed is None else list(allowed)
    maps = list(zip(array, masks, strict=True))
    called = [f"head {index}" for index in range(count)] if names is None else names
    called = arrays.labels(called, count, "names")
    heights = None if above is None else arrays.of_rank(above[1], "above", 1, "(h,)")
    if heights is not None and (len(heights) != count or heights.min() < 0):
        raise ValueError(f"above must hold {count} numbers, none below 0; it holds {heights}.")
    with Sheet() as sheet:
        columns = min(4, count) if heights is None else count
        panel = min(max(longest * 0.2, 1.5), 2.6, max(8.8 / columns, 0.9) - 0.25 * bool(above))
        lines = [maps[start : start + columns] for start in range(0, count, columns)]
        words = ""
        if above is not None and heights is not None:
            towers(sheet.axes(2, 0.7, columns * (panel + GAP), 1), above[0], heights, panel)
            listed = zip(called, arrays.cell_texts(heights.astype(float)), strict=True)
            words = f" {above[0]}: {', '.join(f'{name} {number}' for name, number in listed)}."
        _grid(sheet, lines, panel, query_labels, key_labels, called)
        most = describe(dict(zip(called, maps, strict=True)), query_labels, key_labels)
        alt = f"Attention weights of {plural(count, 'head')}, each {size(rows, width)}. {most}"
        alt += blocked_count(None if allowed is None else allowed[0]) + words
        return sheet.picture(alt, title)


def describe(values: Mapping[str, _Map], queries: list[str], keys: list[str]) -> str:
    """A sentence on the queries with the strongest weights, and their keys."""
    count = 3 if len(values) == 1 else 1
    parts = [
        (f"{name}: " if len(values) > 1 else "") + strongest(weights, queries, keys, count, allowed)
        for name, (weights, allowed) in list(values.items())[:4]
    ]
    text = "; ".join(parts) + "; and so on" * (len(values) > 4)
    return f"{text[:1].upper()}{text[1:]}."


def cell_size(longest: int, annotated: bool) -> float:
    """Inches for one square cell of a single map with `longest` rows or columns."""
    if annotated:
        return 0.46
    return min(max(5.6 / longest, 0.13), 0.4)


def draw_weights(
    ax: Axes,
    weights: np.ndarray,
    allowed: np.ndarray | None,
    annotate: bool = False,
    size: float = 8,
) -> None:
    """The cells of one map (L_q, L_k) on the shared 0..1 scale.

    A blocked cell shows its colour if its weight is above 0.
    """
    blocked = None if allowed is None else ~allowed
    leaks = None if blocked is None else blocked & (weights > 0)
    draw_cells(
        ax,
        weights,
        cmap=WEIGHTS,
        norm=_ZERO_TO_ONE,
        blocked=blocked,
        leaks=leaks,
        texts=arrays.cell_texts(weights) if annotate else None,
        text_size=size,
    )


def _grid(
    sheet: Sheet,
    maps: list[list[_Map]],
    longest: float,
    queries: list[str],
    keys: list[str],
    names: list[str],
) -> None:
    """Rows of maps whose longer side is `longest` inches, each with its name.

    Labels stand on the outer edge only.
    """
    cell = longest / max(len(queries), len(keys))
    width, height = len(keys) * cell, len(queries) * cell
    # A map of one row or one column must still be wide enough for the name over it.
    width, height = max(width, min(longest, 0.6)), max(height, 0.25)
    gap = 0.3
    font = 8 if cell >= 0.15 else 7
    columns = len(maps[0])
    for down, row in enumerate(maps):
        for across, (weights, allowed) in enumerate(row):
            place = 2 + across * (width + GAP), 2 + down * (height + gap)
            ax = sheet.axes(*place, width, height)
            draw_weights(ax, weights, allowed)
            if across == 0:
                label_rows(ax, queries, height / len(queries), font, "query")
            if down == len(maps) - 1 or across >= len(maps[down + 1]):
                label_columns(ax, keys, width / len(keys), font, "key")
            ax.set_title(names[down * columns + across], fontsize=9, pad=3)
    right = 2 + columns * (width + GAP) + 0.1
    total = len(maps) * (height + gap) - gap
    blocked = any(allowed is not None and not allowed.all() for row in maps for _, allowed in row)
    _weight_bar(sheet, right, 2, total, blocked)


def _weight_bar(sheet: Sheet, left: float, top: float, height: float, blocked: bool) -> None:
    sheet.colour_bar(
        left,
        top,
        min(max(height, 1.2), 4),
        cmap=WEIGHTS,
        norm=_ZERO_TO_ONE,
        label="attention weight",
        blocked=blocked,
    )


def reading(
    weights: Any,
    *,
    writes: Iterable[Any],
    reads: Iterable[Any],
    title: str | None = None,
) -> Picture:
    """Draw the source once for each written token, its tokens shaded by attention weight.

    Args:
        weights: (L_q, L_k) of one head, each row a softmax over the source.
        writes: the L_q written tokens, one for each row.
        reads: the L_k tokens of the source, shown in every row.
        title: a line above the picture.

    Raises:
        ValueError: an argument has the wrong rank, range or length; the message names it.
    """
    array, _ = arrays.weights(weights, "weights", 2, "(L_q, L_k)", None)
    rows, columns = array.shape
    written = arrays.labels(writes, rows, "writes")
    source = arrays.labels(reads, columns, "reads")
    wide = max(text_width(token, 9) for token in source) / DPI + 0.1
    with Sheet() as sheet:
        ax = sheet.axes(2, 2, columns * wide, rows * 0.3)
        texts = np.array([source] * rows, dtype=object)
        draw_cells(ax, array, cmap=READ, norm=_ZERO_TO_ONE, texts=texts, text_size=9)
        ax.set_yticks(np.arange(rows) + 0.5, written, fontsize=10, parse_math=False)
        ax.tick_params(axis="y", length=0, pad=4)
        ax.set_ylabel("writes", fontsize=9)
        ax.set_xlabel("and reads there", fontsize=9)
        sheet.colour_bar(
            2 + columns * wide + 0.2,
            2,
            min(rows * 0.3, 4),
            cmap=READ,
            norm=_ZERO_TO_ONE,
            label="attention weight",
        )
        most = strongest(array, written, source, count=rows)
        return sheet.picture(f"What is read for each token that is written. {most}.", title)
