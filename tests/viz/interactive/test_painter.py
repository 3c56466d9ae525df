"""Painting a mask changes the weights, the shape and the code."""

import numpy as np
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
