"""Every picture at every size: labels that keep apart, hatching, one scale, words, clear errors."""

from __future__ import annotations

import itertools
import logging
import re
import subprocess
import sys

import matplotlib
import numpy as np
import pytest
import torch

from tutor_utils import viz
from tutor_utils.viz import look
from tutor_utils.viz.look import HATCH
from tutor_utils.viz.transformer_map import _SIGNS

pytestmark = pytest.mark.filterwarnings("error")

SENTENCE = ["when", "you", "play", "the", "game", "of", "thrones"]


def softmax(*shape: int, allowed=None) -> torch.Tensor:
    scores = 2 * torch.randn(*shape, generator=torch.Generator().manual_seed(0))
    return (scores if allowed is None else scores.masked_fill(~allowed, -1e9)).softmax(-1)


def causal(length: int) -> torch.Tensor:
    return torch.ones(length, length).tril().bool()


def drawn(picture: viz.Picture) -> viz.Picture:
    """The picture, rendered, with words that are not empty."""
    bundle = picture._repr_mimebundle_()
    assert bundle["text/plain"] == picture.alt and len(picture.alt) > 15
    assert bundle["text/html"].startswith('<img src="data:image/png;base64,iVBOR')
    return picture


def maps(picture: viz.Picture) -> list:
    """The axes that hold a matrix (a colour bar has its own label on the axes)."""
    return [ax for ax in picture.figure.axes if not hasattr(ax, "_colorbar")]


def labels_of(axis) -> list:
    return [tick.label1 for tick in axis.get_major_ticks() if tick.label1.get_text()]


def overlapping(axis) -> list[tuple[str, str]]:
    """Pairs of labels on one axis of which one covers a part of the other."""
    boxes = [(label.get_text(), label.get_window_extent()) for label in labels_of(axis)]
    pairs = itertools.pairwise(sorted(boxes, key=lambda box: (box[1].x0, box[1].y0)))
    return [(a, b) for (a, one), (b, two) in pairs if one.overlaps(two)]


def assert_readable(picture: viz.Picture) -> None:
    picture.figure.draw_without_rendering()
    for ax in maps(picture):
        for axis in (ax.xaxis, ax.yaxis):
            assert not overlapping(axis)
        for text in labels_of(ax.xaxis) + labels_of(ax.yaxis):
            assert text.get_fontsize() >= 7
    titles = [ax.title.get_window_extent() for ax in picture.figure.axes if ax.get_title()]
    titles += [ax._left_title.get_window_extent() for ax in maps(picture) if ax.get_title("left")]
    assert not any(a.overlaps(b) for a, b in itertools.combinations(titles, 2))
    page = picture.figure.bbox
    for ax in picture.figure.axes:  # nothing is cut off at the edge
        box = ax.get_tightbbox()
        assert box.x0 >= -1 and box.y0 >= -1
        assert box.x1 <= page.width + 1 and box.y1 <= page.height + 1


def hatched(ax) -> np.ndarray:
    """The cells that are hatched, as (n, 2) corners (column, row)."""
    patches = [patch for patch in ax.patches if patch.get_hatch() == HATCH]
    return np.concatenate([patch.get_path().vertices[::5] for patch in patches] or [[]])


# --- attention at every size ---


@pytest.mark.parametrize("length", [1, 7, 20, 60])
@pytest.mark.parametrize(
    "labels",
    [
        lambda n: None,
        lambda n: [f"a label that is rather long {i}" for i in range(n)],
        lambda n: [f"번역하다{i}" for i in range(n)],
        lambda n: [""] * n,
        lambda n: (["$5", "$x$", "a_b", "two\nlines"] * n)[:n],
    ],
    ids=["numbers", "long", "korean", "empty", "odd"],
)
def test_attention_is_readable_at_every_size(length, labels):
    names = labels(length)
    allowed = causal(length)
    weights = softmax(length, length, allowed=allowed)
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


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 16])
@pytest.mark.parametrize("length", [1, 7, 20])
def test_heads_share_one_scale(count, length):
    allowed = causal(length)
    picture = viz.heads(softmax(count, length, length, allowed=allowed), mask=allowed)
    assert_readable(picture)
    panels = maps(picture)
    assert [ax.get_title() for ax in panels] == [f"head {i}" for i in range(count)]
    assert {ax.collections[0].get_clim() for ax in panels} == {(0, 1)}
    assert {len(hatched(ax)) for ax in panels} == {length * (length - 1) // 2}
    assert len(picture.figure.axes) == count + 1  # one colour bar for all


def test_heads_of_sixty_korean_tokens():
    names = [f"토큰{i}" for i in range(60)]
    picture = viz.heads(softmax(16, 60, 60), queries=names, keys=names, title="제목 " * 60)
    assert_readable(drawn(picture))
    title = picture.figure.texts[0].get_window_extent()
    assert title.x1 <= picture.figure.bbox.width < 1200
    assert title.y1 <= picture.figure.bbox.height


def test_cross_attention_has_its_own_labels_on_each_side():
    picture = viz.attention(softmax(2, 3), queries=["le", "chat"], keys=["the", "cat", "."])
    ax = maps(picture)[0]
    assert [label.get_text() for label in labels_of(ax.yaxis)] == ["le", "chat"]
    assert [label.get_text() for label in labels_of(ax.xaxis)] == ["the", "cat", "."]
    assert ax.get_ylim() == (2, 0)  # the first query stands on top


@pytest.mark.parametrize(("depth", "count", "length"), [(1, 1, 1), (6, 8, 7), (2, 16, 20)])
def test_layers(depth, count, length):
    weights = [softmax(count, length, length) for _ in range(depth)]
    picture = viz.layers(weights, queries=SENTENCE if length == 7 else None)
    assert_readable(picture)
    assert len(maps(picture)) == depth * count
    assert maps(picture)[-1].get_ylim() == (length, 0)
    assert f"layer {depth - 1}" in maps(picture)[-count].get_ylabel()


def test_a_masked_cell_with_weight_keeps_its_colour_under_the_hatching():
    weights, allowed = softmax(4, 4), causal(4)
    ax = maps(viz.attention(weights, mask=allowed))[0]
    assert not np.ma.getmaskarray(ax.collections[0].get_array()).any()
    assert len(hatched(ax)) == 6


def test_the_words_say_where_a_query_looks():
    weights = torch.tensor([[0.1, 0.9, 0.0], [0.5, 0.3, 0.2], [0.0, 0.0, 0.0]])
    allowed = torch.tensor([[True, True, False], [True] * 3, [False] * 3])
    picture = viz.attention(weights, queries=["a", "b", "c"], keys=["x", "y", "z"], mask=allowed)
    assert "'a' looks most at 'y' (0.90)" in picture.alt
    assert "'b' looks most at 'x' (0.50)" in picture.alt
    assert "'c' looks at nothing" in picture.alt
    assert "4 of 9 cells are blocked" in picture.alt


# --- masks and steps ---


def test_steps_agree_with_torch():
    scores = torch.randn(5, 5, generator=torch.Generator().manual_seed(1))
    allowed = causal(5)
    picture = viz.steps(scores, mask=allowed, queries=SENTENCE[:5], keys=SENTENCE[:5])
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
    assert_readable(viz.steps(torch.randn(length, length) * 1e4, mask=causal(length)))
    assert_readable(viz.steps(torch.zeros(length, length)))


def test_a_row_with_every_key_blocked():
    picture = viz.steps(torch.ones(2, 3), mask=torch.tensor([[False] * 3, [True] * 3]))
    shown = maps(picture)[2].collections[0].get_array().filled(0).reshape(2, 3)
    np.testing.assert_allclose(shown, [[0, 0, 0], [1 / 3] * 3])


def test_a_large_blocked_score_takes_nothing_from_the_others():
    picture = viz.steps([[0.0, 1e4]], mask=torch.tensor([[True, False]]))
    assert "'0' looks most at '0' (1.00)" in picture.alt


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


# --- compare ---


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


def test_compare_finds_the_slice_that_differs():
    expected = torch.zeros(2, 3, 4, 5)
    actual = expected.clone()
    actual[1, 2, 3, 4] = 1
    picture = viz.compare(expected, actual, title="split_heads")
    words = picture.figure.texts[0].get_text().replace("\n", " ")
    assert "Slice [1, 2] of shape (2, 3, 4, 5)" in words
    assert "row 3, column 4" in words and words.startswith("split_heads")


@pytest.mark.parametrize(
    ("expected", "actual", "said"),
    [
        ([1.0, 2.0], [1.0, 2.0], "No entry differs"),
        (torch.tensor(1.0), torch.tensor(2.0), "1 of 1 entries differ"),
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
def test_compare_in_words(expected, actual, said):
    picture = viz.compare(expected, actual)
    assert_readable(drawn(picture))
    assert said in picture.alt
    differ_in_shape = "shapes differ" in picture.alt
    assert len(maps(picture)) == (2 if differ_in_shape or 0 in np.shape(expected) else 3)


# --- matrix and curves ---


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


def test_curves_differ_by_more_than_colour():
    steps = torch.arange(1, 200)
    series = {f"run {i}": (steps, 1.0 / steps + i) for i in range(8)}
    picture = viz.curves(series, x_label="step", y_label="loss", logx=True, logy=True)
    assert_readable(drawn(picture))
    lines = picture.figure.axes[0].get_lines()
    assert len({line.get_marker() for line in lines}) == 8
    assert len({line.get_linestyle() for line in lines}) == 4
    legend = picture.figure.axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == list(series)
    assert "'run 0' goes from 1 at 1 to 0.00503 at 199" in picture.alt


def test_curves_leave_a_gap_for_nan():
    picture = viz.curves({"a": ([1, 2, 3], [1.0, torch.nan, 3.0])}, x_label="x", y_label="y")
    assert "1 of 3 points are no number" in picture.alt


# --- the map ---


def test_the_map_lights_what_it_is_told():
    quiet = viz.architecture("idea")
    assert "No part is lit" in quiet.alt
    assert not [t for t in quiet.figure.axes[0].texts if "you are" in t.get_text()]
    lit = drawn(viz.architecture("embedding", "positions", title="Notebook 01"))
    signs = [t for t in lit.figure.axes[0].texts if "you are" in t.get_text()]
    assert len(signs) == 2
    thick = [patch for patch in lit.figure.axes[0].patches if patch.get_linewidth() == 3]
    assert len(thick) == 4  # in the encoder's column and in the decoder's
    assert "You are here: the embedding and the positions." in lit.alt


PARTS = list(_SIGNS)


def test_every_part_of_the_map_can_be_lit_and_no_word_covers_another():
    for part in PARTS:
        picture = viz.architecture(part)
        ax = picture.figure.axes[0]
        assert any(patch.get_linewidth() == 3 for patch in ax.patches), part
    everything = viz.architecture(*PARTS)
    everything.figure.draw_without_rendering()
    boxes = [
        (t.get_text(), t.get_window_extent())
        for t in everything.figure.axes[0].texts
        if t.get_text()
    ]
    for (a, one), (b, two) in itertools.combinations(boxes, 2):
        assert not one.overlaps(two), (a, b)
    for text, box in boxes:
        assert box.x0 >= 0 and box.x1 <= everything.figure.bbox.width, text


def test_the_drawing_is_the_same_whatever_is_lit():
    sizes = {viz.architecture(part).png()[16:24] for part in ("idea", "encoder", "merge")}
    assert len(sizes) == 1  # width and height, from the PNG's header


# --- inputs of every kind, left as they were ---


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_tensors_of_every_float_type(dtype):
    weights = softmax(7, 7).to(dtype).requires_grad_()
    before = weights.detach().clone()
    allowed = causal(7)
    drawn(viz.attention(weights, mask=torch.ones(7, 7).bool()))
    viz.heads([weights, weights])
    viz.compare(weights, weights[:3])
    assert torch.equal(weights, before) and weights.requires_grad
    assert torch.equal(allowed, causal(7))


def test_arrays_and_lists():
    array = softmax(2, 3).numpy()
    array.setflags(write=False)
    assert viz.attention(array).alt == viz.attention(array.tolist()).alt


def test_settings_stay_as_they_were():
    import matplotlib.pyplot as plt

    with matplotlib.rc_context():
        plt.style.use("dark_background")
        matplotlib.rcParams["axes.titlelocation"] = "right"
        before, backend = dict(matplotlib.rcParams), matplotlib.get_backend()
        open_figures = plt.get_fignums()
        picture = drawn(viz.heads(softmax(1, 3, 3)))
        assert maps(picture)[0].get_title("center") == "head 0"
        assert dict(matplotlib.rcParams) == before
        assert matplotlib.get_backend() == backend
        assert plt.get_fignums() == open_figures
    assert picture.figure.get_facecolor() == (1, 1, 1, 1)
    assert matplotlib.colors.to_hex(maps(picture)[0].xaxis.label.get_color()) != "#ffffff"


def test_an_error_inside_leaves_the_settings_too():
    before = dict(matplotlib.rcParams)
    with pytest.raises(ValueError), viz.style():
        raise ValueError
    assert dict(matplotlib.rcParams) == before


def test_importing_chooses_no_backend_and_loads_no_torch():
    code = (
        "import matplotlib, sys, tutor_utils.viz;"
        "print(matplotlib.rcParams._get_backend_or_none(), 'torch' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["None", "False"]
    assert ran.stderr == ""


def test_korean_without_a_korean_font_warns_of_nothing(monkeypatch, caplog):
    look.fonts.cache_clear()
    monkeypatch.setattr(look, "_KOREAN", ("A Font That Nobody Has",))
    try:
        assert look.fonts() == ["DejaVu Sans"]
        drawn(viz.attention(softmax(2, 2), queries=["낱말", "말"], title="제목"))
    finally:
        look.fonts.cache_clear()
    assert not caplog.records


def test_style_keeps_font_complaints_out_of_the_output(caplog):
    logger = logging.getLogger("matplotlib.font_manager")
    with viz.style():
        logger.warning("findfont: Failed to find font weight bold")
    assert not caplog.records
    logger.warning("heard again")
    assert len(caplog.records) == 1


# --- Picture ---


def test_a_picture_of_your_own_figure(tmp_path):
    import matplotlib.pyplot as plt

    with viz.style():
        figure, ax = plt.subplots()
        ax.plot([1, 2])
    picture = viz.picture(figure, 'A line that rises from 1 to 2, "so" <b>.')
    assert not plt.fignum_exists(figure.number)
    html = picture._repr_mimebundle_()["text/html"]
    assert 'alt="A line that rises from 1 to 2, &quot;so&quot; &lt;b&gt;."' in html
    assert picture._repr_mimebundle_()["text/html"] is not None
    assert repr(picture) == picture.alt


def test_saving_keeps_the_file_that_was_there(tmp_path):
    picture = viz.mask(causal(2))
    path = tmp_path / "map.png"
    path.write_bytes(b"mine")
    (tmp_path / "map.1.png").write_bytes(b"older")
    assert picture.save(path) == path
    assert path.read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "map.2.png").read_bytes() == b"mine"
    assert (tmp_path / "map.1.png").read_bytes() == b"older"
    svg = picture.save(tmp_path / "map.svg").read_text(encoding="utf-8")
    assert "<svg" in svg and picture.alt in svg
    with pytest.raises(ValueError, match=r"path must end in \.png or \.svg, not 'map\.pdf'"):
        picture.save(tmp_path / "map.pdf")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "map.1.png",
        "map.2.png",
        "map.png",
        "map.svg",
    ]


def test_rendered_once_and_small():
    picture = viz.attention(softmax(7, 7), queries=SENTENCE, keys=SENTENCE)
    assert picture.png() is picture.png()
    assert len(picture.png()) < 60_000


# --- bad input: the message names the argument ---

GOOD = [[0.5, 0.5], [1.0, 0.0]]
XY = {"x_label": "x", "y_label": "y"}


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: viz.attention(None), "weights must be a tensor"),
        (lambda: viz.attention("abc"), "weights must be a tensor"),
        (lambda: viz.attention([[1.0], [0.5, 0.5]]), "weights cannot be read"),
        (lambda: viz.attention(softmax(2, 3, 3)), "weights must have shape (L_q, L_k)"),
        (lambda: viz.attention(torch.zeros(0, 3)), "weights has nothing to draw"),
        (
            lambda: viz.attention([[2.0, -1.0]]),
            "weights must lie between 0 and 1; weights[0, 0] is 2",
        ),
        (lambda: viz.attention([[0.2, 0.2]]), "weights[0] sums to 0.4"),
        (lambda: viz.attention([[float("nan"), 1]]), "weights[0, 0] is nan"),
        (lambda: viz.attention([[0.0, 0.0]], mask=[[True, False]]), "weights[0] sums to 0"),
        (lambda: viz.attention(GOOD, mask=torch.ones(3, 3).bool()), "mask of shape (3, 3)"),
        (lambda: viz.attention(GOOD, mask=torch.ones(2, 2)), "mask must be boolean"),
        (
            lambda: viz.attention(GOOD, queries=["a"]),
            "queries must hold one label for each row or column: 2, not 1",
        ),
        (lambda: viz.attention(GOOD, keys="ab"), "keys must be a list of labels"),
        (lambda: viz.attention(GOOD, keys=3), "keys must be a list of labels"),
        (lambda: viz.heads(GOOD), "weights must have shape (h, L_q, L_k)"),
        (lambda: viz.heads([GOOD], columns=0), "columns must be"),
        (lambda: viz.heads([GOOD], keys=["a"]), "keys must hold one label"),
        (lambda: viz.layers([]), "weights must be a list"),
        (lambda: viz.layers([GOOD]), "weights[0] must have shape"),
        (lambda: viz.layers([[GOOD], [GOOD, GOOD]]), "weights must have the same shape"),
        (lambda: viz.steps([1.0]), "scores must have shape"),
        (lambda: viz.steps([[float("inf")]]), "scores must hold finite numbers"),
        (lambda: viz.steps([[1.0]], mask=[[1.0]]), "mask must be boolean"),
        (lambda: viz.mask(torch.ones(2, 2)), "mask must be boolean"),
        (lambda: viz.mask(torch.ones(2, 1, 2, 2).bool()), "mask must have two axes"),
        (lambda: viz.mask(torch.ones(0, 2).bool()), "mask has nothing to draw"),
        (lambda: viz.mask(causal(2), queries=["a"]), "queries must hold one label"),
        (lambda: viz.compare(None, [1]), "expected must be a tensor"),
        (lambda: viz.compare([1], ["a"]), "actual must be a tensor"),
        (lambda: viz.compare([1], [1j]), "actual must be a tensor"),
        (lambda: viz.compare([1], [1], names="ab"), "names must be two names"),
        (lambda: viz.matrix([1, 2]), "values must have shape (rows, columns)"),
        (lambda: viz.matrix([[1, 2]], columns=["a"]), "columns must hold one label"),
        (lambda: viz.matrix([[1, 2]], rows=["a", "b"]), "rows must hold one label"),
        (lambda: viz.architecture("encodr"), "lit names 'encodr'"),
        (lambda: viz.architecture("encodr"), "Did you mean 'encoder'?"),
        (lambda: viz.architecture(3), "lit names 3"),
        (lambda: viz.curves({}, **XY), "series must be a dict"),
        (lambda: viz.curves({"a": [1, 2, 3]}, **XY), "series['a'] must be a pair"),
        (lambda: viz.curves({"a": ([1, 2], [1])}, **XY), "series['a'] must have as many x as y"),
        (lambda: viz.curves({"a": ([0], [1])}, **XY, logx=True), "logx needs positive numbers"),
        (lambda: viz.curves({"a": ([1], [torch.nan])}, **XY), "series['a'] has no finite y"),
        (lambda: viz.picture("figure", "words"), "figure must be a matplotlib Figure, not str"),
        (lambda: viz.picture(matplotlib.figure.Figure(), " "), "alt must say in words"),
    ],
)
def test_bad_input_is_named(draw, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        draw()
