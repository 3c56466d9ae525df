"""Seconds and examples until each task is learned, with the course's own model."""

from __future__ import annotations

from tutor_utils.course.learner_package import load_answer
from tutor_utils.training import CONFIGS, Run, Trainer

LIMITS_S = {"copy-fixed": 3, "copy": 5, "copy-long": 15, "reverse": 30, "sort": 30}
SEEDS = range(3)


def main(runs: int) -> int:
    """Print CPU seconds to 99 % and 100 % exact match of 500 fresh sequences, for three seeds.

    Training and measuring count. Exit code 1 if a seed takes longer than its task's limit.
    """
    transformer = load_answer("Transformer").value
    late = 0
    print(f"\n{'task':<34}{'seed':>5}{'99 %':>9}{'100 %':>9}{'limit':>7}   (CPU s)  examples")
    for name, config in CONFIGS.items():
        for seed in SEEDS:
            trainer = Trainer(config.build_model(transformer, seed), config, seed=seed)
            spent, examples = {}, {}

            def on_eval(run: Run, trainer=trainer, spent=spent, examples=examples) -> None:
                for share in (0.99, 1.0):
                    if run.score.exact_match >= share:
                        spent.setdefault(share, run.cpu_seconds)
                        examples.setdefault(share, trainer.step * trainer.config.batch_size)

            run = trainer.run(on_eval=on_eval)
            reached = spent.get(1.0, float("nan"))
            missed = not (run.score.tried >= 500 and reached <= LIMITS_S[name])
            late += missed
            print(
                f"{config.task.name:<34}{seed:>5}{spent.get(0.99, float('nan')):>9.2f}"
                f"{reached:>9.2f}{LIMITS_S[name]:>7}{'':>13}"
                f"{examples.get(0.99, 0):>6} {examples.get(1.0, 0):>6}"
                + ("  TOO LATE" if missed else "")
            )
    print(f"{late} of {len(CONFIGS) * len(SEEDS)} runs miss their limit.")
    return 1 if late else 0
