"""The pages of a marked class as a teacher's screen shows them."""

import pytest
from jupyterlab_page import NET_MS

from tests.grading.outputs.test_pages import ANA, BEN, page_of
from tests.grading.submissions import entry
from tutor_utils.grading.judge.marks import Mark, Result
from tutor_utils.grading.outputs.pages import feedback

NAMES = ("split_heads", "TransformerEmbedding", "MultiHeadAttention", "sinusoidal_encoding")
SAW = "Your result has shape (2, 3, 4, 5) where (2, 4, 3, 5) is expected. " * 5
BROKEN = """() => [...document.querySelectorAll("td, th")].flatMap((cell) => {
  const found = [], texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  if (getComputedStyle(cell).writingMode !== "horizontal-tb") return found;
  for (let text; (text = texts.nextNode()); )
    for (const word of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1)
        found.push(word[0]);
    }
  return found;
})"""


@pytest.fixture
def page(browser):
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(NET_MS)
    yield opened
    opened.close()


def test_no_word_of_a_table_is_broken(page):
    wrong = [Mark(n, "failed", 0.5, 2, "a-slug-of-some-length", {"means": SAW}) for n in NAMES]
    loud = Result("Maximiliane Featherstonehaugh-Cholmondeley", "", "", marks=tuple(wrong))
    page.set_content(page_of(loud, BEN))
    page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    assert page.evaluate(BROKEN) == []


@pytest.mark.parametrize("make", [page_of, lambda marked: feedback(entry(marked))])
def test_a_very_long_name_does_not_widen_the_page(page, make):
    page.set_content(make(Result("x" * 3000, "", "", marks=ANA.marks)))
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
