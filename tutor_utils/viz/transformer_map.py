"""Draw the map of the Transformer with the current part highlighted.

Drawn anew after figure 1 and figure 2 of *Attention Is All You Need*. One unit is one inch;
y grows upwards.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from difflib import get_close_matches

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Polygon

from .image import Picture
from .sheet import Sheet, write
from .theme import ACCENT, ACCENT_FILL, GREY, INK

_WIDTH, _HEIGHT = 10.6, 4.15  # inches; fits below a heading on a screen of 1280 × 720

_ENCODER, _DECODER, _INSET = 2.2, 4.8, 8.3  # the middle of each column
_GPT = 4.2
_BOX_FILL, _BOX_EDGE = "#ffffff", "#aab1bb"
_PANEL_FILL, _PANEL_LIT = "#f4f5f7", "#fff5ea"


@dataclass(frozen=True)
class _Box:
    """A rectangle of the drawing that belongs to one part."""

    part: str
    text: str
    middle: float
    bottom: float
    height: float = 0.25
    width: float = 1.7

    @property
    def top(self) -> float:
        """The y coordinate of the top edge."""
        return self.bottom + self.height

    @property
    def left(self) -> float:
        """The x coordinate of the left edge."""
        return self.middle - self.width / 2

    @property
    def right(self) -> float:
        """The x coordinate of the right edge."""
        return self.middle + self.width / 2


# Panels hold other boxes; outermost first.
_PANELS = (
    _Box("encoder", "Encoder × N", _ENCODER, 1.0, 1.4, 2.2),
    _Box("decoder", "Decoder × N", _DECODER, 1.0, 2.11, 2.2),
    _Box("multi_head", "Inside multi-head attention", _INSET, 0.15, 3.9, 2.5),
    _Box("attention", "Attention, once per head", _INSET, 1.24, 1.8, 2.3),
)

_ENCODER_STACK = (
    _Box("embedding", "Embedding", _ENCODER, 0.28),
    _Box("positions", "+ positions", _ENCODER, 0.65),
    _Box("encoder_attention", "Multi-head\nself-attention", _ENCODER, 1.11, 0.34),
    _Box("add_norm", "Add & norm", _ENCODER, 1.48, 0.2),
    _Box("feed_forward", "Feed forward", _ENCODER, 1.82),
    _Box("add_norm", "Add & norm", _ENCODER, 2.1, 0.2),
)
_DECODER_STACK = (
    _Box("embedding", "Embedding", _DECODER, 0.28),
    _Box("positions", "+ positions", _DECODER, 0.65),
    _Box("decoder_attention", "Masked multi-head\nself-attention", _DECODER, 1.11, 0.34),
    _Box("add_norm", "Add & norm", _DECODER, 1.48, 0.2),
    _Box("cross_attention", "Multi-head\ncross-attention", _DECODER, 1.82, 0.34),
    _Box("add_norm", "Add & norm", _DECODER, 2.19, 0.2),
    _Box("feed_forward", "Feed forward", _DECODER, 2.53),
    _Box("add_norm", "Add & norm", _DECODER, 2.81, 0.2),
    _Box("output", "Linear, softmax", _DECODER, 3.36),
    _Box("training", "Training: loss\nagainst the labels", _DECODER, 3.74, 0.34),
)
_GPT_PANEL = _Box("encoder", "Encoder × N", _GPT, 1.0, 1.83, 2.2)
_GPT_STACK = (
    _Box("embedding", "Embedding", _GPT, 0.28),
    _Box("positions", "+ positions", _GPT, 0.65),
    _Box("norm", "Norm", _GPT, 1.11, 0.2),
    _Box("encoder_attention", "Masked multi-head\nself-attention", _GPT, 1.34, 0.34),
    _Box("add", "+", _GPT, 1.75, 0.16, 0.3),
    _Box("norm", "Norm", _GPT, 2.03, 0.2),
    _Box("feed_forward", "Feed forward", _GPT, 2.26),
    _Box("add", "+", _GPT, 2.58, 0.16, 0.3),
    _Box("norm", "Norm", _GPT, 3.04, 0.2),
    _Box("output", "Linear, softmax", _GPT, 3.38),
)
_INSET_STACK = (
    _Box("projection", "Project: w_q, w_k, w_v", _INSET, 0.49, width=2.3),
    _Box("heads", "Split into h heads", _INSET, 0.87, width=2.3),
    _Box("scores", "Scores: q·k / √d_k", _INSET - 0.15, 1.46, width=1.75),
    _Box("mask", "Mask", _INSET - 0.15, 1.82, width=1.75),
    _Box("softmax", "Softmax over keys", _INSET - 0.15, 2.18, width=1.75),
    _Box("sum", "Weighted sum of v", _INSET - 0.15, 2.54, width=1.75),
    _Box("merge", "Merge heads, then w_o", _INSET, 3.19, width=2.3),
)

# Part -> (column next to the sign, the sign's height, the part in words).
_SIGNS = {
    "embedding": ("encoder", 0.4, "the embedding"),
    "positions": ("encoder", 0.77, "the positions"),
    "encoder_attention": ("encoder", 1.28, "the encoder's self-attention"),
    "add_norm": ("encoder", 1.58, "add and norm, around every sub-layer"),
    "feed_forward": ("encoder", 1.94, "the feed-forward network"),
    "encoder": ("encoder", 2.28, "the encoder"),
    "decoder_attention": ("decoder", 1.28, "the decoder's masked self-attention"),
    "cross_attention": ("decoder", 1.99, "the cross-attention"),
    "decoder": ("decoder", 2.95, "the decoder"),
    "output": ("decoder", 3.49, "the output layer"),
    "training": ("decoder", 3.91, "the training"),
    "projection": ("inset", 0.61, "the query, key and value projections"),
    "heads": ("inset", 0.99, "splitting into heads"),
    "scores": ("inset", 1.58, "the attention scores"),
    "mask": ("inset", 1.94, "the mask"),
    "attention": ("inset", 2.9, "scaled dot-product attention"),
    "merge": ("inset", 3.31, "merging the heads"),
    "multi_head": ("inset", 3.89, "multi-head attention"),
}


def architecture(*lit: str) -> Picture:
    """Draw the map of the Transformer with the named parts highlighted and marked "you are here".

    Args:
        lit: names of parts, e.g. ``"embedding", "positions"``; ``"idea"`` highlights the arrow from
            encoder to decoder; ``"gpt"``, alone, draws the single stack of a GPT.

    Raises:
        ValueError: an unknown name; the message offers the nearest.
    """
    known = [*_SIGNS, "idea", "gpt"]
    for name in lit:
        if name not in known:
            near = get_close_matches(str(name), known, n=1, cutoff=0)[0]
            raise ValueError(
                f"lit names {name!r}, which is no part of the map. Did you mean {near!r}? "
                f"The parts are {', '.join(known)}."
            )
    parts = [name for name in dict.fromkeys(lit) if name in _SIGNS]
    gpt = "gpt" in lit
    stacks = (_GPT_STACK,) if gpt else (_ENCODER_STACK, _DECODER_STACK)
    with Sheet() as sheet:
        ax = sheet.axes(0, 0, _WIDTH, _HEIGHT)
        ax.set(xlim=(0, _WIDTH), ylim=(0, _HEIGHT))
        ax.axis("off")
        _zoom(ax, _GPT_STACK[3] if gpt else _DECODER_STACK[4])
        for part in () if gpt else parts:
            _draw_sign(ax, part)
        for panel in (_GPT_PANEL, *_PANELS[2:]) if gpt else _PANELS:
            _draw_panel(ax, panel, panel.part in parts)
        for box in itertools.chain(*stacks, _INSET_STACK):
            _draw_box(ax, box, box.part in parts or (gpt and box.part == "encoder_attention"))
        _draw_gpt_streams(ax) if gpt else _draw_model_streams(ax, ACCENT if "idea" in lit else GREY)
        _draw_inset_streams(ax)
        return sheet.picture(_words(lit, parts))


def _words(lit: tuple[str, ...], parts: list[str]) -> str:
    """The map in words."""
    inside = "on the right what is inside multi-head attention."
    if "gpt" in lit:
        return (
            "Map of a GPT: embedding, positions, N layers of masked self-attention and feed "
            f"forward, a norm, the scores of the next token; {inside}"
        )
    intro = f"Map of the Transformer: the encoder on the left, the decoder beside it, and {inside}"
    if "idea" in lit:
        return f"{intro} Lit is the arrow of the memory, from the encoder to the decoder."
    here = " and ".join(_SIGNS[part][2] for part in parts)
    return intro + (f" You are here: {here}." if here else " No part is lit yet.")


def _rectangle(ax: Axes, box: _Box, fill: str, edge: str, line: float, order: float) -> None:
    ax.add_patch(
        FancyBboxPatch(
            (box.left, box.bottom),
            box.width,
            box.height,
            boxstyle="round,pad=0,rounding_size=0.06",
            facecolor=fill,
            edgecolor=edge,
            linewidth=line,
            zorder=order,
        )
    )


def _draw_panel(ax: Axes, panel: _Box, lit: bool) -> None:
    inner = panel.part == "attention"
    fill = _PANEL_LIT if lit else ("#e9ebef" if inner else _PANEL_FILL)
    _rectangle(
        ax,
        panel,
        fill,
        ACCENT if lit else _BOX_EDGE,
        3 if lit else 1,
        1.5 if inner else 1,
    )
    inside = panel.part in ("multi_head", "attention")
    write(
        ax,
        panel.middle if inside else panel.left + (0.02 if panel.part == "encoder" else 2.18),
        panel.top - 0.13 if inside else panel.top + 0.11,
        panel.text,
        10,
        ha="center" if inside else ("left" if panel.part == "encoder" else "right"),
        fontweight="bold",
        color=ACCENT if lit else INK,
        bbox={"facecolor": fill, "edgecolor": "none", "pad": 1} if inner else None,
        zorder=4,
    )


def _draw_box(ax: Axes, box: _Box, lit: bool) -> None:
    fill, edge = (ACCENT_FILL, ACCENT) if lit else (_BOX_FILL, _BOX_EDGE)
    _rectangle(ax, box, fill, edge, 3 if lit else 1, 3)
    place = box.middle, box.bottom + box.height / 2
    middle = "center_baseline" if "\n" not in box.text else "center"
    weight = "bold" if lit else "normal"
    write(ax, *place, box.text, 9.5, va=middle, fontweight=weight, linespacing=1.05, zorder=4)


def _draw_sign(ax: Axes, part: str) -> None:
    """ "you are here" in the margin next to the highlighted part."""
    column, y, _ = _SIGNS[part]
    x = {"encoder": 0.55, "decoder": 6.45, "inset": 10.05}[column]
    arrow = "rarrow,pad=0.3" if column == "encoder" else "larrow,pad=0.3"
    sign = {"boxstyle": arrow, "facecolor": ACCENT, "edgecolor": "none"}
    write(ax, x, y, "you are here", 8.5, fontweight="bold", color="white", bbox=sign, zorder=6)


def _zoom(ax: Axes, box: _Box) -> None:
    """A pale wedge from a box to the panel that shows it enlarged."""
    panel = _PANELS[2]
    corners = [
        (box.right, box.bottom),
        (panel.left, panel.bottom + 0.05),
        (panel.left, panel.top - 0.05),
        (box.right, box.top),
    ]
    ax.add_patch(Polygon(corners, facecolor="#f0f1f4", edgecolor="none", zorder=0.5))


def _upwards(ax: Axes, stack: tuple[_Box, ...]) -> None:
    """The arrows from box to box."""
    for below, above in itertools.pairwise(stack):
        x = above.middle
        if above.bottom - below.top < 0.05:  # a sub-layer and its norm touch
            ax.plot([x, x], [below.top, above.bottom], color=GREY, linewidth=1.2, zorder=2)
        else:
            _arrow(ax, (x, below.top), (x, above.bottom))


def _draw_gpt_streams(ax: Axes) -> None:
    """Arrows, residual connections, input and output of a GPT."""
    _upwards(ax, _GPT_STACK)
    for norm, add in ((2, 4), (5, 7)):
        _residual(ax, _GPT_STACK[norm], _GPT_STACK[add], -1)
    attention, output = _GPT_STACK[3], _GPT_STACK[-1]
    _word(ax, _GPT, 0.08, "tokens")
    _arrow(ax, (_GPT, 0.15), (_GPT, _GPT_STACK[0].bottom))
    _arrow(ax, (_GPT, output.top), (_GPT, 3.86))
    _word(ax, _GPT, 3.95, "at each place: the next token")
    caption = "causal mask: each token reads\nitself and those before it"
    write(ax, 1.7, attention.bottom + 0.17, caption, 9.5, color=ACCENT, fontweight="bold", zorder=4)


def _draw_model_streams(ax: Axes, memory: str) -> None:
    """Arrows, residual connections and the memory, in its colour, of encoder and decoder."""
    _upwards(ax, _ENCODER_STACK)
    _upwards(ax, _DECODER_STACK)
    for stack, side in ((_ENCODER_STACK, -1), (_DECODER_STACK, 1)):
        for sub_layer, norm in itertools.pairwise(stack):
            if norm.part == "add_norm":
                _residual(ax, sub_layer, norm, side)

    for stack, words in ((_ENCODER_STACK, "source"), (_DECODER_STACK, "target, shifted right")):
        x = stack[0].middle
        _word(ax, x, 0.08, words)
        _arrow(ax, (x, 0.15), (x, stack[0].bottom))
    cross = _DECODER_STACK[4]
    corner = (_ENCODER + _DECODER) / 2
    height = cross.bottom + cross.height / 2
    ax.plot(
        [_ENCODER, _ENCODER, corner, corner],
        [_ENCODER_STACK[-1].top, 2.72, 2.72, height],
        color=memory,
        linewidth=1.6 if memory == GREY else 3,
        zorder=2,
    )
    _arrow(ax, (corner, height), (cross.left, height), memory)
    _word(ax, (_ENCODER + corner) / 2, 2.82, "memory")


def _draw_inset_streams(ax: Axes) -> None:
    """Queries, keys and values on their way through attention."""
    _upwards(ax, _INSET_STACK)
    for shift, word in ((-0.8, "query"), (0, "key"), (0.8, "value")):
        _word(ax, _INSET + shift, 0.27, word)
        _arrow(ax, (_INSET + shift, 0.35), (_INSET + shift, _INSET_STACK[0].bottom))
    _word(ax, _INSET - 0.5, 1.35, "q, k")
    total, x = _INSET_STACK[5], _INSET + 0.98
    height = total.bottom + total.height / 2
    ax.plot([x, x], [_INSET_STACK[1].top, height], color=GREY, linewidth=1.2, zorder=2)
    _arrow(ax, (x, height), (total.right, height))
    _word(ax, x - 0.11, 1.35, "v")
    merge = _INSET_STACK[-1]
    _arrow(ax, (_INSET, merge.top), (_INSET, 3.58))
    _word(ax, _INSET, 3.66, "output")


def _arrow(
    ax: Axes, start: tuple[float, float], end: tuple[float, float], colour: str = GREY
) -> None:
    ax.annotate(
        "",
        end,
        start,
        arrowprops={
            "arrowstyle": "-|>,head_width=0.18,head_length=0.3",
            "color": colour,
            "linewidth": 1.2 if colour == GREY else 3,
            "shrinkA": 0,
            "shrinkB": 0.5,
        },
        zorder=2,
    )


def _residual(ax: Axes, sub_layer: _Box, norm: _Box, side: int) -> None:
    edge = norm.middle + side * norm.width / 2
    x = norm.middle + side * (sub_layer.width / 2 + 0.13)
    y = norm.bottom + norm.height / 2
    below = sub_layer.bottom - 0.06
    ax.plot([norm.middle, x, x], [below, below, y], color=GREY, linewidth=1.2, zorder=2)
    _arrow(ax, (x, y), (edge, y))


def _word(ax: Axes, x: float, y: float, word: str) -> None:
    write(ax, x, y, word, 9, zorder=4)
