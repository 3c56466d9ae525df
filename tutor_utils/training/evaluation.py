"""Evaluate a trained model: exact match of what it decodes, on sequences that it has never seen."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from .parts import Parts
from .tasks import BOS, EOS, PAD, Task


@dataclass(frozen=True)
class Score:
    """What a model can do.

    Attributes:
        exact_match: share of sequences, 0 to 1, decoded right up to and including eos.
        by_length: the same for each length, in symbols.
        tried: how many sequences were tried, all lengths alike.
        loss: mean cross-entropy while the model is shown the right tokens (teacher forcing).
    """

    exact_match: float
    by_length: dict[int, float]
    tried: int
    loss: float

    def __str__(self) -> str:
        return (
            f"exact match {self.exact_match:.1%} of {self.tried} fresh sequences, "
            f"teacher-forced loss {self.loss:.3f}"
        )


def evaluate(
    model: nn.Module,
    task: Task,
    parts: Parts | None = None,
    count: int = 500,
    seed: int = 10_000,
    device: torch.device | str | None = None,
) -> Score:
    """Try ``count`` fresh sequences, as many of each length, with free-running greedy decoding.

    The sequences come from a generator of their own, so that an evaluation changes no training.

    Raises:
        ValueError: ``count`` is smaller than the number of lengths.
    """
    lengths = task.lengths
    if count < len(lengths):
        raise ValueError(f"count={count} must be at least {len(lengths)}: one for each length.")
    parts = parts or Parts()
    device = torch.device(device) if device is not None else next(model.parameters()).device
    length = torch.tensor(lengths, device=device).repeat(-(-count // len(lengths)))[:count]  # (B,)
    generator = torch.Generator(device=device).manual_seed(seed)
    src, tgt = task.of_lengths(length[:, None], generator)
    decoded = parts.greedy_decode(model, src, task.max_len + 1, BOS, EOS, PAD)
    decoder_input, labels = parts.shift_target(tgt)
    rows = [length == n for n in lengths]
    by_length = {
        n: parts.exact_match(decoded[row], labels[row], EOS, PAD)
        for n, row in zip(lengths, rows, strict=True)
    }
    return Score(
        exact_match=parts.exact_match(decoded, labels, EOS, PAD),
        by_length=by_length,
        tried=len(length),
        loss=_teacher_forced(model, src, decoder_input, labels, parts),
    )


def _teacher_forced(
    model: nn.Module, src: Tensor, decoder_input: Tensor, labels: Tensor, parts: Parts
) -> float:
    was_training = model.training
    model.eval()
    with torch.no_grad():
        loss = parts.sequence_loss(model(src, decoder_input), labels, PAD).item()
    model.train(was_training)
    return loss
