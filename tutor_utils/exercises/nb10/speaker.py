"""A language model with a cache and without weights: its logits are drawn for each text.

Its cache holds the ids that it has read, in the form of the contract: one (k, v) per layer. It
notes how it was treated. Runs beside the learner's code and holds no truth.
"""

from __future__ import annotations

import torch
from torch import Tensor

from ..nb08.speaker import Speaker

Cache = list[tuple[Tensor, Tensor]]
NEVER = 10**9  # no text is too long


class CachedSpeaker(Speaker):
    """``forward(ids (B, L), cache) -> (logits (B, L, V), cache)``; place t knows all ids so far."""

    def __init__(self, seed: int, vocab_size: int, spread: float = 1.5) -> None:
        super().__init__(seed, vocab_size, NEVER, spread)
        self.read = 0  # ids of a row that went through

    def forward(self, ids: Tensor, cache: Cache | None = None) -> tuple[Tensor, Cache]:  # type: ignore[override]
        self.read += ids.shape[1]
        if cache is not None:
            known = cache[0][0]
            if known.dim() != 4 or len(known) != len(ids):
                raise ValueError(f"cache={tuple(known.shape)} is of another model, or other rows")
            ids = torch.cat([known[:, 0, :, 0].long(), ids], dim=1)
        past = 0 if cache is None else cache[0][0].shape[2]
        logits = super().forward(ids)[:, past:]
        kept = ids[:, None, :, None].float()
        return logits, [(kept, kept), (kept.clone(), kept.clone())]
