"""Masks, and the steps from scores to weights, at every size and against PyTorch."""

import numpy as np
import pytest
import torch
from drawings import assert_readable, causal, drawn, hatched, maps

from tutor_utils import viz


def test_steps_agree_with_torch():
    scores = torch.randn(5, 5, generator=torch.Generator().manual_seed(1))
    allowed = causal(5)
    picture = viz.softmax_steps(scores, mask=allowed)
    assert_readable(drawn(picture))
    before, masked, after = maps(picture)
    expected = scores.masked_fill(~allowed, -torch.inf).softmax(-1).numpy()
    shown = after.collections[0].get_array().filled(0).reshape(5, 5)
    np.testing.assert_allclose(shown, expected, atol=1e-6)
    assert [len(hatched(ax)) for ax in (before, masked, after)] == [0, 10, 10]
    assert after.collections[0].get_clim() == (0, 1)
    assert before.collections[0].get_clim() == masked.collections[0].get_clim()


@pytest.mark.parametrize("length", [1, 7, 20, 60])
def test_steps_at_every_size(length):
    assert_readable(viz.softmax_steps(torch.randn(length, length) * 1e4, mask=causal(length)))
    assert_readable(viz.softmax_steps(torch.zeros(length, length)))


def test_blocked_scores_take_nothing_and_a_blocked_row_gives_nothing():
    mask = torch.tensor([[True, False, True], [False] * 3])
    picture = viz.softmax_steps([[0.0, 1e4, 0.0], [1.0, 1.0, 1.0]], mask=mask)
    shown = maps(picture)[2].collections[0].get_array().filled(0).reshape(2, 3)
    np.testing.assert_allclose(shown, [[0.5, 0, 0.5], [0] * 3])


@pytest.mark.parametrize("length", [1, 7, 20, 60])
def test_mask_at_every_size(length):
    picture = viz.mask(causal(length)[None, None])
    assert_readable(drawn(picture))
    ax = maps(picture)[0]
    assert len(hatched(ax)) == length * (length - 1) // 2
    words = [text.get_text() for text in ax.get_legend().get_texts()]
    assert words == ["may attend", "blocked"]


def test_mask_says_what_it_blocks():
    row = torch.tensor([True, True, False])[None, None, None]
    picture = viz.mask(row, queries=["p", "q"], keys=["a", "b", "<pad>"])
    assert maps(picture)[0].get_ylim() == (2, 0)
    assert "Keys blocked for every query: '<pad>'." in picture.alt
    assert "itself and to the keys before it" in viz.mask(causal(4)).alt
    assert "every key" in viz.mask(torch.ones(2, 2).bool()).alt
