"""The layers of OPT and M2M-100, whose published tensors have the same names: reference of 08, 09.

Shapes of these tensors, and the forward pass of a stack.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from ..engine.inputs import Inputs

File = dict[str, Tensor]
Shapes = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Side:
    """An encoder or a decoder: a stack of pre-LN layers and the norm after it."""

    name: str
    norm: str
    attentions: tuple[str, ...]

    def shapes(self, layers: int, d_model: int, d_ff: int) -> Shapes:
        """Name -> shape of each tensor, in the order of the published file."""
        square, norms = (d_model, d_model), (*(f"{a}_layer_norm" for a in self.attentions),)
        layer: Shapes = {
            **{f"{a}.{n}_proj": square for a in self.attentions for n in ("k", "v", "q", "out")},
            **{"fc1": (d_ff, d_model), "fc2": (d_model, d_ff)},
            **dict.fromkeys((*norms, "final_layer_norm"), (d_model,)),
        }
        every: Shapes = {f"{self.name}.{self.norm}": (d_model,)}
        for i in range(layers):
            every |= {f"{self.name}.layers.{i}.{name}": shape for name, shape in layer.items()}
        return {
            f"{name}.{part}": shape if part == "weight" else shape[:1]
            for name, shape in every.items()
            for part in ("weight", "bias")
        }

    def run(self, t: File, x: Tensor, heads: int, *reads: tuple[Tensor | None, Tensor]) -> Tensor:
        """The output. ``reads``: for each attention, what it reads (None: x) and its mask."""
        layers = [name for name in t if name.startswith(f"{self.name}.layers.")]
        for i in range(1 + max(int(name.split(".")[2]) for name in layers)):
            at = f"{self.name}.layers.{i}."
            for attention, (memory, mask) in zip(self.attentions, reads, strict=True):
                y = _norm(t, f"{at}{attention}_layer_norm", x)
                read = y if memory is None else memory
                x = x + _attended(t, f"{at}{attention}.", y, read, heads, mask)
            y = _linear(t, f"{at}fc1", _norm(t, f"{at}final_layer_norm", x)).relu()
            x = x + _linear(t, f"{at}fc2", y)
        return _norm(t, f"{self.name}.{self.norm}", x)


def drawn(inputs: Inputs, shapes: Shapes) -> File:
    """A file of random tensors of these shapes, each name prefixed by ``model.``."""
    return {f"model.{name}": inputs.normal(*shape, scale=0.7) for name, shape in shapes.items()}


def opened(file: File) -> File:
    """The tensors in float64, by their names without the prefix ``model.``."""
    return {name.removeprefix("model."): tensor.double() for name, tensor in file.items()}


def _attended(t: File, at: str, y: Tensor, read: Tensor, heads: int, mask: Tensor) -> Tensor:
    q, k, v = (
        _linear(t, f"{at}{name}_proj", x).unflatten(-1, (heads, -1)).transpose(1, 2)
        for name, x in (("q", y), ("k", read), ("v", read))
    )
    scores = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, -torch.inf)  # (B, h, L_q, L_k)
    return _linear(t, f"{at}out_proj", (scores.softmax(-1) @ v).transpose(1, 2).flatten(2))


def _linear(t: File, name: str, x: Tensor) -> Tensor:
    return x @ t[f"{name}.weight"].T + t[f"{name}.bias"]


def _norm(t: File, name: str, x: Tensor) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], t[f"{name}.weight"], t[f"{name}.bias"])
