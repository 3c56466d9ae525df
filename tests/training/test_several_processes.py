"""Several processes that are stopped, killed, or resumed: torchrun as a learner starts it."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest
import torch
from torch import nn

from tutor_utils.authoring.generate import ROOT
from tutor_utils.training import checkpoint
from tutor_utils.training.distributed import SharedTrainer, join
from tutor_utils.training.errors import TrainingError

TRAIN = ["tutor_utils", "train", "--task", "sort", "--device", "cpu", "--batch-size", "4"]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}


@pytest.fixture
def running(tmp_path):
    """Two processes at work, with a checkpoint each 25 steps."""
    command = [sys.executable, "-m", *TRAIN, "--processes", "2", "--save", str(tmp_path / "run")]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 900
    while not (tmp_path / "run.json").exists():
        assert process.poll() is None and time.monotonic() < until, process.stderr.read()
        time.sleep(0.2)
    yield process
    if process.poll() is None:
        process.kill()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of a terminal")
def test_ctrl_c_stops_all_after_the_same_step_and_saves(running, tmp_path):
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all of them
    told, complained = running.communicate(timeout=900)
    assert "Stopped on request at step" in told and "saved" in told, complained
    assert not complained and running.returncode == 130
    done = subprocess.run(
        [sys.executable, "-m", *TRAIN, "--steps", "1", "--resume", str(tmp_path / "run")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 1, "4 sequences in a step and not 8"
    assert "sequences in a step: 8; here it is 4" in done.stderr
    assert "batch size of 8" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of a terminal")
def test_killed_process_leaves_checkpoint_and_message(running, tmp_path):
    [torchrun] = psutil.Process(running.pid).children()
    workers = {process.environ()["RANK"]: process for process in torchrun.children()}
    workers["1"].kill()
    _, complained = running.communicate(timeout=900)
    assert running.returncode == 1
    own, of_torchrun = complained.splitlines()
    assert own.startswith("Another process ended or did not answer, after step")
    assert of_torchrun.startswith("Process 2 was ended from outside (SIGKILL).")
    assert own.endswith("--resume.") and of_torchrun.endswith("--resume.")
    assert checkpoint.read(tmp_path / "run")[1]["step"] % 25 == 0


def test_more_processes_than_gpus_are_refused(monkeypatch):
    monkeypatch.setenv("LOCAL_RANK", "1")
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    with pytest.raises(ValueError, match="2 processes need as many GPUs, and there are 1"):
        join(torch.device("cuda"))


class WithUnused(nn.Module):
    """A layer that no forward pass uses."""

    def __init__(self):
        super().__init__()
        self.used, self.forgotten = nn.Embedding(11, 11), nn.Linear(2, 2)

    def forward(self, src, tgt):
        return self.used(tgt)


def test_unused_parameters_are_named(trainer):
    trainer.model = WithUnused()
    with pytest.raises(TrainingError, match=r"forgotten\.weight, forgotten\.bias"):
        SharedTrainer._see_every_parameter_used(trainer)
    trainer.model.forgotten.requires_grad_(False)
    SharedTrainer._see_every_parameter_used(trainer)
