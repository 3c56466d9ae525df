"""The learner's train_step is the one body of a step, whatever dtype or share it runs with."""

from dataclasses import replace

import pytest
import torch
from bench import host_device_syncs
from other_steps import with_step

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.exercises.folder import right_answers
from tutor_utils.training import Parts, Trainer
from tutor_utils.training.devices import MixedPrecision
from tutor_utils.training.errors import TrainingError
from tutor_utils.training.step import Step


def test_without_sync_the_losses_are_the_same(transformer, small):
    losses = []
    for without_sync in (False, True):
        trainer = Trainer(small.build_model(transformer), small, without_sync=without_sync)
        losses.append(trainer.run(6, count=10).losses)
    assert losses[0] == losses[1] and list(losses[0]) == [1, 2, 3, 4, 5, 6]


def test_nothing_waits_without_sync(transformer, small):
    without, with_it = (
        Trainer(small.build_model(transformer), small, without_sync=yes) for yes in (True, False)
    )
    assert host_device_syncs(lambda: without.update(*without.draw())) == {}
    assert host_device_syncs(lambda: with_it.update(*with_it.draw())) == {"aten::item": 1}
    assert host_device_syncs(lambda: torch.arange(3).nonzero()) == {"aten::nonzero": 1}


@pytest.mark.parametrize("without_sync", [False, True])
@pytest.mark.parametrize("amp_dtype", ["float32", "float16"])
def test_the_learners_train_step_makes_every_update(transformer, small, without_sync, amp_dtype):
    called, real = [], Parts().train_step

    def train_step(*args):
        called.append(args)
        return real(*args)

    options = {"without_sync": without_sync, "amp_dtype": amp_dtype}
    trainer = Trainer(small.build_model(transformer), small, with_step(train_step), **options)
    trainer.run(3, count=10)
    assert len(called) == 3 and all(model is trainer.model for model, *_ in called)


STEPS = right_answers(exercises.path_of("train_step"))


@pytest.mark.parametrize("how", STEPS)
@pytest.mark.parametrize(
    "options", [{"without_sync": True}, {"amp_dtype": "float16"}], ids=["without_sync", "float16"]
)
def test_a_step_written_in_another_way_trains_the_same(transformer, small, how, options):
    losses = []
    for parts in (Parts(), with_step(answers.right("train_step", how))):
        trainer = Trainer(small.build_model(transformer), small, parts, **options)
        losses.append(trainer.run(4, count=10).losses[4])
    assert losses[1] == pytest.approx(losses[0], rel=1e-3)


def test_a_weight_multiplies_the_gradient_and_not_the_loss(trainer):
    src, tgt = trainer.draw()
    step = Step(trainer.model, torch.optim.SGD(trainer.model.parameters(), lr=0.0), PLAIN, False)
    losses, gradients = [], []
    for weight in (None, torch.tensor(3.0)):
        losses.append(step(trainer.parts, src, tgt, weight))
        gradients.append([p.grad.clone() for p in trainer.model.parameters()])
    assert losses[0] == losses[1]
    for once, thrice in zip(*gradients, strict=True):
        torch.testing.assert_close(3 * once, thrice)


PLAIN = MixedPrecision("float32", torch.device("cpu"))


@pytest.mark.parametrize("amp_dtype", ["float32", "float16"])
def test_gradients_longer_than_the_limit_are_clipped(transformer, small, amp_dtype):
    lengths = []
    for clip_norm in (None, 0.1):
        config = replace(small, clip_norm=clip_norm)
        trainer = Trainer(config.build_model(transformer), config, amp_dtype=amp_dtype)
        trainer.update(*trainer.draw())
        gradients = [p.grad.norm() for p in trainer.model.parameters()]  # unscaled by the update
        lengths.append(torch.stack(gradients).norm().item())
    assert lengths[0] > 0.2 and lengths[1] == pytest.approx(0.1, rel=1e-3)


def test_weight_decay_takes_a_share_times_the_rate(transformer, small):
    weights = []
    for weight_decay in (0.0, 0.5):
        config = replace(small, weight_decay=weight_decay)
        trainer = Trainer(config.build_model(transformer), config)
        before = trainer.model.output.weight.detach().clone()
        trainer.optimizer.param_groups[0]["lr"] = 0.1
        trainer.update(*trainer.draw())
        weights.append(trainer.model.output.weight.detach())
    torch.testing.assert_close(weights[0] - weights[1], 0.5 * 0.1 * before)


@pytest.mark.parametrize("amp_dtype", ["float32", "float16"])
@pytest.mark.parametrize("how", STEPS)
def test_a_batch_in_parts_is_the_same_run(transformer, small, how, amp_dtype):
    parts, losses, calls = with_step(answers.right("train_step", how)), [], []
    for accumulate in (1, 4):
        config = replace(small, accumulate=accumulate, clip_norm=1.0)
        trainer = Trainer(config.build_model(transformer), config, parts, amp_dtype=amp_dtype)
        trainer.model.register_forward_pre_hook(lambda module, args: calls.append(len(args[0])))
        run = trainer.run(6, eval_every=9, count=10)
        losses.append(list(run.losses.values()))
        assert trainer.step == 6 and list(run.losses) == [1, 2, 3, 4, 5, 6]
    assert losses[1] == pytest.approx(losses[0], rel=1e-4 if amp_dtype == "float32" else 1e-2)
    assert calls.count(2) == 24


def test_a_batch_in_parts_keeps_the_rate_of_its_step(transformer, small):
    config, rates = replace(small, accumulate=2), []
    trainer = Trainer(config.build_model(transformer), config)
    real = trainer.parts.train_step

    def train_step(model, src, tgt, optimizer, *rest):
        rates.append(optimizer.param_groups[0]["lr"])
        return real(model, src, tgt, optimizer, *rest)

    trainer.parts = with_step(train_step)
    trainer.run(2, count=10)
    trainer.run(1, count=10)
    assert rates == [trainer.lr_at(step) for step in (1, 1, 2, 2, 3, 3)]


def test_what_an_interrupted_batch_added_up_is_dropped(transformer, small):
    config, losses = replace(small, accumulate=2), []
    for stops in (False, True):
        trainer = Trainer(config.build_model(transformer), config)
        batch, real = trainer.draw(), trainer.parts.train_step

        def fails(*args, real=real):
            real(*args)
            raise KeyboardInterrupt

        if stops:
            trainer.parts = with_step(fails)
            with pytest.raises(KeyboardInterrupt):
                trainer.update(*batch)
        trainer.parts = Parts()
        losses.append([trainer.update(*batch) for _ in range(2)])
    assert losses[0] == losses[1]


def test_a_model_that_is_not_called_cannot_be_weighted(trainer):
    parts = Parts(train_step=lambda *args: 0.0)
    step = Step(trainer.model, trainer.optimizer, PLAIN, without_sync=False)
    assert step(parts, *trainer.draw()) == 0.0
    with pytest.raises(TrainingError, match=r"does not call model\(src"):
        step(parts, *trainer.draw(), torch.ones(()))


def test_step_leaves_no_hooks_behind(transformer, small):
    trainer = Trainer(small.build_model(transformer), small, without_sync=True, amp_dtype="float16")

    def fails(*args):
        args[0](args[1], args[2][:, :-1])
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        trainer._step(Parts(train_step=fails), *trainer.draw())
    assert not trainer.model._forward_hooks
    assert isinstance(torch.ones(()).item(), float) and not torch.is_autocast_enabled("cpu")


def test_a_compiled_model_takes_the_same_step(transformer, small, monkeypatch):
    real = torch.compile
    monkeypatch.setattr(torch, "compile", lambda model, mode: real(model, backend="eager"))
    losses = []
    for compile_model in (False, True):
        trainer = Trainer(
            small.build_model(transformer), small, without_sync=True, compile_model=compile_model
        )
        losses.append(trainer.run(4, count=10).losses)
    torch._dynamo.reset()
    assert losses[1] == pytest.approx(losses[0], rel=1e-4)


@pytest.mark.parametrize("amp_dtype", ["float32", "float16"])
def test_scaled_optimizer_calls_its_closure(trainer, amp_dtype):
    src, tgt = trainer.draw()
    before = [p.clone() for p in trainer.model.parameters()]
    returned = []

    def train_step(model, src, tgt, optimizer, pad_id):
        def closure():
            optimizer.zero_grad()
            loss = trainer.parts.sequence_loss(model(src, tgt[:, :-1]), tgt[:, 1:], pad_id)
            loss.backward()
            return loss

        returned.append(optimizer.step(closure))
        return returned[-1].item()

    optimizer = torch.optim.Adam(trainer.model.parameters(), lr=1e-3, fused=True)
    precision = MixedPrecision(amp_dtype, torch.device("cpu"))
    loss = Step(trainer.model, optimizer, precision, without_sync=False)(
        Parts(train_step=train_step), src, tgt
    )
    assert loss == returned[0].item() > 0
    assert any(
        not torch.equal(p, old) for p, old in zip(trainer.model.parameters(), before, strict=True)
    )
