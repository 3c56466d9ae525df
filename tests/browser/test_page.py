"""Viewers in a page of their own: no server, no kernel, as an exported notebook or a site has them.

They compute what Python computes, answer to mouse and keyboard, and fetch nothing.
"""

import numpy as np
import pytest
import torch
from jupyterlab_page import faults
from playwright.sync_api import expect

from tutor_utils import viz
from tutor_utils.viz.mask_code import mask_code

WORDS = ["<b>bold</b>", "שלום", "a" * 80, "</script>", "", *["<pad>"] * 6]


def recording() -> viz.Recording:
    """Eleven tokens, six of them pads; three heads; two examples; a film of two steps."""
    q, k, v = torch.randn(3, 2, 3, 11, 4, generator=torch.Generator().manual_seed(0))
    mask = torch.tensor([[True] * 5 + [False] * 6])
    made = viz.Recording.of(q, k, v, mask=mask, queries=WORDS, keys=WORDS)
    made._steps[10] = viz.Recording.of(2 * q, k, v, mask=mask)._steps[0]
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
    ("example", "step", "temperature", "switches"),
    [
        (0, 0, 3, []),
        (1, 1, 3, ["noScale"]),
        (0, 1, 0, ["noMask"]),
        (1, 0, 5, ["wrongAxis"]),
        (0, 1, 6, ["noScale", "noMask", "wrongAxis"]),
    ],
)
def test_what_if_is_computed_and_told(script, viewers, example, step, temperature, switches):
    page = script("attention", "weigh, describeChange")
    state = dict.fromkeys(("noScale", "noMask", "wrongAxis"), False) | dict.fromkeys(switches, True)
    state |= {"example": example, "step": step, "temperature": temperature, "head": "all"}
    run = """([data, state]) => {
        const full = {...data.start, lines: false, pads: true, own: false, ...state};
        const now = course.weigh(data, full);
        const labels = data.kinds[0].queries[0];
        return [now.after.map((map) => [...map]), course.describeChange(full, now, labels)];
    }"""
    weights, told = page.evaluate(run, [viewers[0].data(), state])
    made = recording().layers("self", (0, 10)[step])[0]
    q, k, v = (torch.tensor(part[example]) for part in (made.q, made.k, made.v))
    scores = q @ k.mT / (1 if state["noScale"] else q.shape[-1] ** 0.5)
    if not state["noMask"]:
        scores = scores.masked_fill(~torch.tensor(made.allowed[example]), -torch.inf)
    axis = -2 if state["wrongAxis"] else -1
    wanted = (scores / (0.1, 0.2, 0.5, 1, 2, 5, 10)[temperature]).softmax(axis).nan_to_num()
    np.testing.assert_allclose(np.reshape(weights, wanted.shape), wanted, atol=2e-3)
    right = torch.tensor(made.weights[example])
    change = ((wanted - right) @ v).norm() / (right @ v).norm()
    assert f"strongest key; before: {right.amax(-1).mean():.2f}." in told
    assert f"The output changes by {change:.0%} of its own size." in told


@pytest.mark.parametrize(("head", "said"), [(1, 2), (None, 2)])
def test_the_page_tells_where_real_tokens_look(script, head, said):
    page = script("attention", "describe, specOf")
    words = ["a", "b", "b", "b", "<pad>", "<pad>"]
    q, k = torch.randn(2, 2, 6, 4, generator=torch.Generator().manual_seed(0))
    q[:, 2:], k[:, 2:] = q[:, 1:2], k[:, 1:2]  # all but the first are alike, the pads too
    mask = torch.tensor([True] * 4 + [False] * 2)
    made = viz.Recording.of(q[None], k[None], mask=mask, queries=words, keys=words)
    data = viz.AttentionViewer(made, head=head).data()
    state = "({...data.start, temperature: 3, pads: true})"
    told = page.evaluate(f"(data) => course.describe(course.specOf(data, {state}))", data)
    assert repr(viz.AttentionViewer(made, head=head)).endswith(f"attention weights. {told}")
    assert told.count("looks") == said and "pad" not in told


def test_the_page_names_each_mask_as_python_does(script, viewers):
    page = script("painter", "nameMask")
    rng, words = np.random.default_rng(0), ["a", "b", "<pad>", "<pad>"]
    masks = [np.tri(4, k=k, dtype=bool) for k in (-1, 0, 1, 3)] + [np.zeros((4, 4), bool)]
    masks += [mask.T for mask in masks] + [rng.random((4, 4)) < 0.5 for _ in range(6)]
    masks += [np.broadcast_to(rng.random(4) < 0.5, (4, 4)) for _ in range(4)]
    masks += [np.array([[1, 1, 0, 0]] * 4, bool), np.array([[0, 0, 1, 1]] * 4, bool).T]
    masks += [mask.T for mask in masks[-6:]]
    for mask in masks:
        painter = viz.MaskPainter(np.zeros((4, 4)), queries=words, keys=words, mask=mask)
        told = page.evaluate(
            "([data, cells]) => course.nameMask(data, cells)",
            [painter.data(), mask.ravel().tolist()],
        )
        named = mask_code(mask, painter.pads, words)
        assert told == {"shape": list(named.shape), "code": named.code, "words": named.words}


def test_switches_keyboard_and_pointer(window, viewers):
    window.set_content(document(*viewers))
    attention, painter, walk = (window.locator(".tutor-live").nth(i) for i in range(3))
    assert window.locator(".tutor-stored:visible").count() == 0
    said = attention.get_by_role("status")
    attention.get_by_label("leave out √d_k").check()
    expect(said).to_contain_text("What if: no √d_k.")
    attention.get_by_label("softmax over the queries").check()
    expect(said).to_contain_text("The rows no longer sum to 1")
    temperature = attention.get_by_role("slider", name="Temperature")
    temperature.press("ArrowLeft")
    expect(temperature).to_have_attribute("aria-valuetext", "0.5")
    canvas = attention.locator("canvas")
    canvas.press("ArrowRight")
    canvas.press("PageDown")
    expect(attention).to_contain_text("as it is, query '<b>bold</b>', key '<b>bold</b>'")
    expect(attention).to_contain_text("The row sums to 1.00")
    assert window.locator("main b").count() == 0
    expect(attention).to_contain_text("4 pads that only fill are not drawn.")
    attention.get_by_label("draw lines").check()
    canvas.press("ArrowDown")
    expect(attention).to_contain_text("looks at")
    attention.get_by_role("button", name="Play").click()
    expect(attention.locator("h4")).to_contain_text("step 10", timeout=5000)
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


def test_rows_of_the_painter_stand_beside_those_of_the_weights(window, viewers):
    window.set_content(document(viewers[1]))
    canvas = window.locator(".tutor-live canvas")
    middle = canvas.bounding_box()["x"] + 80  # in the first column of the map
    for row, word in enumerate(["the", "train", "<pad>"]):
        cell = window.locator(f'[data-at="{row},0"]').bounding_box()
        window.mouse.move(middle, cell["y"] + cell["height"] / 2)
        expect(window.locator(".tutor-live")).to_contain_text(f"query '{word}', key")


@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 400)])
def test_axe_and_every_width(window, viewers, dark, width):
    window.set_viewport_size({"width": width, "height": 720})
    window.set_content(document(*viewers, dark=dark))
    window.wait_for_function("document.documentElement.scrollWidth <= innerWidth", timeout=5000)
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
            frame.locator("summary").first.click()
            expect(frame.get_by_role("table").first).to_contain_text("שלום")
