"""Two processes with half the batch each make the run of one process with the whole batch."""

import json
import os
import subprocess
import sys

import pytest
import torch

from tutor_utils.authoring.generate import ROOT
from tutor_utils.cli import train
from tutor_utils.training import RECIPES, distributed

STEPS = 8


def test_two_processes_are_one(tmp_path):
    common = ["tutor_utils", "train", "--task", "copy", "--steps", str(STEPS), "--device", "cpu"]
    torchrun = ["torch.distributed.run", "--standalone", "--nproc-per-node", "2", "-m"]
    found = {}
    for name, before, size in (("one", [], 16), ("two", torchrun, 8)):
        out = tmp_path / f"{name}.json"
        done = subprocess.run(
            [sys.executable, "-m", *before, *common, f"--batch-size={size}", f"--losses={out}"],
            cwd=ROOT,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("All steps are done") == 1, "one process speaks"
        found[name] = list(json.loads(out.read_text()).values())
    assert len(found["one"]) == STEPS
    assert found["two"] == pytest.approx(found["one"], abs=1e-4)
    assert found["one"][-1] < found["one"][0]


def test_a_share_without_its_weight_would_be_another_run():
    """Why the weights: the mean of two means is not the mean over all tokens."""
    losses, tokens = torch.tensor([1.0, 3.0]), torch.tensor([30.0, 10.0])
    whole = (losses * tokens).sum() / tokens.sum()
    assert whole == 1.5 and losses.mean() == 2.0


def test_without_torchrun_it_says_so(transformer, monkeypatch):
    monkeypatch.delenv("LOCAL_RANK", raising=False)
    with pytest.raises(RuntimeError, match="torchrun"):
        distributed.join(torch.device("cpu"))
    recipe = RECIPES["copy"]
    with pytest.raises(ValueError, match="no process group"):
        distributed.SharedTrainer(recipe.model(transformer), recipe)


def test_one_process_saves_and_resumes(tmp_path, capsys):
    arguments = ["--steps", "2", "--batch-size", "4", "--device", "cpu"]
    assert train.main([*arguments, "--save", str(tmp_path / "run")]) == 0
    assert train.main([*arguments, "--resume", str(tmp_path / "run")]) == 0
    assert "after 4 steps" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--resume", "nowhere"], "There is no checkpoint"), (["--device", "tpu"], "'tpu'")],
)
def test_a_fault_is_one_line(arguments, said, capsys):
    assert train.main(arguments) == 1
    assert said in capsys.readouterr().err
