"""Viewers as they are stored: what is seen without their script, and what the script needs."""

import base64
import json
import re
from html import unescape

import numpy as np
import pytest
import torch
from drawings import SENTENCE, assert_readable, hatched, maps, recorded

from tutor_utils import viz
from tutor_utils.course.learner_package import load_answer
from tutor_utils.viz.interactive import page

MOST_BYTES = 150_000


def data_of(html: str) -> dict:
    return json.loads(unescape(re.search(r'data-tutor="([^"]*)"', html)[1]))


def unpacked(packed: dict) -> np.ndarray:
    places = np.frombuffer(base64.b64decode(packed["data"]), "<u2").astype(float)
    return np.where(places > 0, packed["low"] + packed["step"] * (places - 1), -np.inf)


@pytest.mark.parametrize("heads", [1, 8])
def test_stored_picture_shows_what_the_viewer_begins_with(heads):
    viewer = viz.AttentionViewer(recorded(heads, 7, SENTENCE))
    shown = viewer.picture()
    assert_readable(shown)
    assert len(maps(shown)) == heads and len(hatched(maps(shown)[0])) == 21
    assert shown.figure.texts[0].get_text() == "Self-attention"
    assert repr(viewer) == shown.alt and shown.html(dark=False) in viewer.stored()


def test_labels_are_text_in_the_stored_page():
    labels = ["</script><b>", "<!--", '"', "'&", "שלום\udc80"]  # the last one is half a character
    viewer = viz.AttentionViewer(recorded(1, 5, labels))
    html = viewer._repr_mimebundle_()["text/html"]
    html.encode()  # a notebook is UTF-8
    assert html.count("<script>") == html.count("</script>") == 1 and "<b>" not in html
    assert data_of(html)["kinds"][0]["queries"][:4] == labels[:4]
    assert not re.search(r"https?:", html)  # nothing is fetched


def test_the_page_holds_the_scores_of_each_head():
    recording = recorded(3, 5)
    layer = viz.AttentionViewer(recording, example=1).data()["kinds"][0]["layers"][0]
    attention = recording.layers("self")[0]
    scores = unpacked(layer["scores"][0]).reshape(3, 5, 5)
    np.testing.assert_allclose(scores, attention.q[1] @ attention.k[1].mT, atol=1e-3)
    assert layer["d_k"] == 8 and layer["allowed"][:10] == "1000011000"


def test_without_q_and_k_the_page_holds_the_weights():
    weights = torch.randn(1, 2, 4, 4).softmax(-1)

    class Bare(torch.nn.Module):
        def forward(self, x):
            return x, weights

    data = viz.AttentionViewer(viz.Recording(Bare()).record(torch.randn(1, 4, 8))).data()
    layer = data["kinds"][0]["layers"][0]
    assert layer["d_k"] is None
    logs = unpacked(layer["scores"][0]).reshape(2, 4, 4)
    np.testing.assert_allclose(np.exp(logs), weights[0], atol=1e-3)


def test_three_kinds_of_eight_heads_and_twenty_tokens_stay_light():
    model = load_answer("Transformer").value(50, 50, d_model=16, num_heads=8, num_layers=1, d_ff=8)
    ids = torch.randint(1, 50, (1, 20))
    recording = viz.Recording(model, source=[f"w{i}" for i in range(20)]).record(ids, ids)
    viewer = viz.AttentionViewer(recording)
    bundle = viewer._repr_mimebundle_()
    assert recording.kinds == ["encoder", "decoder", "cross"]
    assert sum(map(len, bundle.values())) < MOST_BYTES
    assert not viewer.data()["left_out"]
    assert viewer._repr_mimebundle_() == bundle  # nbval compares


def test_what_is_too_large_says_what_is_left_out():
    recording = recorded(8, 60)
    recording._steps |= {step: recording._steps[0] * 3 for step in (0, 10)}
    data = viz.AttentionViewer(recording, layer=1).data()
    (kind,) = data["kinds"]
    assert [layer["index"] for layer in kind["layers"]] == [1] and data["steps"] == [10]
    assert data["start"] == {"kind": 0, "layer": 0, "head": "all", "step": 0}
    assert "all layers but this one and all steps but this one are not" in data["left_out"]
    assert len(json.dumps(data)) < MOST_BYTES


def test_painter_stores_its_first_mask():
    words = ["the", "train", "left", "<pad>"]
    painter = viz.MaskPainter(torch.randn(4, 4), queries=words, keys=words, mask=np.tri(4) > 0)
    assert painter.data()["mask"] == "1000110011101111"
    assert "6 of 16 cells are blocked" in repr(painter)


def test_walk_stores_a_table_of_its_steps():
    steps = [("ids", torch.ones(2, 4), "B L", "<numbers>"), ("loss", torch.ones(1), "1")]
    walk = viz.ShapeWalk(steps)
    assert repr(walk) == "ids  (2, 4)  (B, L)  <numbers>\nloss  (1,)  (1)  "
    assert walk.stored().count("<tr>") == 3 and "&lt;numbers&gt;" in walk.stored()
    assert [stop["name"] for stop in walk.data()["stops"]] == ["ids", "loss"]


VIEWERS = [kind.script for kind in page.Viewer.__subclasses__()]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_script_can_end_itself_early(viewer):
    script = page._script(viewer)
    assert "</script" not in script and "<!--" not in script


def test_sampling_bars_hold_every_logit_and_name_the_likeliest():
    bars = viz.SamplingBars({"a b": torch.tensor([0.0, 2.0, 1.0])}, ["<x>", "y", "z"])
    (place,) = data_of(bars._repr_mimebundle_()["text/html"])["places"]
    assert place == {"name": "a b", "logits": [2.0, 1.0, 0.0], "names": ["y", "z", "<x>"]}
    assert repr(bars) == "After “a b”: y 67%, z 24%, <x> 9%"
    assert "&lt;x&gt; 9%" in bars.stored()


def test_arrows_are_drawn_at_the_ends_of_the_slider():
    frames = [{"other": (2 - t, t), "here": (1.0, t)} for t in (0.0, 1.0, 2.0)]
    arrows = viz.Arrows(frames, words=["a", "b", "c"], axes=("x", "y"), lit="here", slider="where")
    data = data_of(arrows._repr_mimebundle_()["text/html"])
    assert data["frames"][1] == {"other": [1.0, 1.0], "here": [1.0, 1.0]}
    assert data["reach"] == [2.0, 2.0] and data["lit"] == "here"
    assert arrows.picture().alt == "Arrows. a: here has x 1.0, y 0.0; c: here has x 1.0, y 2.0."
    assert_readable(arrows.picture())


def test_slides_hold_each_picture_for_both_themes():
    pictures = [viz.matrix([[float(i)]], title=f"“{i}”") for i in range(3)]
    slides = viz.Slides(pictures, words=["a", "b", "c"], slider="which", start=1)
    html = slides._repr_mimebundle_()["text/html"]
    for page_, picture in zip(data_of(html)["pages"], pictures, strict=True):
        assert page_["alt"] == picture.alt
        for name, dark in (("bright", False), ("dark", True)):
            assert page_[name] == data_url(picture.png(dark=dark))
    assert repr(slides) == pictures[1].alt and pictures[1].html() in html


def data_url(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def test_every_viewer_has_its_script():
    assert VIEWERS
    for name in VIEWERS:
        assert f'start("{name}"' in page.page(name, {}, "")
