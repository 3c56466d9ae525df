"""Curves that grow: each on axes of its own, and a bar that never jumps."""

from __future__ import annotations

import pytest

from tutor_utils import viz
from tutor_utils.viz import live


def test_each_curve_has_axes_of_its_own_and_the_bar_goes_at_the_end(monkeypatch):
    drawn = []
    panels = live.panels
    monkeypatch.setattr(live, "panels", lambda *a, **k: drawn.append(panels(*a, **k)) or drawn[-1])
    curves = viz.Live(200, "The loss falls.")
    for step in (10, 20):
        curves.update(step, loss=3.0 / step, exact_match=step / 40)
    bundle = curves._repr_mimebundle_()
    assert '<progress value="20" max="200"' in bundle["text/html"]
    assert [ax.get_title("left") for ax in drawn[-1].figure.axes] == ["loss", "exact match"]
    assert "Step 20 of at most 200, after 0 s" in drawn[-1].figure.texts[0].get_text()
    curves.finish()
    last = curves._repr_mimebundle_()
    assert "<progress" not in last["text/html"]
    assert "Ended at step 20 of at most 200" in drawn[-1].figure.texts[0].get_text()
    assert bundle["text/plain"] == last["text/plain"] == "The loss falls."  # a replay compares it


@pytest.mark.parametrize(("total", "alt", "words"), [(0, "a", "total=0"), (1, " ", "alt=' '")])
def test_what_does_not_fit_is_named(total, alt, words):
    with pytest.raises(ValueError, match=words):
        viz.Live(total, alt)
