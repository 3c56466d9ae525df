"""A learner's own mask function in the painter: asked for these ids, and again for others."""

import pytest
import torch

from tutor_utils import viz
from tutor_utils.viz.interactive import mask_function


def no_pads(ids):
    if (ids == 9).any():
        return ids[9] if ids[0, 0] == 5 else None
    return (ids != 0)[:, None, None, :]


@pytest.mark.parametrize(
    ("typed", "words", "mask"),
    [
        ("0 0 5", "Below: the mask of [0, 0, 5].", "001001001"),
        ("5 0", "Below: the mask of [5, 0].", "1010"),
        ("5 " * 13, "13 ids were given; type 1 to 12.", None),
        ("5 99", "[5, 99] holds an id that is not in the vocabulary.", None),
        ("5, x, 7", "'x' is no id. Type whole numbers", None),
        (f"{2**64} 5 7", "is no id", None),
        ("9 5 5", "The function gave None. Does it end without a return?", None),
        ("5 9 5", "Your function raised IndexError in `return ids[9] if ", None),
    ],
)
def test_the_mask_of_other_ids_is_asked_for(typed, words, mask):
    shown = viz.MaskFunction(no_pads, torch.tensor([[5, 7, 0]]), products)
    before = "110110110"
    assert shown.painter.data()["mask"] == before
    assert words in shown.ask(typed)
    assert shown.painter.data()["mask"] == (mask or before)  # an error leaves the picture


def products(ids):
    row = torch.arange(10.0)[ids]
    return row[:, None] * row


def test_picture_of_other_ids_is_an_output_of_the_field(monkeypatch):
    """A page that was loaded again has lost every other link to what stands above."""
    shown = viz.MaskFunction(no_pads, torch.tensor([[5, 7, 0]]), products)
    box = mask_function._field("", shown._answer)
    (field, button), answer = box.children[0].children, box.children[2]
    field.value = "0 3"
    button.click()
    assert answer.outputs[0]["data"] == shown.painter._repr_mimebundle_()
    assert shown.painter.scores.tolist() == [[0.0, 0.0], [0.0, 9.0]], "of these ids"
    field.value = "no ids"
    button.click()
    assert answer.outputs == ()


def test_the_field_stands_above_the_first_picture(monkeypatch):
    """So the answer, which comes below the field, is seen before the old picture."""
    shown = viz.MaskFunction(no_pads, torch.tensor([[5, 7, 0]]), products)
    seen = []
    monkeypatch.setattr("IPython.display.display", lambda what, raw=False: seen.append(what))
    shown._ipython_display_()
    assert seen[-1] is shown.painter and len(seen) == 2
