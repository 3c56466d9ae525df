"""A learner's own mask function in the painter: asked for these ids, and again for others."""

import torch

from tutor_utils import viz
from tutor_utils.viz.interactive.mask_function import WITHOUT_KERNEL, _Field

SCORES = torch.arange(9.0).reshape(3, 3)


def no_pads(ids):
    if (ids == 9).any():
        return ids[9] if ids[0, 0] == 5 else None
    return (ids != 0)[:, None, None, :]


def test_the_mask_of_other_ids_is_asked_for():
    shown = viz.MaskFunction(no_pads, torch.tensor([[5, 7, 0]]), SCORES)
    assert shown.painter.data()["mask"] == "110110110"
    assert WITHOUT_KERNEL in shown._repr_mimebundle_()["text/html"]
    field = _Field(shown)
    drawn: list[str] = []
    field.answered = lambda: drawn.append(shown._repr_mimebundle_()["text/html"])
    for typed, words in (
        ("0 0 5", "Above: the mask of [0, 0, 5]."),
        ("5 7", "2 ids were given; the scores have 3 rows."),
        ("5, x, 7", "&#x27;x&#x27; is no id. Type whole numbers"),
        (f"{2**64} 5 7", "is no id"),
        ("9 5 5", "The function gave None. Does it end without a return?"),
        (
            "5 9 5",
            "Your function raised IndexError in `return ids[9] if ",
        ),
    ):
        field.text.value = typed
        field.text._handle_custom_msg({"event": "submit"}, [])  # Enter
        assert words in field.status.value
    (page,) = drawn  # an error leaves the picture that stands
    assert "001001001" in page
