"""The config learn their tasks. The bench times all of them, for three seeds."""

import pytest
import torch
from torch import nn

from tutor_utils.training import CONFIGS, TorchTransformer, Trainer
from tutor_utils.training.config import scale_embeddings


@pytest.mark.parametrize("name", ["copy-fixed", "copy", "copy-long"])
def test_learned_in_few_steps(transformer, name):
    config = CONFIGS[name]
    run = Trainer(config.build_model(transformer, 1), config, seed=1).run()
    assert run.why == "Two looks in a row were clean"
    assert run.score.tried == 2000 and run.score.error_at_most < 0.01
    assert set(run.score.by_length) >= set(config.task.lengths) - {1}
    # Steps, since seconds depend on who else is busy: the bench holds the limits in seconds.
    assert run.step <= {"copy-fixed": 200, "copy": 250, "copy-long": 450}[name]


def test_the_reference_learns_in_the_same_way():
    config = CONFIGS["copy-fixed"]
    run = Trainer(config.build_model(TorchTransformer), config).run(300)
    assert run.clean_looks == 2 and run.score.exact_match > 0.99


def test_embeddings_start_small_and_the_rest_stays(transformer):
    config = CONFIGS["copy"]
    torch.manual_seed(5)
    model = transformer(11, 11, d_model=64, num_heads=4, num_layers=1, d_ff=64)
    before = {name: p.clone() for name, p in model.named_parameters()}
    scale_embeddings(model, 11, 64, 0.15)
    changed = {n for n, p in model.named_parameters() if not torch.equal(p, before[n])}
    assert changed == {"source.tokens.table.weight", "target.tokens.table.weight"}
    x = model.source.tokens(torch.arange(11))
    assert x.square().mean().sqrt().item() == pytest.approx(0.15, rel=1e-3)
    assert config.lr_schedule()(config.warmup) == pytest.approx(config.peak_lr)
    assert config.lr_schedule()(1) == pytest.approx(config.peak_lr / config.warmup)


@pytest.mark.parametrize(("rms", "said"), [(0, "rms=0"), (0.1, "vocab_size=11")])
def test_bad_arguments_are_named(rms, said):
    with pytest.raises(ValueError, match=said):
        scale_embeddings(nn.Linear(2, 2), 11, 64, rms)
