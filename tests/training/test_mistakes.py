"""Each mistake trained: which number of the run gives it away. The notebook shows this table."""

import pytest

from tutor_utils.training.mistakes import MISTAKES, RIGHT, attempt

# What gives the mistake away. Where the loss lies near the border, both words are right.
SEEN_BY = {
    "heads merged without transposing back": {"exact match"},
    "heads split and merged by view alone": {"exact match"},
    "heads split by view alone": {"exact match"},
    "no causal mask": {"exact match"},
    "one future token visible": {"exact match"},
    "mask inverted": {"exact match"},
    "masked with 1e-9, the minus lost": {"exact match"},
    "masked after softmax, sum below 1": {"exact match"},
    "softmax over queries": {"exact match"},
    "divided by √d_model": {"neither"},
    "not divided at all": {"neither"},
    "pads of the source not masked": {"neither"},
    "no positions": {"loss"},
    "no residual": {"loss"},
    "no activation in the feed-forward network": {"neither"},
    "target not shifted": {"exact match"},
    "pads counted in the loss": {"neither"},
    "softmax before the loss": {"loss"},
    "gradients never zeroed": {"loss"},
    "no eos in the target": {"exact match"},
    "no bos in the target": {"exact match"},
}


def test_without_a_mistake_it_learns():
    verdict = attempt(RIGHT)
    assert verdict.seen_by == "neither" and verdict.score.exact == 1


def test_every_mistake_is_told_here():
    assert [m.name for m in MISTAKES] == list(SEEN_BY) and len(MISTAKES) >= 12


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.name)
def test_what_gives_it_away(mistake):
    verdict = attempt(mistake)
    assert verdict.seen_by in SEEN_BY[mistake.name], verdict
    if verdict.seen_by == "exact match":
        assert verdict.loss < 0.15 and verdict.score.exact < 0.6
    if verdict.seen_by == "neither":
        assert verdict.score.exact == 1
