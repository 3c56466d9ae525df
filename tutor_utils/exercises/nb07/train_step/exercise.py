"""One step of training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Trial
from ....engine.inputs import Inputs

HINTS = (
    "Five things happen in one step. Which of them must come first, and which last?",
    "Shift the target. Then forget the old gradients, compute logits and loss, go backward, "
    "update.",
    "The calls are `optimizer.zero_grad()`, `model(src, decoder_input)`, `sequence_loss(...)`, "
    "`loss.backward()` and `optimizer.step()`.",
)
Rows = list[list[int]]
RATE, MOMENTUM = 0.5, 0.25  # with momentum two updates differ from one by a doubled gradient
LEFT_OVER = 3.0  # gradients of an earlier step


def mode(model: nn.Module) -> str:
    """Of all its parts, in words."""
    words = {True: "training", False: "evaluation"}
    whole = words[model.training]
    apart = any(part.training != model.training for part in model.modules())
    return f"{whole}, and a part in {words[not model.training]}" if apart else whole


class Small(nn.Module):
    """A model with the contract's call: logits = gain · (target[tgt] + mean of source[src])."""

    def __init__(self, source: Tensor, target: Tensor, gain: float) -> None:
        super().__init__()
        self.source, self.target = nn.Parameter(source.clone()), nn.Parameter(target.clone())
        self.gain = gain
        self.modes: list[str] = []
        self.read = 0

    @torch.no_grad()
    def begin_anew(self, source: Tensor, target: Tensor) -> Small:
        """The same model with these tables, and no record."""
        self.source.copy_(source)
        self.target.copy_(target)
        self.modes.clear()
        return self

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        """(B, L_s), (B, L) -> (B, L, V)."""
        self.modes.append(mode(self))
        self.read = tgt.shape[1]
        logits = self.target[tgt] + self.source[src].mean(1, keepdim=True)
        return logits @ (self.gain * torch.eye(len(self.target)).to(logits))  # seen by autocast


def in_groups(model: nn.Module, groups: int) -> list[Any]:
    """Its parameters for an optimizer: one group of all, or one of each."""
    parameters = list(model.parameters())
    return parameters if groups == 1 else [{"params": p} for p in parameters]


def two_calls(
    answer: Callable[..., Any],
    source: Tensor,
    target: Tensor,
    src: Tensor,
    tgt: Tensor,
    pad_id: int,
    gain: float = 1.0,
    train: bool = True,
    used: bool = False,
    groups: int = 1,
    **options: float,
) -> dict[str, Any]:
    """Train twice on one batch; what came back, and where the parameters are then.

    A model that was used has trained before: on another batch, in its other mode, with an optimizer
    and with options of that call. Then its first numbers were put back.
    """
    model = Small(source, target, gain).train(train)
    if used:
        model.train(not train)
        earlier = torch.optim.SGD(model.parameters(), lr=3 * RATE)
        answer(model, src.flip(1), tgt.flip(1), earlier, pad_id + 1, label_smoothing=0.1)
        model.begin_anew(source, target).train(train)
    optimizer = torch.optim.SGD(in_groups(model, groups), lr=RATE, momentum=MOMENTUM)
    for parameter in model.parameters():
        parameter.grad = torch.full_like(parameter, LEFT_OVER)
    batches = [(src, tgt), (src.clone(), tgt.clone())]  # a change in place shows as just that
    losses = [answer(model, *batch, optimizer, pad_id, **options) for batch in batches]
    graph = isinstance(losses[0], Tensor) and losses[0].requires_grad
    losses = [float(loss) if isinstance(loss, float) else loss for loss in losses]  # NumPy's too
    kind = type(losses[0]).__name__
    return {
        "type of the result": f"{kind} with its graph" if graph else kind,
        "mode of the model in your calls": " and ".join(sorted(set(model.modes))),
        "mode of the model after them": mode(model),
        "tokens of a target row that the model reads": model.read,
        "loss of the first call": losses[0],
        "loss of the second call": losses[1],
        "model.source after two calls": model.source,
        "model.target after two calls": model.target,
    }


def descend(
    tables: Sequence[Tensor],
    batches: Sequence[tuple[Tensor, Tensor]],
    rates: Sequence[float],
    pad_id: int,
    gain: float = 1.0,
    label_smoothing: float = 0.0,
) -> tuple[list[Tensor], list[float]]:
    """``Small``'s two tables after a step for each rate, and the losses: momentum written out."""
    tables = [table.clone().requires_grad_() for table in tables]
    speeds, losses = [torch.zeros_like(table) for table in tables], []
    for (src, tgt), rate in zip(batches, rates, strict=False):
        with torch.enable_grad():
            logits = gain * (tables[1][tgt[:, :-1]] + tables[0][src].mean(1, keepdim=True))
            log_p = logits - logits.logsumexp(-1, keepdim=True)
            right = log_p.gather(-1, tgt[:, 1:, None])[..., 0]
            each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
            loss = each[tgt[:, 1:] != pad_id].mean()
            gradients = torch.autograd.grad(loss, tables)
        losses.append(loss.item())
        speeds = [MOMENTUM * s + g for s, g in zip(speeds, gradients, strict=True)]
        for table, speed in zip(tables, speeds, strict=True):
            table.data -= rate * speed
    return [table.detach() for table in tables], losses


def truth(
    source: Tensor,
    target: Tensor,
    src: Tensor,
    tgt: Tensor,
    pad_id: int,
    gain: float = 1.0,
    train: bool = True,
    used: bool = False,
    groups: int = 1,
    label_smoothing: float = 0.0,
) -> dict[str, Any]:
    """Two steps."""
    batches, rates = [(src, tgt)] * 2, [RATE] * 2
    tables, losses = descend((source, target), batches, rates, pad_id, gain, label_smoothing)
    return {
        "type of the result": "float",
        "mode of the model in your calls": "training" if train else "evaluation",
        "mode of the model after them": "training" if train else "evaluation",
        "tokens of a target row that the model reads": tgt.shape[1] - 1,
        "loss of the first call": losses[0],
        "loss of the second call": losses[1],
        "model.source after two calls": tables[0],
        "model.target after two calls": tables[1],
    }


def trials(inputs: Inputs) -> list[Trial]:
    """The smallest first. The labels are not the source: they have words of their own."""

    def trial(name: str, rows: tuple[Rows, Rows], pad: int = 0, **options: Any) -> Trial:
        tables = [inputs.integers_as_float(6, 6) for _ in range(2)]
        if "gain" in options:  # nothing is sure yet, so that every gradient is steep
            tables = [table.double() / 50 for table in tables]  # float32 would lose digits here
        args = (*tables, *map(torch.tensor, rows), pad)
        shown = ("model.source", "model.target", "src", "tgt", "pad_id")
        tolerance = (1e-6, 1e-8) if "gain" in options else (2e-4, 2e-6)
        return Trial(name, args, options, two_calls, tolerance=tolerance, shown=shown)

    padded = ([[3, 4, 2], [5, 2, 0]], [[1, 3, 4, 2], [1, 5, 2, 0]])
    other_labels = ([[3, 4, 2, 0], [5, 3, 4, 2]], [[1, 4, 5, 2], [1, 4, 2, 0]])
    other_pad = ([[3, 0, 2], [5, 2, 4]], [[1, 0, 5, 2], [1, 3, 2, 4]])
    return [
        trial("1 row", ([[3, 4, 2]], [[1, 3, 4, 2]])),
        trial("2 rows, one padded", padded),
        trial("labels that are not the source", other_labels),
        trial("pad id 4, where 0 is a word", other_pad, 4),
        trial("label_smoothing=0.2", padded, label_smoothing=0.2),
        trial("a model in evaluation mode", padded, train=False),
        trial(
            "a model in evaluation mode, pad id 4, label_smoothing=0.3",
            *(other_pad, 4),
            train=False,
            label_smoothing=0.3,
        ),
        trial("an optimizer with 2 parameter groups", padded, groups=2),
        trial("a model that was trained before, otherwise", other_labels, used=True),
        trial("a model with steep gradients", padded, gain=40.0),
    ]


exercise = Exercise(
    trials,
    call="train_step(model, src, tgt, optimizer, pad_id, label_smoothing)",
    hints=HINTS,
    truth=truth,
    points=2,
    version=5,
    unless={
        "gradients-off": "it trains, which needs gradients",
        **dict.fromkeys(
            ("again", "sliced"), "each call trains the model on; every trial calls it twice"
        ),
        **dict.fromkeys(
            ("float64", "half", "gradient"), "it returns a number, and the model is the caller's"
        ),
    },
)
