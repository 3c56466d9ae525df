"""Python from the text of a cell."""

from __future__ import annotations

import contextlib
import re
from functools import cache

from ...course import syntax

MOST_TEXT = 50_000  # characters of a cell; the longest in the course has 4,000
MOST_AGAIN = 500_000  # characters: IPython reads the whole cell again for each line meant for it


class TooLong(ValueError):
    """A cell that nobody would write by hand. Its message says what there is too much of."""


def cost(text: str) -> int:
    """How many characters have to be read to know a cell.

    Raises:
        TooLong: these are too many.
    """
    if len(text) > MOST_TEXT:
        raise TooLong(f"It has {len(text)} characters, and marking reads {MOST_TEXT} at most.")
    orders = re.findall(r"^[^\S\n]*[%!?,;/]|\?[^\S\n]*$|=[^\S\n]*[%!]", text, re.MULTILINE)
    if len(orders) * len(text) > MOST_AGAIN:
        words = "lines that begin with % or ! or end with ?, and is read again for each of them."
        raise TooLong(f"It has {len(orders)} {words}")
    return len(text) * (1 + len(orders))


@cache
def plain(text: str) -> str:
    """Python from a cell: IPython's ``%`` and ``!`` lines become calls.

    Raises:
        TooLong: the cell is too long.
        ValueError: IPython gives it up.
    """
    if cost(text) == len(text):
        with contextlib.suppress(*syntax.UNREADABLE):
            whole = text if text.endswith("\n") else text + "\n"
            syntax.parsed(whole)  # most cells are Python as they stand: this is told in no time
            return whole
    from IPython.core.inputtransformer2 import TransformerManager  # few cells need it

    try:
        return TransformerManager().transform_cell(text)
    except (RuntimeError, IndexError, AttributeError) as error:
        raise ValueError(f"IPython cannot read the cell: {error}") from None
