"""The mask painter: open and block cells, and see the mask's shape, code and weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import arrays
from ..attention_maps import Labels, attention
from ..image import Picture
from .page import Viewer, bits, packed

_MOST = 16  # rows or columns: more cells are too small to paint


class MaskPainter(Viewer):
    """Paint a mask by mouse or keyboard, and see its name, its code and its weights.

    It is a script in the page and needs no kernel once its cell has run. Where no script runs, the
    weights under the first mask are shown.

    Args:
        scores: (L_q, L_k), finite, before the mask and the softmax.
        queries: L_q labels of the rows.
        keys: L_k labels of the columns; "<pad>" is a pad.
        mask: the mask to begin with, bool, broadcastable to (L_q, L_k); all open if left out.

    Raises:
        ValueError: scores of another rank or longer than 16, or an argument that does not fit.
    """

    script = "painter"

    def __init__(
        self,
        scores: Any,
        *,
        queries: Labels = None,
        keys: Labels = None,
        mask: Any = None,
    ) -> None:
        self.scores = arrays.finite(arrays.of_rank(scores, "scores", 2, "(L_q, L_k)"), "scores")
        rows, columns = self.scores.shape
        if max(rows, columns) > _MOST:
            raise ValueError(
                f"scores must have at most {_MOST} rows and columns to be painted by hand; "
                f"its shape is {self.scores.shape}."
            )
        self.queries = arrays.labels(queries, rows, "queries")
        self.keys = arrays.labels(keys, columns, "keys")
        self.mask = arrays.spread_mask(np.array(True) if mask is None else mask, (rows, columns))

    def picture(self) -> Picture:
        """The weights under the first mask."""
        return attention(
            arrays.softmax(self.scores, self.mask),
            queries=self.queries,
            keys=self.keys,
            mask=self.mask,
            title="The weights under this mask",
        )

    def data(self) -> dict[str, Any]:
        """The data that the page needs."""
        return {
            "scores": packed(self.scores),
            "queries": self.queries,
            "keys": self.keys,
            "mask": bits(self.mask),
        }
