"""Viewers without a browser: every control changes the picture, quickly, and says what it shows."""

from __future__ import annotations

import io
import itertools
import re
import statistics
import subprocess
import sys
import threading
import time
from html.parser import HTMLParser

import numpy as np
import pytest
import torch
from PIL import Image
from test_viz import assert_readable, causal, hatched, maps

from tutor_utils import viz
from tutor_utils.viz.interactive.choice import look
from tutor_utils.viz.interactive.scene import Scene
from tutor_utils.viz.interactive.stored import Stored
from tutor_utils.viz.interactive.viewer import TEMPERATURES
from tutor_utils.viz.mask_code import mask_code
from tutor_utils.viz.shapes import draw_stop

pytestmark = pytest.mark.filterwarnings("error")

SLIDER_S = 0.3  # from slider to picture
MEMORY_MB = 1000  # a notebook with three viewers

LABELS = {
    "numbers": lambda n: None,
    "long": lambda n: [f"a label that is rather long {i}" for i in range(n)],
    "korean": lambda n: [f"번역하다{i}" for i in range(n)],
    "empty": lambda n: [""] * n,
    "odd": lambda n: (["$5", "$x$", "<pad>", 'a"b', "two\nlines"] * n)[:n],
}


def recorded(heads: int, length: int, labels=None, mask=True) -> viz.Recording:
    q, k, v = torch.randn(3, 2, heads, length, 8, generator=torch.Generator().manual_seed(0))
    allowed = causal(length) if mask else None
    return viz.Recording.of(q, k, v, mask=allowed, queries=labels, keys=labels)


def shown(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


class Handle:
    """Stands for a picture in a notebook: gets what is shown, rendered as JupyterLab would."""

    def __init__(self) -> None:
        self.seen: list[dict] = []

    def update(self, view) -> None:
        self.seen.append(view._repr_mimebundle_())


# --- the viewer ---


@pytest.mark.parametrize("length", [1, 7, 20, 60])
@pytest.mark.parametrize("labels", LABELS)
def test_one_head_is_readable_at_every_size(length, labels):
    viewer = viz.AttentionViewer(recorded(1, length, LABELS[labels](length)))
    for switch in (False, True):
        viewer.no_mask.value = switch
        picture = viewer.picture()
        assert_readable(picture)
        panels = maps(picture)
        assert len(panels) == 1 + switch
        for ax in panels:
            assert ax.collections[0].get_clim() == (0, 1)
            assert len(hatched(ax)) == length * (length - 1) // 2


@pytest.mark.parametrize("heads", [1, 2, 3, 8, 16])
@pytest.mark.parametrize("length", [1, 7, 20, 60])
def test_all_heads_are_readable(heads, length):
    picture = viz.AttentionViewer(recorded(heads, length)).picture()
    assert_readable(picture)
    assert len(maps(picture)) == heads
    width, _ = picture.figure.get_size_inches()
    assert width < 13


def test_every_control_changes_what_is_shown():
    recording = recorded(3, 6)
    twice = viz.Recording.of(*torch.randn(3, 2, 3, 6, 8), mask=causal(6))
    recording._steps[10] = twice._steps[0]
    viewer, handle = viz.AttentionViewer(recording, step=0), Handle()
    viewer._shown.append(handle)
    viewer.head.value = 1
    viewer.example.value = 1
    viewer.step.index = 1
    viewer.temperature.index = 0
    for switch in (viewer.no_scale, viewer.no_mask, viewer.wrong_axis):
        switch.value = True
    viewer.head.value = "all"
    pages = [bundle["text/html"] for bundle in handle.seen]
    assert len(pages) == 8
    assert all(a != b for a, b in itertools.pairwise(pages))
    assert "Training step 10." in pages[2]
    assert "What if: temperature 0.1." in pages[3]
    assert "What if: no √d_k, no mask, softmax over the queries, temperature 0.1." in pages[6]


def test_another_kind_brings_its_layers_and_labels():
    from tutor_utils.course.learner_package import load_answer

    model = load_answer("Transformer").value(9, 9, d_model=8, num_heads=2, num_layers=3, d_ff=8)
    src, tgt = torch.tensor([[3, 4, 5, 0]]), torch.tensor([[1, 6, 7]])
    recording = viz.Recording(model, source=list("abcd"), target=list("xyz")).record(src, tgt)
    recording._steps[0].append(recording.layers("cross")[0])  # a decoder of four layers
    viewer = viz.AttentionViewer(recording, kind="cross", layer=3)
    assert viewer.view().queries == list("xyz") and viewer.view().keys == list("abcd")
    viewer.kind.value = "encoder"
    assert viewer.layer.value < 3 and len(viewer.layer.options) == 3
    assert viewer.view().queries == list("abcd")


def test_switches_that_cannot_work_are_off_and_say_why():
    weights = torch.randn(1, 2, 4, 4).softmax(-1)

    class Bare(torch.nn.Module):
        def forward(self, x):
            return x, weights

    viewer = viz.AttentionViewer(viz.Recording(Bare()).record(torch.randn(1, 4, 8)))
    assert all(switch.disabled for switch in (viewer.no_scale, viewer.no_mask, viewer.wrong_axis))
    assert "need q and k" in viewer.status.value
    before = viewer.view().png
    viewer.temperature.index = 0  # this one needs the weights alone
    assert viewer.view().png != before
    unmasked = viz.AttentionViewer(recorded(2, 5, mask=False))
    assert unmasked.no_mask.disabled and not unmasked.no_scale.disabled


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"kind": "cross"}, "kind='cross' is not in this recording"),
        ({"layer": 1}, "layer=1 must be a whole number from 0 to 0"),
        ({"head": 3}, "head=3 must be"),
        ({"head": "0"}, "head='0' must be"),
        ({"example": -1}, "example=-1 must be"),
        ({"step": 4}, "step=4 was not recorded"),
    ],
)
def test_bad_arguments_are_named(arguments, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        viz.AttentionViewer(recorded(3, 4), **arguments)


def test_what_is_no_recording():
    with pytest.raises(ValueError, match=r"recording must be .* not Tensor"):
        viz.AttentionViewer(torch.randn(2, 2))
    with pytest.raises(ValueError, match="recording holds nothing yet"):
        viz.AttentionViewer(viz.Recording(torch.nn.Linear(2, 2)))


def test_from_slider_to_picture_in_time():
    viewer, handle = viz.AttentionViewer(recorded(8, 20, [f"토큰{i}" for i in range(20)])), Handle()
    viewer._shown.append(handle)
    viewer.redraw()
    times = []
    for index in [*range(len(TEMPERATURES)), 0]:
        start = time.process_time()
        viewer.temperature.index = index
        times.append(time.process_time() - start)
    assert len({bundle["text/html"] for bundle in handle.seen}) == len(TEMPERATURES)
    assert statistics.median(times) < SLIDER_S


@pytest.mark.parametrize("unmasked", [False, True])
def test_a_fast_picture_is_the_slow_one(unmasked):
    viewer = viz.AttentionViewer(recorded(2, 7))
    viewer.no_mask.value = unmasked
    viewer.temperature.index = 0  # some weights are too small for any number
    viewer.view()  # draws the frame
    viewer.temperature.index = len(TEMPERATURES) - 1  # puts other cells into it
    values = look(viewer.recording, viewer.choice).values
    fast, slow = shown(viewer.view().png), shown(Scene(viewer.picture()).png(values))
    np.testing.assert_array_equal(fast, slow)
    other = shown(Scene(viewer.picture()).png([np.eye(7)] * 2))
    assert (other != fast).any()


def test_controls_moved_at_once_end_in_what_they_say(monkeypatch):
    """JupyterLab may handle each control in a thread of its own, and one may be slower."""
    viewer, handle = viz.AttentionViewer(recorded(2, 5), head=0), Handle()
    viewer._shown.append(handle)
    right, slow = viewer.view, threading.Event()

    def view():
        seen = right()
        if not slow.is_set():
            slow.set()
            time.sleep(0.5)  # the picture is made, and not shown yet
        return seen

    monkeypatch.setattr(viewer, "view", view)
    first = threading.Thread(target=setattr, args=(viewer.no_scale, "value", True))
    first.start()
    slow.wait()
    viewer.wrong_axis.value = True
    first.join()
    assert "What if: no √d_k, softmax over the queries." in handle.seen[-1]["text/html"]


def test_save_keeps_what_was_there(tmp_path):
    viewer = viz.AttentionViewer(recorded(2, 5))
    (tmp_path / "a.png").write_bytes(b"mine")
    viewer.save(tmp_path / "a.png")
    viewer.save(tmp_path / "a.svg")
    assert (tmp_path / "a.1.png").read_bytes() == b"mine"
    assert b"<svg" in (tmp_path / "a.svg").read_bytes()[:600]


def test_a_full_disk_is_said(monkeypatch):
    viewer = viz.AttentionViewer(recorded(2, 5))

    def full(path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(viewer, "save", full)
    viewer._save("png")
    assert viewer.status.value == "Not saved: No space left on device."


# --- what is stored ---


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
    view = viewer.view()
    page = Page(view._repr_mimebundle_()["text/html"])
    assert len(page.titles) == 25 and page.tags.count("td") == 25
    assert "b" not in page.tags  # a label is text, never a tag
    assert "<b> → <b>: 1.00" in page.titles and "a&b → 번역: blocked" in page.titles
    assert any(title.startswith("(empty) → <b>:") for title in page.titles)
    assert "→" not in page.text  # where a page drops titles, no loose words are left


def test_large_pictures_stay_small_in_the_notebook():
    html = viz.AttentionViewer(recorded(16, 60)).view()._repr_mimebundle_()["text/html"]
    assert "Choose one head to see its numbers." in html
    assert len(html) < 600_000
    one = viz.AttentionViewer(recorded(16, 60), head=2).view()._repr_mimebundle_()["text/html"]
    assert one.count("<td>") == 3600 and len(one) < 900_000


def test_controls_without_a_kernel_are_one_sentence():
    viewer = viz.AttentionViewer(recorded(2, 3))
    bundle = viewer.controls._repr_mimebundle_()
    assert bundle["text/plain"] == "Controls: run this cell to use them."
    assert "attention weights" in repr(viewer)


# --- the mask painter ---


def patterns(length: int) -> dict[str, np.ndarray]:
    past, pads = np.tri(length, dtype=bool), np.arange(length) >= length - 2
    return {
        "open": np.ones((length, length), bool),
        "pads": np.broadcast_to(~pads, (length, length)),
        "inverted": np.broadcast_to(pads, (length, length)),
        "causal": past,
        "both": past & ~pads,
        "strict": np.tri(length, k=-1, dtype=bool),
        "future": past.T,
        "window": past & np.tri(length, k=1, dtype=bool).T,
        "queries": np.broadcast_to(~pads[:, None], (length, length)),
        "a key": np.broadcast_to(np.arange(length) != 0, (length, length)),
        "a query": np.broadcast_to((np.arange(length) != 1)[:, None], (length, length)),
        "none": np.zeros((length, length), bool),
        "own": np.random.default_rng(0).random((length, length)) > 0.5,
    }


@pytest.mark.parametrize("name", patterns(6))
@pytest.mark.parametrize("length", [3, 6, 16])
def test_the_code_builds_the_painted_mask(name, length):
    painted = patterns(length)[name]
    pads = np.arange(length) >= length - 2
    found = mask_code(painted, pads, [f"q{i}" for i in range(length)])
    names = {"torch": torch, "ids": torch.tensor([[0 if pad else 5 for pad in pads]]), "pad_id": 0}
    exec(found.code, names)
    built = torch.ones(1, 1, 1, 1).bool() if names["mask"] is None else names["mask"]
    assert tuple(built.shape) == found.shape
    assert (built.expand(1, 1, length, length)[0, 0].numpy() == painted).all()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("queries", "wrong axis"),
        ("inverted", "inverted"),
        ("strict", "The query 'a' (row 0) has no open key"),
        ("future", "use tril"),
        ("window", "sliding window"),
    ],
)
def test_the_painter_names_known_mistakes(name, said):
    assert said in mask_code(patterns(6)[name], np.arange(6) >= 4, list("abcdef")).words


def test_painting_changes_weights_and_code():
    words = ["the", "train", "left", "<pad>"]
    painter, handle = viz.MaskPainter(torch.randn(4, 4), queries=words, keys=words), Handle()
    painter._shown.append(handle)
    painter.start_from.value = "future and pads hidden"
    assert painter.start_from.value == "choose a pattern"
    assert (painter.mask == (np.tri(4, dtype=bool) & [True, True, True, False])).all()
    cells = painter.mask.tolist()
    cells[0][0] = False
    painter.grid.cells = cells
    assert (
        "Shape (1, 1, 4, 4). A mask of your own. The query 'the' (row 0) has no"
        in painter.view().caption
    )
    assert len(handle.seen) == 2


@pytest.mark.parametrize(
    ("scores", "more", "said"),
    [
        (torch.randn(3), {}, "scores must have shape (L_q, L_k)"),
        (torch.randn(17, 3), {}, "at most 16 rows"),
        (torch.randn(3, 3) / 0, {}, "scores must hold finite numbers"),
        (torch.randn(3, 3), {"keys": ["a"]}, "keys must hold one label"),
        (torch.randn(3, 3), {"mask": torch.ones(2, 2).bool()}, "does not broadcast"),
        (torch.randn(3, 3), {"mask": torch.ones(3, 3)}, "mask must be boolean"),
    ],
)
def test_the_painter_names_what_does_not_fit(scores, more, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        viz.MaskPainter(scores, **more)


# --- the shape walk ---


def walk(batch: int, heads: int, length: int, width: int) -> list[tuple]:
    return [
        ("ids", torch.zeros(batch, length), "B L", "numbers"),
        ("cut", torch.zeros(batch, heads, length, width), "B h L d_k"),
        ("mask", torch.zeros(batch, 1, 1, length), "B 1 1 L"),
        ("번역 $x$", torch.zeros(batch, length, heads * width), "B L h*d_k", "x" * 200),
        ("loss", torch.zeros(1), "1"),
    ]


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (10, 8, 20, 64), (64, 16, 60, 4), (2, 3, 7, 512)])
def test_every_step_is_drawn_inside_its_page(sizes):
    walked = viz.ShapeWalk(walk(*sizes))
    for at in range(len(walked.stops)):
        picture = draw_stop(walked.stops, at, walked._sizes)
        picture.figure.draw_without_rendering()
        page = picture.figure.bbox
        for ax in picture.figure.axes:
            boxes = [text.get_window_extent() for text in ax.texts if text.get_text()]
            assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))
            for box in boxes:
                assert box.x0 >= 0 and box.x1 <= page.width + 1
                assert box.y0 >= 0 and box.y1 <= page.height + 1


def test_the_walk_goes_from_end_to_end():
    walked, handle = viz.ShapeWalk(walk(2, 3, 4, 5)), Handle()
    walked._shown.append(handle)
    walked.back.click()  # at the end it does nothing, and stays in the tab order
    assert walked.at.value == 0 and not walked.back.disabled
    for _ in range(6):
        walked.forward.click()
    assert walked.at.value == 4 and not walked.forward.disabled
    assert len(handle.seen) == 4
    assert (
        "cut: (2, 3, 4, 5), that is (B, h, L, d_k)"
        in viz.ShapeWalk(walk(2, 3, 4, 5), at=1).view().alt
    )
    page = handle.seen[-1]["text/html"]
    assert page.count("<tr>") == 6  # head and five steps


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([], "steps must hold at least one"),
        ([("a", torch.zeros(2))], "steps[0] must be (name, tensor, axes)"),
        ([("a", 3, "B")], "'a' needs a tensor, not int"),
        ([("a", torch.zeros(2, 3), "B")], "axes='B' must name each axis of 'a'"),
        (
            [("a", torch.zeros(2, 3), "B L"), ("b", torch.zeros(2, 4), "B L")],
            "steps[1]: axis L of 'b' is 4 long; before it was 3",
        ),
        (
            [("a", torch.zeros(2, 3), "h d"), ("b", torch.zeros(5), "h*d")],
            "axis h*d of 'b' is 5 long; before it was 6",
        ),
    ],
)
def test_the_walk_names_what_does_not_fit(steps, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        viz.ShapeWalk(steps)
    with pytest.raises(ValueError, match="at=9"):
        viz.ShapeWalk(walk(1, 2, 3, 4), at=9)


# --- all of them ---


def test_a_view_says_itself_without_pictures():
    assert repr(Stored(b"", "A map.", "What if.", code="x = 1")) == "A map. What if.\nx = 1"


def test_three_viewers_fit_into_small_memory():
    # Not the peak that the system tells: it counts the process that started this one.
    code = """
import psutil, torch
from tutor_utils import viz
viewers = []
for _ in range(3):
    q, k, v = torch.randn(3, 2, 8, 20, 64)
    viewers.append(viz.AttentionViewer(viz.Recording.of(q, k, v)))
for viewer in viewers:
    for index in range(7):
        viewer.temperature.index = index
        viewer.view()._repr_mimebundle_()
print(psutil.Process().memory_info().rss // 2**20)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < MEMORY_MB


def test_importing_viz_leaves_widgets_alone():
    code = "import sys; from tutor_utils import viz; print('anywidget' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
