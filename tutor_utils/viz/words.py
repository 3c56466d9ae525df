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

    Args:
        weights: (L_q, L_k).
        queries, keys: L_q and L_k labels.
        count: how many queries are named.
        allowed: bool (L_q, L_k), True = may attend; None without a mask.
    """
    decided = weights.max(-1)
    if allowed is not None:  # with one key open, or none, there is nothing to decide
        decided = np.where(allowed.sum(-1) > 1, decided, -1)
    rows = np.argsort(-decided, kind="stable")[:count]
    parts = []
    for row in sorted(rows):
        column = int(weights[row].argmax())
        weight = weights[row, column]
        query = shorten(queries[row])
        if weight == 0:
            parts.append(f"'{query}' looks at nothing")
        else:
            parts.append(f"'{query}' looks most at '{shorten(keys[column])}' ({weight:.2f})")
    return ", ".join(parts)


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
