"""What does not fit raises a ValueError that names the argument and says what is wanted."""

import re

import matplotlib.figure
import pytest
import torch
from drawings import positions, random_weights, recorded

from tutor_utils import viz

GOOD = [[0.5, 0.5], [1.0, 0.0]]
NAN, OPEN = float("nan"), torch.ones(2, 2).bool()
SCORES = torch.arange(9.0).reshape(3, 3)
XY = {"x_label": "x", "y_label": "y"}
LINES = {"a": ([1, 10], [1, 2]), "b": ([1, 10], [3, 2])}
STEPS = [("a", torch.zeros(2, 3), "B L")]


def no_pads(ids):
    return (ids != 0)[:, None, None, :]


def products(ids):
    return ids.float()[:, None] * ids


SLIDES = {"words": ["a"], "slider": "which"}
ARROWS = {"words": ["one"], "axes": ("x", "y"), "lit": "a", "slider": "s"}
BAD = {
    "attention": (
        viz.attention,
        [
            ([None], {}, "weights must be a tensor"),
            ([[[1.0], [0.5, 0.5]]], {}, "weights cannot be read"),
            ([random_weights(2, 3, 3)], {}, "weights must have shape (L_q, L_k)"),
            ([torch.zeros(0, 3)], {}, "weights has nothing to draw"),
            ([[[2.0, -1.0]]], {}, "weights must lie between 0 and 1; weights[0, 0] is 2"),
            ([[[0.2, 0.2]]], {}, "weights[0] sums to 0.4"),
            ([[[NAN, 1]]], {}, "weights[0, 0] is nan"),
            ([[[0.0, 0.0]]], {"mask": [[True, False]]}, "weights[0] sums to 0"),
            ([GOOD], {"mask": torch.ones(3, 3).bool()}, "mask of shape (3, 3)"),
            ([GOOD], {"mask": torch.ones(2, 2)}, "mask must be boolean"),
            ([GOOD], {"queries": ["a"]}, "queries must hold one label for each row or column: 2"),
            ([GOOD], {"keys": "ab"}, "keys must be a list of labels"),
        ],
    ),
    "heads": (
        viz.heads,
        [
            ([GOOD], {}, "weights must have shape (h, L_q, L_k)"),
            ([[GOOD]], {"names": ["a", "b"]}, "names must hold one label"),
            ([[GOOD]], {"above": ("error", [1, 2])}, "above must hold 1 numbers, none below 0"),
            ([[GOOD]], {"above": ("error", [-1])}, "above must hold 1 numbers, none below 0"),
        ],
    ),
    "softmax_steps": (
        viz.softmax_steps,
        [
            ([[1.0]], {}, "scores must have shape"),
            ([[[float("inf")]]], {}, "scores must hold finite numbers"),
        ],
    ),
    "mask": (
        viz.mask,
        [
            ([torch.ones(2, 2)], {}, "mask must be boolean"),
            ([torch.ones(2, 1, 2, 2).bool()], {}, "mask must have two axes"),
        ],
    ),
    "matrix": (
        viz.matrix,
        [
            ([GOOD], {"words": {1: "x"}}, "words must name each value; 0 has no word"),
            ([[1, 2]], {}, "values must have shape (rows, columns)"),
            ([[[1, 2]]], {"columns": ["a"]}, "columns must hold one label"),
            ([[[1, 2]]], {"reach": (2, 1)}, "reach=(2, 1) must be"),
            ([[[1, 2]]], {"beside": ("sum", [1, 2])}, "beside must hold 1 numbers, none below 0"),
        ],
    ),
    "product": (
        viz.product,
        [
            ([GOOD, torch.ones(5, 1)], {"cell": (0, 0)}, "have no product"),
            ([[[1, 2]], [[1], [2]]], {"cell": (0, 1)}, "cell=(0, 1) is not in the result"),
        ],
    ),
    "picture": (
        viz.picture,
        [
            (["figure", "words"], {}, "figure must be a matplotlib Figure, not str"),
            ([matplotlib.figure.Figure(), " "], {}, "alt must say in words"),
        ],
    ),
    "curves": (
        viz.curves,
        [
            ([{}], XY, "series must be a dict"),
            ([{"a": [1, 2, 3]}], XY, "series['a'] must be a pair"),
            ([{"a": ([1, 2], [1])}], XY, "series['a'] must have as many x as y"),
            ([{"a": ([0], [1])}], {**XY, "logx": True}, "logx needs positive numbers"),
            ([{"a": ([1], [NAN])}], XY, "series['a'] has no finite y"),
        ],
    ),
    "panels": (
        viz.panels,
        [
            ([{}], {"x_label": "x"}, "a dict of panel -> lines"),
            ([{"x": LINES, "y": {"a": LINES["a"]}}], {"x_label": "x"}, "the same lines in every"),
        ],
    ),
    "tables": (
        viz.tables,
        [
            ([{}], {"group": abs}, "values must be a dict"),
            ([{"x": torch.arange(20)[None]}], {"group": abs}, "whole numbers from 0 to 9"),
        ],
    ),
    "clock_hands": (
        viz.clock_hands,
        [
            ([positions(5, 8)], {"pairs": (4,), "step": 1}, "pairs must be from 0 to 3"),
            ([positions(5, 8)], {"pairs": (0,), "step": 4}, "leave the table of 5 rows"),
            ([torch.ones(5, 8)], {"pairs": (0,), "step": 1}, "sine and cosine of one angle"),
        ],
    ),
    "hands": (
        viz.hands,
        [
            ([{}], {}, "two hands for each dial"),
            ([{"a": {"q": (1, 0)}}], {}, "two hands for each dial"),
            ([{"a": {"q": (1, 0), "k": (0, 0)}}], {}, "dials['a']['k'] must be two numbers"),
        ],
    ),
    "architecture": (
        viz.architecture,
        [
            (["encodr"], {}, "lit names 'encodr', which is no part of the map. Did you mean 'enc"),
        ],
    ),
    "Live": (viz.Live, [([0, "a"], {}, "total=0"), ([1, " "], {}, "alt=' '")]),
    "MaskPainter": (
        viz.MaskPainter,
        [
            ([torch.randn(3)], {}, "scores must have shape (L_q, L_k)"),
            ([torch.randn(17, 3)], {}, "at most 16 rows"),
            ([SCORES], {"mask": OPEN}, "does not broadcast"),
        ],
    ),
    "MaskFunction": (
        viz.MaskFunction,
        [
            ([no_pads, [1.5, 2.0, 3.0], products], {}, "ids must be whole numbers"),
            ([no_pads, [1] * 13, products], {}, "13 ids were given"),
            ([no_pads, [1, 2, 3], lambda ids: ids], {}, "scores must have shape"),
            ([torch.Tensor.float, [1, 2, 3], products], {}, "boolean (True = may attend)"),
        ],
    ),
    "SamplingBars": (
        viz.SamplingBars,
        [
            ([{}, ["a"]], {}, "places must hold at least one"),
            ([{"x": [1.0, 2.0]}, ["a"]], {}, "names must hold one label"),
            ([{"x": [1.0], "y": [1.0, 2.0]}, ["a"]], {}, "places['y'] must hold 1 logits"),
        ],
    ),
    "Arrows": (
        viz.Arrows,
        [
            ([[]], ARROWS, "frames must hold at least one"),
            ([[{"a": (1, 1)}]], ARROWS | {"lit": "b"}, "lit='b' is no name in frames"),
            ([[{"a": (1, 1, 1)}]], ARROWS, "frames[0]['a'] must be two numbers"),
            ([[{"a": (1, -1)}]], ARROWS, "from 0 on; one is -1"),
        ],
    ),
    "Slides": (
        viz.Slides,
        [
            ([[]], SLIDES, "pictures must hold pictures of viz, at least one"),
            ([[1]], SLIDES, "not [1]"),
            ([[viz.matrix([[1.0]])]], SLIDES | {"words": []}, "words must hold one label"),
            ([[viz.matrix([[1.0]])]], SLIDES | {"start": 1}, "start must be from 0 to 0, not 1"),
        ],
    ),
    "reading": (
        viz.reading,
        [
            ([[[0.5, 0.5]]], {"writes": "ab", "reads": ["x", "y"]}, "writes must be a list"),
            ([[[0.5, 0.5]]], {"writes": ["a"], "reads": ["x"]}, "reads must hold one label"),
        ],
    ),
    "ShapeWalk": (
        viz.ShapeWalk,
        [
            ([[]], {}, "steps must hold at least one"),
            ([[("a", torch.zeros(2))]], {}, "steps[0] must be (name, tensor, axes)"),
            ([[("a", 3, "B")]], {}, "'a' needs a tensor, not int"),
            ([[("a", torch.zeros(2, 3), "B")]], {}, "axes='B' must name each axis of 'a'"),
            ([[*STEPS, ("b", torch.zeros(2, 4), "B L")]], {}, "steps[1]: axis L of 'b' is 4 long;"),
            ([[*STEPS, ("b", torch.zeros(5), "B*L")]], {}, "axis B*L of 'b' is 5 long; before it"),
        ],
    ),
    "Recording.of": (
        viz.Recording.of,
        [
            ([torch.ones(5), torch.ones(5, 8)], {}, "q must have shape"),
            ([torch.ones(5, 8), torch.ones(5, 7)], {}, "must agree in B, h and d_k"),
            ([torch.ones(5, 8) * NAN, torch.ones(5, 8)], {}, "q must hold finite numbers"),
            ([torch.ones(5, 8)] * 2, {"mask": torch.ones(3, 3).bool()}, "does not broadcast"),
            ([torch.ones(5, 8)] * 2, {"queries": ["a"]}, "a label for each of the 5 tokens"),
        ],
    ),
    "AttentionViewer": (
        viz.AttentionViewer,
        [
            ([torch.randn(2, 2)], {}, "recording must be a viz.Recording, not Tensor"),
            ([viz.Recording(torch.nn.Linear(2, 2))], {}, "recording holds nothing yet"),
            ([recorded(3, 4)], {"kind": "cross"}, "kind='cross' is not in this recording"),
            ([recorded(3, 4)], {"layer": 1}, "layer=1 must be a whole number from 0 to 0"),
            ([recorded(3, 4)], {"head": 3}, "head=3 must be"),
            ([recorded(3, 4)], {"head": True}, "head=True must be"),
            ([recorded(3, 4)], {"example": -1}, "example=-1 must be"),
            ([recorded(3, 4)], {"step": 4}, "step=4 was not recorded"),
        ],
    ),
}


@pytest.mark.parametrize(
    ("draw", "given", "options", "words"),
    [
        pytest.param(draw, *case, id=f"{name}: {case[-1]}")
        for name, (draw, cases) in BAD.items()
        for case in cases
    ],
)
def test_bad_input_is_named(draw, given, options, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        draw(*given, **options)
