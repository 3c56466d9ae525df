"""What stays in a stored notebook: the picture, its words, a number for each cell."""

from __future__ import annotations

from html.parser import HTMLParser

from drawings import (
    recorded,
)

from tutor_utils import viz
from tutor_utils.viz.interactive.static_output import StaticOutput


class Page(HTMLParser):
    """Counts tags and gathers text; refuses a tag closed in the wrong order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.titles: list[str] = []
        self.text = ""
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.titles += [value for name, value in attrs if name == "title"]
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_the_stored_page_has_a_number_for_each_cell():
    viewer = viz.AttentionViewer(recorded(1, 5, ["<b>", "a&b", '"', "번역", ""]))
    view = viewer.output()
    page = Page(view._repr_mimebundle_()["text/html"])
    assert len(page.titles) == 25 and page.tags.count("td") == 25
    assert "b" not in page.tags  # a label is text, never a tag
    assert "<b> → <b>: 1.00" in page.titles and "a&b → 번역: blocked" in page.titles
    assert any(title.startswith("(empty) → <b>:") for title in page.titles)
    assert "→" not in page.text  # where a page drops titles, no loose words are left


def test_large_pictures_stay_small_in_the_notebook():
    html = viz.AttentionViewer(recorded(16, 60)).output()._repr_mimebundle_()["text/html"]
    assert "Choose one head to see its numbers." in html
    assert len(html) < 600_000
    one = viz.AttentionViewer(recorded(16, 60), head=2).output()._repr_mimebundle_()["text/html"]
    assert one.count("<td>") == 3600 and len(one) < 900_000


def test_a_view_says_itself_without_pictures():
    assert repr(StaticOutput(b"", "A map.", "What if.", code="x = 1")) == "A map. What if.\nx = 1"
