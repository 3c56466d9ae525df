"""Draw the expected array, the actual one and their difference side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize

from . import arrays
from .heatmap import draw_cells, label_columns, label_rows, outline_cell
from .image import Picture
from .matrices import cell_sides, value_norm
from .sheet import Sheet
from .theme import DIFFERENCE, INK, VALUES

# Differences below this share of the largest number are rounding, not mistakes.
_ROUNDING = {"float16": 1e-2, "bfloat16": 2e-2, "float32": 1e-5}
_GAP = 0.55  # inches between two panels, for the row labels


_MOST_DRAWN = 20_000  # numbers in a picture below a report


def below_a_report(picture: tuple[Any, Any, Any] | None) -> str:
    """HTML of the expected tensor beside the actual one; empty where a picture tells no more.

    That is one number alone, very many, or what `compare` refuses, such as six axes. The third
    says which entries the report counts as wrong.
    """
    if picture is None or not 1 < max(part.numel() for part in picture) <= _MOST_DRAWN:
        return ""
    expected, actual, wrong = picture
    try:
        return str(compare(expected, actual, wrong=wrong)._repr_mimebundle_()["text/html"])
    except (ValueError, TypeError):
        return ""  # the words say all


def compare(expected: Any, actual: Any, *, wrong: Any = None) -> Picture:
    """Draw two arrays side by side with their difference; the first wrong cell is framed.

    Args:
        expected: any shape, numbers or bools. One axis is drawn as a row; of three or more axes
            the first slice that differs is drawn, and the title says which.
        actual: the same. If its shape is another one, both are drawn without a difference.
        wrong: bool, of their shape: which entries count as wrong. Left out: those that differ by
            more than rounding.

    Raises:
        ValueError: an argument holds no numbers.
    """
    left, right = arrays.numbers(expected, "expected"), arrays.numbers(actual, "actual")
    if left.shape != right.shape:
        words = f"The shapes differ: expected {left.shape}, yours {right.shape}"
        return _draw(_first_slice(left), _first_slice(right), None, [words])

    if wrong is None:
        wrong = _wrong(left, right, max(_rounding(expected), _rounding(actual)))
    else:
        wrong = arrays.numbers(wrong, "wrong").astype(bool)
    where: tuple[int, ...] = ()
    parts: list[str] = []
    if left.ndim > 2:
        where = tuple(int(i) for i in np.argwhere(wrong)[0][:-2]) if wrong.any() else ()
        where = where or (0,) * (left.ndim - 2)
        if left.size:
            parts.append(f"Slice [{', '.join(map(str, where))}] of shape {left.shape}")
    if wrong.any():
        parts.append(f"{wrong.sum()} of {wrong.size} entries differ{'s' * int(wrong.sum() == 1)}")
    else:
        parts.append("No entry differs by more than rounding")
    if left.size == 0:
        return _draw(_first_slice(left), _first_slice(right), None, parts)
    left, right, wrong = (np.atleast_2d(array[where]) for array in (left, right, wrong))
    return _draw(left, right, wrong, parts)


def _draw(
    left: np.ndarray, right: np.ndarray, wrong: np.ndarray | None, parts: list[str]
) -> Picture:
    """Two panels, and a third where `wrong` (bool, the same shape) is given."""
    together = np.concatenate([array.ravel().astype(float) for array in (left, right)])
    norm = value_norm(together) if together.size else Normalize(0, 1)
    with Sheet() as sheet:
        across, tallest = 2.0, 0.0
        for array, name in ((left, "expected"), (right, "yours")):
            ax, width, height = _panel(sheet, across, array, VALUES, norm)
            ax.set_title(name, fontsize=9.5, loc="left", pad=4)
            _frame(ax, wrong)
            across += width + _GAP
            tallest = max(tallest, height)
        bar = max(tallest, 0.8)
        sheet.colour_bar(across - _GAP + 0.12, 2, bar, cmap=VALUES, norm=norm, label="value")
        if wrong is not None:
            across += 0.5
            gap = _difference(left, right)
            reach = np.abs(gap[np.isfinite(gap)]).max(initial=0) or 1.0
            middle = Normalize(-reach, reach)
            ax, width, _ = _panel(sheet, across, gap, DIFFERENCE, middle)
            ax.set_title("yours − expected", fontsize=9.5, loc="left", pad=4)
            _frame(ax, wrong)
            sheet.colour_bar(
                across + width + 0.12, 2, bar, cmap=DIFFERENCE, norm=middle, label="difference"
            )
        first = ""
        if wrong is not None and wrong.any():
            row, column = np.argwhere(wrong)[0]
            one, other = (_say(array[row, column]) for array in (left, right))
            first = f" First at row {row}, column {column}: expected {one}, yours {other}."
        line = ". ".join(parts) + "."
        # The frame shows the first one; the words for it stand in the text alternative.
        return sheet.picture(f"Side by side: expected and yours. {line}{first}", line)


def _say(number: Any) -> str:
    return f"{number:.4g}" if isinstance(number, float) else str(number)


def _panel(
    sheet: Sheet, left: float, array: np.ndarray, cmap: str, norm: Normalize
) -> tuple[Axes, float, float]:
    if array.size == 0:
        ax = sheet.axes(left, 2, 1.2, 0.8)
        ax.set(xticks=[], yticks=[])
        ax.text(0.5, 0.5, f"empty\n{array.shape}", ha="center", va="center", color=INK, fontsize=9)
        return ax, 1.2, 0.8
    rows, columns = array.shape
    texts = arrays.cell_texts(array) if rows <= 12 and columns <= 7 else None
    tall, wide = cell_sides(array.shape, texts, across=2.6, down=3.4)
    # The name of the panel stands over it and must not run into the next one.
    wide = max(wide, 1.0 / columns)
    ax = sheet.axes(left, 2, columns * wide, rows * tall)
    draw_cells(ax, array, cmap=cmap, norm=norm, texts=texts)
    label_rows(ax, arrays.labels(None, rows, "rows"), tall, 8)
    label_columns(ax, arrays.labels(None, columns, "columns"), wide, 8)
    return ax, columns * wide, rows * tall


def _frame(ax: Axes, wrong: np.ndarray | None) -> None:
    if wrong is not None and wrong.any():
        outline_cell(ax, *(int(i) for i in np.argwhere(wrong)[0]))


def _first_slice(array: np.ndarray) -> np.ndarray:
    """A matrix taken from any array: its first 2-D slice, or a 1-D array as one row."""
    while array.ndim > 2:
        array = array[0] if len(array) else array.reshape(0, array.shape[-1])
    return np.atleast_2d(array)


def _difference(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """actual - expected; NaN only where one of the two is NaN or infinite and they differ."""
    left, right = left.astype(float), right.astype(float)
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    with np.errstate(invalid="ignore"):  # ∞ - ∞
        return np.where(same, 0.0, right - left)


def _wrong(left: np.ndarray, right: np.ndarray, rounding: float) -> np.ndarray:
    """Where two arrays differ by more than rounding (bool, the same shape)."""
    gap = np.abs(_difference(left, right))
    known = np.abs(left[np.isfinite(left)]) if left.dtype.kind == "f" else np.abs(left * 1)
    allowed = rounding * float(known.max(initial=0))
    return ~(gap <= allowed)  # NaN compares False, so it counts as wrong


def _rounding(value: Any) -> float:
    kind = str(getattr(value, "dtype", "float32")).removeprefix("torch.")
    return _ROUNDING.get(kind, 1e-9 if "float" in kind else 0.0)
