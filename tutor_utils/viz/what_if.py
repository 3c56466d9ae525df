"""Recompute attention weights with one step left out or done wrongly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .recording import Attention
from .softmax import softmax

AXES = ("keys", "queries")


@dataclass(frozen=True)
class WhatIf:
    """How the weights are computed; the defaults are the right way (paper, section 3.2.1).

    Args:
        temperature: scores are divided by it; below 1 sharpens, above 1 flattens.
        scaled: divide the scores by √d_k.
        masked: block what the mask blocks.
        axis: what the softmax runs over, "keys" or "queries" (a mistake).

    Raises:
        ValueError: a temperature that is not above 0, or an axis of another name.
    """

    temperature: float = 1.0
    scaled: bool = True
    masked: bool = True
    axis: str = "keys"

    def __post_init__(self) -> None:
        if not (np.isfinite(self.temperature) and self.temperature > 0):
            raise ValueError(f"temperature={self.temperature!r} must be a number above 0.")
        if self.axis not in AXES:
            raise ValueError(f"axis={self.axis!r} must be one of {AXES}.")

    @property
    def changes(self) -> bool:
        """Whether anything differs from the right way."""
        return self != WhatIf()

    @property
    def needs_scores(self) -> bool:
        """Whether it needs q and k, since the weights alone are not enough."""
        return not (self.scaled and self.masked and self.axis == "keys")

    @property
    def kind(self) -> str:
        """The name without the temperature's number, as it stands over a picture."""
        parts = [] if self.scaled else ["no √d_k"]
        parts += [] if self.masked else ["no mask"]
        parts += [] if self.axis == "keys" else ["softmax over the queries"]
        parts += [] if self.temperature == 1 else ["temperature"]
        return ", ".join(parts)

    @property
    def name(self) -> str:
        """What is done differently, in a few words; "" if nothing is."""
        return self.kind + ("" if self.temperature == 1 else f" {self.temperature:g}")


def weights_if(attention: Attention, what_if: WhatIf) -> np.ndarray:
    """The weights (B, h, L_q, L_k) as computed under ``what_if``.

    Raises:
        ValueError: it takes q and k, and this attention was recorded without them.
    """
    if not what_if.changes:
        return attention.weights
    if attention.q is None or attention.k is None:
        if what_if.needs_scores:
            raise ValueError(
                f"what_if={what_if.name!r} needs the queries and keys behind the weights, and "
                "no two projections of this module give its weights as softmax(q·k / √d_k)."
            )
        # log of a softmax is its scores, up to a constant in each row, which softmax drops
        with np.errstate(divide="ignore"):
            scores = np.log(attention.weights)
        return softmax(scores / what_if.temperature, attention.weights > 0)
    root = attention.q.shape[-1] ** 0.5 if what_if.scaled else 1.0
    scores = attention.q @ attention.k.swapaxes(-2, -1) / root  # (B, h, L_q, L_k)
    allowed = attention.allowed if what_if.masked else None
    axis = -1 if what_if.axis == "keys" else -2
    return softmax(scores / what_if.temperature, allowed, axis)


def describe_change(
    attention: Attention,
    changed: np.ndarray,
    what_if: WhatIf,
    queries: list[str],
    at: tuple[int, slice],
) -> str:
    """What the change does to one example and its heads, in plain sentences.

    Args:
        attention: as it was recorded.
        changed: (B, h, L_q, L_k), from `weights_if`.
        what_if: what `weights_if` was given.
        queries: L_q labels.
        at: the example and the slice of heads: an index into the first two axes.
    """
    before, after = attention.weights[at], changed[at]  # (h, L_q, L_k)
    sentences = []
    top = [np.mean(weights.max(-1)) for weights in (before, after)]
    sentences.append(
        f"On average, a query gives {top[1]:.2f} of its attention to its strongest key; "
        f"before: {top[0]:.2f}."
    )
    if attention.allowed is not None:
        stray = np.where(attention.allowed[at], 0, after).sum(-1).mean()
        if stray > 0.005:
            sentences.append(
                f"{stray:.0%} of the attention goes to keys that the mask would block."
            )
    sums = after.sum(-1)
    wrong = np.argwhere(np.abs(sums - 1) > 0.02)
    if what_if.axis == "queries" and len(wrong):
        where = tuple(wrong[np.abs(sums - 1)[tuple(wrong.T)].argmax()])
        sentences.append(
            f"The rows no longer sum to 1: '{queries[where[-1]]}' sums to {sums[where]:.2f}."
        )
    if attention.v is not None:
        right, moved = before @ attention.v[at], after @ attention.v[at]
        size = np.linalg.norm(right)
        if size > 0:
            change = np.linalg.norm(moved - right) / size
            sentences.append(f"The output changes by {change:.0%} of its own size.")
    return " ".join(sentences)
