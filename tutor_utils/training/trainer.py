"""The run: train a model, watch it, stop it, carry on, and say why it ended."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from . import checkpoint, devices, faults
from .measure import Score, measure
from .parts import Parts
from .recipes import Recipe
from .tasks import PAD


@dataclass
class Run:
    """What a run left behind.

    Attributes:
        why: in words, why it ended.
        step: the last step, counted over all runs of the trainer.
        score: what the model could do at the end.
        history: step, loss, exact match and rate at each look, in lists of the same length.
        losses: the loss of every step that was fetched, by step.
        cpu_seconds: CPU time of training and looking together, of this run alone.
    """

    why: str = ""
    step: int = 0
    score: Score | None = None
    history: dict[str, list[float]] = field(default_factory=dict)
    losses: dict[int, float] = field(default_factory=dict)
    cpu_seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.why} after {self.step} steps: {self.score}"


class Trainer:
    """Trains one model on the task of a recipe; may be stopped and carried on.

    Args:
        model: any model that is called as the course's ``Transformer``.
        recipe: the task, batch size, learning rate and number of steps.
        parts: the functions of notebook 07; the learner's own where they passed.
        seed: of the batches.
        device: "auto", "cpu", "cuda" or "mps"; left out, where the model is.
        precision: "float32", "bfloat16" or "float16" (with scaling).
        compiled: fuse the operations with ``torch.compile``.
        fetch_every: 1 calls the learner's ``train_step``, which fetches the loss in each step. A
            larger number keeps the loss on the device and fetches every n-th: then nothing in
            the step waits for a GPU. Left out: 1 on a CPU, 20 elsewhere.

    Raises:
        ValueError: an argument makes no sense, or the model does not fit the task.
    """

    def __init__(
        self,
        model: nn.Module,
        recipe: Recipe,
        parts: Parts | None = None,
        *,
        seed: int = 0,
        device: str | torch.device | None = None,
        precision: str = "float32",
        compiled: bool = False,
        fetch_every: int | None = None,
    ) -> None:
        here = next(model.parameters()).device
        self.device = here if device is None else devices.pick(device)
        self.fetch_every = fetch_every or (1 if self.device.type == "cpu" else 20)
        if self.fetch_every < 1:
            raise ValueError(f"fetch_every={fetch_every} must be at least 1.")
        faults.fits(model, recipe.task)
        self.model, self.recipe, self.task = model.to(self.device), recipe, recipe.task
        self.parts = parts or Parts()
        self.precision = devices.Precision(precision, self.device)
        # The learner's train_step neither scales the loss nor leaves it on the device.
        self.quiet = self.fetch_every > 1 or precision == "float16"
        self.stepped = devices.compiled(self.model, compiled)
        # fused: all parameters in one pass. The same numbers, and a tenth of the step's time.
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), betas=(0.9, 0.98), eps=1e-9, fused=True
        )
        self.scaler = self.precision.scaler()
        self.rate = recipe.rate(self.parts)
        self.generator = self.task.generator(seed, self.device)
        self.step = 0
        self._name = uuid.uuid4().hex
        self._good = (0, _copied(self.model))

    def run(
        self,
        steps: int | None = None,
        *,
        look_every: int = 25,
        count: int = 500,
        stop_at: float = 1.0,
        record: Callable[[int], object] | None = None,
        record_at: tuple[int, ...] = (),
        alt: str | None = None,
        watch: Callable[[Run], None] | None = None,
    ) -> Run:
        """Train on, until ``count`` fresh sequences are right, or for so many steps.

        Args:
            steps: the most steps of this run; the recipe's where left out.
            look_every: measure the model each so many steps.
            stop_at: the exact match that is enough; above 1 the run goes on to its last step.
            record: called with the step at each of ``record_at`` and at the end, for example to
                add to a ``viz.Recording`` of the model.
            alt: show live curves, with these words as their text alternative.
            watch: called after each look with the run so far.

        Ctrl-C or the stop button ends the run. The model is left in eval mode, ready to be used.

        Raises:
            ValueError: ``steps`` or ``look_every`` is below 1.
            faults.NotANumber: the loss is no number any more; the weights are set back.
            faults.OutOfMemory: the device has too little memory.
        """
        steps = self.recipe.steps if steps is None else steps
        for name, value in (("steps", steps), ("look_every", look_every)):
            if value < 1:
                raise ValueError(f"{name}={value} must be at least 1.")
        live = _live(steps, alt)
        run, start, first = Run(), time.process_time(), self.step
        last = first + steps
        self.model.train()
        try:
            while self.step < last and not run.why:
                loss = self._step(run)
                done = self.step - first
                if record and self.step in record_at:
                    record(self.step)
                if done % look_every and self.step < last:
                    continue
                self._fetch(run, loss)
                run.score = self._look(count)
                run.step, run.cpu_seconds = self.step, time.process_time() - start
                self._note(run)
                if live:
                    live.update(done, **{k: v[-1] for k, v in run.history.items() if k != "step"})
                if watch:
                    watch(run)
                if run.score.exact >= stop_at:
                    run.why = f"Exact match reached {run.score.exact:.0%}"
        except KeyboardInterrupt:
            run.why = f"Stopped by you at step {self.step}: the model can be used"
            run.score = None
        except torch.OutOfMemoryError as error:
            raise faults.OutOfMemory(faults.what_to_lower(self.recipe, error)) from error
        run.why = run.why or "All steps are done"
        self.model.eval()
        run.step, run.cpu_seconds = self.step, time.process_time() - start
        run.score = run.score or measure(self.model, self.task, self.parts, count)
        if record:
            record(self.step)
        if live and live.series:
            live.finish()
        return run

    def save(self, path: str | Path) -> Path:
        """Write a checkpoint, from which `load` carries on as if nothing had happened.

        One of another run that has this name is kept as a copy.

        Raises:
            checkpoint.CheckpointError: it cannot be written, for want of space for example.
        """
        optimizer = self.optimizer.state_dict()
        tensors = {f"model/{k}": v for k, v in self.model.state_dict().items()}
        for number, state in optimizer["state"].items():
            tensors |= {f"optimizer/{number}/{k}": v for k, v in state.items()}
        tensors["generator"] = self.generator.get_state()
        tensors["torch"] = torch.get_rng_state()
        if self.device.type == "cuda":
            tensors["cuda"] = torch.cuda.get_rng_state(self.device)
        facts = {
            "run": self._name,
            "step": self.step,
            "task": self.task.name,
            "precision": self.precision.name,
            "groups": optimizer["param_groups"],
            "scaler": self.scaler.state_dict(),
        }
        return checkpoint.write(path, tensors, facts)

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
        weights = {k.removeprefix("model/"): v for k, v in tensors.items() if k[:6] == "model/"}
        checkpoint.load_weights(self.model, weights)
        states: dict[int, dict[str, Any]] = {}
        for name, tensor in tensors.items():
            if name.startswith("optimizer/"):
                _, number, what = name.split("/")
                states.setdefault(int(number), {})[what] = tensor
        self.optimizer.load_state_dict({"state": states, "param_groups": facts["groups"]})
        self.scaler.load_state_dict(facts["scaler"])
        with suppress(RuntimeError):  # made on another device: the batches go on with other draws
            self.generator.set_state(tensors["generator"])
        torch.set_rng_state(tensors["torch"])
        if self.device.type == "cuda" and "cuda" in tensors:
            torch.cuda.set_rng_state(tensors["cuda"], self.device)
        self.step = facts["step"]
        self._good = (self.step, _copied(self.model))

    def draw(self) -> tuple[Tensor, Tensor]:
        """The batch of one step, made on the device."""
        return self.task.batch(self.recipe.batch_size, self.generator, self.device)

    def quiet_step(self, src: Tensor, tgt: Tensor) -> Tensor:
        """The learner's ``train_step`` without its last line: the loss stays on the device, ().

        It also scales the loss where float16 needs it.
        """
        decoder_input, labels = self.parts.shift_target(tgt)
        self.optimizer.zero_grad()
        with self.precision.autocast():
            logits = self.stepped(src, decoder_input)
        loss = self.weighted(self.parts.sequence_loss(logits.float(), labels, PAD), labels)
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.detach()

    def weighted(self, loss: Tensor, labels: Tensor) -> Tensor:
        """The loss whose gradient makes the update; with one process the loss as it is."""
        return loss

    def value_of(self, loss: float | Tensor) -> float:
        """The loss as a Python number."""
        return float(loss)

    @property
    def _rate_now(self) -> float:
        return float(self.optimizer.param_groups[0]["lr"])

    def _step(self, run: Run) -> float | Tensor:
        """One step; a loss that is fetched is noted and looked at."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate(self.step + 1)
        src, tgt = self._batch = self.draw()
        if self.quiet:
            loss = self.quiet_step(src, tgt)
        else:
            with self.precision.autocast():
                loss = self.parts.train_step(self.stepped, src, tgt, self.optimizer, PAD)
        self.step += 1
        if self.step % self.fetch_every == 0:
            self._fetch(run, loss)
        return loss

    def _fetch(self, run: Run, loss: float | Tensor) -> None:
        """Bring the loss to Python, the one place that waits for the device."""
        if self.step in run.losses:
            return
        value = run.losses[self.step] = self.value_of(loss)
        if value != value or abs(value) == float("inf"):
            why = faults.why_no_number(self.model, *self._batch, self.parts, self._rate_now)
            step, weights = self._good
            self.model.load_state_dict(weights)
            raise faults.NotANumber(
                f"The loss of step {self.step} is {value}, no number. {why} "
                f"The weights are set back to those of step {step}."
            )

    def _look(self, count: int) -> Score:
        """Measure; a tenth of the sequences tell first whether the others are worth the time."""
        lengths = len(self.task.lengths)
        few = min(count, max(count // 10, lengths))
        score = measure(self.model, self.task, self.parts, few, seed=20_000 + self.step)
        if score.exact == 1 and count > few:
            score = measure(self.model, self.task, self.parts, count, seed=10_000 + self.step)
        self._good = (self.step, _copied(self.model))
        return score

    def _note(self, run: Run) -> None:
        values = {
            "step": self.step,
            "loss": run.losses[self.step],
            "exact_match": run.score.exact,
            "rate_as_share_of_its_peak": self._rate_now / self.recipe.peak,
        }
        for name, value in values.items():
            run.history.setdefault(name, []).append(value)


def _copied(model: nn.Module) -> dict[str, Tensor]:
    return {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}


def _live(steps: int, alt: str | None) -> Any:
    if alt is None:
        return None
    from ..viz import Live  # drawing is loaded only where it is wanted

    return Live(steps, alt)
