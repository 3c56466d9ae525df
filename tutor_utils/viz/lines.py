"""Curves: loss and accuracy over steps, variance against width."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import LogFormatter, MaxNLocator, NullLocator

from . import arrays
from .image import Picture
from .sheet import Sheet
from .text_size import text_width
from .theme import DPI, palette

# Marker and dash differ as well as colour, so that the lines stay apart in grey print.
_MARKERS = "osD^vPX*"
_DASHES = ("-", "--", "-.", ":")


def curves(
    series: Mapping[str, tuple[Any, Any]],
    *,
    x_label: str,
    y_label: str,
    title: str | None = None,
    logx: bool = False,
    logy: bool = False,
) -> Picture:
    """Draw one line for each named series.

    Args:
        series: name -> (x, y), two sequences of the same length. A NaN in y leaves a gap.
        x_label: what x is, with its unit.
        y_label: what y is, with its unit.
        title: a line above the picture.
        logx: logarithmic x axis; every x must be positive.
        logy: logarithmic y axis; every y must be positive.

    Raises:
        ValueError: no series, lengths that differ, no number to draw, or a value that a
            logarithmic axis cannot show; the message names the series.
    """
    if not isinstance(series, Mapping) or not series:
        raise ValueError(f"series must be a dict of name -> (x, y) with an entry, not {series!r}.")
    lines = {str(name): _line(pair, name, logx, logy) for name, pair in series.items()}
    with Sheet() as sheet:
        ax = sheet.axes(2, 2, 5.6, 3.0)
        _draw(ax, lines, logx, logy)
        ax.set_xlabel(x_label, fontsize=10)
        ax.set_ylabel(y_label, fontsize=10)
        if len(lines) > 1:
            _legend(ax, 5.6, 1)
        return sheet.picture(f"{y_label} against {x_label}. {_in_words(lines)}.", title)


def panels(
    series: Mapping[str, Mapping[str, tuple[Any, Any]]],
    *,
    x_label: str,
    title: str | None = None,
    logx: bool = False,
    logy: bool = False,
) -> Picture:
    """Draw several small plots of the same names side by side.

    Args:
        series: title of a panel -> name -> (x, y), as in `curves`; the same names in each.
        x_label: what x is, with its unit, in all panels.
        title: a line above the picture.
        logx: logarithmic x axes; every x must be positive.
        logy: logarithmic y axes; every y must be positive.

    Raises:
        ValueError: no panel, panels of different names, or an argument that `curves` refuses.
    """
    if not isinstance(series, Mapping) or not series:
        raise ValueError(f"series must be a dict of panel -> lines with an entry, not {series!r}.")
    names = [list(lines) for lines in series.values()]
    if not names[0] or any(other != names[0] for other in names):
        raise ValueError(f"series must have the same lines in every panel; they are {names}.")
    with Sheet() as sheet:
        words = []
        for place, (panel, given) in enumerate(series.items()):
            lines = {str(name): _line(pair, name, logx, logy) for name, pair in given.items()}
            ax = sheet.axes(2 + 3.1 * place, 2, 2.4, 2.4)
            _draw(ax, lines, logx, logy)
            ax.set_xlabel(x_label, fontsize=9)
            ax.set_title(panel, fontsize=10, loc="left", pad=6)
            words.append(f"{panel}: {_in_words(lines)}.")
        if len(names[0]) > 1:
            _legend(sheet.figure.axes[0], 3.1 * len(series) - 0.7, 1.1)
        return sheet.picture(f"{len(series)} plots against {x_label}. {' '.join(words)}", title)


def _draw(
    ax: Axes, lines: Mapping[str, tuple[np.ndarray, np.ndarray]], logx: bool, logy: bool
) -> None:
    """The lines on their axes, which differ in colour, dash and marker."""
    for index, (name, (x, y)) in enumerate(lines.items()):
        ax.plot(
            x,
            y,
            label=name,
            color=palette(8)[index % 8],
            linestyle=_DASHES[(index + index // 8) % 4],
            marker=_MARKERS[index % 8],
            markersize=5,
            # About ten markers a line, shifted from line to line.
            markevery=(index % 3 * (len(x) > 20), max(1, len(x) // 10)),
            linewidth=1.8,
        )
    known = np.concatenate([y[np.isfinite(y)] for _, y in lines.values()])
    if known.min() == known.max() and not logy:  # not against its own rounding
        ax.set_ylim(min(0, known[0]) - 0.05, max(1, known[0]) + 0.05)
    if all((x == x.round()).all() for x, _ in lines.values()):  # no half steps
        ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    ax.tick_params(labelsize=9)
    ax.grid(True, color="#e4e7eb", linewidth=0.8)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    if logx:
        ax.set_xscale("log")
        _label_log_axis(ax.xaxis, np.unique(np.concatenate([x for x, _ in lines.values()])))
    if logy:
        ax.set_yscale("log")
        _label_log_axis(ax.yaxis, np.array([]))


def _legend(ax: Axes, room: float, up: float) -> None:
    """The legend, over the plot at the left: a phone shows that side first."""
    names = ax.get_legend_handles_labels()[1]
    widest = max(text_width(name, 9) for name in names) / DPI + 0.65  # its line, and gaps
    columns = min(len(names), max(1, int(room / widest)))
    over = {"bbox_to_anchor": (0, up), "borderaxespad": 0.3}
    ax.legend(loc="lower left", fontsize=9, frameon=False, handlelength=3, ncols=columns, **over)


def _in_words(lines: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> str:
    return "; ".join(f"'{name}' {_start_and_end(x, y)}" for name, (x, y) in lines.items())


def _label_log_axis(axis: Axis, values: np.ndarray) -> None:
    """Plain numbers on a logarithmic axis; those of `values` if they are few."""
    if 1 < len(values) <= 12 and (values[1:] / values[:-1]).min() > 1.3:
        axis.set_ticks(values, [f"{value:g}" for value in values])
        axis.set_minor_locator(NullLocator())
    else:
        axis.set_major_formatter("{x:g}")
        axis.set_minor_formatter(LogFormatter(labelOnlyBase=False, minor_thresholds=(1, 0.4)))
        axis.set_tick_params(which="minor", labelsize=8)


def _line(pair: Any, name: str, logx: bool, logy: bool) -> tuple[np.ndarray, np.ndarray]:
    place = f"series[{name!r}]"
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{place} must be a pair (x, y), not {type(pair).__name__}.")
    x = arrays.finite(arrays.of_rank(pair[0], f"{place} x", 1, "(n,)"), f"{place} x")
    y = arrays.of_rank(pair[1], f"{place} y", 1, "(n,)").astype(float)
    if len(x) != len(y):
        raise ValueError(f"{place} must have as many x as y; it has {len(x)} and {len(y)}.")
    if not np.isfinite(y).any():
        raise ValueError(f"{place} has no finite y to draw.")
    for wanted, values, axis in ((logx, x, "x"), (logy, y[np.isfinite(y)], "y")):
        if wanted and (values <= 0).any():
            raise ValueError(
                f"log{axis} needs positive numbers; {place} {axis} holds {values.min():.3g}."
            )
    return x, np.where(np.isfinite(y), y, np.nan)


def _start_and_end(x: np.ndarray, y: np.ndarray) -> str:
    """Words for a line's first and last value."""
    known = np.flatnonzero(np.isfinite(y))
    first, last = known[0], known[-1]
    lost = len(y) - len(known)
    gap = f"; {lost} of {len(y)} points are no number" if lost else ""
    if first == last:
        return f"is {y[first]:.3g} at {x[first]:.4g}{gap}"
    return f"goes from {y[first]:.3g} at {x[first]:.4g} to {y[last]:.3g} at {x[last]:.4g}{gap}"
