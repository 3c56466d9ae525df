"""Language models without weights, for the exercises in which one speaks: 08, 10 and 12a.

The logits of a ``Speaker`` are drawn for each text that it has read; it notes how it was treated.
What follows below is tried on every loop that lets it go on: ``go_on`` gives the text, ``drawn``
says whether the options of sampling arrive, ``treat`` how the model is left, ``work`` how much it
reads. All but the last part runs beside the learner's code and holds no truth.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.exercise import Finding, Trial
from ..engine.values import snapshot
from ..noted import Note, note

NEVER = 10**9  # no text is too long
GREEDY = {"temperature": 0.0}
Cache = list[tuple[Tensor, Tensor]]
Sizes = tuple[int, ...] | tuple[int, int, int, float]  # seed, vocab_size; max_len; spread


@lru_cache(maxsize=20_000)
def logits_of(
    seed: int, vocab_size: int, read: tuple[int, ...], spread: float
) -> tuple[float, ...]:
    """Logits (V,) after these ids, the same on every machine; no two are equal: one wins."""
    numbers = random.Random(f"{seed} {read}")
    logits: dict[float, None] = {}
    while len(logits) < vocab_size:
        logits[round(numbers.gauss(0.0, spread), 3)] = None
    return tuple(logits)


class Speaker(nn.Module):
    """``forward(ids (B, L)) -> logits (B, L, V)``: place t knows ids 0 to t.

    In training mode it says other things, as dropout would make a real model do.
    """

    def __init__(self, seed: int, vocab_size: int, max_len: int, spread: float = 1.5) -> None:
        super().__init__()
        self.seed, self.vocab_size, self.max_len, self.spread = seed, vocab_size, max_len, spread
        self.gain = nn.Parameter(torch.ones((), dtype=torch.float64))

    def forward(self, ids: Tensor) -> Tensor:
        if ids.dim() != 2:
            raise ValueError(f"ids have the shape {tuple(ids.shape)}; expected (B, L)")
        length = ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"ids have length {length}, and max_len={self.max_len}")
        note("grad", torch.is_grad_enabled())
        rows = [
            [_logits(self, tuple(r[: t + 1]), self.training) for t in range(length)]
            for r in ids.tolist()
        ]
        logits = torch.tensor(rows, dtype=torch.float64).view(len(ids), length, self.vocab_size)
        return logits.float().to(ids.device) * self.gain.float()


def _logits(model: Speaker, read: tuple[int, ...], training: bool) -> tuple[float, ...]:
    return logits_of(model.seed + training, model.vocab_size, read, model.spread)


def logits_after(model: Speaker, ids: list[int]) -> Tensor:
    """The logits (V,) for what follows these ids, for the judge."""
    return torch.tensor(_logits(model, tuple(ids), False)).float()


class CachedSpeaker(Speaker):
    """``forward(ids (B, L), cache) -> (logits (B, L, V), cache)``; place t knows all ids so far.

    Its cache holds the ids that it has read, in the form of the contract: one (k, v) per layer.
    """

    def __init__(self, seed: int, vocab_size: int) -> None:
        super().__init__(seed, vocab_size, NEVER)

    def forward(self, ids: Tensor, cache: Cache | None = None) -> tuple[Tensor, Cache]:  # type: ignore[override]
        note("read", ids.shape[1])
        if cache is not None:
            known = cache[0][0]
            if known.dim() != 4 or len(known) != len(ids):
                raise ValueError(f"cache={tuple(known.shape)} is of another model, or other rows")
            ids = torch.cat([known[:, 0, :, 0].long(), ids], dim=1)
        past = 0 if cache is None else cache[0][0].shape[2]
        logits = super().forward(ids)[:, past:]
        kept = ids[:, None, :, None].float()
        return logits, [(kept, kept), (kept.clone(), kept.clone())]


def make(sizes: Sizes, mode: str = "eval") -> Any:
    """A ``Speaker``, or a ``CachedSpeaker`` where there is no max_len."""
    model = Speaker(*sizes) if len(sizes) > 2 else CachedSpeaker(*sizes)
    return model.train(mode == "training")


def manners(model: Speaker, run: Callable[[], Any]) -> dict[str, str]:
    """How ``run`` leaves the model; how it treats it on the way is noted: `treated`."""
    before = model.training
    with torch.enable_grad():
        run()
        left = torch.is_grad_enabled()
    return {
        "gradients afterwards": "on" if left else "off",
        "the model's mode afterwards": "as before" if model.training == before else "changed",
    }


GOOD = {
    "gradients while the model runs": "off",
    "gradients afterwards": "on",
    "the model's mode afterwards": "as before",
}


def treated(value: dict[str, str], notes: Sequence[Note], *_: Any) -> dict[str, str]:
    """What `manners` saw in the end, with what was noted on the way."""
    seen = [on for kind, on in notes if kind == "grad"]
    word = "on" if any(seen) else "off" if seen else "(the model is never called)"
    return {"gradients while the model runs": word, **value}


# of a trial of `manners`
QUIET: dict[str, Any] = {"truth": lambda *_: GOOD, "criterion": "quiet", "count": treated}


def go_on(
    answer: Any, sizes: Sizes, ids: Tensor, max_new: int, options: dict, mode: str = "eval"
) -> Any:
    """What comes back."""
    return answer(make(sizes, mode), ids, max_new, **options)


def treat(answer: Any, sizes: Sizes, *args: Any) -> dict[str, str]:
    """How the model is treated; the last argument is its mode."""
    *given, mode = args
    model = make(sizes, mode)
    return manners(model, lambda: answer(model, *given, **GREEDY))


def work(answer: Any, sizes: Sizes, *given: Any) -> None:
    """Let a model with a cache go on."""
    answer(make(sizes), *given, **GREEDY)


def ids_read(_: Any, notes: Sequence[Note], *args: Any) -> int:
    """How many ids of a row went through it."""
    return sum(int(ids) for kind, ids in notes if kind == "read")


def drawn(answer: Any, sizes: Sizes, ids: Tensor, max_new: int, seed: int) -> dict[str, str]:
    """Do the generator and the other options reach `sample_next`?"""
    model = make(sizes)

    def run(number: int, **options: Any) -> Tensor:
        generator = torch.Generator().manual_seed(number)
        return snapshot(answer(model, ids, max_new, generator=generator, **options))

    first, again, other = run(seed), run(seed), run(seed + 1)
    most = snapshot(answer(model, ids, max_new, **GREEDY))
    return {
        "the same seed twice": "the same" if torch.equal(first, again) else "another text",
        "another seed": "the same" if torch.equal(first, other) else "another text",
        "top_k=1": "greedy" if torch.equal(run(seed, top_k=1), most) else "another text",
        "top_p=1e-9": "greedy" if torch.equal(run(seed, top_p=1e-9), most) else "another text",
    }


# --- judge ---------------------------------------------------------------------------------------

WANTED = {
    "the same seed twice": "the same",
    "another seed": "another text",
    "top_k=1": "greedy",
    "top_p=1e-9": "greedy",
}


def by_chance(sizes: Sizes, text: Tensor, seed: int, probe: Callable[..., Any] = drawn) -> Trial:
    """The options of sampling arrive."""
    return Trial(
        "by chance",
        (sizes, text, 12, seed % 2**31),
        probe=probe,
        truth=lambda *_: WANTED,
        criterion="sampling",
        shown=("", "ids", "max_new", ""),
    )


def truth(sizes: Sizes, ids: Tensor, max_new: int, *_: Any) -> Tensor:
    """Row by row with lists, always the largest logit."""
    model, rows = make(sizes), ids.tolist()
    for row in rows:
        for _step in range(max_new):
            row.append(int(logits_after(model, row[-model.max_len :]).argmax()))
    return torch.tensor(rows)


def verify_once(value: int, sizes: Sizes, ids: Tensor, max_new: int, *_: int) -> Finding | None:
    """Each id is read once; the last one need not be read."""
    wanted = ids.shape[1] + max_new
    if value <= wanted:
        return None
    saw = (
        f"{value} ids of a row went through the model; {wanted - 1} are enough for a text of "
        f"{ids.shape[1]} and {max_new} new ones."
    )
    return Finding(saw, mistake="reads-all-again")
