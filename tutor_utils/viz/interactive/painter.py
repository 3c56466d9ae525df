"""The mask painter: open and block cells, and see the shape, the code and the weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import arrays
from ..attention_maps import Labels, attention
from ..mask_code import mask_code
from ..softmax import softmax
from .blit_figure import BlitFigure
from .controls import CellGrid, Controls, Interactive, dropdown, row
from .static_output import MapPanel, StaticOutput

_CHOOSE = "choose a pattern"
_MOST = 16  # rows or columns that a hand can still paint


class MaskPainter(Interactive):
    """Paint a mask by mouse or keyboard. Below: what it is, how to build it, what it does.

    Args:
        scores: (L_q, L_k), finite, before the mask and the softmax.
        queries: L_q labels of the rows.
        keys: L_k labels of the columns; those equal to ``pad`` are pads.
        mask: the mask to begin with, bool, broadcastable to (L_q, L_k); all open if left out.
        pad: the label of a pad.

    Raises:
        ValueError: scores of another rank or longer than 16, or an argument that does not fit.
    """

    def __init__(
        self,
        scores: Any,
        *,
        queries: Labels = None,
        keys: Labels = None,
        mask: Any = None,
        pad: str = "<pad>",
    ) -> None:
        super().__init__()
        self.scores = arrays.finite(arrays.of_rank(scores, "scores", 2, "(L_q, L_k)"), "scores")
        rows, columns = self.scores.shape
        if max(rows, columns) > _MOST:
            raise ValueError(
                f"scores must have at most {_MOST} rows and columns to be painted by hand; "
                f"its shape is {self.scores.shape}."
            )
        self.queries = arrays.labels(queries, rows, "queries")
        self.keys = arrays.labels(keys, columns, "keys")
        self.pads = np.array([key == pad for key in self.keys])
        start = np.ones((rows, columns), bool)
        if mask is not None:
            start = np.array(arrays.spread_mask(mask, (rows, columns)))
        self.grid = CellGrid(
            label="Mask: queries down, keys across",
            rows=self.queries,
            columns=self.keys,
            cells=start.tolist(),
        )
        names = [_CHOOSE, *self._patterns()]
        self.start_from = dropdown("Start from", [(name, name) for name in names], _CHOOSE)
        self.controls = Controls([row(self.start_from), self.grid])
        self.start_from.observe(self._start, "value")
        self.grid.observe(self.redraw, "cells")

    @property
    def mask(self) -> np.ndarray:
        """What is painted now: bool (L_q, L_k), True = may attend."""
        return np.array(self.grid.cells, dtype=bool)

    def output(self) -> StaticOutput:
        """The weights under the painted mask, with its shape and its code."""
        allowed = self.mask
        code = mask_code(allowed, self.pads, self.queries)
        weights = softmax(self.scores, allowed)
        picture = attention(
            weights,
            queries=self.queries,
            keys=self.keys,
            mask=allowed,
            title="The weights under this mask",
        )
        figure = BlitFigure(picture)
        panel = MapPanel("weights", figure.places()[0], weights, ~allowed)
        return StaticOutput(
            figure.png([weights]),
            picture.alt,
            f"Shape {code.shape}. {code.words}",
            [panel],
            self.queries,
            self.keys,
            code=code.code,
            words_first=True,
        )

    def _patterns(self) -> dict[str, np.ndarray]:
        """Masks to begin with, by name."""
        rows, columns = self.scores.shape
        every, past = np.ones((rows, columns), bool), np.tri(rows, columns, dtype=bool)
        found = {"all open": every, "all blocked": ~every}
        if self.pads.any():
            found["pads hidden"] = every & ~self.pads
        if rows == columns:
            found["future hidden"] = past
            if self.pads.any():
                found["future and pads hidden"] = past & ~self.pads
        return found

    def _start(self, change: dict[str, Any]) -> None:
        if change["new"] != _CHOOSE:
            self.grid.cells = self._patterns()[change["new"]].tolist()
            self.start_from.value = _CHOOSE  # so that the same one can be chosen again
