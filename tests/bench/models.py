"""Our model against ``torch.nn.Transformer`` of the same size: forward, training step, decoding."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

from tutor_utils.course.learner_package import load_answer
from tutor_utils.training import CONFIGS, TorchTransformer, Trainer, TrainingConfig, fused_attention
from tutor_utils.training.tasks import BOS, PAD

# What is compared with what, and how many times as fast ours is meant to be, at the least.
COMPARED = {
    ("ours, explicit", "torch, explicit"): 0.9,
    ("ours, explicit", "torch, as it comes"): None,
    ("ours, fused", "torch, as it comes"): 1.0,
}
Ways = dict[str, tuple[Trainer, Callable[[], AbstractContextManager]]]


def main(runs: int) -> int:
    """Print seconds and ratios of medians, taken in turns; 1 if a target is missed."""
    config = CONFIGS["copy"]
    medians = time_all(config, torch.device("cpu"), max(runs, 15))
    count = sum(p.numel() for p in config.build_model(TorchTransformer).parameters())
    print(f"\nOur model and torch.nn.Transformer, {count} parameters each, batch 64 (ms, CPU time)")
    print(f"{'':<37}{'forward':>10}{'step':>10}{'decoding':>10}")
    for way, row in medians.items():
        print(f"{way:<37}" + "".join(f"{1000 * row[what]:>10.2f}" for what in row))
    missed = 0
    print("\ntimes as fast as torch.nn.Transformer (above 1: ours is faster)")
    for (ours, theirs), wanted in COMPARED.items():
        ratios = {what: medians[theirs][what] / medians[ours][what] for what in medians[ours]}
        late = [w for w in ("step", "decoding") if wanted and ratios[w] < wanted]
        missed += len(late)
        numbers = "".join(f"{ratio:>10.2f}" for ratio in ratios.values())
        mark = f"  target {wanted} missed: {', '.join(late)}" if late else ""
        print(f"{ours} / {theirs}".ljust(37) + numbers + mark)
    return 1 if missed else 0


def ways(
    config: TrainingConfig, device: torch.device, only: str | None = None, **options: object
) -> Ways:
    """The models that are compared (or one of them), each with the context that it runs in."""
    transformer = load_answer("Transformer").value

    def made(make: Callable[..., nn.Module]) -> Trainer:
        # log_every: no loss is ever brought to Python
        return Trainer(config.build_model(make), config, device=device, log_every=10**9, **options)

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


def time_all(
    config: TrainingConfig, device: torch.device, runs: int
) -> dict[str, dict[str, float]]:
    """way -> forward, step, decoding -> median seconds. The ways take turns in each run."""
    times: dict[str, dict[str, list[float]]] = {}
    compared = ways(config, device)
    for run in range(runs + 2):  # two to warm up
        for way, (trainer, context) in compared.items():
            with context():
                for what, work in _work(trainer):
                    taken = seconds(work, device)
                    if run > 1:
                        times.setdefault(way, {}).setdefault(what, []).append(taken)
    return {
        way: {what: statistics.median(values) for what, values in row.items()}
        for way, row in times.items()
    }


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


def _work(trainer: Trainer) -> Iterator[tuple[str, Callable[[], object]]]:
    src, tgt = trainer.draw()
    yield "forward", partial(_forward, trainer.model, src, tgt[:, :-1])
    trainer.model.train()
    yield "step", partial(trainer.update, src, tgt)
    most = trainer.task.max_len + 1
    # No id is -1: nobody stops early, so that all say the same number of tokens.
    yield "decoding", partial(trainer.parts.greedy_decode, trainer.model, src, most, BOS, -1, PAD)


def _forward(model: nn.Module, src: torch.Tensor, decoder_input: torch.Tensor) -> None:
    model.eval()
    with torch.no_grad():
        model(src, decoder_input)
