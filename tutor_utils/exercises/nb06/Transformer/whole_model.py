"""Truth for the whole model: embeddings by hand, PyTorch's own layers between."""

from __future__ import annotations

import torch
from torch import Tensor

from ...nb01.sinusoid import sinusoid
from ...nb04 import rules
from .. import reference
from ..parts import known_numbers


def run(src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int) -> dict[str, Tensor]:
    """memory (B, L_s, d_model) and logits (B, L_t, tgt_vocab), float64.

    ``options`` may hold pad_id, norm_first, tie_weights, and dropout=1.0 for what is then left.
    """
    src_vocab, tgt_vocab, d_model, num_heads, num_layers, d_ff = sizes
    pad, dropout = options.get("pad_id", 0), options.get("dropout", 0.0)
    inner = (num_layers, d_model, num_heads, d_ff, seed)
    kept = {"norm_first": options.get("norm_first", False), "dropout": dropout}

    def embed(ids: Tensor, name: str, size: int) -> Tensor:
        rows = known_numbers(name, (size, d_model), seed)[ids]
        places = sinusoid(ids.shape[1], d_model, dtype=torch.float64)
        return (1 - dropout) * (rows * d_model**0.5 + places)

    source, own = rules.padding(src, pad), rules.target(tgt, pad)
    open_rows = source | ~source.any(-1, keepdim=True)  # PyTorch gives NaN where all is blocked
    x = embed(src, "source.table", src_vocab)
    memory = reference.stack([x], [open_rows], *inner, "encoder.", **kept)[0]
    own = own | ~own.any(-1, keepdim=True)
    y = embed(tgt, "target.table", tgt_vocab)
    y = reference.stack([y, memory], [own, open_rows], *inner, "decoder.", **kept)[0]
    table = "target.table" if options.get("tie_weights") else "output.weight"
    return {"memory": memory, "logits": y @ known_numbers(table, (tgt_vocab, d_model), seed).T}
