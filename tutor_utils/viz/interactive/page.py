"""Build a viewer's HTML: its data, its script, and a stored picture for pages without scripts.

Nothing is fetched. Scripts run in JupyterLab (also after a reload, and without a kernel), in VS
Code, in Colab, in an exported page and on a web site. GitHub, paper and untrusted notebooks show
the stored picture.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from .. import theme
from ..image import Picture

_HERE = Path(__file__).parent / "page"
_THEME = {
    "open": theme.OPEN,
    "blocked": theme.BLOCKED_FILL,
    "hatch": theme.BLOCKED_LINES,
    "accent": theme.ACCENT,
    "plain": theme.PLAIN,
    "heads": theme.HEADS,
}
_PLACES = 2**16 - 2  # of an unsigned 16-bit number; the lowest means -infinity


class Viewer:
    """A viewer that a script in the page makes interactive.

    Attributes:
        script: "attention", "painter", "walk", "arrows", "sampling", "slides" or "explorer".
    """

    script: ClassVar[str]

    def data(self) -> dict[str, Any]:
        """The data of the script, JSON-ready."""
        raise NotImplementedError

    def picture(self) -> Picture:
        """The picture shown where no script runs."""
        raise NotImplementedError

    def stored(self) -> str:
        """HTML for pages without scripts."""
        return self.picture().html(dark=False)

    def __repr__(self) -> str:
        return self.picture().alt

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        html = page(self.script, self.data(), self.stored())
        return {"text/html": html, "text/plain": repr(self)}


def page(viewer: str, data: dict[str, Any], stored: str) -> str:
    """HTML of a viewer.

    Args:
        viewer: the name of its script.
        data: JSON-ready. It is stored in an attribute, so that no label can end the script.
        stored: HTML for pages without scripts.
    """
    payload = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return (
        f'<div class="tutor-view" data-viewer="{viewer}" data-tutor="{escape(payload)}">'
        f'<style>{_style(viewer)}</style><div class="tutor-stored">{stored}</div></div>'
        f"<script>{_script(viewer)}</script>"
    )


def packed(values: np.ndarray) -> dict[str, Any]:
    """Numbers as 16-bit integers between minimum and maximum; 0 stands for -infinity."""
    finite = np.isfinite(values)
    known = values[finite] if finite.any() else np.zeros(1)
    low = float(f"{known.min():.6g}")
    step = float(f"{max(float(known.max()) - low, 1e-9) / _PLACES:.6g}")
    places = np.clip(np.rint((np.where(finite, values, low) - low) / step), 0, _PLACES) + 1
    data = np.where(finite, places, 0).astype("<u2").tobytes()
    return {"low": low, "step": step, "data": base64.b64encode(data).decode()}


def bits(values: np.ndarray) -> str:
    """Booleans as "0" and "1"."""
    return "".join("01"[int(value)] for value in values.ravel())


def scripts(name: str) -> list[str]:
    """A script of a viewer, after those that its first line names: ``// uses: core, maps``."""
    first = (_HERE / f"{name}.js").read_text("utf-8").partition("\n")[0]
    used = first.removeprefix("// uses: ").split(", ") if first.startswith("// uses: ") else []
    return list(dict.fromkeys([*chain.from_iterable(map(scripts, used)), name]))


@cache
def _script(viewer: str) -> str:
    parts = [f"const THEME = {json.dumps(_THEME)};", *(text(f"{p}.js") for p in scripts(viewer))]
    return "(() => {\n" + "\n".join(parts) + "\n})();"


def _style(viewer: str) -> str:
    colours = ";".join(f"--tutor-{k}:{v}" for k, v in _THEME.items() if isinstance(v, str))
    own = [text(f"{viewer}.css")] if (_HERE / f"{viewer}.css").is_file() else []
    return "\n".join([f".tutor-live{{{colours}}}", text("page.css"), *own])


@cache
def text(name: str) -> str:
    """One of the course's files without comments and indentation: each viewer stores it."""
    lines = (line.strip() for line in (_HERE / name).read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))
