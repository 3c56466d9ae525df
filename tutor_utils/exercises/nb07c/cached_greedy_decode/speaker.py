"""A Transformer that talks: drawn weights, and sentences to which it says different things.

It runs beside the learner's code, which decodes with it, and on the judge's side.
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
D_FF = 53  # no number of tokens that a check has: products with these matrices stand out
NEVER = 2  # an id that it never says
NO_ID = -1
STEPS = 6
CLOSE = 1e-3  # two logits that are nearer than this could be swapped by rounding


class Speaker(NamedTuple):
    """Which model: what its weights are drawn from, pre-LN or post-LN, and its bos and pad."""

    seed: int
    norm_first: bool
    bos: int
    pad: int
    says_pad: bool = False

    def model(self) -> DecodingTransformer:
        """In eval mode. Its encoder only embeds, so that all products are the decoder's."""
        model = copy.deepcopy(_asked(self))
        model.pad_id = self.pad
        return model


@lru_cache(maxsize=32)
def _asked(speaker: Speaker) -> DecodingTransformer:
    """The model that the judge's side asks, made once; answers get copies of it.

    It is drawn such that it does not repeat itself, and that its words depend on the source.
    """
    sizes = (WORDS, WORDS, D_MODEL, HEADS, LAYERS, D_FF)
    model = DecodingTransformer(*sizes, 0.5, 64, speaker.pad, speaker.norm_first)
    inputs, scale = Inputs(speaker.seed), 0.4 if speaker.norm_first else 0.17
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            drawn = inputs.normal(*parameter.shape)
            if parameter.dim() == 1:
                parameter.copy_(0.1 * drawn + float("norm" in name and "weight" in name))
            else:
                parameter.copy_(drawn if "table" in name else scale * drawn)
        table = model.target.tokens.table.weight
        model.output.weight.add_(table.roll(1, 0))  # after a token it likes to say the next
        model.output.bias[[speaker.bos, NEVER]] = -99.0
        model.output.bias[speaker.pad] = 2.0 if speaker.says_pad else -99.0
        for embedding in (model.source, model.target):
            embedding.tokens.table.weight[speaker.pad] = 0.0
    return model.eval()


class Scene(NamedTuple):
    """A speaker, sentences with pads after, and an eos that ends its answers at many steps."""

    speaker: Speaker
    src: Tensor
    eos: int


@lru_cache(maxsize=16)
def scene(seed: int, norm_first: bool, bos: int, pad: int, says_pad: bool = False) -> Scene:
    """Ten sentences of 4 to 8 tokens.

    To one that says pad, those stand first to which whoever reads the pads goes on otherwise; none
    of its answers ends.
    """
    for own in range(1000 * seed, 1000 * (seed + 1)):
        speaker = Speaker(own, norm_first, bos, pad, says_pad)
        src = Inputs(own).integers(5, WORDS, 32, 8)
        for row in range(len(src)):
            src[row, 8 - row % 5 :] = pad
        said, sure = answers(speaker, src)
        unlike = {tuple(words): row for row, words in enumerate(said) if sure[row]}
        if says_pad:
            reading = answers(speaker, src, reads_pads=True)[0]
            found = sorted(unlike.values(), key=lambda row: said[row] == reading[row])[:10]
            if len(found) > 9 and said[found[0]] != reading[found[0]]:
                return Scene(speaker, src[found], NEVER)
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
            return Scene(speaker, src[rows], eos)
    raise AssertionError  # pragma: no cover


def answers(
    speaker: Speaker, src: Tensor, steps: int = STEPS, reads_pads: bool = False
) -> tuple[list[list[int]], list[bool]]:
    """What it says without an end, and whether the two best words never came close."""
    return _answers(speaker, tuple(map(tuple, src.tolist())), steps, reads_pads)


@lru_cache(maxsize=64)  # trials are made more than once, and ask for the same
@torch.no_grad()
def _answers(
    speaker: Speaker, rows: tuple[tuple[int, ...], ...], steps: int, reads_pads: bool
) -> tuple[list[list[int]], list[bool]]:
    src = torch.tensor(rows)
    model = _asked(speaker)
    model.pad_id = speaker.pad
    memory, mask = model.encode(src)
    if reads_pads:  # the mask of what was said hides nothing
        model.pad_id = NO_ID
    said, gap = torch.full((len(src), 1), speaker.bos), torch.full((len(src),), torch.inf)
    for _ in range(steps):
        best = model.decode(said, memory, mask)[:, -1].topk(2)
        gap = gap.minimum(best.values[:, 0] - best.values[:, 1])
        said = torch.cat([said, best.indices[:, :1]], dim=1)
    return said[:, 1:].tolist(), (gap > CLOSE).tolist()
