"""Curves, panels, matrices, coloured tables and dials: what they show, and in which words."""

import numpy as np
import pytest
import torch
from drawings import assert_readable, drawn, maps, pixels, positions

from tutor_utils import viz
from tutor_utils.viz.theme import DIFFERENCE

XY = {"x_label": "x", "y_label": "y"}
LINES = {"a": ([1, 10, 100], [1, 2, 3]), "b": ([1, 10, 100], [3, 2, 1])}


def test_curves_differ_by_more_than_colour():
    steps = torch.arange(1, 200)
    series = {f"run {i}": (steps, 1.0 / steps + i) for i in range(8)}
    picture = viz.curves(series, **XY, logx=True, logy=True)
    assert_readable(drawn(picture))
    axes = picture.figure.axes[0]
    assert len({line.get_marker() for line in axes.get_lines()}) == 8
    assert len({line.get_linestyle() for line in axes.get_lines()}) == 4
    assert [text.get_text() for text in axes.get_legend().get_texts()] == list(series)
    assert "'run 0' goes from 1 at 1 to 0.00503 at 199" in picture.alt


def test_curves_leave_a_gap_for_nan():
    picture = viz.curves({"a": ([1, 2, 3], [1.0, torch.nan, 3.0])}, **XY)
    assert "1 of 3 points are no number" in picture.alt


def test_whole_numbers_get_no_half_steps():
    axes = viz.curves({"a": (range(1, 21), range(20))}, **XY).figure.axes[0]
    assert all(tick == round(tick) for tick in axes.get_xticks())


def test_a_line_that_stays_is_not_drawn_against_its_rounding():
    low, high = viz.curves({"a": ([1, 2], [0.0, 0.0])}, **XY).figure.axes[0].get_ylim()
    assert low <= 0 and high >= 1


def test_panels_share_their_lines_and_one_legend():
    picture = viz.panels({"work": LINES, "path": LINES}, x_label="words", logx=True)
    assert_readable(drawn(picture))
    left, right = picture.figure.axes
    assert [len(ax.get_lines()) for ax in (left, right)] == [2, 2]
    names, plot = left.get_legend().get_window_extent(), left.get_window_extent()
    assert names.y0 > plot.y1 and abs(names.x0 - plot.x0) < 10  # seen first on a phone
    assert right.get_legend() is None
    assert "work: 'a' goes from 1 at 1 to 3 at 100" in picture.alt


@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (5, 3), (20, 20), (60, 64), (10, 512), (512, 8)])
def test_matrix_at_every_size(shape):
    picture = viz.matrix(torch.randn(*shape), row_axis="token", column_axis="feature", title="x")
    assert_readable(drawn(picture))
    ax = maps(picture)[0]
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("token", "feature")
    assert bool(ax.texts) == (shape[0] <= 20 and shape[1] <= 12)
    assert max(pixels(picture.png()).shape) < 1000


def test_matrix_writes_numbers_and_words():
    picture = viz.matrix([[1.5, -0.001], [float("nan"), float("-inf")]], rows=["a", "b"])
    texts = [text.get_text() for text in maps(picture)[0].texts]
    assert texts == ["1.50", "0.00", "NaN", "−∞"]
    assert "2 of them NaN or infinite" in picture.alt
    plain = viz.matrix(torch.tensor([[3, 12]]))
    assert [text.get_text() for text in maps(plain)[0].texts] == ["3", "12"]


def test_words_take_the_place_of_numbers_and_scale():
    picture = viz.matrix(torch.tensor([[2, 1], [1, 0]]), words={0: "", 1: "kept", 2: "now"})
    (ax,) = picture.figure.axes
    assert [text.get_text() for text in ax.texts] == ["now", "kept", "kept", ""]
    assert picture.alt == "Matrix of 2 by 2: 2 times 'kept', 1 times 'now'."


def test_bars_of_a_matrix_reach_to_the_largest():
    picture = viz.matrix([[1.0, 0.5], [0.2, 0.2]], beside=("sum", [1.5, 0.4]))
    assert_readable(picture)
    (ax,) = [ax for ax in picture.figure.axes if ax.get_title(loc="left") == "sum"]
    assert ax.get_xlim() == (0, 1.5) and "sum: 1.50, 0.40." in picture.alt


def test_a_product_frames_row_column_and_cell():
    left, right = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[5.0, 0.0], [6.0, 1.0]])
    picture = viz.product(left, right, cell=(1, 0), rows=["a", "b"])
    assert_readable(picture)
    assert "row b, column 0, and their cell 39.00" in picture.alt
    shapes = [
        (frame.get_xy(), frame.get_width(), frame.get_height())
        for ax in picture.figure.axes
        for frame in ax.patches
        if frame.get_linewidth() == 3
    ]
    assert shapes == [((0, 1), 2, 1), ((0, 0), 1, 2), ((0, 1), 1, 1)]


def test_signed_colours_part_at_zero():
    picture = viz.matrix(torch.tensor([[-1.0, 0.0, 4.0]]), signed=True)
    mesh = picture.figure.axes[0].collections[0]
    assert mesh.cmap.name == DIFFERENCE and (mesh.norm.vmin, mesh.norm.vmax) == (-4, 4)


def test_a_group_has_one_colour_in_every_table():
    named = torch.tensor([[10 * t + f for f in range(4)] for t in range(3)])
    picture = viz.tables({"all": named, "part": named[1:, :2]}, group=lambda n: n // 10)
    assert_readable(drawn(picture))
    cells = [ax.collections[0] for ax in picture.figure.axes]
    every, part = (each.to_rgba(np.ma.getdata(each.get_array()).ravel()) for each in cells)
    assert (every[4] == part[0]).all()  # token 1 in both
    assert (every[0] != part[0]).any()  # token 0 has another
    assert "part: 10 11 / 20 21" in picture.alt


def test_a_step_is_the_same_turn_from_every_position():
    picture = viz.clock_hands(positions(9, 28), pairs=(1, 2), step=3)
    assert_readable(drawn(picture))
    assert "on features 2 and 3 by 89 degrees" in picture.alt


def test_hands_show_the_angle_between_them():
    turned = {"query": (-1.0, 0.0), "key": (0.0, 2.0)}
    picture = viz.hands({"here": {"query": (3.0, 0.0), "key": (0.0, 1.0)}, "there": turned})
    assert "here: 90 degrees between query and key; there: 90 degrees" in picture.alt
    assert_readable(picture)
