"""The loop of a training run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Trial
from ....engine.inputs import Inputs
from ..sequence_loss.exercise import SHARERS
from ..train_step.exercise import MOMENTUM, Small, descend, smoothed

HINTS = (
    "What happens once, before the first batch, and what happens once for each batch?",
    "`for step, (src, tgt) in enumerate(batches, start=1):` takes one batch at a time and counts "
    "from 1. First set the learning rate, then train, then keep the loss.",
    'An optimizer has `param_groups`, and each group is a dict: `group["lr"] = rate(step)`.',
    "Put `try:` around the whole loop and `except KeyboardInterrupt: pass` after it. The `return` "
    "stands after both.",
)
GIVEN = 7.0  # the learning rate that the optimizer comes with: nothing may be trained by it
FAILED = "RuntimeError"
Batch = tuple[Tensor, Tensor]


class Model(Small):
    """`Small`, that can raise an error in one of its calls: 1 is the first."""

    def __init__(self, source: Tensor, target: Tensor, stops: tuple[str, int]) -> None:
        super().__init__(source, target, gain=1.0)
        self.stops = stops

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        """(B, L_s), (B, L) -> (B, L, V)."""
        logits = super().forward(src, tgt)
        stop(self.stops, "model", len(self.modes))
        return logits


def stop(stops: tuple[str, int], place: str, number: int) -> None:
    """Raise what is to be raised there."""
    where, _, error = stops[0].partition(", ")
    if (place, number) == (where, stops[1]):
        raise RuntimeError(FAILED) if error else KeyboardInterrupt


def in_groups(model: nn.Module, groups: int) -> list[Any]:
    """Its parameters for an optimizer: one group of all, or one of each."""
    parameters = list(model.parameters())
    return parameters if groups == 1 else [{"params": p} for p in parameters]


def a_run(
    answer: Callable[..., Any],
    source: Tensor,
    target: Tensor,
    batches: list[Batch],
    pad_id: int,
    rates_told: list[float],
    groups: int = 1,
    stops: tuple[str, int] = ("nowhere", 0),
    **options: float,
) -> dict[str, Any]:
    """Train on the batches; what came back, and what was done on the way.

    ``stops`` says where the stop button is pressed ("batches", "rate", "model"), and at which step;
    with an error's name after the place ("model, RuntimeError") that error is raised instead.
    """
    model = Model(source, target, stops).eval()
    optimizer = torch.optim.SGD(in_groups(model, groups), lr=GIVEN, momentum=MOMENTUM)
    rates: list[list[float]] = []
    optimizer.register_step_pre_hook(
        lambda *_: rates.append([float(group["lr"]) for group in optimizer.param_groups])
    )
    held = [0]

    def drawn() -> Iterator[Batch]:
        for number, (src, tgt) in enumerate(batches, start=1):
            stop(stops, "batches", number)
            held.append(number - len(rates))
            yield src, tgt

    def rate(step: int) -> float:
        stop(stops, "rate", step)
        return rate_of(step)

    came_out, losses = "nothing", None
    try:
        losses = answer(model, drawn(), optimizer, rate, pad_id, **options)
    except KeyboardInterrupt:
        came_out = "KeyboardInterrupt"
    except RuntimeError as error:
        if str(error) != FAILED:
            raise
        came_out = FAILED
    return {
        "what came out of your function as an error": came_out,
        "what you return": kind_of(losses),
        "number of updates": len(rates),
        "learning rates at each update": filled_up(rates, len(batches), groups),
        "batches": "taken before they are needed" if max(held) > 2 else "taken one by one",
        "mode of the model in your calls": " and ".join(sorted(set(model.modes))),
        "your losses": filled_up([[x] for x in numbers_of(losses)], len(batches), 1)[:, 0],
        "model.source": model.source,
        "model.target": model.target,
    }


def kind_of(losses: object) -> str:
    """What came back, in words."""
    if not isinstance(losses, list):
        return "None" if losses is None else f"an object of type {type(losses).__name__}"
    inner = sorted({"float" if isinstance(x, float) else type(x).__name__ for x in losses})
    return f"a list of {len(losses)} {' and '.join(inner)}" if inner else "an empty list"


def numbers_of(losses: object) -> list[float]:
    """The numbers in what came back; none where it is no list of numbers."""
    if not isinstance(losses, list) or not all(isinstance(x, float) for x in losses):
        return []
    return [float(x) for x in losses]  # NumPy's too


def filled_up(rows: list[list[float]], count: int, width: int) -> Tensor:
    """(count, width): the first ``count`` rows; NaN where there is none."""
    nothing = [float("nan")] * width
    return torch.tensor((rows + [nothing] * count)[:count]).view(count, width)


def rate_of(step: int) -> float:
    """Falls with the step, and has a value for every number, whatever the answer counts from."""
    return 0.5 / (2 + step)


def truth(
    source: Tensor,
    target: Tensor,
    batches: list[Batch],
    pad_id: int,
    rates_told: list[float],
    groups: int = 1,
    stops: tuple[str, int] = ("nowhere", 0),
    label_smoothing: float = 0.0,
    sharers: str = SHARERS[0],
) -> dict[str, Any]:
    """Gradient descent with momentum, up to where it is stopped."""
    where, when = stops
    steps = min(len(batches), when - 1) if when else len(batches)
    rates = [rate_of(step) for step in range(1, steps + 1)]
    how = (1.0, label_smoothing, sharers)
    tables, losses = descend((source, target), batches, rates, pad_id, *how)
    failed = where.partition(", ")[2]
    called = bool(steps) or where.startswith("model")
    kept = [] if failed else losses
    return {
        "what came out of your function as an error": failed or "nothing",
        "what you return": "None" if failed else kind_of(losses),
        "number of updates": steps,
        "learning rates at each update": filled_up(
            [[rate] * groups for rate in rates], len(batches), groups
        ),
        "batches": "taken one by one",
        "mode of the model in your calls": "training" if called else "",
        "your losses": filled_up([[loss] for loss in kept], len(batches), 1)[:, 0],
        "model.source": tables[0],
        "model.target": tables[1],
    }


def trials(inputs: Inputs) -> list[Trial]:
    """The smallest first. The labels are not the source: they have words of their own."""
    first = ([[3, 4, 2], [5, 2, 0]], [[1, 4, 3, 2], [1, 5, 2, 0]])
    second = ([[5, 5, 2]], [[1, 3, 4, 2]])
    third = ([[4, 3, 3, 2]], [[1, 5, 2, 0]])
    other_pad = ([[3, 0, 2], [5, 2, 4]], [[1, 0, 5, 2], [1, 3, 2, 4]])

    def trial(
        name: str,
        *rows: tuple[Any, Any],
        pad: int = 0,
        **options: Any,
    ) -> Trial:
        tables = [inputs.integers_as_float(6, 6) for _ in range(2)]
        batches = [tuple(map(torch.tensor, pair)) for pair in rows]
        shown = ("model.source", "model.target", "batches", "pad_id", "rate(1), rate(2), ...")
        args = (*tables, batches, pad, [rate_of(1 + i) for i in range(max(2, len(batches)))])
        how: dict[str, Any] = {"tolerance": (1e-3, 1e-5), "shown": shown}
        if "stops" in options:
            how["criterion"] = "stopped"
        if "label_smoothing" in options:
            how |= {"verify": partial(smoothed, truth), "criterion": "smoothing"}
        return Trial(name, args, options, a_run, **how)

    three = (first, second, third)
    return [
        trial("1 batch", second),
        trial("3 batches", *three),
        trial("an optimizer with 2 parameter groups", *three, groups=2),
        trial("no batch"),
        trial("pad id 4, where 0 is a word", other_pad, first, pad=4),
        trial("stopped while the model computes", *three, stops=("model", 3)),
        trial("stopped while a batch is made", *three, stops=("batches", 3)),
        trial("stopped while the rate is asked", *three, stops=("rate", 2)),
        trial("stopped before the first update", *three, stops=("model", 1)),
        trial("RuntimeError in the model", *three, stops=("model, RuntimeError", 2)),
        trial("label_smoothing=0.2", first, second, label_smoothing=0.2),
    ]


exercise = Exercise(
    trials,
    call="train_model(model, batches, optimizer, rate, pad_id, label_smoothing)",
    hints=HINTS,
    truth=truth,
    criteria={
        "stopped": "keeps the losses at the stop button, and hides no other error",
        "smoothing": "passes label_smoothing on",
    },
    version=4,
)
