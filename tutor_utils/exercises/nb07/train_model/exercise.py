"""The loop of a training run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, Trial
from ..train_step.exercise import MODES, MOMENTUM, Small, descend, verify_smoothing, with_modes

GIVEN = 7.0  # the optimizer's learning rate before the run: no step may use it
FAILED = "RuntimeError"
NOWHERE = ("nowhere", 0)
Batch = tuple[Tensor, Tensor]


class Model(Small):
    """`Small` that can raise an error in its n-th call, counted from 1."""

    def __init__(self, source: Tensor, target: Tensor, stops: tuple[str, int]) -> None:
        super().__init__(source, target)
        self.stops, self.runs = stops, 0

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        logits = super().forward(src, tgt)
        self.runs += 1
        stop(self.stops, "model", self.runs)
        return logits


def stop(stops: tuple[str, int], place: str, number: int) -> None:
    """Raise the error planned for this place and step, if any."""
    where, _, error = stops[0].partition(", ")
    if (place, number) == (where, stops[1]):
        raise RuntimeError(FAILED) if error else KeyboardInterrupt


def train(
    answer: Callable[..., Any],
    source: Tensor,
    target: Tensor,
    batches: list[Batch],
    pad_id: int,
    rates_shown: list[float],
    groups: int = 1,
    stops: tuple[str, int] = NOWHERE,
    **options: float,
) -> dict[str, Any]:
    """Probe: train on the batches; the losses, parameters, rates and modes.

    ``stops``: where KeyboardInterrupt is raised ("batches", "model"), and at which step. An error's
    name after the place ("model, RuntimeError") raises that error instead.
    """
    model = Model(source, target, stops).eval()
    parameters: list[Any] = list(model.parameters())
    if groups > 1:
        parameters = [{"params": p} for p in parameters]
    optimizer = torch.optim.SGD(parameters, lr=GIVEN, momentum=MOMENTUM)
    rates: list[float] = []  # of each group, at each update
    optimizer.register_step_pre_hook(
        lambda *_: rates.extend(float(group["lr"]) for group in optimizer.param_groups)
    )
    held = [0]

    def drawn() -> Iterator[Batch]:
        for number, (src, tgt) in enumerate(batches, start=1):
            stop(stops, "batches", number)
            held.append(number - len(rates) // groups)
            yield src, tgt

    raised, losses = "nothing", None
    try:
        losses = answer(model, drawn(), optimizer, rate_of, pad_id, **options)
    except KeyboardInterrupt:
        raised = "KeyboardInterrupt"
    except RuntimeError as error:
        if str(error) != FAILED:
            raise
        raised = FAILED
    return {
        "what came out of your function as an error": raised,
        "what you return": kind_of(losses),
        "number of updates": len(rates) // groups,
        "learning rates at each update": rates,
        "batches": "taken before they are needed" if max(held) > 2 else "taken one by one",
        "your losses": losses if isinstance(losses, list) else [],
        "model.source": model.source,
        "model.target": model.target,
    }


def kind_of(losses: object) -> str:
    """The type of the returned losses, in words."""
    return f"a list of {len(losses)}" if isinstance(losses, list) else type(losses).__name__


def rate_of(step: int) -> float:
    """A learning rate that falls with the step; defined also for step 0."""
    return 0.5 / (2 + step)


def truth(
    source: Tensor,
    target: Tensor,
    batches: list[Batch],
    pad_id: int,
    rates_shown: list[float],
    groups: int = 1,
    stops: tuple[str, int] = NOWHERE,
) -> dict[str, Any]:
    """Gradient descent with momentum, up to the step at which it is stopped."""
    where, when = stops
    steps = min(len(batches), when - 1) if when else len(batches)
    rates = [rate_of(step) for step in range(1, steps + 1)]
    tables, losses = descend((source, target), batches, rates, pad_id)
    failed = where.partition(", ")[2]
    return {
        MODES: "training" if steps else "",
        "what came out of your function as an error": failed or "nothing",
        "what you return": kind_of(None if failed else losses),
        "number of updates": steps,
        "learning rates at each update": [rate for rate in rates for _ in range(groups)],
        "batches": "taken one by one",
        "your losses": [] if failed else losses,
        "model.source": tables[0],
        "model.target": tables[1],
    }


def smoothed(
    value: dict[str, Any],
    source: Tensor,
    target: Tensor,
    batches: list[Batch],
    pad_id: int,
    rates_shown: list[float],
    label_smoothing: float,
) -> Finding | None:
    """The first loss uses label smoothing."""
    losses = value["your losses"]
    first = losses[0] if losses else None
    return verify_smoothing(first, (source, target), batches[0], pad_id, label_smoothing)


def trials(inputs: Inputs) -> list[Trial]:
    """The smallest first. Source and target use different ids, so that mixing them up shows."""
    first = ([[3, 4, 2], [5, 2, 0]], [[1, 4, 3, 2], [1, 5, 2, 0]])
    second = ([[5, 5, 2]], [[1, 3, 4, 2]])
    third = ([[4, 3, 3, 2]], [[1, 5, 2, 0]])
    other_pad = ([[3, 0, 2], [5, 2, 4]], [[1, 0, 5, 2], [1, 3, 2, 4]])

    def trial(
        name: str,
        *rows: tuple[Any, Any],
        pad: int = 0,
        criterion: str = "values",
        verify: Any = None,
        **options: Any,
    ) -> Trial:
        tables = [inputs.integers_as_float(6, 6) for _ in range(2)]
        batches = [tuple(map(torch.tensor, pair)) for pair in rows]
        rates = [rate_of(1 + i) for i in range(max(2, len(batches)))]
        return Trial(
            name,
            (*tables, batches, pad, rates),
            options,
            train,
            verify=verify,
            count=with_modes,
            criterion=criterion,
            tolerance=(1e-3, 1e-5),
            shown=("model.source", "model.target", "batches", "pad_id", "rate(1), rate(2), ..."),
        )

    def stopped(name: str, place: str, step: int) -> Trial:
        return trial(name, first, second, third, criterion="stopped", stops=(place, step))

    return [
        trial("1 batch", second),
        trial("3 batches", first, second, third),
        trial("an optimizer with 2 parameter groups", first, second, third, groups=2),
        trial("no batch"),
        trial("pad id 4, where 0 is a word", other_pad, first, pad=4),
        stopped("stopped while the model computes", "model", 2),
        stopped("stopped while a batch is made", "batches", 3),
        stopped("RuntimeError in the model", "model, RuntimeError", 2),
        trial(
            "label_smoothing=0.2",
            *(first, second),
            criterion="smoothing",
            verify=smoothed,
            label_smoothing=0.2,
        ),
    ]


exercise = Exercise(
    trials,
    call="train_model(model, batches, optimizer, rate, pad_id, label_smoothing)",
    truth=truth,
    criteria={
        "stopped": "keeps the losses at the stop button, and hides no other error",
        "smoothing": "passes label_smoothing on",
    },
    version=5,
)
