"""The bench: its lines can be read, and the GPU's table runs on a CPU too."""

import re
from dataclasses import replace

import bench
import nbformat
import pytest
import torch
from bench import device, learning, models, notebooks

from tutor_utils.cli import bench as command
from tutor_utils.training import CONFIGS

pytestmark = pytest.mark.slow


def test_models_are_measured_in_turns(capsys, monkeypatch):
    small = replace(CONFIGS["copy"], d_model=16, d_ff=16, batch_size=4)
    monkeypatch.setattr(models, "CONFIGS", {"copy": small})
    monkeypatch.setattr(models, "MID", small)
    models.main(1)
    told = capsys.readouterr().out
    for way in ("ours, explicit", "ours, fused", "torch, explicit", "torch, as it comes"):
        assert re.search(rf"{way}( +\d+\.\d\d){{4}}", told)
    assert "ours, explicit / torch, explicit" in told


def test_a_target_is_missed_only_beyond_the_spread(capsys, monkeypatch):
    def times(steps, cached=0.2):
        row = {what: [1.0] * 4 for what in models.WORK}
        found = {way: dict(row) for pair in models.COMPARED for way in pair}
        found["ours, explicit"] |= {"step": steps, "cached": [cached] * 4}
        found["ours, fused"] |= {"step": [0.9] * 4}
        return found

    monkeypatch.setattr(models, "time_all", lambda *a: times([0.9, 1.1, 1.1, 1.2]))
    assert models.main(1) == 0
    monkeypatch.setattr(models, "time_all", lambda *a: times([1.1, 1.1, 1.2, 1.2]))
    assert models.main(1) == 1
    assert "toy: ours, explicit / torch, explicit, step: 0.87" in capsys.readouterr().out
    monkeypatch.setattr(models, "time_all", lambda *a: times([0.9] * 4, cached=0.5))
    assert models.main(1) == 1
    told = capsys.readouterr().out
    assert "mid: ours, explicit / torch, explicit, cached: 2.00" in told
    assert "toy: ours, explicit / torch, explicit, cached" not in told


def test_learning_tells_seconds_and_errors(capsys, monkeypatch):
    monkeypatch.setattr(learning, "OTHERS", 300)
    monkeypatch.setattr(learning, "LIMITS_S", {"copy-fixed": 60})
    monkeypatch.setattr(learning, "CONFIGS", {"copy-fixed": CONFIGS["copy-fixed"]})
    assert learning.main(1, range(1)) == 0
    assert "meets its targets" in capsys.readouterr().out
    hasty = replace(CONFIGS["copy-fixed"], steps=25)
    monkeypatch.setattr(learning, "CONFIGS", {"copy-fixed": hasty})
    assert learning.main(1, range(1)) == 1
    assert "seed 0: not learned in 25 steps" in capsys.readouterr().out


def test_the_table_of_a_device(capsys, monkeypatch):
    tiny = replace(device.SMALL_BASE, d_model=16, num_layers=1, d_ff=16)
    monkeypatch.setattr(device, "SMALL_BASE", tiny)
    monkeypatch.setattr(device, "CPU_WINDOW_S", 0.01)
    monkeypatch.setattr(device, "TOY", replace(CONFIGS["copy"], d_model=16, d_ff=16, batch_size=4))
    assert bench.main(["--device", "cpu", "--runs", "1"]) == 0
    told = capsys.readouterr().out
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + 2 * 2 * 4
    assert all(row.count("|") == 9 for row in rows)
    assert "Host-device syncs in one training step: none" in told
    assert re.search(r"\*\*.*\(cpu\)\*\*, \d{4}-\d\d-\d\d, PyTorch", told)


def test_a_variant_that_fails_costs_only_its_line(monkeypatch):
    def fail(*args):
        raise torch.OutOfMemoryError("too | little")

    monkeypatch.setattr(device, "_measured", fail)
    rows = list(device.table("toy", device.TOY, torch.device("cpu"), 0.1, compiling=False))
    assert len(rows) == 8 and all("too | little" in row.fault for row in rows)
    assert device.line(rows[0], rows[0]).count("|") == 9


def test_the_base_size_is_the_papers():
    model = device.BASE.build_model(models.TorchTransformer)
    assert sum(p.numel() for p in model.parameters()) / 1e6 == pytest.approx(65, abs=0.5)


def test_notebook_above_its_limits_misses_the_target(monkeypatch, tmp_path):
    cells = [nbformat.v4.new_code_cell(text) for text in ("x = 1", "assert x")]
    path = tmp_path / "small.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    wall, cpu, peak = notebooks.run(path)
    assert cpu > 0 and wall > 0 and peak > 20e6
    path.rename(tmp_path / f"{notebooks.LONGEST}.ipynb")
    monkeypatch.setattr(notebooks, "SOLUTIONS", tmp_path)
    monkeypatch.setattr(notebooks, "run", lambda path: (50.0, 30.0, 600_000_000))
    assert notebooks.main(1) == 0
    monkeypatch.setattr(notebooks, "run", lambda path: (50.0, 30.0, 601_000_000))
    assert notebooks.main(1) == 1


def test_command_finds_the_benchmarks(monkeypatch):
    ran = []
    monkeypatch.setattr(bench, "main", lambda argv: ran.append(argv) or 0)
    assert command.main(["--only", "checks"]) == 0 and ran == [["--only", "checks"]]


@pytest.mark.parametrize("arguments", [["--runs", "0"], ["--device", "tpu"], ["--only", "all"]])
def test_bad_arguments_are_named(arguments, capsys):
    with pytest.raises(SystemExit):
        bench.main(arguments)
    assert arguments[-1] in capsys.readouterr().err
