"""Generate text until each row has generated its eos."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ...speaking import (
    GREEDY,
    NO_GRAD,
    by_chance,
    ids_read,
    logits_after,
    make,
    probe_effects,
    probe_ids_read,
    verify_once,
)
from ...speaking import probe_sampling as probe_with  # a whole module would go into a sandbox

SHOWN = ("", "ids", "max_new", "eos_id", "pad_id", "its mode")
VOCAB, NO_EOS = 7, 90
Sizes = tuple[int, int]  # seed, vocab_size
Arguments = tuple[Sizes, Tensor, int, int, int]  # model sizes, ids, max_new, eos_id, pad_id


def probe_text(answer: Any, sizes: Sizes, *args: Any) -> Any:
    """Probe: the text with its new ids."""
    *given, mode = args
    return answer(make(sizes, mode), *given, **GREEDY)


def probe_sampling(
    answer: Any, sizes: Sizes, ids: Tensor, max_new: int, seed: int
) -> dict[str, str]:
    """Probe: whether generator, top_k and top_p reach `sample_next`."""

    def generate(model: Any, ids: Tensor, max_new: int, **sampling: Any) -> Any:
        return answer(model, ids, max_new, NO_EOS, 0, **sampling)

    return probe_with(generate, sizes, ids, max_new, seed)


def verify_stop(value: int, *args: Any) -> Finding | None:
    """The loop stops when all rows have ended; one extra step is accepted."""
    _, ids, max_new, *_ = args
    steps = truth(*args).shape[1] - ids.shape[1]
    if value <= ids.shape[1] + steps:
        return None
    saw = (
        f"All rows had ended after {steps} new ids, and {value} ids of a row went through the "
        f"model; {ids.shape[1] + steps - 1} are enough. max_new is {max_new}."
    )
    return Finding(saw, mistake="goes-on-to-max-new")


def truth(sizes: Sizes, ids: Tensor, max_new: int, eos: int, pad: int, *_: Any) -> Tensor:
    """Greedy decoding, row by row with lists: (B, L + n)."""
    model, rows = make(sizes), []
    for row in ids.tolist():
        new: list[int] = []
        while len(new) < max_new and eos not in new:
            new.append(int(logits_after(model, [*row, *new]).argmax()))
        rows.append(new)
    longest = max(map(len, rows))
    filled = [new + [pad] * (longest - len(new)) for new in rows]
    return torch.cat([ids, torch.tensor(filled, dtype=torch.long).view(len(ids), -1)], dim=1)


def ends(arguments: Arguments) -> list[int]:
    """The number of new ids up to each row's eos; 0 without an eos."""
    sizes, ids, max_new, eos, _ = arguments
    rows = truth(sizes, ids, max_new, eos, NO_EOS)[:, ids.shape[1] :].tolist()
    return [row.index(eos) + 1 if eos in row else 0 for row in rows]


def trials(inputs: Inputs) -> list[Trial]:
    """Greedy, so that one text is right; then sampling."""

    def scene(rows: int, length: int, max_new: int, eos: int, pad: int) -> Arguments:
        """A model and a text whose rows end after different numbers of ids, at least 2."""
        for seed in range(inputs.seed, inputs.seed + 10_000):
            ids = inputs.integers(0, VOCAB, rows, length)
            arguments = ((seed, VOCAB), ids, max_new, eos, pad)
            found = ends(arguments)
            if min(found) > 1 and len(set(found)) == rows and max(found) < max_new:
                return arguments
        raise RuntimeError("no text ends so")  # about one in twenty does

    def trial(name: str, arguments: Arguments, mode: str = "eval", **how: Any) -> Trial:
        return Trial(name, (*arguments, mode), **{"probe": probe_text, "shown": SHOWN, **how})

    model: Sizes = (inputs.seed, VOCAB)
    text, three = inputs.integers(0, VOCAB, 2, 3), scene(3, 2, 9, 2, 0)
    with_eos = scene(2, 4, 9, 3, 0)
    with_eos[1][0, 1] = 3
    while len({*ends(with_eos), 0, 1}) < 4:  # the prompt holds eos, and each row generates another
        with_eos[1][:, [0, 2, 3]] = inputs.integers(0, VOCAB, 2, 3)
    return [
        trial("1 row", scene(1, 2, 9, 2, 0)),
        trial("3 rows that end one after the other", three),
        trial("max_new cuts the longest off", (*three[:2], max(ends(three)) - 1, 2, 0)),
        trial("no row ends", (model, text, 4, NO_EOS, 0)),
        trial("0 tokens", (model, text, 0, 2, 0)),
        trial("eos_id=5, pad_id=9", scene(2, 1, 9, 5, 9)),
        trial("eos_id and pad_id are the same", scene(3, 3, 9, 4, 4)),
        trial("the text holds eos_id", with_eos),
        trial("the model says pad_id", (*three[:4], id_before_the_end(three))),
        trial("a model in training mode", three, "training"),
        Trial(
            "5 ids, 6 new ones",
            (model, inputs.integers(0, VOCAB, 2, 5), 6, NO_EOS, 0),
            probe=probe_ids_read,
            count=ids_read,
            verify=verify_once,
            criterion="once",
            shown=SHOWN[:-1],
        ),
        Trial(
            "rows that end early",
            (*three[:2], 30, 2, 0),
            probe=probe_ids_read,
            count=ids_read,
            verify=verify_stop,
            criterion="stops",
            shown=SHOWN[:-1],
        ),
        by_chance(model, text, inputs.seed, probe_sampling),
        trial(
            "a model that came in training mode", three, "training", probe=probe_effects, **NO_GRAD
        ),
        trial("a model that came in eval mode", three, probe=probe_effects, **NO_GRAD),
    ]


def id_before_the_end(arguments: Arguments) -> int:
    """An id that the row with the longest answer generates before its eos."""
    found = ends(arguments)
    row = found.index(max(found))
    return int(truth(*arguments)[row, arguments[1].shape[1]])


def small(inputs: Inputs, B: int, L: int, max_new: int) -> Trial:
    args = ((inputs.seed, 4), inputs.integers(0, 4, B, L), max_new, 2, 0, "eval")
    return Trial("", args, probe=probe_text, shown=SHOWN)


exercise = Exercise(
    trials,
    call="generate_until(model, ids, max_new, eos_id, pad_id, **sampling)",
    truth=truth,
    axes=("B L+n",),
    criteria={
        "once": "reads each id once",
        "stops": "stops when all rows have ended",
        "sampling": "hands the options on to sample_next",
        "quiet": "runs without gradients, and gives the model its mode back",
    },
    version=3,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "max_new": (1, 2, 3, 4)}, small),
)
