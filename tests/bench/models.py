"""Our model against ``torch.nn.Transformer`` of the same size: forward, training step, decoding."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

from tutor_utils.course.learner_package import load_answer
from tutor_utils.training import CONFIGS, TorchTransformer, Trainer, TrainingConfig, fused_attention
from tutor_utils.training.tasks import BOS, PAD

MID = replace(
    CONFIGS["copy"],
    task=replace(CONFIGS["copy-long"].task, max_len=24, name="copy, mid size"),
    d_model=256,
    num_heads=8,
    num_layers=4,
    d_ff=1024,
)
# What is compared with what, and how many times as fast ours is meant to be, at the least.
COMPARED: dict[tuple[str, str], dict[str, float]] = {
    ("ours, explicit", "torch, explicit"): {"step": 1.0},
    ("ours, explicit", "torch, as it comes"): {},
    ("ours, fused", "torch, as it comes"): {"step": 1.05},
}
# "cached" is our decoding with a cache against theirs without one: they have none. At toy size
# no cache can save so much: a call costs nearly as much for one token as for ten.
CACHED = {"mid": 4.0}
Ways = dict[str, tuple[Trainer, Callable[[], AbstractContextManager]]]
Times = dict[str, dict[str, list[float]]]


@dataclass(frozen=True)
class Ratio:
    """Times as fast as the other: the median of the runs, and the middle half of them."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.low:.2f}-{self.high:.2f})"


def main(runs: int) -> int:
    """Print medians and ratios, taken in turns; 1 if a target is missed beyond the spread."""
    missed = [
        miss
        for size, config, least in (("toy", CONFIGS["copy"], 15), ("mid", MID, 5))
        for miss in _one_size(size, config, max(runs, least))
    ]
    print("\n".join(missed) or "Every ratio meets its target.")
    return 1 if missed else 0


def _one_size(size: str, config: TrainingConfig, runs: int) -> list[str]:
    times = time_all(config, torch.device("cpu"), runs)
    count = sum(p.numel() for p in config.build_model(TorchTransformer).parameters())
    print(f"\n{size}: {count:,} parameters, batch {config.batch_size} (ms of CPU time, median)")
    print(f"{'':<37}" + "".join(f"{what:>18}" for what in WORK))
    for way, row in times.items():
        print(
            f"{way:<37}" + "".join(f"{1000 * statistics.median(row[what]):>18.2f}" for what in WORK)
        )
    print("times as fast (middle half of the runs)")
    missed = []
    for (ours, theirs), wanted in COMPARED.items():
        if size in CACHED and theirs == "torch, explicit":
            wanted = wanted | {"cached": CACHED[size]}
        found = ratios(times, ours, theirs)
        print(f"{ours} / {theirs}".ljust(37) + "".join(f"{found[what]!s:>18}" for what in WORK))
        missed += [
            f"{size}: {ours} / {theirs}, {what}: {found[what]}, target {least}"
            for what, least in wanted.items()
            if found[what].high < least  # else the spread may be all that is between them
        ]
    return missed


def ratios(times: Times, ours: str, theirs: str) -> dict[str, Ratio]:
    """forward, step, ... -> how many times as fast ours is. Each run is compared with itself."""
    found = {}
    for what in WORK:
        each = [b / a for a, b in zip(times[ours][what], times[theirs][what], strict=True)]
        low, median, high = statistics.quantiles(each, n=4) if len(each) > 1 else each * 3
        found[what] = Ratio(median, low, high)
    return found


def ways(
    config: TrainingConfig, device: torch.device, only: str | None = None, **options: object
) -> Ways:
    """The models that are compared (or one of them), each with the context that it runs in."""
    transformer = load_answer("Transformer").value

    def made(make: Callable[..., nn.Module]) -> Trainer:
        # no loss is ever brought to Python, and the context says what is fused
        own = {"device": device, "without_sync": True, "fused": False}
        return Trainer(config.build_model(make), config, **own, **options)

    def explicit(trainer: Trainer) -> AbstractContextManager:
        return sdpa_kernel(SDPBackend.MATH)

    def as_it_is(trainer: Trainer) -> AbstractContextManager:
        return nullcontext()

    def fused(trainer: Trainer) -> AbstractContextManager:
        return fused_attention(trainer.model)

    found = {}
    for name, make, context in (
        ("ours, explicit", transformer, as_it_is),
        ("ours, fused", transformer, fused),
        ("torch, explicit", TorchTransformer, explicit),
        ("torch, as it comes", TorchTransformer, as_it_is),  # fused where PyTorch finds it faster
    ):
        if only in (None, name):
            trainer = made(make)
            found[name] = trainer, partial(context, trainer)
    return found


def time_all(config: TrainingConfig, device: torch.device, runs: int) -> Times:
    """way -> forward, step, decoding, cached -> seconds of each run. The ways take turns."""
    times: Times = {}
    compared = ways(config, device)
    for run in range(runs + 2):  # two to warm up
        for way, (trainer, context) in compared.items():
            with context():
                for what, work in _work(trainer, way).items():
                    taken = seconds(work, device)
                    if run > 1:
                        times.setdefault(way, {}).setdefault(what, []).append(taken)
    return times


def seconds(work: Callable[[], object], device: torch.device) -> float:
    """CPU seconds of one call on a CPU, where others may be busy too; elsewhere wall seconds."""
    clock = time.process_time if device.type == "cpu" else time.perf_counter
    on_gpu = device.type != "cpu"
    if on_gpu:
        torch.accelerator.synchronize(device)
    start = clock()
    work()
    if on_gpu:
        torch.accelerator.synchronize(device)
    return clock() - start


WORK = ("forward", "step", "decoding", "cached")


def _work(trainer: Trainer, way: str) -> dict[str, Callable[[], object]]:
    src, tgt = trainer.draw()
    most = trainer.task.max_len + 1
    # No id is -1: nobody stops early, so that all say the same number of tokens.
    said = (trainer.model, src, most, BOS, -1, PAD)
    full, cached = trainer.parts.greedy_decode, load_answer("cached_greedy_decode").value
    return {
        "forward": partial(_forward, trainer.model, src, tgt[:, :-1]),
        "step": partial(training_step, trainer, src, tgt),
        "decoding": partial(full, *said),
        "cached": partial(cached if way == "ours, explicit" else full, *said),
    }


def training_step(trainer: Trainer, src: torch.Tensor, tgt: torch.Tensor) -> None:
    trainer.model.train()
    trainer.update(src, tgt)


def _forward(model: nn.Module, src: torch.Tensor, decoder_input: torch.Tensor) -> None:
    model.eval()
    with torch.no_grad():
        model(src, decoder_input)
