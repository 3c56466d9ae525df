"""Each token is read once."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, SizeGrid, Trial
from ....engine.inputs import Inputs
from ...nb08.generate.exercise import WANTED, drawn_by
from ...nb08.speaker import GOOD, manners
from ..speaker import CachedSpeaker

GREEDY = {"temperature": 0.0}
Sizes = tuple[int, int]  # seed, vocab_size


def go_on(
    answer: Any, sizes: Sizes, ids: Tensor, max_new: int, options: dict, mode: str = "eval"
) -> Any:
    """What comes back."""
    return answer(CachedSpeaker(*sizes).train(mode == "training"), ids, max_new, **options)


def drawn(answer: Any, sizes: Sizes, ids: Tensor, max_new: int, seed: int) -> dict[str, str]:
    """Do the generator and the other options reach `sample_next`?"""
    return drawn_by(answer, CachedSpeaker(*sizes), ids, max_new, seed)


def treat(answer: Any, sizes: Sizes, ids: Tensor, max_new: int, mode: str) -> dict[str, str]:
    """How the model is treated."""
    model = CachedSpeaker(*sizes).train(mode == "training")
    return manners(model, lambda: answer(model, ids, max_new, **GREEDY))


def work(answer: Any, sizes: Sizes, ids: Tensor, max_new: int) -> int:
    """How many ids of a row went through the model."""
    model = CachedSpeaker(*sizes)
    answer(model, ids, max_new, **GREEDY)
    return model.read


def verify_work(value: int, sizes: Sizes, ids: Tensor, max_new: int) -> Finding | None:
    """Each once; the last one need not be read."""
    wanted = ids.shape[1] + max_new
    if value <= wanted:
        return None
    return Finding(
        f"{value} ids of a row went through the model; {wanted - 1} are enough for a text of "
        f"{ids.shape[1]} and {max_new} new ones.",
        mistake="reads-all-again",
    )


def truth(sizes: Sizes, ids: Tensor, max_new: int, *_: Any) -> Tensor:
    """Row by row with lists, always the largest logit."""
    model, rows = CachedSpeaker(*sizes), ids.tolist()
    for row in rows:
        for _step in range(max_new):
            row.append(int(model.logits_after(row).argmax()))
    return torch.tensor(rows)


def trials(inputs: Inputs) -> list[Trial]:
    """Greedy, so that there is one right text; then by chance."""
    sizes: Sizes = (inputs.seed, 7)
    shown = ("", "ids", "max_new", "**", "its mode")

    def trial(name: str, rows: int, length: int, max_new: int, *mode: str) -> Trial:
        ids = inputs.integers(0, 7, rows, length)
        return Trial(name, (sizes, ids, max_new, GREEDY, *mode), probe=go_on, shown=shown)

    text = inputs.integers(0, 7, 2, 3)
    quiet: dict[str, Any] = {"probe": treat, "criterion": "quiet"}
    quiet |= {"truth": lambda *_: GOOD, "shown": ("", "ids", "max_new", "its mode")}
    return [
        trial("1 row, 1 token", 1, 2, 1),
        trial("3 rows, 3 tokens", 3, 2, 3),
        trial("0 tokens", 2, 3, 0),
        trial("a text of one token", 2, 1, 4),
        trial("10 tokens", 2, 4, 10),
        trial("a model in training mode", 2, 3, 4, "training"),
        Trial(
            "5 ids, 6 new ones",
            (sizes, inputs.integers(0, 7, 2, 5), 6),
            probe=work,
            verify=verify_work,
            criterion="once",
            shown=("", "ids", "max_new"),
        ),
        Trial(
            "by chance",
            (sizes, text, 12, inputs.seed % 2**31),
            probe=drawn,
            truth=lambda *_: WANTED,
            criterion="sampling",
            shown=("", "ids", "max_new", ""),
        ),
        Trial("a model that came in training mode", (sizes, text, 5, "training"), **quiet),
        Trial("a model that came in eval mode", (sizes, text, 5, "eval"), **quiet),
    ]


def small(inputs: Inputs, B: int, L: int, max_new: int) -> Trial:
    """A short text."""
    args = ((inputs.seed, 4), inputs.integers(0, 4, B, L), max_new, GREEDY)
    return Trial("", args, probe=go_on, shown=("", "ids", "max_new", "**"))


exercise = Exercise(
    trials,
    call="generate_cached(model, ids, max_new, **sampling)",
    truth=truth,
    axes=("B L+max_new",),
    criteria={
        "once": "reads each id once",
        "sampling": "hands the options on to sample_next",
        "quiet": "runs without gradients, and gives the model its mode back",
    },
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 4), "max_new": (1, 2)}, small),
)
