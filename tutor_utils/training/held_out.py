"""Split sequences into training and held-out parts by a hash of the sequence.

A newly drawn sequence is not an unseen one: training has seen all 8 sequences of one symbol after
one batch. So each sequence belongs to one of 16 fixed parts. Two parts are held out: VALIDATION
for evaluations during a run, which decide when it stops, and TEST for the final score, which
decides nothing. Training uses the other 14.

Sequences of one symbol are never held out: a part would get none or one of the 8. VALIDATION
includes them nevertheless, so that no run ends before they are right; TEST has only sequences of
two symbols or more.
"""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

from .tasks import BOS, EOS, PAD, Task

PARTS = 16
VALIDATION, TEST = 0, 1
_WIDEST = 1024  # tokens of the longest sequence that can be told apart


def _mixed(number: int) -> int:
    """A 64-bit hash of ``number`` (splitmix64), computed in int64."""
    number = (number + 1) * 0x9E3779B97F4A7C15 % 2**64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    number = (number ^ number >> 27) * 0x94D049BB133111EB % 2**64
    number ^= number >> 31
    return (number | 1) - 2**64 if number >= 2**63 else number | 1


# A 64-bit number as four 16-bit limbs: their products and sums stay far below 2^63. PyTorch does
# not specify integer overflow, and on a device with another behaviour held-out sequences would be
# trained on.
_BITS = range(0, 64, 16)
_LIMB = 0xFFFF


@cache
def _factors(device: torch.device) -> Tensor:
    """The hash factors in limbs, one a position, (4, _WIDEST), cached for each device."""
    mixed = [_mixed(place) for place in range(_WIDEST)]
    return torch.tensor([[m >> bits & _LIMB for m in mixed] for bits in _BITS], device=device)


def _joined(limbs: list[Tensor]) -> Tensor:
    """The int64 of four limbs, lowest first, each of any size, modulo 2^64 without overflow."""
    total, carry = torch.zeros_like(limbs[0]), torch.zeros_like(limbs[0])
    for bits, limb in zip(_BITS, limbs, strict=True):
        carry = carry + limb
        own = carry & _LIMB
        if bits == _BITS[-1]:
            own = own - (own >> 15) * 2**16  # the sign
        total = total + own * 2**bits
        carry = carry >> 16
    return total


def fingerprint(src: Tensor) -> Tensor:
    """A hash of each sequence, equal on every device and for any number of pads.

    Shapes:
        src: (B, L) long: symbols, eos, pads -> (B,) long
    """
    if src.shape[1] > _WIDEST:
        raise ValueError(f"src has {src.shape[1]} tokens; at most {_WIDEST} can be told apart.")
    factors = _factors(src.device)[:, : src.shape[1]]
    mixed = _joined([(src * one).sum(dim=1) for one in factors])  # a pad adds 0
    mixed = mixed ^ (mixed >> 29)
    last = [_mixed(_WIDEST) >> bits & _LIMB for bits in _BITS]
    limbs = [mixed >> bits & _LIMB for bits in _BITS]
    return _joined(
        [torch.stack([limbs[i] * last[k - i] for i in range(k + 1)]).sum(dim=0) for k in range(4)]
    )


def part_of(src: Tensor) -> Tensor:
    """Which of the 16 parts each sequence belongs to. Shapes: src (B, L) -> (B,), 0 to 15.

    One symbol alone belongs to training.
    """
    alone = src[:, 1] == EOS
    return torch.where(alone, PARTS - 1, (fingerprint(src) >> 40) & (PARTS - 1))


def is_held_out(src: Tensor) -> Tensor:
    """Whether training may not see a sequence. Shapes: src (B, L) -> (B,) bool."""
    return part_of(src) <= TEST


def training_batch(
    task: Task,
    count: int,
    generator: torch.Generator | None = None,
    device: torch.device | str | None = None,
) -> tuple[Tensor, Tensor]:
    """A batch of ``task`` without held-out sequences.

    More are drawn than needed, and held-out ones are sorted to the end. No number is read by
    Python, so nothing waits for the device. If too few are left (once in 10^20 batches), empty
    sequences fill the batch.

    Shapes:
        src: (count, L) long; tgt: (count, L+1) long
    """
    if count < 1:
        raise ValueError(f"count={count} must be at least 1 sequence.")
    src, tgt = task.batch(count + count // 4 + 24, generator, device)
    held = is_held_out(src)
    # no two keys are equal, so the order needs no stable sort, which not every device has
    keys = held * len(src) + torch.arange(len(src), device=src.device)
    free_first = keys.argsort()[:count]
    src, tgt, held = src[free_first], tgt[free_first], held[free_first, None]
    nothing = torch.full_like(src, PAD)
    nothing[:, 0] = EOS
    bos = torch.full_like(src[:, :1], BOS)
    empty = torch.cat([bos, nothing], dim=1)[:, : tgt.shape[1]]
    return torch.where(held, nothing, src), torch.where(held, empty, tgt)


def sequences(task: Task, part: int, count: int, seed: int) -> tuple[Tensor, Tensor, Tensor]:
    """Distinct sequences of one held-out part, on the CPU: half of them of the greatest length.

    The other half is divided among the other lengths. There may be too few short sequences (a part
    has about 4 of the 64 with two symbols); the longest fill up. Only VALIDATION has those of one
    symbol.

    Shapes:
        src: (B, L) long; tgt: (B, L+1) long; length: (B,), in symbols, ascending. B is ``count``,
        or less where there are not so many.

    Raises:
        ValueError: ``count`` is smaller than the number of lengths, or nothing is held out.
    """
    *others, longest = task.lengths
    if count <= len(others):
        raise ValueError(f"count={count} must be at least {len(task.lengths)}: one a length.")
    wanted = {n: (count - count // 2) // len(others) for n in others}
    draws = {n: 3 * PARTS * wanted[n] for n in others} | {longest: 2 * PARTS * (count + 8)}
    length = torch.tensor(list(draws)).repeat_interleave(torch.tensor(list(draws.values())))
    generator = torch.Generator().manual_seed(seed)
    src, tgt = task.of_lengths(length[:, None], generator)
    tried = (part_of(src) == part) | ((length == 1) & (part == VALIDATION))
    rows = tried.nonzero()[:, 0].tolist()
    prints, lengths = fingerprint(src).tolist(), length.tolist()
    seen: set[int] = set()
    chosen: dict[int, list[int]] = {n: [] for n in task.lengths}
    for row in rows:  # ascending: the longest come last, and fill up
        found = chosen[lengths[row]]
        most = wanted.get(lengths[row], count - sum(map(len, chosen.values())) + len(found))
        if prints[row] not in seen and len(found) < most:
            seen.add(prints[row])
            found.append(row)
    every = [row for n in task.lengths for row in chosen[n]]
    if not every:
        raise ValueError(
            f"vocab_size={task.vocab_size}, max_len={task.max_len}: the task {task.name!r} has too "
            "few sequences to hold any out. Take more symbols, or longer sequences."
        )
    return src[every], tgt[every], length[every]
