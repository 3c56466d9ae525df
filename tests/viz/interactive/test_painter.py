"""Painting a mask changes the weights, the shape and the code."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch

from tutor_utils import viz


def test_the_stored_painter_shows_the_mask_it_begins_with():
    words = ["the", "train", "left", "<pad>"]
    mask = np.tri(4, dtype=bool) & [True, True, True, False]
    painter = viz.MaskPainter(torch.randn(4, 4), queries=words, keys=words, mask=mask)
    assert "Shape (1, 1, 4, 4). The future and the pads are hidden" in repr(painter)
    assert "(ids != pad_id)" in repr(painter)
    assert painter.data()["mask"] == "1000110011101110"
    named = {each["name"]: each["cells"] for each in painter.data()["patterns"]}
    assert named["future and pads hidden"] == painter.data()["mask"]


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
