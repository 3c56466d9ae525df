"""Sentences that describe a picture of attention."""

from __future__ import annotations

import numpy as np

from .arrays import shorten


def strongest(
    weights: np.ndarray,
    queries: list[str],
    keys: list[str],
    count: int = 3,
    allowed: np.ndarray | None = None,
) -> str:
    """Where the strongest weights are, e.g. ``'play' looks most at 'game' (0.41)``.

    Pads ask nothing: where queries and keys are the same tokens, a query whose own key is blocked
    for all is left out. Two tokens of which the same is to be said are named once.

    Args:
        weights: (L_q, L_k).
        queries, keys: L_q and L_k labels.
        count: how many queries are named.
        allowed: bool (L_q, L_k), True = may attend; None without a mask.
    """
    decided = weights.max(-1)
    pads: np.ndarray = np.zeros(len(weights), bool)
    if allowed is not None:  # with one key open, or none, there is nothing to decide
        decided = np.where(allowed.sum(-1) > 1, decided, -1)
        if weights.shape[0] == weights.shape[1] and allowed.any():
            pads = np.array(~allowed.any(0))
    said: dict[str, int] = {}  # in words -> the first row of which it is said
    for row in np.argsort(-decided, kind="stable"):
        if pads[row]:
            continue
        column = int(weights[row].argmax())
        weight, query = weights[row, column], shorten(queries[row])
        where = f"most at '{shorten(keys[column])}' ({weight:.2f})" if weight else "at nothing"
        said.setdefault(f"'{query}' looks {where}", row)
        if len(said) == count:
            break
    return ", ".join(sorted(said, key=lambda words: said[words]))


def blocked_count(allowed: np.ndarray | None) -> str:
    """How many cells a mask blocks, as a sentence after a space; "" without a mask."""
    if allowed is None:
        return ""
    return f" {(~allowed).sum()} of {allowed.size} cells are blocked."


def plural(count: int, noun: str) -> str:
    """``1 query``, ``2 queries``, ``1 head``, ``3 heads``."""
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun[:-1] + 'ies' if noun.endswith('y') and noun != 'key' else noun + 's'}"


def size(rows: int, columns: int) -> str:
    """``7 queries by 7 keys``."""
    return f"{plural(rows, 'query')} by {plural(columns, 'key')}"
