"""What was expected beside what came: the first difference is framed and told."""

import numpy as np
import pytest
import torch
from drawings import assert_readable, drawn, maps

from tutor_utils import viz


def test_compare_frames_the_first_wrong_cell():
    expected = torch.arange(6.0).view(2, 3)
    actual = expected.clone()
    actual[1, 0] += 1
    actual[1, 2] = torch.nan
    picture = viz.compare(expected, actual)
    assert_readable(drawn(picture))
    left, right, gap = maps(picture)
    frames = [p.get_xy() for ax in (left, right, gap) for p in ax.patches if p.get_linewidth() == 2]
    assert frames == [(0, 1)] * 3
    assert "2 of 6 entries differ. First at row 1, column 0: expected 3, yours 4." in picture.alt
    assert "NaN" in [text.get_text() for text in right.texts]
    assert "NaN" in [text.get_text() for text in gap.texts]
    low, high = gap.collections[0].get_clim()
    assert -low == high == 1


def test_who_calls_says_which_entries_are_wrong():
    expected, actual = torch.zeros(2, 3), torch.tensor([[1e-4, 0, 0], [0, 1, 0]])
    assert "2 of 6 entries differ" in viz.compare(expected, actual).alt
    alt = viz.compare(expected, actual, wrong=actual > 0.1).alt
    assert "1 of 6 entries differs. First at row 1, column 1" in alt


def test_compare_finds_the_slice_that_differs():
    expected = torch.zeros(2, 3, 4, 5)
    actual = expected.clone()
    actual[1, 2, 3, 4] = 1
    picture = viz.compare(expected, actual)
    assert "Slice [1, 2] of shape (2, 3, 4, 5)" in picture.alt
    assert "row 3, column 4" in picture.alt
    shown = picture.figure.texts[0].get_text().replace("\n", " ")
    assert shown == "Slice [1, 2] of shape (2, 3, 4, 5). 1 of 120 entries differs."


@pytest.mark.parametrize(
    ("expected", "actual", "message"),
    [
        ([1.0, 2.0], [1.0, 2.0], "No entry differs"),
        (torch.tensor(1.0), torch.tensor(2.0), "1 of 1 entries differs"),
        (torch.tensor([True, False]), torch.tensor([True, True]), "expected False, yours True"),
        (torch.tensor([1, 2]), torch.tensor([1, 3]), "expected 2, yours 3"),
        (torch.zeros(2, 3), torch.zeros(3, 2), "expected (2, 3), yours (3, 2)"),
        (torch.zeros(0, 3), torch.zeros(3), "The shapes differ"),
        (torch.zeros(2, 0, 3), torch.zeros(2, 0, 3), "No entry differs"),
        (torch.zeros(2, 3), torch.full((2, 3), torch.nan), "6 of 6 entries differ"),
        (torch.tensor([torch.inf]), torch.tensor([torch.inf]), "No entry differs"),
        (torch.ones(300).half(), torch.ones(300).half() * 1.001, "No entry differs"),
        (torch.ones(300, dtype=torch.float64), torch.ones(300).double() * 1.001, "300 of 300"),
    ],
)
def test_compare_in_words(expected, actual, message):
    picture = viz.compare(expected, actual)
    assert_readable(drawn(picture))
    assert message in picture.alt
    differ_in_shape = "shapes differ" in picture.alt
    assert len(maps(picture)) == (2 if differ_in_shape or 0 in np.shape(expected) else 3)
