"""Evaluation counts what a model decodes by itself, length by length."""

from dataclasses import replace

import pytest
import torch
from torch import nn

from tutor_utils.training import TASKS, Parts, Trainer, evaluate, upper_bound
from tutor_utils.training.evaluation import one_pass_tells
from tutor_utils.training.injected_faults import assembled
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


class Echo(Copier):
    """Says what it reads."""

    def decode(self, tgt, memory, src_mask):
        return nn.functional.one_hot(tgt, 11).float() * 50 + self.weight


def test_long_rows_failing_show_by_length():
    score = evaluate(Copier(most=9), TASKS["copy"], count=200)
    assert score.by_length == {n: float(n <= 9) for n in score.lengths}
    assert score.exact_match == 1 - score.wrong / 200 and score.wrong == score.tried_by_length[10]
    sample = score.sample
    assert sample.given == sample.wanted and len(sample.given) == 11 and sample.given[-1] == "eos"
    assert sample.decoded[1:] == sample.wanted[1:] and sample.decoded[0] != sample.wanted[0]


def test_evaluation_tries_as_many_sequences_as_asked():
    assert evaluate(Copier(), TASKS["copy-fixed"], count=7).by_length == {10: 1.0}
    assert evaluate(Copier(), TASKS["copy"], count=13).tried == 13
    with pytest.raises(ValueError, match="count=9"):
        evaluate(Copier(), TASKS["copy"], count=9)


def test_measuring_changes_neither_mode_nor_random_numbers():
    model, before = Copier().train(), torch.get_rng_state()
    evaluate(model, TASKS["copy"], count=10)
    assert model.training and torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("tried", [1, 10, 1000])
def test_bound_gives_the_confidence_level_by_definition(tried):
    assert upper_bound(0, tried) == pytest.approx(1 - 0.05 ** (1 / tried))  # (1 - p)^n = 0.05
    assert upper_bound(tried, tried) == 1
    last = upper_bound(tried - 1, tried)
    assert last**tried == pytest.approx(0.95)  # all wrong is the only other case
    assert upper_bound(0, tried) <= last


def test_bound_matches_published_tables():
    # Hahn and Meeker, Statistical Intervals: 2 of 20, one-sided 95 %: 0.2826
    assert upper_bound(2, 20) == pytest.approx(0.2826, abs=1e-4)
    with pytest.raises(ValueError, match="wrong=3"):
        upper_bound(3, 2)


def test_one_pass_tells_what_greedy_decoding_gets_right(transformer, small):
    """Half trained: some sequences are right, some wrong, at every place."""
    trainer = Trainer(small.build_model(transformer), replace(small, peak_lr=2e-2))
    trainer.run(80, stop_at=2, final=10)
    assert one_pass_tells(trainer.model, small.task, trainer.parts)
    by_itself, in_one_pass = (
        evaluate(trainer.model, small.task, count=300, in_one_pass=way) for way in (False, True)
    )
    assert by_itself == in_one_pass and by_itself.sample == in_one_pass.sample
    assert 0.05 < by_itself.exact_match < 0.95, "else this says little"


@pytest.mark.parametrize("visible", [0, 1])
def test_one_pass_tells_nothing_where_the_future_is_visible(small, visible):
    def causal(length, device=None):
        every = torch.ones(1, 1, length, length, dtype=torch.bool, device=device)
        return every.tril(1) if visible else every

    for wrong, tells in ((causal, False), (None, True)):
        made = assembled("Transformer", {"causal_mask": wrong} if wrong else {})
        model = small.build_model(made).train()
        assert one_pass_tells(model, small.task, Parts()) is tells
        assert model.training


def test_one_pass_tells_nothing_where_decoding_takes_another_token(transformer, small):
    parts = Parts()

    def last_but_one(*arguments):
        return parts.greedy_decode(*arguments) * 0 + 3

    model = small.build_model(transformer)
    assert not one_pass_tells(model, small.task, replace(parts, greedy_decode=last_but_one))


def test_one_pass_counts_by_labels():
    """A wrong shift_target reads what it should say: decoding shows that it learned nothing."""
    same = replace(Parts(), shift_target=lambda tgt: (tgt[:, 1:], tgt[:, 1:]))
    score = evaluate(Echo(), TASKS["copy"], same, 200, in_one_pass=True)
    assert score.wrong == 200 and score.loss < 1e-6


def test_without_a_sample_nothing_more_is_decoded(monkeypatch):
    refuse = replace(Parts(), greedy_decode=None)
    score = evaluate(Copier(), TASKS["copy"], refuse, 200, in_one_pass=True, sample=False)
    assert score.wrong == 0 and score.sample is None
