"""Figures made for one lesson each: panels, coloured tables, dials, signed matrices."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from drawings import assert_readable, drawn

from tutor_utils import viz
from tutor_utils.viz.theme import DIFFERENCE

LINES = {"a": ([1, 10, 100], [1, 2, 3]), "b": ([1, 10, 100], [3, 2, 1])}


def positions(length: int, width: int) -> torch.Tensor:
    angle = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


def test_panels_share_their_lines_and_one_legend():
    picture = viz.panels({"work": LINES, "path": LINES}, x_label="words", logx=True)
    assert_readable(drawn(picture))
    left, right = picture.figure.axes
    assert [len(ax.get_lines()) for ax in (left, right)] == [2, 2]
    assert left.get_legend() is None and right.get_legend() is not None
    assert "work: 'a' goes from 1 at 1 to 3 at 100" in picture.alt


@pytest.mark.parametrize(
    ("series", "words"),
    [
        ({}, "a dict of panel -> lines"),
        ({"x": LINES, "y": {"a": LINES["a"]}}, "the same lines in every panel"),
        ({"x": {"a": ([1, 2], [1])}}, "as many x as y"),
    ],
)
def test_panels_refuse_in_words(series, words):
    with pytest.raises(ValueError, match=words):
        viz.panels(series, x_label="x")


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


def test_tables_refuse_too_many_groups():
    with pytest.raises(ValueError, match="whole numbers from 0 to 9"):
        viz.tables({"x": torch.arange(20)[None]}, group=lambda n: n)


def test_a_step_is_the_same_turn_from_every_position():
    picture = viz.clock_hands(positions(9, 28), pairs=(1, 2), step=3)
    assert_readable(drawn(picture))
    assert "on features 2 and 3 by 89 degrees" in picture.alt


@pytest.mark.parametrize(
    ("table", "given", "words"),
    [
        (positions(5, 8), {"pairs": (4,), "step": 1}, "pairs must be from 0 to 3"),
        (positions(5, 8), {"pairs": (0,), "step": 4}, "leave the table of 5 rows"),
        (torch.ones(5, 8), {"pairs": (0,), "step": 1}, "sine and cosine of one angle"),
    ],
)
def test_dials_refuse_in_words(table, given, words):
    with pytest.raises(ValueError, match=words):
        viz.clock_hands(table, **given)


def test_signed_colours_part_at_zero():
    picture = viz.matrix(torch.tensor([[-1.0, 0.0, 4.0]]), signed=True)
    mesh = picture.figure.axes[0].collections[0]
    assert mesh.cmap.name == DIFFERENCE and (mesh.norm.vmin, mesh.norm.vmax) == (-4, 4)
