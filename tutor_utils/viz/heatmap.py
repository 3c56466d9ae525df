"""Draw one matrix: coloured cells, hatching, numbers, and labels that fit."""

from __future__ import annotations

from math import ceil

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import Colormap, Normalize
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from .arrays import shorten
from .text_size import text_height, text_width
from .theme import ACCENT, BLOCKED_FILL, BLOCKED_LINES, DPI, HATCH, INK

GAP = 0.15  # inches between two maps
_EDGE = 0.16  # share of each side that is hatched, in a blocked cell that shows its value


def draw_cells(
    ax: Axes,
    values: np.ndarray,
    *,
    cmap: str | Colormap,
    norm: Normalize,
    blocked: np.ndarray | None = None,
    leaks: np.ndarray | None = None,
    texts: np.ndarray | None = None,
    text_size: float = 8,
) -> None:
    """Colour the cells of `values` (rows, columns); row 0 is on top, a cell is 1 × 1.

    Args:
        ax: axes with nothing drawn on them yet.
        values: (rows, columns); NaN and infinity stay white and are written out.
        cmap: a colour map, or matplotlib's name of one.
        norm: from values to 0..1.
        blocked: bool (rows, columns), cells to hatch on grey, without a number.
        leaks: bool (rows, columns), blocked cells that show their colour inside the hatching.
        texts: (rows, columns) of strings to write into the cells.
        text_size: in points.
    """
    if blocked is None:
        blocked = np.zeros(values.shape, bool)
    if leaks is None:
        leaks = np.zeros(values.shape, bool)
    covered = blocked & ~leaks
    unknown = ~np.isfinite(values.astype(float))
    import seaborn as sns  # loaded late: it imports pandas

    sns.heatmap(
        np.where(unknown, 0, values).astype(float),
        ax=ax,
        cmap=cmap,
        vmin=norm.vmin,
        vmax=norm.vmax,
        mask=covered | unknown,
        cbar=False,
        xticklabels=False,
        yticklabels=False,
    )
    (mesh,) = (made for made in ax.collections if isinstance(made, QuadMesh))
    for cells, edge in ((covered, 0.5), (leaks, _EDGE)):
        if cells.any():
            colours = {"facecolor": BLOCKED_FILL, "edgecolor": BLOCKED_LINES}
            ax.add_patch(PathPatch(_outline(cells, edge), hatch=HATCH, linewidth=0, **colours))
    if texts is not None:
        _write(ax, mesh, values, texts, ~covered, unknown, text_size)
    elif unknown.any():
        names = np.where(np.isnan(values.astype(float)), "NaN", "∞")
        _write(ax, mesh, values, names, unknown, unknown, 6)
    for spine in ax.spines.values():
        spine.set_visible(True)
        spine.set_linewidth(0.6)


def _outline(cells: np.ndarray, edge: float) -> Path:
    """One path around the edges of all True cells: hatching needs one patch and not thousands."""
    rows, columns = np.nonzero(cells)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)])
    hole = edge + (1 - 2 * edge) * square[::-1]  # a reversed outline is a hole
    corners = np.concatenate([square, hole])
    vertices = np.stack([columns, rows], -1)[:, None, :] + corners  # (cells, 10, 2)
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(vertices.reshape(-1, 2), codes * (2 * len(rows)))


def _write(
    ax: Axes,
    mesh: QuadMesh,
    values: np.ndarray,
    texts: np.ndarray,
    where: np.ndarray,
    unknown: np.ndarray,
    size: float,
) -> None:
    """Write a number in each True cell of `where`, in black or white, whichever is readable."""
    for row, column in np.argwhere(where).tolist():
        plain = unknown[row, column]
        colour = (1, 1, 1, 1) if plain else colour_of(mesh, float(values[row, column]))
        ax.text(
            column + 0.5,
            row + 0.5,
            texts[row, column],
            ha="center",
            va="center",
            fontsize=size,
            fontweight="bold" if plain else "normal",
            color=ink_on(colour),
        )


def colour_of(mesh: QuadMesh, value: float) -> tuple[float, float, float, float]:
    """The RGBA colour of a cell with this value."""
    red, green, blue, alpha = mesh.to_rgba(np.array([value]))[0]
    return red, green, blue, alpha


def ink_on(colour: tuple[float, float, float, float]) -> str:
    """Black or white, whichever is readable on this colour."""
    import seaborn as sns

    return INK if sns.utils.relative_luminance(colour) > 0.24 else "white"


def outline_cell(ax: Axes, row: int, column: int) -> None:
    """A thick frame round one cell, black on white, so that it shows on any colour."""
    for width, colour in ((4.5, "white"), (2, "black")):
        ax.add_patch(
            matplotlib.patches.Rectangle(
                (column, row), 1, 1, fill=False, linewidth=width, edgecolor=colour, zorder=5
            )
        )


def frame_cell(ax: Axes, row: int, column: int) -> None:
    """A thin frame in the accent colour, for many cells of one map."""
    place, colour = (column + 0.06, row + 0.06), ACCENT
    ax.add_patch(
        matplotlib.patches.Rectangle(
            place, 0.88, 0.88, fill=False, linewidth=1.6, edgecolor=colour, zorder=5
        )
    )


def bars(ax: Axes, name: str, values: np.ndarray) -> None:
    """A bar with its number for each row; full length is 1, or the largest value above 1."""
    rows = len(values)
    ax.set(xlim=(0, max(1.0, float(values.max()))), ylim=(rows, 0))
    ax.barh(np.arange(rows) + 0.5, values, height=0.55, color=ACCENT)
    for row, value in enumerate(values.tolist()):
        ax.text(value + 0.05, row + 0.5, f"{value:.2f}", va="center", fontsize=8, color=INK)
    ax.set_title(name, fontsize=9, loc="left", pad=3)
    ax.axvline(0, color=INK, linewidth=0.6)
    ax.axis("off")


def towers(ax: Axes, name: str, values: np.ndarray, width: float) -> None:
    """A bar over each map of a row of maps, `width` inches wide and GAP apart, with its number."""
    middles = np.arange(len(values)) * (width + GAP) + width / 2
    top = float(values.max()) or 1.0
    ax.set(xlim=(0, len(values) * (width + GAP)), ylim=(0, 1.2 * top))
    ax.bar(middles, values, width=0.6 * width, color=ACCENT)
    for x, value in zip(middles.tolist(), values.tolist(), strict=True):
        ax.text(x, value + 0.05 * top, f"{value:.2f}", ha="center", fontsize=8, color=INK)
    ax.set_title(name, fontsize=9, loc="left", pad=3)
    ax.axhline(0, color=INK, linewidth=0.6)
    ax.axis("off")


def label_rows(ax: Axes, labels: list[str], cell: float, size: float, name: str = "") -> None:
    """Row labels on the left; `cell` is the height of a row in inches. Too many: every n-th."""
    labels = [shorten(label, 24) for label in labels]
    step = _step(text_height(labels, size) / (cell * DPI), labels)
    places = range(0, len(labels), step)
    ax.set_yticks(
        [place + 0.5 for place in places],
        [labels[place] for place in places],
        rotation=0,
        fontsize=size,
        parse_math=False,  # a token may be a dollar sign
    )
    ax.tick_params(axis="y", left=step > 1, length=2, pad=2)
    if name:
        ax.set_ylabel(name, fontsize=9, labelpad=4)


def label_columns(ax: Axes, labels: list[str], cell: float, size: float, name: str = "") -> None:
    """Column labels below; upright where they fit, else turned by 90 degrees, else every n-th."""
    labels = [shorten(label) for label in labels]
    widest = max(text_width(label, size) for label in labels)
    # Numbers can be left out without loss, so only words are turned.
    turn = widest + 4 > cell * DPI and not _numbered(labels)
    step = _step((text_height(labels, size) if turn else widest + 4) / (cell * DPI), labels)
    places = range(0, len(labels), step)
    ax.set_xticks(
        [place + 0.5 for place in places],
        [labels[place] for place in places],
        rotation=90 if turn else 0,
        fontsize=size,
        parse_math=False,
    )
    ax.tick_params(axis="x", bottom=step > 1, length=2, pad=2)
    if name:
        ax.set_xlabel(name, fontsize=9, labelpad=4)


def _step(cells: float, labels: list[str]) -> int:
    """The smallest step n such that every n-th label fits if a label is `cells` cells long."""
    # Many numbers in steps of two are harder to read than fewer in steps of five.
    steps = (1, 5, 10, 20, 50, 100) if _numbered(labels) and len(labels) > 20 else (1, 2, 5, 10)
    return next((step for step in steps if step >= cells), ceil(cells))


def _numbered(labels: list[str]) -> bool:
    return all(label.isdecimal() for label in labels)
