"""A Transformer with the course's attribute names, for trials of a decoder with a cache.

Its encoder only embeds, so all matrix products are the decoder's and can be counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from .calls import NotesCalls, note_call
from .positions import sinusoidal


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """(B, L, d) -> (B, h, L, d_k)."""
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)


class Attention(nn.Module):
    """Multi-head attention; returns (output, weights)."""

    def __init__(self, d_model: int, num_heads: int, dropout: float) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        layers = zip((self.w_q, self.w_k, self.w_v), (query, key, value), strict=True)
        q, k, v = (split_heads(layer(x), self.num_heads) for layer, x in layers)
        scores = q @ k.mT / math.sqrt(q.shape[-1])  # (B, h, L_q, L_k)
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        attended = self.dropout(weights) @ v  # (B, h, L_q, d_k)
        return self.w_o(attended.transpose(1, 2).flatten(2)), weights


class DecoderLayer(nn.Module):
    """Self-attention, cross-attention and feed-forward: -> (x, self weights, cross weights)."""

    def __init__(
        self, d_model: int, num_heads: int, d_ff: int, dropout: float, norm_first: bool
    ) -> None:
        super().__init__()
        self.norm_first = norm_first
        self.self_attention = Attention(d_model, num_heads, dropout)
        self.cross_attention = Attention(d_model, num_heads, dropout)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))
        self.dropout = nn.Dropout(dropout)
        self.feed_forward = nn.Sequential(
            nn.Linear(d_model, d_ff), nn.ReLU(), nn.Dropout(dropout), nn.Linear(d_ff, d_model)
        )

    def residual(self, x: Tensor, norm: nn.Module, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """One sub-layer with its residual, pre-LN or post-LN. Shapes: (B, L, d) -> (B, L, d)."""
        if self.norm_first:
            return x + self.dropout(sublayer(norm(x)))
        return norm(x + self.dropout(sublayer(x)))

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        maps: list[Tensor] = []

        def attend(attention: nn.Module, y: Tensor, read: Tensor, mask: Tensor | None) -> Tensor:
            out, weights = attention(y, read, read, mask)
            maps.append(weights)
            return out

        x = self.residual(
            x, self.norms[0], lambda y: attend(self.self_attention, y, y, target_mask)
        )
        x = self.residual(
            x, self.norms[1], lambda y: attend(self.cross_attention, y, memory, memory_mask)
        )
        return self.residual(x, self.norms[2], self.feed_forward), maps[0], maps[1]


class Decoder(nn.Module):
    """Decoder layers, and a final norm if pre-LN: -> (x, self weights, cross weights)."""

    def __init__(self, layers: list[DecoderLayer], norm: nn.Module) -> None:
        super().__init__()
        self.layers, self.norm = nn.ModuleList(layers), norm

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, list[Tensor], list[Tensor]]:
        own, cross = [], []
        for layer in self.layers:
            x, own_weights, cross_weights = layer(x, memory, target_mask, memory_mask)
            own.append(own_weights)
            cross.append(cross_weights)
        return self.norm(x), own, cross


class Tokens(nn.Module):
    """Token embedding times √d_model: ids (B, L) -> (B, L, d)."""

    def __init__(self, vocab: int, d_model: int, pad_id: int) -> None:
        super().__init__()
        self.table = nn.Embedding(vocab, d_model, padding_idx=pad_id)

    def forward(self, ids: Tensor) -> Tensor:
        return self.table(ids) * math.sqrt(self.table.embedding_dim)


class Embedding(nn.Module):
    """Tokens plus positions: ids (B, L) -> (B, L, d)."""

    def __init__(self, vocab: int, d_model: int, pad_id: int, max_len: int, dropout: float) -> None:
        super().__init__()
        self.tokens = Tokens(vocab, d_model, pad_id)
        self.positions: Tensor
        self.register_buffer("positions", sinusoidal(max_len, d_model))
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor) -> Tensor:
        return self.dropout(self.tokens(ids) + self.positions[: ids.shape[1]])


class DecodingTransformer(NotesCalls):
    """The Transformer of the syllabus, but for its encoder: the memory is the embedded source.

    It notes its calls. Attributes have the course's names: ``source``, ``target``,
    ``decoder.layers``, ``decoder.norm``, ``output``; in a decoder layer ``self_attention``,
    ``cross_attention``, ``feed_forward``, ``norms``, ``norm_first``.

    Shapes:
        forward: src (B, L_s) long, tgt (B, L_t) long -> logits (B, L_t, tgt_vocab)
        encode: src -> (memory (B, L_s, d_model), src_mask (B, 1, 1, L_s), True = may attend)
        decode: tgt, memory, src_mask -> logits (B, L_t, tgt_vocab)
    """

    def __init__(
        self,
        src_vocab: int,
        tgt_vocab: int,
        d_model: int,
        num_heads: int,
        num_layers: int,
        d_ff: int,
        dropout: float = 0.0,
        max_len: int = 512,
        pad_id: int = 0,
        norm_first: bool = True,
    ) -> None:
        super().__init__()
        self.pad_id = pad_id
        self.source, self.target = (
            Embedding(vocab, d_model, pad_id, max_len, dropout) for vocab in (src_vocab, tgt_vocab)
        )
        sizes = (d_model, num_heads, d_ff, dropout, norm_first)
        norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        self.decoder = Decoder([DecoderLayer(*sizes) for _ in range(num_layers)], norm)
        self.output = nn.Linear(d_model, tgt_vocab)

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        note_call(self, "encode", src)
        return self.source(src), self._open(src)

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor | None = None) -> Tensor:
        note_call(self, "decode", tgt)
        length = tgt.shape[1]
        causal = torch.ones(length, length, dtype=torch.bool, device=tgt.device).tril()
        mask = self._open(tgt) & causal  # (B, 1, L_t, L_t)
        return self.output(self.decoder(self.target(tgt), memory, mask, src_mask)[0])

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))

    def _open(self, ids: Tensor) -> Tensor:
        """(B, L) -> (B, 1, 1, L): the padding mask, True = may attend."""
        return (ids != self.pad_id)[:, None, None, :]
