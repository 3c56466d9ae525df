"""The mask painter: open and block cells, and see the mask's shape, code and weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import arrays
from ..attention_maps import Labels, attention
from ..mask_code import mask_code
from ..softmax import softmax
from .page import packed
from .stored import Stored, Viewer, tables

_MOST = 16  # rows or columns that a hand can still paint


class MaskPainter(Viewer):
    """Paint a mask by mouse or keyboard, and see what it is, how to build it and what it does.

    It lives in the page: it needs no kernel once its cell has run.

    Args:
        scores: (L_q, L_k), finite, before the mask and the softmax.
        queries: L_q labels of the rows.
        keys: L_k labels of the columns; "<pad>" is a pad.
        mask: the mask to begin with, bool, broadcastable to (L_q, L_k); all open if left out.

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
        self.pads = np.array([key == "<pad>" for key in self.keys])
        self.mask = np.ones((rows, columns), bool)
        if mask is not None:
            self.mask = np.array(arrays.spread_mask(mask, (rows, columns)))

    def stored(self) -> Stored:
        """The painter as a notebook stores it: the weights under its first mask."""
        code = mask_code(self.mask, self.pads, self.queries)
        weights = softmax(self.scores, self.mask)
        picture = attention(
            weights,
            queries=self.queries,
            keys=self.keys,
            mask=self.mask,
            title="The weights under this mask",
        )
        numbers = tables({"weights": weights}, self.queries, self.keys, self.mask)
        caption = f"Shape {code.shape}. {code.words}"
        return Stored("painter", self.data(), picture, caption, numbers, code.code)

    def data(self) -> dict[str, Any]:
        """The data that the page needs."""
        return {
            "scores": packed(self.scores),
            "queries": self.queries,
            "keys": self.keys,
            "mask": _signs(self.mask),
            "patterns": [{"name": name, "cells": _signs(m)} for name, m in self.patterns().items()],
            "known": [self._named(mask) for mask in self._known()],
        }

    def patterns(self) -> dict[str, np.ndarray]:
        """Masks to start from, by name."""
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

    def _known(self) -> list[np.ndarray]:
        """Every named mask that more than one row or column determines."""
        rows, columns = self.scores.shape
        found = [*self.patterns().values()]
        if self.pads.any():
            found.append(np.broadcast_to(self.pads, (rows, columns)))
        if rows == columns:
            past = np.tri(rows, dtype=bool)
            found += [np.tri(rows, k=-1, dtype=bool), past.T]
            found += [past & np.tri(rows, k=width - 1, dtype=bool).T for width in range(2, rows)]
            if self.pads.any():
                found.append(np.broadcast_to(~self.pads[:, None], (rows, columns)))
        return found

    def _named(self, mask: np.ndarray) -> dict[str, Any]:
        code = mask_code(mask, self.pads, self.queries)
        return {"cells": _signs(mask), "shape": code.shape, "code": code.code, "words": code.words}


def _signs(mask: np.ndarray) -> str:
    return "".join("01"[int(open_)] for open_ in mask.ravel())
