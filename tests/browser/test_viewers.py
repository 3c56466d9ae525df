"""A viewer in JupyterLab: when its cell has run, after a reload, without a kernel, not trusted."""

from __future__ import annotations

import json

import nbformat
from playwright.sync_api import Locator, expect

CODE = """\
import torch
from tutor_utils import viz
q, k = torch.arange(48.0).reshape(2, 6, 4).sin()
viz.AttentionViewer(viz.Recording.of(q, k, mask=torch.ones(6, 6).tril().bool()))"""


def viewer(lab) -> Locator:
    return lab.cell("viewer").locator(".tutor-view")


def test_a_viewer_lives_as_long_as_its_page(lab, folder):
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(CODE, id="viewer")],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}},
    )
    nbformat.write(made, folder / "solutions" / "viewer.ipynb")
    lab.open("solutions/viewer.ipynb")
    lab.run("viewer")
    answers(lab, "leave out √d_k", "What if: no √d_k.")
    lab.save()

    lab.end_kernels()  # the server forgets, the notebook was saved
    lab.open("solutions/viewer.ipynb", kernel=False)
    answers(lab, "leave out the mask", "of the attention goes to keys that the mask would block")
    viewer(lab).locator("canvas").press("ArrowRight")  # the key is the viewer's, not JupyterLab's
    expect(viewer(lab)).to_contain_text("query '0', key '0': may attend")
    lab.dark()
    expect(viewer(lab).locator("canvas")).to_be_visible()

    # A file that came from elsewhere is not trusted: its script does not run, its picture stands.
    path = folder / "solutions" / "viewer.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"][0]["source"] += "\n# changed"
    other = path.with_name("stranger.ipynb")
    other.write_text(json.dumps(notebook), "utf-8")
    lab.open("solutions/stranger.ipynb", kernel=False)
    shown = lab.cell("viewer").locator(".jp-OutputArea-output").first
    expect(shown.locator("img")).to_be_visible()
    assert "looks most at" in shown.locator("img").get_attribute("alt")
    expect(shown.locator("canvas")).to_have_count(0)


def answers(lab, switch: str, words: str) -> None:
    viewer(lab).get_by_label(switch).check()
    expect(viewer(lab).get_by_role("status")).to_contain_text(words)
