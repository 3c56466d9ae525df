"""Python from the text of a cell."""

from __future__ import annotations

import contextlib
import re
from functools import cache

from ...course import syntax

MOST_TEXT = 50_000  # characters of a cell; the longest in the course has 4,000
MOST_ORDERS = 60  # lines for IPython: it reads the whole cell again for each of them


class TooLong(ValueError):
    """A cell that nobody would write by hand. Its message says what there is too much of."""


@cache
def plain(text: str) -> str:
    """Python from a cell: IPython's ``%`` and ``!`` lines become calls.

    Raises:
        TooLong: the cell is too long.
        ValueError: IPython gives it up.
    """
    if len(text) > MOST_TEXT:
        raise TooLong(f"It has {len(text)} characters, and marking reads {MOST_TEXT} at most.")
    orders = re.findall(r"^\s*[%!?,;/]|\?\s*$|=\s*[%!]", text, re.MULTILINE)
    if len(orders) > MOST_ORDERS:
        words = "lines that begin with % or ! or end with ?, and marking reads"
        raise TooLong(f"It has {len(orders)} {words} {MOST_ORDERS} at most.")
    if not orders:
        with contextlib.suppress(*syntax.UNREADABLE):
            whole = text if text.endswith("\n") else text + "\n"
            syntax.parsed(whole)  # most cells are Python as they stand: this is told in no time
            return whole
    from IPython.core.inputtransformer2 import TransformerManager  # few cells need it

    try:
        return TransformerManager().transform_cell(text)
    except (RuntimeError, IndexError, AttributeError) as error:
        raise ValueError(f"IPython cannot read the cell: {error}") from None
