"""Run the learner's own training loop, with evaluation, stopping, checkpoints and errors."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor, nn

from . import checkpoint, devices, errors, held_out, training_state
from .config import TrainingConfig
from .evaluation import Score, evaluate, one_pass_tells
from .fused import FusedAttention
from .parts import Batch, Parts
from .run import LiveCurves, Run
from .step import Step
from .tasks import PAD

# Model -> the number of steps that it was trained in this process, by any trainer.
_TRAINED: WeakKeyDictionary[nn.Module, int] = WeakKeyDictionary()


@dataclass(frozen=True)
class _Plan:
    """When to evaluate, record and save between the steps of a run."""

    last_step: int
    eval_every: int
    count: int
    stop_at: float
    record: Callable[[int], object] | None
    record_at: tuple[int, ...]
    on_eval: Callable[[Run], None] | None
    curves: LiveCurves
    first_step: int


class Trainer:
    """Trains one model on the task of a config; can be stopped and continued.

    The loop is ``parts.train_model``, the learner's own. Its batches come from a generator, which
    does all work between two steps.

    Args:
        model: any model that is called as the course's ``Transformer``.
        config: the task, batch size, learning rate and number of steps.
        parts: the functions of notebook 07; the learner's own where they passed.
        seed: of the batches.
        device: "auto", "cpu", "cuda", "mps" or "xpu"; by default the model's.
        amp_dtype: mixed precision: "float32" (none), "bfloat16" or "float16" (with scaling);
            "auto" is bfloat16 if the device supports it, else float32.
        compile_model: fuse operations with ``torch.compile``. On CUDA the kernel launches of a step
            are also recorded and replayed as one (``mode="reduce-overhead"``), since a small model
            spends most of its time on launches.
        without_sync: let ``loss.item()`` return a tensor that stays on the device (see `step`), so
            that Python does not wait for a GPU in each step. By default on any device but a CPU.
        fused: compute attention by PyTorch's fused operation during a step (see `fused`). A module
            whose result would change, or that has hooks, keeps its own ``forward``.

    Raises:
        ValueError: an argument is out of range, or the model does not fit the task.
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
        without_sync: bool | None = None,
        fused: bool = True,
    ) -> None:
        here = next(model.parameters()).device
        self.device = here if device is None else devices.pick(device)
        if without_sync is None:
            without_sync = self.device.type != "cpu"
        errors.fits(model, config.task)
        self.model, self.config, self.task = model.to(self.device), config, config.task
        self.parts = parts or Parts()
        self.precision = devices.MixedPrecision(amp_dtype, self.device)
        # fused: all parameters in one pass, which takes a tenth of the time. A list, since an
        # optimizer identifies its state by the parameters' order.
        self.optimizer = torch.optim.AdamW(
            list(self.model.parameters()),
            betas=(config.beta1, 0.98),
            eps=1e-9,
            weight_decay=config.weight_decay,
            fused=True,
        )
        stepped: Any = self.model
        if compile_model:
            mode = "reduce-overhead" if self.device.type == "cuda" else None
            stepped = torch.compile(self.model, mode=mode)
        self._fused = fused
        self._step = Step(
            stepped,
            self.optimizer,
            self.precision,
            without_sync,
            FusedAttention.of(self.model) if fused else None,
            config.clip_norm,
            config.accumulate,
        )
        self.lr_at = config.lr_schedule(self.parts)
        self.generator = self.task.generator(seed, self.device)
        self.step = 0
        self.world = 1  # processes
        self.name = uuid.uuid4().hex  # identifies its checkpoints
        self._keep_weights()
        # whether one pass tells; None before the first evaluation
        self._one_pass: bool | None = None
        self._batch: Batch | None = None
        self._shares: list[Tensor] = []  # of each part of a batch, where it comes in parts

    @property
    def scaler(self) -> torch.amp.GradScaler:
        """The gradient scaler for float16; for other dtypes it does nothing."""
        return self._step.scaler

    def run(
        self,
        steps: int | None = None,
        *,
        eval_every: int = 25,
        count: int = 500,
        final: int | None = None,
        stop_at: float = 1.0,
        record: Callable[[int], object] | None = None,
        record_at: tuple[int, ...] = (),
        alt: str | None = None,
        on_eval: Callable[[Run], None] | None = None,
    ) -> Run:
        """Train until two consecutive evaluations are perfect, or for a number of steps.

        Args:
            steps: the most steps of this run; the config's where left out.
            eval_every: the number of steps between evaluations; half of it after a perfect one.
            count: the number of held-out sequences of an evaluation.
            final: the number of test sequences of the final score; by default 4 * ``count``.
            stop_at: the exact match that is enough; above 1 the run uses all its steps.
            record: called with the step at each of ``record_at`` and at the end, for example to
                add to a ``viz.Recording`` of the model.
            alt: show live curves, with this text alternative.
            on_eval: called after each evaluation with the run so far.

        Ctrl-C or the stop button ends the run. The model is left in eval mode, ready to be used.

        Raises:
            ValueError: ``steps`` or ``eval_every`` is below 1.
            errors.NotANumber: the loss is NaN or infinite; the weights of the last evaluation are
                restored.
            errors.OutOfMemory: the device has too little memory.
            errors.DeviceLost: the device stopped working.
        """
        steps = self.config.steps if steps is None else steps
        for name, value in (("steps", steps), ("eval_every", eval_every)):
            if value < 1:
                raise ValueError(f"{name}={value} must be at least 1.")
        run, first = Run(), self.step
        if alt and not first and (before := _TRAINED.get(self.model)):
            print(
                f"This model has trained before, for {before} steps, and goes on from there. To "
                "begin anew, run the cell that makes it first."
            )
        plan = _Plan(
            first + steps,
            eval_every,
            count,
            stop_at,
            record,
            record_at,
            on_eval,
            LiveCurves(steps, alt),
            first,
        )
        losses: list[float] = []
        self._shares, parts = [], self.config.accumulate
        self._step.keeps_logits = plan.curves.drawn
        try:
            with closing(self._batches(run, plan)) as batches:
                losses = self.parts.train_model(
                    self._step.model,
                    batches,
                    self._step.optimizer,
                    lambda step: self.lr_at(first + (step - 1) // parts + 1),
                    PAD,
                )
        except (RuntimeError, MemoryError) as error:
            if words := errors.in_words(error, self.config):
                raise words from error
            raise
        interrupted = not run.why  # by the stop button: the loop asked for no further batch
        run.why = run.why or f"Stopped by you at step {self.step}: the model can be used"
        run.losses = dict(enumerate(self._numbers(losses, interrupted), first + 1))
        self._see_numbers(run)
        self.model.eval()
        run.reached(self.step)
        _TRAINED[self.model] = self.step + (0 if first else _TRAINED.get(self.model, 0))
        try:
            final = 4 * count if final is None else final
            run.score = evaluate(self.model, self.task, self.parts, final, fused=self._fused)
            if record:
                record(self.step)
            plan.curves.finish()
        except KeyboardInterrupt:
            run.notes.append("Stopped by you before the last evaluation had ended.")
        return run

    def save(self, path: str | Path) -> Path:
        """Write a checkpoint, from which `load` continues as if the run had not stopped.

        Another run's checkpoint of this name is renamed.

        Raises:
            checkpoint.CheckpointError: it cannot be written, for example for lack of space.
        """
        return checkpoint.write(path, *training_state.pack(self))

    def load(self, path: str | Path) -> list[str]:
        """Continue from a checkpoint: weights, optimizer, generators and step are restored.

        Returns harmless differences from the saved run, a sentence each.

        Raises:
            checkpoint.CheckpointError: it is missing, damaged, or of another version, model, task,
                recipe, number type, or number of sequences in a step.
        """
        tensors, facts = checkpoint.read(path)
        notes = training_state.unpack(self, tensors, facts, Path(path))
        self.name = facts["run"]
        self._keep_weights()
        return notes

    def draw(self) -> Batch:
        """The batch of one step, made on the device: src (B, L_s), tgt (B, L+1).

        No sequence in it is held out.
        """
        return held_out.training_batch(
            self.task, self.config.batch_size, self.generator, self.device
        )

    def update(self, src: Tensor, tgt: Tensor) -> float | Tensor:
        """One update on a batch by the learner's ``train_step``, without the loop around it.

        Returns the loss; without sync it is a tensor () on the device, and nothing waits for it.
        """
        self._shares, losses = [], []
        with closing(self._in_parts(src, tgt)) as parts:
            for part in parts:
                losses.append(
                    self.parts.train_step(self._step.model, *part, self._step.optimizer, PAD)
                )
        return losses[0] if len(losses) == 1 else self._of_batches(losses)[0]

    @property
    def _lr(self) -> float:
        return float(self.optimizer.param_groups[0]["lr"])

    def _in_parts(self, src: Tensor, tgt: Tensor) -> Generator[Batch]:
        """The parts of a batch, each in the context of its training step."""
        count = self.config.accumulate
        parts = zip(src.chunk(count), tgt.chunk(count), self._weights(tgt), strict=True)
        for number, (own_src, own_tgt, weight) in enumerate(parts, start=1):
            with self._step.around(own_src, weight, left=count - number):
                yield own_src, own_tgt

    def _weights(self, tgt: Tensor) -> list[Tensor | None]:
        """The factor of each part's gradients: its share of the batch's tokens."""
        count = self.config.accumulate
        if count == 1:
            return [None]
        tokens = (self.parts.shift_target(tgt)[1] != PAD).view(count, -1).sum(dim=1)
        shares = (tokens / tokens.sum()).unbind()
        self._shares += shares
        return list(shares)

    def _batches(self, run: Run, plan: _Plan) -> Generator[Batch]:
        """The batches of a run; the work after a step is done before the next batch."""
        while self.step < plan.last_step and not run.why:
            src, tgt = self._batch = self.draw()
            yield from self._in_parts(src, tgt)
            self.step += 1
            planned = self.lr_at(self.step)  # reading the optimizer may wait for the device
            loss = self._newest_loss(tgt) if plan.curves.drawn else None
            plan.curves.stepped(self.step - plan.first_step, loss, planned / self.config.peak_lr)
            if plan.record and self.step in plan.record_at:
                plan.record(self.step)
            if self._evaluation_is_due(run, plan):
                self._evaluate(run, plan)
            self._ask_others(run)
        run.why = run.why or "All steps are done"

    def _newest_loss(self, tgt: Tensor) -> Tensor | None:
        """The loss of the newest step, (); the loop returns its losses only at its end."""
        labels = self.parts.shift_target(tgt.chunk(self.config.accumulate)[-1])[1]
        logits = self._step.logits
        if logits.shape[:-1] != labels.shape:  # the step did not call the model on this batch
            return None
        with torch.no_grad():
            return self.parts.sequence_loss(logits, labels, PAD)

    def _evaluation_is_due(self, run: Run, plan: _Plan) -> bool:
        done = self.step - plan.first_step
        if self.step >= plan.last_step or done % plan.eval_every == 0:
            return True
        return bool(run.perfect_in_a_row) and done % plan.eval_every == plan.eval_every // 2

    def _evaluate(self, run: Run, plan: _Plan) -> None:
        """Evaluate exact match: a tenth of the sequences first, all of them if those are right."""
        few = max(plan.count // 10, len(self.task.lengths))
        drawn = plan.curves.drawn
        score = self._score(min(few, plan.count), drawn)
        if few < plan.count and self._all_agree(score.exact_match == 1):
            score = self._score(plan.count, drawn)
        if not math.isfinite(score.loss):
            self._stop_for(f"The loss after step {self.step} is {score.loss}, no number.")
        self._keep_weights()
        run.reached(self.step)
        enough = self._all_agree(score.exact_match >= plan.stop_at)
        run.evaluated(score, self._lr / self.config.peak_lr, enough)
        plan.curves.evaluated(self.step - plan.first_step, run)
        if plan.on_eval:
            plan.on_eval(run)
        if run.perfect_in_a_row == 2:
            run.why = "Two evaluations in a row were perfect"

    def _score(self, count: int, sample: bool) -> Score:
        if self._one_pass is None:
            self._one_pass = one_pass_tells(self.model, self.task, self.parts)
        return evaluate(
            self.model,
            self.task,
            self.parts,
            count,
            part=held_out.VALIDATION,
            seed=self.step,
            in_one_pass=self._one_pass,
            sample=sample,
            fused=self._fused,
        )

    def _keep_weights(self) -> None:
        """Copy the weights, to which the run returns if the loss becomes NaN."""
        weights = {name: w.detach().clone() for name, w in self.model.state_dict().items()}
        self._good = self.step, weights

    def _see_numbers(self, run: Run) -> None:
        """Raise NotANumber if a loss of the run is NaN or infinite."""
        bad = next((step for step, loss in run.losses.items() if not math.isfinite(loss)), None)
        if bad is not None:
            self._stop_for(f"The loss of step {bad} is {run.losses[bad]}, no number.")

    def _stop_for(self, what: str) -> None:
        why = ""
        if self._batch:
            why = errors.why_no_number(self.model, *self._batch, self.parts, self._lr)
        step, weights = self._good
        self.model.load_state_dict(weights)
        raise errors.NotANumber(f"{what} {why} The weights are set back to those of step {step}.")

    def _numbers(self, losses: list[Any], interrupted: bool) -> list[float]:
        """The losses as Python numbers; this waits for the device."""
        return [float(x) for x in self._of_batches(losses).tolist()]

    def _of_batches(self, losses: list[Any]) -> Tensor:
        """The mean loss of each batch that came to its end, from the losses of its parts."""
        parts = self.config.accumulate
        done = len(losses) // parts * parts
        if not done:
            return torch.empty(0, device=self.device)
        each = torch.stack([torch.as_tensor(x, device=self.device) for x in losses[:done]]).float()
        if parts == 1:
            return each
        return (each * torch.stack(self._shares[:done])).view(-1, parts).sum(dim=1)

    def _all_agree(self, this: bool) -> bool:
        """Whether the condition holds in all processes; here there is only one."""
        return this

    def _ask_others(self, run: Run) -> None:
        """Stop if another process wants to; does nothing in a run of one process."""
