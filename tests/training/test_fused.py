"""PyTorch's fused attention in the learner's model: the same numbers, no weights, and back."""

import pytest
import torch
from torch import nn

from tutor_utils.training import Trainer, fused_attention
from tutor_utils.viz import Recording


def _batch(trainer):
    src, tgt = trainer.draw()
    return src, tgt[:, :-1]


def test_fused_attention_gives_the_same_logits_and_gradients(trainer):
    model, batch = trainer.model.double().train(), _batch(trainer)
    found = []
    for context in (None, fused_attention(model)):
        model.zero_grad()
        if context:
            context.__enter__()
        logits = model(*batch)
        logits.square().mean().backward()
        found.append([logits, *(p.grad.clone() for p in model.parameters())])
    context.__exit__(None, None, None)
    assert all(torch.allclose(a, b, atol=1e-10) for a, b in zip(*found, strict=True))


def test_fused_attention_ends_with_the_block(trainer, monkeypatch):
    real, calls = nn.functional.scaled_dot_product_attention, []
    monkeypatch.setattr(
        nn.functional,
        "scaled_dot_product_attention",
        lambda *a, **k: calls.append(a) or real(*a, **k),
    )
    src, decoder_input = _batch(trainer)
    with fused_attention(trainer.model):
        calls.clear()
        trainer.model(src, decoder_input)
        assert len(calls) == 3
        with pytest.raises(ValueError, match="no attention weights"):
            Recording(trainer.model).record(src, decoder_input[:, :-1])
    calls.clear()
    trainer.model(src, decoder_input)
    assert not calls
    assert "cross" in Recording(trainer.model).record(src, decoder_input[:, :-1]).kinds


def test_run_with_fused_attention_learns(trainer):
    with fused_attention(trainer.model):
        run = trainer.run(40, count=10)
    assert run.losses[40] < 0.95 * run.losses[1]


def test_attention_that_computes_something_else_is_not_exchanged(transformer, small):
    trainer = Trainer(small.build_model(transformer), small)
    wrong = trainer.model.encoder.layers[0].attention
    wrong.register_forward_hook(lambda module, args, out: (out[0] * 1.1, out[1]))
    with pytest.raises(ValueError, match="computes something else"), fused_attention(trainer.model):
        pass
    assert "forward" not in wrong.__dict__


def test_a_model_without_attention_is_named():
    with pytest.raises(ValueError, match="no attention module"), fused_attention(nn.Linear(2, 2)):
        pass
