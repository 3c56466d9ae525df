"""A text that goes on."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from ....engine.values import snapshot
from ..speaker import GOOD, Sizes, Speaker, manners

GREEDY = {"temperature": 0.0}


def go_on(
    answer: Any, sizes: Sizes, ids: Tensor, max_new: int, options: dict, mode: str = "eval"
) -> Any:
    """What comes back."""
    return answer(Speaker(*sizes).train(mode == "training"), ids, max_new, **options)


def drawn(answer: Any, sizes: Sizes, ids: Tensor, max_new: int, seed: int) -> dict[str, str]:
    """Do the generator and the other options reach `sample_next`?"""
    return drawn_by(answer, Speaker(*sizes), ids, max_new, seed)


def drawn_by(answer: Any, model: Speaker, ids: Tensor, max_new: int, seed: int) -> dict[str, str]:
    """What the options change in what such a model says."""

    def run(number: int, **options: Any) -> Tensor:
        generator = torch.Generator().manual_seed(number)
        return snapshot(answer(model, ids, max_new, generator=generator, **options))

    first, again, other = run(seed), run(seed), run(seed + 1)
    most = snapshot(answer(model, ids, max_new, temperature=0.0))
    return {
        "the same seed twice": "the same" if torch.equal(first, again) else "another text",
        "another seed": "the same" if torch.equal(first, other) else "another text",
        "top_k=1": "greedy" if torch.equal(run(seed, top_k=1), most) else "another text",
        "top_p=1e-9": "greedy" if torch.equal(run(seed, top_p=1e-9), most) else "another text",
    }


WANTED = {
    "the same seed twice": "the same",
    "another seed": "another text",
    "top_k=1": "greedy",
    "top_p=1e-9": "greedy",
}


def treat(answer: Any, sizes: Sizes, ids: Tensor, max_new: int, mode: str) -> dict[str, str]:
    """How the model is treated."""
    model = Speaker(*sizes).train(mode == "training")
    return manners(model, lambda: answer(model, ids, max_new, **GREEDY))


def truth(sizes: Sizes, ids: Tensor, max_new: int, *_: Any) -> Tensor:
    """Row by row with lists, always the largest logit."""
    model, rows = Speaker(*sizes), ids.tolist()
    for row in rows:
        for _step in range(max_new):
            row.append(int(model.logits_after(row[-model.max_len :]).argmax()))
    return torch.tensor(rows)


def trials(inputs: Inputs) -> list[Trial]:
    """Greedy, so that there is one right text; then by chance."""
    sizes: Sizes = (inputs.seed, 7, 6)
    shown = ("", "ids", "max_new", "**", "its mode")

    def trial(name: str, rows: int, length: int, max_new: int, *mode: str, **how: Any) -> Trial:
        ids = inputs.integers(0, 7, rows, length)
        args = (sizes, ids, max_new, GREEDY, *mode)
        return Trial(name, args, **{"probe": go_on, "shown": shown, **how})

    text = inputs.integers(0, 7, 2, 3)
    quiet: dict[str, Any] = {"probe": treat, "criterion": "quiet"}
    quiet |= {"truth": lambda *_: GOOD}
    quiet["shown"] = ("", "ids", "max_new", "its mode")
    return [
        trial("1 row, 1 token", 1, 2, 1),
        trial("3 rows, 3 tokens", 3, 2, 3),
        trial("beyond max_len", 2, 4, 9),
        trial("a text that is longer than max_len", 2, 11, 3),
        trial("a model in training mode", 2, 3, 4, "training"),
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
    args = ((inputs.seed, 4, 3), inputs.integers(0, 4, B, L), max_new, GREEDY)
    return Trial("", args, probe=go_on, shown=("", "ids", "max_new", "**"))


exercise = Exercise(
    trials,
    call="generate(model, ids, max_new, **sampling)",
    truth=truth,
    axes=("B L+max_new",),
    criteria={
        "sampling": "hands the options on to sample_next",
        "quiet": "runs without gradients, and gives the model its mode back",
    },
    version=4,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 4), "max_new": (1, 2)}, small),
)
