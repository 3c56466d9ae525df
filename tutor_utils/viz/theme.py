"""The theme of all pictures: settings, fonts and colours."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import matplotlib.style
from cycler import cycler
from matplotlib import font_manager
from matplotlib.colors import to_rgb

DPI = 100

# The colours of all pictures, viewers and pages, whose scripts and styles read them from here. No
# information is given by colour alone: axes have names, and a head has its number.
WEIGHTS = "viridis"  # attention, always on 0..1
READ = "YlOrBr"  # attention behind text
VALUES = "cividis"  # any other numbers; both maps survive grey printing and colour-blindness
DIFFERENCE = "PuOr"  # centred at 0; orange and purple stay apart for the colour-blind

OPEN = "#5ec2a9"  # a mask's "may attend"
BLOCKED_FILL, BLOCKED_LINES, HATCH = "#e3e6ea", "#767c86", "////"
HEADS = (  # seaborn's colour-blind palette; after ten they begin again
    *("#0173b2", "#de8f05", "#029e73", "#d55e00", "#cc78bc"),
    *("#ca9161", "#fbafe4", "#949494", "#ece133", "#56b4e9"),
)
PLAIN = "#cfd6df"  # a tensor without heads
ACCENT, ACCENT_FILL = "#c05000", "#ffe4c7"  # highlights, always with a thick frame

INK = "#2b2f36"
GREY = "#868e99"

KOREAN = "NanumGothic"


@cache
def fonts() -> list[str]:
    """Font families in the order in which they are tried; the second one has Korean."""
    if KOREAN not in font_manager.get_font_names():
        font_manager.fontManager.addfont(_of_the_wheel())
    return ["DejaVu Sans", KOREAN]


def _of_the_wheel() -> Path:
    """The font's file, found without importing its package, which would change settings."""
    found = find_spec("koreanize_matplotlib")
    assert found and found.origin, "requirements.txt names it"
    return Path(found.origin).parent / "fonts" / f"{KOREAN}.ttf"


def palette(count: int) -> list[tuple[float, float, float]]:
    """The colours of `count` heads or lines; they repeat after ten."""
    return [to_rgb(HEADS[place % len(HEADS)]) for place in range(count)]


@contextmanager
def style() -> Iterator[None]:
    """The course's theme inside a ``with`` statement; the learner's settings are restored after it.

    It is based on matplotlib's defaults, so that a learner's dark theme has no effect.
    """
    import seaborn as sns  # loaded late: it imports pandas

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
    """Suppress font warnings: a letter that no font has is drawn as an empty box."""
    logger = logging.getLogger("matplotlib.font_manager")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph .* missing from")
            yield
    finally:
        logger.setLevel(level)
