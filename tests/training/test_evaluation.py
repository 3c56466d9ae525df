"""Evaluation counts what a model decodes by itself, length by length."""

import pytest
import torch
from torch import nn

from tutor_utils.training import TASKS, Parts, evaluate, upper_bound
from tutor_utils.training.evaluation import quick_decode
from tutor_utils.training.tasks import EOS, PAD


class Copier(nn.Module):
    """Says the source again, right up to ``most`` symbols; longer ones end in a wrong symbol."""

    def __init__(self, most=10):
        super().__init__()
        self.most, self.weight = most, nn.Parameter(torch.zeros(()))

    def encode(self, src):
        return src, src != PAD

    def decode(self, tgt, memory, src_mask):
        decoded = memory.clone()
        long = (memory == EOS).float().argmax(1) > self.most
        decoded[long, 0] = 3 + (decoded[long, 0] - 2) % 8
        return nn.functional.one_hot(decoded[:, : tgt.shape[1]], 11).float() * 50 + self.weight

    def forward(self, src, tgt):
        return self.decode(tgt, *self.encode(src))


def test_all_right():
    score = evaluate(Copier(), TASKS["copy"], count=200)
    assert score.exact_match == 1 and score.tried == 200 and score.wrong == 0 and score.loss < 1e-6
    assert set(score.by_length.values()) == {1.0} and set(score.by_length) >= set(range(2, 11))
    assert score.tried_by_length[10] >= 100, "half of them are of the full length"


def test_an_average_can_hide_that_long_rows_fail():
    score = evaluate(Copier(most=9), TASKS["copy"], count=200)
    assert score.by_length == {n: float(n <= 9) for n in score.lengths}
    assert score.exact_match == 1 - score.wrong / 200 and score.wrong == score.tried_by_length[10]
    sample = score.sample
    assert sample.given == sample.wanted and len(sample.given) == 11 and sample.given[-1] == "eos"
    assert sample.said[1:] == sample.wanted[1:] and sample.said[0] != sample.wanted[0]


def test_the_count_is_kept():
    assert evaluate(Copier(), TASKS["copy-fixed"], count=7).by_length == {10: 1.0}
    assert evaluate(Copier(), TASKS["copy"], count=13).tried == 13
    with pytest.raises(ValueError, match="count=9"):
        evaluate(Copier(), TASKS["copy"], count=9)


def test_measuring_changes_neither_mode_nor_random_numbers():
    model, before = Copier().train(), torch.get_rng_state()
    evaluate(model, TASKS["copy"], count=10)
    assert model.training and torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("tried", [1, 10, 1000])
def test_the_bound_is_the_share_at_which_so_few_are_rare(tried):
    assert upper_bound(0, tried) == pytest.approx(1 - 0.05 ** (1 / tried))  # (1 - p)^n = 0.05
    assert upper_bound(tried, tried) == 1
    last = upper_bound(tried - 1, tried)
    assert last**tried == pytest.approx(0.95)  # all wrong is the only other case
    assert upper_bound(0, tried) <= last


def test_the_bound_as_the_tables_have_it():
    # Hahn and Meeker, Statistical Intervals: 2 of 20, one-sided 95 %: 0.2826
    assert upper_bound(2, 20) == pytest.approx(0.2826, abs=1e-4)
    with pytest.raises(ValueError, match="wrong=3"):
        upper_bound(3, 2)


def test_a_quick_decoder_is_used_where_it_says_the_same(transformer, small):
    model, parts = small.build_model(transformer), Parts()
    quick = parts.cached_greedy_decode
    assert quick_decode(model, small.task, parts, quick) is quick
    other = quick_decode(model, small.task, parts, lambda *args: quick(*args) * 0 + 3)
    assert other is parts.greedy_decode
    named_otherwise = quick_decode(Copier(), small.task, parts, quick)
    assert named_otherwise is parts.greedy_decode
    assert model.training
