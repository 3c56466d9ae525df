"""Evaluation counts what a model decodes by itself, length by length."""

import pytest
import torch
from torch import nn

from tutor_utils.training import TASKS, evaluate
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
    score = evaluate(Copier(), TASKS["copy"], count=50)
    assert score.exact_match == 1 and score.tried == 50 and score.loss < 1e-6
    assert score.by_length == dict.fromkeys(range(1, 11), 1.0)


def test_an_average_can_hide_that_long_rows_fail():
    score = evaluate(Copier(most=8), TASKS["copy"], count=100)
    assert score.by_length == {n: float(n <= 8) for n in range(1, 11)}
    assert score.exact_match == pytest.approx(0.8) and "80.0% of 100" in str(score)


def test_every_length_is_tried_alike_and_the_count_kept():
    assert evaluate(Copier(), TASKS["copy-fixed"], count=7).by_length == {10: 1.0}
    assert evaluate(Copier(), TASKS["copy"], count=13).tried == 13
    with pytest.raises(ValueError, match="count=9"):
        evaluate(Copier(), TASKS["copy"], count=9)


def test_measuring_changes_neither_mode_nor_random_numbers():
    model, before = Copier().train(), torch.get_rng_state()
    evaluate(model, TASKS["copy"], count=10)
    assert model.training and torch.equal(before, torch.get_rng_state())
