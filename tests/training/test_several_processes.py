"""Several processes that are stopped, killed, or resumed: torchrun as a learner starts it."""

import os
import signal
import subprocess
import sys
import time

import pytest
import torch
from torch import nn

from tutor_utils.authoring.generate import ROOT
from tutor_utils.training import Parts
from tutor_utils.training.distributed import ProcessLost, SharedTrainer, _lost
from tutor_utils.training.errors import TrainingError

TORCHRUN = ["torch.distributed.run", "--standalone", "--nproc-per-node", "2", "-m"]
TRAIN = ["tutor_utils", "train", "--task", "sort", "--device", "cpu", "--batch-size", "4"]


@pytest.fixture
def running(tmp_path):
    """Two processes at work, with a checkpoint each 5 steps."""
    command = [sys.executable, "-m", *TORCHRUN, *TRAIN, "--save", str(tmp_path / "run")]
    process = subprocess.Popen(
        [*command, "--save-steps", "5"],
        cwd=ROOT,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 100
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
    told, complained = running.communicate(timeout=100)
    assert "Stopped by you at step" in told and "saved" in told, complained
    assert "Traceback" not in complained.split("torch/distributed")[0]
    done = subprocess.run(
        [sys.executable, "-m", *TRAIN, "--steps", "1", "--resume", str(tmp_path / "run")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 1, "4 sequences in a step and not 8"
    assert "sequences in a step: 8; here it is 4" in done.stderr
    assert "batch size of 8" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of a terminal")
def test_a_process_that_is_killed_leaves_the_last_checkpoint_and_a_sentence(running, tmp_path):
    agent = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(running.pid)], capture_output=True, text=True
    )
    workers = [int(pid) for pid in agent.stdout.split()]
    os.kill(workers[-1], signal.SIGKILL)
    _, complained = running.communicate(timeout=100)
    assert running.returncode != 0
    assert "Another process ended or did not answer, after step" in complained
    assert "carry on with --resume" in complained
    assert (tmp_path / "run.json").exists()


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


def test_a_lost_process_is_told_from_other_errors():
    assert _lost(RuntimeError("[gloo/transport] Connection closed by peer [127.0.0.1]:4"))
    assert _lost(RuntimeError("Timed out waiting 180000ms for recv operation"))
    assert not _lost(RuntimeError("mat1 and mat2 shapes cannot be multiplied"))
    assert issubclass(ProcessLost, TrainingError)


def test_a_wish_to_stop_ends_the_run(trainer):
    trainer._want_to_stop, run = torch.tensor(1), type("R", (), {"why": ""})()
    SharedTrainer._ask_others(trainer, run)
    assert run.why.startswith("Stopped by you at step 0")
    assert Parts().train_model
