"""Build a viewer's HTML: its data, the stored picture, and the script that runs it.

Nothing is fetched. Scripts run in JupyterLab (again after a reload, and without a kernel), in VS
Code, in Colab, in an exported page and on a web site.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from .. import theme

_HERE = Path(__file__).parent / "page"
_PARTS = {
    "attention": ("core", "maps", "cells", "lines", "attention"),
    "painter": ("core", "maps", "cells", "painter"),
    "walk": ("core", "walk"),
    "explorer": ("core", "explorer_forward", "explorer_flow", "explorer_panel", "explorer"),
}
_STYLES = {"explorer": ("page", "explorer")}
_THEME = {
    "open": theme.OPEN,
    "blocked": theme.BLOCKED_FILL,
    "hatch": theme.BLOCKED_LINES,
    "accent": theme.ACCENT,
    "plain": theme.PLAIN,
    "heads": theme.HEADS,
}
_PLACES = 2**16 - 2  # of an unsigned 16-bit number; the lowest means -infinity


def page(viewer: str, data: dict[str, Any], stored: str) -> str:
    """HTML of a viewer.

    Args:
        viewer: "attention", "painter", "walk" or "explorer".
        data: JSON-ready. It lies in an attribute, so that no label can end the script.
        stored: HTML for where scripts do not run.
    """
    said = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return (
        f'<div class="tutor-view" data-viewer="{viewer}" data-tutor="{escape(said)}">'
        f'<style>{_style(viewer)}</style><div class="tutor-stored">{stored}</div></div>'
        f"<script>{_script(viewer)}</script>"
    )


def packed(values: np.ndarray) -> dict[str, Any]:
    """Numbers as 16-bit integers between minimum and maximum; -infinity is kept."""
    finite = np.isfinite(values)
    known = values[finite] if finite.any() else np.zeros(1)
    low = float(f"{known.min():.6g}")
    step = float(f"{max(float(known.max()) - low, 1e-9) / _PLACES:.6g}")
    places = np.clip(np.rint((np.where(finite, values, low) - low) / step), 0, _PLACES) + 1
    data = np.where(finite, places, 0).astype("<u2").tobytes()
    return {"low": low, "step": step, "data": base64.b64encode(data).decode()}


def packed_bits(values: np.ndarray) -> str:
    """Booleans, one bit each."""
    return base64.b64encode(np.packbits(values.ravel()).tobytes()).decode()


@cache
def _script(viewer: str) -> str:
    parts = [f"const THEME = {json.dumps(_THEME)};", *(text(f"{p}.js") for p in _PARTS[viewer])]
    return "(() => {\n" + "\n".join(parts) + "\n})();"


def _style(viewer: str) -> str:
    colours = ";".join(f"--tutor-{k}:{v}" for k, v in _THEME.items() if isinstance(v, str))
    parts = (text(f"{part}.css") for part in _STYLES.get(viewer, ("page",)))
    return "\n".join([f".tutor-live{{{colours}}}", *parts])


@cache
def text(name: str) -> str:
    """One of the course's files without comments and indentation: each viewer stores it."""
    lines = (line.strip() for line in (_HERE / name).read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))
