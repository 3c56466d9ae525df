"""The forward pass of the models in ``reader``, step by step: reference of notebook 11."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from . import reader

SIZES = "*vocab_size, d_model, num_heads, num_layers"
TOLERANCE = (2e-3, 5e-4)


class ReferencePass:
    """One forward pass, with the output of each part and, optionally, a change of one part.

    Attributes:
        swap: (name, value, positions or None): replaces the part's output there, along axis 1.
        change: (index of the attention, its merged heads) -> the input of its ``w_o``.
        outputs: Name -> output of each part.
        heads: The input of each ``w_o``, (B, L, d_model).
    """

    def __init__(
        self,
        swap: tuple[str, Tensor, Sequence[int] | None] | None = None,
        change: Callable[[int, Tensor], Tensor] = lambda number, heads: heads,
    ) -> None:
        self.swap, self.change = swap, change
        self.outputs: dict[str, Tensor] = {}
        self.heads: list[Tensor] = []

    def give(self, name: str, x: Tensor) -> Tensor:
        """Record and return the output of a part, after ``swap``."""
        if self.swap and self.swap[0] == name:
            _, value, places = self.swap
            every = range(x.shape[1]) if places is None else places
            columns = [(value if t in every else x)[:, t] for t in range(x.shape[1])]
            x = torch.stack(columns, dim=1)
        self.outputs[name] = x
        return x

    def embed(self, embed: reader.Embed, ids: Tensor, at: str) -> Tensor:
        """Token embedding plus position embedding: (B, L) -> (B, L, d_model)."""
        rows = self.give(f"{at}.tokens", embed.tokens.weight[ids])
        places = self.give(f"{at}.places", embed.places.table[: ids.shape[1]][None])
        return self.give(at, rows + places)

    def attention(
        self, part: reader.Attention, query: Tensor, key: Tensor, causal: bool, at: str
    ) -> Tensor:
        """Multi-head attention, head by head."""
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
        """A pre-LN layer: (B, L, d_model) -> (B, L, d_model)."""
        y = self.give(f"{at}.norm1", part.norm1(x))
        x = x + self.attention(part.attention, y, y, causal, f"{at}.attention")
        y = self.give(f"{at}.norm2", part.norm2(x))
        wide = self.give(f"{at}.wide", part.wide(y))
        return self.give(at, x + self.give(f"{at}.narrow", part.narrow(F.relu(wide))))

    @torch.no_grad()
    def run(self, sizes: Sequence[int], inputs: tuple[Tensor, ...]) -> Tensor:
        """The logits, (B, L, V)."""
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
            target = self.embed(model.target, tgt, "target")
            x = target + self.attention(model.attention, target, memory, False, "attention")
        return self.give("output", model.output(x))
