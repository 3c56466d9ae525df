"""What every part of a model in ``reader`` gives, written out step by step: the judge's way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from . import reader

SIZES = "*vocab_size, d_model, num_heads, num_layers"
TOLERANCE = (2e-3, 5e-4)


class Walk:
    """One pass. ``said`` holds what each part gives, ``heads`` what goes into each ``w_o``.

    Attributes:
        swap: (name, value, places or None): the value stands at these places of axis 1.
        change: (number of the attention, its heads side by side) -> what takes their place.
    """

    def __init__(
        self,
        swap: tuple[str, Tensor, Sequence[int] | None] | None = None,
        change: Callable[[int, Tensor], Tensor] = lambda number, heads: heads,
    ) -> None:
        self.swap, self.change = swap, change
        self.said: dict[str, Tensor] = {}
        self.heads: list[Tensor] = []

    def give(self, name: str, x: Tensor) -> Tensor:
        """Note it, and go on with it or with what takes its place."""
        if self.swap and self.swap[0] == name:
            _, value, places = self.swap
            every = range(x.shape[1]) if places is None else places
            columns = [(value if t in every else x)[:, t] for t in range(x.shape[1])]
            x = torch.stack(columns, dim=1)
        self.said[name] = x
        return x

    def embed(self, embed: reader.Embed, ids: Tensor, at: str) -> Tensor:
        """Symbols and places."""
        rows = self.give(f"{at}.tokens", embed.tokens.weight[ids])
        places = self.give(f"{at}.places", embed.places.table[: ids.shape[1]][None])
        return self.give(at, rows + places)

    def attention(
        self, part: reader.Attention, query: Tensor, key: Tensor, causal: bool, at: str
    ) -> Tensor:
        """Head by head."""
        q = self.give(f"{at}.w_q", part.w_q(query)).chunk(part.num_heads, -1)
        k = self.give(f"{at}.w_k", part.w_k(key)).chunk(part.num_heads, -1)
        v = self.give(f"{at}.w_v", part.w_v(key)).chunk(part.num_heads, -1)
        open_ = torch.ones(query.shape[1], key.shape[1]).tril(0 if causal else key.shape[1])
        heads = []
        for one, other, value in zip(q, k, v, strict=True):
            size = (one @ other.mT / one.shape[-1] ** 0.5).exp() * open_
            heads.append(size / size.sum(-1, keepdim=True) @ value)
        self.heads.append(self.change(len(self.heads), torch.cat(heads, -1)))
        return self.give(at, self.give(f"{at}.w_o", part.w_o(self.heads[-1])))

    def layer(self, part: reader.Layer, x: Tensor, causal: bool, at: str) -> Tensor:
        """Attention and feed-forward, each added to x."""
        y = self.give(f"{at}.norm1", part.norm1(x))
        x = x + self.attention(part.attention, y, y, causal, f"{at}.attention")
        y = self.give(f"{at}.norm2", part.norm2(x))
        wide = self.give(f"{at}.wide", part.wide(y))
        return self.give(at, x + self.give(f"{at}.narrow", part.narrow(F.relu(wide))))

    @torch.no_grad()
    def through(self, sizes: Sequence[int], inputs: tuple[Tensor, ...]) -> Tensor:
        """The logits."""
        model: Any = reader.make(sizes)
        if isinstance(model, reader.Reader):
            x = self.embed(model.embed, inputs[0], "embed")
            for i, part in enumerate(list[Any](model.layers)):
                x = self.layer(part, x, True, f"layers.{i}")
            x = self.give("norm", model.norm(x))
        else:
            src, tgt = inputs
            source = self.embed(model.source, src, "source")
            memory = self.layer(model.encoder, source, False, "encoder")
            asked = self.embed(model.target, tgt, "target")
            x = asked + self.attention(model.attention, asked, memory, False, "attention")
        return self.give("output", model.output(x))
