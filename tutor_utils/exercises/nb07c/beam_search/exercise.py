"""Keep several hypotheses."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import count, islice, product
from typing import Any

from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ....models import DrawnLogits, ScriptedTransformer
from ...nb07 import decoding
from ...nb07.decoding_truth import CRITERIA, QUIET

Ids = tuple[int, ...]
IDS = (1, 2, 0)
CLOSE = 1e-4  # two scores that are nearer than this could be swapped by rounding


def begin(
    answer: Any,
    script: DrawnLogits,
    src: Tensor,
    beam: int,
    max_len: int,
    ids: tuple[int, int, int],
    length_penalty: float,
    *more: Any,
) -> decoding.Session:
    """A session with a model whose logits the script draws; ``more`` may hold its mode."""
    model = ScriptedTransformer(script, script.vocab_size, ids[0], ids[2]).train("training" in more)
    return decoding.Session(
        model, lambda: answer(model, src, beam, max_len, *ids, length_penalty), ids[2]
    )


PROBES = decoding.Probes(begin)


@lru_cache(maxsize=5000)  # to choose sentences, and for the expected result
def search(
    script: DrawnLogits,
    source: Ids,
    beam: int,
    max_len: int,
    ids: tuple[int, int, int],
    length_penalty: float,
) -> tuple[Ids, float]:
    """Beam search as the docstring defines it: the best tokens, and the smallest score gap."""
    bos, eos, _ = ids

    def score(hypothesis: tuple[Ids, float]) -> float:
        tokens, total = hypothesis
        return total / ((5 + len(tokens)) / 6) ** length_penalty

    beams: list[tuple[Ids, float]] = [((), 0.0)]
    gap = math.inf
    for _ in range(max_len):
        candidates = []
        for tokens, total in beams:
            if eos in tokens:
                candidates.append((tokens, total))
                continue
            logits = script(source, (bos, *tokens))
            norm = math.log(sum(map(math.exp, logits)))
            candidates += [((*tokens, token), total + x - norm) for token, x in enumerate(logits)]
        candidates.sort(key=score, reverse=True)
        beams = candidates[:beam]
        if len(candidates) > beam:
            gap = min(gap, score(beams[-1]) - score(candidates[beam]))
    if len(beams) > 1:
        gap = min(gap, score(beams[0]) - score(beams[1]))
    return beams[0][0], gap


def truth(script: DrawnLogits, src: Tensor, *given: Any) -> Tensor:
    """One search for each row, padded: (B, L)."""
    sizes = given[:4]
    _, _, (_, _, pad), _ = sizes
    sources = [tuple(token for token in row if token != pad) for row in src.tolist()]
    found = [search(script, s, *sizes)[0] for s in sources]
    return decoding.without_pads(decoding.padded(found, pad), pad)


def sources(script: DrawnLogits, number: int, *sizes: Any) -> list[Ids]:
    """Sentences of one to four tokens on which some decision of the search is rather close.

    They tell most mistakes apart. Gaps so small that rounding could decide are left out.
    """
    every = (tuple(range(first, first + 1 + first % 4)) for first in count(10))
    drawn = list(islice(every, 5 + 2 * number))
    gaps = {source: search(script, source, *sizes)[1] for source in drawn}
    telling = sorted((s for s in drawn if gaps[s] > CLOSE), key=lambda s: gaps[s])
    return sorted(telling[:number])


SHOWN = ("", "src", "beam", "max_len", "(bos_id, eos_id, pad_id)", "length_penalty")


def trials(inputs: Inputs) -> list[Trial]:
    """A model that generates all ids, also bos and pad; some answers end soon, some late."""

    def trial(
        name: str,
        rows: int,
        beam: int,
        max_len: int,
        length_penalty: float,
        ids: tuple[int, int, int] = IDS,
        likes_eos: float = 0.5,
        **how: Any,
    ) -> Trial:
        script = DrawnLogits(inputs.seed, 6, ((ids[0], -1.0), (ids[1], likes_eos)), ids[1])
        sizes = (beam, max_len, ids, length_penalty)
        src = decoding.padded(sources(script, rows, *sizes), ids[2])
        given = (script, src, *sizes, *how.pop("more", ()))
        return Trial(name, given, **{"probe": PROBES.decode, "shown": SHOWN, **how})

    def quiet(mode: str) -> Trial:
        return trial(
            f"a model that came in {mode} mode",
            *(2, 3, 4, 0.6),
            more=(mode,),
            probe=PROBES.treat,
            **QUIET,
            shown=(*SHOWN, "its mode"),
        )

    return [
        trial("1 row, beam 1: greedy", 1, 1, 4, 0.0),
        trial("6 rows, beam 2", 6, 2, 4, 0.0),
        trial("10 rows, beam 3, length penalty 0.6", 10, 3, 4, 0.6),
        trial("12 rows, beam 2, length penalty 4", 12, 2, 6, 4.0, likes_eos=1.5),
        trial("12 rows, beam 4, length penalty 4", 12, 4, 6, 4.0, likes_eos=1.5),
        trial("rows that max_len cuts off", 6, 3, 3, 1.0, likes_eos=-0.5),
        trial("eos 4", 4, 2, 4, 1.0, (1, 4, 0)),
        trial("pad 4", 4, 2, 4, 1.0, (1, 2, 4), likes_eos=1.5),
        trial("bos 3, eos 0, pad 5", 4, 2, 4, 1.0, (3, 0, 5)),
        trial("30 tokens", 1, 2, 30, 0.6, likes_eos=-9.0),
        quiet("training"),
        quiet("eval"),
    ]


def small(
    inputs: Inputs, max_len: int, beam: int, source: int, B: int = 1, L_s: int = 1
) -> Trial | None:
    """Two tokens, 3 and 4; the first row's logits are shown in full."""
    script = DrawnLogits(inputs.seed, 5, ((0, -20.0), (1, -20.0), (2, 0.5)), 2, decimals=1)
    every = [tuple(range(first, first + L_s)) for first in range(source, source + 200)]
    sizes = (beam, max_len, IDS, (0.0, 1.0, 4.0)[source % 3])
    rows = [s for s in every[: 1 if B == 1 else None] if search(script, s, *sizes)[1] > CLOSE][:B]
    if len(rows) < B:
        return None
    prefixes = [p for length in range(max_len) for p in product((3, 4), repeat=length)]
    logits = {prefix: script(rows[0], (1, *prefix)) for prefix in prefixes}
    given = (script, decoding.padded(rows, 0), *sizes, logits)
    return Trial("", given, probe=PROBES.decode, shown=(*SHOWN, "logits after each prefix"))


exercise = Exercise(
    trials,
    call="beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty)",
    truth=truth,
    axes=("B L_t",),
    criteria=CRITERIA,
    version=5,
    smallest=SizeGrid(
        {
            "max_len": (1, 2, 3),
            "beam": (1, 2, 3),
            "source": tuple(range(10, 30)),
            "B": (1,),
            "L_s": (1,),
        },
        small,
    ),
)
