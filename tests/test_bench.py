"""The bench: its lines can be read, and the GPU's table runs on a CPU too."""

from dataclasses import replace

import bench
import nbformat
import pytest
import torch

from tutor_utils.training import CONFIGS

pytestmark = pytest.mark.slow
SMALL = replace(CONFIGS["copy"], d_model=16, d_ff=16, batch_size=4)


def test_a_target_is_missed_only_beyond_the_spread(capsys, monkeypatch):
    def missed(steps, cached=0.2):
        row = {work: [1.0] * 4 for work in bench.WORK}
        found = {name: dict(row) for pair in bench.COMPARED for name in pair}
        found["ours, explicit"] |= {"step": steps, "cached": [cached] * 4}
        found["ours, fused"] |= {"step": [0.9] * 4}
        monkeypatch.setattr(bench, "time_all", lambda *a: found)
        code = bench.main(["models"])
        return code, capsys.readouterr().out

    assert missed([0.9, 1.1, 1.1, 1.2])[0] == 0
    code, printed = missed([1.1, 1.1, 1.2, 1.2])
    assert code == 1 and "toy: ours, explicit / torch, explicit, step: 0.87" in printed
    code, printed = missed([0.9] * 4, cached=0.5)
    assert code == 1 and "mid: ours, explicit / torch, explicit, cached: 2.00" in printed
    assert "toy: ours, explicit / torch, explicit, cached" not in printed


def test_tasks_print_seconds_and_errors(capsys, monkeypatch):
    monkeypatch.setattr(bench, "SEEDS", range(1))
    monkeypatch.setattr(bench, "OTHERS", 300)
    monkeypatch.setattr(bench, "LIMITS_S", {"copy-fixed": 60})
    for steps, code, words in (
        (None, 0, "meets its targets"),
        (25, 1, "seed 0: not learned in 25"),
    ):
        config = CONFIGS["copy-fixed"]
        config = replace(config, steps=steps or config.steps)
        monkeypatch.setattr(bench, "CONFIGS", {"copy-fixed": config})
        assert bench.main(["tasks"]) == code
        assert words in capsys.readouterr().out


def test_table_of_a_device_outlives_a_failing_variant(capsys, monkeypatch):
    def fail(trainer, context, window):
        if trainer.precision.name == "bfloat16":
            raise torch.OutOfMemoryError("too | little")
        return measured(trainer, context, 0.01)

    measured = bench._measured
    monkeypatch.setattr(bench, "_measured", fail)
    monkeypatch.setattr(bench, "TOY", SMALL)
    assert bench.main(["device", "--device", "cpu", "--runs", "1"]) == 1
    printed = capsys.readouterr().out
    rows = [line for line in printed.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + 2 * 4 and all(row.count("|") == 9 for row in rows)
    assert sum("too / little" in row for row in rows) == 4
    assert "Host-device syncs in one training step: none" in printed


def test_the_base_size_is_the_papers():
    model = bench.BASE.build_model(bench.TorchTransformer)
    assert sum(p.numel() for p in model.parameters()) / 1e6 == pytest.approx(65, abs=0.5)


def test_notebook_above_its_limits_misses_the_target(capsys, monkeypatch, tmp_path):
    cells = [nbformat.v4.new_code_cell(text) for text in ("x = bytearray(10**8)", "assert x")]
    path = tmp_path / f"{bench.LONGEST}_small.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    monkeypatch.setattr(bench, "SOLUTIONS", tmp_path)
    for limit, code in ((600, 0), (100, 1)):
        monkeypatch.setattr(bench, "MOST_MB", limit)
        assert bench.main(["notebooks"]) == code
        name, wall, cpu, peak = capsys.readouterr().out.splitlines()[-2].split()
        assert name == path.stem and float(wall) > 0 < float(cpu) and 100 < float(peak) < 600


@pytest.mark.parametrize("arguments", [["--runs", "0"], ["--device", "tpu"], ["all"]])
def test_bad_arguments_are_named(arguments, capsys):
    with pytest.raises(SystemExit):
        bench.main(arguments)
    assert arguments[-1] in capsys.readouterr().err
