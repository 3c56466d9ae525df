"""Softmax over the allowed places."""

from __future__ import annotations

import numpy as np


def softmax(scores: np.ndarray, allowed: np.ndarray | None = None) -> np.ndarray:
    """Softmax over the keys, the last axis, where they are allowed; zeros where none is.

    Args:
        scores: any shape.
        allowed: bool, broadcastable to it, True = may attend; None allows all.
    """
    kept = scores if allowed is None else np.where(allowed, scores, -np.inf)
    top = kept.max(-1, keepdims=True)
    powers = np.exp(kept - np.where(np.isfinite(top), top, 0))
    total = powers.sum(-1, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)
