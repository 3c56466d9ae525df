"""What wrong numbers have to do with the right ones."""

import pytest
import torch

from tutor_utils import exercises
from tutor_utils.engine import patterns
from tutor_utils.engine.judge import judge
from tutor_utils.engine.observe import observe

RIGHT = torch.tensor([[1.0, 5.0, -2.0], [4.0, 0.5, 7.0], [3.0, -6.0, 2.5]])


@pytest.mark.parametrize(
    ("change", "slug", "words"),
    [
        (lambda x: 3 * x, "off-by-a-factor", "times 3"),
        (lambda x: x / 4, "off-by-a-factor", "1/4"),
        (lambda x: -x, "sign-flipped", "sign"),
        (lambda x: x + 2, "off-by-a-constant", "plus 2"),
        (lambda x: x.T, "two-axes-swapped", "axis 0 (L_q) and axis 1 (L_k) swapped"),
        (lambda x: x.flip(0), "order-reversed", "along axis 0 (L_q)"),
        (lambda x: x.roll(1, 1), "shifted-by-one", "one place too late"),
        (lambda x: x.roll(-1, 0), "shifted-by-one", "one place too early"),
        (lambda x: x[:1].expand(3, 3), "one-for-all", "Along axis 0 (L_q)"),
        (lambda x: torch.zeros(3, 3), "all-the-same", "0"),
        (
            lambda x: x.flatten()[[2, 0, 1, 5, 8, 3, 4, 6, 7]].view(3, 3),
            "right-numbers-wrong-places",
            "wrong places",
        ),
        (lambda x: x * torch.tensor([1.0, 1, 9]), "part-is-right", "Only index 2 of axis 1 (L_k)"),
        (lambda x: x * torch.tensor([[1.0], [7], [9]]), "part-is-right", "Only index 0 of axis 0"),
    ],
)
def test_pattern_is_seen(change, slug, words):
    found = patterns.find(change(RIGHT), RIGHT, "L_q L_k")
    assert (found.slug, words in found.means) == (slug, True), found


def test_inverted_mask():
    mask = torch.ones(3, 3).tril().bool()
    assert patterns.find(~mask, mask).slug == "all-inverted"


@pytest.mark.parametrize(
    "actual",
    [RIGHT + torch.arange(9.0).view(3, 3) ** 2, RIGHT[:2], RIGHT * torch.nan, RIGHT[0, 0]],
    ids=["nothing in common", "another shape", "nan", "one number"],
)
def test_nothing_is_claimed(actual):
    assert patterns.find(actual, RIGHT) is None


def test_clue_is_given_only_where_it_fits_every_trial():
    exercise = exercises.find("attention_weights")

    def report(answer):
        return judge(exercise, observe(exercise, answer))

    assert report(lambda s: s.softmax(-1) / 2).diagnosis == "off-by-a-factor"
    wrong_once = report(lambda s: s.softmax(-1) * (2 if s.dim() == 4 else 1))
    assert wrong_once.diagnosis == "off-by-a-factor"
    mixed = report(lambda s: s.softmax(-1) * (2 if s.dim() == 4 else -1))
    assert mixed.diagnosis is None and "none of the mistakes" in mixed.means
