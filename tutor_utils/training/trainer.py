"""The training loop: train a model, evaluate it, stop it, carry on, and say why it ended."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from . import checkpoint, devices, errors, training_state
from .config import TrainingConfig
from .evaluation import Score, evaluate
from .parts import Parts
from .rollback import LastGoodWeights
from .run import LiveCurves, Run
from .step import Step


class Trainer:
    """Trains one model on the task of a config; may be stopped and carried on.

    Args:
        model: any model that is called as the course's ``Transformer``.
        config: the task, batch size, learning rate and number of steps.
        parts: the functions of notebook 07; the learner's own where they passed.
        seed: of the batches.
        device: "auto", "cpu", "cuda", "mps" or "xpu"; left out, where the model is.
        amp_dtype: mixed precision: "float32" (none), "bfloat16" or "float16" (with scaling).
        compile_model: fuse the operations with ``torch.compile``.
        log_every: fetch the loss from the device each so many steps. Above 1 the learner's
            ``train_step`` runs with its ``loss.item()`` put off (see `step`), so that Python does
            not wait for a GPU in each step. Left out: 1 on a CPU, 20 elsewhere.

    Raises:
        ValueError: an argument makes no sense, or the model does not fit the task.
    """

    def __init__(
        self,
        model: nn.Module,
        config: TrainingConfig,
        parts: Parts | None = None,
        *,
        seed: int = 0,
        device: str | torch.device | None = None,
        amp_dtype: str = "float32",
        compile_model: bool = False,
        log_every: int | None = None,
    ) -> None:
        here = next(model.parameters()).device
        self.device = here if device is None else devices.pick(device)
        self.log_every = log_every or (1 if self.device.type == "cpu" else 20)
        if self.log_every < 1:
            raise ValueError(f"log_every={log_every} must be at least 1.")
        errors.fits(model, config.task)
        self.model, self.config, self.task = model.to(self.device), config, config.task
        self.parts = parts or Parts()
        self.precision = devices.MixedPrecision(amp_dtype, self.device)
        # fused: all parameters in one pass. The same numbers, and a tenth of the step's time.
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), betas=(0.9, 0.98), eps=1e-9, fused=True
        )
        stepped: Any = torch.compile(self.model) if compile_model else self.model
        self._step = Step(stepped, self.optimizer, self.precision, self.log_every > 1)
        self.lr_at = config.lr_schedule(self.parts)
        self.generator = self.task.generator(seed, self.device)
        self.step = 0
        self.name = uuid.uuid4().hex  # tells its checkpoints from those of other runs
        self._good = LastGoodWeights(self.model)

    @property
    def scaler(self) -> torch.amp.GradScaler:
        """What scales the loss up for float16; for other types it does nothing."""
        return self._step.scaler

    def run(
        self,
        steps: int | None = None,
        *,
        eval_every: int = 25,
        count: int = 500,
        stop_at: float = 1.0,
        record: Callable[[int], object] | None = None,
        record_at: tuple[int, ...] = (),
        alt: str | None = None,
        on_eval: Callable[[Run], None] | None = None,
    ) -> Run:
        """Train on, until ``count`` fresh sequences are right, or for so many steps.

        Args:
            steps: the most steps of this run; the config's where left out.
            eval_every: evaluate the model each so many steps.
            stop_at: the exact match that is enough; above 1 the run goes on to its last step.
            record: called with the step at each of ``record_at`` and at the end, for example to
                add to a ``viz.Recording`` of the model.
            alt: show live curves, with these words as their text alternative.
            on_eval: called after each evaluation with the run so far.

        Ctrl-C or the stop button ends the run. The model is left in eval mode, ready to be used.

        Raises:
            ValueError: ``steps`` or ``eval_every`` is below 1.
            errors.NotANumber: the loss is NaN or infinite; the weights of the last evaluation are
                restored.
            errors.OutOfMemory: the device has too little memory.
        """
        steps = self.config.steps if steps is None else steps
        _at_least_1(steps=steps, eval_every=eval_every)
        run, curves, first = Run(), LiveCurves(steps, alt), self.step
        self.model.train()
        try:
            while self.step < first + steps and not run.why:
                loss = self._train_on_next_batch(run)
                done = self.step - first
                if record and self.step in record_at:
                    record(self.step)
                if done % eval_every and done < steps:
                    continue
                score = self._evaluate(run, loss, count)
                curves.update(done, run)
                if on_eval:
                    on_eval(run)
                if score.exact_match >= stop_at:
                    run.why = f"Exact match reached {score.exact_match:.0%}"
        except KeyboardInterrupt:
            run.why = f"Stopped by you at step {self.step}: the model can be used"
            run.score = None
        except torch.OutOfMemoryError as error:
            raise errors.OutOfMemory(errors.what_to_lower(self.config, error)) from error
        run.why = run.why or "All steps are done"
        self.model.eval()
        run.reached(self.step)
        run.score = run.score or evaluate(self.model, self.task, self.parts, count)
        if record:
            record(self.step)
        curves.finish()
        return run

    def save(self, path: str | Path) -> Path:
        """Write a checkpoint, from which `load` carries on as if nothing had happened.

        One of another run that has this name is kept as a copy.

        Raises:
            checkpoint.CheckpointError: it cannot be written, for want of space for example.
        """
        return checkpoint.write(path, *training_state.pack(self))

    def load(self, path: str | Path) -> None:
        """Go on from a checkpoint: weights, optimizer, generators and step are as they were.

        Raises:
            checkpoint.CheckpointError: it is missing, damaged, of another version, shape or task.
        """
        tensors, facts = checkpoint.read(path)
        if facts["task"] != self.task.name:
            raise checkpoint.CheckpointError(
                f"{path} was trained on {facts['task']!r}, this trainer's task is "
                f"{self.task.name!r}."
            )
        training_state.unpack(self, tensors, facts)
        self._good.keep(self.step)

    def draw(self) -> tuple[Tensor, Tensor]:
        """The batch of one step, made on the device: src (B, L_s), tgt (B, L+1)."""
        return self.task.batch(self.config.batch_size, self.generator, self.device)

    def update(self, src: Tensor, tgt: Tensor) -> float | Tensor:
        """One update on a batch by the learner's ``train_step``.

        Returns the loss; with ``log_every`` above 1 it is a tensor () on the device, and nothing
        waits for it.
        """
        return self._step(self.parts, src, tgt)

    def value_of(self, loss: float | Tensor) -> float:
        """The loss as a Python number; waits for the device."""
        return float(loss)

    @property
    def _lr(self) -> float:
        return float(self.optimizer.param_groups[0]["lr"])

    def _train_on_next_batch(self, run: Run) -> float | Tensor:
        for group in self.optimizer.param_groups:
            group["lr"] = self.lr_at(self.step + 1)
        self._batch = self.draw()
        loss = self.update(*self._batch)
        self.step += 1
        if self.step % self.log_every == 0:
            self._log(run, loss)
        return loss

    def _log(self, run: Run, loss: float | Tensor) -> None:
        """Bring the loss to Python, the one place that waits for the device."""
        if self.step in run.losses:
            return
        value = run.losses[self.step] = self.value_of(loss)
        if not math.isfinite(value):
            why = errors.why_no_number(self.model, *self._batch, self.parts, self._lr)
            raise errors.NotANumber(
                f"The loss of step {self.step} is {value}, no number. {why} "
                f"The weights are set back to those of step {self._good.restore()}."
            )

    def _evaluate(self, run: Run, loss: float | Tensor, count: int) -> Score:
        """Exact match; a tenth of the sequences tells whether the others are worth the time."""
        self._log(run, loss)
        few = min(count, max(count // 10, len(self.task.lengths)))
        score = evaluate(self.model, self.task, self.parts, few, seed=20_000 + self.step)
        if score.exact_match == 1 and count > few:
            score = evaluate(self.model, self.task, self.parts, count, seed=10_000 + self.step)
        self._good.keep(self.step)
        run.reached(self.step)
        run.evaluated(score, self._lr / self.config.peak_lr)
        return score


def _at_least_1(**numbers: int) -> None:
    """Raises ValueError that names the argument and its value."""
    for name, value in numbers.items():
        if value < 1:
            raise ValueError(f"{name}={value} must be at least 1.")
