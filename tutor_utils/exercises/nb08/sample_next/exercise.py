"""Sample the next token, with temperature, top-k and top-p."""

from __future__ import annotations

from itertools import product
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused
from ...drawing import ROWS, VALUES, batches, by_generator, verify_apart

MANY = 10_000
SHARE = 0.045  # nine standard errors of a share near 1/2, in 10,000 draws


def shares(answer: Any, row: Tensor, seed: int, options: dict[str, Any]) -> Any:
    """Probe: which ids are drawn for one row of logits, and the share of each."""
    generator = torch.Generator().manual_seed(seed)
    drawn = answer(row.repeat(MANY, 1), generator=generator, **options)
    if not isinstance(drawn, Tensor):
        return drawn
    counts = [int((drawn == i).sum()) for i in range(len(row))]
    return {
        "ids that are drawn": [i for i, n in enumerate(counts) if n],
        "share of each id": torch.tensor(counts) / MANY,
    }


def small_batches(answer: Any, logits: Tensor, seed: int) -> list[list[int]]:
    """What is drawn for rows of equal logits."""
    return batches(lambda own: answer(logits, generator=own).tolist(), seed)


def truth_shares(row: Tensor, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """The probabilities as the contract defines them: id by id, the largest first."""
    temperature = options.get("temperature", 1.0)
    top_k, top_p = options.get("top_k"), options.get("top_p")
    order = row.argsort(descending=True).tolist()
    if temperature == 0:
        chances = {order[0]: 1.0}
    else:
        order = order[: top_k if top_k else len(order)]
        heat = (row.double() / temperature - (row.double() / temperature).max()).exp()
        norm = sum(float(heat[i]) for i in order)
        chances, reached = {}, 0.0
        for i in order:
            if top_p is None or reached < top_p:
                chances[i] = float(heat[i]) / norm
                reached += chances[i]
    total = sum(chances.values())
    return {
        "ids that are drawn": sorted(chances),
        "share of each id": torch.tensor([chances.get(i, 0.0) / total for i in range(len(row))]),
    }


def rows(answer: Any, logits: Tensor, seed: int, options: dict[str, Any]) -> Any:
    """Probe: one draw for each row, with options that leave one id."""
    return answer(logits, generator=torch.Generator().manual_seed(seed), **options)


def best(logits: Tensor, *_: Any) -> Tensor:
    """The argmax of each row: (B,)."""
    return torch.tensor([row.index(max(row)) for row in logits.tolist()])


def trials(inputs: Inputs) -> list[Trial]:
    """One row, drawn many times; no probabilities close to each other or to top_p's limit."""
    seed = inputs.seed % 2**31
    order = inputs.permutation(5)
    row = torch.tensor([0.40, 0.25, 0.18, 0.11, 0.06]).log()[order]
    tempered = torch.tensor([0.30, 0.24, 0.19, 0.15, 0.12]).log()[order]

    def share(name: str, logits: Tensor = row, **options: Any) -> Trial:
        return Trial(
            name,
            (logits, seed, options),
            probe=shares,
            truth=truth_shares,
            tolerance=(0.0, SHARE),
            shown=("a row of logits", "", "**"),
        )

    many = inputs.permutation(60).float().view(6, 10)
    bad, even = inputs.normal(2, 4), inputs.normal(20, 50, scale=0.1)

    def greedy(name: str, logits: Tensor = many, **options: Any) -> Trial:
        args = (logits, seed, options)
        return Trial(name, args, probe=rows, truth=best, shown=("logits", "", "**"))

    return [
        greedy("temperature=0", temperature=0.0),
        greedy("top_k=1", top_k=1),
        greedy("a top_p that the first id reaches", top_p=1e-6),
        share("as the model says"),
        share("temperature=0.5", temperature=0.5),
        share("temperature=2", temperature=2.0),
        share("top_k=3", top_k=3),
        share("top_p=0.7", top_p=0.7),
        share("top_p=0.3, which the first id passes", top_p=0.3),
        share("temperature=0.4 and top_p=0.55", tempered, temperature=0.4, top_p=0.55),
        share("temperature=0.5 and top_k=3", temperature=0.5, top_k=3),
        share("top_k=3 and top_p=0.76", top_k=3, top_p=0.76),
        Trial(
            "rows of equal logits",
            (torch.zeros(ROWS, VALUES), seed),
            probe=small_batches,
            verify=verify_apart,
            criterion="apart",
            shown=("logits", ""),
        ),
        *(
            by_generator(
                (even, *options, seed),
                ("logits", "temperature", "top_k", "top_p", ""),
                f"the generator, with temperature={options[0]}, top_k={options[1]}, "
                f"top_p={options[2]}",
            )
            for options in ((1.0, None, None), *product((0.7,), (None, 30), (None, 0.9)))
        ),
        refused("temperature=-0.7", bad, temperature=-0.7, mentions=("temperature", "-0.7")),
    ]


def small(inputs: Inputs, B: int, V: int) -> Trial:
    """Temperature or top_k so small that only one id is possible."""
    logits = inputs.permutation(B * V).float().view(B, V)
    args = (logits, inputs.seed % 2**31, {"top_k": 1})
    return Trial("", args, probe=rows, truth=best, shown=("logits", "", "**"))


exercise = Exercise(
    trials,
    call="sample_next(logits, temperature, top_k, top_p, generator)",
    axes=("B",),
    criteria={
        "apart": "draws for each row by itself",
        "generator": "draws from the generator that it is given",
    },
    version=7,
    smallest=SizeGrid({"B": (1, 2), "V": (1, 2, 3)}, small),
)
