"""Painting a mask changes the weights, the shape and the code."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch
from drawings import (
    Handle,
)

from tutor_utils import viz


def test_painting_changes_weights_and_code():
    words = ["the", "train", "left", "<pad>"]
    painter, handle = viz.MaskPainter(torch.randn(4, 4), queries=words, keys=words), Handle()
    painter._shown.append(handle)
    painter.start_from.value = "future and pads hidden"
    assert painter.start_from.value == "choose a pattern"
    assert (painter.mask == (np.tri(4, dtype=bool) & [True, True, True, False])).all()
    cells = painter.mask.tolist()
    cells[0][0] = False
    painter.grid.cells = cells
    assert (
        "Shape (1, 1, 4, 4). A mask of your own. The query 'the' (row 0) has no"
        in painter.output().caption
    )
    assert len(handle.seen) == 2


@pytest.mark.parametrize(
    ("scores", "more", "message"),
    [
        (torch.randn(3), {}, "scores must have shape (L_q, L_k)"),
        (torch.randn(17, 3), {}, "at most 16 rows"),
        (torch.randn(3, 3) / 0, {}, "scores must hold finite numbers"),
        (torch.randn(3, 3), {"keys": ["a"]}, "keys must hold one label"),
        (torch.randn(3, 3), {"mask": torch.ones(2, 2).bool()}, "does not broadcast"),
        (torch.randn(3, 3), {"mask": torch.ones(3, 3)}, "mask must be boolean"),
    ],
)
def test_the_painter_names_what_does_not_fit(scores, more, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        viz.MaskPainter(scores, **more)
