"""One matrix on one pair of axes: cells, hatching, numbers, labels that fit."""

import numpy as np
import pytest
from drawings import hatched, labels_of
from matplotlib.colors import Normalize

from tutor_utils.viz.arrays import cell_texts
from tutor_utils.viz.heatmap import colour_of, draw_cells, label_columns, label_rows
from tutor_utils.viz.sheet import Sheet

VALUES = np.array([[0.25, 0.5, 1.0], [0.0, np.nan, 0.75]])
BLOCKED = np.array([[False, True, True], [False, False, False]])
LEAKS = np.array([[False, False, True], [False, False, False]])


@pytest.fixture
def ax():
    with Sheet() as sheet:
        yield sheet.axes(2, 2, 3, 2)


def written(ax) -> dict[tuple[int, int], str]:
    """(row, column) -> what stands in that cell."""
    places = [text.get_position() for text in ax.texts]
    return {
        (int(y), int(x)): text.get_text() for (x, y), text in zip(places, ax.texts, strict=True)
    }


def test_blocked_cells_are_hatched_and_say_no_number(ax):
    draw_cells(
        ax,
        VALUES,
        cmap="viridis",
        norm=Normalize(0, 1),
        blocked=BLOCKED,
        leaks=LEAKS,
        texts=cell_texts(VALUES),
    )
    masked = np.ma.getmaskarray(ax.collections[0].get_array()).reshape(VALUES.shape)
    assert masked.tolist() == [[False, True, False], [False, True, False]]  # blocked, and NaN
    assert written(ax) == {
        (0, 0): "0.25",
        (0, 2): "1.00",
        (1, 0): "0.00",
        (1, 1): "NaN",
        (1, 2): "0.75",
    }
    assert hatched(ax).tolist() == [[1, 0], [2, 0]]


def test_without_texts_only_what_is_no_number_is_written(ax):
    draw_cells(ax, VALUES, cmap="viridis", norm=Normalize(0, 1))
    assert written(ax) == {(1, 1): "NaN"}
    assert not ax.patches


def test_letters_can_be_read_on_every_cell(ax):
    draw_cells(ax, VALUES, cmap="viridis", norm=Normalize(0, 1), texts=cell_texts(VALUES))
    inks = dict(zip(written(ax), [text.get_color() for text in ax.texts], strict=True))
    assert inks[1, 0] == "white"  # on the dark end of the scale
    assert inks[0, 2] != "white"
    mesh = ax.collections[0]
    assert colour_of(mesh, 1.0)[:2] > colour_of(mesh, 0.0)[:2]


def test_labels_turn_before_any_is_left_out(ax):
    label_columns(ax, ["attention", "is", "all"], cell=0.3, size=9)
    assert [label.get_rotation() for label in labels_of(ax.xaxis)] == [90] * 3
    label_columns(ax, ["attention", "is", "all"], cell=2, size=9)
    assert [label.get_rotation() for label in labels_of(ax.xaxis)] == [0] * 3


def test_too_many_labels_are_every_nth(ax):
    label_rows(ax, [str(i) for i in range(60)], cell=0.08, size=9)
    assert [label.get_text() for label in labels_of(ax.yaxis)] == [str(i) for i in range(0, 60, 5)]
