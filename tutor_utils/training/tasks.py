"""The tasks: each draws random sequences and computes the target from the source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

PAD, BOS, EOS = 0, 1, 2
FIRST_SYMBOL = 3

Rewrite = Callable[[Tensor, Tensor], Tensor]


def copied(symbols: Tensor, length: Tensor) -> Tensor:
    """Copy the sequence. Shapes: symbols (B, L), length (B, 1) -> (B, L)."""
    return symbols


def reversed_order(symbols: Tensor, length: Tensor) -> Tensor:
    """Reverse the sequence; pads stay last. Shapes as in `copied`."""
    place = torch.arange(symbols.shape[1], device=symbols.device)  # (L,)
    return symbols.gather(1, torch.where(place < length, length - 1 - place, place))


def in_order(symbols: Tensor, length: Tensor) -> Tensor:
    """Sort the sequence, smallest symbol first; pads stay last. Shapes as in `copied`."""
    place = torch.arange(symbols.shape[1], device=symbols.device)
    last = torch.iinfo(symbols.dtype).max  # pads sort after every symbol
    return torch.where(place < length, symbols, last).sort(dim=1).values


@dataclass(frozen=True)
class Task:
    """A task on sequences of ``min_len`` to ``max_len`` symbols with one target each.

    Ids: 0 is pad, 1 is bos, 2 is eos, symbols are 3 to ``vocab_size`` - 1.

    Args:
        rewrite: symbols (B, L) and length (B, 1) -> the symbols of the target (B, L); symbols
            after the length are ignored.
        source: a learner's own ``copy_batch``; training batches then come from it, with targets
            by ``rewrite``.
        longer: the share of training sequences whose length is the larger of two drawn ones, since
            long sequences are harder.
        repetitive: the share of training sequences of at most three different symbols, which are
            rare among 8 symbols.

    Held-out sequences are drawn evenly, independent of ``longer`` and ``repetitive``.

    Raises:
        ValueError: no id is left for symbols, or another number is out of range.
    """

    name: str
    vocab_size: int = 11
    max_len: int = 10
    min_len: int = 1
    rewrite: Rewrite = copied
    source: Callable[..., tuple[Tensor, Tensor]] | None = None
    longer: float = 0.0
    repetitive: float = 0.0

    def __post_init__(self) -> None:
        if self.vocab_size <= FIRST_SYMBOL:
            raise ValueError(
                f"vocab_size={self.vocab_size} must be at least {FIRST_SYMBOL + 1}: ids 0, 1 and 2 "
                "are pad, bos and eos, so no symbol would be left."
            )
        if self.min_len < 1:
            raise ValueError(f"min_len={self.min_len} must be at least 1 symbol.")
        if self.max_len < self.min_len:
            raise ValueError(
                f"max_len={self.max_len} must be at least 1 and at least min_len={self.min_len}."
            )
        for name in ("longer", "repetitive"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}={getattr(self, name)} must be a share from 0 to 1.")
        if self.source is not None and self.min_len != 1:
            raise ValueError(f"min_len={self.min_len} must be 1: copy_batch draws lengths from 1.")

    @property
    def lengths(self) -> range:
        """Every possible length, in symbols."""
        return range(self.min_len, self.max_len + 1)

    def drawn_by(self, copy_batch: Callable[..., tuple[Tensor, Tensor]]) -> Task:
        """The same task with training batches from a learner's own ``copy_batch``."""
        return replace(self, source=copy_batch)

    def generator(self, seed: int, device: torch.device | str | None = None) -> torch.Generator:
        """A seeded generator for ``batch``, on the device if the batches can be drawn there.

        A learner's ``copy_batch`` can, if it gives its generator to every draw and sets no device.
        """
        device = torch.device(device or "cpu")
        if self.source is not None and device.type != "cpu":
            try:
                self._from_source(self.source, 2, torch.Generator(device), device)
            except (RuntimeError, TypeError, ValueError):
                device = torch.device("cpu")
        return torch.Generator(device=device).manual_seed(seed)

    def batch(
        self,
        count: int,
        generator: torch.Generator | None = None,
        device: torch.device | str | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Draw ``count`` sequences on the device, without a host-device sync.

        Shapes:
            src: (B, max_len+1) long: symbols, eos, pads
            tgt: (B, max_len+2) long: bos, the rewritten symbols, eos, pads

        Raises:
            ValueError: ``count`` is below 1.
        """
        if count < 1:
            raise ValueError(f"count={count} must be at least 1 sequence.")
        if self.source is not None:
            src, tgt = self._from_source(self.source, count, generator, device)
            if self.rewrite is copied:
                return src, tgt
            length = (src >= FIRST_SYMBOL).sum(dim=1, keepdim=True)  # (B, 1)
            return self._framed(src, length)
        at_random: dict[str, Any] = {"generator": generator, "device": device}
        between = self.min_len, self.max_len + 1, (count, 1)
        length = torch.randint(*between, **at_random)  # (B, 1)
        if self.longer:
            chosen = torch.rand(length.shape, **at_random) < self.longer
            other = torch.randint(*between, **at_random)
            length = torch.where(chosen, torch.maximum(length, other), length)
        symbols = self._symbols(length, generator)  # (B, max_len+1)
        if self.repetitive:
            chosen = torch.rand(length.shape, **at_random) < self.repetitive
            place = torch.randint(min(3, symbols.shape[1]), symbols.shape, **at_random)
            symbols = torch.where(chosen, symbols.gather(1, place), symbols)
        return self._framed(symbols, length)

    def _from_source(
        self,
        source: Callable[..., tuple[Tensor, Tensor]],
        count: int,
        generator: torch.Generator | None,
        device: torch.device | str | None,
    ) -> tuple[Tensor, Tensor]:
        """A batch from the learner's function, moved to the device if needed."""
        if generator is None:
            return source(count, self.max_len, self.vocab_size, None, device)
        if generator.device.type == "cpu":
            src, tgt = source(count, self.max_len, self.vocab_size, generator)
            return src.to(device), tgt.to(device)
        with torch.device(generator.device):  # the default for draws that name no device
            return source(count, self.max_len, self.vocab_size, generator, device)

    def of_lengths(
        self, length: Tensor, generator: torch.Generator | None = None
    ) -> tuple[Tensor, Tensor]:
        """Rows of the given lengths, (B, 1), on their device; all symbols are equally likely."""
        return self._framed(self._symbols(length, generator), length)

    def _symbols(self, length: Tensor, generator: torch.Generator | None) -> Tensor:
        """Uniformly random symbols, (B, 1) -> (B, max_len+1)."""
        size = (len(length), self.max_len + 1)
        return torch.randint(
            FIRST_SYMBOL, self.vocab_size, size, generator=generator, device=length.device
        )

    def _framed(self, symbols: Tensor, length: Tensor) -> tuple[Tensor, Tensor]:
        """Append eos and pads to the source and the target, and put bos before the target."""
        place = torch.arange(symbols.shape[1], device=symbols.device)

        def ended(ids: Tensor) -> Tensor:
            ids = torch.where(place < length, ids, PAD)
            return torch.where(place == length, EOS, ids)

        target = ended(self.rewrite(symbols, length))  # (B, L)
        bos = torch.full_like(target[:, :1], BOS)
        return ended(symbols), torch.cat([bos, target], dim=1)  # (B, L), (B, L+1)


COPY_FIXED = Task("copy, length 10", min_len=10)  # the Annotated Transformer's
COPY = Task("copy, lengths 1 to 10")
COPY_LONG = Task("copy, lengths 1 to 20, 100 ids", vocab_size=100, max_len=20)
REVERSE = Task("reverse, lengths 1 to 10", rewrite=reversed_order, longer=0.8)
# Sorting errs in counting: where a sequence is long, and a symbol comes again and again.
SORT = Task("sort, lengths 1 to 10", rewrite=in_order, longer=0.8, repetitive=0.4)
TASKS = {
    "copy-fixed": COPY_FIXED,
    "copy": COPY,
    "copy-long": COPY_LONG,
    "reverse": REVERSE,
    "sort": SORT,
}
