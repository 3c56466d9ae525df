"""A model that says what a script tells it to: what a decoder's check decodes with.

It has the ``encode``, ``decode`` and ``forward`` of the course's ``Transformer`` and no weights to
learn, so a check knows what a correct decoder gets from it. Like a real model it sees the source
only through the mask that it is given: a mask of ones shows it the pads, an inverted one hides the
words. It then has another source before it, and says something else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor, nn

from .calls import RecordsCalls

Ids = tuple[int, ...]
Script = Callable[[Ids, Ids], Sequence[float] | None]
"""(source without its pads, all of tgt so far) -> logits (V,); None: not in the script."""


class ScriptedTransformer(RecordsCalls):
    """Says ``script(source, prefix)`` at each position of ``tgt``; records its calls (`calls`).

    It says ``lost_id`` with certainty

    - where the script has no answer (None) for the source that it sees and the prefix,
    - in training mode, as dropout would spoil what a real model says,
    - where the source mask has another shape or dtype than a mask of its attention:
      boolean, broadcastable to (B, 1, L_t, L_s) with all four dimensions there.

    A check whose sources have no pads cannot see a lost mask, so let the rows of ``src`` differ in
    length. Rows may be repeated, reordered or decoded one at a time: nothing depends on the batch.
    The prefix begins with bos and keeps the pads that a decoder puts behind finished rows.

    Args:
        script: what to say; `fixed_text` makes one that says the same text for each source.
        vocab_size: the width V of the logits.
        lost_id: an id that no row of the script says.

    Attributes:
        dropout: a module inside the model, to see whether its mode was restored too.

    Shapes:
        encode: src (B, L_s) long -> (memory (B, L_s, 1), src_mask (B, 1, 1, L_s))
        decode: tgt (B, L_t) long, memory, src_mask -> logits (B, L_t, V)
        forward: src, tgt -> logits (B, L_t, V)
    """

    def __init__(self, script: Script, vocab_size: int, lost_id: int, pad_id: int = 0) -> None:
        super().__init__()
        self.script, self.vocab_size = script, vocab_size
        self.lost_id, self.pad_id = lost_id, pad_id
        self.dropout = nn.Dropout(0.5)
        # A real model has parameters: a decoder may ask them for their device.
        self.gain = nn.Parameter(torch.ones((), dtype=torch.float64))
        self._known: dict[tuple[Ids, Ids], list[float]] = {}

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        self.note("encode", src)
        return src.double()[..., None] * self.gain, (src != self.pad_id)[:, None, None, :]

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor | None = None) -> Tensor:
        self.note("decode", tgt)
        visible = self._visible(memory, src_mask, tgt.shape[1])
        logits = [
            [self._says(source[t], prefix[: t + 1]) for t in range(len(prefix))]
            for source, prefix in zip(visible, map(tuple, tgt.tolist()), strict=True)
        ]
        return torch.tensor(logits, dtype=torch.float64, device=tgt.device) * self.gain

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))

    def _visible(self, memory: Tensor, mask: Tensor | None, length: int) -> list[list[Ids | None]]:
        """For each row and each position of tgt: the source tokens that the mask leaves open."""
        rows, source_length = memory.shape[:2]
        if mask is None:  # a real model then attends to everything, pads included
            mask = torch.ones(1, 1, 1, 1, dtype=torch.bool)
        shape = (rows, 1, length, source_length)
        fits = mask.dim() == 4 and all(m in (1, n) for m, n in zip(mask.shape, shape, strict=True))
        if not fits or mask.dtype != torch.bool or self.training:
            return [[None] * length for _ in range(rows)]
        ids = memory[..., 0].round().long().tolist()
        open_keys = mask.expand(shape)[:, 0].tolist()  # (B, L_t, L_s)
        return [
            [tuple(i for i, seen in zip(row, keys, strict=True) if seen) for keys in queries]
            for row, queries in zip(ids, open_keys, strict=True)
        ]

    def _says(self, source: Ids | None, prefix: Ids) -> list[float]:
        """The logits (V,) for the token after this prefix."""
        lost = [4.0 if i == self.lost_id else -4.0 for i in range(self.vocab_size)]
        if source is None:
            return lost
        key = source, prefix
        if key not in self._known:
            found = self.script(*key)
            self._known[key] = lost if found is None else [float(x) for x in found]
        return self._known[key]


def fixed_text(texts: Mapping[Ids, Sequence[int]], bos_id: int, vocab_size: int) -> Script:
    """A script that says ``texts[source]`` token by token, as long as its own tokens are fed back.

    Sources are without pads. Behind the end of a text, or after another prefix, it has no answer.
    """

    def script(source: Ids, prefix: Ids) -> list[float] | None:
        text = texts.get(source)
        said = len(prefix) - 1  # without bos
        if text is None or said >= len(text) or prefix != (bos_id, *text[:said]):
            return None
        return [4.0 if i == text[said] else -4.0 for i in range(vocab_size)]

    return script
