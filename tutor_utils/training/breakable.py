"""A right Transformer whose pieces can be exchanged for wrong ones, one at a time.

It is pre-LN and called as the course's ``Transformer``. Left alone it is right (a test trains it);
with one field of `Pieces` changed it has one mistake. A learner's own model has other names inside,
so mistakes are built into this one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ..course.learner_package import load_answer


def split(x: Tensor, heads: int) -> Tensor:
    """(B, L, d) -> (B, h, L, d_k)."""
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def merge(x: Tensor) -> Tensor:
    """(B, h, L, d_k) -> (B, L, d)."""
    return x.transpose(1, 2).flatten(2)


def weigh(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax over the open keys. Shapes: (B, h, L_q, L_k), mask True = may attend."""
    return scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(dim=-1)


def future_hidden(length: int, device: torch.device) -> Tensor:
    """(L, L), True = may attend."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def no_pads(ids: Tensor, pad_id: int) -> Tensor:
    """(B, L) -> (B, 1, 1, L), True = may attend."""
    return (ids != pad_id)[:, None, None, :]


@dataclass(frozen=True)
class Pieces:
    """What can be exchanged. ``scale`` gets d_k and h; the other functions are as above."""

    split: Callable[[Tensor, int], Tensor] = split
    merge: Callable[[Tensor], Tensor] = merge
    weigh: Callable[[Tensor, Tensor], Tensor] = weigh
    scale: Callable[[int, int], float] = lambda d_k, heads: math.sqrt(d_k)
    future: Callable[[int, torch.device], Tensor] = future_hidden
    source_pads: Callable[[Tensor, int], Tensor] = no_pads
    add: Callable[[Tensor, Tensor], Tensor] = torch.add  # the residual: x and what a part gives
    positions: bool = True
    activation: bool = True


class Attention(nn.Module):
    """Multi-head attention out of `Pieces`; returns (output, weights)."""

    def __init__(self, d_model: int, num_heads: int, pieces: Pieces) -> None:
        super().__init__()
        self.num_heads, self.pieces = num_heads, pieces
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        use, heads = self.pieces, self.num_heads
        q, k = use.split(self.w_q(query), heads), use.split(self.w_k(key), heads)
        scores = q @ k.transpose(-2, -1) / use.scale(q.shape[-1], heads)  # (B, h, L_q, L_k)
        weights = use.weigh(scores, mask)
        return self.w_o(use.merge(weights @ use.split(self.w_v(value), heads))), weights


class Layer(nn.Module):
    """Attention (two of them in the decoder) and a feed-forward network, pre-LN."""

    def __init__(
        self, d_model: int, num_heads: int, d_ff: int, attentions: int, pieces: Pieces
    ) -> None:
        super().__init__()
        self.add = pieces.add
        self.attentions = nn.ModuleList(
            Attention(d_model, num_heads, pieces) for _ in range(attentions)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(attentions + 1))
        between = nn.ReLU() if pieces.activation else nn.Identity()
        self.network = nn.Sequential(nn.Linear(d_model, d_ff), between, nn.Linear(d_ff, d_model))

    def forward(
        self,
        x: Tensor,
        mask: Tensor,
        memory: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> Tensor:
        y = self.norms[0](x)
        x = self.add(x, self.attentions[0](y, y, y, mask)[0])  # (B, L, d)
        if memory is not None:
            y = self.norms[1](x)
            x = self.add(x, self.attentions[1](y, memory, memory, memory_mask)[0])
        return self.add(x, self.network(self.norms[-1](x)))


class Breakable(nn.Module):
    """The Transformer of the syllabus, out of `Pieces`. No dropout, always pre-LN.

    Shapes:
        forward: src (B, L_s) long, tgt (B, L_t) long -> logits (B, L_t, tgt_vocab)
    """

    def __init__(
        self,
        src_vocab: int,
        tgt_vocab: int,
        d_model: int,
        num_heads: int,
        num_layers: int,
        d_ff: int,
        max_len: int,
        pad_id: int = 0,
        pieces: Pieces | None = None,
        **ignored: object,
    ) -> None:
        super().__init__()
        self.pieces, self.pad_id = pieces or Pieces(), pad_id
        self.factor = math.sqrt(d_model)
        self.source = nn.Embedding(src_vocab, d_model, padding_idx=pad_id)
        self.target = nn.Embedding(tgt_vocab, d_model, padding_idx=pad_id)
        table = load_answer("sinusoidal_encoding").value(max_len, d_model)
        self.register_buffer("positions", table if self.pieces.positions else table * 0)
        sizes = (d_model, num_heads, d_ff)
        self.encoder, self.decoder = (
            nn.ModuleList(Layer(*sizes, attentions, self.pieces) for _ in range(num_layers))
            for attentions in (1, 2)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(2))
        self.output = nn.Linear(d_model, tgt_vocab)

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        """src (B, L_s) -> memory (B, L_s, d_model), src_mask (B, 1, 1, L_s)."""
        x = self.source(src) * self.factor + self.positions[: src.shape[1]]
        mask = self.pieces.source_pads(src, self.pad_id)
        for layer in self.encoder:
            x = layer(x, mask)
        return self.norms[0](x), mask

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor) -> Tensor:
        """tgt (B, L_t), memory and src_mask as from encode -> logits (B, L_t, tgt_vocab)."""
        x = self.target(tgt) * self.factor + self.positions[: tgt.shape[1]]
        mask = no_pads(tgt, self.pad_id) & self.pieces.future(tgt.shape[1], tgt.device)
        for layer in self.decoder:
            x = layer(x, mask, memory, src_mask)
        return self.output(self.norms[1](x))

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))
