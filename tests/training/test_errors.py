"""What goes wrong is said in words, before a GPU says it in its own."""

import pytest
import torch

from tutor_utils.training import Parts, Task, Trainer, errors


def test_id_outside_the_vocabulary_is_named(transformer, small):
    model = small.build_model(transformer)
    wide = small.for_task(Task("wide", vocab_size=12))
    with pytest.raises(ValueError, match=r"vocab_size=12 .* ids up to 11; .* ids 0 to 10"):
        Trainer(model, wide)


def test_id_outside_the_source_vocabulary_is_named(transformer, small):
    model = transformer(5, 11, d_model=16, num_heads=4, num_layers=1, d_ff=16)
    with pytest.raises(ValueError, match="vocab_size=11"):
        Trainer(model, small)


def test_sequence_longer_than_the_model_is_named(transformer, small):
    model = small.build_model(transformer)
    long = small.for_task(Task("long", max_len=40))
    with pytest.raises(ValueError, match=r"max_len=40 .* 41 tokens .* max_len=42"):
        Trainer(model, long)


def test_a_model_that_fits_is_left_as_it_was(transformer, small):
    model = small.build_model(transformer).train()
    errors.fits(model, small.task)
    assert model.training


def test_nan_loss_is_named_and_undone(trainer):
    good = {name: p.clone() for name, p in trainer.model.named_parameters()}

    with pytest.raises(errors.NotANumber, match=r"step 10 is nan.*weights .* hold NaN.*of step 0"):
        trainer.lr_at = lambda step: float("nan") if step == 4 else 0.0
        trainer.run(10, count=10)
    assert all(torch.equal(p, good[name]) for name, p in trainer.model.named_parameters())


def test_nan_restores_weights_of_the_last_evaluation(trainer):
    kept = {}

    def keep(run):
        kept.update({name: p.clone() for name, p in trainer.model.state_dict().items()})

    lr_at = trainer.lr_at
    trainer.lr_at = lambda step: lr_at(step) if step <= 6 else float("nan")
    with pytest.raises(errors.NotANumber, match=r"step 10 is nan.*of step 6\."):
        trainer.run(10, eval_every=6, count=10, on_eval=keep)
    assert kept and all(torch.equal(p, kept[k]) for k, p in trainer.model.state_dict().items())


def test_the_first_module_that_gives_nan_is_named(trainer):
    def spoil(module, args, output):
        return output * float("nan")

    trainer.model.encoder.layers[0].feed_forward.register_forward_hook(spoil)
    trainer.lr_at = lambda step: 0.0
    with pytest.raises(errors.NotANumber, match=r"encoder.layers.0.feed_forward \(FeedForward\)"):
        trainer.parts = trainer.parts.with_step(_without_update)
        trainer.run(3, count=10)


def _without_update(model, src, tgt, optimizer, pad_id):
    return model(src, tgt[:, :-1]).sum().item()


def test_nan_of_the_loss_alone_is_named(transformer, small):
    parts = Parts().with_step(lambda *args: float("inf"))
    with pytest.raises(errors.NotANumber, match=r"is inf, no number\. The model's output is"):
        Trainer(small.build_model(transformer), small, parts).run(3, count=10)


NO_MEMORY = [
    torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.\nmore"),
    RuntimeError("MPS backend out of memory (MPS allocated: 9 GB). Tried to allocate 2 GiB."),
    RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: 2 GiB."),
    MemoryError("2 GiB"),
]


@pytest.mark.parametrize("error", NO_MEMORY, ids=["cuda", "mps", "cpu", "python"])
def test_too_little_memory_says_what_to_lower(transformer, small, error):
    def full(*args):
        raise error

    trainer = Trainer(small.build_model(transformer), small, Parts().with_step(full))
    with pytest.raises(errors.OutOfMemory, match=r"2 GiB.*Lower batch_size=8 first") as caught:
        trainer.run(3, count=10)
    assert caught.value._render_traceback_() == [str(caught.value)]


def test_lost_device_is_reported_in_words(transformer, small):
    def gone(*args):
        raise RuntimeError("CUDA error: device-side assert triggered\nCUDA kernel errors might")

    trainer = Trainer(small.build_model(transformer), small, Parts().with_step(gone))
    with pytest.raises(errors.DeviceLost, match=r"stopped working.*last checkpoint"):
        trainer.run(3, count=10)


def test_other_errors_come_out_as_they_are(transformer, small):
    def fails(*args):
        raise RuntimeError("shapes do not fit")

    trainer = Trainer(small.build_model(transformer), small, Parts().with_step(fails))
    with pytest.raises(RuntimeError, match="shapes do not fit"):
        trainer.run(3, count=10)
