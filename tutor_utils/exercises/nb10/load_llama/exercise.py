"""Load the published weights of a Llama model into the learner's own classes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Trial
from ... import loading
from ...loading import loaded  # by name: a sandbox gets only what a probe names
from .. import llama

Sizes = tuple[int, int, int, int, int, int]
FORM = {"base": 500.0, "eps": 1e-5}  # the eps that `loading` gives every model


def of_form(**options: Any) -> loading.Loading:
    """The model's ``Loading``, with a tied output or not."""
    return loading.Loading(
        kind="ModernLanguageModel",
        sizes="*vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff",
        inputs="*ids",
        tolerance=(3e-4, 1e-4),
        options=FORM | options,
    )


TIED, FREE = of_form(), of_form(tie_weights=False)


def logits(answer: Any, *args: Any) -> Any:
    """Probe: the loaded model's logits, without the caches."""
    out = loaded(answer, *args)
    return out[0] if isinstance(out, tuple) else out


def truth(kind: str, sizes: Sizes, options: dict, file: dict, inputs: tuple, dtype: str) -> Tensor:
    """The logits computed directly from the file's tensors."""
    tied = options.get("tie_weights", True)
    given = {name.removeprefix("model."): tensor.double() for name, tensor in file.items()}
    t = {}
    for role in llama.model_shapes(*sizes, tied=tied):
        name = llama.published(role).removeprefix("model.")
        t[role] = given[name] if name in given else given["lm_head.weight"]
    found, _ = llama.model(t, inputs[0], sizes[2:4], options["base"], options["eps"])
    return found.to(getattr(torch, dtype))


def tensors(inputs: Inputs, sizes: Sizes, *, tied: bool) -> loading.File:
    """A random file of these sizes, named as in ``LlamaForCausalLM.state_dict()``."""
    shapes = llama.model_shapes(*sizes, tied=tied)
    return {llama.published(r): inputs.normal(*s, scale=0.7) for r, s in shapes.items()}


def trials(inputs: Inputs) -> list[Trial]:
    """Files in every published form, then damaged ones."""
    one: Sizes = (9, 8, 4, 2, 1, 7)
    two: Sizes = (8, 12, 2, 1, 2, 5)
    file, deep = tensors(inputs, one, tied=True), tensors(inputs, two, tied=False)
    table, head = "model.embed_tokens.weight", "lm_head.weight"
    both = file | {head: file[table].clone()}
    headed = {name: t for name, t in both.items() if name != table}
    ids, more = (inputs.integers(0, 9, 2, 4),), (inputs.integers(0, 8, 2, 6),)
    bare = {name.removeprefix("model."): t for name, t in deep.items()}
    turned = dict(reversed(deep.items()))
    half = {name: t.half() for name, t in file.items()}

    def load(form: loading.Loading, *args: Any) -> Trial:
        return replace(form.load(*args), probe=logits)

    def bad(name: str, at: str, tensor: Tensor | None = None) -> Trial:
        return TIED.bad(name, one, file, at, tensor)

    at = "model.layers.0."
    values, norm, last = (
        f"{at}self_attn.v_proj.weight",
        f"{at}input_layernorm.weight",
        "model.norm.weight",
    )
    return [
        load(TIED, "1 layer, tied", one, file, ids),
        load(FREE, "2 layers, not tied", two, deep, more),
        load(FREE, "names without `model.`", two, bare, more),
        load(FREE, "names in another order", two, turned, more),
        load(TIED, "the one table under both names", one, both, ids),
        load(TIED, "the one table as lm_head.weight alone", one, headed, ids),
        load(TIED, "tensors in half precision", one, half, ids),
        bad("a file without a gate", f"{at}mlp.gate_proj.weight"),
        bad("a file without the last norm", last),
        bad("a file without a table", table),
        bad("two tables for a tied model", head, file[table] + 1),
        FREE.bad("one table for a model that is not tied", two, deep, head),
        bad(
            "a file with a layer more than the model has",
            "model.layers.1.mlp.up_proj.weight",
            file[values],
        ),
        bad("a file with a bias, as Qwen's have", f"{at}self_attn.q_proj.bias", file[norm]),
        bad("a file with a matrix of another shape", values, file[values][:1]),
        bad("a file with a vector of another length", norm, file[norm][:1]),
    ]


exercise = Exercise(
    trials,
    call="load_llama(tensors, model)",
    truth=truth,
    axes=("B L V",),
    criteria=loading.CRITERIA,
    unless=loading.UNLESS,
)
