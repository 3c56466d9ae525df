"""A picture on a web page: words as words, one colour for each theme, readable on a phone."""

import re

import matplotlib.figure
import torch
from drawings import causal, random_weights

from tutor_utils import viz
from tutor_utils.viz import svg


def words(drawing: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)", drawing)


def test_figure_of_your_own_is_one_drawing():
    figure = matplotlib.figure.Figure()
    figure.subplots().set_title("Mine")
    page = svg.drawn(figure, 'A title, "so" <b>.')
    assert page.count("<svg") == 1 and "Mine" in words(page)
    assert 'role="img" aria-label="A title, &quot;so&quot; &lt;b&gt;."' in page


def test_ink_has_both_themes_and_numbers_keep_their_colour():
    page = svg.drawn(viz.attention(random_weights(3, 3), mask=causal(3)).figure, "Weights.")
    named = dict(re.findall(r"(--c\d+):light-dark\((#\w{6}),#\w{6}\)", page))
    assert "#262626" in named.values()  # the labels
    cells = re.findall(r'<text style="([^"]*)"[^>]*>\d\.\d\d<', page)
    assert cells and not any("var(" in style for style in cells)
    assert page.index("<image ") < page.index("url(#h")  # the hatching lies over the cells


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


def test_words_that_a_phone_would_shrink_scroll_instead():
    """The drawing is at least so wide that its smallest word is 9 pixels high."""
    page = svg.drawn(viz.architecture("mask").figure, "The map.")
    width, least = map(int, re.search(r"width:(\d+)px;--least:(\d+)px", page).groups())
    smallest = min(float(size) for size in re.findall(r"font-size:([\d.]+)px", page))
    assert 358 < least < width and smallest * 100 / 72 * least / width >= 8.9


def test_only_a_build_stores_what_pages_show(monkeypatch):
    picture = viz.mask(causal(2))
    assert svg.KIND not in picture._repr_mimebundle_()
    monkeypatch.setenv(svg.ASKED, "1")
    assert picture._repr_mimebundle_()[svg.KIND].startswith('<div class="tutor-svg"')
    painter = viz.MaskPainter(torch.randn(2, 2))
    assert svg.KIND not in painter._repr_mimebundle_()
