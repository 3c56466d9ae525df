"""A Transformer with random weights, and sentences for which it generates different texts.

It runs in the learner's process, whose code decodes with it, and in the judge's.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from ....engine.inputs import Inputs
from ....models import DecodingTransformer

D_MODEL, HEADS, LAYERS, WORDS = 16, 2, 2, 13
D_FF = 53  # unlike every number of tokens in a trial, so that products with it can be counted
NEVER = 2  # an id that it never generates
NO_ID = -1
STEPS = 6
CLOSE = 1e-3  # rounding could swap two logits that are nearer than this


class RandomModel(NamedTuple):
    """The model's description: seed of its weights, order of the norm, ids of bos and pad."""

    seed: int
    norm_first: bool
    bos: int
    pad: int
    says_pad: bool = False

    def model(self) -> DecodingTransformer:
        """The model in eval mode. Its encoder only embeds: all products are the decoder's."""
        model = copy.deepcopy(_reference_model(self))
        model.pad_id = self.pad
        return model


@lru_cache(maxsize=32)
def _reference_model(drawn: RandomModel) -> DecodingTransformer:
    """The judge's model, made once; answers get copies of it.

    Its weights are scaled so that it does not repeat itself and its text depends on the source.
    """
    sizes = (WORDS, WORDS, D_MODEL, HEADS, LAYERS, D_FF)
    model = DecodingTransformer(*sizes, 0.5, 64, drawn.pad, drawn.norm_first)
    inputs, scale = Inputs(drawn.seed), 0.4 if drawn.norm_first else 0.17
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            values = inputs.normal(*parameter.shape)
            if parameter.dim() == 1:
                parameter.copy_(0.1 * values + float("norm" in name and "weight" in name))
            else:
                parameter.copy_(values if "table" in name else scale * values)
        table = model.target.tokens.table.weight
        model.output.weight.add_(table.roll(1, 0))  # raises the logit of the next id after each id
        model.output.bias[[drawn.bos, NEVER]] = -99.0
        model.output.bias[drawn.pad] = 2.0 if drawn.says_pad else -99.0
        for embedding in (model.source, model.target):
            embedding.tokens.table.weight[drawn.pad] = 0.0
    return model.eval()


class Scene(NamedTuple):
    """A model, padded sentences, and an eos at which its answers end after different steps."""

    drawn: RandomModel
    src: Tensor
    eos: int


@lru_cache(maxsize=16)
def scene(seed: int, norm_first: bool, bos: int, pad: int, says_pad: bool = False) -> Scene:
    """Ten sentences of 4 to 8 tokens.

    With ``says_pad``, sentences come first whose text would change if the pads were read; no
    answer ends.
    """
    for own in range(1000 * seed, 1000 * (seed + 1)):
        drawn = RandomModel(own, norm_first, bos, pad, says_pad)
        src = Inputs(own).integers(5, WORDS, 32, 8)
        for row in range(len(src)):
            src[row, 8 - row % 5 :] = pad
        generated, sure = answers(drawn, src)
        unlike = {tuple(words): row for row, words in enumerate(generated) if sure[row]}
        if says_pad:
            reading = answers(drawn, src, reads_pads=True)[0]
            found = sorted(unlike.values(), key=lambda row: generated[row] == reading[row])[:10]
            if len(found) > 9 and generated[found[0]] != reading[found[0]]:
                return Scene(drawn, src[found], NEVER)
            continue
        ends = {
            eos: {words.index(eos) for words in unlike if eos in words}
            for eos in range(WORDS)
            if eos not in (bos, pad)
        }
        eos = max(ends, key=lambda e: len(ends[e]))
        if len(ends[eos]) > 2 and min(ends[eos]) < 3 and len(unlike) > 9:
            ordered = sorted(unlike, key=lambda words: (*words, eos).index(eos))
            rows = [unlike[words] for words in ordered[:: len(ordered) // 10][:10]]
            return Scene(drawn, src[rows], eos)
    raise AssertionError  # pragma: no cover


def answers(
    drawn: RandomModel, src: Tensor, steps: int = STEPS, reads_pads: bool = False
) -> tuple[list[list[int]], list[bool]]:
    """Its greedy texts without an end, and whether no two best logits were nearly equal."""
    return _answers(drawn, tuple(map(tuple, src.tolist())), steps, reads_pads)


@lru_cache(maxsize=64)  # trials are made more than once
@torch.no_grad()
def _answers(
    drawn: RandomModel, rows: tuple[tuple[int, ...], ...], steps: int, reads_pads: bool
) -> tuple[list[list[int]], list[bool]]:
    src = torch.tensor(rows)
    model = _reference_model(drawn)
    model.pad_id = drawn.pad
    memory, mask = model.encode(src)
    if reads_pads:  # the mask of the target hides nothing
        model.pad_id = NO_ID
    generated, gap = torch.full((len(src), 1), drawn.bos), torch.full((len(src),), torch.inf)
    for _ in range(steps):
        best = model.decode(generated, memory, mask)[:, -1].topk(2)
        gap = gap.minimum(best.values[:, 0] - best.values[:, 1])
        generated = torch.cat([generated, best.indices[:, :1]], dim=1)
    return generated[:, 1:].tolist(), (gap > CLOSE).tolist()
