"""What answers to controls: by mouse and by keyboard, and what stays when the kernel is gone."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

PICTURE = ".jp-OutputArea-output img"


def opened(lab, number: str, made: str) -> Locator:
    """Run a solution notebook up to the cell that makes the viewer; returns that cell."""
    path = next(Path(lab.root / "solutions").glob(f"{number}_*.ipynb"))
    lab.open(f"solutions/{path.name}")
    id_ = lab.ids_of(made)[0]
    lab.run_above(id_)
    lab.run(id_)
    cell = lab.cell(id_)
    cell.locator(PICTURE).wait_for(timeout=60_000)
    return cell


def picture(cell: Locator) -> str:
    return cell.locator(PICTURE).get_attribute("src")


def changes(cell: Locator, action) -> None:
    """Do something and wait for another picture."""
    before = picture(cell)
    action()
    expect(cell.locator(PICTURE)).not_to_have_attribute("src", before, timeout=20_000)


def test_drop_down_slider_and_switches_change_the_picture(lab):
    cell = opened(lab, "05", "AttentionViewer")
    changes(cell, lambda: cell.get_by_label("Head").select_option("head 3"))
    changes(cell, lambda: cell.get_by_label("Example").select_option("7"))
    slider = cell.get_by_label("Temperature")
    changes(cell, lambda: slider.press("ArrowLeft"))
    expect(slider).to_have_attribute("aria-valuetext", "0.5")
    changes(cell, lambda: slider.press("Home"))
    expect(cell).to_contain_text("What if: temperature 0.1.")
    changes(cell, lambda: slider.fill("3"))
    changes(cell, lambda: cell.get_by_label("leave out √d_k").check())
    expect(cell).to_contain_text("What if: no √d_k.")
    changes(cell, lambda: cell.get_by_label("softmax over the queries").check())
    expect(cell).to_contain_text("The rows no longer sum to 1")
    changes(cell, lambda: cell.get_by_label("Head").select_option("all heads"))
    # Two at once: what is shown in the end is what the controls say.
    cell.get_by_label("leave out √d_k").uncheck()
    cell.get_by_label("softmax over the queries").uncheck()
    cell.get_by_label("leave out the mask").check()
    expect(cell).to_contain_text("What if: no mask.", timeout=20_000)
    lab.page.wait_for_timeout(1500)
    expect(cell).to_contain_text("What if: no mask.")


def test_a_cell_tells_its_number_and_the_table_opens(lab):
    cell = opened(lab, "04", "AttentionViewer")
    cells = cell.locator(".tutor-hover i")
    expect(cells.first).to_have_attribute("title", re.compile(r"the → the: 0\.\d\d"))
    expect(cells.nth(3)).to_have_attribute("title", "the → <pad>: blocked")
    image, last = cell.locator(PICTURE).bounding_box(), cells.last.bounding_box()
    assert last["width"] > 20 and last["x"] + last["width"] < image["x"] + image["width"]
    assert last["height"] > 20 and last["y"] > image["y"] + image["height"] / 2
    cell.get_by_label("show the numbers").check()
    expect(cell.get_by_role("row").nth(1)).to_contain_text("blocked")
    cell.get_by_label("leave out the mask").check()  # and they stay in sight
    expect(cell.locator("details")).to_contain_text("should be blocked")


def test_pictures_are_saved_beside_the_notebook(lab):
    cell = opened(lab, "04", "AttentionViewer")
    for kind in ("PNG", "SVG"):
        cell.get_by_role("button", name=f"Save as {kind}").click()
        expect(cell).to_contain_text(
            f"Saved as attention-self-layer0-head0-example0.{kind.lower()}"
        )
    saved = sorted(path.name for path in (lab.root / "solutions").glob("attention-*"))
    assert saved == [f"attention-self-layer0-head0-example0.{kind}" for kind in ("png", "svg")]


def test_a_mask_is_painted_by_mouse_and_by_keyboard(lab):
    cell = opened(lab, "04", "MaskPainter")
    cell.get_by_label("Start from").select_option("all open")
    expect(cell).to_contain_text("mask = None")
    grid = cell.get_by_role("grid")
    changes(cell, lambda: grid.get_by_label("query 2 left, key 1 train: may attend").click())
    expect(grid.get_by_label("query 2 left, key 1 train: blocked")).to_be_focused()
    grid.get_by_label("query 2 left, key 1 train: blocked").press("ArrowLeft")
    focused = grid.get_by_label("query 2 left, key 0 the: may attend")
    expect(focused).to_be_focused()
    changes(cell, lambda: focused.press("Space"))
    expect(grid.get_by_label("query 2 left, key 0 the: blocked")).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(cell).to_contain_text("A mask of your own.")
    changes(cell, lambda: cell.get_by_label("Start from").select_option("pads hidden"))
    expect(cell).to_contain_text("mask = (ids != pad_id)[:, None, None, :]")
    expect(cell).to_contain_text("Shape (1, 1, 1, 6)")


def test_the_shape_walk_goes_forward_and_back(lab):
    cell = opened(lab, "05", "ShapeWalk")
    changes(cell, lambda: cell.get_by_role("button", name="Next").click())
    expect(cell).to_contain_text("Each id became 512 features.")
    changes(cell, lambda: cell.get_by_label("Step", exact=True).select_option("4 cut"))
    assert "(10, 8, 20, 64)" in cell.locator(PICTURE).get_attribute("alt")
    changes(cell, lambda: cell.get_by_role("button", name="Back").click())


@pytest.mark.parametrize("made", ["AttentionViewer", "MaskPainter"])
def test_without_a_kernel_the_stored_picture_and_its_numbers_are_there(lab, made):
    name = next((lab.root / "solutions").glob("04_*.ipynb")).name
    lab.open(f"solutions/{name}", kernel=False)
    cell = lab.cell(lab.ids_of(made)[0])
    expect(cell).to_contain_text("Controls: run this cell to use them.")
    expect(cell.locator(PICTURE)).to_be_visible()
    assert len(cell.locator(PICTURE).get_attribute("alt")) > 30
    assert "→" not in cell.locator(".jp-OutputArea").inner_text()  # hover is no text of the page
    cell.locator("summary").click()
    expect(cell.get_by_role("table")).to_be_visible()


def test_opened_again_later_dead_controls_say_what_to_do(lab):
    """JupyterLab's own words would be "Error displaying widget: model not found"."""
    source = next((lab.root / "solutions").glob("04_*.ipynb"))
    name = shutil.copy(source, source.with_name("again.ipynb")).name
    lab.open(f"solutions/{name}")
    lab.restart_and_run_all()  # JupyterLab trusts a notebook that ran as a whole
    lab.save()
    lab.end_kernels()
    lab.open(f"solutions/{name}")
    cell = lab.cell(lab.ids_of("AttentionViewer")[0])
    dead = cell.locator(".jupyter-widgets")
    expect(dead).to_contain_text("model not found")  # in the page, but not seen
    style = dead.evaluate(
        "n => [getComputedStyle(n).fontSize, getComputedStyle(n, '::after').content]"
    )
    assert style == ["0px", '"Controls: run this cell to use them."']
    expect(cell.locator(PICTURE)).to_be_visible()
    lab.complaints = [c for c in lab.complaints if "widget model not found" not in c]


def test_after_a_restart_controls_that_do_nothing_are_gone(lab):
    cell = opened(lab, "04", "AttentionViewer")
    expect(cell.get_by_label("leave out the mask")).to_be_visible()
    lab.restart()
    expect(cell.get_by_label("leave out the mask")).to_be_hidden(timeout=20_000)
    said = cell.locator(".jp-OutputArea-output").first
    words = "n => getComputedStyle(n, '::after').content"
    assert said.evaluate(words) == '"Controls: run this cell to use them."'
    expect(cell.locator(PICTURE)).to_be_visible()
