"""A learner's own mask function in the painter: asked for these ids, and again for others."""

import pytest
import torch

from tutor_utils import viz


def no_pads(ids):
    if (ids == 9).any():
        return ids[9] if ids[0, 0] == 5 else None
    return (ids != 0)[:, None, None, :]


@pytest.mark.parametrize(
    ("typed", "words", "mask"),
    [
        ("0 0 5", "Above: the mask of [0, 0, 5].", "001001001"),
        ("5 7", "2 ids were given; the scores have 3 rows.", None),
        ("5, x, 7", "'x' is no id. Type whole numbers", None),
        (f"{2**64} 5 7", "is no id", None),
        ("9 5 5", "The function gave None. Does it end without a return?", None),
        ("5 9 5", "Your function raised IndexError in `return ids[9] if ", None),
    ],
)
def test_the_mask_of_other_ids_is_asked_for(typed, words, mask):
    shown = viz.MaskFunction(no_pads, torch.tensor([[5, 7, 0]]), torch.arange(9.0).reshape(3, 3))
    before = "110110110"
    assert shown.painter.data()["mask"] == before
    assert words in shown.ask(typed)
    assert shown.painter.data()["mask"] == (mask or before)  # an error leaves the picture
