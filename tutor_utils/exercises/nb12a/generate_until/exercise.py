"""Each row speaks until it has said its end."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ...speaking import (
    GREEDY,
    QUIET,
    by_chance,
    ids_read,
    logits_after,
    make,
    treat,
    verify_once,
    work,
)
from ...speaking import drawn as drawn_by  # by name: a whole module would go into a sandbox

SHOWN = ("", "ids", "max_new", "eos_id", "pad_id", "its mode")
VOCAB, UNSAID = 7, 90
Sizes = tuple[int, int]  # seed, vocab_size
Said = tuple[Sizes, Tensor, int, int, int]  # of which model; ids, max_new, eos_id, pad_id


def go_on(answer: Any, sizes: Sizes, *args: Any) -> Any:
    """What comes back."""
    *given, mode = args
    return answer(make(sizes, mode), *given, **GREEDY)


def drawn(answer: Any, sizes: Sizes, ids: Tensor, max_new: int, seed: int) -> dict[str, str]:
    """Do the generator and the other options reach `sample_next`?"""

    def whole(model: Any, ids: Tensor, max_new: int, **sampling: Any) -> Any:
        return answer(model, ids, max_new, UNSAID, 0, **sampling)

    return drawn_by(whole, sizes, ids, max_new, seed)


def verify_stop(value: int, *args: Any) -> Finding | None:
    """One step more than needed is no fault: the question may stand at the start of the loop."""
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
    """Row by row with lists, always the largest logit."""
    model, rows = make(sizes), []
    for row in ids.tolist():
        said: list[int] = []
        while len(said) < max_new and eos not in said:
            said.append(int(logits_after(model, [*row, *said]).argmax()))
        rows.append(said)
    longest = max(map(len, rows))
    filled = [said + [pad] * (longest - len(said)) for said in rows]
    return torch.cat([ids, torch.tensor(filled, dtype=torch.long).view(len(ids), -1)], dim=1)


def ends(said: Said) -> list[int]:
    """After how many new ids each row has ended; without an end, 0."""
    sizes, ids, max_new, eos, _ = said
    rows = truth(sizes, ids, max_new, eos, UNSAID)[:, ids.shape[1] :].tolist()
    return [row.index(eos) + 1 if eos in row else 0 for row in rows]


def trials(inputs: Inputs) -> list[Trial]:
    """Greedy, so that there is one right text; then by chance."""

    def scene(rows: int, length: int, max_new: int, eos: int, pad: int) -> Said:
        """A model and a text whose rows end after 2 ids or more, each after another number."""
        for seed in range(inputs.seed, inputs.seed + 10_000):
            ids = inputs.integers(0, VOCAB, rows, length)
            said = ((seed, VOCAB), ids, max_new, eos, pad)
            found = ends(said)
            if min(found) > 1 and len(set(found)) == rows and max(found) < max_new:
                return said
        raise RuntimeError("no text ends so")  # one in twenty does

    def trial(name: str, said: Said, mode: str = "eval", **how: Any) -> Trial:
        return Trial(name, (*said, mode), **{"probe": go_on, "shown": SHOWN, **how})

    model: Sizes = (inputs.seed, VOCAB)
    text, three = inputs.integers(0, VOCAB, 2, 3), scene(3, 2, 9, 2, 0)
    asked = scene(2, 4, 9, 3, 0)
    asked[1][0, 1] = 3
    while len({*ends(asked), 0, 1}) < 4:  # the text holds an end, and the answers have others
        asked[1][:, [0, 2, 3]] = inputs.integers(0, VOCAB, 2, 3)
    return [
        trial("1 row", scene(1, 2, 9, 2, 0)),
        trial("3 rows that end one after the other", three),
        trial("max_new cuts the longest off", (*three[:2], max(ends(three)) - 1, 2, 0)),
        trial("no row ends", (model, text, 4, UNSAID, 0)),
        trial("0 tokens", (model, text, 0, 2, 0)),
        trial("eos_id=5, pad_id=9", scene(2, 1, 9, 5, 9)),
        trial("eos_id and pad_id are the same", scene(3, 3, 9, 4, 4)),
        trial("the text holds eos_id", asked),
        trial("the model says pad_id", (*three[:4], said_on_the_way(three))),
        trial("a model in training mode", three, "training"),
        Trial(
            "5 ids, 6 new ones",
            (model, inputs.integers(0, VOCAB, 2, 5), 6, UNSAID, 0),
            probe=work,
            count=ids_read,
            verify=verify_once,
            criterion="once",
            shown=SHOWN[:-1],
        ),
        Trial(
            "rows that end early",
            (*three[:2], 30, 2, 0),
            probe=work,
            count=ids_read,
            verify=verify_stop,
            criterion="stops",
            shown=SHOWN[:-1],
        ),
        by_chance(model, text, inputs.seed, drawn),
        trial("a model that came in training mode", three, "training", probe=treat, **QUIET),
        trial("a model that came in eval mode", three, probe=treat, **QUIET),
    ]


def said_on_the_way(said: Said) -> int:
    """An id that the row with the longest answer says before its end."""
    found = ends(said)
    row = found.index(max(found))
    return int(truth(*said)[row, said[1].shape[1]])


def small(inputs: Inputs, B: int, L: int, max_new: int) -> Trial:
    """A short text."""
    args = ((inputs.seed, 4), inputs.integers(0, 4, B, L), max_new, 2, 0, "eval")
    return Trial("", args, probe=go_on, shown=SHOWN)


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
    version=2,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "max_new": (1, 2, 3, 4)}, small),
)
