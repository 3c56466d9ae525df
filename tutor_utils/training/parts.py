"""The functions of notebook 07 that training calls: the learner's own or the course's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor, nn
from torch.optim import Optimizer

from ..course.learner_package import load_answer


def _resolved(name: str) -> Callable[[], Any]:
    """A default factory: the learner's function if it has passed, else the course's."""
    return lambda: load_answer(name).value


Batch = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class Parts:
    """The functions that a run calls; by default the learner's if they passed, else the course's.

    Arguments are passed by position.

    Attributes:
        shift_target: tgt (B, L+1) -> decoder_input (B, L), labels (B, L).
        sequence_loss: logits (B, L, V), labels (B, L), pad_id -> the mean loss, ().
        noam_rate: step from 1, d_model, warmup -> learning rate.
        train_step: model, src (B, L_s), tgt (B, L+1), optimizer, pad_id -> the loss as a number.
        train_model: model, batches, optimizer, rate, pad_id -> the loss of each batch. It calls
            its own ``train_step``.
        greedy_decode: model, src (B, L_s), max_len, bos_id, eos_id, pad_id -> ids (B, any).
        exact_match: predicted (B, any), labels (B, L), eos_id, pad_id -> share of rows, 0 to 1.
    """

    shift_target: Callable[[Tensor], tuple[Tensor, Tensor]] = field(
        default_factory=_resolved("shift_target")
    )
    sequence_loss: Callable[[Tensor, Tensor, int], Tensor] = field(
        default_factory=_resolved("sequence_loss")
    )
    noam_rate: Callable[[int, int, int], float] = field(default_factory=_resolved("noam_rate"))
    train_step: Callable[[nn.Module, Tensor, Tensor, Optimizer, int], float] = field(
        default_factory=_resolved("train_step")
    )
    train_model: Callable[
        [nn.Module, Iterable[Batch], Optimizer, Callable[[int], float], int], list[float]
    ] = field(default_factory=_resolved("train_model"))
    greedy_decode: Callable[[nn.Module, Tensor, int, int, int, int], Tensor] = field(
        default_factory=_resolved("greedy_decode")
    )
    exact_match: Callable[[Tensor, Tensor, int, int], float] = field(
        default_factory=_resolved("exact_match")
    )
