"""One theme for every picture: settings, fonts and colours."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

import matplotlib.style
from cycler import cycler
from matplotlib import font_manager

DPI = 100

WEIGHTS = "viridis"  # attention, always on 0..1
VALUES = "cividis"  # any other numbers; both maps survive grey printing and colour-blindness
DIFFERENCE = "PuOr"  # centred at 0; orange and purple stay apart for the colour-blind

INK = "#2b2f36"
GREY = "#868e99"
BLOCKED_FILL = "#eceef1"
BLOCKED_LINES = "#9aa1ab"
HATCH = "////"
ACCENT = "#b34700"
ACCENT_FILL = "#ffe4c7"

# The first of these that is installed draws Korean: free fonts, then those of Windows and macOS.
_KOREAN = (
    "NanumGothic",
    "Noto Sans CJK KR",
    "Noto Sans KR",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "AppleGothic",
)


@cache
def fonts() -> list[str]:
    """Font families in the order they are tried; only what is installed, so nothing warns."""
    found = _korean_fonts()
    if not found:
        _look_for_new_fonts()
        found = _korean_fonts()
    return ["DejaVu Sans", *found[:1]]


def _korean_fonts() -> list[str]:
    installed = set(font_manager.get_font_names())
    return [name for name in _KOREAN if name in installed]


def _look_for_new_fonts() -> None:
    """Matplotlib keeps the list of its first run: a font that was installed since is not on it."""
    manager = font_manager.fontManager
    known = {font.fname for font in manager.ttflist}
    for path in set(font_manager.findSystemFonts()) - known:
        with suppress(OSError, RuntimeError, ValueError):  # not every file is a font that it reads
            manager.addfont(path)


def palette(count: int) -> list[tuple[float, float, float]]:
    """`count` colours that the colour-blind can tell apart (they repeat after ten)."""
    import seaborn as sns  # brings pandas: loaded with the first picture, not with the course

    return list(sns.color_palette("colorblind", count))


@contextmanager
def style() -> Iterator[None]:
    """The course's theme inside a ``with`` block; your own settings are back after it.

    It starts from matplotlib's defaults, so that a dark theme outside does not show through.
    """
    import seaborn as sns

    settings = {
        **sns.axes_style("white"),
        **sns.plotting_context("notebook", font_scale=0.75),
        "font.family": fonts(),
        "axes.prop_cycle": cycler(color=palette(8)),
        "figure.dpi": DPI,
        "hatch.linewidth": 0.7,
        "svg.hashsalt": "viz",  # the same drawing gives the same file
    }
    with matplotlib.style.context(settings, after_reset=True), _no_font_warnings():
        yield


@contextmanager
def _no_font_warnings() -> Iterator[None]:
    """No font complaints in the output: a letter that no font has is drawn as an empty box."""
    logger = logging.getLogger("matplotlib.font_manager")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph .* missing from")
            yield
    finally:
        logger.setLevel(level)
