"""Python from the text of a cell."""

from __future__ import annotations

import contextlib
import re
from functools import cache

from IPython.core.inputtransformer2 import TransformerManager

from ..course import syntax

MOST_TEXT = 50_000  # characters of a cell; the longest in the course has 4,000
MOST_ORDERS = 60  # lines for IPython: it reads the whole cell again for each of them


@cache
def plain(text: str) -> str:
    """Python from a cell: IPython's ``%`` and ``!`` lines become calls.

    Raises:
        ValueError: the cell is too long, or IPython gives it up.
    """
    if len(text) > MOST_TEXT:
        raise ValueError(f"the cell has {len(text)} characters; it may have {MOST_TEXT}")
    orders = re.findall(r"^\s*[%!?,;/]|\?\s*$|=\s*[%!]", text, re.MULTILINE)
    if len(orders) > MOST_ORDERS:
        raise ValueError(f"the cell has {len(orders)} lines for IPython; it may have {MOST_ORDERS}")
    if not orders:
        with contextlib.suppress(*syntax.UNREADABLE):
            whole = text if text.endswith("\n") else text + "\n"
            syntax.parsed(whole)  # most cells are Python as they stand: this is told in no time
            return whole
    try:
        return TransformerManager().transform_cell(text)
    except (RuntimeError, IndexError, AttributeError) as error:
        raise ValueError(f"IPython cannot read the cell: {error}") from None
