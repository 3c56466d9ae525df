"""Stop and resume: the same run; and every way in which a file can be wrong."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tutor_utils.training import CheckpointError, Task, TorchTransformer, Trainer


def _trainer(transformer, config, **options):
    return Trainer(config.build_model(transformer), config, **options)


@pytest.mark.parametrize("amp_dtype", ["float32", "float16"])
def test_a_resumed_run_is_the_uninterrupted_one(transformer, small, tmp_path, amp_dtype):
    small = replace(small, dropout=0.1)  # so that PyTorch's own generator counts too
    whole = _trainer(transformer, small, amp_dtype=amp_dtype).run(12, eval_every=5, count=10)

    first = _trainer(transformer, small, amp_dtype=amp_dtype)
    losses = first.run(5, eval_every=5, count=10).losses
    first.save(tmp_path / "half")
    torch.manual_seed(99)
    second = _trainer(transformer, small, amp_dtype=amp_dtype, seed=7)
    second.load(tmp_path / "half")
    losses |= second.run(7, eval_every=5, count=10).losses
    assert losses == whole.losses


def test_checkpoint_holds_no_pickle(trainer, tmp_path):
    trainer.run(2, count=10)
    path = trainer.save(tmp_path / "deep" / "copy")
    files = sorted(p.name for p in path.parent.iterdir())
    assert [Path(f).suffix for f in files] == [".safetensors", ".json"]
    facts = json.loads(path.read_text())
    assert facts["step"] == 2 and facts["tensors"] in files


def test_checkpoint_replaces_its_own_runs_alone(transformer, small, tmp_path):
    first, second = (_trainer(transformer, small) for _ in range(2))
    for trainer, steps in ((first, 1), (first, 1), (second, 3)):
        trainer.run(steps, count=10)
        trainer.save(tmp_path / "copy")
    assert sorted(p.name for p in tmp_path.glob("*.json")) == ["copy.1.json", "copy.json"]
    assert len(list(tmp_path.glob("*.safetensors"))) == 2
    for name, step in (("copy", 3), ("copy.1.json", 2)):
        fresh = _trainer(transformer, small)
        fresh.load(tmp_path / name)
        assert fresh.step == step


@pytest.mark.parametrize("written", [0, 1])  # files that still fit: none, or the tensors
def test_full_disk_is_reported(trainer, tmp_path, monkeypatch, written):
    trainer.run(1, count=10)
    trainer.save(tmp_path / "copy")
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    trainer.run(1, count=10)

    calls = []

    def full(file):
        calls.append(file)
        if len(calls) > written:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CheckpointError, match=r"No space left .* needs 0\.1 MB"):
        trainer.save(tmp_path / "copy")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def _cut(path):
    path.write_bytes(path.read_bytes()[:-10])


def _tensors(folder):
    return next(folder.glob("*.safetensors"))


WRONG = {
    "there is none": (lambda f: (f / "copy.json").unlink(), "There is no checkpoint"),
    "json cut": (lambda f: _cut(f / "copy.json"), "damaged or cut off"),
    "other json": (lambda f: (f / "copy.json").write_text("[]"), "no checkpoint of this course"),
    "tensors cut": (lambda f: _cut(_tensors(f)), r"\d+ of \d+ bytes"),
    "tensors lost": (lambda f: _tensors(f).unlink(), "missing, damaged"),
    "tensors damaged": (
        lambda f: _tensors(f).write_bytes(b"\xff" * _tensors(f).stat().st_size),
        "damaged",
    ),
    "foreign": (lambda f: (f / "copy.json").write_text('{"format": 2}'), "names no tensors"),
    "half": (
        lambda f: (f / "copy.json").write_text(
            (f / "copy.json").read_text().replace('"recipe"', '"receipt"')
        ),
        "does not say 'recipe'",
    ),
    "another version": (
        lambda f: (f / "copy.json").write_text(
            (f / "copy.json").read_text().replace('"format": 2', '"format": 1')
        ),
        "format 1, this course reads format 2",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_damaged_checkpoint_is_named(trainer, tmp_path, case):
    spoil, said = WRONG[case]
    trainer.save(tmp_path / "copy")
    trainer.load(tmp_path / "copy")
    spoil(tmp_path)
    with pytest.raises(CheckpointError, match=said):
        trainer.load(tmp_path / "copy")


OTHERS = [
    ({"d_model": 32}, {}, r"another d_model: 16; here it is 32"),
    ({"num_layers": 2}, {}, r"another num_layers: 1; here it is 2"),
    ({"peak_lr": 1.0}, {}, r"another peak_lr: 0\.01; here it is 1\.0"),
    ({"batch_size": 4}, {}, r"sequences in a step: 8; here it is 4.* batch size of 8"),
    ({"clip_norm": 1.0}, {}, r"another clip_norm: None; here it is 1\.0"),
    ({"weight_decay": 0.1}, {}, r"another weight_decay: 0\.0; here it is 0\.1"),
    ({"task": Task("another")}, {}, r"another task: 'copy, lengths 1 to 10'; .* 'another'"),
    ({}, {"amp_dtype": "bfloat16"}, r"another amp_dtype: 'float32'"),
]


@pytest.mark.parametrize(("change", "options", "said"), OTHERS)
def test_another_task_recipe_or_number_type_is_refused(
    transformer, trainer, small, tmp_path, change, options, said
):
    trainer.save(tmp_path / "copy")
    other = _trainer(transformer, replace(small, **change), **options)
    before = {name: p.clone() for name, p in other.model.state_dict().items()}
    with pytest.raises(CheckpointError, match=said):
        other.load(tmp_path / "copy")
    assert all(torch.equal(p, before[name]) for name, p in other.model.state_dict().items())


def test_another_model_is_refused(trainer, small, tmp_path):
    trainer.save(tmp_path / "copy")
    with pytest.raises(CheckpointError, match="alone"):
        Trainer(small.build_model(TorchTransformer), small).load(tmp_path / "copy")


def test_other_torch_or_process_count_is_noted(transformer, trainer, small, tmp_path):
    path = trainer.save(tmp_path / "copy")
    facts = json.loads(path.read_text())
    path.write_text(json.dumps(facts | {"torch": "1.0", "processes": 4}))
    notes = _trainer(transformer, small).load(path)
    assert len(notes) == 2 and "4 process(es), here are 1" in notes[0] and "PyTorch 1.0" in notes[1]
    path.write_text(json.dumps(facts))
    assert _trainer(transformer, small).load(path) == []


def test_a_checkpoint_from_before_the_switches_goes_on(transformer, trainer, small, tmp_path):
    path = trainer.save(tmp_path / "copy")
    facts = json.loads(path.read_text())
    del facts["recipe"]["clip_norm"], facts["recipe"]["weight_decay"]
    path.write_text(json.dumps(facts))
    assert _trainer(transformer, small).load(path) == []
    with pytest.raises(CheckpointError, match="another clip_norm: None"):
        _trainer(transformer, replace(small, clip_norm=1.0)).load(path)


def test_a_resumed_run_keeps_the_switches(transformer, small, tmp_path):
    config = replace(small, clip_norm=0.5, weight_decay=0.1, accumulate=2)
    first = _trainer(transformer, config)
    first.run(3, count=10)
    first.save(tmp_path / "copy")
    other = _trainer(transformer, replace(config, accumulate=4))  # the same run in other parts
    assert other.load(tmp_path / "copy") == []
    went_on, resumed = (list(t.run(3, count=10).losses.values()) for t in (first, other))
    assert went_on == pytest.approx(resumed, rel=1e-3)
    assert other.optimizer.param_groups[0]["weight_decay"] == 0.1


def test_resumed_run_keeps_its_own_checkpoint(transformer, trainer, small, tmp_path):
    trainer.save(tmp_path / "copy")
    resumed, behind = _trainer(transformer, small), _trainer(transformer, small)
    resumed.load(tmp_path / "copy")
    behind.load(tmp_path / "copy")
    resumed.step += 1
    resumed.save(tmp_path / "copy")
    assert [p.name for p in tmp_path.glob("*.json")] == ["copy.json"]
    behind.save(tmp_path / "copy")  # an earlier step: what was learned since is kept
    assert json.loads((tmp_path / "copy.1.json").read_text())["step"] == resumed.step
