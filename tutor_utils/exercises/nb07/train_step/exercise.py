"""One step of training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.compare import close
from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial
from ....noted import Note, note
from ..sequence_loss.exercise import SHARERS
from ..sequence_loss.exercise import truth as loss_of

Rows = list[list[int]]
RATE, MOMENTUM = 0.5, 0.25  # with momentum two updates differ from one by a doubled gradient
MODES = "mode of the model in your calls"
LEFT_OVER = 3.0  # gradients before the step, which must not count
GAIN = 10.0  # factor of the logits: gradients are so large that clipping would show
TOLERANCE = (1e-3, 1e-5)


def mode(model: nn.Module) -> str:
    """The module's mode, in words."""
    return "training" if model.training else "evaluation"


def logits_of(source: Tensor, target: Tensor, src: Tensor, tgt: Tensor) -> Tensor:
    """(B, L_s), (B, L) -> (B, L, V): GAIN · (target[tgt] + mean of source[src])."""
    return GAIN * (target[tgt] + source[src].mean(1, keepdim=True))


class Small(nn.Module):
    """``forward(src (B, L_s), tgt (B, L)) -> logits (B, L, V)``, made of two tables."""

    def __init__(self, source: Tensor, target: Tensor) -> None:
        super().__init__()
        self.source, self.target = nn.Parameter(source.clone()), nn.Parameter(target.clone())

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        note(mode(self))
        return logits_of(self.source, self.target, src, tgt)


def two_calls(
    answer: Callable[..., Any],
    source: Tensor,
    target: Tensor,
    src: Tensor,
    tgt: Tensor,
    pad_id: int,
    **options: float,
) -> dict[str, Any]:
    """Probe: two steps on one batch; the losses, the parameters and the modes."""
    model = Small(source, target)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE, momentum=MOMENTUM)
    for parameter in model.parameters():
        parameter.grad = torch.full_like(parameter, LEFT_OVER)
    batches = [(src, tgt), (src.clone(), tgt.clone())]  # changes in place have a check of their own
    losses = [answer(model, *batch, optimizer, pad_id, **options) for batch in batches]
    graph = isinstance(losses[0], Tensor) and losses[0].requires_grad
    losses = [float(loss) if isinstance(loss, float) else loss for loss in losses]  # NumPy's too
    kind = type(losses[0]).__name__
    return {
        "type of the result": f"{kind} with its graph" if graph else kind,
        "mode of the model after them": mode(model),
        "loss of the first call": losses[0],
        "loss of the second call": losses[1],
        "model.source after two calls": model.source,
        "model.target after two calls": model.target,
    }


def with_modes(value: dict[str, Any], notes: Sequence[Note], *_: Any, **__: Any) -> dict[str, Any]:
    """What came back, and the modes in which the model was called, which were noted."""
    return {MODES: " and ".join(sorted({str(mode) for (mode,) in notes})), **value}


def descend(
    tables: Sequence[Tensor],
    batches: Sequence[tuple[Tensor, Tensor]],
    rates: Sequence[float],
    pad_id: int,
) -> tuple[list[Tensor], list[float]]:
    """``Small``'s tables after one step for each rate, and the losses: SGD with momentum."""
    tables = [table.clone().requires_grad_() for table in tables]
    speeds, losses = [torch.zeros_like(table) for table in tables], []
    for (src, tgt), rate in zip(batches, rates, strict=False):
        with torch.enable_grad():
            logits = logits_of(tables[0], tables[1], src, tgt[:, :-1])
            log_p = logits - logits.logsumexp(-1, keepdim=True)
            right = log_p.gather(-1, tgt[:, 1:, None])[..., 0]
            loss = -right[tgt[:, 1:] != pad_id].mean()
            gradients = torch.autograd.grad(loss, tables)
        losses.append(loss.item())
        speeds = [MOMENTUM * s + g for s, g in zip(speeds, gradients, strict=True)]
        for table, speed in zip(tables, speeds, strict=True):
            table.data -= rate * speed
    return [table.detach() for table in tables], losses


def truth(source: Tensor, target: Tensor, src: Tensor, tgt: Tensor, pad_id: int) -> dict[str, Any]:
    """The losses and tables after two steps."""
    tables, losses = descend((source, target), [(src, tgt)] * 2, [RATE] * 2, pad_id)
    return {
        MODES: "training",
        "type of the result": "float",
        "mode of the model after them": "training",
        "loss of the first call": losses[0],
        "loss of the second call": losses[1],
        "model.source after two calls": tables[0],
        "model.target after two calls": tables[1],
    }


def verify_smoothing(
    loss: object, tables: Sequence[Tensor], batch: tuple[Tensor, Tensor], pad_id: int, share: float
) -> Finding | None:
    """The loss fits a reading of label smoothing: ``sequence_loss`` is the learner's own."""
    src, tgt = batch
    logits, labels = logits_of(tables[0], tables[1], src, tgt[:, :-1]), tgt[:, 1:]
    wanted = [loss_of(logits, labels, pad_id, share, s)["loss"].item() for s in SHARERS]
    if any(close(loss, one, TOLERANCE) for one in wanted):
        return None
    yours = f"{loss:.4f}" if isinstance(loss, float) else "no number"
    return Finding(
        f"With label_smoothing={share}, the first loss: expected {wanted[0]:.4f}, yours {yours}.",
        "Without smoothing yours is right, and with it not.",
        "Follow `label_smoothing` from the `def` line to `sequence_loss`.",
    )


def smoothed(
    value: dict[str, Any],
    source: Tensor,
    target: Tensor,
    src: Tensor,
    tgt: Tensor,
    pad_id: int,
    label_smoothing: float,
) -> Finding | None:
    """The first loss uses label smoothing."""
    loss = value["loss of the first call"]
    return verify_smoothing(loss, (source, target), (src, tgt), pad_id, label_smoothing)


SHOWN = ("model.source", "model.target", "src", "tgt", "pad_id")


def trials(inputs: Inputs) -> list[Trial]:
    """The smallest first. Source and target use different ids, so that mixing them up shows."""

    def trial(name: str, rows: tuple[Rows, Rows], pad: int = 0, **options: Any) -> Trial:
        tables = [inputs.integers_as_float(6, 6) for _ in range(2)]
        args = (*tables, *map(torch.tensor, rows), pad)
        how: dict[str, Any] = {"verify": smoothed, "criterion": "smoothing"} if options else {}
        how |= {"tolerance": TOLERANCE, "shown": SHOWN, "count": with_modes}
        return Trial(name, args, options, two_calls, **how)

    padded = ([[3, 4, 2], [5, 2, 0]], [[1, 3, 4, 2], [1, 5, 2, 0]])
    other_labels = ([[3, 4, 2, 0], [5, 3, 4, 2]], [[1, 4, 5, 2], [1, 4, 2, 0]])
    other_pad = ([[3, 0, 2], [5, 2, 4]], [[1, 0, 5, 2], [1, 3, 2, 4]])
    return [
        trial("1 row", ([[3, 4, 2]], [[1, 3, 4, 2]])),
        trial("2 rows, one padded", padded),
        trial("labels that are not the source", other_labels),
        trial("pad id 4, where 0 is a word", other_pad, 4),
        trial("label_smoothing=0.2", padded, label_smoothing=0.2),
        trial("label_smoothing=0.3, pad id 4", other_pad, 4, label_smoothing=0.3),
    ]


def small(inputs: Inputs, B: int, L: int) -> Trial:
    """Rows without pads, with different ids in source and target."""
    tables = [inputs.integers_as_float(6, 6) for _ in range(2)]
    tgt = torch.cat([torch.ones(B, 1, dtype=torch.long), inputs.integers(3, 6, B, L)], dim=1)
    args = (*tables, inputs.integers(3, 6, B, L), tgt, 0)
    return Trial("", args, {}, two_calls, tolerance=TOLERANCE, shown=SHOWN, count=with_modes)


exercise = Exercise(
    trials,
    call="train_step(model, src, tgt, optimizer, pad_id, label_smoothing)",
    truth=truth,
    criteria={"smoothing": "passes label_smoothing on"},
    version=6,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2)}, small),
    unless={
        **dict.fromkeys(
            ("again", "sliced"), "each call trains the model on; every trial calls it twice"
        ),
        **dict.fromkeys(
            ("float64", "half", "gradient"), "it returns a number, and the model is the caller's"
        ),
    },
)
