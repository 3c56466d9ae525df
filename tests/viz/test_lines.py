"""Curves that stay apart in grey print, with gaps where there is no number."""

import torch
from drawings import assert_readable, drawn

from tutor_utils import viz

XY = {"x_label": "x", "y_label": "y"}


def test_curves_differ_by_more_than_colour():
    steps = torch.arange(1, 200)
    series = {f"run {i}": (steps, 1.0 / steps + i) for i in range(8)}
    picture = viz.curves(series, x_label="step", y_label="loss", logx=True, logy=True)
    assert_readable(drawn(picture))
    lines = picture.figure.axes[0].get_lines()
    assert len({line.get_marker() for line in lines}) == 8
    assert len({line.get_linestyle() for line in lines}) == 4
    legend = picture.figure.axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == list(series)
    assert "'run 0' goes from 1 at 1 to 0.00503 at 199" in picture.alt


def test_curves_leave_a_gap_for_nan():
    picture = viz.curves({"a": ([1, 2, 3], [1.0, torch.nan, 3.0])}, x_label="x", y_label="y")
    assert "1 of 3 points are no number" in picture.alt


def test_whole_numbers_get_no_half_steps():
    axes = viz.curves({"a": (range(1, 21), range(20))}, **XY).figure.axes[0]
    assert all(tick == round(tick) for tick in axes.get_xticks())


def test_a_line_that_stays_is_not_drawn_against_its_rounding():
    low, high = viz.curves({"a": ([1, 2], [0.0, 0.0])}, **XY).figure.axes[0].get_ylim()
    assert low <= 0 and high >= 1
