"""A picture whose cells alone are drawn again is the picture drawn as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from drawings import (
    pixels,
    recorded,
)

from tutor_utils import viz
from tutor_utils.viz.interactive.blit_figure import BlitFigure
from tutor_utils.viz.interactive.selection import view_of
from tutor_utils.viz.interactive.viewer import TEMPERATURES


@pytest.mark.parametrize("unmasked", [False, True])
def test_a_fast_picture_is_the_slow_one(unmasked):
    viewer = viz.AttentionViewer(recorded(2, 7))
    viewer.no_mask.value = unmasked
    viewer.temperature.index = 0  # some weights are too small for any number
    viewer.output()  # draws the frame
    viewer.temperature.index = len(TEMPERATURES) - 1  # puts other cells into it
    values = view_of(viewer.recording, viewer.selection).values
    fast, slow = pixels(viewer.output().png), pixels(BlitFigure(viewer.picture()).png(values))
    np.testing.assert_array_equal(fast, slow)
    other = pixels(BlitFigure(viewer.picture()).png([np.eye(7)] * 2))
    assert (other != fast).any()


def test_a_text_added_to_the_axes_stays_and_breaks_nothing():
    viewer = viz.AttentionViewer(recorded(1, 4))
    values = view_of(viewer.recording, viewer.selection).values
    plain = viewer.picture()
    noted = viewer.picture()
    noted.heatmaps[0].ax.text(0.5, 1.5, "look here", color="red", fontsize=20)
    figure, without = BlitFigure(noted), BlitFigure(plain)
    for weights in (values, [np.eye(4)]):
        seen, bare = pixels(figure.png(weights)), pixels(without.png(weights))
        red = (seen[..., 0] > 200) & (seen[..., 1:] < 60).all(-1)
        assert red.sum() > 50  # over the cells, not under them
        assert (seen[~red] == bare[~red]).mean() > 0.9  # the numbers are where they were


def test_each_map_needs_its_values():
    figure = BlitFigure(viz.AttentionViewer(recorded(2, 4)).picture())
    with pytest.raises(ValueError, match="zip"):
        figure.png([np.eye(4)])
