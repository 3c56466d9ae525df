"""The first quarter of an hour of a learner: open, get it wrong, read, get it right, move on."""

import json
import re
import urllib.request

from jupyterlab_page import NET_MS, ROOT, TOKEN, faults, server
from playwright.sync_api import expect
from stems import STEM

from tutor_utils import exercises
from tutor_utils.exercises.folder import right_answers, wrong_answers

BANK = exercises.path_of("encode")
NOTEBOOK = f"notebooks/{STEM['01']}.ipynb"


def answer(name: str) -> str:
    mistakes = {m.slug: m.code for m in wrong_answers(BANK)}
    return (right_answers(BANK) | mistakes)[name]


def test_the_first_command_opens_the_notebooks(browser, tmp_path):
    with server(tmp_path) as address:
        with urllib.request.urlopen(f"{address}/api/contents?token={TOKEN}") as found:
            names = {item["name"] for item in json.load(found)["content"]}
        page = browser.new_page()
        page.set_default_timeout(NET_MS)
        page.goto(f"{address}/lab?token={TOKEN}")
        listed = page.locator(".jp-DirListing-itemText", has_text=f"{STEM['00']}.ipynb")
        listed.wait_for()
        assert not page.get_by_text("official Jupyter news").count()
        page.close()
    assert {path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")} <= names


def test_wrong_then_a_hint_then_right(lab):
    lab.open(NOTEBOOK)
    lab.run_above("encode")

    lab.run("encode")  # nothing written yet
    check = lab.run("check-encode")
    expect(check.first).to_contain_text("NOT STARTED")
    expect(check.last).to_have_text("encode is not started yet: see above. Run All stops here.")
    expect(check.last).to_have_css("background-color", "rgba(0, 0, 0, 0)")  # JupyterLab's is red

    lab.write("encode", answer("unknown-becomes-pad"))
    lab.run("encode")
    outputs = lab.run("check-encode")
    report = outputs.first
    expect(report).to_contain_text("NOT YET")
    expect(report).to_contain_text("unknown-becomes-pad")
    expect(report).to_contain_text("What to try")
    assert "Traceback" not in "".join(outputs.all_inner_texts())
    report.get_by_text("Hint 1 of").click()  # the first hint is a question
    expect(report.locator("details[open] p").first).to_contain_text("?")
    expect(report.get_by_role("link", name="encode")).to_have_attribute(
        "href", re.compile(f"{STEM['01']}.ipynb")
    )
    report.get_by_role("button", name="Copy").click()
    expect(report.get_by_role("button", name=re.compile("Copied|Selected"))).to_be_visible()
    assert faults(lab.page) == []

    lab.write("check-encode", "hint('encode')")  # as the report says
    expect(lab.run("check-encode").last).to_contain_text("?")  # the first hint is a question

    lab.write("check-encode", "from tutor_utils import progress\nprint(progress())")
    expect(lab.run("check-encode").last).to_contain_text("tried, not passed, 1 try, 1 hint")

    lab.write("encode", answer("usual"))
    lab.run("encode")
    lab.write("check-encode", "check(encode)")
    passed = lab.run("check-encode").last
    expect(passed).to_contain_text("RIGHT")
    expect(passed).to_contain_text("Next: pad_batch.")

    # The tab was closed, the cell holds its TODO again: the answer comes back into it.
    lab.write("encode", "restore('encode')")
    lab.write("check-encode", "from tutor_utils import restore")
    lab.run("check-encode")
    lab.run("encode")
    expect(lab.cell("encode").locator(".cm-content")).to_contain_text("def encode(")
