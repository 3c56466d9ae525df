"""Cross-entropy over all tokens that are not padding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ....engine.compare import close
from ....engine.exercise import Exercise, Finding, Inputs, Remark, SizeGrid, Trial

TOLERANCE = (1e-4, 1e-5)
# The paper leaves open which tokens share what the right one gives away.
SHARERS = ("all tokens", "all but the label", "all but the label and the pad")


def loss_and_graph(
    answer: Callable[..., Any], logits: Tensor, labels: Tensor, pad_id: int, **options: float
) -> dict[str, Any]:
    """Probe: the loss, and whether it has a graph."""
    loss = answer(logits.clone().requires_grad_(), labels, pad_id, **options)
    kind = f"a {type(loss).__name__}"
    if isinstance(loss, int | float):
        loss = torch.tensor(loss, dtype=logits.dtype)
    graph = isinstance(loss, Tensor) and loss.requires_grad
    return {"the result": f"{kind} with its gradient" if graph else kind, "loss": loss}


def truth(
    logits: Tensor,
    labels: Tensor,
    pad_id: int,
    label_smoothing: float = 0.0,
    sharers: str = SHARERS[0],
) -> dict[str, Any]:
    """Token by token: -Σ q·ln p, where q is the smoothed target distribution."""
    log_p = logits.double().log_softmax(-1)
    losses = []
    for b, t in (labels != pad_id).nonzero().tolist():
        label = int(labels[b, t])
        left_out = {SHARERS[1]: [label], SHARERS[2]: [label, pad_id]}.get(sharers, [])
        q = torch.ones_like(log_p[b, t])
        q[left_out] = 0.0
        q *= label_smoothing / q.sum()
        q[label] += 1 - label_smoothing
        losses.append(-(q * log_p[b, t]).sum())
    return {
        "the result": "a Tensor with its gradient",
        "loss": torch.stack(losses).mean().to(logits.dtype),
    }


def smoothed(value: dict[str, Any], *args: Any, label_smoothing: float) -> Finding | None:
    """The loss fits one of the three readings of label smoothing."""
    logits, labels, pad_id = args
    every = [truth(logits, labels, pad_id, label_smoothing, sharers) for sharers in SHARERS]
    if any(close(value, wanted, TOLERANCE) for wanted in every):
        return None
    got, wanted = value["loss"], every[0]["loss"]
    one_number = isinstance(got, Tensor) and got.dim() == 0
    numbers = f"the loss is {got.item():.4f}; expected {wanted.item():.4f}" if one_number else ""
    return Finding(
        f"With label_smoothing={label_smoothing} {numbers or 'the loss is not one number'}.",
        "With smoothing the loss is -Σ q·ln p: q is 1 - label_smoothing for the label, and the "
        "tokens share the rest evenly. With label_smoothing=0 yours agrees, and here it does not.",
        "Take one label and three tokens. Write down q for each token, then the sum.",
        pair=(wanted, got) if one_number else None,
    )


def trials(inputs: Inputs) -> list[Trial]:
    """The smallest first; then pads at the end, and another pad id."""

    def trial(
        name: str, logits: Tensor, rows: list | Tensor, pad: int = 0, criterion: str = "values"
    ) -> Trial:
        args = (logits, torch.as_tensor(rows), pad)
        return Trial(name, args, probe=loss_and_graph, tolerance=TOLERANCE, criterion=criterion)

    wide = inputs.normal(2, 3, 5)
    more = torch.cat([wide, inputs.normal(2, 4, 5)], 1)
    one_sure = torch.tensor([[[0.0, 200.0, 0.0, 0.0], [1.0, 0.0, 2.0, 0.0]]])
    shifted = torch.tensor([[1, 3, 4, 2], [1, 5, 2, 0]])[:, 1:]
    return [
        trial("1 row of 2 labels", inputs.normal(1, 2, 3, scale=2), [[1, 2]]),
        trial("2 rows, one padded", wide, [[3, 4, 2], [4, 0, 0]]),
        trial("the same rows, padded more", more, [[3, 4, 2, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0, 0]]),
        trial(
            "pad id 3, where 0 is a word", inputs.normal(2, 4, 6), [[0, 5, 2, 3], [0, 3, 3, 3]], 3
        ),
        trial("labels as shift_target gives them: not contiguous", inputs.normal(2, 3, 6), shifted),
        trial("sure of the wrong token", 30.0 * torch.eye(4)[None, [3, 1]], [[1, 2]]),
        _smoothing(inputs, 0.1, pad=0),
        _smoothing(inputs, 0.25, pad=4),
        trial("sure", one_sure, [[1, 2]], criterion="sure"),
        trial("sure", 200.0 * torch.eye(4)[None, [3, 1]], [[1, 2]], criterion="sure"),
    ]


def _smoothing(inputs: Inputs, share: float, pad: int) -> Trial:
    """Logits that favour the right token, so that the smoothing of the others shows in the loss."""
    labels = _words(inputs, pad, 7, 3, 6)
    labels[0, 4:] = pad
    logits = inputs.normal(3, 6, 7) + 3 * torch.nn.functional.one_hot(labels, 7)
    return Trial(
        f"label_smoothing={share}, pad id {pad}",
        (logits, labels, pad),
        {"label_smoothing": share},
        loss_and_graph,
        verify=smoothed,
        criterion="smoothing",
    )


def _words(inputs: Inputs, pad: int, vocab: int, *shape: int) -> Tensor:
    """Random labels without a pad: no text has one between two words."""
    labels = inputs.integers(0, vocab - 1, *shape)
    return labels + (labels >= pad).long()


def small(inputs: Inputs, B: int, L: int, V: int, pad_id: int) -> Trial:
    """Whole numbers; the first row ends with a pad where it is long enough."""
    labels = _words(inputs, pad_id, V, B, L)
    labels[0, max(1, L - 1) :] = pad_id
    args = (inputs.integers_as_float(B, L, V), labels, pad_id)
    return Trial("", args, probe=loss_and_graph, tolerance=TOLERANCE)


exercise = Exercise(
    trials,
    call="sequence_loss(logits, labels, pad_id, label_smoothing)",
    truth=truth,
    criteria={"smoothing": "smooths the labels as label_smoothing says"},
    remarks={
        "sure": Remark(
            "Where a model is very sure, the softmax of another token is rounded to 0, and its "
            "logarithm is infinite.",
            "sequence_loss(torch.tensor([[[0.0, 200.0]]]), torch.tensor([[0]]), pad_id=1)",
            "log_p = logits.log_softmax(dim=-1)",
        )
    },
    version=3,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "V": (3, 4), "pad_id": (0, 1)}, small),
)
