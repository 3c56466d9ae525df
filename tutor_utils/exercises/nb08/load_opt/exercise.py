"""Published weights in your own classes."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Trial
from ....engine.inputs import Inputs
from ... import loading
from .. import opt

HINTS = (
    "Print `list(tensors)` and `model`, one below the other. Which published name is which of "
    "your parts?",
    "Make a dict from published names to your own parameters, layer by layer. A layer's "
    "`final_layer_norm` stands before its feed-forward network.",
    "Take `model.` off every name, take `lm_head.weight` out and compare it, drop two rows of the "
    "positions. Then compare names and shapes of all, and only then copy.",
)
KIND = "LanguageModel"
SHOWN = ("", "*vocab_size, d_model, num_heads, num_layers, d_ff, max_len", "", "", "*ids", "")


def truth(
    kind: str, sizes: opt.Sizes, options: dict, file: dict, inputs: tuple, dtype: str
) -> Tensor:
    """The logits straight from the file."""
    return opt.logits(file, inputs[0], sizes[2]).to(getattr(torch, dtype))


def trials(inputs: Inputs) -> list[Trial]:
    """Files in every form in which they are published, then spoiled ones."""
    one: opt.Sizes = (9, 6, 2, 1, 7, 5)
    two: opt.Sizes = (8, 6, 3, 2, 5, 6)
    file, deep = opt.tensors(inputs, one), opt.tensors(inputs, two)
    ids, more = (inputs.integers(0, 9, 2, 4),), (inputs.integers(0, 8, 2, 6),)
    bare = {name.removeprefix("model."): t for name, t in deep.items()}
    headless = {name: t for name, t in file.items() if name != "lm_head.weight"}
    half = {name: t.half() for name, t in file.items()}

    def load(name: str, sizes: opt.Sizes, file: dict, ids: tuple, dtype: str = "float32") -> Trial:
        args: tuple[Any, ...] = (KIND, sizes, {}, file, ids, dtype)
        fine = (2e-4, 5e-5)
        return Trial(name, args, probe=loading.loaded, tolerance=fine, shown=SHOWN)

    def bad(name: str, change: loading.Change) -> Trial:
        return loading.bad_file(name, change, KIND, one, {}, file, SHOWN[1])

    at = "model.decoder.layers.0."
    layer1 = "model.decoder.layers.1.fc1.bias"
    return [
        load("1 layer", one, file, ids),
        load("2 layers, names without `model.`", two, bare, more),
        load("2 layers, names in another order", two, dict(reversed(deep.items())), more),
        load("without lm_head.weight", one, headless, ids),
        load("tensors in half precision", one, half, ids),
        load("a model in float64", one, file, ids, "float64"),
        Trial(
            "what stays as it was",
            (KIND, one, {}, file, ids),
            probe=loading.kept,
            truth=lambda *_: loading.KEPT,
            criterion="kept",
            shown=("", SHOWN[1], "", "", ""),
        ),
        bad("a bias is missing", loading.without(f"{at}fc2.bias")),
        bad("the table is missing", loading.without("model.decoder.embed_tokens.weight")),
        bad("the last norm is missing", loading.without("model.decoder.final_layer_norm.weight")),
        bad("a layer more than the model has", loading.with_more(layer1, f"{at}fc1.bias")),
        bad("a name that nobody knows", loading.with_more("model.decoder.x", f"{at}fc1.bias")),
        bad("a matrix of another shape", loading.cut(f"{at}self_attn.v_proj.weight", 1)),
        bad("a vector of another length", loading.cut(f"{at}final_layer_norm.bias")),
        bad("positions without the two rows", loading.cut("model.decoder.embed_positions.weight")),
        bad("positions with a row more", loading.longer("model.decoder.embed_positions.weight")),
        bad("an output that is not the table", loading.moved("lm_head.weight")),
        bad("an output of another shape", loading.cut("lm_head.weight")),
        bad("another model's file", loading.another_model()),
    ]


exercise = Exercise(
    trials,
    call="load_opt(tensors, model)",
    hints=HINTS,
    truth=truth,
    axes=("B L V",),
    criteria=loading.CRITERIA,
    points=4,
    unless=dict.fromkeys(loading.CIRCUMSTANCES, loading.WHY_NOT),
)
