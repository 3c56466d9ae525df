"""What goes wrong is said in words, before a GPU says it in its own."""

from dataclasses import replace

import pytest
import torch

from tutor_utils.training import Parts, Task, Trainer, faults


def test_an_id_outside_the_vocabulary(transformer, small):
    model = small.model(transformer)
    wide = small.for_task(Task("wide", vocab_size=12))
    with pytest.raises(ValueError, match=r"vocab_size=12 .* ids up to 11; .* ids 0 to 10"):
        Trainer(model, wide)


def test_an_id_outside_the_source_vocabulary_alone(transformer, small):
    model = transformer(5, 11, d_model=16, num_heads=4, num_layers=1, d_ff=16)
    with pytest.raises(ValueError, match="vocab_size=11"):
        Trainer(model, small)


def test_longer_than_the_model(transformer, small):
    model = small.model(transformer)
    long = small.for_task(Task("long", max_len=40))
    with pytest.raises(ValueError, match=r"max_len=40 .* 41 tokens .* max_len=42"):
        Trainer(model, long)


def test_a_model_that_fits_is_left_as_it_was(transformer, small):
    model = small.model(transformer).train()
    faults.fits(model, small.task)
    assert model.training


def test_a_loss_that_is_no_number_is_named_and_undone(trainer):
    good = {name: p.clone() for name, p in trainer.model.named_parameters()}

    with pytest.raises(faults.NotANumber, match=r"step 5 is nan.*weights .* hold NaN.*of step 0"):
        trainer.rate = lambda step: float("nan") if step == 4 else 0.0
        trainer.run(10, count=10)
    assert all(torch.equal(p, good[name]) for name, p in trainer.model.named_parameters())


def test_the_first_part_that_gives_nan_is_named(trainer):
    def spoil(module, args, output):
        return output * float("nan")

    trainer.model.encoder.layers[0].feed_forward.register_forward_hook(spoil)
    trainer.rate = lambda step: 0.0
    with pytest.raises(faults.NotANumber, match=r"encoder.layers.0.feed_forward \(FeedForward\)"):
        trainer.parts = replace(trainer.parts, train_step=_without_update)
        trainer.run(3, count=10)


def _without_update(model, src, tgt, optimizer, pad_id):
    return model(src, tgt[:, :-1]).sum().item()


def test_a_loss_that_is_no_number_by_itself_is_named(transformer, small):
    parts = Parts(train_step=lambda *args: float("inf"))
    with pytest.raises(faults.NotANumber, match=r"is inf, no number\. The model's output is"):
        Trainer(small.model(transformer), small, parts).run(3, count=10)


def test_too_little_memory_says_what_to_lower(transformer, small):
    def full(*args):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.\nmore")

    trainer = Trainer(small.model(transformer), small, Parts(train_step=full))
    with pytest.raises(faults.OutOfMemory, match=r"2 GiB.*Lower batch_size=8 first") as caught:
        trainer.run(3, count=10)
    assert caught.value._render_traceback_() == [str(caught.value)]
