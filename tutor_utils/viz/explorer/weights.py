"""A Transformer's numbers by role, and what it computes with them: the export checks itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from .trace import PROJECTIONS, Part, Trace, watch

MOST_ROWS = 14  # tokens of a sentence: more are not drawn well
MOST_NUMBERS = 250_000  # a page of 1.4 MB
TOLERANCE = 1e-4
_SIDES = ("source", "target")

Array = np.ndarray


class CannotExplore(ValueError):
    """The model is not built in a way that the page can compute again; the text says why."""


@dataclass
class Weights:
    """The numbers of a model, float32, by role.

    ``source.table`` (V, d), √d_model times the rows, and ``source.positions`` (L, d) add up to
    what the first layer reads. ``encoder.0.self.w_q.weight`` (d, d), ``decoder.1.norm2.gain``
    (d,), ``encoder.0.wide.weight`` (d_ff, d), ``output.weight`` (V, d), each with its ``bias``.
    """

    numbers: dict[str, Array]
    heads: int
    layers: dict[str, int]
    norm_first: bool
    pad_id: int
    eps: dict[str, float] = field(default_factory=dict)

    @property
    def longest(self) -> int:
        """How many tokens a sentence may have."""
        return min(len(self.numbers[f"{side}.positions"]) for side in _SIDES)

    def logits(self, src: Array, tgt: Array) -> Array:
        """(L_s,), (L_t,) -> (L_t, V): the forward pass that the page's script does too."""
        open_, said = src != self.pad_id, tgt != self.pad_id
        memory = self._stack("encoder", self._embed("source", src), open_[None])
        allowed = said[None] & np.tri(len(tgt), dtype=bool)
        x = self._stack("decoder", self._embed("target", tgt), allowed, memory, open_[None])
        return self._linear("output", x)

    def answer(self, src: list[int], bos_id: int, eos_id: int) -> list[int]:
        """What the model says, decoded greedily: ids up to eos."""
        tgt = [bos_id]
        while True:
            tgt.append(int(self.logits(np.array(src), np.array(tgt))[-1].argmax()))
            if tgt[-1] == eos_id or len(tgt) > self.longest:
                return tgt[1:]

    def _embed(self, side: str, ids: Array) -> Array:
        rows, places = self.numbers[f"{side}.table"], self.numbers[f"{side}.positions"]
        return rows[ids].astype(float) + places[: len(ids)]

    def _stack(
        self,
        name: str,
        x: Array,
        allowed: Array,
        memory: Array | None = None,
        memory_allowed: Array | None = None,
    ) -> Array:
        for i in range(self.layers[name]):
            at = f"{name}.{i}"
            steps = [partial(self._attend, f"{at}.self", allowed)]
            if memory is not None:
                steps.append(partial(self._attend, f"{at}.cross", memory_allowed, memory))
            for n, step in enumerate([*steps, partial(self._think, at)], start=1):
                norm = f"{at}.norm{n}"
                x = (
                    x + step(self._norm(norm, x))
                    if self.norm_first
                    else self._norm(norm, x + step(x))
                )
        return self._norm(f"{name}.norm", x) if f"{name}.norm.gain" in self.numbers else x

    def _attend(self, name: str, allowed: Array | None, *reads: Array) -> Array:
        """The last of ``reads`` asks, the first one answers."""
        x, read = reads[-1], reads[0]
        q, k, v = (
            self._linear(f"{name}.{part}", of).reshape(len(of), self.heads, -1).swapaxes(0, 1)
            for part, of in zip(PROJECTIONS, (x, read, read), strict=False)
        )
        scores = q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])  # (h, L_q, L_k)
        scores = np.where(True if allowed is None else allowed, scores, -np.inf)
        top = np.maximum(scores.max(-1, keepdims=True), -1e30)  # a row may have no open key
        weights = np.exp(scores - top)
        weights /= np.maximum(weights.sum(-1, keepdims=True), 1e-30)
        return self._linear(f"{name}.w_o", (weights @ v).swapaxes(0, 1).reshape(len(x), -1))

    def _think(self, at: str, x: Array) -> Array:
        return self._linear(f"{at}.narrow", np.maximum(self._linear(f"{at}.wide", x), 0))

    def _linear(self, name: str, x: Array) -> Array:
        out = x @ self.numbers[f"{name}.weight"].T.astype(float)
        return out + self.numbers[f"{name}.bias"]

    def _norm(self, name: str, x: Array) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(-1, keepdims=True) + self.eps[name])
        return centred / deviation * self.numbers[f"{name}.gain"] + self.numbers[f"{name}.bias"]


def weights_of(model: nn.Module, pad_id: int, bos_id: int) -> Weights:
    """Read the numbers of a trained Transformer, and try them.

    Args:
        model: has ``encode`` and ``decode`` as the course's ``Transformer``. Its modes of training
            and evaluation are as before afterwards.
        pad_id: the id that fills.
        bos_id: the id that a target begins with.

    Raises:
        CannotExplore: it has other parts, or these numbers give other logits than the model.
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
    size = sum(map(np.size, found.numbers.values()))
    if size > MOST_NUMBERS:
        raise CannotExplore(
            f"The page takes models of up to {MOST_NUMBERS:,} numbers; this one has {size:,}. "
            "Train a smaller one to open it."
        )
    return found


def _name_parts(found: Weights, stack: str, trace: Trace, names: tuple[str, ...]) -> None:
    """Give each part of a stack its role: the order of use says which it is."""
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


def _linear(name: str, part: Part, weight: str = "weight") -> dict[str, Array]:
    numbers = _array(part.weight)
    bias = np.zeros(len(numbers), np.float32) if part.bias is None else _array(part.bias)
    return {f"{name}.{weight}": numbers, f"{name}.bias": bias}


def _tables(
    side: str, rows: int, bos: Tensor, pad_id: int, run: Callable[[Tensor], Trace]
) -> dict[str, Array]:
    """A side's rows and positions, from what its first layer is given."""
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
    places = places - every[int(bos)]  # what position p adds beyond position 0
    waves = _sinusoid(*places.shape)
    usual = np.allclose(places, waves - waves[0], atol=TOLERANCE)
    first = waves[0] if usual else every[pad_id]
    return {f"{side}.table": every - first, f"{side}.positions": places + first}


def _embedded(trace: Trace) -> Array:
    if trace.embedded is None:
        raise CannotExplore("The page finds no embedding: no attention or LayerNorm was called.")
    return _array(trace.embedded)


def _sinusoid(length: int, d_model: int) -> Array:
    """The positions of the paper, section 3.5."""
    angles = np.arange(length)[:, None] / 10_000 ** (np.arange(0, d_model, 2) / d_model)
    both = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return both.reshape(length, -1)[:, :d_model].astype(np.float32)


def _array(tensor: Tensor) -> Array:
    return tensor.detach().float().cpu().numpy()


def _compare(found: Weights, model: nn.Module, bos_id: int) -> None:
    """The model's logits and ours, at each length, with pads among the words."""
    rng = np.random.default_rng(0)
    device = next(model.parameters()).device
    for length in range(1, found.longest + 1):
        src, tgt = (rng.integers(0, len(found.numbers[f"{side}.table"]), length) for side in _SIDES)
        src[rng.random(length) < 0.2] = found.pad_id
        tgt[0] = bos_id
        wanted = model(*(torch.as_tensor(ids, device=device)[None] for ids in (src, tgt)))[0]
        gap = float(np.abs(found.logits(src, tgt) - _array(wanted)).max())
        if not gap <= TOLERANCE * max(1.0, float(wanted.abs().max())):
            raise CannotExplore(
                "The page computes other logits than this model "
                f"(largest difference {gap:.2g}), so it would show wrong numbers. Its layers "
                "are those of notebook 06: ReLU, LayerNorm, masks for pads and the future."
            )
