"""Softmax over the allowed places."""

from __future__ import annotations

import numpy as np


def softmax(scores: np.ndarray, allowed: np.ndarray | None = None, axis: int = -1) -> np.ndarray:
    """Softmax along an axis over the places that are allowed; zeros where there are none.

    Args:
        scores: any shape.
        allowed: bool, broadcastable to it, True = may attend; None allows all.
        axis: -1 for the keys.
    """
    kept = scores if allowed is None else np.where(allowed, scores, -np.inf)
    top = kept.max(axis, keepdims=True)
    powers = np.exp(kept - np.where(np.isfinite(top), top, 0))
    total = powers.sum(axis, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)
