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
    """A sentence on the strongest weights, e.g. ``'play' looks most at 'game' (0.41)``.

    Pads are left out: if queries and keys are the same tokens, these are the queries whose own key
    is blocked for all. Equal sentences of two tokens appear once.

    Args:
        weights: (L_q, L_k).
        queries, keys: L_q and L_k labels.
        count: the most queries to name.
        allowed: bool (L_q, L_k), True = may attend; None without a mask.
    """
    decided = weights.max(-1)
    pads: np.ndarray = np.zeros(len(weights), bool)
    if allowed is not None:  # rows with at most one open key come last
        decided = np.where(allowed.sum(-1) > 1, decided, -1)
        if weights.shape[0] == weights.shape[1] and allowed.any():
            pads = np.array(~allowed.any(0))
    sentences: dict[str, int] = {}  # sentence -> the first row that it is true of
    for row in np.argsort(-decided, kind="stable"):
        if pads[row]:
            continue
        column = int(weights[row].argmax())
        weight, query = weights[row, column], shorten(queries[row])
        where = f"most at '{shorten(keys[column])}' ({weight:.2f})" if weight else "at nothing"
        sentences.setdefault(f"'{query}' looks {where}", row)
        if len(sentences) == count:
            break
    return ", ".join(sorted(sentences, key=lambda words: sentences[words]))


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
