"""What was expected beside what came: the first difference is framed and told."""

import pytest
import torch
from drawings import assert_readable, drawn, maps

from tutor_utils.viz.comparison import below_a_report, compare


def test_compare_frames_the_first_wrong_cell():
    expected = torch.arange(6.0).view(2, 3)
    actual = expected.clone()
    actual[1, 0] += 1
    actual[1, 2] = torch.nan
    picture = compare(expected, actual, expected != actual)
    assert_readable(drawn(picture))
    left, right, gap = maps(picture)
    frames = [p.get_xy() for ax in (left, right, gap) for p in ax.patches if p.get_linewidth() == 2]
    assert frames == [(0, 1)] * 3
    assert "2 of 6 entries differ. First at row 1, column 0: expected 3, yours 4." in picture.alt
    assert "NaN" in [text.get_text() for text in right.texts]
    assert "NaN" in [text.get_text() for text in gap.texts]
    low, high = gap.collections[0].get_clim()
    assert -low == high == 1


def test_compare_finds_the_slice_that_differs():
    expected = torch.zeros(2, 3, 4, 5)
    actual = expected.clone()
    actual[1, 2, 3, 4] = 1
    picture = compare(expected, actual, expected != actual)
    assert "Slice [1, 2] of shape (2, 3, 4, 5)" in picture.alt
    assert "row 3, column 4" in picture.alt
    shown = picture.figure.texts[0].get_text().replace("\n", " ")
    assert shown == "Slice [1, 2] of shape (2, 3, 4, 5). 1 of 120 entries differs."


@pytest.mark.parametrize(
    ("expected", "actual", "message"),
    [
        ([1.0, 2.0], [1.0, 2.0], "No entry differs"),
        ([True, False], [True, True], "expected False, yours True"),
        ([1, 2], [1, 3], "expected 2, yours 3"),
        ([[0.0] * 3] * 2, [[torch.nan] * 3] * 2, "6 of 6 entries differ"),
    ],
)
def test_compare_in_words(expected, actual, message):
    expected, actual = torch.tensor(expected), torch.tensor(actual)
    picture = compare(expected, actual, expected != actual)
    assert_readable(drawn(picture))
    assert message in picture.alt


def test_one_number_or_what_cannot_be_drawn_gets_no_picture():
    pair = torch.tensor([1.0, 2.0])
    assert "<img" in below_a_report((pair, pair, pair > 1))
    assert below_a_report((pair[:1], pair[:1], pair[:1] > 0)) == below_a_report(None) == ""
    assert below_a_report((pair, pair * 1j, pair > 1)) == ""
