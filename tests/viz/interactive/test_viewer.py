"""The attention viewer without a browser: every control changes the picture, and quickly."""

from __future__ import annotations

import itertools
import re
import statistics
import subprocess
import sys
import threading
import time

import pytest
import torch
from drawings import (
    LABELS,
    Handle,
    assert_readable,
    causal,
    hatched,
    maps,
    recorded,
)

from tutor_utils import viz
from tutor_utils.course.learner_package import load_answer
from tutor_utils.viz.interactive.viewer import TEMPERATURES

SLIDER_S = 0.3  # from slider to picture


MEMORY_MB = 1000  # a notebook with three viewers


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

    model = load_answer("Transformer").value(9, 9, d_model=8, num_heads=2, num_layers=3, d_ff=8)
    src, tgt = torch.tensor([[3, 4, 5, 0]]), torch.tensor([[1, 6, 7]])
    recording = viz.Recording(model, source=list("abcd"), target=list("xyz")).record(src, tgt)
    recording._steps[0].append(recording.layers("cross")[0])  # a decoder of four layers
    viewer = viz.AttentionViewer(recording, kind="cross", layer=3)
    assert viewer.output().queries == list("xyz") and viewer.output().keys == list("abcd")
    viewer.kind.value = "encoder"
    assert viewer.layer.value < 3 and len(viewer.layer.options) == 3
    assert viewer.output().queries == list("abcd")


def test_switches_that_cannot_work_are_off_and_say_why():
    weights = torch.randn(1, 2, 4, 4).softmax(-1)

    class Bare(torch.nn.Module):
        def forward(self, x):
            return x, weights

    viewer = viz.AttentionViewer(viz.Recording(Bare()).record(torch.randn(1, 4, 8)))
    assert all(switch.disabled for switch in (viewer.no_scale, viewer.no_mask, viewer.wrong_axis))
    assert "need q and k" in viewer.status.value
    before = viewer.output().png
    viewer.temperature.index = 0  # this one needs the weights alone
    assert viewer.output().png != before
    unmasked = viz.AttentionViewer(recorded(2, 5, mask=False))
    assert unmasked.no_mask.disabled and not unmasked.no_scale.disabled


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "cross"}, "kind='cross' is not in this recording"),
        ({"layer": 1}, "layer=1 must be a whole number from 0 to 0"),
        ({"head": 3}, "head=3 must be"),
        ({"head": "0"}, "head='0' must be"),
        ({"example": -1}, "example=-1 must be"),
        ({"step": 4}, "step=4 was not recorded"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
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


def test_controls_moved_at_once_end_in_what_they_say(monkeypatch):
    """JupyterLab may handle each control in a thread of its own, and one may be slower."""
    viewer, handle = viz.AttentionViewer(recorded(2, 5), head=0), Handle()
    viewer._shown.append(handle)
    right, slow = viewer.output, threading.Event()

    def output():
        seen = right()
        if not slow.is_set():
            slow.set()
            time.sleep(0.5)  # the picture is made, and not shown yet
        return seen

    monkeypatch.setattr(viewer, "output", output)
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


def test_controls_without_a_kernel_are_one_sentence():
    viewer = viz.AttentionViewer(recorded(2, 3))
    bundle = viewer.controls._repr_mimebundle_()
    assert bundle["text/plain"] == "Controls: run this cell to use them."
    assert "attention weights" in repr(viewer)


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
        viewer.output()._repr_mimebundle_()
print(psutil.Process().memory_info().rss // 2**20)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < MEMORY_MB
