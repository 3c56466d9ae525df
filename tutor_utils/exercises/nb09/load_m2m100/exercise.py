"""Load the published weights of M2M-100 into the learner's own Transformer."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Trial
from ... import loading
from .. import m2m

LOADING = loading.Loading(
    kind="Transformer",
    sizes="*src_vocab, tgt_vocab, d_model, num_heads, num_layers, d_ff",
    inputs="*src, tgt",
    tolerance=(3e-4, 1e-4),
    options={
        "dropout": 0.0,
        "max_len": 9,
        "pad_id": m2m.PAD,
        "norm_first": True,
        "tie_weights": True,
    },
)


def truth(
    kind: str, sizes: m2m.Sizes, options: dict, file: dict, inputs: tuple, dtype: str
) -> Tensor:
    """The logits computed directly from the file's tensors."""
    return m2m.logits(file, inputs[0], inputs[1], sizes[3]).to(getattr(torch, dtype))


def trials(inputs: Inputs) -> list[Trial]:
    """Files in every published form, then damaged ones."""
    one: m2m.Sizes = (11, 11, 6, 2, 1, 7)
    two: m2m.Sizes = (12, 12, 8, 2, 2, 5)
    file, deep = m2m.tensors(inputs, one), m2m.tensors(inputs, two)
    full = m2m.with_copies(file)
    src, tgt = inputs.integers(2, 11, 2, 5), inputs.integers(2, 11, 2, 4)
    padded = src.clone()
    padded[1, 3:] = m2m.PAD
    more = (inputs.integers(2, 12, 1, 8), inputs.integers(2, 12, 1, 9))
    bare = {name.removeprefix("model."): t for name, t in m2m.with_copies(deep).items()}
    half = {name: t.half() for name, t in file.items()}

    def bad(name: str, at: str, tensor: Tensor | None = None) -> Trial:
        return LOADING.bad(name, one, full, at, tensor)

    dec = "model.decoder.layers.0."
    bias, values = f"{dec}fc1.bias", f"{dec}encoder_attn.v_proj.weight"
    return [
        LOADING.load("1 layer", one, file, (src, tgt)),
        LOADING.load("1 layer, pads after a source", one, file, (padded, tgt)),
        LOADING.load("the table under all its names", one, full, (src, tgt)),
        LOADING.load("2 layers, names without `model.`, as long as max_len", two, bare, more),
        LOADING.load("tensors in half precision", one, half, (src, tgt)),
        bad("a file without a cross-attention", f"{dec}encoder_attn.q_proj.weight"),
        bad("a file without the last norm", "model.decoder.layer_norm.weight"),
        bad(
            "a file with a layer more than the model has",
            "model.decoder.layers.1.fc1.bias",
            full[bias],
        ),
        bad("a file with a matrix of another shape", values, full[values][:1]),
    ]


exercise = Exercise(
    trials,
    call="load_m2m100(tensors, model)",
    truth=truth,
    axes=("B L_t V",),
    criteria=loading.CRITERIA,
    version=2,
    unless=loading.UNLESS,
)
