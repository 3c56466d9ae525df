"""One matrix on one pair of axes: what was drawn is handed back, labels fit."""

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


def test_what_was_drawn_is_handed_back(ax):
    ax.text(0, 0, "not one of the cells")
    cells = draw_cells(
        ax,
        VALUES,
        cmap="viridis",
        norm=Normalize(0, 1),
        blocked=BLOCKED,
        leaks=LEAKS,
        texts=cell_texts(VALUES),
    )
    masked = np.ma.getmaskarray(cells.mesh.get_array()).reshape(VALUES.shape)
    assert masked.tolist() == [[False, True, False], [False, True, False]]  # blocked, and NaN
    written = {place: text.get_text() for place, text in cells.texts.items()}
    assert written == {
        (0, 0): "0.25",
        (0, 2): "1.00",
        (1, 0): "0.00",
        (1, 1): "NaN",
        (1, 2): "0.75",
    }
    assert all(text.get_position() == (c + 0.5, r + 0.5) for (r, c), text in cells.texts.items())
    assert len(cells.hatching) == 2 and hatched(ax).tolist() == [[1, 0], [2, 0]]
    assert len(cells.artists) == 1 + 2 + 5 and cells.ax is ax


def test_without_texts_only_what_is_no_number_is_written(ax):
    cells = draw_cells(ax, VALUES, cmap="viridis", norm=Normalize(0, 1))
    assert [(place, text.get_text()) for place, text in cells.texts.items()] == [((1, 1), "NaN")]
    assert cells.hatching == []


def test_letters_can_be_read_on_every_cell(ax):
    cells = draw_cells(ax, VALUES, cmap="viridis", norm=Normalize(0, 1), texts=cell_texts(VALUES))
    assert cells.texts[1, 0].get_color() == "white"  # on the dark end of the scale
    assert cells.texts[0, 2].get_color() != "white"
    assert colour_of(cells.mesh, 1.0)[:2] > colour_of(cells.mesh, 0.0)[:2]


def test_labels_turn_before_any_is_left_out(ax):
    label_columns(ax, ["attention", "is", "all"], cell=0.3, size=9)
    assert [label.get_rotation() for label in labels_of(ax.xaxis)] == [90] * 3
    label_columns(ax, ["attention", "is", "all"], cell=2, size=9)
    assert [label.get_rotation() for label in labels_of(ax.xaxis)] == [0] * 3


def test_too_many_labels_are_every_nth(ax):
    label_rows(ax, [str(i) for i in range(60)], cell=0.08, size=9)
    assert [label.get_text() for label in labels_of(ax.yaxis)] == [str(i) for i in range(0, 60, 5)]
