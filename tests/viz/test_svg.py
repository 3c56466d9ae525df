"""A picture on a web page: words as words, one colour for each theme, readable on a phone."""

import re

import matplotlib.figure
import numpy as np
import pytest
import torch
from drawings import SENTENCE, causal, positions, random_weights

from tutor_utils import viz
from tutor_utils.viz import svg

PHONE = 358  # pixels for a picture on a screen of 390
LINES = {name: ([1, 10, 100], [1, 2, 3]) for name in ("the first line", "another", "a third one")}
NUMBERS = torch.tensor([[10 * t + f for f in range(6)] for t in range(4)])
CUT = {"all": NUMBERS, "head 0": NUMBERS[:, :2], "head 1": NUMBERS[:, 2:4], "2": NUMBERS[:, 4:]}
WORDS = {"queries": SENTENCE, "keys": SENTENCE}
DRAWN = {
    "map": lambda: viz.architecture("mask", "merge", "encoder"),
    "curves": lambda: viz.curves(LINES, x_label="x", y_label="y", title="A line"),
    "panels": lambda: viz.panels({"work": LINES, "path": LINES}, x_label="words"),
    "attention": lambda: viz.attention(random_weights(7, 7), mask=causal(7), **WORDS),
    "large": lambda: viz.attention(random_weights(12, 12)),
    "heads": lambda: viz.heads(random_weights(8, 10, 10)),
    "layers": lambda: viz.layers([random_weights(4, 7, 7)] * 3),
    "mask": lambda: viz.mask(causal(7), **WORDS),
    "steps": lambda: viz.softmax_steps(torch.randn(4, 4), mask=causal(4)),
    "matrix": lambda: viz.matrix(torch.rand(7, 7), rows=SENTENCE, columns=SENTENCE),
    "positions": lambda: viz.matrix(torch.rand(32, 60), signed=True),
    "tables": lambda: viz.tables(CUT, group=lambda n: n // 10),
    "dials": lambda: viz.clock_hands(positions(9, 8), pairs=(0, 1), step=2),
}


def forms(picture: viz.Picture) -> dict[str, str]:
    """The SVG of each form, by its class."""
    page = svg.drawn(picture.figure, picture.alt)
    return {
        re.search(r'class="tutor-(wide|narrow)"', each)[1]: each
        for each in page.split("</svg>")[:-1]
    }


def words(drawing: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)", drawing)


@pytest.mark.parametrize("name", DRAWN)
def test_narrow_form_fits_a_phone_and_stays_readable(name):
    narrow = forms(DRAWN[name]())["narrow"]
    width = int(re.search(r"width:(\d+)px", narrow)[1])
    sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)", narrow)]
    assert min(sizes) * 100 / 72 * min(1, PHONE / width) >= 9


def test_narrow_form_tells_what_the_wide_one_tells():
    both = forms(viz.architecture("mask", "merge"))
    lines = {"You are here: the mask and merging the", "heads"}  # above, in place of the arrows
    assert set(words(both["wide"])) - {"you are here"} == set(words(both["narrow"])) - lines


def test_figure_of_your_own_has_one_form():
    figure = matplotlib.figure.Figure()
    figure.subplots().set_title("Mine")
    page = svg.drawn(figure, 'A title, "so" <b>.')
    assert page.count("<svg") == 1 and "tutor-narrow" not in page and "Mine" in words(page)
    assert 'role="img" aria-label="A title, &quot;so&quot; &lt;b&gt;."' in page


def test_ink_has_both_themes_and_numbers_keep_their_colour():
    page = svg.drawn(viz.attention(random_weights(3, 3), mask=causal(3)).figure, "Weights.")
    named = dict(re.findall(r"(--c\d+):light-dark\((#\w{6}),#\w{6}\)", page))
    assert "#262626" in named.values()  # the labels
    cells = re.findall(r'<text style="([^"]*)"[^>]*>\d\.\d\d<', page)
    assert cells and not any("var(" in style for style in cells)
    assert "url(#h" in page and "<image " in page  # the hatching, and the cells


def test_names_of_two_pictures_on_a_page_are_apart():
    pages = [svg.drawn(viz.mask(causal(n)).figure, "A mask.") for n in (2, 3)]
    names = [set(re.findall(r' id="([^"]+)"', page)) for page in pages]
    assert names[0] and not names[0] & names[1]
    for page, own in zip(pages, names, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)", page)) <= own
        assert "<style" not in page  # it would dress the whole page


def test_drawing_a_page_leaves_the_figure_as_it_was():
    picture, other = (viz.attention(random_weights(3, 3), mask=causal(3)) for _ in range(2))
    svg.drawn(picture.figure, picture.alt)
    assert picture.png() == other.png()


def test_labels_that_can_be_read_once_are_drawn_twice():
    both = forms(viz.attention(np.eye(2), queries=iter("ab"), keys=(c for c in "cd")))
    assert all({*"abcd"} <= set(words(drawing)) for drawing in both.values())


def test_only_a_build_stores_what_pages_show(monkeypatch):
    picture = viz.mask(causal(2))
    assert svg.KIND not in picture._repr_mimebundle_()
    monkeypatch.setenv(svg.ASKED, "1")
    assert picture._repr_mimebundle_()[svg.KIND].startswith('<div class="tutor-svg"')
    painter = viz.MaskPainter(torch.randn(2, 2))
    assert svg.KIND not in painter._repr_mimebundle_()
