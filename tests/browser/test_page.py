"""Viewers in a page of their own: no server, no kernel, as an exported notebook or a site has them.

They compute what Python computes, answer to mouse and keyboard, and fetch nothing.
"""

import numpy as np
import pytest
import torch
from jupyterlab_page import faults
from playwright.sync_api import expect

from tutor_utils import viz

WORDS = ["<b>bold</b>", "שלום", "a" * 80, "</script>", "", *["<pad>"] * 6]


def recording() -> viz.Recording:
    """Eleven tokens, six of them pads; three heads; two examples; a film of two steps."""
    q, k = torch.randn(2, 2, 3, 11, 4, generator=torch.Generator().manual_seed(0))
    mask = torch.tensor([[True] * 5 + [False] * 6])
    made = viz.Recording.of(q, k, mask=mask, queries=WORDS, keys=WORDS)
    made._steps[10] = viz.Recording.of(2 * q, k, mask=mask)._steps[0]
    return made


def document(*viewers, dark: bool = False) -> str:
    """What nbconvert and a web site make of outputs, as far as it matters here."""
    outputs = "".join(
        f'<div class="jp-Cell-outputArea"><div class="jp-OutputArea-output">'
        f"{viewer._repr_mimebundle_()['text/html']}</div></div>"
        for viewer in viewers
    )
    ground = "#111;color:#eee" if dark else "#fff;color:#111"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head>'
        f'<body data-jp-theme-light="{str(not dark).lower()}" style="background:{ground}">'
        f"<main>{outputs}</main></body></html>"
    )


@pytest.fixture(scope="module")
def viewers():
    words = ["the", "train", "<pad>"]
    mask = np.tri(3, dtype=bool)
    painter = viz.MaskPainter(torch.randn(3, 3), queries=words, keys=words, mask=mask)
    steps = [("ids", torch.zeros(2, 5), "B L", "Two rows."), ("cut", torch.zeros(2, 3, 5, 4),
              "B h L d_k", "Three heads.")]  # fmt: skip
    return viz.AttentionViewer(recording(), head=0, step=0), painter, viz.ShapeWalk(steps)


@pytest.mark.parametrize(
    ("step", "temperature", "switches"),
    [
        (0, 3, []),
        (1, 3, ["noScale"]),
        (1, 0, ["noMask"]),
        (1, 6, ["noScale", "noMask"]),
        (0, 3, ["wrongAxis"]),
    ],
)
def test_what_if_is_computed_and_told(script, viewers, step, temperature, switches):
    page = script("attention", "weightsOf, describeChange")
    state = {name: name in switches for name in ("noScale", "noMask", "wrongAxis")}
    state |= {"step": step, "temperature": temperature, "head": "all"}
    run = """([data, state]) => {
        const now = course.weightsOf(data, {...data.start, ...state});
        return [now.after.map((map) => [...map]), course.describeChange(now)];
    }"""
    weights, told = page.evaluate(run, [viewers[0].data(), state])
    made = recording().layers("self", (0, 10)[step])[0]
    q, k, allowed = (torch.tensor(part[0]) for part in (made.q, made.k, made.allowed))
    scores = q @ k.mT / (1 if state["noScale"] else q.shape[-1] ** 0.5)
    if not state["noMask"]:
        scores = scores.masked_fill(~allowed, -torch.inf)
    wanted = scores / (0.1, 0.2, 0.5, 1, 2, 5, 10)[temperature]
    wanted = wanted.softmax(-2 if state["wrongAxis"] else -1).nan_to_num()
    np.testing.assert_allclose(np.reshape(weights, wanted.shape), wanted, atol=2e-3)
    before = torch.tensor(made.weights[0]).amax(-1).mean()
    assert f"{wanted.amax(-1).mean():.2f} of its attention" in told
    assert f"strongest key; before: {before:.2f}." in told
    stray = wanted[~allowed].sum() / wanted.sum()
    assert (f"{stray:.0%} of the attention goes to keys" in told) == state["noMask"]
    assert ("not to 1" in told) == state["wrongAxis"]


@pytest.mark.parametrize(("head", "said"), [(1, 2), (None, 2)])
def test_the_page_tells_where_real_tokens_look(script, head, said):
    page = script("attention", "describe, specOf")
    words = ["a", "b", "b", "b", "<pad>", "<pad>"]
    q, k = torch.randn(2, 2, 6, 4, generator=torch.Generator().manual_seed(0))
    q[:, 2:], k[:, 2:] = q[:, 1:2], k[:, 1:2]  # all but the first are alike, the pads too
    mask = torch.tensor([True] * 4 + [False] * 2)
    made = viz.Recording.of(q[None], k[None], mask=mask, queries=words, keys=words)
    data = viz.AttentionViewer(made, head=head).data()
    state = "({...data.start, temperature: 3})"
    told = page.evaluate(f"(data) => course.describe(course.specOf(data, {state}))", data)
    assert told in repr(viz.AttentionViewer(made, head=head))
    assert told.count("looks") == said and "pad" not in told


MASKS = {
    "open": np.ones((6, 6), bool),
    "pads": np.tile(np.arange(6) < 4, (6, 1)),
    "inverted": np.tile(np.arange(6) >= 4, (6, 1)),
    "causal": np.tri(6, dtype=bool),
    "both": np.tri(6, dtype=bool) & (np.arange(6) < 4),
    "strict": np.tri(6, k=-1, dtype=bool),
    "future": np.tri(6, dtype=bool).T,
    "window": np.tri(6, dtype=bool) & np.tri(6, k=1, dtype=bool).T,
    "queries": np.tile(np.arange(6)[:, None] < 4, (1, 6)),
    "a key": np.tile(np.arange(6) != 0, (6, 1)),
    "a query": np.tile(np.arange(6)[:, None] != 1, (1, 6)),
    "none": np.zeros((6, 6), bool),
    "own": np.random.default_rng(0).random((6, 6)) > 0.5,
}
SAID = {
    "open": "Every query may attend to every key.",
    "queries": "wrong axis",
    "inverted": "inverted",
    "both": "a decoder's mask.",
    "strict": "The query 'a' (row 0) has no open key",
    "none": "The queries 'a' (row 0), 'b' (row 1), 'c' (row 2) and 3 more have no open key",
    "future": "use tril",
    "window": "the 1 before it: a sliding window.",
    "own": "A mask of your own.",
}


@pytest.mark.parametrize("name", MASKS)
def test_the_code_shown_builds_the_painted_mask(script, name):
    mask, words = MASKS[name], ["a", "b", "c", "d", "<pad>", "<pad>"]
    painter = viz.MaskPainter(np.zeros((6, 6)), queries=words, keys=words)
    run = "([data, cells]) => course.nameMask(data, cells)"
    found = script("painter", "nameMask").evaluate(run, [painter.data(), mask.ravel().tolist()])
    names = {"torch": torch, "ids": torch.tensor([[5] * 4 + [0] * 2]), "pad_id": 0}
    exec(found["code"], names)
    built = torch.ones(1, 1, 1, 1).bool() if names["mask"] is None else names["mask"]
    assert list(built.shape) == found["shape"]
    assert (built.expand(1, 1, 6, 6)[0, 0].numpy() == mask).all()
    assert SAID.get(name, "") in found["words"]


def test_switches_keyboard_and_pointer(window, viewers):
    window.set_content(document(*viewers))
    attention, painter, walk = (window.locator(".tutor-live").nth(i) for i in range(3))
    assert window.locator(".tutor-stored:visible").count() == 0
    said = attention.get_by_role("status")
    attention.get_by_label("leave out √d_k").check()
    expect(said).to_contain_text("What if: no √d_k.")
    temperature = attention.get_by_role("slider", name="Temperature")
    temperature.press("ArrowLeft")
    expect(temperature).to_have_attribute("aria-valuetext", "0.5")
    canvas = attention.locator("canvas")
    canvas.press("ArrowRight")
    canvas.press("PageDown")
    expect(attention).to_contain_text("as it is, query '<b>bold</b>', key '<b>bold</b>'")
    assert window.locator("main b").count() == 0
    attention.get_by_role("button", name="Play").click()
    expect(attention.locator("h4")).to_contain_text("step 10")
    attention.get_by_text("The numbers").click()
    expect(attention.get_by_role("table").first).to_contain_text("שלום")

    grid = painter.get_by_role("grid")
    grid.get_by_label("query 0 the, key 1 train: blocked").click()
    grid.get_by_label("query 0 the, key 1 train: may attend").press("ArrowLeft")
    grid.get_by_label("query 0 the, key 0 the: may attend").press("Space")
    expect(painter.get_by_role("status")).to_contain_text("A mask of your own.")
    painter.get_by_label("key 'the': open or block its whole column").click()
    painter.get_by_label("Start from").select_option("all open")
    expect(painter).to_contain_text("mask = None")
    first, last = (grid.locator("[data-at]").nth(i).bounding_box() for i in (0, 2))
    window.mouse.move(first["x"] + 9, first["y"] + 9)
    window.mouse.down()
    window.mouse.move(last["x"] + 9, last["y"] + 9, steps=8)
    window.mouse.up()
    assert grid.locator('[aria-pressed="false"]').count() == 3  # a row, dragged over
    expect(painter).to_contain_text("The query 'the' (row 0) has no open key")

    walk.get_by_role("button", name="Next").press("Enter")
    expect(walk).to_contain_text("2 of 2: cut (2, 3, 5, 4) = (B, h, L, d_k)")
    expect(walk).to_contain_text("Three heads.")


@pytest.mark.parametrize("width", [300, 860])
def test_shapes_of_all_steps_are_drawn_to_one_scale(script, width):
    steps = [("cut", torch.zeros(10, 8, 20, 64), "B h L d_k"), ("ids", torch.zeros(10, 20), "B L")]
    page = script("walk", "unitOf, drawBlock")
    page.set_content("<div><canvas></canvas></div>")
    run = """([data, width]) => {
        const canvas = document.querySelector("canvas"), sizes = [];
        const stroke = CanvasRenderingContext2D.prototype.strokeRect;
        CanvasRenderingContext2D.prototype.strokeRect = (x, y, w, h) => sizes.push([w, h]);
        data.stops.forEach((_, i) => course.drawBlock(canvas, data, i, width));
        CanvasRenderingContext2D.prototype.strokeRect = stroke;
        return [course.unitOf(data.stops, width), sizes];
    }"""
    unit, sizes = page.evaluate(run, [viz.ShapeWalk(steps).data(), width])
    assert sizes[0] == pytest.approx([64 * unit, 20 * unit])
    assert sizes[-1] == pytest.approx([20 * unit, 10 * unit])
    assert 8 * 64 * unit < width


@pytest.mark.parametrize("width", [1280, 612])  # JupyterLab with its list of files, 1024 wide
def test_rows_of_the_painter_stand_beside_those_of_the_weights(window, width):
    window.set_viewport_size({"width": width, "height": 720})
    words = ["the", "train", "<pad>", "a", "b", "c"]
    painter = viz.MaskPainter(torch.randn(6, 6), queries=words, keys=words)
    window.set_content(document(painter))
    canvas = window.locator(".tutor-live canvas")
    middle = canvas.bounding_box()["x"] + 80  # in the first column of the map
    assert middle > window.get_by_role("grid").bounding_box()["x"] + 200  # not below the cells
    for row, word in enumerate(["the", "train", "<pad>"]):
        cell = window.locator(f'[data-at="{row},0"]').bounding_box()
        window.mouse.move(middle, cell["y"] + cell["height"] / 2)
        expect(window.locator(".tutor-live")).to_contain_text(f"query '{word}', key")


@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 400)])
def test_axe_and_every_width(window, viewers, dark, width):
    window.set_viewport_size({"width": width, "height": 720})
    window.set_content(document(*viewers, dark=dark))
    window.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    assert faults(window) == []
    if width == 1280:  # the sentence is beside the picture, not below the fold
        assert window.locator(".tutor-side").bounding_box()["y"] < 200
    window.set_viewport_size({"width": 1280, "height": 720})


def test_viewers_work_sandboxed_and_without_scripts(window, viewers):
    """VS Code and Colab show outputs in a frame; GitHub and an untrusted page run nothing."""
    for allowed in ("allow-scripts", ""):
        window.set_content(f'<iframe id="frame" sandbox="{allowed}" width="1200"></iframe>')
        window.evaluate(
            "text => document.querySelector('iframe').srcdoc = text", document(*viewers)
        )
        frame = window.frame_locator("iframe")
        if allowed:
            frame.get_by_label("leave out √d_k").check()
            expect(frame.get_by_role("status").first).to_contain_text("What if: no √d_k.")
        else:
            expect(frame.locator("img").first).to_be_visible()
            expect(frame.get_by_role("table").first).to_contain_text("Two rows.")
