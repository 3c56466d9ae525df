"""Draw small tables side by side; a cell's colour shows its group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import ListedColormap, Normalize

from . import arrays
from .heatmap import draw_cells, label_rows
from .image import Picture
from .matrices import cell_sides
from .sheet import Sheet
from .theme import VALUES

_GAP = 0.45  # inches between two tables
_MOST = 10  # colours that can be told apart


def tables(
    values: Mapping[str, Any],
    *,
    group: Callable[[np.ndarray], np.ndarray],
    title: str | None = None,
) -> Picture:
    """Draw several matrices side by side; cells of one group have one colour in all of them.

    Args:
        values: name of a table -> its numbers, (rows, columns). Their sizes may differ.
        group: function from a table's numbers to the group of each cell, whole numbers from 0.
        title: a line above the picture.

    Raises:
        ValueError: no table, a table that is no matrix, or more than ten groups.
    """
    if not isinstance(values, Mapping) or not values:
        raise ValueError(f"values must be a dict of name -> matrix with an entry, not {values!r}.")
    found = {
        str(name): arrays.of_rank(table, f"values[{name!r}]", 2, "(rows, columns)")
        for name, table in values.items()
    }
    groups = {name: np.asarray(group(table)).astype(int) for name, table in found.items()}
    largest = max(int(each.max()) for each in groups.values())
    if largest >= _MOST or min(int(each.min()) for each in groups.values()) < 0:
        raise ValueError(f"group must give whole numbers from 0 to {_MOST - 1}; it gave {groups}.")
    # not the colours of the heads, which are other things
    shades = ListedColormap(colormaps[VALUES](np.linspace(1, 0.25, largest + 1)))
    left = 2.0
    with Sheet() as sheet:
        for name, table in found.items():
            texts = arrays.cell_texts(table)
            tall, wide = cell_sides(table.shape, texts, across=6.0, down=6.0)
            rows, columns = table.shape
            wide = max(wide, 0.8 / columns)  # room for the name above
            ax = sheet.axes(left, 2, columns * wide, rows * tall)
            norm = Normalize(-0.5, largest + 0.5)
            draw_cells(ax, groups[name].astype(float), cmap=shades, norm=norm, texts=texts)
            ax.set_title(name, fontsize=10, loc="left", pad=4)
            label_rows(ax, [str(row) for row in range(rows)], tall, 8)
            left += columns * wide + _GAP
        rows_of = {name: map(" ".join, arrays.cell_texts(t)) for name, t in found.items()}
        words = "; ".join(f"{name}: {' / '.join(rows)}" for name, rows in rows_of.items())
        return sheet.picture(f"{len(found)} tables side by side. {words}.", title)
