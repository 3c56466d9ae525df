"""From a painted mask to its smallest shape and the PyTorch code that builds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class MaskCode:
    """A mask's shape, code and name.

    Attributes:
        shape: the smallest shape that broadcasts to (B, h, L_q, L_k).
        code: Python that makes it; it may use ``torch``, ``ids`` (1, L_k) and ``pad_id``.
        words: what it does, and a warning where it is a known mistake.
    """

    shape: tuple[int, int, int, int]
    code: str
    words: str


def mask_code(allowed: np.ndarray, pads: np.ndarray, queries: Sequence[str]) -> MaskCode:
    """Name a mask (L_q, L_k), True = may attend.

    Args:
        allowed: bool (L_q, L_k).
        pads: bool (L_k,), which keys are pads.
        queries: L_q labels.
    """
    rows, columns = allowed.shape
    square = rows == columns
    causal = np.tri(rows, columns, dtype=bool)
    by_ids = "(ids != pad_id)[:, None, None, :]"
    tril = f"torch.ones(1, 1, {rows}, {columns}, dtype=torch.bool).tril()"
    alone = [i for i in range(rows) if not allowed[i].any()]
    silent = f" {_rows(alone, queries)} no open key, so all weights there are 0." if alone else ""
    first_row, first_column = allowed[0], allowed[:, 0]

    if allowed.all():
        return MaskCode((1, 1, 1, 1), "mask = None", "Every query may attend to every key.")
    if pads.any() and (allowed == ~pads).all():
        words = "Pads are hidden from every query. One row is enough: it broadcasts."
        return MaskCode((1, 1, 1, columns), f"mask = {by_ids}", words)
    if pads.any() and (allowed == pads).all():
        words = "Only pads are open. This mask is inverted: True must mean 'may attend'."
        return MaskCode((1, 1, 1, columns), "mask = (ids == pad_id)[:, None, None, :]", words)
    if square and rows > 1 and (allowed == causal).all():
        words = "Each token sees itself and the past."
        return MaskCode((1, 1, rows, columns), f"mask = {tril}", words)
    if square and pads.any() and (allowed == (causal & ~pads)).all():
        words = "The future and the pads are hidden: a decoder's mask." + silent
        return MaskCode((1, 1, rows, columns), f"mask = {by_ids} & {tril}", words)
    if square and rows > 1 and (allowed == np.tri(rows, k=-1, dtype=bool)).all():
        words = "A token does not see itself. Usually it should: leave the -1 out." + silent
        return MaskCode((1, 1, rows, columns), f"mask = {tril[:-1]}-1)", words)
    if square and rows > 1 and (allowed == causal.T).all():
        words = "Each token sees itself and the future. To hide the future, use tril."
        code = f"mask = {tril.replace('tril', 'triu')}"
        return MaskCode((1, 1, rows, columns), code, words)
    if (allowed == first_row).all():
        code = f"mask = torch.tensor({first_row.tolist()})[None, None, None, :]"
        words = "The same keys are hidden from every query." + silent
        return MaskCode((1, 1, 1, columns), code, words)
    if (allowed == first_column[:, None]).all():
        code = f"mask = torch.tensor({first_column.tolist()})[None, None, :, None]"
        if square and pads.any() and (first_column == ~pads).all():
            code = "mask = (ids != pad_id)[:, None, :, None]"
        words = (
            "Whole queries are blocked and no key is. This is the wrong axis for pads: "
            "the others still read them." + silent
        )
        return MaskCode((1, 1, rows, 1), code, words)
    if square and (width := _window(allowed)):
        code = f"mask = {tril} & torch.ones({rows}, {columns}).triu({1 - width}).bool()"
        words = f"Each token sees itself and the {width - 1} before it: a sliding window."
        return MaskCode((1, 1, rows, columns), code, words)
    lines = ",\n    ".join(str(line) for line in allowed.astype(int).tolist())
    code = f"mask = torch.tensor([\n    {lines},\n]).bool()[None, None]"
    return MaskCode((1, 1, rows, columns), code, "A mask of your own." + silent)


def _window(allowed: np.ndarray) -> int:
    """How many keys a causal window holds; 0 if the mask is none."""
    rows = len(allowed)
    for width in range(2, rows):
        if (allowed == (np.tri(rows, dtype=bool) & np.tri(rows, k=width - 1, dtype=bool).T)).all():
            return width
    return 0


def _rows(alone: list[int], queries: Sequence[str]) -> str:
    named = [f"'{queries[i]}' (row {i})" for i in alone]
    if len(named) == 1:
        return f"The query {named[0]} has"
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    return f"The queries {', '.join(named[:3])}{more} have"
