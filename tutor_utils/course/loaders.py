"""The course's loaders of published weights, for models with other attribute names.

A loader depends on its model's attribute names. The course's loader may be used with a learner's
model, which passed with other names: its parameters are then found as in the checks, by their kind
and by when a call first uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

import torch
from torch import Tensor, nn

from ..exercises import parts
from ..exercises.nb08.LanguageModel.exercise import find as find_opt
from ..exercises.nb08.opt import OFFSET
from ..exercises.nb10 import llama
from ..exercises.nb10.modules import of_model as find_llama
from . import learner_package

File = Mapping[str, Tensor]
Loader = Callable[[dict[str, Tensor], Any], None]
Sizes = tuple[int, ...]


@dataclass(frozen=True)
class _Format:
    """The model that a loader fills.

    Attributes:
        kind: The exercise of the model's class.
        sizes: Constructor arguments for a model of the file's size. The number of heads is
            guessed, since no parameter's shape depends on it.
        roles: Finds the parameters of a new model by role.
        options: Keyword arguments of the constructor.
    """

    kind: str
    sizes: Callable[[File], Sizes]
    roles: Callable[[nn.Module, Sizes], parts.Roles]
    options: Callable[[nn.Module, Sizes], dict[str, Any]] = lambda model, sizes: {}


def _opt_sizes(file: File) -> Sizes:
    vocab_size, d_model = file["decoder.embed_tokens.weight"].shape
    max_len = len(file["decoder.embed_positions.weight"]) - OFFSET
    d_ff = len(file["decoder.layers.0.fc1.weight"])
    return vocab_size, d_model, 1, _layers(file, "fc1.weight"), d_ff, max_len


def _opt_roles(model: nn.Module, sizes: Sizes) -> parts.Roles:
    noted = parts.calls(model, lambda: model(torch.zeros(1, 1, dtype=torch.long)))
    return find_opt(model, noted, sizes)


def _llama_sizes(file: File) -> Sizes:
    table = "embed_tokens.weight" if "embed_tokens.weight" in file else "lm_head.weight"
    vocab_size, d_model = file[table].shape
    kv_features = len(file["layers.0.self_attn.k_proj.weight"])
    d_ff = len(file["layers.0.mlp.gate_proj.weight"])
    return (
        vocab_size,
        d_model,
        d_model // kv_features,
        1,
        _layers(file, "mlp.gate_proj.weight"),
        d_ff,
    )


def _llama_roles(model: nn.Module, sizes: Sizes) -> parts.Roles:
    return find_llama(model, lambda: model(torch.zeros(1, 1, dtype=torch.long)), sizes)


def _llama_options(model: nn.Module, sizes: Sizes) -> dict[str, Any]:
    tied = llama.count(llama.model_shapes(*sizes, tied=True))
    return {"tie_weights": parts.count(model) == tied}


def _layers(file: File, last: str) -> int:
    return sum(name.startswith(("layers.", "decoder.layers.")) for name in file if last in name)


_FORMATS = {
    "load_opt": _Format("LanguageModel", _opt_sizes, _opt_roles),
    "load_llama": _Format("ModernLanguageModel", _llama_sizes, _llama_roles, _llama_options),
}


def fits_any(name: str, load: Loader) -> Loader:
    """A version of the course's loader of this name that fills a model with any attribute names.

    It loads the file into the course's model of the same size, which refuses a file that does not
    fit, and copies each parameter to the given model. Any other function is returned unchanged.
    """
    if name not in _FORMATS:
        return load
    its = _FORMATS[name]

    @wraps(load)
    def fitted(tensors: dict[str, Tensor], model: nn.Module) -> None:
        if learner_package.is_the_courses(type(model)):
            return load(tensors, model)
        file = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
        try:
            sizes = its.sizes(file)
        except KeyError as missing:
            raise ValueError(f"{missing.args[0]} is missing") from None
        options = its.options(model, sizes)
        dtype = next(model.parameters()).dtype
        twin = learner_package.course_answer(its.kind, own=False)(*sizes, **options).eval()
        fresh = type(model)(*sizes, **options).eval()  # a norm is recognised by its initial ones
        shapes, wanted = ([p.shape for p in m.parameters()] for m in (model, fresh))
        if shapes != wanted:
            raise ValueError(
                f"the file holds a {its.kind} of the sizes {sizes}, heads left out; the parameters "
                "of this model have other shapes"
            )
        theirs, ours = (its.roles(m, sizes) for m in (twin, fresh))
        load(tensors, twin.to(dtype))
        at = {id(p): i for i, p in enumerate(fresh.parameters())}
        own = list(model.parameters())
        for role, slot in ours.items():
            source = theirs[role]
            numbers = source.view(source.parameter.detach())
            parts.Slot(own[at[id(slot.parameter)]], slot.view).put(numbers)

    return fitted
