"""A Transformer's parameters by role, and its forward pass from them, compared with the model's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .trace import PROJECTIONS, Part, Trace, watch

MOST_ROWS = 14  # tokens of a sentence: the picture has no room for more
MOST_NUMBERS = 250_000  # parameters: a page of 1.4 MB
TOLERANCE = 1e-4
_SIDES = ("source", "target")


class CannotExplore(ValueError):
    """The page cannot repeat this model's computation; the text says why."""


@dataclass
class Weights:
    """The parameters of a model, float32, by role.

    ``source.table`` (V, d), √d_model times the rows, and ``source.positions`` (L, d) add up to
    what the first layer reads. ``encoder.0.self.w_q.weight`` (d, d), ``decoder.1.norm2.gain``
    (d,), ``encoder.0.wide.weight`` (d_ff, d), ``output.weight`` (V, d), each with its ``bias``.
    """

    numbers: dict[str, Tensor]
    heads: int
    layers: dict[str, int]
    norm_first: bool
    pad_id: int
    eps: dict[str, float] = field(default_factory=dict)

    @property
    def longest(self) -> int:
        """The most tokens of a sentence."""
        return min(len(self.numbers[f"{side}.positions"]) for side in _SIDES)

    def logits(self, src: Tensor, tgt: Tensor) -> Tensor:
        """(L_s,), (L_t,) -> (L_t, V): the same forward pass as in the page's script."""
        source_open, target_open = src != self.pad_id, tgt != self.pad_id
        memory = self._stack(
            "encoder", self._embed("source", src), source_open.expand(len(src), -1)
        )
        past = target_open & torch.ones(len(tgt), len(tgt)).tril().bool()
        read = memory, source_open.expand(len(tgt), -1)
        x = self._stack("decoder", self._embed("target", tgt), past, read)
        return self._linear("output", x)

    def answer(self, src: list[int], bos_id: int, eos_id: int) -> list[int]:
        """The greedily decoded output: ids up to eos."""
        tgt = [bos_id]
        while True:
            tgt.append(int(self.logits(torch.tensor(src), torch.tensor(tgt))[-1].argmax()))
            if tgt[-1] == eos_id or len(tgt) > self.longest:
                return tgt[1:]

    def _embed(self, side: str, ids: Tensor) -> Tensor:
        return self.numbers[f"{side}.table"][ids] + self.numbers[f"{side}.positions"][: len(ids)]

    def _stack(
        self, name: str, x: Tensor, own: Tensor, read: tuple[Tensor, Tensor] | None = None
    ) -> Tensor:
        """One stack. ``own``: the self-attention mask; ``read``: the memory and its mask."""
        for i in range(self.layers[name]):
            at = f"{name}.{i}"
            steps: list[Callable[[Tensor], Tensor]] = [
                partial(self._attend, f"{at}.self", None, own),
                *([partial(self._attend, f"{at}.cross", *read)] if read else []),
                partial(self._feed, at),
            ]
            for n, step in enumerate(steps, start=1):
                norm = partial(self._norm, f"{at}.norm{n}")
                x = x + step(norm(x)) if self.norm_first else norm(x + step(x))
        return self._norm(f"{name}.norm", x) if f"{name}.norm.gain" in self.numbers else x

    def _attend(self, name: str, memory: Tensor | None, allowed: Tensor, x: Tensor) -> Tensor:
        """Attention with queries from ``x``, keys and values from ``memory`` or else from ``x``."""
        read = x if memory is None else memory
        q, k, v = (
            self._linear(f"{name}.{part}", of).unflatten(-1, (self.heads, -1)).transpose(0, 1)
            for part, of in zip(PROJECTIONS, (x, read, read), strict=False)
        )
        mixed = F.scaled_dot_product_attention(q, k, v, allowed).nan_to_num()  # all keys blocked
        return self._linear(f"{name}.w_o", mixed.transpose(0, 1).flatten(1))

    def _feed(self, at: str, x: Tensor) -> Tensor:
        return self._linear(f"{at}.narrow", self._linear(f"{at}.wide", x).relu())

    def _linear(self, name: str, x: Tensor) -> Tensor:
        return F.linear(x, self.numbers[f"{name}.weight"], self.numbers[f"{name}.bias"])

    def _norm(self, name: str, x: Tensor) -> Tensor:
        gain, bias = self.numbers[f"{name}.gain"], self.numbers[f"{name}.bias"]
        return F.layer_norm(x, x.shape[-1:], gain, bias, self.eps[name])


def weights_of(model: nn.Module, pad_id: int, bos_id: int) -> Weights:
    """Read the parameters of a trained Transformer, and compare the forward pass with the model's.

    Args:
        model: has ``encode`` and ``decode`` as the course's ``Transformer``. The modes of its
            modules are restored.
        pad_id: the padding id.
        bos_id: the first id of a target.

    Raises:
        CannotExplore: the model has other parts, or the forward pass gives other logits.
    """
    modes = {module: module.training for module in model.modules()}
    model.eval()
    try:
        with torch.no_grad():
            found = _read(model, pad_id, bos_id)
            _compare(found, model, bos_id)
    finally:
        for module, training in modes.items():
            module.training = training
    return found


def _read(model: Any, pad_id: int, bos_id: int) -> Weights:
    bos = torch.tensor([[bos_id]], device=next(model.parameters()).device)
    memory, mask = model.encode(bos)

    def encode(ids: Tensor) -> Trace:
        return watch(model, lambda: model.encode(ids))

    def decode(ids: Tensor) -> Trace:
        every = len(ids), -1
        read = memory.expand(*every, -1), mask.expand(*every, -1, -1)
        return watch(model, lambda: model.decode(ids, *read))

    encoder, decoder = encode(bos), decode(bos)
    if not (encoder.attentions and len(decoder.matrices) == len(decoder.attentions) + 1):
        raise CannotExplore(
            "The page knows layers of attention (w_q, w_k, w_v, w_o) and a feed-forward network "
            "of two matrices, and one matrix at the end. This model is built in another way."
        )
    *_, output = decoder.matrices
    found = Weights(
        _linear("output", output),
        encoder.heads,
        {"encoder": len(encoder.attentions), "decoder": len(decoder.attentions) // 2},
        encoder.norm_first,
        pad_id,
    )
    _name_parts(found, "encoder", encoder, ("self",))
    _name_parts(found, "decoder", decoder, ("self", "cross"))
    found.numbers |= _tables("source", encoder.rows, bos, pad_id, encode)
    found.numbers |= _tables("target", len(output.weight), bos, pad_id, decode)
    size = sum(each.numel() for each in found.numbers.values())
    if size > MOST_NUMBERS:
        raise CannotExplore(
            f"The page takes models of up to {MOST_NUMBERS:,} numbers; this one has {size:,}. "
            "Train a smaller one to open it."
        )
    return found


def _name_parts(found: Weights, stack: str, trace: Trace, names: tuple[str, ...]) -> None:
    """Give each part of a stack its role, by the order of use."""
    attentions, norms, matrices = iter(trace.attentions), iter(trace.norms), iter(trace.matrices)
    for i in range(found.layers[stack]):
        at = f"{stack}.{i}"
        for name in names:
            module = next(attentions)
            for part in PROJECTIONS:
                layer = getattr(module, part)
                bias = getattr(layer, "bias", None)
                found.numbers |= _linear(f"{at}.{name}.{part}", Part(layer.weight, bias))
        for n in range(len(names) + 1):
            _keep_norm(found, f"{at}.norm{n + 1}", next(norms, None))
        for name in ("wide", "narrow"):
            found.numbers |= _linear(f"{at}.{name}", next(matrices))
    if last := next(norms, None):
        _keep_norm(found, f"{stack}.norm", last)


def _keep_norm(found: Weights, name: str, norm: Part | None) -> None:
    if norm is None:
        raise CannotExplore(f"The page expects a LayerNorm at {name}; this model uses none there.")
    found.numbers |= _linear(name, norm, "gain")
    found.eps[name] = norm.eps


def _linear(name: str, part: Part, weight: str = "weight") -> dict[str, Tensor]:
    numbers = _on_cpu(part.weight)
    bias = torch.zeros(len(numbers)) if part.bias is None else _on_cpu(part.bias)
    return {f"{name}.{weight}": numbers, f"{name}.bias": bias}


def _tables(
    side: str, rows: int, bos: Tensor, pad_id: int, run: Callable[[Tensor], Trace]
) -> dict[str, Tensor]:
    """A side's token table and positions, computed from the input of its first layer."""
    every = _embedded(run(torch.arange(rows, device=bos.device)[:, None]))[:, 0]  # (V, d)
    longest = bos.expand(1, MOST_ROWS)
    while True:
        try:
            places = _embedded(run(longest))[0]  # (L, d)
            break
        except (ValueError, IndexError, RuntimeError):  # longer than the model's positions
            if longest.shape[1] == 1:
                raise
            longest = longest[:, 1:]
    places = places - every[int(bos)]  # position p minus position 0
    waves = _sinusoid(*places.shape)
    usual = torch.allclose(places, waves - waves[0], atol=TOLERANCE)
    first = waves[0] if usual else every[pad_id]
    return {f"{side}.table": every - first, f"{side}.positions": places + first}


def _embedded(trace: Trace) -> Tensor:
    if trace.embedded is None:
        raise CannotExplore("The page finds no embedding: no attention or LayerNorm was called.")
    return _on_cpu(trace.embedded)


def _sinusoid(length: int, d_model: int) -> Tensor:
    """The positions of the paper, section 3.5."""
    exponents = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    angles = torch.arange(length)[:, None] / 10_000**exponents
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)[:, :d_model].float()


def _on_cpu(tensor: Tensor) -> Tensor:
    return tensor.detach().float().cpu()


def _compare(found: Weights, model: nn.Module, bos_id: int) -> None:
    """Compare the model's logits with ours, at each length, with pads.

    Raises:
        CannotExplore: they differ.
    """
    generator = torch.Generator().manual_seed(0)
    device = next(model.parameters()).device
    for length in range(1, found.longest + 1):
        src, tgt = (
            torch.randint(len(found.numbers[f"{side}.table"]), (length,), generator=generator)
            for side in _SIDES
        )
        src[torch.rand(length, generator=generator) < 0.2] = found.pad_id
        tgt[0] = bos_id
        wanted = _on_cpu(model(src[None].to(device), tgt[None].to(device))[0])
        gap = float((found.logits(src, tgt) - wanted).abs().max())
        if not gap <= TOLERANCE * max(1.0, float(wanted.abs().max())):
            raise CannotExplore(
                "The page computes other logits than this model "
                f"(largest difference {gap:.2g}), so it would show wrong numbers. Its layers "
                "are those of notebook 06: ReLU, LayerNorm, masks for pads and the future."
            )
