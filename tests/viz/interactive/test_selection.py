"""From what the controls say to the maps and their words."""

from __future__ import annotations

import numpy as np
import pytest
from drawings import recorded

from tutor_utils.viz.interactive.selection import Selection, view_of
from tutor_utils.viz.what_if import WhatIf


def selection(head: int | None = None, **changes) -> Selection:
    return Selection("self", layer=0, head=head, example=0, step=0, what_if=WhatIf(**changes))


def test_selection_shows_all_heads_or_one_with_what_if():
    recording = recorded(3, 5)
    assert view_of(recording, selection()).names == ("head 0", "head 1", "head 2")
    assert view_of(recording, selection(2)).names == ("head 2",)
    changed = view_of(recording, selection(2, scaled=False))
    assert changed.names == ("as it is", "what if")
    weights = recording.layers("self")[0].weights
    np.testing.assert_array_equal(changed.values[0], weights[0, 2])
    assert not np.allclose(changed.values[1], weights[0, 2])
    assert changed.title == "Self-attention, head 2 · what if: no √d_k"


def test_a_low_temperature_sharpens_and_a_high_one_flattens():
    recording = recorded(2, 6, mask=False)
    strongest = [
        np.mean([each.max(-1) for each in view_of(recording, selection(temperature=t)).values])
        for t in (0.1, 1.0, 10.0)
    ]
    assert strongest[0] > 0.8 > strongest[1] > strongest[2]
    assert strongest[2] == pytest.approx(1 / 6, abs=0.05)
