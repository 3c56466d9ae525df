"""Render a figure to PNG, for a bright and for a dark page."""

from __future__ import annotations

import io

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from .theme import DPI

_GROUND = 17  # the background of JupyterLab's dark theme is #111111
PAD = 0.1  # inches of white round the drawing


def bright_and_dark(figure: Figure, alt: str) -> tuple[bytes, bytes]:
    """The figure as two PNG files: on white, and redrawn for a dark page.

    For a dark page, lightness is inverted and hue kept, except in regions coloured by a scale
    (cells, images, colour bars), whose colours mean numbers. The same drawing gives the same bytes.
    """
    figure.draw_without_rendering()  # runs layout engines and places legends
    box = figure.get_tightbbox().padded(PAD)
    places = _scaled(figure, box)  # before saving, which moves the samples of a legend
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=DPI, facecolor="white", bbox_inches=box)
    buffer.seek(0)
    pixels = np.asarray(Image.open(buffer).convert("RGB"))
    dark = turned(pixels)
    for left, upper, right, lower in places:
        dark[upper:lower, left:right] = pixels[upper:lower, left:right]
    return _file(pixels, alt), _file(dark, alt)


def turned(pixels: np.ndarray) -> np.ndarray:
    """Invert lightness and keep hue and chroma. (..., 3) of 0..255."""
    wide = pixels.astype(np.int16)
    other = wide + 255 - (wide.max(-1, keepdims=True) + wide.min(-1, keepdims=True))
    return (_GROUND + other * (255 - _GROUND) // 255).astype(np.uint8)


def on_scale(ax: Axes) -> bool:
    """Whether colours mean numbers there: cells, an image, or a colour bar."""
    cells = any(isinstance(made, QuadMesh) for made in ax.collections)
    return cells or bool(ax.images) or hasattr(ax, "_colorbar")


def _scaled(figure: Figure, box: Bbox) -> list[tuple[int, int, int, int]]:
    """The regions coloured by a colour scale, as (left, upper, right, lower) in pixels."""
    found = []
    for ax in figure.axes:
        legend = ax.get_legend()
        if not on_scale(ax):
            continue
        found.append(ax.get_window_extent())
        if legend is not None:  # its samples have the colours of cells
            found += [patch.get_window_extent() for patch in legend.get_patches()]
    places = []
    height = int(box.height * DPI)
    for extent in found:
        left, right = ((x / figure.dpi - box.x0) * DPI for x in (extent.x0, extent.x1))
        upper, lower = (height - (y / figure.dpi - box.y0) * DPI for y in (extent.y1, extent.y0))
        places.append(
            (max(round(left), 0), max(round(upper), 0), round(right) + 1, round(lower) + 1)
        )
    return places


def _file(pixels: np.ndarray, alt: str) -> bytes:
    """A small PNG file that also carries its alternative text."""
    words = PngInfo()
    words.add_itxt("Description", alt)
    few = Image.fromarray(pixels).quantize(256, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    few.save(buffer, "png", optimize=True, pnginfo=words)
    return buffer.getvalue()
