"""Any matrix at every size, with its numbers."""

import pytest
import torch
from drawings import assert_readable, drawn, maps

from tutor_utils import viz


@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (5, 3), (20, 20), (60, 64), (10, 512), (512, 8)])
def test_matrix_at_every_size(shape):
    picture = viz.matrix(torch.randn(*shape), row_axis="token", column_axis="feature", title="x")
    assert_readable(drawn(picture))
    ax = maps(picture)[0]
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("token", "feature")
    assert bool(ax.texts) == (shape[0] <= 20 and shape[1] <= 12)
    width, height = picture.figure.get_size_inches()
    assert width < 10 and height < 10


def test_matrix_writes_numbers_and_words():
    picture = viz.matrix([[1.5, -0.001], [float("nan"), float("-inf")]], rows=["a", "b"])
    texts = [text.get_text() for text in maps(picture)[0].texts]
    assert texts == ["1.50", "0.00", "NaN", "−∞"]
    assert "2 of them NaN or infinite" in picture.alt
    plain = viz.matrix(torch.tensor([[3, 12]]))
    assert [text.get_text() for text in maps(plain)[0].texts] == ["3", "12"]
