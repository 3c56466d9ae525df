"""A small language model with the names of notebook 11's ``Reader``, in plain PyTorch.

``embed``, ``layers``, ``norm``, ``output``, ``num_heads``, ``attentions`` and ``weights``, as
there. A layer gives (x, weights (B, h, L, L)); ``w_o`` of its attention mixes the merged heads.
Runs in the learner's process and holds no expected results.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Attention(nn.Module):
    """Self-attention under a causal mask, with the four maps of notebook 05."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.w_q, self.w_k = nn.Linear(d_model, d_model), nn.Linear(d_model, d_model)
        self.w_v, self.w_o = nn.Linear(d_model, d_model), nn.Linear(d_model, d_model)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """(B, L, d_model) three times -> output of that shape, weights (B, h, L, L)."""
        given = ((self.w_q, query), (self.w_k, key), (self.w_v, value))
        q, k, v = (w(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for w, x in given)
        scores = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        weights = scores.softmax(-1)
        return self.w_o((weights @ v).transpose(1, 2).flatten(2)), weights


class Layer(nn.Module):
    """A pre-LN layer: x + attention(norm(x)), then x + feed-forward(norm(x))."""

    def __init__(self, d_model: int, num_heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = Attention(d_model, num_heads)
        self.wide, self.narrow = nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """(B, L, d_model) -> the same, weights (B, h, L, L)."""
        y = self.norm1(x)
        attended, weights = self.attention(y, y, y, mask)
        x = x + attended
        return x + self.narrow(F.relu(self.wide(self.norm2(x)))), weights


class Places(nn.Module):
    """A row for each position. Its output is a view of its table, not a copy."""

    def __init__(self, max_len: int, d_model: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.empty(max_len, d_model))

    def forward(self, length: int) -> Tensor:
        """(1, length, d_model)."""
        if length > len(self.table):
            raise ValueError(f"{length} places, and the table has {len(self.table)}")
        return self.table[None, :length]


class Embed(nn.Module):
    """Token embedding plus position embedding: ids (B, L) -> (B, L, d_model)."""

    def __init__(self, vocab_size: int, d_model: int, max_len: int) -> None:
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocab_size, d_model), Places(max_len, d_model)

    def forward(self, ids: Tensor) -> Tensor:
        return self.tokens(ids) + self.places(ids.shape[1])


class Reader(nn.Module):
    """``forward(ids (B, L)) -> logits (B, L, V)``, with random weights from a seed."""

    def __init__(
        self,
        seed: int,
        vocab_size: int,
        d_model: int,
        num_heads: int,
        num_layers: int,
        d_ff: int = 8,
        max_len: int = 600,  # beyond every length that a check asks for
    ) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.weights: list[Tensor] = []
        self.embed = Embed(vocab_size, d_model, max_len)
        self.layers = nn.ModuleList(Layer(d_model, num_heads, d_ff) for _ in range(num_layers))
        self.norm = nn.LayerNorm(d_model)
        self.output = nn.Linear(d_model, vocab_size)
        fill(self, seed)

    @property
    def attentions(self) -> list[Attention]:
        """The attention of each layer."""
        return [part for part in self.layers.modules() if isinstance(part, Attention)]

    def forward(self, ids: Tensor) -> Tensor:
        length = ids.shape[1]
        mask = torch.ones(length, length, dtype=torch.bool, device=ids.device).tril()
        x, self.weights = self.embed(ids), []
        for layer in self.layers:
            x, weights = layer(x, mask)
            self.weights.append(weights)
        return self.output(self.norm(x))


class Echo(nn.Module):
    """``forward(src (B, L_s), tgt (B, L_t)) -> logits (B, L_t, V)``; its encoder gives a tuple."""

    def __init__(self, seed: int, vocab_size: int, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.source = Embed(vocab_size, d_model, 20)
        self.target = Embed(vocab_size, d_model, 20)
        self.encoder = Layer(d_model, num_heads, 6)
        self.attention = Attention(d_model, num_heads)
        self.output = nn.Linear(d_model, vocab_size)
        fill(self, seed)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        memory, _ = self.encoder(self.source(src))
        queries = self.target(tgt)
        attended, _ = self.attention(queries, memory, memory)
        return self.output(queries + attended)


def fill(model: nn.Module, seed: int) -> None:
    """Set all parameters to normal numbers drawn from a seed."""
    draw = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(0.4 * torch.randn(p.shape, generator=draw, dtype=torch.float64))


def make(sizes: Sequence[int], mode: str = "eval") -> nn.Module:
    """A ``Reader``, or an ``Echo`` where ``sizes`` lacks the number of layers."""
    model = Reader(*sizes) if len(sizes) > 4 else Echo(*sizes)
    return model.train(mode == "training")


def hooks(model: nn.Module) -> list[Callable]:
    """Every hook that is registered in the model."""
    kinds = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
    return [hook for p in model.modules() for k in kinds for hook in getattr(p, k).values()]


def side_effects(
    model: nn.Module, inputs: tuple[Tensor, ...], run: Callable[[], Any]
) -> dict[str, Any]:
    """Hooks, parameters, modes and output of the model after ``run``, which may raise."""

    def numbers() -> list[Tensor]:
        with torch.no_grad():
            return [*(p.detach().clone() for p in model.parameters()), model(*inputs)]

    def settings() -> tuple:
        parts, numbers = list(model.modules()), list(model.parameters())
        return [p.training for p in parts], [p.requires_grad for p in numbers]

    def observer(*_: Any) -> None:
        pass

    earlier = [
        register(observer)
        for part in model.modules()
        for register in (part.register_forward_hook, part.register_forward_pre_hook)
    ]
    before, modes = numbers(), settings()
    with torch.enable_grad(), contextlib.suppress(Exception):
        run()
    left = hooks(model)
    there = [hook for hook in left if hook is observer]
    for handle in earlier:
        handle.remove()
    same = all(map(torch.equal, before[:-1], model.parameters()))
    says = "changed"
    with contextlib.suppress(Exception):  # a hook that was not removed may break the model
        says = "as before" if torch.equal(before[-1], numbers()[-1]) else "changed"
    return {
        "hooks that are left": len(left) - len(there),
        "hooks that were there before": "are there" if len(there) == len(earlier) else "are gone",
        "the model's numbers": "as before" if same else "changed",
        "its modes, and what it trains": "as before" if settings() == modes else "changed",
        "what it says": says,
    }


GOOD = {
    "hooks that are left": 0,
    "hooks that were there before": "are there",
    "the model's numbers": "as before",
    "its modes, and what it trains": "as before",
    "what it says": "as before",
}
QUIET: dict[str, Any] = {
    "truth": lambda *_: GOOD,
    "criterion": "quiet",
}  # for a trial of `side_effects`
