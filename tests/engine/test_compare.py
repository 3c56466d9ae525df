"""Two values are compared, and their difference is said in words."""

import math

import pytest
import torch
from torch import nn, tensor

from tutor_utils.engine import compare
from tutor_utils.engine.form import Shapes, explain_kind, explain_shape
from tutor_utils.engine.observation import Opaque

NAN, INF = math.nan, math.inf
X = tensor([1.0, 2.0])


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (X, X.clone()),
        (torch.zeros(0), torch.zeros(0)),
        (X, X.double()),  # the dtype is another criterion's
        (X + 1e-6, X),
        (tensor([NAN, INF]), tensor([NAN, INF])),
        (tensor([True]), tensor([True])),
        (tensor([0.0, 1.0]), tensor([False, True])),
        (tensor([1.0, 2.0]).half() * 1.001, X),  # as coarse as the coarser of the two
        (X, tensor([1.0, 2.0]).half() * 1.001),
        ([X, 1], (X, 1)),
        ({"a": X, "b": "x"}, {"a": X, "b": "x"}),
        (1.00001, 1.0),
        (1, 1.0),
        ("a", "a"),
        (None, None),
    ],
)
def test_close(actual, expected):
    assert compare.close(actual, expected) and compare.tolerances(actual, expected) <= 1


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (X + 1e-3, X),
        (NAN, 1.0),
        (1.0, NAN),
        (tensor([1.0, NAN]), X),
        (X, tensor([1.0, NAN])),
        (X[:1], X),  # it would broadcast
        (X.double() + 1e-5, X.double()),
        (X.half() * 1.05, X),
        (tensor([INF]), tensor([-INF])),
        (tensor([2]), tensor([3])),
        (tensor([1.0, 2.0]), [1.0, 2.0]),
        ((X,), (X, X)),
        ((X, X + 1), (X, X)),
        ({"a": X}, {"b": X}),
        ({"a": X, "b": 2}, {"a": X, "b": 1}),
        (1.001, 1.0),
        ("1.0", 1.0),
        (tensor(1.0), 1.0),
        (1.0, 1),
        (True, 1),
        (None, 0),
    ],
)
def test_not_close(actual, expected):
    assert not compare.close(actual, expected) and compare.tolerances(actual, expected) > 1


@pytest.mark.parametrize(
    ("dtype", "relative", "absolute"),
    [
        (torch.float64, 1e-6, 1e-8),
        (torch.float32, 1e-4, 1e-5),
        (torch.float16, 2e-2, 2e-3),
        (torch.bfloat16, 5e-2, 1e-2),
    ],
)
def test_each_number_type_has_its_tolerance(dtype, relative, absolute):
    def is_close(off, scale):
        return compare.close(tensor([scale + off], dtype=dtype), tensor([scale], dtype=dtype))

    assert is_close(0.8 * relative * 100, 100.0) and not is_close(1.5 * relative * 100, 100.0)
    assert is_close(0.8 * absolute, 0.0) and not is_close(1.5 * absolute, 0.0)


def test_leaves_are_named_by_the_exercise_or_by_their_place():
    pair = ((X, [X, 1]), (X, [X, 2]))
    assert [name for name, *_ in compare.leaves(*pair, ("output", "weights"))] == [
        "output",
        "weights[0]",
        "weights[1]",
    ]
    assert [name for name, *_ in compare.leaves(*pair)] == ["[0]", "[1][0]", "[1][1]"]
    assert list(compare.leaves((1, 2), (3, 4), ("a",))) == [("", (1, 2), (3, 4))]
    assert list(compare.leaves({"a": 1, "b": (2, 3)}, {"a": 3, "b": (4, 5)})) == [
        ("a", 1, 3),
        ("b", (2, 3), (4, 5)),
    ]
    pairs = [name for name, *_ in compare.leaves([(X, X)], [(X, X)])]
    assert pairs == ["[0][0]", "[0][1]"]
    nested = list(compare.leaves({"a": [X]}, {"a": [X]}, ("not", "these")))
    assert [name for name, *_ in nested] == ["a[0]"]
    with pytest.raises(ValueError, match="longer"):
        list(compare.leaves((X,), (X, X)))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "None"),
        (X, "a tensor"),
        (Opaque("numpy.ndarray", "array(1)"), "an object of type numpy.ndarray"),
        ((X, None), "a tuple of 2 (a tensor, None)"),
        ([1, 2, 3], "a list of 3 (an int, an int, an int)"),
        ([1, 2, 3, 4], "a list of 4 (each an int)"),
        ([1, 2, 3, X], "a list of 4 (an int, an int, an int, ...)"),
        (True, "a bool"),
        (1.0, "a float"),
        ("x", "a str"),
        ({}, "a dict ()"),
        ({"a": X, "b": 1}, "a dict (a: a tensor, b: an int)"),
    ],
)
def test_kind(value, words):
    assert compare.kind(value) == words


@pytest.mark.parametrize(
    ("actual", "expected", "same"),
    [
        (X, X[:1], True),
        (1.0, X, False),
        ([X, X], (X, X), True),
        ((X,), (X, X), False),
        (X, (X, X), False),
        ([X, 1], [X, 2], True),
        ([X, 1.0], [X, X], False),
        ([1], [1, 2], True),  # numbers are compared as one value
        (["a"], [1, 2], True),
        ((1,), [1], False),
        (1, 1.0, True),
        (X, 1.0, False),
        ({}, {"a": 1}, False),
        ({"a": 1}, {"a": 2}, True),
        ({"a": X}, {"a": 2}, False),
        ([], {"a": 1}, False),
        (True, 1, False),
    ],
)
def test_same_kind(actual, expected, same):
    assert compare.same_kind(actual, expected) is same


@pytest.mark.parametrize(
    ("actual", "expected", "slug", "words"),
    [
        (None, X, "nothing-returned", "return"),
        (Opaque("numpy.ndarray", ""), X, "numpy-array", "NumPy"),
        ((X, Opaque("numpy.ndarray", "")), (X, X), "numpy-array", "NumPy"),
        (Opaque("other", ""), X, "another-kind-of-object", "a tensor"),
        (Opaque("torch.nn.modules.linear.Linear", ""), X, "another-kind-of-object", "layer Linear"),
        ([X, X], [X], "another-kind-of-object", "a list of 1"),
        ((X,), [X], "another-kind-of-object", "a list of 1"),
        ((X, X), X, "several-values-for-one", "not a tuple"),
        ([X], X, "several-values-for-one", "not a list"),
        (X, (X, X), "one-value-for-several", "2 values"),
        (torch.tensor(1.0), 1.0, "tensor-for-a-number", "graph"),
        (X, 1.0, "tensor-for-a-number", f"the shape {tuple(X.shape)}"),
        (Opaque("numpy.int64", ""), 1, "numpy-array", "NumPy"),
        (1, X, "another-kind-of-object", "a tensor"),
        ("a", 1.0, "another-kind-of-object", "a float"),
        ((X,), (X, X), "another-kind-of-object", "a tuple of 2"),
        ([X, 1], [X, X], "another-kind-of-object", "a list of 2"),
    ],
)
def test_another_kind_is_explained(actual, expected, slug, words):
    means, look, found = explain_kind(actual, expected)
    assert found == slug and words in means and look


@pytest.mark.parametrize(
    ("actual", "expected", "saw", "means", "slug"),
    [
        ((2, 3), (2, 3, 4), "(B=2, L=3, d=4)", "few. Axis 2 (d) is missing", "axes-too-few"),
        ((2, 3, 4, 5), (2, 3, 4), "(B=2, L=3, d=4)", "1 axis too many. Axis 3", "axes-too-many"),
        ((2,), (2, 3, 4), "The shape is (2,)", "2 axes too few", "axes-too-few"),
        ((3, 4), (1, 3, 4), "", "1 axis too few.", "axes-too-few"),
        ((4,), (1, 1, 4), "", "2 axes too few.", "axes-too-few"),
        ((2, 12), (2, 3, 4), "", "Axis 1 (L) and the one after it are joined", "axes-too-few"),
        ((1, 2, 3, 4), (2, 3, 4), "", "One of size 1 stands in front", "axes-too-many"),
        ((1, 1, 4), (1, 4), "", "1 axis too many.", "axes-too-many"),
        ((2, 3, 1, 4), (2, 3, 4), "", "Axis 2 should not", "axes-too-many"),
        ((2, 3, 2, 2), (2, 3, 4), "", "Axis 2 (d) is cut into two", "axes-too-many"),
        ((5, 3), (2, 3, 4), "", "1 axis too few.", "axes-too-few"),
        ((3, 3), (3, 3, 3), "", "1 axis too few.", "axes-too-few"),
        ((4, 3, 2), (2, 3, 4), "", "stand as (d, L, B)", "axes-in-another-order"),
        ((2, 6, 2), (2, 3, 4), "", "grouped in another way", "numbers-grouped-otherwise"),
        ((2, 5, 4), (2, 3, 4), "", "Axis 1 has size 5; it should be 3", "axis-of-another-size"),
        ((2, 3, 5), (2, 3, 4), "", "Axis 2 has size 5; it should be 4", "axis-of-another-size"),
        ((2, 5), (2, 3), "expected (2, 3)", "Axis 1", "axis-of-another-size"),
    ],
)
def test_another_shape_is_explained(actual, expected, saw, means, slug):
    told = explain_shape(torch.zeros(actual), torch.zeros(expected), "B L d")
    assert saw in told[0] and means in told[1] and told[2] and told[3] == slug


@pytest.mark.parametrize(
    ("first", "others", "said"),
    [
        (Shapes((4, 3), (1, 4, 3)), [Shapes((10, 3), (2, 5, 3))], "joined into one."),
        (Shapes((4, 3), (1, 4, 3)), [], "few."),
        (Shapes((4, 3), (2, 4, 3)), [Shapes((5, 7), (5, 6, 7))], "few."),
        (Shapes((5, 4), (2, 3, 4)), [], "few."),
        (Shapes((1, 4, 2), (1, 2, 4)), [Shapes((2, 15, 4), (2, 5, 12))], "in another way."),
        (Shapes((1, 4, 2), (1, 2, 4)), [], "or two arguments."),
        (Shapes((1, 4, 2), (1, 2, 4)), [Shapes((2, 12, 5), (2, 5, 12))], "stand as (B, d, L)."),
        (Shapes((2, 9), (2, 3)), [Shapes((2, 9), (2, 5))], "It is 9 whatever comes in."),
        (Shapes((2, 6), (2, 3)), [Shapes((2, 10), (2, 5))], "It is always twice as long."),
        (Shapes((2, 4), (2, 3)), [Shapes((2, 6), (2, 5))], "It is always one too many."),
        (Shapes((2, 6), (2, 3)), [Shapes((2, 9), (2, 5))], "it should be 3."),
    ],
)
def test_an_axis_is_named_where_all_sizes_agree(first, others, said):
    letters = "B L d" if len(first.expected) == 3 else "B L"
    actual, expected = map(torch.zeros, first)
    assert explain_shape(actual, expected, letters, others)[1].endswith(said)


def test_axes_that_always_are_one_are_missed():
    actual, expected = torch.zeros(2, 3), torch.zeros(2, 1, 1, 3)
    assert "Each axis of size 1 is missing" in explain_shape(actual, expected, "B 1 1 L")[1]


def test_an_axis_that_always_is_one_is_called_1():
    assert "(B=2, 1, L=3)" in explain_shape(X, torch.zeros(2, 1, 3), "B 1 L")[0]


def test_the_first_wrong_entry_is_pointed_at():
    right = tensor([[1.0, 2.0], [3.0, 4.0]])
    wrong = right.clone()
    wrong[1, 0], wrong[1, 1] = 8.123456, 0
    assert compare.first_wrong(wrong, right, None) == (
        "entry [1, 0]: expected 3, yours 8.123 (2 of 4 entries differ)"
    )
    assert compare.first_wrong(tensor(2), tensor(3), None) == "the number: expected 3, yours 2"
    assert compare.first_wrong(tensor([2]), tensor([3]), None) == "entry [0]: expected 3, yours 2"
    near = compare.first_wrong(tensor([1.1, 9.0]), tensor([1.0, 2.0]), (0.2, 0))
    assert near.startswith("entry [1]")
    close = compare.first_wrong(tensor([1.00002]), tensor([1.0]), (0, 0))
    assert close == "entry [0]: expected 1, yours 1.00002003", "as many digits as tell them apart"


def ones(layer):
    for parameter in layer.parameters():
        nn.init.ones_(parameter)
    return layer


@pytest.mark.parametrize(
    ("value", "limit", "words"),
    [
        (tensor([1.0, 2.0]), 48, "[1, 2]"),
        (tensor([[1, 2], [3, 4]]), 48, "[[1, 2], [3, 4]]"),
        (tensor([0.123456, 1.0]), 48, "[0.1235, 1]"),
        (tensor([INF, NAN]), 48, "[inf, nan]"),
        (torch.zeros(0), 48, "[]"),
        (torch.zeros(2, 0), 48, "[[], []]"),
        (torch.full((2,), 0.5), 6, "[0.5, 0.5]"),
        (torch.full((3,), 0.5), 6, "tensor of shape (3,), float32"),
        (torch.ones(48), None, str([1] * 48)),
        (torch.ones(49), None, "tensor of shape (49,), float32"),
        ([tensor([0.5] * 3), 1], 6, "[tensor of shape (3,), float32, 1]"),
        ((tensor([0.5] * 3), 1), 6, "(tensor of shape (3,), float32, 1)"),
        ({"a": tensor([0.5] * 3)}, 6, "{'a': tensor of shape (3,), float32}"),
        (Opaque("numpy.ndarray", "array([1])"), 48, "array([1])"),
        (Opaque("Layer", "Layer(\n  (a): B()\n)"), 48, "an object of type Layer"),
        (0.123456789, 48, "0.123457"),
        ("a", 48, "'a'"),
        (None, 48, "None"),
        (ones(nn.Linear(2, 1)), 48, "Linear(weight=[[1, 1]], bias=[1])"),
        (ones(nn.Linear(2, 1, bias=False)), 48, "Linear(weight=[[1, 1]])"),
        (ones(nn.Linear(6, 2, bias=False)), 48, f"Linear(weight={[[1] * 6] * 2})"),
        (ones(nn.Linear(13, 1, bias=False)), 48, str(nn.Linear(13, 1, bias=False))),
        (nn.Linear(9, 3), 48, "Linear(in_features=9, out_features=3, bias=True)"),
        (nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 3)), 48, "Sequential"),
    ],
)
def test_show(value, limit, words):
    assert (compare.show(value) if limit is None else compare.show(value, limit)) == words


def test_more_than_two_axes_are_nested():
    assert compare.show(torch.arange(8).view(2, 2, 2)) == "[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]"
    assert compare.show(torch.arange(6).view(2, 3)) == "[[0, 1, 2], [3, 4, 5]]"


def test_list_of_pairs_is_one_value_of_tuples():
    """Shown as it was returned, at any length; a list of two is no key of a dict."""
    pairs = [("a", "b"), ("ab", "c")]
    assert compare.same_kind(pairs[:1], pairs)
    assert compare.close(pairs, list(pairs))
    assert not compare.close(pairs[:1], pairs)
    assert not compare.close([list(pair) for pair in pairs], pairs)
    assert [path for path, *_ in compare.leaves(pairs, pairs)] == [""]


@pytest.mark.parametrize(
    ("actual", "expected", "times"),
    [
        (tensor([1.0, 2.25]), tensor([1.0, 2.0]), 0.5),  # 0.25 of 0.1 + 0.2 * 2
        (tensor([1.0, 2.25]), tensor([1, 2]), 0.5),
        (tensor([1, 2]), tensor([1.0, 2.5]), 0.5 / 0.6),
        (tensor([0.0]), tensor([INF]), INF),
        (-2.5, -3.0, 0.5 / 0.6),  # the larger of the two counts
        ({"a": 3.0}, {"a": 2.5}, 0.5 / 0.6),
        (0.0, 0.05, 0.5),  # near 0 the second of the tolerances
        (INF, 1.0, INF),
        (1.0, INF, INF),
    ],
)
def test_by_how_many_tolerances_values_differ(actual, expected, times):
    tolerance = (0.2, 0.1)
    assert compare.tolerances(actual, expected, tolerance) == pytest.approx(times)
    with compare.recorded_tolerances() as notes:
        assert compare.close(actual, expected, tolerance) is (times <= 1)
    assert notes == [pytest.approx(times)]
