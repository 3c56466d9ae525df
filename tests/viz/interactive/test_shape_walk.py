"""The shape walk goes from end to end, and every step fits on its page."""

import itertools

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
    walked = viz.ShapeWalk(walk(2, 3, 4, 5))
    assert "ids: (2, 4), that is (B, L)" in repr(walked)
    assert walked.stored().numbers.count("<tr>") == 6  # head and five steps
    assert [stop["name"] for stop in walked.data()["stops"]][1] == "cut"
