"""Attention at every size: labels that keep apart, hatching, one scale, words, clear errors."""

import numpy as np
import pytest
import torch
from drawings import (
    LABELS,
    assert_readable,
    causal,
    drawn,
    hatched,
    labels_of,
    maps,
    pixels,
    random_weights,
)
from matplotlib import colormaps
from matplotlib.colors import to_rgb

from tutor_utils import viz
from tutor_utils.viz.theme import ACCENT, style


@pytest.mark.parametrize("length", [1, 7, 20, 60])
@pytest.mark.parametrize("labels", LABELS)
def test_attention_is_readable_at_every_size(length, labels):
    names, allowed = LABELS[labels](length), causal(length)
    weights = random_weights(length, length, allowed=allowed)
    picture = viz.attention(weights, queries=names, keys=names, mask=allowed)
    assert_readable(drawn(picture))
    ax = maps(picture)[0]
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("query", "key")
    if names is None or all(names):
        assert len(labels_of(ax.yaxis)) >= min(length, 12)
        assert len(labels_of(ax.xaxis)) >= min(length, 6)
    blocked = {(int(column), int(row)) for row, column in np.argwhere(~allowed.numpy())}
    assert {(int(x), int(y)) for x, y in hatched(ax)} == blocked
    assert ax.collections[0].get_clim() == (0, 1)


@pytest.mark.parametrize(("count", "length"), [(1, 1), (3, 7), (5, 20), (16, 7)])
def test_heads_share_one_scale(count, length):
    allowed = causal(length)
    picture = viz.heads(random_weights(count, length, length, allowed=allowed), mask=allowed)
    assert_readable(picture)
    panels = maps(picture)
    assert [ax.get_title() for ax in panels] == [f"head {i}" for i in range(count)]
    assert {ax.collections[0].get_clim() for ax in panels} == {(0, 1)}
    assert {len(hatched(ax)) for ax in panels} == {length * (length - 1) // 2}
    assert len(picture.figure.axes) == count + 1  # one colour bar for all


def test_heads_of_sixty_korean_tokens():
    names = [f"토큰{i}" for i in range(60)]
    picture = viz.heads(random_weights(16, 60, 60), queries=names, keys=names, title="제목 " * 60)
    assert_readable(drawn(picture))
    assert pixels(picture.png()).shape[1] < 1200  # the title is broken into lines


def test_cross_attention_has_its_own_labels_on_each_side():
    picture = viz.attention(random_weights(2, 3), queries=["le", "chat"], keys=["the", "cat", "."])
    ax = maps(picture)[0]
    assert [label.get_text() for label in labels_of(ax.yaxis)] == ["le", "chat"]
    assert [label.get_text() for label in labels_of(ax.xaxis)] == ["the", "cat", "."]
    assert ax.get_ylim() == (2, 0)  # the first query stands on top


def test_leaking_masked_cell_shows_its_colour_within_the_hatching():
    weights, allowed = random_weights(4, 4), causal(4)
    ax = maps(viz.attention(weights, mask=allowed))[0]
    assert not np.ma.getmaskarray(ax.collections[0].get_array()).any()
    assert {tuple(corner) for corner in hatched(ax)} == {
        (1, 0),
        (2, 0),
        (3, 0),
        (2, 1),
        (3, 1),
        (3, 2),
    }
    with style():
        ax.figure.canvas.draw()
    shades = np.asarray(ax.figure.canvas.buffer_rgba())[::-1, :, :3]
    columns, rows = ax.transData.transform([(1.7, 0.7), (3.7, 1.7)]).astype(int).T
    wanted = colormaps["viridis"](weights[[0, 1], [1, 3]].numpy(), bytes=True)[:, :3]
    assert np.abs(shades[rows, columns].astype(int) - wanted).max() <= 1


def test_the_words_say_where_a_query_looks():
    weights = torch.tensor([[0.1, 0.9, 0.0], [0.5, 0.3, 0.2], [0.0, 0.0, 0.0]])
    allowed = torch.tensor([[True, True, False], [True] * 3, [False] * 3])
    picture = viz.attention(weights, queries=["a", "b", "c"], keys=["x", "y", "z"], mask=allowed)
    assert "'a' looks most at 'y' (0.90)" in picture.alt
    assert "'b' looks most at 'x' (0.50)" in picture.alt
    assert "'c' looks at nothing" in picture.alt
    assert "4 of 9 cells are blocked" in picture.alt


def test_framed_cells_are_those_that_were_asked_for():
    weights = random_weights(3, 4)
    ax = maps(viz.attention(weights, frames=[(0, 3), (2, 1)]))[0]
    frames = [patch for patch in ax.patches if patch.get_edgecolor()[:3] == to_rgb(ACCENT)]
    assert [(int(p.get_y()), int(p.get_x())) for p in frames] == [(0, 3), (2, 1)]
    with pytest.raises(ValueError, match=r"frames holds \(3, 0\)"):
        viz.attention(weights, frames=[(0, 0), (3, 0)])


def test_bars_stand_over_their_maps():
    numbers = [0.5, 2.0, 0.1, 1.0, 0.3]
    names = [f"head {i}" for i in (4, 1, 0, 2, 3)]
    picture = viz.heads(random_weights(5, 10, 10), names=names, above=("error", numbers))
    assert_readable(picture)
    bars, *rest = picture.figure.axes
    heads = [ax for ax in rest if ax.get_title().startswith("head")]
    assert [ax.get_title() for ax in heads] == names
    assert [bar.get_height() for bar in bars.patches] == numbers
    for bar, ax in zip(bars.patches, heads, strict=True):
        below, over = ax.get_window_extent(), bar.get_window_extent()
        assert over.y0 > below.y1 and abs(over.x0 + over.x1 - below.x0 - below.x1) < 2
    assert "error: head 4 0.50, head 1 2.00" in picture.alt


def test_bars_stand_beside_their_rows():
    weights = random_weights(3, 4)
    shares = weights[:, 2:].sum(-1)
    picture = viz.attention(weights, beside=("the pads", shares))
    assert_readable(picture)
    (ax,) = [ax for ax in picture.figure.axes if ax.get_title(loc="left") == "the pads"]
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(shares.tolist())
    assert [bar.get_y() + bar.get_height() / 2 for bar in ax.patches] == [0.5, 1.5, 2.5]
    assert f"the pads: {shares[0]:.2f}, " in picture.alt
    with pytest.raises(ValueError, match="beside must hold 3 numbers from 0 to 1"):
        viz.attention(weights, beside=("the pads", [0.1, 0.2]))


def test_a_text_is_written_out_for_each_reader():
    weights = torch.tensor([[0.9, 0.1, 0.0], [0.0, 0.2, 0.8]])
    picture = viz.reading(weights, writes=["1", "eos"], reads=["u", "n", "$"])
    assert_readable(picture)
    ax = maps(picture)[0]
    assert [text.get_text() for text in ax.texts] == ["u", "n", "$"] * 2
    assert [label.get_text() for label in labels_of(ax.yaxis)] == ["1", "eos"]
    assert "'1' looks most at 'u' (0.90)" in picture.alt
