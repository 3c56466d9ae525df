"""A learner's language model under the names by which OPT is published."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from ..exercises.published_layers import Side

UNUSED_ROWS = 2  # the published table of positions begins with two rows that no position uses
DECODER = Side("model.decoder", "final_layer_norm", ("self_attn",))


def opt_tensors(
    model: nn.Module, load_opt: Callable[[dict[str, Tensor], Any], None], **sizes: int
) -> dict[str, Tensor]:
    """The numbers of a model, named as ``OPTForCausalLM.state_dict()`` names them.

    ``load_opt`` says what belongs where, whatever the model calls its parts: it is given a file of
    running numbers, and a parameter then holds the places in the file that it was filled from.

    Args:
        sizes: vocab_size, d_model, num_layers, d_ff, max_len; others are passed over.
    """
    shapes = _shapes(**sizes)
    lengths = [math.prod(shape) for shape in shapes.values()]
    running = torch.arange(sum(lengths), dtype=torch.float64).split(lengths)
    blank = copy.deepcopy(model).cpu().double()
    load_opt(_named(shapes, running), blank)
    found = torch.zeros(sum(lengths))
    for places, values in zip(blank.parameters(), model.parameters(), strict=True):
        found[places.detach().long()] = values.detach().float().cpu()
    return _named(shapes, found.split(lengths))


def _named(shapes: dict[str, tuple[int, ...]], numbers: tuple[Tensor, ...]) -> dict[str, Tensor]:
    return {name: n.view(s) for (name, s), n in zip(shapes.items(), numbers, strict=True)}


def _shapes(
    vocab_size: int, d_model: int, num_layers: int, d_ff: int, max_len: int, **_: int
) -> dict[str, tuple[int, ...]]:
    """The published names and shapes, without the output's, which is the table."""
    return {
        "model.decoder.embed_tokens.weight": (vocab_size, d_model),
        "model.decoder.embed_positions.weight": (max_len + UNUSED_ROWS, d_model),
        **DECODER.shapes(num_layers, d_model, d_ff),
    }
