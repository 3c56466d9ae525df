"""PyTorch's fused attention in the learner's classes, as long as no code reads the weights.

The fused operation never makes the table of weights, (B, h, L_q, L_k), which is why it is fast and
needs little memory. The weights can be read all the same:

- a module with a hook on it or inside, as viewers register, keeps its own ``forward``;
- elsewhere the weights are a tensor that is computed when it is first used.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import signature
from types import MethodType
from typing import Any
from weakref import WeakKeyDictionary

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils._pytree import tree_map

_BLOCK = 256  # positions by which a cache, and a table of rotations, grow at least
Forward = Callable[..., Any]  # with the module as its first argument


@contextmanager
def fused_attention(model: nn.Module) -> Iterator[nn.Module]:
    """Inside the ``with``, every attention module uses ``F.scaled_dot_product_attention``.

    These are the learner's ``MultiHeadAttention`` and ``GroupedQueryAttention``; their layers
    ``w_q, w_k, w_v, w_o`` stay. A cache has room to grow: without gradients, new keys and values
    are written behind the old ones, and nothing is copied.

    Raises:
        ValueError: the model has no attention module, or the fused operation would change the
            result of one. A copy of each is tried first.
    """
    fused = FusedAttention(model)
    if not fused.count:
        raise ValueError("model has no attention module: none holds a layer named w_q.")
    if fused.refused:
        raise ValueError(
            f"{fused.refused[0]} computes something else than scaled dot-product attention with "
            "heads side by side and an nn.Dropout on the weights, so it cannot be exchanged."
        )
    with fused.on():
        yield model


class FusedAttention:
    """The fused ``forward`` of each attention module of a model; `on` switches them on.

    Attributes:
        count: how many attention modules the model has.
        refused: the classes of modules whose result would change; they keep their ``forward``.
    """

    def __init__(self, model: nn.Module) -> None:
        modules = [module for module in model.modules() if hasattr(module, "w_q")]
        tables: dict[bytes, _Rotation] = {}
        forwards = [_fused(module, tables) for module in modules]
        pairs = list(zip(modules, forwards, strict=True))
        self.count = len(modules)
        self.refused = [type(module).__name__ for module, forward in pairs if forward is None]
        self._pairs = [(module, forward) for module, forward in pairs if forward is not None]

    @classmethod
    def of(cls, model: nn.Module) -> FusedAttention:
        """The `FusedAttention` of this model, cached in the process."""
        if model not in _FOUND:
            _FOUND[model] = cls(model)
        return _FOUND[model]

    @contextmanager
    def on(self) -> Iterator[None]:
        """Inside, the modules run fused, except those whose ``forward`` was replaced by others."""
        pairs = [pair for pair in self._pairs if "forward" not in pair[0].__dict__]
        try:
            for module, forward in pairs:
                module.forward = MethodType(forward, module)  # so that a copy has its own
            yield
        finally:
            for module, _ in pairs:
                module.__dict__.pop("forward", None)


_FOUND: WeakKeyDictionary[nn.Module, FusedAttention] = WeakKeyDictionary()


def _fused(module: nn.Module, tables: dict[bytes, _Rotation]) -> Forward | None:
    """The fused ``forward`` of a module; None where it would give other numbers."""
    try:
        with torch.inference_mode(False), torch.no_grad(), torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            tried: Any = _copied(module).cpu().float()
            for parameter in tried.parameters():  # parameters near 0 would hide a wrong factor
                parameter.copy_(2 * torch.randn_like(parameter) / parameter.shape[-1] ** 0.5)
            tokens = torch.randn(2, 5, _width(module))
            if "cache" in signature(type(module).forward).parameters:
                return _grouped(module, tried, tokens, tables)
            return _multi_head(tried, tokens)
    except Exception:  # a class that does not fulfil its contract keeps its forward
        return None


def _multi_head(tried: Any, tokens: Tensor) -> Forward | None:
    """For notebook 05's class. Shapes: tokens (2, 5, d_model), to try a copy with."""
    query, memory, value = tokens[:, :2], tokens[:, 2:], tokens[:, 2:].flip(2)
    mask = torch.tensor([[[True, True, False]] * 2, [[False] * 3, [True] * 3]])[:, None]
    num_heads = tried(query, memory, memory, mask)[1].shape[1]

    def forward(
        self: Any, query: Tensor, key: Tensor, value: Tensor, mask: Any = None, **more: Any
    ) -> Any:
        if more or query.ndim != 3 or _must_stay(self, mask):
            return type(self).forward(self, query, key, value, mask, **more)
        q, k, v = (_split(x, num_heads) for x in _projected(self, query, key, value))
        rate = next((part.p for part in self.modules() if isinstance(part, nn.Dropout)), 0.0)
        dropout = rate if self.training else 0.0
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropout)
        return self.w_o(heads.transpose(1, 2).flatten(2)), _weights(q, k, mask)

    calls = ((query, memory, memory, mask), (query, memory, value), (memory, memory, memory))
    for training in (False, True):  # on a CPU, dropout with the same seed drops the same weights
        tried.train(training)
        for call in calls:
            found = []
            for run in (tried, partial(forward, tried)):
                torch.manual_seed(1)
                found.append(run(*call))
            if not _close(*found):
                return None
    return forward


def _grouped(
    module: nn.Module, tried: Any, tokens: Tensor, tables: dict[bytes, _Rotation]
) -> Forward | None:
    """For notebook 10's class. Shapes: tokens (2, 5, d_model), to try a copy with."""
    _, weights, (keys, _) = tried(tokens)
    heads = [weights.shape[1], keys.shape[1]]  # those of queries, those of keys

    def forward(
        rotation: _Rotation,
        self: Any,
        x: Tensor,
        mask: Any = None,
        cache: Any = None,
        **more: Any,
    ) -> Any:
        if more or _must_stay(self, mask):
            return type(self).forward(self, x, mask, cache, **more)
        past = 0 if cache is None else cache[0].shape[2]
        qk = torch.cat([_split(self.w_q(x), heads[0]), _split(self.w_k(x), heads[1])], dim=1)
        q, k = rotation(qk, past).split(heads, dim=1)
        k, v = longer = _longer(cache, k, _split(self.w_v(x), heads[1]))
        if x.shape[1] == 1 and (mask is None or mask.shape[:-1].numel() == 1):
            # heads that share keys, with one query each, are the queries of one head
            grouped = q.reshape(len(x), heads[1], -1, q.shape[3])  # (B, g, h/g, d_k)
            out = F.scaled_dot_product_attention(grouped, k, v, attn_mask=mask)
            out = out.reshape(len(x), 1, -1)  # (B, 1, d)
        else:
            keys, values = (_spread(each, heads[0]) for each in longer)
            out = F.scaled_dot_product_attention(q, keys, values, attn_mask=mask)
            out = out.transpose(1, 2).flatten(2)  # (B, L, d)
        return self.w_o(out), _weights(q, k, mask), longer

    ahead = torch.ones(1, 1, 5, 5, dtype=torch.bool).tril()
    trial = partial(forward, _Rotation(tried), tried)
    for past in (0, 3, 4):
        found = []
        for run in (tried, trial):
            cache = run(tokens[:, :past])[2] if past else None
            found.append(run(tokens[:, past:], ahead[:, :, past:], cache))
        if not _close(*found):
            return None
    rotation = _Rotation(module)
    return partial(forward, tables.setdefault(rotation.fingerprint, rotation))


class _Rotation:
    """Rotates queries and keys as a learner's module does, by angles that the module computed.

    Attributes:
        fingerprint: the first angles, which identify a table.
    """

    def __init__(self, module: nn.Module) -> None:
        self._module: Any = _copied(module)
        cache = self._module(torch.zeros(1, 1, _width(module)).to(next(module.parameters())))[2]
        num_kv_heads, d_k = cache[0].shape[1], cache[0].shape[3]
        # The first feature of a token becomes (1, 0) in each pair: turned, (cosine, sine).
        layer = nn.Linear(_width(module), num_kv_heads * d_k, bias=False)
        layer.weight.zero_()
        layer.weight.view(num_kv_heads, 2, d_k // 2, -1)[:, 0, :, 0] = 1
        self._module.w_k = layer.to(next(module.parameters()))
        self._cos_sin = cache[0][:, :, :0]  # (1, g, places so far, d_k)
        self._grow(_BLOCK)
        self._cached_span: tuple[int, int, torch.dtype] | None = None
        self.fingerprint = self._cos_sin[0, 0, :4].float().cpu().numpy().tobytes()

    def _grow(self, length: int) -> None:
        with torch.inference_mode(False), torch.no_grad():
            while self._cos_sin.shape[2] < length:
                x = self._cos_sin.new_zeros(1, _BLOCK, self._module.w_k.in_features)
                x[:, :, 0] = 1
                self._cos_sin = self._module(x, None, (self._cos_sin, self._cos_sin))[2][0]

    def __call__(self, x: Tensor, past: int) -> Tensor:
        """Shapes: x (B, any heads, L, d_k), whose positions begin at ``past`` -> the same."""
        span = past, x.shape[2], x.dtype
        if span != self._cached_span:  # else another layer has just used the same positions
            self._grow(past + x.shape[2])
            cos_sin = self._cos_sin[:, :1, past : past + x.shape[2]].to(x.dtype)
            cos, sin = cos_sin.chunk(2, dim=-1)  # (1, 1, L, d_k/2) each
            self._cached = torch.cat([cos, cos], -1), torch.cat([-sin, sin], -1)
            self._cached_span = span
        cos, sin = self._cached
        return x * cos + x.roll(x.shape[3] // 2, dims=-1) * sin


class _GrowingCache(tuple[Tensor, ...]):
    """A cache, (keys, values), each a view of a longer buffer. ``filled``: how much is in use."""

    room: list[Tensor]
    filled: list[int]


def _longer(cache: Any, k: Tensor, v: Tensor) -> Any:
    """The cache with k and v behind it; written in place if nobody wrote there before."""
    past = 0 if cache is None else cache[0].shape[2]
    if torch.is_grad_enabled():
        if cache is None:
            return k, v
        return tuple(torch.cat(pair, dim=2) for pair in zip(cache, (k, v), strict=True))
    end = past + k.shape[2]
    room, filled = getattr(cache, "room", None), getattr(cache, "filled", [past])
    if room is None or filled[0] != past or room[0].shape[2] < end:
        size = (*k.shape[:2], max(2 * past, end + _BLOCK))
        room, filled = [x.new_empty(*size, x.shape[3]) for x in (k, v)], [past]
        if cache is not None:
            for buffer, old in zip(room, cache, strict=True):
                buffer[:, :, :past] = old
    for buffer, new in zip(room, (k, v), strict=True):
        buffer.narrow(2, past, end - past).copy_(new)
    filled[0] = end
    longer = _GrowingCache(buffer.narrow(2, 0, end) for buffer in room)
    longer.room, longer.filled = room, filled
    return longer


class _Weights(Tensor):
    """A table of weights (B, h, L_q, L_k) that is computed when it is first used."""

    made_of: tuple[Tensor, Tensor, Tensor | None]
    table: Tensor | None

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        args, kwargs = tree_map(_computed, (args, kwargs or {}))
        return func(*args, **kwargs)  # the arguments are plain tensors now


def _computed(value: Any) -> Any:
    if not isinstance(value, _Weights):
        return value
    if value.table is None:
        value.table = _table(*value.made_of)
    return value.table


def _weights(q: Tensor, k: Tensor, mask: Tensor | None) -> Tensor:
    if torch.compiler.is_compiling():
        return _table(q, k, mask)  # the compiler removes it if it is not used
    weights = q.new_empty(0).as_subclass(_Weights)
    weights.made_of, weights.table = (q, k, mask), None
    return weights


def _table(q: Tensor, k: Tensor, mask: Tensor | None) -> Tensor:
    """softmax(q·k / √d_k) over the open keys; zeros in a row that is all blocked."""
    scores = q / q.shape[-1] ** 0.5 @ _spread(k, q.shape[1]).mT
    if mask is None:
        return scores.softmax(dim=-1)
    closed = torch.finfo(scores.dtype).min
    return scores.masked_fill(~mask, closed).softmax(dim=-1).masked_fill(~mask, 0.0)


def _must_stay(module: nn.Module, mask: Any) -> bool:
    """Whether the module keeps its own forward: it has hooks, or its mask is not boolean."""
    if mask is not None and (not isinstance(mask, Tensor) or mask.dtype != torch.bool):
        return True
    return (mask is not None and mask.ndim < 2) or any(
        part._forward_hooks or part._forward_pre_hooks or part._backward_hooks
        for part in module.modules()
    )


def _copied(module: nn.Module) -> Any:
    copied = copy.deepcopy(module).eval()
    copied.__dict__.pop("forward", None)
    return copied


def _width(module: Any) -> int:
    """d_model, also where the map to queries is wrapped in another module."""
    return next(part.in_features for part in module.w_q.modules() if isinstance(part, nn.Linear))


def _close(one: Any, other: Any) -> bool:
    """Whether nested tuples of tensors are nearly equal; NaN is unequal."""
    if isinstance(one, Tensor):
        return torch.allclose(one, other, atol=1e-4, rtol=1e-4)
    return all(map(_close, one, other))


def _split(x: Tensor, num_heads: int) -> Tensor:
    return x.reshape(*x.shape[:2], num_heads, -1).transpose(1, 2)  # (B, L, d) -> (B, h, L, d_k)


def _spread(x: Tensor, num_heads: int) -> Tensor:
    """Keys for every query head. Shapes: (B, g, L, d_k) -> (B, h, L, d_k)."""
    shared = num_heads // x.shape[1]
    return x if shared == 1 else x.repeat_interleave(shared, dim=1)


def _projected(module: Any, query: Tensor, key: Tensor, value: Tensor) -> list[Tensor]:
    """q, k and v, (B, L, d) each; projections of the same tensor are computed in one product."""
    layers, read = [module.w_q, module.w_k, module.w_v], [query, key, value]
    same = 3 if query is key is value else 2 if key is value else 0
    if not all(type(layer) is nn.Linear for layer in layers):
        same = 0
    alone = [layer(x) for layer, x in zip(layers[: 3 - same], read, strict=False)]
    return alone + (_stacked(layers[-same:], value) if same else [])


def _stacked(layers: list[nn.Linear], x: Tensor) -> list[Tensor]:
    weight = torch.cat([layer.weight for layer in layers])  # (2d or 3d, d)
    bias = None if layers[0].bias is None else torch.cat([layer.bias for layer in layers])
    return list(F.linear(x, weight, bias).chunk(len(layers), dim=-1))
