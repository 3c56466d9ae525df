"""A correct Transformer whose components can be replaced by faulty ones.

With the default `Components` it is correct (a test trains it); with one field changed it has one
fault. It has the names and signatures of the course's ``Transformer``, so that it can also be the
model that a decoder's check decodes with.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from .calls import RecordsCalls
from .positions import sinusoidal


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """(B, L, d) -> (B, h, L, d_k)."""
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)


def merge_heads(x: Tensor) -> Tensor:
    """(B, h, L, d_k) -> (B, L, d)."""
    return x.transpose(1, 2).flatten(2)


def attention_weights(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax over the open keys. Shapes: (B, h, L_q, L_k), mask True = may attend."""
    return scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(dim=-1)


def causal_mask(length: int, device: torch.device) -> Tensor:
    """(L, L), True = may attend."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def padding_mask(ids: Tensor, pad_id: int) -> Tensor:
    """(B, L) -> (B, 1, 1, L), True = may attend."""
    return (ids != pad_id)[:, None, None, :]


@dataclass(frozen=True)
class Components:
    """The replaceable parts; ``scale`` takes d_k and h, the others are as above."""

    split: Callable[[Tensor, int], Tensor] = split_heads
    merge: Callable[[Tensor], Tensor] = merge_heads
    weights: Callable[[Tensor, Tensor], Tensor] = attention_weights
    scale: Callable[[int, int], float] = lambda d_k, num_heads: math.sqrt(d_k)
    causal: Callable[[int, torch.device], Tensor] = causal_mask
    source_mask: Callable[[Tensor, int], Tensor] = padding_mask
    add: Callable[[Tensor, Tensor], Tensor] = torch.add  # the residual: x and a sub-layer's output
    positions: bool = True
    activation: bool = True
    listens: bool = True  # whether the decoder reads the memory, and not itself


class Attention(nn.Module):
    """Multi-head attention made of `Components`; returns (output, weights)."""

    def __init__(
        self, d_model: int, num_heads: int, dropout: float, components: Components
    ) -> None:
        super().__init__()
        self.num_heads, self.components = num_heads, components
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        use, heads = self.components, self.num_heads
        q, k = use.split(self.w_q(query), heads), use.split(self.w_k(key), heads)
        scores = q @ k.transpose(-2, -1) / use.scale(q.shape[-1], heads)  # (B, h, L_q, L_k)
        if mask is None:
            mask = torch.ones_like(scores, dtype=torch.bool)
        weights = use.weights(scores, mask)
        attended = self.dropout(weights) @ use.split(self.w_v(value), heads)  # (B, h, L_q, d_k)
        return self.w_o(use.merge(attended)), weights


class Layer(nn.Module):
    """What an encoder and a decoder layer share: self-attention, feed-forward, norms, residuals."""

    cross = False

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float,
        norm_first: bool,
        components: Components,
    ) -> None:
        super().__init__()
        self.norm_first, self.add = norm_first, components.add
        self.listens = components.listens
        self.self_attention = Attention(d_model, num_heads, dropout, components)
        if self.cross:
            self.cross_attention = Attention(d_model, num_heads, dropout, components)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(2 + self.cross))
        self.dropout = nn.Dropout(dropout)
        self.feed_forward = nn.Sequential(
            nn.Linear(d_model, d_ff),
            nn.ReLU() if components.activation else nn.Identity(),
            nn.Dropout(dropout),
            nn.Linear(d_ff, d_model),
        )

    def residual(self, x: Tensor, norm: nn.Module, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """One sub-layer with its residual, pre-LN or post-LN. Shapes: (B, L, d) -> (B, L, d)."""
        if self.norm_first:
            return self.add(x, self.dropout(sublayer(norm(x))))
        return norm(self.add(x, self.dropout(sublayer(x))))


class EncoderLayer(Layer):
    """Self-attention and feed-forward: x (B, L, d), mask -> (x, weights (B, h, L, L))."""

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        maps: list[Tensor] = []

        def attend(y: Tensor) -> Tensor:
            out, weights = self.self_attention(y, y, y, mask)
            maps.append(weights)
            return out

        x = self.residual(x, self.norms[0], attend)
        return self.residual(x, self.norms[1], self.feed_forward), maps[0]


class DecoderLayer(Layer):
    """Self-attention, cross-attention and feed-forward: -> (x, self weights, cross weights)."""

    cross = True

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        if not self.listens:
            memory, memory_mask = x, None
        maps: list[Tensor] = []

        def attend(y: Tensor) -> Tensor:
            out, weights = self.self_attention(y, y, y, target_mask)
            maps.append(weights)
            return out

        def cross(y: Tensor) -> Tensor:
            out, weights = self.cross_attention(y, memory, memory, memory_mask)
            maps.append(weights)
            return out

        x = self.residual(x, self.norms[0], attend)
        x = self.residual(x, self.norms[1], cross)
        return self.residual(x, self.norms[2], self.feed_forward), maps[0], maps[1]


class Encoder(nn.Module):
    """Encoder layers, and a last norm in pre-LN: -> (x, weights of each layer)."""

    def __init__(self, layers: list[EncoderLayer], norm: nn.Module) -> None:
        super().__init__()
        self.layers, self.norm = nn.ModuleList(layers), norm

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, list[Tensor]]:
        maps = []
        for layer in self.layers:
            x, weights = layer(x, mask)
            maps.append(weights)
        return self.norm(x), maps


class Decoder(nn.Module):
    """Decoder layers, and a last norm in pre-LN: -> (x, self weights, cross weights)."""

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

    def __init__(
        self, vocab: int, d_model: int, pad_id: int, max_len: int, dropout: float, positions: bool
    ) -> None:
        super().__init__()
        self.tokens = Tokens(vocab, d_model, pad_id)
        self.positions: Tensor
        self.register_buffer("positions", sinusoidal(max_len, d_model) * positions)
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor) -> Tensor:
        return self.dropout(self.tokens(ids) + self.positions[: ids.shape[1]])


class FaultyTransformer(RecordsCalls):
    """The Transformer of the syllabus, made of `Components`. It records its calls (`calls`).

    Attributes have the course's names: ``source``, ``target``, ``encoder``, ``decoder.layers``,
    ``decoder.norm``, ``output``; in a decoder layer ``self_attention``, ``cross_attention``,
    ``feed_forward``, ``norms``, ``norm_first``.

    Args:
        encoder_layers: as many as ``num_layers`` where left out. With 0 the memory is the embedded
            source, so that a check can count the decoder's products alone.

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
        *,
        encoder_layers: int | None = None,
        components: Components | None = None,
    ) -> None:
        super().__init__()
        components = components or Components()
        self.components, self.pad_id = components, pad_id
        self.source, self.target = (
            Embedding(vocab, d_model, pad_id, max_len, dropout, components.positions)
            for vocab in (src_vocab, tgt_vocab)
        )
        sizes = (d_model, num_heads, d_ff, dropout, norm_first, components)
        first = num_layers if encoder_layers is None else encoder_layers

        def last_norm() -> nn.Module:
            return nn.LayerNorm(d_model) if norm_first else nn.Identity()

        self.encoder = Encoder([EncoderLayer(*sizes) for _ in range(first)], last_norm())
        self.decoder = Decoder([DecoderLayer(*sizes) for _ in range(num_layers)], last_norm())
        self.output = nn.Linear(d_model, tgt_vocab)

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        self.note("encode", src)
        mask = self.components.source_mask(src, self.pad_id)
        return self.encoder(self.source(src), mask)[0], mask

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor | None = None) -> Tensor:
        self.note("decode", tgt)
        causal = self.components.causal(tgt.shape[1], tgt.device)
        mask = padding_mask(tgt, self.pad_id) & causal  # (B, 1, L_t, L_t)
        return self.output(self.decoder(self.target(tgt), memory, mask, src_mask)[0])

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))
