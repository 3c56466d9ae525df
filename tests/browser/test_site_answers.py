"""Predictions and choices of the site answer in the page, and a reader's own is kept."""

import http.server
import threading
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from jupyterlab_page import NET_MS
from playwright.sync_api import expect

from tutor_utils import exercises, viz
from tutor_utils.authoring import site, site_forms
from tutor_utils.viz import svg

CHOSEN, TYPED = "rows_or_columns", "double_width"  # questions with buttons, and with a field


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A page of two predictions and a choice, served as a site is."""
    folder = tmp_path_factory.mktemp("answers")
    forms = [site_forms.prediction(exercises.find_question(name)) for name in (CHOSEN, TYPED)]
    forms.append(site_forms.choice("attention_weights"))
    drawing = '<svg style="width:900px;--least:900px"/>'
    wide = f'<div class="tutor-svg" role="img" aria-label="a map">{drawing}</div>'
    forms.insert(1, f"<p>What answers the first one.</p>{wide}")
    forms.append(svg.drawn(viz.architecture("mask").figure, "The map."))
    script = "".join((site.ASSETS / n).read_text("utf-8") for n in ("answers.js", "site.js"))
    style = (site.ASSETS / "site.css").read_text("utf-8")
    (folder / "page.html").write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title>'
        f"<style>{style}</style><script>{script}</script></head>"
        f"<body><main><h1>t</h1>{''.join(forms)}</main></body></html>",
        "utf-8",
    )

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as at:
        threading.Thread(target=at.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{at.server_port}/page.html"
        at.shutdown()


@pytest.fixture
def page(browser, address):
    opened = browser.new_context().new_page()
    opened.set_default_timeout(NET_MS)
    errors = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(address)
    yield opened
    opened.context.close()
    assert errors == []


def asked(page, name):
    return page.locator(f'form[data-key="03/{name}"]')


def test_wrong_and_right_prediction_are_told_apart(page):
    form = asked(page, CHOSEN)
    expect(form.get_by_role("status")).to_have_text("")
    form.get_by_role("button", name="columns").click()
    expect(form.get_by_role("status")).to_contain_text("Not quite. Then each key")
    form.get_by_role("button", name="rows").click()
    expect(form.get_by_role("status")).to_contain_text("Right. Each query")
    expect(form.get_by_role("button", name="rows")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("2", "Right. The spread"),
        (" 2.0 ", "Right. The spread"),
        ("2 times", "Right. The spread"),
        ("4", "Not quite. The variance grows 4"),
        ("7", "Not quite. The variance grows with"),
        ("", "Write what you expect"),
    ],
)
def test_any_spelling_of_a_number_is_understood(page, said, told):
    form = asked(page, TYPED)
    form.get_by_role("textbox").fill(said)
    form.get_by_role("textbox").press("Enter")
    expect(form.get_by_role("status")).to_contain_text(told)


def test_what_answers_a_prediction_is_folded_until_then(page):
    words = page.get_by_text("What answers the first one.")
    expect(words).to_be_hidden()
    asked(page, CHOSEN).get_by_role("button", name="columns").click()
    expect(words).to_be_visible()
    page.reload()
    expect(words).to_be_visible()


def test_what_answers_a_prediction_is_open_without_script(browser, address):
    opened = browser.new_context(java_script_enabled=False).new_page()
    opened.set_default_timeout(NET_MS)
    opened.goto(address)
    expect(opened.get_by_text("What answers the first one.")).to_be_visible()
    opened.context.close()


def test_wide_maps_are_reached_by_keyboard_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    asked(page, CHOSEN).get_by_role("button", name="columns").click()
    expect(page.locator(".tutor-svg").first).to_have_attribute("tabindex", "0")
    assert Axe().run(page).response["violations"] == []


def test_prediction_is_there_again_after_a_reload(page):
    asked(page, CHOSEN).get_by_role("button", name="the table").click()
    page.reload()
    expect(asked(page, CHOSEN).get_by_role("status")).to_contain_text("Not quite.")
    expect(asked(page, TYPED).get_by_role("status")).to_have_text("")


def test_wrong_line_gets_its_card_and_right_line_none(page):
    box = page.locator(".tutor-choose")
    expect(box.locator(".tutor-card")).to_have_count(0)
    box.get_by_role("button", name="weights = scores.softmax(dim=1)").click()
    expect(box.locator(".tutor-card")).to_contain_text("NOT YET · attention_weights")
    expect(box.locator(".tutor-card")).to_contain_text("Your softmax runs over axis 1.")
    box.get_by_role("button", name="weights = scores.softmax(dim=-1)").click()
    expect(box.locator(".tutor-card")).to_have_count(0)
    expect(box.get_by_role("status").last).to_contain_text("Right.")


def test_forms_have_no_violation(page):
    page.locator(".tutor-choose button").first.click()
    assert Axe().run(page).response["violations"] == []


def test_a_phone_shows_the_part_of_the_map_that_is_lit(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    lit = page.get_by_role("img", name="The map.")
    page.wait_for_function("box => box.scrollLeft > 0", arg=lit.element_handle())
    sign, around = lit.get_by_text("you are here").bounding_box(), lit.bounding_box()
    assert around["x"] <= sign["x"]
    assert sign["x"] + sign["width"] <= around["x"] + around["width"]
