"""The data of one attention module in one forward pass, as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Kind -> who reads whom.
KINDS = {
    "self": "self-attention: the sequence reads itself",
    "encoder": "encoder: the source reads itself",
    "decoder": "decoder: the target reads itself",
    "cross": "cross-attention: the target reads the source",
}


@dataclass(frozen=True)
class Attention:
    """One attention of one forward pass.

    Attributes:
        kind: a key of ``KINDS``.
        weights: (B, h, L_q, L_k), each row a softmax over the keys.
        allowed: bool, the same shape, True = may attend; None where there is no mask.
        q, k: (B, h, L_q, d_k), (B, h, L_k, d_k), of which these are the weights; None if unknown.
        v: (B, h, L_k, d_v), or None if unknown.
    """

    kind: str
    weights: np.ndarray
    allowed: np.ndarray | None = None
    q: np.ndarray | None = None
    k: np.ndarray | None = None
    v: np.ndarray | None = None
