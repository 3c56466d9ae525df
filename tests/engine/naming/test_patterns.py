"""What wrong numbers have to do with the right ones."""

import pytest
import torch

from tutor_utils.engine.naming import patterns


def find(actual, expected, axes="", tolerance=None):
    return patterns.common([patterns.Compared(actual, expected, axes, tolerance)])


RIGHT = torch.tensor([[1.0, 5.0, -2.0], [4.0, 0.5, 7.0], [3.0, -6.0, 2.5]])
SEEN = [
    (lambda x: 3 * x, "off-by-a-factor", "times 3"),
    (lambda x: x / 4, "off-by-a-factor", "1/4"),
    (lambda x: -x, "off-by-a-factor", "times -1"),
    (
        lambda x: x.flatten()[[2, 0, 1, 5, 8, 3, 4, 6, 7]].view(3, 3),
        "right-numbers-wrong-places",
        "wrong places",
    ),
    (lambda x: x * torch.tensor([1.0, 1, 9]), "part-is-right", "Only index 2 of axis 1 (L_k)"),
    (lambda x: x * torch.tensor([[1.0], [7], [9]]), "part-is-right", "Only index 0 of axis 0"),
]


@pytest.mark.parametrize(("change", "slug", "words"), SEEN)
def test_pattern_is_seen(change, slug, words):
    found = find(change(RIGHT), RIGHT, "L_q L_k")
    assert (found.slug, words in found.means) == (slug, True), found


@pytest.mark.parametrize(
    ("actual", "expected", "slug"),
    [
        ([1.0, 1, 1], [1.0, 2, 3], None),
        ([2.0, 4, 6], [1.0, 2, 3], "off-by-a-factor"),
        ([0.0, 0.0], [0.0, 1.0], None),
        ([1.0, 0], [0.0, 0], None),
        ([3.0, 2, 1], [1.0, 2, 3], "right-numbers-wrong-places"),
        ([[0.0, -2], [2, 0]], [[0.0, 2], [-2, 0]], "off-by-a-factor"),  # and the axes swapped
        ([[3.0, 3], [7, 7]], [[1.0, 1], [2, 2]], None),  # as it should be along an axis
        ([1.0, 0, 0, 0], [0.0, 1, 1, 1], None),  # right numbers only by chance
        ([1.0, 1, 0, 0, 5], [0.0, 0, 1, 1, 5], "right-numbers-wrong-places"),
        ([1.0, 1, 0, 0, 1], [0.0, 1, 1, 0, 1], None),
        ([0.0, 7, 7, 3], [0.0, 1, 2, 3], None),
        ([0.0, 7, 2, 3], [0.0, 1, 2, 3], "part-is-right"),
        ([5.0, 8, 7, 9], [5.0, 1, 2, 3], "part-is-right"),
        ([0.0, 8, 7, 9], [0.0, 1, 2, 3], None),  # 0 may be right by chance,
    ],
)
def test_pattern_is_found_in_one_dimensional_results(actual, expected, slug):
    found = find(torch.tensor(actual), torch.tensor(expected))
    assert (found and found.slug) == slug, found


def test_axes_are_named_from_the_last_one():
    right = torch.arange(24.0).view(2, 3, 4) ** 2
    wrong = right.clone()
    wrong[:, 1] = -7
    assert "index 1 of axis 1 is wrong; it has 3" in find(wrong, right).means
    assert "index 1 of axis 1 (L) is wrong; it has 3" in find(wrong, right, "L d").means
    assert "of axis 1 (L)" in find(wrong, right, "h B L d").means
    wrong = right.clone()
    wrong[:, :, 1:] = -7
    assert "Only index 0 of axis 2 (d) is right; it has 4" in find(wrong, right, "L d").means


def test_the_factor_is_said_in_words():
    means = {factor: find(RIGHT * factor, RIGHT).means for factor in (1.5, 0.25, -2)}
    assert means[1.5] == "Every number is the right one times 1.5."
    assert means[0.25] == "Every number is the right one times 0.25, that is 1/4."
    assert means[-2] == "Every number is the right one times -2."
    assert "gives 2:" in find(RIGHT * -2, RIGHT).try_next


@pytest.mark.parametrize(("change", "slug", "words"), SEEN)
def test_the_tolerance_counts(change, slug, words):
    near = change(RIGHT) + 0.001 * torch.tensor([[1.0, -2, 3], [-4, 5, -4], [3, -2, 1]])
    assert find(near, RIGHT) is None
    found = find(near, RIGHT, tolerance=(0.0, 0.03))
    assert found.slug == slug


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (RIGHT, RIGHT / 0),
        (RIGHT + torch.arange(9.0).view(3, 3) ** 2, RIGHT),
        (RIGHT * torch.nan, RIGHT),
        (torch.tensor([2.0]), torch.tensor([1.0])),
        (torch.tensor(2.0), torch.tensor(1.0)),
        (RIGHT + torch.inf, RIGHT),
        (RIGHT.flatten(), RIGHT),
        (RIGHT.double() * 1.00001, RIGHT.double()),
        (RIGHT[:1].double() + 1e-6, RIGHT[:1].double()),
    ],
    ids=[
        *("no finite truth", "nothing in common", "nan", "one number", "no axes", "infinite"),
        "another shape",
        *("too near", "too near, and one row"),
    ],
)
def test_no_pattern_without_comparable_values(actual, expected):
    assert find(actual, expected) is None


TWO, THREE = RIGHT[:2, :2], RIGHT


def test_a_claim_on_two_places_needs_an_input_with_three():
    two, three = (patterns.Compared(torch.cat([x[:-1], x[-1:] + 9]), x) for x in (TWO, THREE))
    assert patterns.common([two]) is None
    assert patterns.common([two, three]).slug == patterns.common([three]).slug == "part-is-right"
    assert patterns.common([two, patterns.Compared(THREE**2, THREE)]) is None


def test_a_place_counts_from_the_end_where_sizes_differ():
    def last_wrong(x):
        return patterns.Compared(torch.cat([x[:-1], x[-1:] + 9]), x)

    assert (
        "Only index -1 of axis 0 is wrong" in patterns.common(map(last_wrong, (TWO, THREE))).means
    )
    assert "Only index 2 of axis 0 is wrong" in patterns.common([last_wrong(THREE)]).means


def test_two_numbers_show_a_factor_and_no_part():
    assert patterns.shown("off-by-a-factor", patterns.Compared(3 * TWO, TWO))
    part = patterns.Compared(torch.cat([TWO[:1], TWO[1:] + 9]), TWO)
    assert not patterns.shown("part-is-right", part)
