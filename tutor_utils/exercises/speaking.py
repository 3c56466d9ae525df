"""Language models without weights, and trials of the loops that generate text: 08, 10 and 12a.

A ``Speaker`` draws its logits from a hash of the text so far, and records how it is called. The
probes are ``probe_text`` (the generated ids), ``probe_sampling`` (do the sampling options arrive?),
``probe_effects`` (mode and gradients), ``probe_ids_read`` (how many ids the model reads). All but
the last part of this file runs in the learner's process and holds no expected results.
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

NEVER = 10**9  # a max_len that no text reaches
GREEDY = {"temperature": 0.0}
Cache = list[tuple[Tensor, Tensor]]
Sizes = tuple[int, ...] | tuple[int, int, int, float]  # seed, vocab_size; max_len; spread


@lru_cache(maxsize=20_000)
def logits_of(
    seed: int, vocab_size: int, read: tuple[int, ...], spread: float
) -> tuple[float, ...]:
    """Logits (V,) after these ids, the same on every machine and all different."""
    numbers = random.Random(f"{seed} {read}")
    logits: dict[float, None] = {}
    while len(logits) < vocab_size:
        logits[round(numbers.gauss(0.0, spread), 3)] = None
    return tuple(logits)


class Speaker(nn.Module):
    """``forward(ids (B, L)) -> logits (B, L, V)``: position t depends on ids 0 to t.

    In training mode the logits are others, as dropout would make them in a real model.
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
    """``forward(ids (B, L), cache) -> (logits (B, L, V), cache)``.

    The cache holds the ids read so far, in the form of the contract: one (k, v) per layer.
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
        entry = ids[:, None, :, None].float()
        return logits, [(entry, entry), (entry.clone(), entry.clone())]


def make(sizes: Sizes, mode: str = "eval") -> Any:
    """A ``Speaker``, or a ``CachedSpeaker`` where there is no max_len."""
    model = Speaker(*sizes) if len(sizes) > 2 else CachedSpeaker(*sizes)
    return model.train(mode == "training")


def side_effects(model: Speaker, run: Callable[[], Any]) -> dict[str, str]:
    """How ``run`` leaves the model; gradients on the way are noted: `with_gradients`."""
    before = model.training
    with torch.enable_grad():
        run()
        left = torch.is_grad_enabled()
    return {
        "gradients afterwards": "on" if left else "off",
        "the model's mode afterwards": "as before" if model.training == before else "changed",
    }


EXPECTED_EFFECTS = {
    "gradients while the model runs": "off",
    "gradients afterwards": "on",
    "the model's mode afterwards": "as before",
}


def with_gradients(value: dict[str, str], notes: Sequence[Note], *_: Any) -> dict[str, str]:
    """What `side_effects` saw in the end, with what was noted on the way."""
    seen = [on for kind, on in notes if kind == "grad"]
    word = "on" if any(seen) else "off" if seen else "(the model is never called)"
    return {"gradients while the model runs": word, **value}


# of a trial of `side_effects`
NO_GRAD: dict[str, Any] = {
    "truth": lambda *_: EXPECTED_EFFECTS,
    "criterion": "quiet",
    "count": with_gradients,
}


def probe_text(
    answer: Any, sizes: Sizes, ids: Tensor, max_new: int, options: dict, mode: str = "eval"
) -> Any:
    """Probe: the text with its new ids, (B, L + max_new)."""
    return answer(make(sizes, mode), ids, max_new, **options)


def probe_effects(answer: Any, sizes: Sizes, *args: Any) -> dict[str, str]:
    """Probe: ``side_effects`` of a greedy run; the last argument is the model's mode before."""
    *given, mode = args
    model = make(sizes, mode)
    return side_effects(model, lambda: answer(model, *given, **GREEDY))


def probe_ids_read(answer: Any, sizes: Sizes, *given: Any) -> None:
    """Let a model with a cache go on."""
    answer(make(sizes), *given, **GREEDY)


def ids_read(_: Any, notes: Sequence[Note], *args: Any) -> int:
    """How many ids of a row went through it."""
    return sum(int(ids) for kind, ids in notes if kind == "read")


def probe_sampling(
    answer: Any, sizes: Sizes, ids: Tensor, max_new: int, seed: int
) -> dict[str, str]:
    """Probe: whether generator, top_k and top_p reach `sample_next`, in words."""
    model = make(sizes)

    def seeded(number: int) -> torch.Generator:
        return torch.Generator().manual_seed(number)

    def run(one: torch.Generator, **options: Any) -> Tensor:
        return snapshot(answer(model, ids, max_new, generator=one, **options))

    one = seeded(seed)
    first, later, again, other = map(run, (one, one, seeded(seed), seeded(seed + 1)))
    most = snapshot(answer(model, ids, max_new, **GREEDY))
    return {
        "the same seed twice": "the same" if torch.equal(first, again) else "another text",
        "another seed": "the same" if torch.equal(first, other) else "another text",
        "one generator, called twice": "the same" if torch.equal(first, later) else "another text",
        "top_k=1": "greedy" if torch.equal(run(one, top_k=1), most) else "another text",
        "top_p=1e-9": "greedy" if torch.equal(run(one, top_p=1e-9), most) else "another text",
    }


# --- judge ---------------------------------------------------------------------------------------

EXPECTED_SAMPLING = {
    "the same seed twice": "the same",
    "another seed": "another text",
    "one generator, called twice": "another text",
    "top_k=1": "greedy",
    "top_p=1e-9": "greedy",
}


def by_chance(
    sizes: Sizes, text: Tensor, seed: int, probe: Callable[..., Any] = probe_sampling
) -> Trial:
    """The trial of ``probe_sampling``: the sampling options arrive."""
    return Trial(
        "by chance",
        (sizes, text, 12, seed % 2**31),
        probe=probe,
        truth=lambda *_: EXPECTED_SAMPLING,
        criterion="sampling",
        shown=("", "ids", "max_new", ""),
    )


def truth(sizes: Sizes, ids: Tensor, max_new: int, *_: Any) -> Tensor:
    """Greedy decoding, row by row with lists: (B, L + max_new)."""
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
