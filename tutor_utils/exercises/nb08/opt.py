"""Reference of OPT (Zhang et al. 2022): random files with its published names, and its logits."""

from __future__ import annotations

from torch import Tensor

from ...engine.inputs import Inputs
from ..nb04.rules import causal
from ..published_layers import File, Side, drawn, opened

Sizes = tuple[int, int, int, int, int, int]  # vocab_size, d_model, heads, layers, d_ff, max_len
OFFSET = 2  # rows of the published position table that no position uses
DECODER = Side("decoder", "final_layer_norm", ("self_attn",))


def tensors(inputs: Inputs, sizes: Sizes) -> File:
    """A random file of these sizes, named as in ``OPTForCausalLM.state_dict()``."""
    vocab_size, d, _, layers, d_ff, max_len = sizes
    tables = {
        "decoder.embed_tokens.weight": (vocab_size, d),
        "decoder.embed_positions.weight": (max_len + OFFSET, d),
    }
    found = drawn(inputs, tables | DECODER.shapes(layers, d, d_ff))
    return found | {"lm_head.weight": found["model.decoder.embed_tokens.weight"].clone()}


def logits(file: File, ids: Tensor, heads: int) -> Tensor:
    """Logits (B, L, V), float64, straight from the published tensors."""
    t = opened(file)
    table, length = t["decoder.embed_tokens.weight"], ids.shape[1]
    x = table[ids] + t["decoder.embed_positions.weight"][OFFSET : OFFSET + length]
    return DECODER.run(t, x, heads, (None, causal(length))) @ table.T
