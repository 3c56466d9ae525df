"""CPU seconds and examples until each task is learned, with the course's own model."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from functools import partial

import torch
from torch import nn

from tutor_utils.course.learner_package import load_answer
from tutor_utils.training import CONFIGS, TorchTransformer, Trainer, evaluate, upper_bound

from .models import seconds, training_step

# CPU seconds of training and evaluations together, the median of all seeds, on a core that needs
# PACE_MS for a training step of ``torch.nn.Transformer`` at toy size. What it takes here, now, is
# measured before and after each run, so that the verdict depends neither on the machine nor on
# who else is busy on it.
PACE_MS = 7.0
LIMITS_S = {"copy-fixed": 1.0, "copy": 1.2, "copy-long": 4.0, "reverse": 2.5, "sort": 4.0}
SEEDS = range(10)
CPU = torch.device("cpu")
TOY = CONFIGS["copy"]
OTHERS = 5000  # held-out sequences that no evaluation has used, for each seed
MOST_WRONG, MOST_WRONG_LONGEST = 0.002, 0.01


def main(runs: int, seeds: Iterable[int] = SEEDS) -> int:
    """Print what each seed of each task took, and what the trained models get wrong.

    Exit code 1 where the median of the seeds is above the task's limit (see ``PACE_MS``), a seed
    is not perfect twice in a row, or too many of the other sequences are wrong.
    """
    transformer = load_answer("Transformer").value
    torch.optim.Adam([nn.Parameter(torch.zeros(1))])  # what the first one imports is not counted
    faults = []
    print(f"CPU s at pace: with {PACE_MS} ms for a step of torch.nn.Transformer at toy size")
    print(f"\n{'task':<34}{'seed':>5}{'steps':>7}{'CPU s':>8}{'at pace':>9}   wrong of {OTHERS}")
    step = _torch_step()
    for name, config in CONFIGS.items():
        spent, at_pace, wrong, tried, worst = [], [], 0, 0, [0, 0]
        longest = config.task.max_len
        for seed in seeds:
            trainer = Trainer(config.build_model(transformer, seed), config, seed=seed)
            paces = [seconds(step, CPU) for _ in range(20)]
            run = trainer.run(final=100)
            paces += [seconds(step, CPU) for _ in range(20)]
            others = evaluate(trainer.model, config.task, trainer.parts, OTHERS, seed=1)
            spent.append(run.cpu_seconds)
            at_pace.append(run.cpu_seconds * PACE_MS / (1000 * statistics.median(paces)))
            wrong, tried = wrong + others.wrong, tried + others.tried
            worst[0] += others.wrong_by_length[longest]
            worst[1] += others.tried_by_length[longest]
            line = f"{config.task.name:<34}{seed:>5}{run.step:>7}{run.cpu_seconds:>8.2f}"
            print(f"{line}{at_pace[-1]:>9.2f}   {others.wrong}", flush=True)
            if run.perfect_in_a_row < 2:
                faults.append(f"{name}, seed {seed}: not learned in {run.step} steps")
        median, limit = statistics.median(at_pace), LIMITS_S[name]
        print(
            f"  median {statistics.median(spent):.2f} s, slowest {max(spent):.2f} s; at pace "
            f"{median:.2f} s (limit {limit}) and {max(at_pace):.2f} s; wrong "
            f"{wrong / tried:.3%} (at most {upper_bound(wrong, tried):.3%}), of length {longest} "
            f"{worst[0] / worst[1]:.3%} (at most {upper_bound(*worst):.3%})"
        )
        if median > limit:
            faults.append(f"{name}: median {median:.2f} s at pace is above {limit} s")
        if wrong / tried > MOST_WRONG or worst[0] / worst[1] > MOST_WRONG_LONGEST:
            faults.append(f"{name}: too many wrong after stopping")
    print("\n".join(faults) or "Every task meets its targets.")
    return 1 if faults else 0


def _torch_step() -> Callable[[], object]:
    """A training step of ``torch.nn.Transformer`` at toy size, always of the same model."""
    trainer = Trainer(TOY.build_model(TorchTransformer), TOY)
    step = partial(training_step, trainer, *trainer.draw())
    for _ in range(5):  # to warm up
        step()
    return step
