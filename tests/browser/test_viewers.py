"""A viewer in JupyterLab: when its cell has run, after a reload, without a kernel, not trusted.

And what asks Python: a learner's function in the painter.
"""

import json
import re

import nbformat
from jupyterlab_page import faults
from nbconvert import HTMLExporter
from playwright.sync_api import Locator, expect

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
CODE = """\
import torch
from tutor_utils import viz
q, k = torch.arange(48.0).reshape(2, 6, 4).sin()
viz.AttentionViewer(viz.Recording.of(q, k, mask=torch.ones(6, 6).tril().bool()))"""

EXPLORER = """\
from tutor_utils.course.learner_package import course_answer
small = dict(d_model=8, num_heads=2, num_layers=1, d_ff=8, max_len=8)
viz.explore(course_answer("Transformer", own=False)(11, 11, **small), [5, 7, 2])"""


UNEVEN = """\
class Uneven(torch.nn.Module):
    def __init__(self):
        super().__init__()
        attention = course_answer("MultiHeadAttention", own=False)
        self.layers = torch.nn.ModuleList(attention(8, heads) for heads in (4, 2))

    def forward(self, x):
        for layer in self.layers:
            x, _ = layer(x, x, x)
        return x

viz.AttentionViewer(viz.Recording(Uneven()).record(torch.rand(1, 3, 8)))"""


SLIDES = """\
from tutor_utils import viz
viz.Slides([viz.matrix([[n]]) for n in (3, 4)], words=["three", "four"], slider="Which")"""


def viewer(lab) -> Locator:
    return lab.cell("viewer").locator(".tutor-view")


def test_a_viewer_lives_as_long_as_its_page(lab, folder):
    codes = {"viewer": CODE, "explorer": EXPLORER, "uneven": UNEVEN, "slides": SLIDES}
    cells = [nbformat.v4.new_code_cell(code, id=name) for name, code in codes.items()]
    made = nbformat.v4.new_notebook(cells=cells, metadata=KERNEL)
    nbformat.write(made, folder / "solutions" / "viewer.ipynb")
    lab.open("solutions/viewer.ipynb")
    lab.run("viewer")
    answers(lab, "leave out √d_k", "What if: no √d_k.")
    lab.run("explorer")
    lab.run("uneven")
    lab.run("slides")
    lab.save()

    lab.end_kernels()  # the server forgets, the notebook was saved
    lab.open("solutions/viewer.ipynb", kernel=False)
    answers(lab, "leave out the mask", "of the attention goes to keys that the mask would block")
    viewer(lab).locator("canvas").press("ArrowRight")  # the key is the viewer's, not JupyterLab's
    expect(viewer(lab)).to_contain_text("query '0', key '0': may attend")
    explorer = lab.cell("explorer").locator(".tutor-live")
    before = explorer.get_by_role("status").inner_text()
    explorer.get_by_label("source, position 0").select_option("9")
    expect(explorer.get_by_role("radio", name="9, position 0").first).to_be_visible()
    explorer.get_by_label("source, position 0").select_option("5")
    expect(explorer.get_by_role("status")).to_have_text(before)
    explorer.get_by_role("button", name="Look into head 0").press("Enter")
    expect(explorer.get_by_role("heading", name="head 0, cross-attention")).to_be_visible()
    uneven = lab.cell("uneven").locator(".tutor-view")
    uneven.get_by_role("combobox", name="Head").select_option("head 3")
    uneven.get_by_role("combobox", name="Layer").select_option("1")  # of two heads
    expect(uneven.get_by_role("combobox", name="Head").locator("option")).to_have_count(3)
    expect(uneven.get_by_role("combobox", name="Head")).to_have_value("all")
    slides = lab.cell("slides").locator(".tutor-live")
    expect(slides.get_by_role("img")).to_have_attribute("alt", re.compile("from 3 to 3"))
    slides.get_by_role("slider").press("ArrowRight")
    expect(slides.get_by_role("img")).to_have_attribute("alt", re.compile("from 4 to 4"))
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


ASKS = """\
import torch
from tutor_utils import viz

def unfinished(ids):
    return ids[:, 9] if ids[0, 0] == 4 else (ids != 0)[:, None, None, :]

viz.MaskFunction(unfinished, torch.tensor([5, 7, 0]), lambda ids: torch.eye(len(ids)))"""
WALK = """\
viz.ShapeWalk([(name, torch.ones(2, 3), "B L", "Two rows.") for name in ("ids", "again")])"""


def test_mask_function_and_shape_walk_respond(lab, folder):
    cells = [nbformat.v4.new_code_cell(code, id=i) for i, code in (("asks", ASKS), ("walk", WALK))]
    nbformat.write(
        nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), folder / "solutions" / "asks.ipynb"
    )
    lab.open("solutions/asks.ipynb")
    lab.run("asks")
    cell = lab.cell("asks")
    field, said = cell.get_by_label("Other ids"), cell.locator(".widget-html [role=status]")
    for typed, words in (
        ("4 5 5", "Your function raised IndexError in `return ids[:, 9] if "),
        ("5 " * 13, "13 ids were given; type 1 to 12."),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(said).to_contain_text(words)
        expect(cell.locator(".tutor-live")).to_have_count(1)
    field.fill("7 0 0")
    cell.get_by_role("button", name="Ask my function").click()
    expect(said).to_have_text("Below: the mask of [7, 0, 0].")
    expect(cell.locator(".tutor-live")).to_have_count(2)
    given = cell.locator(".tutor-live").first  # above the old one
    given.get_by_label("query 0 7, key 1 <pad>: blocked").click()  # draw on what was given
    expect(given).to_contain_text("A mask of your own.")
    assert faults(lab.page) == []

    lab.run("walk")
    walk = lab.cell("walk").locator(".tutor-live")
    # JupyterLab numbers the entries of a list, and so hid the names of the steps
    expect(walk.locator("li").first).to_have_css("list-style-type", "none")
    walk.get_by_role("button", name="Next").click()
    lab.page.keyboard.press("Enter")  # at the end, nothing
    expect(walk).to_contain_text("2 of 2: again (2, 3) = (B, L)")
    expect(walk.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")

    lab.save()
    lab.open("solutions/asks.ipynb")  # the page is loaded again, and its kernel lives on
    cell = lab.cell("asks")
    cell.get_by_label("Other ids").fill("0 0 7")
    cell.get_by_role("button", name="Ask my function").click()
    expect(cell.get_by_label("query 2 7, key 1 <pad>: blocked")).to_be_visible()

    lab.save()
    lab.end_kernels()
    lab.open("solutions/asks.ipynb", kernel=False)  # what made the controls is gone
    expect(lab.cell("asks").locator(".tutor-live")).to_have_count(1)
    expect(lab.page.get_by_role("button", name="Ask my function")).to_have_count(0)

    page, _ = HTMLExporter().from_filename(str(lab.path))  # a page without any kernel
    exported = lab.path.with_suffix(".html")
    exported.write_text(page, "utf-8")
    lab.page.route("https://**", lambda route: route.abort())  # it asks for MathJax and widgets
    lab.page.goto(exported.as_uri())
    expect(lab.page.get_by_label("query 0 5, key 2 <pad>: blocked")).to_be_visible()
    lab.complaints.clear()  # what it asked for, and did not get
