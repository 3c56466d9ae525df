"""Figures made for one lesson each: panels, coloured tables, dials, signed matrices."""

import numpy as np
import torch
from drawings import assert_readable, drawn, positions

from tutor_utils import viz
from tutor_utils.viz.theme import DIFFERENCE

LINES = {"a": ([1, 10, 100], [1, 2, 3]), "b": ([1, 10, 100], [3, 2, 1])}


def test_panels_share_their_lines_and_one_legend():
    picture = viz.panels({"work": LINES, "path": LINES}, x_label="words", logx=True)
    assert_readable(drawn(picture))
    left, right = picture.figure.axes
    assert [len(ax.get_lines()) for ax in (left, right)] == [2, 2]
    assert left.get_legend() is None and right.get_legend() is not None
    assert "work: 'a' goes from 1 at 1 to 3 at 100" in picture.alt


def test_a_group_has_one_colour_in_every_table():
    named = torch.tensor([[10 * t + f for f in range(4)] for t in range(3)])
    picture = viz.tables({"all": named, "part": named[1:, :2]}, group=lambda n: n // 10)
    assert_readable(drawn(picture))
    colours = [
        ax.collections[0].to_rgba(np.ma.getdata(ax.collections[0].get_array()).ravel())
        for ax in picture.figure.axes
    ]
    assert (colours[0][4] == colours[1][0]).all()  # token 1 in both
    assert (colours[0][0] != colours[1][0]).any()  # token 0 has another
    assert "part: 10 11 / 20 21" in picture.alt


def test_a_step_is_the_same_turn_from_every_position():
    picture = viz.clock_hands(positions(9, 28), pairs=(1, 2), step=3)
    assert_readable(drawn(picture))
    assert "on features 2 and 3 by 89 degrees" in picture.alt


def test_signed_colours_part_at_zero():
    picture = viz.matrix(torch.tensor([[-1.0, 0.0, 4.0]]), signed=True)
    mesh = picture.figure.axes[0].collections[0]
    assert mesh.cmap.name == DIFFERENCE and (mesh.norm.vmin, mesh.norm.vmax) == (-4, 4)
