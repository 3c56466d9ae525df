"""What goes wrong is said in words, before a GPU says it in its own."""

import pytest
import torch
from other_steps import with_step

from tutor_utils.training import Task, Trainer, errors


@pytest.mark.parametrize(
    ("vocabularies", "task", "words"),
    [
        ((11, 11), {"vocab_size": 12}, r"vocab_size=12 .* ids up to 11; .* ids 0 to 10"),
        ((5, 11), {}, "vocab_size=11"),
        ((11, 11), {"max_len": 40}, r"max_len=40 .* 41 tokens .* max_len=42"),
    ],
)
def test_task_that_does_not_fit_the_model_is_named(transformer, small, vocabularies, task, words):
    model = transformer(*vocabularies, d_model=16, num_heads=4, num_layers=1, d_ff=16, max_len=30)
    with pytest.raises(ValueError, match=words):
        Trainer(model, small.for_task(Task("other", **task)))


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
        trainer.parts = with_step(_without_update)
        trainer.run(3, count=10)


def _without_update(model, src, tgt, *rest):
    return model(src, tgt[:, :-1]).sum().item()


def test_nan_of_the_loss_alone_is_named(transformer, small):
    parts = with_step(lambda *args: float("inf"))
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

    trainer = Trainer(small.build_model(transformer), small, with_step(full))
    with pytest.raises(errors.OutOfMemory, match=r"2 GiB.*Lower batch_size=8 first") as caught:
        trainer.run(3, count=10)
    assert caught.value._render_traceback_() == [str(caught.value)]


@pytest.mark.parametrize(
    ("raised", "error", "words"),
    [
        ("CUDA error: device-side assert\nmore", errors.DeviceLost, r"stopped.*last checkpoint"),
        ("shapes do not fit", RuntimeError, "^shapes do not fit$"),  # comes out as it is
    ],
)
def test_only_a_lost_device_is_put_in_words(transformer, small, raised, error, words):
    def fails(*args):
        raise RuntimeError(raised)

    trainer = Trainer(small.build_model(transformer), small, with_step(fails))
    with pytest.raises(error, match=words):
        trainer.run(3, count=10)
