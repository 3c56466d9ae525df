"""The attention viewer as it is stored: a picture, its numbers, and what its script needs."""

import base64
import json
import re
from html import unescape

import numpy as np
import pytest
import torch
from drawings import LABELS, assert_readable, hatched, maps, recorded

from tutor_utils import viz
from tutor_utils.course.learner_package import load_answer
from tutor_utils.viz.interactive import page

MOST_BYTES = 150_000


def data_of(html: str) -> dict:
    return json.loads(unescape(re.search(r'data-tutor="([^"]*)"', html)[1]))


def unpacked(packed: dict) -> np.ndarray:
    places = np.frombuffer(base64.b64decode(packed["data"]), "<u2").astype(float)
    return np.where(places > 0, packed["low"] + packed["step"] * (places - 1), -np.inf)


@pytest.mark.parametrize("length", [1, 60])
@pytest.mark.parametrize("labels", LABELS)
def test_one_head_is_readable_at_every_size(length, labels):
    picture = viz.AttentionViewer(recorded(1, length, LABELS[labels](length))).stored().picture
    assert_readable(picture)
    (ax,) = maps(picture)
    assert ax.collections[0].get_clim() == (0, 1)
    assert len(hatched(ax)) == length * (length - 1) // 2


@pytest.mark.parametrize(("heads", "length"), [(1, 1), (3, 7), (8, 20), (16, 60)])
def test_all_heads_are_readable(heads, length):
    picture = viz.AttentionViewer(recorded(heads, length)).stored().picture
    assert_readable(picture)
    assert len(maps(picture)) == heads
    width, _ = picture.figure.get_size_inches()
    assert width < 13


def test_labels_are_text_in_the_stored_page():
    labels = ["</script><b>", "<!--", '"', "'&", "שלום\udc80"]  # the last one is half a character
    viewer = viz.AttentionViewer(recorded(1, 5, labels))
    html = viewer._repr_mimebundle_()["text/html"]
    html.encode()  # a notebook is UTF-8
    assert html.count("<script>") == html.count("</script>") == 1 and "<b>" not in html
    assert html.count("<td>") == 25
    kind = data_of(html)["kinds"][0]
    assert kind["queries"][0][:4] == labels[:4]
    assert not re.search(r"https?:", html)  # nothing is fetched


def test_the_page_holds_the_scores_of_each_head():
    recording = recorded(3, 5)
    layer = viz.AttentionViewer(recording).data()["kinds"][0]["layers"][0]
    attention = recording.layers("self")[0]
    scores = unpacked(layer["units"][1][0]["scores"]).reshape(3, 5, 5)
    np.testing.assert_allclose(scores, attention.q[1] @ attention.k[1].mT, atol=1e-3)
    assert layer["d_k"] == 8 and layer["known"]


def test_without_q_and_k_the_page_holds_the_weights():
    weights = torch.randn(1, 2, 4, 4).softmax(-1)

    class Bare(torch.nn.Module):
        def forward(self, x):
            return x, weights

    data = viz.AttentionViewer(viz.Recording(Bare()).record(torch.randn(1, 4, 8))).data()
    layer = data["kinds"][0]["layers"][0]
    assert not layer["known"]
    logs = unpacked(layer["units"][0][0]["scores"]).reshape(2, 4, 4)
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
    q, k = torch.randn(2, 20, 8, 30, 4)
    viewer = viz.AttentionViewer(viz.Recording.of(q, k), example=19)
    data = viewer.data()
    assert 19 in data["examples"] and len(data["examples"]) < 20
    assert f"{20 - len(data['examples'])} of 20 examples" in data["left_out"]
    assert data["start"]["example"] == data["examples"].index(19)
    assert len(json.dumps(data)) < 1.2 * MOST_BYTES


@pytest.mark.parametrize("viewer", page._PARTS)
def test_no_script_can_end_itself_early(viewer):
    script = page._script(viewer)
    assert "</script" not in script and "<!--" not in script
