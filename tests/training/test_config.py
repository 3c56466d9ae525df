"""The configs learn their tasks. The bench times all of them, for ten seeds."""

import pytest
import torch

from tutor_utils.training import CONFIGS, Trainer, TrainingConfig, quiet_start


@pytest.mark.parametrize("name", ["copy-fixed", "copy"])
def test_each_config_learns_in_few_steps(transformer, name):
    config = CONFIGS[name]
    run = Trainer(config.build_model(transformer, 1), config, seed=1).run()
    assert run.why == "Two evaluations in a row were perfect"
    assert run.score.tried == 2000 and run.score.error_at_most < 0.01
    assert set(run.score.by_length) >= set(config.task.lengths) - {1}
    # Steps, since seconds depend on who else is busy: the bench holds the limits in seconds.
    assert run.step <= {"copy-fixed": 200, "copy": 250}[name]


def rows(model):
    """The embedded tokens, without the pad's."""
    return model.target.tokens(torch.arange(1, 11))


def test_a_model_starts_with_the_initialise_of_notebook_06(transformer):
    config = TrainingConfig(CONFIGS["copy"].task)
    model = config.build_model(transformer)
    assert rows(model).std().item() == pytest.approx(1, rel=0.15)  # PyTorch's own gives √d_model
    assert not model.output.bias.any()
    assert rows(config.build_model(transformer, initialise=lambda model: None)).std() > 4


def test_a_quiet_start_changes_the_tables_alone(transformer):
    torch.manual_seed(5)
    model = transformer(11, 11, d_model=64, num_heads=4, num_layers=1, d_ff=64)
    before = {name: p.clone() for name, p in model.named_parameters()}
    quiet_start(model)
    changed = {n for n, p in model.named_parameters() if not torch.equal(p, before[n])}
    assert changed == {"source.tokens.table.weight", "target.tokens.table.weight"}
    x = model.source.tokens(torch.arange(11))
    assert x.square().mean().sqrt().item() == pytest.approx(0.15, rel=1e-3)


def test_cooldown_rate_falls_linearly_then_stays():
    config = TrainingConfig(CONFIGS["copy"].task, peak_lr=1.0, warmup=10, cooldown=110)
    rate = config.lr_schedule()
    assert rate(5) == pytest.approx(0.5)  # noam_rate while it rises
    assert rate(10) == pytest.approx(1)
    assert rate(60) == pytest.approx(0.5)
    assert rate(109) == rate(110) == rate(5000) == pytest.approx(0.05)
    with pytest.raises(ValueError, match="cooldown=10 must be above warmup=10"):
        TrainingConfig(CONFIGS["copy"].task, warmup=10, cooldown=10)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"clip_norm": 0.0}, r"clip_norm=0\.0 must be above 0"),
        ({"clip_norm": float("nan")}, "clip_norm=nan"),
        ({"weight_decay": -0.1}, r"weight_decay=-0\.1 must be 0 or more"),
        ({"accumulate": 0}, "accumulate=0 does not divide batch_size=32"),
        ({"accumulate": 3}, "accumulate=3 does not divide batch_size=32"),
    ],
)
def test_a_switch_without_sense_is_refused(change, said):
    with pytest.raises(ValueError, match=said):
        TrainingConfig(CONFIGS["copy"].task, **change)
