"""Load the published weights of OPT into the learner's own classes."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Trial
from ... import loading
from .. import opt

LOADING = loading.Loading(
    kind="LanguageModel",
    sizes="*vocab_size, d_model, num_heads, num_layers, d_ff, max_len",
    inputs="*ids",
    tolerance=(2e-4, 5e-5),
)


def truth(
    kind: str, sizes: opt.Sizes, options: dict, file: dict, inputs: tuple, dtype: str
) -> Tensor:
    """The logits computed directly from the file's tensors."""
    return opt.logits(file, inputs[0], sizes[2]).to(getattr(torch, dtype))


def trials(inputs: Inputs) -> list[Trial]:
    """Files in every published form, then damaged ones."""
    one: opt.Sizes = (9, 6, 2, 1, 7, 5)
    two: opt.Sizes = (8, 6, 3, 2, 5, 6)
    file, deep = opt.tensors(inputs, one), opt.tensors(inputs, two)
    ids, more = (inputs.integers(0, 9, 2, 4),), (inputs.integers(0, 8, 2, 6),)
    bare = {name.removeprefix("model."): t for name, t in deep.items()}
    headless = {name: t for name, t in file.items() if name != "lm_head.weight"}
    half = {name: t.half() for name, t in file.items()}

    def bad(name: str, at: str, tensor: Tensor | None = None) -> Trial:
        return LOADING.bad(name, one, file, at, tensor)

    at = "model.decoder.layers.0."
    bias, values = f"{at}fc1.bias", f"{at}self_attn.v_proj.weight"
    return [
        LOADING.load("1 layer", one, file, ids),
        LOADING.load("2 layers, names without `model.`", two, bare, more),
        LOADING.load("without lm_head.weight", one, headless, ids),
        LOADING.load("tensors in half precision", one, half, ids),
        bad("a file without a bias", f"{at}fc2.bias"),
        bad("a file without the last norm", "model.decoder.final_layer_norm.weight"),
        bad(
            "a file with a layer more than the model has",
            "model.decoder.layers.1.fc1.bias",
            file[bias],
        ),
        bad("a file with a matrix of another shape", values, file[values][:1]),
    ]


exercise = Exercise(
    trials,
    call="load_opt(tensors, model)",
    truth=truth,
    axes=("B L V",),
    criteria=loading.CRITERIA,
    version=2,
    unless=loading.UNLESS,
)
