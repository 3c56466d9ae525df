"""A model whose output follows a script, to test decoders with.

It has the ``encode``, ``decode`` and ``forward`` of the course's ``Transformer`` and no trained
weights, so the right result of a decoder is known. Like a real model it sees the source only
through the given mask: a mask of ones shows the pads, an inverted one hides the words. Another
visible source gives another output.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from typing import Any, Self

import torch
from torch import Tensor, nn

from .calls import NotesCalls, note_call

AHEAD = 0.05  # lead of the scripted token's logit
Ids = tuple[int, ...]
Script = Callable[[Ids, Ids], Sequence[float] | None]
"""(source without its pads, all of tgt so far) -> logits (V,); None: not in the script."""


@dataclass(frozen=True)
class DrawnLogits:
    """A script that draws logits for every source and every prefix.

    Args:
        likes: (id, amount added to its logits), to make ids more or less likely.
        end: after this id the last id has probability 1, so that a search can go on at no cost.
        decimals: to which logits are rounded: few for short reports, but enough to avoid ties.
    """

    seed: int
    vocab_size: int
    likes: tuple[tuple[int, float], ...] = ()
    end: int | None = None
    decimals: int = 9

    def __call__(self, source: Ids, prefix: Ids) -> list[float]:
        return _drawn(self, source, prefix).copy()


@dataclass(frozen=True)
class FixedText:
    """A script that generates ``texts[source]`` token by token if its own tokens are fed back.

    Sources are without pads. After the end of a text, and for any other source or prefix, it
    follows ``otherwise``; with `DrawnLogits`, two different mistakes then give different texts. The
    scripted token's logit leads only by AHEAD, so sampling or rounding gives another text.

    In the process of untrusted code it can be called, but its texts cannot be read: the pickle has
    only hashes of source and prefix, each with the next token.
    """

    texts: Mapping[Ids, Ids] = field(compare=False)
    bos_id: int
    otherwise: DrawnLogits
    next_token: Mapping[bytes, int] = field(init=False)

    def __post_init__(self) -> None:
        known = {
            _hidden(source, (self.bos_id, *text[:length])): token
            for source, text in self.texts.items()
            for length, token in enumerate(text)
        }
        # sorted, which hides the order of the texts
        object.__setattr__(self, "next_token", dict(sorted(known.items())))

    def __call__(self, source: Ids, prefix: Ids) -> list[float]:
        logits = self.otherwise(source, prefix)
        token = self.next_token.get(_hidden(source, prefix))
        if token is not None:
            logits[token] = max(logits) + AHEAD
        return logits

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"texts": {}}

    def __deepcopy__(self, _: Any) -> Self:
        return self  # it is immutable

    def __hash__(self) -> int:
        return hash((self.otherwise, *self.next_token))

    def __repr__(self) -> str:
        return ", ".join(f"{text} to {source}" for source, text in self.texts.items())


def _hidden(source: Ids, prefix: Ids) -> bytes:
    """A hash as key, so that the script does not reveal its texts."""
    return hashlib.blake2b(repr((source, prefix)).encode(), digest_size=16).digest()


@lru_cache(maxsize=50_000)  # probes and judge need the same hashes
def _drawn(script: DrawnLogits, source: Ids, prefix: Ids) -> list[float]:
    drawn = random.Random(f"{script.seed} {source} {prefix}")
    logits = [drawn.gauss(0.0, 1.5) for _ in range(script.vocab_size)]
    for token, more in script.likes:
        logits[token] += more
    if script.end in prefix:
        logits[-1] += 9.0
    return [round(x, script.decimals) for x in logits]


CPU = torch.device("cpu")  # also on a simulated GPU, which patches other ways to name it
Rows = dict[tuple[tuple[Ids | None, ...], Ids], Tensor]
MOST_ROWS = 2000
_SCRIPTS: dict[int, Script] = {}  # by hash, not in the model: an answer has to call it


@lru_cache(maxsize=32)  # each answer that is tried gets a new model with the same script
def _rows(script: Script, vocab_size: int, lost_id: int) -> Rows:
    """A cache of logits (L_t, V) that all models with this script share."""
    return {}


class ScriptedTransformer(NotesCalls):
    """Its logits follow ``script(source, prefix)`` at each position of ``tgt``; notes its calls.

    ``lost_id`` has probability 1

    - if the script returns None for the visible source and the prefix,
    - in training mode, as dropout would change a real model's output; a memory made in training
      mode counts as another source,
    - if the source mask has another shape or dtype than the model's own mask: boolean,
      broadcastable to (B, 1, L_t, L_s), with four dimensions.

    Without pads in ``src`` a missing mask does not show, so let its rows differ in length. Rows may
    be repeated, reordered or decoded one at a time: each row's logits depend on that row alone. The
    prefix begins with bos and contains the pads that a decoder puts after finished rows.

    Args:
        script: gives the logits, e.g. a `FixedText` or `DrawnLogits`.
        vocab_size: the width V of the logits.
        lost_id: an id that the script never generates.

    Attributes:
        dropout: a submodule, to see whether its mode was restored, too.

    Shapes:
        encode: src (B, L_s) long -> (memory (B, L_s, 1), src_mask (B, 1, 1, L_s))
        decode: tgt (B, L_t) long, memory, src_mask -> logits (B, L_t, V)
        forward: src, tgt -> logits (B, L_t, V)
    """

    def __init__(self, script: Script, vocab_size: int, lost_id: int, pad_id: int) -> None:
        super().__init__()
        self.vocab_size, self.number = vocab_size, hash(script)
        _SCRIPTS[self.number] = script
        self.lost_id, self.pad_id = lost_id, pad_id
        self.dropout = nn.Dropout(0.5)
        # As in a real model: a decoder may read the device of a parameter.
        self.gain = nn.Parameter(torch.ones((), dtype=torch.float64))

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        note_call(self, "encode", src)
        read = -src - 1 if self.training else src
        return read[..., None] * self.gain, (src != self.pad_id)[:, None, None, :]

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor | None = None) -> Tensor:
        note_call(self, "decode", tgt)
        visible = self._visible(memory, src_mask, tgt.shape[1])
        script = _SCRIPTS[self.number]
        known = _rows(script, self.vocab_size, self.lost_id)
        if len(known) > MOST_ROWS:
            known.clear()
        rows = [
            _row(known, script, self, source, tuple(prefix))
            for source, prefix in zip(visible, tgt.tolist(), strict=True)
        ]
        logits = torch.stack(rows)
        made = torch.empty(logits.shape, dtype=logits.dtype)  # by this call
        return made.copy_(logits).to(tgt.device) * self.gain

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))

    def _visible(self, memory: Tensor, mask: Tensor | None, length: int) -> list[list[Ids | None]]:
        """For each row, the source tokens that the mask shows to all, or to each, of tgt."""
        rows, source_length = memory.shape[:2]
        if mask is None:  # a real model then attends to everything, pads included
            mask = torch.ones(1, 1, 1, 1, dtype=torch.bool)
        shape = (rows, 1, length, source_length)
        fits = mask.dim() == 4 and all(m in (1, n) for m, n in zip(mask.shape, shape, strict=True))
        if not fits or mask.dtype != torch.bool or self.training:
            return [[None]] * rows
        ids = memory[..., 0].round().long().tolist()
        open_keys = mask.expand(rows, 1, -1, source_length)[:, 0].tolist()  # (B, 1 or L_t, L_s)
        return [
            [tuple(compress(row, keys)) for keys in queries]
            for row, queries in zip(ids, open_keys, strict=True)
        ]


def _row(
    known: Rows,
    script: Script,
    model: ScriptedTransformer,
    visible: list[Ids | None],
    prefix: Ids,
) -> Tensor:
    """The logits (L_t, V) of one row of tgt."""
    key = tuple(visible), prefix
    if key not in known:
        logits = None if visible[-1] is None else script(visible[-1], prefix)
        if logits is None:
            logits = [4.0 if i == model.lost_id else -4.0 for i in range(model.vocab_size)]
        says = torch.tensor([logits], dtype=torch.float64, device=CPU)
        if len(prefix) > 1:
            before = visible[:-1] if len(visible) > 1 else visible
            says = torch.cat([_row(known, script, model, before, prefix[:-1]), says])
        known[key] = says
    return known[key]
