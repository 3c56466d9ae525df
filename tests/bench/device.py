"""The table of notebook 07: training speed and memory on one device, as Markdown."""

from __future__ import annotations

import datetime
import gc
import platform
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import torch
from torch.utils.benchmark import Timer

from tutor_utils.training import CONFIGS, Task, Trainer, TrainingConfig, devices

from . import models
from .syncs import host_device_syncs

TOY = CONFIGS["copy"]
# 65 M parameters as in the paper's base model. The paper shares one table of 37,000 ids between
# source, target and output; ours has three tables, so a vocabulary of 13,600 gives as many numbers.
BASE = TrainingConfig(
    Task("copy, base size", vocab_size=13_600, max_len=100),
    d_model=512,
    num_heads=8,
    num_layers=6,
    d_ff=2048,
    dropout=0.1,
    batch_size=64,
)
# The same path in seconds, where there is no GPU.
SMALL_BASE = replace(
    BASE,
    task=Task("copy, small base", vocab_size=500, max_len=20),
    d_model=64,
    num_layers=2,
    d_ff=256,
    batch_size=8,
)
WINDOW_S, CPU_WINDOW_S = 3.0, 0.5  # a measurement repeats the step for so long


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    size: str
    model: str
    amp_dtype: str
    compiled: bool
    steps: float = float("nan")  # a second
    tokens: float = float("nan")  # of source and target with their pads, a second
    memory: float = float("nan")  # GB at the peak
    fault: str = ""


def main(name: str, runs: int, wanted: list[str] | None = None) -> int:
    """Print the device, the ratios and the table. Exit code 1 if a line could not be measured.

    ``wanted`` are some of the sizes "toy" and "base"; on a CPU "base" is a small one.
    """
    device = devices.pick(name)
    on_gpu = device.type != "cpu"
    known = {"toy": TOY, "base": BASE if on_gpu else SMALL_BASE}
    sizes = {size: known[size] for size in wanted or known}
    window = WINDOW_S if on_gpu else CPU_WINDOW_S
    print(f"**{title(device)}**, {datetime.date.today()}, PyTorch {torch.__version__}.\n")
    rows = []
    for size, config in sizes.items():
        print(_ratios(size, config, device, runs if on_gpu else 2) + "\n", flush=True)
    print(f"Host-device syncs in one training step: {_syncs(device) or 'none'}.")
    print(f"TF32 for float32 products: {torch.get_float32_matmul_precision() != 'highest'}.\n")
    print("| size | model | type | compiled | steps/s | tokens/s | peak memory | times as fast |")
    print("|---|---|---|---|---|---|---|---|")
    for size, config in sizes.items():
        first = None
        for row in table(size, config, device, window, compiling=device.type == "cuda"):
            first = first or row
            rows.append(row)
            print(line(row, first), flush=True)
    for size, config in sizes.items():
        count = (
            sum(p.numel() for p in config.build_model(models.TorchTransformer).parameters()) / 1e6
        )
        tokens = f"batch {config.batch_size} × {config.task.max_len + 1} tokens"
        print(f"\n{size}: {count:.2g} M parameters, {tokens} of the source")
    return 1 if any(row.fault for row in rows) else 0


def title(device: torch.device) -> str:
    """The device's name as its maker writes it."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{platform.processor() or platform.machine()} ({device.type})"


def table(
    size: str, config: TrainingConfig, device: torch.device, window: float, compiling: bool
) -> Iterator[Row]:
    """Every variant, ours and PyTorch's. One that fails gives a row that says why."""
    variants = [(amp_dtype, False) for amp_dtype in ("float32", "bfloat16")]
    for amp_dtype, compiled in [*variants, *([("bfloat16", True)] if compiling else [])]:
        for model in ("ours, explicit", "ours, fused", "torch, explicit", "torch, as it comes"):
            row = Row(size, model, amp_dtype, compiled)
            try:
                yield _measured(row, config, device, window)
            except Exception as error:  # a variant must not cost the others
                yield replace(row, fault=f"{type(error).__name__}: {error}".splitlines()[0])
            finally:
                if compiled:
                    torch.compiler.reset()
                gc.collect()
                if device.type == "cuda":
                    torch.cuda.empty_cache()


def line(row: Row, first: Row) -> str:
    """A row of the table in Markdown; ``first`` is what it is compared with."""
    cells = [row.size, row.model, row.amp_dtype, "yes" if row.compiled else "no"]
    if row.fault:
        return "| " + " | ".join([*cells, row.fault.replace("|", "/"), "", "", ""]) + " |"
    memory = f"{row.memory:.2f} GB" if row.memory == row.memory else "unknown"
    numbers = [f"{row.steps:.1f}", f"{row.tokens:,.0f}", memory, f"{row.steps / first.steps:.2f}"]
    return "| " + " | ".join([*cells, *numbers]) + " |"


def _measured(row: Row, config: TrainingConfig, device: torch.device, window: float) -> Row:
    trainer, context = _way(row, config, device)
    with context():
        step = _stepper(trainer)
        for _ in range(3):  # compiling happens here
            step()
        if device.type == "cuda":
            torch.cuda.reset_peak_memory_stats(device)
        # It synchronises the device, and the median leaves out what disturbed it.
        timed = Timer("step()", globals={"step": step}).blocked_autorange(min_run_time=window)
        tokens = sum(part.numel() for part in trainer.draw())
    gigabytes = float("nan")
    if device.type == "cuda":
        gigabytes = torch.cuda.max_memory_allocated(device) / 1e9
    steps = 1 / timed.median
    return replace(row, steps=steps, tokens=steps * tokens, memory=gigabytes)


def _way(
    row: Row, config: TrainingConfig, device: torch.device
) -> tuple[Trainer, Callable[[], AbstractContextManager]]:
    made = models.ways(
        config, device, only=row.model, amp_dtype=row.amp_dtype, compile_model=row.compiled
    )
    return made[row.model]


def _stepper(trainer: Trainer) -> Callable[[], object]:
    trainer.model.train()
    return lambda: trainer.update(*trainer.draw())


def _ratios(size: str, config: TrainingConfig, device: torch.device, runs: int) -> str:
    times = models.time_all(config, device, max(runs, 2))
    compared = []
    for ours, theirs in models.COMPARED:
        found = models.ratios(times, ours, theirs)
        told = ", ".join(f"{what} {ratio}" for what, ratio in found.items())
        compared.append(f"{ours} against {theirs}: {told}")
    return f"Times as fast at the {size} size. " + "; ".join(compared) + "."


def _syncs(device: torch.device) -> dict[str, int]:
    trainer, _ = models.ways(TOY, device, only="ours, explicit")["ours, explicit"]
    step = _stepper(trainer)
    step()
    return host_device_syncs(step)
