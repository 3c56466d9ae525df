"""Real mistakes, each built into an otherwise right run, and what the run's numbers say of it.

Most were found in published code that "trained". Some the loss gives away, some only exact match,
and some neither: those need a check of the part itself, as in notebooks 01 to 06.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from .breakable import Breakable, Pieces
from .measure import Score, measure
from .parts import Parts
from .recipes import Recipe
from .tasks import COPY, EOS, PAD, Task
from .trainer import Trainer

RECIPE = Recipe(
    COPY, d_model=32, d_ff=64, batch_size=32, peak=5e-3, steps=200
)  # a right run needs about 125


@dataclass(frozen=True)
class Mistake:
    """One mistake: in the model, in the functions of notebook 07, or in the target.

    Attributes:
        name: what is wrong, in a few words.
        model: the fields of `Pieces` that are wrong.
        parts: the right functions -> those that train. The right ones measure.
        target: src and the right tgt -> the tgt that is trained on.
    """

    name: str
    model: dict[str, Any] = field(default_factory=dict)
    parts: Callable[[Parts], Parts] | None = None
    target: Callable[[Tensor], Tensor] | None = None


@dataclass(frozen=True)
class Verdict:
    """What the numbers of a run say.

    Attributes:
        loss: the mean of the last ten losses that the run itself showed.
        score: exact match of free-running decoding on right data.
        steps: how many steps it had; a run that is all right ends early.
    """

    mistake: str
    loss: float
    score: Score
    steps: int

    @property
    def seen_by(self) -> str:
        """Which number gives the mistake away.

        "loss" where it stays above 0.15; "exact match" where the loss looks fine but less than 95 %
        of the sequences are right; "neither" where both look fine.
        """
        if self.loss > 0.15:
            return "loss"
        return "neither" if self.score.exact >= 0.95 else "exact match"


def attempt(mistake: Mistake, recipe: Recipe = RECIPE, seed: int = 0, count: int = 200) -> Verdict:
    """Train a model with the mistake built in, and measure it on ``count`` fresh sequences."""
    right = Parts()
    wrong = mistake.parts(right) if mistake.parts else right
    task = recipe.task
    if mistake.target:
        task = task.drawn_by(_with_target(task, mistake.target))
    model = recipe.model(partial(Breakable, pieces=Pieces(**mistake.model)), seed)
    trainer = Trainer(model, recipe.for_task(task), wrong, seed=seed)
    losses: list[float] = []
    score = None
    while trainer.step < recipe.steps and (score is None or score.exact < 1):
        run = trainer.run(25, count=len(task.lengths), stop_at=2.0)
        losses += run.losses.values()
        score = measure(model, recipe.task, right, count)
    return Verdict(mistake.name, sum(losses[-10:]) / 10, score, trainer.step)


def _with_target(task: Task, change: Callable[[Tensor], Tensor]) -> Callable[..., Any]:
    def batch(count: int, max_len: int, vocab: int, generator: Any, device: Any = None) -> Any:
        src, tgt = task.batch(count, generator, device)
        return src, change(tgt)

    return batch


# --- wrong pieces --------------------------------------------------------------------------------


def _straight_split(x: Tensor, heads: int) -> Tensor:
    return x.view(x.shape[0], heads, x.shape[1], -1)  # a head takes a piece of the sentence


def _straight_merge(x: Tensor) -> Tensor:
    return x.reshape(x.shape[0], x.shape[2], -1)  # not transposed back: tokens are mixed


def _lowest(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, torch.finfo(scores.dtype).min)


def _over_queries(scores: Tensor, mask: Tensor) -> Tensor:
    return _lowest(scores, mask).softmax(dim=-2)


def _masked_afterwards(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.softmax(dim=-1) * mask  # not divided by the new sum


def _minus_lost(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, 1e-9).softmax(dim=-1)  # meant: -1e9


def _inverted(scores: Tensor, mask: Tensor) -> Tensor:
    return _lowest(scores, ~mask).softmax(dim=-1)


def _all_open(length: int, device: torch.device) -> Tensor:
    return torch.ones(length, length, dtype=torch.bool, device=device)


def _one_ahead(length: int, device: torch.device) -> Tensor:
    return _all_open(length, device).tril(1)


def _pads_open(ids: Tensor, pad_id: int) -> Tensor:
    return torch.ones_like(ids, dtype=torch.bool)[:, None, None, :]


def _no_shift(parts: Parts) -> Parts:
    return replace(parts, shift_target=lambda tgt: (tgt[:, :-1], tgt[:, :-1]))


def _with_loss(parts: Parts, loss: Callable[[Tensor, Tensor], Tensor]) -> Parts:
    """The right ``train_step`` around another loss."""

    def step(model: Any, src: Tensor, tgt: Tensor, optimizer: Any, pad_id: int) -> float:
        decoder_input, labels = parts.shift_target(tgt)
        optimizer.zero_grad()
        value = loss(model(src, decoder_input), labels)
        value.backward()
        optimizer.step()
        return value.item()

    return replace(parts, train_step=step)


def _pads_count(parts: Parts) -> Parts:
    return _with_loss(parts, lambda logits, y: F.cross_entropy(logits.flatten(0, 1), y.flatten()))


def _softmax_twice(parts: Parts) -> Parts:
    return _with_loss(parts, lambda logits, y: parts.sequence_loss(logits.softmax(-1), y, PAD))


def _never_zeroed(parts: Parts) -> Parts:
    def step(model: Any, src: Tensor, tgt: Tensor, optimizer: Any, pad_id: int) -> float:
        decoder_input, labels = parts.shift_target(tgt)
        loss = parts.sequence_loss(model(src, decoder_input), labels, pad_id)
        loss.backward()
        optimizer.step()
        return loss.item()

    return replace(parts, train_step=step)


def _own_shift(parts: Parts) -> Parts:
    """A ``train_step`` that uses the wrong ``shift_target``."""
    wrong = _no_shift(parts)
    return replace(
        _with_loss(wrong, lambda logits, y: parts.sequence_loss(logits, y, PAD)),
        shift_target=wrong.shift_target,
    )


def _without_eos(tgt: Tensor) -> Tensor:
    return tgt.masked_fill(tgt == EOS, PAD)


def _without_bos(tgt: Tensor) -> Tensor:
    return torch.cat([tgt[:, 1:], torch.full_like(tgt[:, :1], PAD)], dim=1)


MISTAKES = (
    Mistake("heads merged without transposing back", {"merge": _straight_merge}),
    Mistake(
        "heads split and merged by view alone",
        {"split": _straight_split, "merge": _straight_merge},
    ),
    Mistake("heads split by view alone", {"split": _straight_split}),
    Mistake("no causal mask", {"future": _all_open}),
    Mistake("one future token visible", {"future": _one_ahead}),
    Mistake("mask inverted", {"weigh": _inverted}),
    Mistake("masked with 1e-9, the minus lost", {"weigh": _minus_lost}),
    Mistake("masked after softmax, sum below 1", {"weigh": _masked_afterwards}),
    Mistake("softmax over queries", {"weigh": _over_queries}),
    Mistake("divided by √d_model", {"scale": lambda d_k, heads: (d_k * heads) ** 0.5}),
    Mistake("not divided at all", {"scale": lambda d_k, heads: 1.0}),
    Mistake("pads of the source not masked", {"source_pads": _pads_open}),
    Mistake("no positions", {"positions": False}),
    Mistake("no residual", {"add": lambda x, y: y}),
    Mistake("no activation in the feed-forward network", {"activation": False}),
    Mistake("target not shifted", parts=_own_shift),
    Mistake("pads counted in the loss", parts=_pads_count),
    Mistake("softmax before the loss", parts=_softmax_twice),
    Mistake("gradients never zeroed", parts=_never_zeroed),
    Mistake("no eos in the target", target=_without_eos),
    Mistake("no bos in the target", target=_without_bos),
)
RIGHT = Mistake("none")
