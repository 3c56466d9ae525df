"""Measure the size of a text before it is drawn."""

from __future__ import annotations

from functools import lru_cache

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.font_manager import FontProperties

from .theme import DPI, fonts

_BOLD = 1.13  # bold letters are about this much wider


def text_width(text: str, size: float) -> float:
    """Pixels that the text takes at `size` points."""
    return _extent(text, size)[0]


def text_height(labels: list[str], size: float) -> float:
    """Pixels from the lowest to the highest letter at `size` points, with a little air."""
    return max(_extent(text, size)[1] for text in ("lp", *labels)) + 2


def wrap(text: str, size: float, width: float) -> str:
    """Break bold text into lines of at most `width` pixels; a longer word has its own line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) * _BOLD > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _extent(text: str, size: float) -> tuple[float, float]:
    font = FontProperties(family=fonts(), size=size)
    width, height, _ = RendererAgg(1, 1, DPI).get_text_width_height_descent(text, font, False)
    return width, height
