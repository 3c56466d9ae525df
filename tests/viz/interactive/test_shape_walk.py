"""The shape walk goes from end to end, and every step fits on its page."""

from __future__ import annotations

import itertools
import re

import pytest
import torch

from tutor_utils import viz
from tutor_utils.viz.shapes import draw_stop


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
        picture = draw_stop(walked.stops, at, walked.sizes)
        picture.figure.draw_without_rendering()
        page = picture.figure.bbox
        for ax in picture.figure.axes:
            boxes = [text.get_window_extent() for text in ax.texts if text.get_text()]
            assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))
            for box in boxes:
                assert box.x0 >= 0 and box.x1 <= page.width + 1
                assert box.y0 >= 0 and box.y1 <= page.height + 1


def test_stored_walk_shows_first_step_and_table():
    walked = viz.ShapeWalk(walk(2, 3, 4, 5), at=1)
    assert "cut: (2, 3, 4, 5), that is (B, h, L, d_k)" in repr(walked)
    assert walked.stored().numbers.count("<tr>") == 6  # head and five steps
    assert [stop["name"] for stop in walked.data()["stops"]][1] == "cut"


@pytest.mark.parametrize(
    ("steps", "message"),
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
def test_the_walk_names_what_does_not_fit(steps, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        viz.ShapeWalk(steps)
    with pytest.raises(ValueError, match="at=9"):
        viz.ShapeWalk(walk(1, 2, 3, 4), at=9)
