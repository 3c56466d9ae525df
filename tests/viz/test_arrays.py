"""Tensors, arrays and lists of every kind are read and left as they were; labels are cut."""

import pytest
import torch
from drawings import drawn, random_weights

from tutor_utils import viz
from tutor_utils.viz import arrays


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_tensors_of_every_float_type(dtype):
    weights = random_weights(7, 7).to(dtype).requires_grad_()
    before = weights.detach().clone()
    drawn(viz.attention(weights, mask=torch.ones(7, 7).bool()))
    assert torch.equal(weights, before) and weights.requires_grad


def test_arrays_and_lists():
    array = random_weights(2, 3).numpy()
    array.setflags(write=False)
    assert viz.attention(array).alt == viz.attention(array.tolist()).alt


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("fourteen chars", "fourteen chars"),
        ("fifteen letters", "fifteen lette…"),
        ("번역하다번역하다", "번역하다번역…"),  # a Korean letter takes two columns
        ("a번역하다번역하다", "a번역하다번역…"),
        ("e\u0301" * 14, "e\u0301" * 14),  # an accent takes none
        ("two\nlines\t", "two\\nlines\\t"),
    ],
)
def test_a_label_is_cut_by_its_width(label, shown):
    assert arrays.shorten(label) == shown
