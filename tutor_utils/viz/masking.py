"""Draw masks, and their effect between the scores and the weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.colors import ListedColormap, Normalize
from matplotlib.patches import Patch

from . import arrays
from .attention_maps import Labels, cell_size, draw_weights
from .heatmap import draw_cells, label_columns, label_rows
from .image import Picture
from .matrices import value_norm
from .sheet import Sheet, blocked_patch
from .theme import OPEN, VALUES, WEIGHTS
from .words import blocked_count, size, strongest


def mask(
    mask: Any, *, queries: Labels = None, keys: Labels = None, title: str | None = None
) -> Picture:
    """Draw a mask: which query may attend to which key. True = may attend.

    Args:
        mask: bool (L_q, L_k), with any number of leading axes of length 1, as in (1, 1, L_q, L_k).
            A mask of one row, as (1, 1, 1, L_k), is drawn once for each label in `queries`.
        queries: labels of the rows.
        keys: labels of the columns.
        title: a line above the picture.

    Raises:
        ValueError: not boolean, or more than two axes longer than 1: choose one sequence and one
            head first, e.g. ``mask[0, 0]``.
    """
    allowed = np.atleast_2d(arrays.drop_leading_ones(arrays.boolean(mask), 2))
    if allowed.ndim != 2:
        raise ValueError(
            f"mask must have two axes after its leading ones are dropped; its shape is "
            f"{allowed.shape}. Choose one sequence and one head first, e.g. mask[0, 0]."
        )
    if queries is not None and not isinstance(queries, str) and allowed.shape[0] == 1:
        queries = list(queries)
        allowed = np.broadcast_to(allowed, (max(len(queries), 1), allowed.shape[1]))
    rows, columns = allowed.shape
    query_labels = arrays.labels(queries, rows, "queries")
    key_labels = arrays.labels(keys, columns, "keys")
    with Sheet() as sheet:
        cell = cell_size(max(rows, columns), annotated=False)
        font = 9 if cell >= 0.25 else 7
        ax = sheet.axes(2, 2, columns * cell, rows * cell)
        draw_cells(
            ax,
            allowed.astype(float),
            cmap=ListedColormap([OPEN]),
            norm=Normalize(0, 1),
            blocked=~allowed,
        )
        label_rows(ax, query_labels, cell, font, "query")
        label_columns(ax, key_labels, cell, font, "key")
        ax.legend(
            handles=[Patch(color=OPEN, label="may attend"), blocked_patch()],
            loc="upper left",
            bbox_to_anchor=(1, 1),
            frameon=False,
            fontsize=9,
            handlelength=1.6,
            handleheight=1.1,
        )
        return sheet.picture(f"Mask, {size(rows, columns)}.{_runs(allowed, key_labels)}", title)


def softmax_steps(scores: Any, *, mask: Any = None, title: str | None = None) -> Picture:
    """Draw the steps from scores to weights: the scores, after the mask, after the softmax.

    Args:
        scores: (L_q, L_k), finite, already divided by √d_k. Paper, section 3.2.1.
        mask: bool, broadcastable to (L_q, L_k), True = may attend. A row with every key blocked
            gets weights of zero.
        title: a line above the picture.

    Raises:
        ValueError: an argument has the wrong rank or length, or a score is not finite.
    """
    array = arrays.finite(arrays.of_rank(scores, "scores", 2, "(L_q, L_k)"), "scores")
    allowed = None if mask is None else arrays.spread_mask(mask, array.shape)
    weights = arrays.softmax(array, allowed)
    rows, columns = array.shape
    query_labels = arrays.labels(None, rows, "queries")
    key_labels = arrays.labels(None, columns, "keys")
    annotate = max(rows, columns) <= 8
    cell = 0.38 if annotate else min(2.9 / max(rows, columns), 0.36)
    width, height = max(columns * cell, 1.6), rows * cell  # room for the names above
    norm = value_norm(array)
    second = "2  after the mask" if mask is not None else "2  no mask: as before"
    with Sheet() as sheet:
        lefts = [2, 2 + width + 0.25, 2 + 2 * (width + 0.25) + 0.95]
        panels = [sheet.axes(left, 2, width, height) for left in lefts]
        texts = arrays.cell_texts(array) if annotate else None
        blocked = None if allowed is None else ~allowed
        for ax, hatched in ((panels[0], None), (panels[1], blocked)):
            draw_cells(
                ax, array, cmap=VALUES, norm=norm, blocked=hatched, texts=texts, text_size=7.5
            )
        draw_weights(panels[2], weights, allowed, annotate)
        names = ("1  scores", second, "3  after the softmax")
        for ax, name in zip(panels, names, strict=True):
            ax.set_title(name, fontsize=9.5, loc="left", pad=4)
            label_columns(ax, key_labels, width / columns, 8, "key")
        label_rows(panels[0], query_labels, cell, 8, "query")
        bar = max(height, 1.0)
        sheet.colour_bar(lefts[1] + width + 0.12, 2, bar, cmap=VALUES, norm=norm, label="score")
        sheet.colour_bar(
            lefts[2] + width + 0.12,
            2,
            bar,
            cmap=WEIGHTS,
            norm=Normalize(0, 1),
            label="attention weight",
            blocked=mask is not None,
        )
        most = strongest(weights, query_labels, key_labels, allowed=allowed)
        alt = (
            f"Three steps, {size(rows, columns)}: scores from {array.min():.2f} to "
            f"{array.max():.2f}, {'after the mask' if mask is not None else 'no mask'}, "
            f"after the softmax. In the end {most}.{blocked_count(allowed)}"
        )
        return sheet.picture(alt, title)


def _runs(allowed: np.ndarray, keys: list[str]) -> str:
    """Words for a mask: the usual patterns by name, otherwise a count of open cells."""
    rows, columns = allowed.shape
    count = blocked_count(allowed)
    if allowed.all():
        return " Every query may attend to every key."
    if rows > 1 and rows == columns and (allowed == np.tri(rows, dtype=bool)).all():
        return f" Each query may attend to itself and to the keys before it.{count}"
    if (allowed == allowed[0]).all():
        shut = [f"'{arrays.shorten(keys[i])}'" for i in np.nonzero(~allowed[0])[0]]
        named = ", ".join(shut[:4]) + (" and others" if len(shut) > 4 else "")
        return f" Keys blocked for every query: {named}.{count}"
    return count
