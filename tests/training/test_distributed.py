"""Two processes with half the batch each make the run of one process with the whole batch."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import product

import pytest
import torch
import torch.distributed as dist
from torch import nn

from tutor_utils.authoring.generate import ROOT
from tutor_utils.cli import train
from tutor_utils.training import CONFIGS, TASKS, CheckpointError, Parts, Trainer, distributed
from tutor_utils.training.errors import TrainingError
from tutor_utils.training.tasks import PAD

STEPS = 8


def test_two_processes_train_as_one_does(tmp_path):
    common = ["tutor_utils", "train", "--task", "copy", "--steps", str(STEPS), "--device", "cpu"]
    found = {}
    for name, size in (("one", 16), ("two", 8)):
        out = tmp_path / f"{name}.json"
        done = subprocess.run(
            [sys.executable, "-m", *common, f"--batch-size={size}", f"--losses={out}"]
            + (["--processes=2"] if name == "two" else []),
            cwd=ROOT,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("All steps are done") == 1, "one process speaks"
        assert "Warning" not in done.stderr
        found[name] = list(json.loads(out.read_text()).values())
    assert len(found["one"]) == STEPS
    assert found["two"] == pytest.approx(found["one"], abs=1e-4)
    assert found["one"][-1] < found["one"][0]


def test_weighted_shares_average_to_the_whole_batch(monkeypatch):
    _, tgt = TASKS["copy"].batch(8, torch.Generator().manual_seed(0))
    labels = tgt[:, 1:]
    logits = torch.randn(*labels.shape, 11, generator=torch.Generator().manual_seed(1))
    shares = (slice(0, 2), slice(2, 8))
    tokens = (labels != PAD).sum()
    both = torch.stack([tokens, torch.tensor(1)])  # one process wants to stop
    monkeypatch.setattr(dist, "all_reduce", lambda own: own.copy_(both))
    monkeypatch.setattr(dist, "get_world_size", lambda: 2)
    loss = Parts().sequence_loss
    losses = torch.stack([loss(logits[rows], labels[rows], PAD) for rows in shares])
    told = [distributed.share_weight(labels[rows]) for rows in shares]
    weights, stop = (torch.stack(each) for each in zip(*told, strict=True))
    assert stop.tolist() == [1, 1], "and both know it"
    whole = loss(logits, labels, PAD)
    assert not torch.isclose(losses.mean(), whole, rtol=1e-3), "why the shares need weights"
    torch.testing.assert_close((losses * weights).mean(), whole)


@pytest.fixture
def group(tmp_path):
    """A group of this process alone."""
    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/group", rank=0, world_size=1)
    yield
    dist.destroy_process_group()


def test_shared_batches_in_parts_make_the_same_run(transformer, small, group):
    losses = []
    for kind, accumulate in product((Trainer, distributed.SharedTrainer), (1, 4)):
        config = replace(small, accumulate=accumulate, clip_norm=1.0)
        run = kind(config.build_model(transformer), config).run(5, eval_every=9, count=10)
        losses.append(list(run.losses.values()))
    assert len(losses[0]) == 5
    assert all(one == pytest.approx(losses[0], rel=1e-4) for one in losses)


def test_processes_that_drift_apart_are_noticed(trainer, monkeypatch):
    def other_process_has_less(total, how):
        total.sub_(1.0 if how == dist.ReduceOp.MIN else 0.0)

    monkeypatch.setattr(dist, "all_reduce", other_process_has_less)
    with pytest.raises(TrainingError, match=r"different weights .* loss\.backward\(\)"):
        distributed.SharedTrainer._compare_processes(trainer)
    monkeypatch.setattr(dist, "all_reduce", lambda total, how: None)
    distributed.SharedTrainer._compare_processes(trainer)


def test_a_pytorch_with_other_names_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(distributed, "DistributedDataParallel", nn.Linear)
    with pytest.raises(TrainingError, match="has neither forward_sync_buffers nor broadcast"):
        distributed.without_buffers(nn.Linear(1, 1))


def test_without_torchrun_it_says_so(transformer, monkeypatch):
    monkeypatch.delenv("LOCAL_RANK", raising=False)
    with pytest.raises(RuntimeError, match="torchrun"):
        distributed.join(torch.device("cpu"))
    config = CONFIGS["copy"]
    with pytest.raises(ValueError, match="no process group"):
        distributed.SharedTrainer(config.build_model(transformer), config)


@pytest.mark.parametrize("kind", ["mps", "xpu", "cpu"])
def test_processes_that_gloo_cannot_connect_meet_on_the_cpu(kind, monkeypatch):
    asked = []
    monkeypatch.setenv("LOCAL_RANK", "0")
    monkeypatch.setattr(dist, "init_process_group", lambda name, timeout: asked.append(name))
    assert distributed.join(torch.device(kind)) == torch.device("cpu")
    assert asked == ["gloo"]


def test_two_processes_on_a_mac_say_where_they_run(monkeypatch, capsys):
    class Begun(ValueError):
        pass

    def trainer(*args, **options):
        raise Begun(f"on {options['device']}")

    monkeypatch.setenv("LOCAL_RANK", "0")
    monkeypatch.setattr(dist, "init_process_group", lambda name, timeout: None)
    monkeypatch.setattr(train.devices, "pick", lambda name: torch.device("mps"))
    monkeypatch.setattr(distributed, "SharedTrainer", trainer)
    assert train.main([]) == 1
    said = capsys.readouterr()
    assert said.out.count("cannot share mps devices: they run on the CPU") == 1
    assert said.err == "on cpu\n"


@pytest.mark.parametrize(("options", "threads"), [([], 1), (["--threads", "2"], 2)])
def test_a_run_takes_one_thread_unless_it_is_given_more(options, threads):
    torch.set_num_threads(3)
    assert train.main(["--steps", "1", "--batch-size", "4", "--device", "cpu", *options]) == 0
    assert torch.get_num_threads() == threads


def test_full_disk_does_not_end_the_run(tmp_path, capsys, monkeypatch):
    def full(trainer, path):
        raise CheckpointError("No space left for the checkpoint.")

    monkeypatch.setattr(Trainer, "save", full)
    arguments = ["--steps", "26", "--batch-size", "4", "--device", "cpu"]
    assert train.main([*arguments, "--save", str(tmp_path / "run")]) == 1  # the last save failed
    said = capsys.readouterr()
    assert said.out.count("No space left") == 2 and "after 26 steps" in said.out


def test_save_is_tried_before_the_first_step(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    arguments = ["--steps", "2", "--device", "cpu", "--save", str(tmp_path / "file" / "run")]
    assert train.main(arguments) == 1
    said = capsys.readouterr()
    assert "cannot be written" in said.err and "step" not in said.out


@pytest.mark.parametrize("option", ["--steps", "--batch-size", "--processes"])
def test_an_option_below_1_is_called_by_its_name(option, capsys):
    with pytest.raises(SystemExit):
        train.main([option, "0"])
    assert f"argument {option}: '0' is no whole number of at least 1" in capsys.readouterr().err


def test_one_process_saves_and_resumes(tmp_path, capsys):
    arguments = ["--steps", "2", "--batch-size", "4", "--device", "cpu"]
    assert train.main([*arguments, "--save", str(tmp_path / "run")]) == 0
    assert train.main([*arguments, "--resume", str(tmp_path / "run")]) == 0
    assert "after 4 steps" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--resume", "nowhere"], "A run with --save nowhere writes one"),
        (["--device", "tpu"], "'tpu'"),
    ],
)
def test_a_fault_is_one_line(arguments, said, capsys):
    assert train.main(arguments) == 1
    assert said in capsys.readouterr().err
