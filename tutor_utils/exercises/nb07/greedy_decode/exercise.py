"""Greedy decoding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Remark, SizeGrid, Trial
from ....models import DrawnLogits, FixedText, ScriptedTransformer
from ....noted import Note
from .. import decoding
from ..decoding_truth import CRITERIA, QUIET

VOCAB, LOST = 12, 11
SHOWN = ("the model says", "src", "max_len", "(bos_id, eos_id, pad_id)", "its mode")
IDS = (1, 2, 0)
Ids = tuple[int, ...]


def begin(
    answer: Any, model: FixedText, src: Tensor, max_len: int, ids: tuple[int, int, int], mode: str
) -> decoding.Session:
    """A session with a scripted model, which answers only sources whose pads are masked."""
    speaker = ScriptedTransformer(model, VOCAB, LOST, ids[2]).train(mode == "training")
    return decoding.Session(speaker, lambda: answer(speaker, src, max_len, *ids), ids[2])


PROBES = decoding.Probes(begin)


def said(answer: Any, *args: Any) -> Any:
    """All that comes back, pads too."""
    return begin(answer, *args).decode()


def last_steps(said: Any, notes: Sequence[Note], *args: Any) -> str:
    """Whether the model is asked more than needed."""
    asked = sum(int(rows) for method, rows, *_ in notes if method == "decode")
    return decoding.stops(said, args[3][1], asked)


def truth(
    model: FixedText, src: Tensor, max_len: int, ids: tuple[int, int, int], mode: str
) -> Tensor:
    """Each text up to its eos or to max_len, then pads."""
    _, eos, pad = ids
    rows = []
    for row in src.tolist():
        text = model.texts[tuple(token for token in row if token != pad)]
        rows.append((text[: text.index(eos) + 1] if eos in text else text)[:max_len])
    return decoding.without_pads(decoding.padded(rows, pad), pad)


def trials(inputs: Inputs) -> list[Trial]:
    """The scripted texts go on after their eos, as those of an untrained model do."""
    drawn = DrawnLogits(inputs.seed, VOCAB)

    def trial(
        name: str,
        texts: dict[Ids, Ids],
        max_len: int,
        ids: tuple[int, int, int] = IDS,
        mode: str = "eval",
        **how: Any,
    ) -> Trial:
        model, src = FixedText(texts, ids[0], drawn), decoding.padded(list(texts), ids[2])
        given = (model, src, max_len, ids, mode)
        return Trial(name, given, **{"probe": PROBES.decode, "shown": SHOWN, **how})

    short, long = (6, 7), (8, 5, 6, 7)
    ragged = {short: (5, 2, 6, 7, 3, 8, 9), long: (3, 8, 5, 6, 2, 7, 4), (9,): (2, 7, 7, 2, 4)}
    quiet: dict[str, Any] = {"probe": PROBES.treat, **QUIET}
    texts: dict[Ids, Ids] = {(5, 9): tuple(inputs.integers(3, 9, 52).tolist())}
    return [
        trial("1 sentence", {short: (3, 4, 5, 2, 8, 9)}, 6),
        trial("3 sentences with answers of different length", ragged, 8),
        trial("eos 5", {short: (3, 2, 4, 5, 8), long: (4, 2, 2, 6, 5)}, 6, (1, 5, 0)),
        trial("pad 9", {short: (3, 2, 6, 7), long: (4, 5, 6, 2, 7), (0,): (0, 4, 2)}, 6, (1, 2, 9)),
        trial("bos 4, eos 0, pad 5", {(2, 1): (1, 2, 0, 5, 3), (9, 8, 0): (3, 0, 2)}, 6, (4, 0, 5)),
        trial("a model that says bos and pad", {short: (0, 3, 1, 0, 4, 2), long: (1, 2, 7)}, 8),
        trial(
            "max_len cuts an answer off",
            {short: (3, 4, 5, 6, 7, 3, 4), long: (3, 2, 8, 7, 8, 7), (9,): (4, 5, 3, 7, 2, 9)},
            4,
        ),
        trial("a drawn text", texts, 52),
        trial("a model in training mode", ragged, 8, mode="training"),
        trial("a model that came in training mode", ragged, 14, mode="training", **quiet),
        trial("a model that came in eval mode", ragged, 14, **quiet),
        trial(
            "answers of 5 tokens at most",
            *(ragged, 14),
            probe=said,
            count=last_steps,
            truth=lambda *args: "stops",
            criterion="stops",
        ),
    ]


def small(inputs: Inputs, B: int, L_s: int) -> Trial:
    """Sources of different ids in each row; the answers have one or two tokens, with eos."""
    sources = (3 + inputs.arange(B, L_s)).long().tolist()
    texts = {tuple(source): (4, 2)[row % 2 :] for row, source in enumerate(sources)}
    model = FixedText(texts, IDS[0], DrawnLogits(inputs.seed, VOCAB))
    given = (model, decoding.padded(sources, IDS[2]), 3, IDS, "eval")
    return Trial("", given, probe=PROBES.decode, shown=SHOWN)


exercise = Exercise(
    trials,
    call="greedy_decode(model, src, max_len, bos_id, eos_id, pad_id)",
    truth=truth,
    axes=("B L_t",),
    criteria=CRITERIA,
    remarks={
        "stops": Remark(
            "Your loop runs to max_len though all rows have said eos long before. The answer is "
            "right, and takes longer than it must.",
            mend="if finished.all(): break",
        )
    },
    version=6,
    smallest=SizeGrid({"B": (1, 2), "L_s": (1, 2, 3)}, small),
)
