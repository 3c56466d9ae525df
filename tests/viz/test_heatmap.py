"""One matrix on one pair of axes: cells, hatching, numbers, labels that fit."""

import numpy as np
import pytest
from drawings import labels_of
from matplotlib.colors import Normalize

from tutor_utils.viz.arrays import cell_texts
from tutor_utils.viz.heatmap import colour_of, draw_cells, label_columns, label_rows
from tutor_utils.viz.sheet import Sheet

VALUES = np.array([[0.25, 0.5, 1.0], [0.0, np.nan, 0.75]])


@pytest.fixture
def ax():
    with Sheet() as sheet:
        yield sheet.axes(2, 2, 3, 2)


def test_letters_can_be_read_on_every_cell(ax):
    draw_cells(ax, VALUES, cmap="viridis", norm=Normalize(0, 1), texts=cell_texts(VALUES))
    inks = {text.get_text(): text.get_color() for text in ax.texts}
    assert inks["0.00"] == "white"  # on the dark end of the scale
    assert inks["1.00"] != "white"
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
