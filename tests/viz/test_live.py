"""Curves that grow: each on axes of its own, and a bar that never jumps."""

import re
import runpy
from pathlib import Path

from tutor_utils import viz
from tutor_utils.viz import live


def test_curves_have_own_axes_and_bar_disappears(monkeypatch):
    drawn = []
    panels = live.panels
    monkeypatch.setattr(live, "panels", lambda *a, **k: drawn.append(panels(*a, **k)) or drawn[-1])
    curves = viz.Live(200, "The loss falls.")
    for step in (10, 20):
        curves.update(step, loss=3.0 / step, exact_match=step / 40)
    bundle = curves._repr_mimebundle_()
    assert '<progress value="20" max="200"' in bundle["text/html"]
    assert [ax.get_title("left") for ax in drawn[-1].figure.axes] == ["loss", "exact match"]
    assert {ax.get_xlim()[0] for ax in drawn[-1].figure.axes} == {0}  # where the training begins
    assert "Step 20 of at most 200, after 0 s" in drawn[-1].figure.texts[0].get_text()
    curves.finish()
    last = curves._repr_mimebundle_()
    assert "<progress" not in last["text/html"]
    assert "Ended at step 20 of at most 200" in drawn[-1].figure.texts[0].get_text()
    assert bundle["text/plain"] == last["text/plain"] == "The loss falls."  # a replay compares it


def test_drawing_leaves_the_time_to_the_training(monkeypatch):
    """A bar that moves with each step must not draw with each step where drawing is slow."""
    clock, drawn = [0.0], []

    class Handle:
        def update(self, made):
            drawn.append((made.step, clock[0]))
            clock[0] += 2.0  # a slow machine

    monkeypatch.setattr("IPython.get_ipython", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda made, **_: Handle())
    monkeypatch.setattr(live.time, "monotonic", lambda: clock[0])
    curves = viz.Live(200, "The loss falls.", ["loss"])
    for step in range(1, 61):
        clock[0] += 0.5
        curves.update(step, **({"loss": 3.0} if step == 2 else {}))
    assert drawn == [(4, 2.0), (40, 22.0)]  # the display itself waited for the first point


def test_first_half_right_and_first_perfect_answers_stay():
    curves = viz.Live(200, "The loss falls.")
    kept = []
    for step, right in enumerate((1, 0, 3, 2, 4, 1, 4)):
        wanted = ["3", "4", "5", "eos"]
        curves.say(step, wanted, wanted, wanted[:right] + ["7"] * (4 - right))
        kept.append([int(line[5]) for line in repr(curves).splitlines() if "given" in line])
    assert kept == [[0], [0, 1], [0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 3, 4], [0, 3, 4]]


def test_what_the_model_says_stands_below_token_under_token():
    curves = viz.Live(200, "The loss falls.")
    for step in (10, 20, 30, 40):
        wanted = ["10", "4", "eos"] if step < 40 else ["4", "10", "eos"]
        curves.say(step, ["10", "4", "eos"], wanted, ["10", "3", "3", "<b>"])
        curves.update(step, loss=1.0)
    assert repr(curves).splitlines() == [
        "The loss falls.",
        "step 10  given    10   4 eos",
        "         says     10   3   3 <b>  (1 of 3 right)",
        "step 20  given    10   4 eos",
        "         says     10   3   3 <b>  (1 of 3 right)",
        "step 40  given    10   4 eos",
        "         wanted    4  10 eos",
        "         says     10   3   3 <b>  (0 of 3 right)",
    ]
    bundle = curves._repr_mimebundle_()
    assert bundle["text/plain"] == repr(curves) and "10   3   3 &lt;b&gt;" in bundle["text/html"]
    # a replay sees the first state and compares it with the last, which is stored
    patterns = runpy.run_path(str(Path(__file__).parents[2] / "solutions" / "conftest.py"))
    for kind in ("text/html", "text/plain"):
        assert "given" not in re.sub(patterns["SAID"], "", bundle[kind])
    assert re.sub(patterns["SAID"], "", bundle["text/plain"]) == "The loss falls."
