"""The paths of devices that no test machine has: no wait, no copy, enough memory."""

from dataclasses import replace

import pytest
import torch
from bench import BASE
from other_devices import OTHER, Copies, NoLuckWithIntegers
from other_steps import with_step
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.autograd.graph import saved_tensors_hooks

from tutor_utils.course import answers
from tutor_utils.training import (
    TASKS,
    Parts,
    Trainer,
    held_out,
    quiet_start,
)
from tutor_utils.training.devices import MixedPrecision
from tutor_utils.training.step import Step


def test_a_learners_own_float64_stays_off_the_device(transformer, small):
    seen = []
    real = Parts().exact_match
    parts = replace(
        Parts(), exact_match=lambda p, y, *ids: seen.append(p.device) or real(p, y, *ids)
    )
    Trainer(small.build_model(transformer), small, parts).run(2, count=10)
    assert {device.type for device in seen} == {"cpu"}


@pytest.fixture
def far_step(transformer, small):
    """A step whose model lives on the other device."""
    with torch.device(OTHER):
        model = small.build_model(transformer)
    optimizer = torch.optim.Adam(list(model.parameters()), lr=1e-3)
    return Step(model, optimizer, MixedPrecision("float32", OTHER), without_sync=True)


@pytest.mark.parametrize("name", ["copy", "reverse", "sort"])
def test_a_step_neither_waits_nor_copies(far_step, name):
    held_out.training_batch(TASKS[name], 8, None, OTHER)  # what is copied once is there now
    with Copies() as copies:
        batch = held_out.training_batch(TASKS[name], 8, None, OTHER)
        loss = far_step(Parts(), *batch)
    assert loss.device == OTHER and copies.seen == []


@pytest.mark.parametrize("how", ["usual", "closure", "autograd_grad"])
def test_a_learners_step_does_not_wait_either(far_step, how):
    batch = held_out.training_batch(TASKS["copy"], 8, None, OTHER)
    loss = far_step(with_step(answers.right("train_step", how)), *batch)
    assert isinstance(loss, torch.Tensor)


def test_a_learners_batches_are_drawn_on_the_device(monkeypatch):
    class FarGenerator:
        """torch.Generator of a device that is not here."""

        device = OTHER

        def __init__(self, device):
            self.device = torch.device(device)

        def manual_seed(self, seed):
            return self

    asked = []

    def copy_batch(count, max_len, vocab_size, generator=None, device=None):
        asked.append((torch.empty(0).device, device))
        return TASKS["copy"].batch(count, None, device)

    monkeypatch.setattr(torch, "Generator", FarGenerator)
    task = TASKS["copy"].drawn_by(copy_batch)
    generator = task.generator(0, OTHER)
    with Copies() as copies:
        src, tgt = task.batch(4, generator, OTHER)
    assert src.device == tgt.device == OTHER and copies.seen == []
    assert generator.device == OTHER and asked[-1] == (OTHER, OTHER)


def test_batches_that_cannot_be_drawn_there_are_brought(monkeypatch):
    def refuses(count, max_len, vocab_size, generator=None, device=None):
        if device is not None:
            raise RuntimeError("Expected a 'cpu' device type for generator")
        return TASKS["copy"].batch(count, generator)

    task = TASKS["copy"].drawn_by(refuses)
    monkeypatch.setattr(torch, "Generator", lambda device="cpu": torch._C.Generator("cpu"))
    generator = task.generator(0, OTHER)
    src, tgt = task.batch(4, generator, OTHER)
    assert generator.device.type == "cpu" and src.device == tgt.device == OTHER


def kept_bytes(model, src, tgt):
    """What a forward pass keeps for the backward pass, parameters left out."""
    kept = {}
    own = {p.untyped_storage()._cdata for p in model.parameters()}

    def keep(tensor):
        storage = tensor.untyped_storage()
        if storage._cdata not in own:
            kept[storage._cdata] = storage.nbytes()
        return tensor

    with saved_tensors_hooks(keep, lambda tensor: tensor):
        model.train()
        loss = Parts().sequence_loss(model(src, tgt[:, :-1]), tgt[:, 1:], 0)
        total = sum(kept.values())
    assert loss.shape == ()
    return total / 2**30


def test_the_papers_base_size_fits_a_small_gpu(transformer):
    with FakeTensorMode():
        model = BASE.build_model(transformer, initialise=quiet_start)
        sizes = [
            kept_bytes(model, *(torch.ones(count, n, dtype=torch.long) for n in (101, 102)))
            for count in (16, 64)
        ]
    assert sizes[1] < 12, "GiB, at 64 sequences of 101 tokens"
    assert sizes[1] == pytest.approx(4 * sizes[0], rel=0.05), "half the batch, half the memory"


def test_the_split_needs_no_number_that_runs_over():
    generator = torch.Generator().manual_seed(0)
    with NoLuckWithIntegers():
        src, _ = held_out.training_batch(TASKS["copy"], 64, generator)
        prints = held_out.fingerprint(src)
        with pytest.raises(OverflowError):
            torch.tensor([2**62]) * 4
    whole = 2**64

    def by_python(row):
        number = sum(x * held_out._mixed(place) for place, x in enumerate(row))
        number = (number + whole // 2) % whole - whole // 2
        number = (number ^ number >> 29) * held_out._mixed(held_out._WIDEST)
        return (number + whole // 2) % whole - whole // 2

    assert prints.tolist() == [by_python(row) for row in src.tolist()]


def test_kept_logits_outlive_the_memory_of_the_next_step(transformer, small):
    model = small.build_model(transformer)
    memory = []  # a CUDA graph writes each output to the same place

    def output(module, args, logits):
        memory.append(logits)
        return logits

    model.register_forward_hook(output)
    optimizer = torch.optim.Adam(list(model.parameters()), lr=1e-3)
    step = Step(model, optimizer, MixedPrecision("float32", torch.device("cpu")), False)
    step.keeps_logits = True
    step(Parts(), *held_out.training_batch(TASKS["copy"], 8))
    kept = step.logits.clone()
    memory[0].detach().zero_()
    assert torch.equal(step.logits, kept) and kept.abs().sum() > 0
