"""The run: what it notes, how it stops, and what each switch changes."""

import _thread
import threading
from dataclasses import replace

import pytest
import torch

from tutor_utils.training import Parts, Trainer
from tutor_utils.training.waits import waits
from tutor_utils.viz import Recording


def test_a_run_notes_what_it_did(trainer):
    src, tgt = trainer.task.batch(1)
    film = Recording(trainer.model)
    run = trainer.run(
        20,
        look_every=10,
        count=20,
        record=lambda step: film.record(src, tgt[:, :-2], step=step),
        record_at=(5,),
    )
    assert run.step == trainer.step == 20 and run.why == "All steps are done"
    assert run.history["step"] == [10, 20]
    assert list(run.losses) == list(range(1, 21)) and run.losses[20] < run.losses[1]
    assert run.history["loss"] == [run.losses[10], run.losses[20]]
    assert run.history["rate_as_share_of_its_peak"] == pytest.approx(
        [10 / trainer.recipe.warmup, 20 / trainer.recipe.warmup]
    )
    assert film.steps == [5, 20] and film.kinds == ["encoder", "decoder", "cross"]
    assert film.layers("cross", 5)[0].weights.shape == (1, 4, 10, 11)
    assert not trainer.model.training, "it can be used at once"


def test_ends_when_all_is_right(trainer):
    run = trainer.run(20, look_every=5, count=10, stop_at=0.0)
    assert run.step == 5 and run.why.startswith("Exact match reached")


def test_stopped_by_hand_leaves_a_usable_model(trainer):
    def stop(run):
        raise KeyboardInterrupt

    run = trainer.run(20, look_every=5, count=10, watch=stop)
    assert run.why == "Stopped by you at step 5: the model can be used"
    assert run.score.tried == 10 and all(p.isfinite().all() for p in trainer.model.parameters())
    assert trainer.run(3, count=10).step == 8, "and it carries on"


def test_a_real_interrupt_is_caught(trainer):
    stop = threading.Timer(0.4, _thread.interrupt_main)
    stop.start()
    run = trainer.run(100_000, look_every=100_000, count=10)
    assert run.why == f"Stopped by you at step {trainer.step}: the model can be used"
    assert 0 < trainer.step < 100_000 and run.score.tried == 10


def test_the_learners_functions_make_the_run(transformer, small):
    asked = []

    def spy(name):
        real = getattr(Parts(), name)
        return lambda *args: asked.append(name) or real(*args)

    names = ("shift_target", "noam_rate", "train_step", "greedy_decode", "exact_match")
    parts = Parts(**{name: spy(name) for name in names})
    Trainer(small.model(transformer), small, parts).run(2, count=10)
    assert set(asked) == set(names)


def test_the_quiet_step_is_the_learners_step(transformer, small):
    losses = []
    for fetch_every in (1, 2):
        trainer = Trainer(small.model(transformer), small, fetch_every=fetch_every)
        losses.append(trainer.run(6, count=10).losses)
    assert list(losses[1]) == [2, 4, 6]
    assert [losses[0][step] for step in losses[1]] == list(losses[1].values())


def test_nothing_waits_in_the_quiet_step(trainer):
    src, tgt = trainer.draw()
    assert waits(lambda: trainer.quiet_step(*trainer.draw())) == {}
    loud = waits(lambda: trainer.parts.train_step(trainer.model, src, tgt, trainer.optimizer, 0))
    assert loud == {"aten::item": 1}, "the learner's step fetches its loss"


@pytest.mark.parametrize("precision", ["bfloat16", "float16"])
def test_half_precision_learns(transformer, small, precision):
    trainer = Trainer(small.model(transformer), small, precision=precision)
    run = trainer.run(60, count=10)
    assert run.losses[60] < 0.9 * run.losses[1]
    assert next(trainer.model.parameters()).dtype == torch.float32
    assert trainer.scaler.is_enabled() == (precision == "float16")


@pytest.mark.parametrize(
    ("options", "said"),
    [({"precision": "half"}, "precision='half'"), ({"fetch_every": -1}, "fetch_every=-1")],
)
def test_bad_options_are_named(transformer, small, options, said):
    with pytest.raises(ValueError, match=said):
        Trainer(small.model(transformer), small, **options)


@pytest.mark.parametrize("options", [{"steps": 0}, {"look_every": 0}])
def test_bad_numbers_of_steps_are_named(trainer, options):
    with pytest.raises(ValueError, match="=0 must be at least 1"):
        trainer.run(**options)


def test_an_unknown_or_missing_device_is_named():
    from tutor_utils.training import pick

    assert pick("cpu").type == "cpu" and pick().type in ("cpu", "cuda", "mps")
    with pytest.raises(ValueError, match="'tpu'"):
        pick("tpu")
    missing = "mps" if not torch.backends.mps.is_available() else "cuda"
    with pytest.raises(ValueError, match="no such device"):
        pick(missing)


def test_compiled_is_a_switch(transformer, small, monkeypatch):
    asked = []
    monkeypatch.setattr(torch, "compile", lambda model: asked.append(model) or model)
    trainer = Trainer(small.model(transformer), replace(small), compiled=True)
    trainer.run(2, count=10)
    assert asked == [trainer.model]
