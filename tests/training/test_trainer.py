"""The run: what it notes, how it stops, and what each switch changes."""

import signal

import pytest
import torch
from other_steps import with_step

from tutor_utils.training import Parts, Score, Trainer, evaluate
from tutor_utils.training.injected_faults import assembled
from tutor_utils.training.run import LiveCurves
from tutor_utils.viz import Recording


def test_a_run_notes_what_it_did(trainer):
    src, tgt = trainer.task.batch(1)
    film = Recording(trainer.model)
    run = trainer.run(
        20,
        eval_every=10,
        count=20,
        record=lambda step: film.record(src, tgt[:, :-2], step=step),
        record_at=(5,),
    )
    assert run.step == trainer.step == 20 and run.why == "All steps are done"
    assert run.history["step"] == [10, 20]
    assert run.samples == {}, "nothing is drawn"
    assert list(run.losses) == list(range(1, 21)) and run.losses[20] < run.losses[1]
    assert run.history["loss"][1] < run.history["loss"][0]
    assert run.history["lr_over_peak"] == pytest.approx(
        [10 / trainer.config.warmup, 20 / trainer.config.warmup]
    )
    assert film.steps == [5, 20] and film.kinds == ["encoder", "decoder", "cross"]
    assert film.layers("cross", 5)[0].weights.shape == (1, 2, 10, 11)
    assert not trainer.model.training, "it can be used at once"


def test_curves_update_at_each_step(trainer, monkeypatch):
    heard, shown = [], []

    def stepped(curves, done, loss, rate):
        heard.append((done, rate))
        shown.append(loss.item())

    monkeypatch.setattr(LiveCurves, "stepped", stepped)
    first = trainer.run(3, eval_every=2, count=10, alt="curves")
    second = trainer.run(1, eval_every=2, count=10, alt="curves")
    rate = 1 / trainer.config.warmup
    assert heard == [(done, pytest.approx(i * rate)) for i, done in enumerate((1, 2, 3, 1), 1)]
    assert shown == pytest.approx([*first.losses.values(), *second.losses.values()])
    assert list(first.samples) == [2, 3] and len(first.samples[3].wanted) == 11


def test_non_causal_model_is_decoded_at_each_evaluation(small, monkeypatch):
    ways = []
    real = evaluate

    def noted(*arguments, in_one_pass=False, **options):
        ways.append(in_one_pass)
        return real(*arguments, in_one_pass=in_one_pass, **options)

    monkeypatch.setattr("tutor_utils.training.trainer.evaluate", noted)

    def open_(length, device=None):
        return torch.ones(1, 1, length, length, dtype=torch.bool, device=device)

    model = small.build_model(assembled("Transformer", {"causal_mask": open_}))
    Trainer(model, small).run(4, eval_every=2, count=20)
    assert ways == [False] * 3


def test_run_ends_when_all_is_right(trainer):
    run = trainer.run(20, eval_every=5, count=10, stop_at=0.0)
    assert run.step == 7 and run.why == "Two evaluations in a row were perfect"
    assert run.history["step"] == [5, 7], "the second evaluation comes sooner"


@pytest.mark.parametrize(("right", "tried"), [(1.0, [10, 100]), (0.9, [10])])
def test_evaluation_goes_on_while_all_is_right(trainer, monkeypatch, right, tried):
    seen = []

    def evaluated(model, task, parts, count, **options):
        seen.append((count, options.get("in_one_pass", False)))
        return Score({10: round((1 - right) * count)}, {10: count}, 0.25)

    monkeypatch.setattr("tutor_utils.training.trainer.evaluate", evaluated)
    run = trainer.run(1, count=100)
    assert seen == [*((count, True) for count in tried), (400, False)], "the score is decoded"
    assert run.history["exact_match"] == [right] and run.history["loss"] == [0.25]


def test_stopped_by_hand_leaves_a_usable_model(trainer):
    def stop(run):
        raise KeyboardInterrupt

    run = trainer.run(20, eval_every=5, count=10, on_eval=stop)
    assert run.why == "Stopped by you at step 5: the model can be used"
    assert run.score.tried == 40 and all(p.isfinite().all() for p in trainer.model.parameters())
    assert trainer.run(3, count=10).step == 8, "and it carries on"


def test_another_run_of_a_trained_model_says_so(trainer, capsys):
    trainer.run(4, count=10, alt="Curves.")
    trainer.run(1, count=10, alt="Curves.")
    assert "has trained" not in capsys.readouterr().out, "who runs a trainer again knows it"
    again = Trainer(trainer.model, trainer.config)
    again.run(2, count=10, alt="Curves.")
    assert "has trained before, for 5 steps, and goes on from there" in capsys.readouterr().out
    Trainer(trainer.model, trainer.config).run(1, count=10, alt="Curves.")
    assert "for 7 steps" in capsys.readouterr().out


def test_a_real_interrupt_is_caught(trainer):
    real = trainer.parts.train_step

    def interrupted(*args):
        loss = real(*args)
        if trainer.step == 3:
            signal.raise_signal(signal.SIGINT)  # as Ctrl-C and the stop button do
        return loss

    trainer.parts = with_step(interrupted)
    run = trainer.run(10, eval_every=10, count=10)
    assert run.why == "Stopped by you at step 3: the model can be used"
    assert list(run.losses) == [1, 2, 3] and run.score.tried == 40
    assert not trainer.model.training


def test_the_learners_functions_make_the_run(transformer, small):
    asked = []

    def spy(name):
        real = getattr(Parts(), name)
        return lambda *args: asked.append(name) or real(*args)

    names = ("shift_target", "noam_rate", "train_model", "greedy_decode", "exact_match")
    parts = Parts(**{name: spy(name) for name in names})
    Trainer(small.build_model(transformer), small, parts).run(2, count=10)
    assert set(asked) == set(names)


@pytest.mark.parametrize("amp_dtype", ["bfloat16", "float16"])
def test_half_precision_learns(transformer, small, amp_dtype):
    trainer = Trainer(small.build_model(transformer), small, amp_dtype=amp_dtype)
    run = trainer.run(60, count=10)
    assert run.losses[60] < 0.9 * run.losses[1]
    assert next(trainer.model.parameters()).dtype == torch.float32
    assert trainer.scaler.is_enabled() == (amp_dtype == "float16")


@pytest.mark.parametrize(
    ("options", "said"),
    [({"amp_dtype": "half"}, "amp_dtype='half'"), ({"device": "tpu"}, "device='tpu'")],
)
def test_bad_options_are_named(transformer, small, options, said):
    with pytest.raises(ValueError, match=said):
        Trainer(small.build_model(transformer), small, **options)


@pytest.mark.parametrize("options", [{"steps": 0}, {"eval_every": 0}])
def test_bad_numbers_of_steps_are_named(trainer, options):
    with pytest.raises(ValueError, match="=0 must be at least 1"):
        trainer.run(**options)
