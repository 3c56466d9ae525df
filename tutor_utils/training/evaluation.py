"""Evaluate a trained model: exact match of greedy decoding on held-out sequences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from .fused import FusedAttention
from .held_out import TEST, sequences
from .parts import Parts
from .tasks import BOS, EOS, FIRST_SYMBOL, PAD, Task


def upper_bound(wrong: int, tried: int) -> float:
    """The upper 95 % confidence bound of an error rate, from ``wrong`` of ``tried``.

    The one-sided bound of Clopper and Pearson (1934): the share at which so few errors, or fewer,
    would be seen only in 5 % of all cases. Without any error it is about 3/tried.

    Raises:
        ValueError: ``wrong`` is not between 0 and ``tried``.
    """
    if not 0 <= wrong <= tried:
        raise ValueError(f"wrong={wrong} must be between 0 and tried={tried}.")
    if wrong == tried:
        return 1.0

    def so_few(share: float) -> float:
        """The probability of at most ``wrong`` errors at this error rate."""
        return sum(
            math.exp(
                math.lgamma(tried + 1)
                - math.lgamma(k + 1)
                - math.lgamma(tried - k + 1)
                + k * math.log(share)
                + (tried - k) * math.log1p(-share)
            )
            for k in range(wrong + 1)
        )

    low, high = wrong / tried, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if so_few(middle) > 0.05 else (low, middle)
    return high


@dataclass(frozen=True)
class Sample:
    """One decoded sequence: its tokens as words, up to and including eos."""

    given: tuple[str, ...]
    wanted: tuple[str, ...]
    decoded: tuple[str, ...]


@dataclass(frozen=True)
class Score:
    """The result of an evaluation.

    Attributes:
        wrong_by_length: length in symbols -> number of sequences decoded wrong.
        tried_by_length: length in symbols -> number of sequences tried.
        loss: mean cross-entropy while the model is shown the right tokens (teacher forcing).
        sample: the first of the longest sequences, and what the model made of it.
    """

    wrong_by_length: dict[int, int]
    tried_by_length: dict[int, int]
    loss: float
    sample: Sample | None = field(default=None, compare=False)

    @property
    def tried(self) -> int:
        """How many sequences were tried."""
        return sum(self.tried_by_length.values())

    @property
    def wrong(self) -> int:
        """How many of them were not decoded right up to and including eos."""
        return sum(self.wrong_by_length.values())

    @property
    def exact_match(self) -> float:
        """Share of sequences, 0 to 1, decoded right up to and including eos."""
        return 1 - self.wrong / self.tried

    @property
    def by_length(self) -> dict[int, float]:
        """The exact match for each length, in symbols."""
        return {n: 1 - self.wrong_by_length[n] / self.tried_by_length[n] for n in self.lengths}

    @property
    def lengths(self) -> list[int]:
        """The lengths of the sequences that were tried."""
        return list(self.tried_by_length)

    @property
    def error_at_most(self) -> float:
        """The upper 95 % confidence bound of the error rate."""
        return upper_bound(self.wrong, self.tried)

    @property
    def error_at_most_by_length(self) -> dict[int, float]:
        """The upper bound of the error rate for each length."""
        return {
            n: upper_bound(self.wrong_by_length[n], self.tried_by_length[n]) for n in self.lengths
        }

    def __str__(self) -> str:
        return (
            f"{self.wrong} of {self.tried} held-out sequences wrong: exact match "
            f"{self.exact_match:.2%}, errors at most {self.error_at_most:.2%} (95 % confidence), "
            f"teacher-forced loss {self.loss:.3f}"
        )


def evaluate(
    model: nn.Module,
    task: Task,
    parts: Parts | None = None,
    count: int = 2000,
    *,
    part: int = TEST,
    seed: int = 0,
    in_one_pass: bool = False,
    sample: bool = True,
    fused: bool = True,
) -> Score:
    """Decode ``count`` held-out sequences greedily, half of them of the full length.

    No random generator is used, so that an evaluation does not change the training.

    Args:
        part: `held_out.TEST`, or `held_out.VALIDATION` during training.
        seed: which sequences of the part.
        in_one_pass: count errors in the teacher-forced pass, if `one_pass_tells`.
        sample: whether the score includes one of the sequences.
        fused: compute attention by PyTorch's fused operation, where results are the same.

    Raises:
        ValueError: ``count`` is smaller than the number of lengths, or nothing is held out.
    """
    parts = parts or Parts()
    device = next(model.parameters()).device
    src, tgt, length = (x.to(device) for x in sequences(task, part, count, seed))
    decoder_input, labels = parts.shift_target(tgt)
    with FusedAttention.of(model).on() if fused else nullcontext(), eval_mode(model):
        logits = model(src, decoder_input)  # (B, L, V)
        loss = parts.sequence_loss(logits, labels, PAD).item()
        if not in_one_pass:
            decoded = parts.greedy_decode(model, src, task.max_len + 1, BOS, EOS, PAD)
        else:
            past = _shifted(labels)
            if not torch.equal(past, decoder_input):  # the learner's shift_target is another one
                logits = model(src, past)
            decoded = logits.argmax(dim=-1)  # (B, L)
    # Counted on the CPU, where every number type exists: Apple's MPS has no float64.
    decoded, labels, length = decoded.cpu(), labels.cpu(), length.cpu()
    tried, wrong = {}, {}
    for n in task.lengths:
        rows = length == n
        if tried_here := int(rows.sum()):
            tried[n] = tried_here
            right = parts.exact_match(decoded[rows], labels[rows], EOS, PAD)
            wrong[n] = round((1 - right) * tried_here)
    if not sample:
        return Score(wrong, tried, loss)
    row = int((length == length.max()).nonzero()[0])
    output = decoded[row]
    if in_one_pass:  # after an error the pass read the right token: decode this row freely
        one = src[row : row + 1]  # (1, L_s)
        output = parts.greedy_decode(model, one, task.max_len + 1, BOS, EOS, PAD)[0].cpu()
    return Score(wrong, tried, loss, Sample(*map(_in_words, (src[row].cpu(), labels[row], output))))


def one_pass_tells(model: nn.Module, task: Task, parts: Parts) -> bool:
    """Whether a single teacher-forced pass tells which sequences greedy decoding gets right.

    It does where no position reads a later one: up to its first error the model has decoded the
    right past, so both ways meet the same first error, or none, and one pass takes a tenth of the
    time. Two exceptions are tried: a model that sees later tokens, and a ``greedy_decode`` that
    takes another token than the likeliest.
    """
    src, _, _ = sequences(task, TEST, len(task.lengths) + 3, seed=1)
    src = src.to(next(model.parameters()).device)
    with eval_mode(model):
        decoded = parts.greedy_decode(model, src, task.max_len + 1, BOS, EOS, PAD)  # (B, L)
        likeliest = model(src, _shifted(decoded)).argmax(dim=-1)  # (B, L)
        before_end = (decoded == EOS).cumsum(dim=1) - (decoded == EOS).long() == 0  # eos included
        if not torch.equal(likeliest[before_end], decoded[before_end]):
            return False
        places = torch.arange(task.max_len + 1, device=src.device)
        # Row n has other tokens from place n on; the last row has none.
        tokens = torch.where(places < places[:, None] + 1, FIRST_SYMBOL, EOS)  # (L, L)
        logits = model(src[-1:].expand(len(places), -1), tokens)  # (L, L, V)
        same = torch.isclose(logits, logits[-1:], rtol=1e-3, atol=1e-4).all(dim=-1)  # (L, L)
        return bool(same.tril().equal(torch.ones_like(same).tril()))


def _shifted(labels: Tensor) -> Tensor:
    """The decoder's input for ``labels``: shifted right by one. Shapes: (B, L) -> (B, L)."""
    return torch.cat([torch.full_like(labels[:, :1], BOS), labels[:, :-1]], dim=1)


def _in_words(ids: Tensor) -> tuple[str, ...]:
    """Tokens up to and including eos. Shapes: ids (L,) long."""
    names = {PAD: "pad", BOS: "bos", EOS: "eos"}
    listed = ids.tolist()
    end = listed.index(EOS) + 1 if EOS in listed else len(listed)
    return tuple(names.get(token, str(token)) for token in listed[:end])


@contextmanager
def eval_mode(module: nn.Module) -> Iterator[None]:
    """Evaluation mode without gradients inside the context; the mode is restored afterwards."""
    was_training = module.training
    module.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        module.train(was_training)
