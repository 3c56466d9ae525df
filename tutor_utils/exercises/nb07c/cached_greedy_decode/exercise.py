"""Greedy decoding with a cache: compute only the newest token."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ....models.products import Products, vectors
from ....noted import Note, Notes, note
from ...nb07 import decoding
from ...nb07.decoding_truth import CRITERIA, QUIET
from .random_model import (
    D_FF,
    D_MODEL,
    LAYERS,
    NEVER,
    STEPS,
    WORDS,
    RandomModel,
    Scene,
    answers,
    scene,
)

MOST_TOKENS = 64  # length of the model's position table


def begin(
    answer: Any, drawn: RandomModel, src: Tensor, max_len: int, eos: int, mode: str = "eval"
) -> decoding.Session:
    """A session with a model that has weights."""
    model = drawn.model().train(mode == "training")
    return decoding.Session(
        model, lambda: answer(model, src, max_len, drawn.bos, eos, drawn.pad), drawn.pad
    )


PROBES = decoding.Probes(begin)


def decode_twice(answer: Any, drawn: RandomModel, src: Tensor, max_len: int) -> None:
    """Probe: decode to max_len, and again with a longer source; note the matrix products."""
    for one in (src, src.repeat(1, 3)):
        model = drawn.model()
        note("source", one.shape[1])
        with Products(Notes(lambda sizes: ("product", *sizes))), torch.enable_grad():
            answer(model, one, max_len, drawn.bos, NEVER, drawn.pad)


def count(
    _: Any, notes: Sequence[Note], drawn: RandomModel, src: Tensor, max_len: int
) -> dict[str, float]:
    """Per row: tokens through the layers, encoder calls, and projections of the memory."""
    seen: list[tuple[float, float, float]] = []
    begins = [place for place, (kind, *_) in enumerate(notes) if kind == "source"]
    for begin, end in pairwise([*begins, len(notes)]):
        products = [tuple(of) for kind, *of in notes[begin:end] if kind == "product"]
        projected = sum(
            rows * columns / D_MODEL
            for rows, inner, columns in products
            if inner == D_MODEL and not {D_FF, WORDS} & {rows, columns}
        )
        encoded = sum(rows for kind, rows, *_ in notes[begin:end] if kind == "encode")
        seen.append((vectors(products, D_MODEL, D_FF) / LAYERS, projected / LAYERS, encoded))
    (tokens, short, encoded), (_, long, _) = seen
    return {
        "tokens": tokens / len(src),
        "encoded": encoded / len(src),
        "memory": (long - short) / (2 * src.numel()),
    }


def verify_work(value: dict, drawn: RandomModel, src: Tensor, max_len: int) -> Finding | None:
    """Each token passes the layers once, and the memory is encoded and projected once.

    One extra step is accepted, and so is a cache of the layers' inputs from which keys and values
    are projected anew: each token still passes the layers once.
    """
    if value["tokens"] < max_len:
        saw = (
            f"{value['tokens']:g} tokens went through each layer's feed-forward network, for a row "
            f"of {max_len}."
        )
        return Finding(saw, "Each token has to. The check counts PyTorch's matrix products.")
    if value["tokens"] > max_len + 1:
        saw = (
            f"{value['tokens']:g} tokens went through each layer's feed-forward network, "
            f"for a row of {max_len}."
        )
        return Finding(saw, mistake="computes-all-again")
    if value["encoded"] > 1:
        saw = f"`encode` was called {value['encoded']:g} times for a row of {max_len} tokens."
        return Finding(saw, mistake="encodes-again")
    if value["memory"] > 4:
        saw = (
            f"Each vector of the memory went through {value['memory']:g} projections of a layer; "
            "2 are enough, one to a key and one to a value."
        )
        return Finding(saw, mistake="memory-projected-again")
    return None


def truth(drawn: RandomModel, src: Tensor, max_len: int, eos: int, mode: str = "eval") -> Tensor:
    """Decoding without a cache, each row up to its eos."""
    generated = answers(drawn, src, max_len)[0]
    ended = [row[: row.index(eos) + 1] if eos in row else row for row in generated]
    return decoding.without_pads(decoding.padded(ended, drawn.pad), drawn.pad)


def trials(inputs: Inputs) -> list[Trial]:
    """Both orders of the norm, other special ids, a model that generates the pad id."""

    def trial(name: str, at: Scene, rows: slice, max_len: int, *more: Any, **how: Any) -> Trial:
        given = (at.drawn, at.src[rows], max_len, at.eos, *more)
        shown = ("", "src", "max_len", "eos_id", "its mode")
        return Trial(name, given, **{"probe": PROBES.decode, "shown": shown, **how})

    post, pre = scene(inputs.seed, False, 1, 0), scene(inputs.seed, True, 4, 3)
    pads = scene(inputs.seed, True, 4, 3, says_pad=True)
    quiet = {"probe": PROBES.treat, **QUIET}
    work = (post.drawn, post.src[:2, :5], 4)
    return [
        trial("1 row", post, slice(1), 3),
        trial("10 rows, some cut off by max_len", post, slice(None), 4),
        trial("10 rows, norm_first, bos 4, pad 3", pre, slice(None), STEPS),
        trial("a model that says pad itself", pads, slice(None), STEPS),
        Trial(
            "rows that never end",
            work,
            probe=decode_twice,
            count=count,
            verify=verify_work,
            criterion="work",
            shown=("", "src", "max_len"),
        ),
        trial("a model that came in training mode", post, slice(3), 14, "training", **quiet),
        trial("a model that came in eval mode", pre, slice(3), 14, "eval", **quiet),
    ]


def small(inputs: Inputs, B: int, L_s: int, max_len: int) -> Trial | None:
    """Random sources without pads, for which no two logits are nearly equal."""
    at = scene(inputs.seed, False, 1, 0)
    src = inputs.integers(5, WORDS, 2 * B, L_s)
    if L_s > MOST_TOKENS:
        return None
    sure = src[torch.tensor(answers(at.drawn, src, max_len)[1])][:B]
    given = (at.drawn, sure, max_len, at.eos)
    shown = ("", "src", "max_len", "eos_id")
    return Trial("", given, probe=PROBES.decode, shown=shown) if len(sure) == B else None


exercise = Exercise(
    trials,
    call="cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id)",
    truth=truth,
    axes=("B L_t",),
    criteria={"work": "sends each token through the layers once, and projects the memory once"}
    | CRITERIA,
    version=7,
    smallest=SizeGrid({"B": (1, 2), "L_s": (1, 2), "max_len": (1, 2, 3)}, small),
)
