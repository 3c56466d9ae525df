"""Replace the learner's attention by PyTorch's fused one, to measure the gain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .evaluation import eval_mode


@contextmanager
def fused_attention(model: nn.Module) -> Iterator[nn.Module]:
    """Inside the ``with``, every attention module uses ``F.scaled_dot_product_attention``.

    The layers ``w_q, w_k, w_v, w_o`` stay the learner's. Those that read the same tensor are one
    product, as in notebook 02. The fused operation never makes the table of weights, which is why
    it is fast. So the module gives back ``(output, None)`` where it gave ``(output, weights)``.

    Raises:
        ValueError: the model has no attention module, or one of them computes something else:
            then the exchange would change the model. Each is tried once before it is exchanged.
    """
    modules = [module for module in model.modules() if hasattr(module, "w_q")]
    if not modules:
        raise ValueError("model has no attention module: none holds a layer named w_q.")
    fused = [_fused_forward(module) for module in modules]
    try:
        for module, forward in zip(modules, fused, strict=True):
            module.forward = forward
        yield model
    finally:
        for module in modules:
            module.__dict__.pop("forward", None)


def _fused_forward(module: Any) -> Callable[..., Any]:
    num_heads = _heads(module)
    rate = next((m.p for m in module.modules() if isinstance(m, nn.Dropout)), 0.0)

    def split(x: Tensor) -> Tensor:
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)  # (B, L, d) -> (B, h, L, d_k)

    def forward(
        query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, None]:
        q, k, v = map(split, _projected(module, query, key, value))  # (B, h, L, d_k) each
        dropout = rate if module.training else 0.0
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropout)
        return module.w_o(heads.transpose(1, 2).flatten(2)), None  # (B, L_q, d)

    with eval_mode(module):
        query, memory, mask = _example(module)
        pairs = [
            (module(x, memory, memory, mask)[0], forward(x, memory, memory, mask)[0])
            for x in (query, memory)
        ]
        if not all(torch.allclose(*pair, atol=1e-3, rtol=1e-3) for pair in pairs):
            raise ValueError(
                f"{type(module).__name__} computes something else than scaled dot-product "
                "attention with heads side by side, so it cannot be exchanged."
            )
    return forward


def _projected(module: Any, query: Tensor, key: Tensor, value: Tensor) -> list[Tensor]:
    """q, k and v, (B, L, d) each; projections of the same tensor are computed in one product."""
    layers = [module.w_q, module.w_k, module.w_v]
    if key is not value:
        return [layer(x) for layer, x in zip(layers, (query, key, value), strict=True)]
    if query is key:
        return _stacked(layers, query)
    return [layers[0](query), *_stacked(layers[1:], key)]


def _stacked(layers: list[nn.Linear], x: Tensor) -> list[Tensor]:
    weight = torch.cat([layer.weight for layer in layers])  # (2d or 3d, d)
    bias = None if layers[0].bias is None else torch.cat([layer.bias for layer in layers])
    return list(F.linear(x, weight, bias).chunk(len(layers), dim=-1))


def _heads(module: Any) -> int:
    """The number of heads, read from the weights' shape on a small example."""
    with eval_mode(module):
        query, memory, mask = _example(module)
        return module(query, memory, memory, mask)[1].shape[1]


def _example(module: Any) -> tuple[Tensor, Tensor, Tensor]:
    """A query of 2 tokens, a memory of 3 and its mask: (1, 2, d), (1, 3, d), (1, 1, 1, 3)."""
    weight = module.w_q.weight
    generator = torch.Generator().manual_seed(0)
    tokens = torch.randn(1, 5, weight.shape[1], generator=generator).to(weight)
    mask = torch.tensor([True, True, False], device=weight.device)
    return tokens[:, :2], tokens[:, 2:], mask[None, None, None]
