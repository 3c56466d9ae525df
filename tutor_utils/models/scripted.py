"""A model whose output follows a script, to test decoders with.

It has the ``encode``, ``decode`` and ``forward`` of the course's ``Transformer`` and no weights to
learn, so a check knows what a correct decoder gets from it. Like a real model it sees the source
only through the mask that it is given: a mask of ones shows it the pads, an inverted one hides the
words. It then has another source before it, and says something else.
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

AHEAD = 0.05  # of all other logits
Ids = tuple[int, ...]
Script = Callable[[Ids, Ids], Sequence[float] | None]
"""(source without its pads, all of tgt so far) -> logits (V,); None: not in the script."""


@dataclass(frozen=True)
class DrawnLogits:
    """A script that draws logits for every source and every prefix.

    Args:
        likes: (id, how much its logits are raised), for ids that are to be said more or less often.
        end: after this id it is sure of the last id: whoever goes on there does so at no cost.
        decimals: few enough, and a report can show the logits in full; too few, and some are equal.
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
    """A script that says ``texts[source]`` token by token, as long as its own tokens are fed back.

    Sources are without pads. After the end of a text, and to another source or prefix, it says
    what ``otherwise`` says: with drawn logits, two ways of going wrong sound different. What it
    says is never much likelier than what comes next: who draws, or rounds, says something else.

    Beside a stranger's code it can be asked, as a model can, and not read: what is pickled has no
    texts, but the next token for the hash of each source and prefix.
    """

    texts: Mapping[Ids, Ids] = field(compare=False)
    bos_id: int
    otherwise: DrawnLogits
    next_token: Mapping[bytes, int] = field(init=False)

    def __post_init__(self) -> None:
        known = {
            _hidden(source, (self.bos_id, *text[:said])): token
            for source, text in self.texts.items()
            for said, token in enumerate(text)
        }
        object.__setattr__(self, "next_token", dict(sorted(known.items())))  # no text's order

    def __call__(self, source: Ids, prefix: Ids) -> list[float]:
        logits = self.otherwise(source, prefix)
        token = self.next_token.get(_hidden(source, prefix))
        if token is not None:
            logits[token] = max(logits) + AHEAD
        return logits

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"texts": {}}

    def __deepcopy__(self, _: Any) -> Self:
        return self  # nothing in it changes

    def __hash__(self) -> int:
        return hash((self.otherwise, *self.next_token))

    def __repr__(self) -> str:
        return ", ".join(f"{text} to {source}" for source, text in self.texts.items())


def _hidden(source: Ids, prefix: Ids) -> bytes:
    """A hash as key, so that the script does not reveal its texts."""
    return hashlib.blake2b(repr((source, prefix)).encode(), digest_size=16).digest()


@lru_cache(maxsize=50_000)  # both sides of a check ask for the same ones
def _drawn(script: DrawnLogits, source: Ids, prefix: Ids) -> list[float]:
    drawn = random.Random(f"{script.seed} {source} {prefix}")
    logits = [drawn.gauss(0.0, 1.5) for _ in range(script.vocab_size)]
    for token, more in script.likes:
        logits[token] += more
    if script.end in prefix:
        logits[-1] += 9.0
    return [round(x, script.decimals) for x in logits]


CPU = torch.device("cpu")  # by this name also where a check plays that there is a GPU
Rows = dict[tuple[tuple[Ids | None, ...], Ids], Tensor]
MOST_ROWS = 2000
_SCRIPTS: dict[int, Script] = {}  # by hash, not in the model: an answer has to call it


@lru_cache(maxsize=32)  # many models say the same, one for each answer that is tried
def _rows(script: Script, vocab_size: int, lost_id: int) -> Rows:
    """A cache of logits (L_t, V) that all models with this script share."""
    return {}


class ScriptedTransformer(NotesCalls):
    """Says ``script(source, prefix)`` at each position of ``tgt``; notes its calls.

    It says ``lost_id`` with certainty

    - where the script has no answer (None) for the source that it sees and the prefix,
    - in training mode, as dropout would spoil what a real model says; a memory that was made in
      training mode is that of another source,
    - where the source mask has another shape or dtype than a mask of its attention:
      boolean, broadcastable to (B, 1, L_t, L_s) with all four dimensions there.

    A check whose sources have no pads cannot see a lost mask, so let the rows of ``src`` differ in
    length. Rows may be repeated, reordered or decoded one at a time: nothing depends on the batch.
    The prefix begins with bos and keeps the pads that a decoder puts after finished rows.

    Args:
        script: what to say, e.g. a `FixedText` or `DrawnLogits`.
        vocab_size: the width V of the logits.
        lost_id: an id that no row of the script says.

    Attributes:
        dropout: a module inside the model, to see whether its mode was restored too.

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
        # A real model has parameters: a decoder may ask them for their device.
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
        """For each row, the source tokens that the mask leaves open, for all or for each of tgt."""
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
