"""A solution notebook in the browser: no error, nothing from outside, nothing hard to read."""

import pytest
from every_case import step
from jupyterlab_page import ROOT, faults

NAMES = [path.name for path in sorted((ROOT / "solutions").glob("[0-9][0-9]*_*.ipynb"))]
WITH_EVERY_KIND_OF_OUTPUT = NAMES[4]
CHOSEN = NAMES if step(len(NAMES)) == 1 else [WITH_EVERY_KIND_OF_OUTPUT]  # a minute each


@pytest.mark.parametrize("name", CHOSEN)
def test_restart_and_run_all(lab, name):
    lab.show_all_cells()
    lab.open(f"solutions/{name}")
    lab.restart_and_run_all()
    red = lab.page.locator('[data-mime-type="application/vnd.jupyter.stderr"]')
    assert red.all_inner_texts() == []
    prompts = lab.page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    shown = [prompt.strip("[]: ") for prompt in prompts]  # empty: a folded cell shows none
    assert [said or count for said, count in zip(shown, lab.counts(), strict=True)] == lab.counts()
    assert faults(lab.page) == []
    if name == WITH_EVERY_KIND_OF_OUTPUT:  # the theme changes colours alone
        lab.dark()
        assert faults(lab.page) == []


def test_axe_finds_what_is_wrong(lab):
    """The check above can fail: a picture without words, grey letters on grey."""
    lab.page.set_content(
        '<main class="jp-Cell-outputArea"><div class="jp-OutputArea-output">'
        '<img src="data:image/png;base64,"><p style="color:#999;background:#aaa">pale</p>'
        '<input type="range"></div></main>'
    )
    found = faults(lab.page)
    assert {fault.partition(":")[0] for fault in found} == {"color-contrast", "image-alt", "label"}
