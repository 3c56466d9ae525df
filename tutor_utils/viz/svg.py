"""Figures as SVG for web pages: sharp at any size, with real text, in the page's colours."""

from __future__ import annotations

import io
import re
from contextlib import ExitStack
from hashlib import sha1
from html import escape
from xml.etree import ElementTree

import matplotlib
import numpy as np
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from .pixels import PAD, on_scale, turned
from .theme import DPI, style

# On the web site this replaces the PNG. Only a build makes it, to keep a learner's notebook small.
KIND = "application/vnd.tutor.page+html"
ASKED = "TUTOR_PAGE"  # the environment variable of a build

_LEAST = 9  # pixels that a word is high on a phone, where else the picture scrolls
_FIXED = "fixed"  # the id of shapes whose colours stay the same on a dark page
_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"


def drawn(figure: Figure, alt: str) -> str:
    """HTML of a figure."""
    colours: dict[str, str] = {}  # drawn colour -> CSS variable
    inside = _svg(figure, colours)
    themes = ";".join(f"{name}:light-dark({c},{_turned(c)})" for c, name in colours.items())
    words = f'role="img" aria-label="{escape(alt)}"'
    return f'<div class="tutor-svg" {words} style="{themes}">{inside}</div>'


def _svg(figure: Figure, colours: dict[str, str]) -> str:
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()  # a layout engine moves the axes when they are drawn
    buffer = io.BytesIO()
    with style(), matplotlib.rc_context({"svg.fonttype": "none"}), _ready(figure):
        box = figure.get_tightbbox().padded(PAD)
        undated = {"Date": None}  # the same drawing gives the same text
        figure.savefig(buffer, format="svg", facecolor="none", bbox_inches=box, metadata=undated)
    root = ElementTree.fromstring(buffer.getvalue())
    digest = sha1(buffer.getvalue(), usedforsecurity=False).hexdigest()[:8]
    _clean(root, digest)
    _colour(root, colours)
    styles = " ".join(each.attrib.get("style", "") for each in root.iter())
    sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)px", styles)]
    wide = round(box.width * DPI)
    least = round(wide * _LEAST / (min(sizes) * DPI / 72)) if sizes else 0
    left, top, across, down = (float(number) for number in root.attrib["viewBox"].split())
    root.attrib = {
        "viewBox": f"{left:g} {top:g} {across:.4g} {down:.4g}",
        "style": f"width:{wide}px;--least:{min(least, wide)}px",
    }
    text = ElementTree.tostring(root, "unicode").replace("ns1:", "xlink:")
    text = text.replace("ns0:", "").replace(":ns0=", "=").replace(":ns1=", ":xlink=")
    return re.sub(r">\s+<", "><", text)


def _ready(figure: Figure) -> ExitStack:
    """Replace cells by a tiny image and remove the white background; undone on exit."""
    undo = ExitStack()
    for ax in figure.axes:
        if to_hex(ax.patch.get_facecolor()) == "#ffffff" and ax.patch.get_visible():
            ax.patch.set_visible(False)
            undo.callback(ax.patch.set_visible, True)
        for mesh in [made for made in ax.collections if isinstance(made, QuadMesh)]:
            places = np.asarray(mesh.get_coordinates())
            x, y = places[0, :, 0].tolist(), places[:, 0, 1].tolist()
            image = AxesImage(ax, extent=(x[0], x[-1], y[-1], y[0]), interpolation="none")
            values = np.ma.reshape(mesh.get_array(), (len(y) - 1, len(x) - 1))
            image.set_data(mesh.to_rgba(values, bytes=True))
            image.set_zorder(mesh.get_zorder() - 0.5)  # below the hatching, as the mesh is
            image.set_clip_path(ax.patch)
            ax.add_image(image)
            undo.callback(image.remove)
            mesh.set_visible(False)
            undo.callback(mesh.set_visible, True)
        if on_scale(ax):
            legend = ax.get_legend()
            for artist in [*ax.texts, *ax.patches, *(legend.get_patches() if legend else [])]:
                artist.set_gid(_FIXED)
                undo.callback(artist.set_gid, None)
    return undo


def _clean(root: ElementTree.Element, digest: str) -> None:
    """Drop elements that draw nothing; make ids unique on a page."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{_SVG}metadata", f"{_SVG}title", f"{_SVG}style"):
                parent.remove(child)
    text = ElementTree.tostring(root, "unicode")
    used = set(re.findall(r"#([\w-]+)\)", text)) | set(re.findall(r'href="#([\w-]+)"', text))
    for each in root.iter():
        name = each.attrib.get("id")
        if name in used:
            each.attrib["id"] = f"{name}-{digest}"
        elif name and name != _FIXED:
            del each.attrib["id"]
        for key, value in each.attrib.items():
            if key == _LINK and value.startswith("#"):
                each.attrib[key] = f"{value}-{digest}"
            else:
                value = re.sub(r"url\(#([\w-]+)\)", rf"url(#\1-{digest})", value)
                value = re.sub(r"font: (?:(\d+|bold) )?([\d.]+)px [^;]*", _font, value)
                if key in ("d", "x", "y"):
                    value = re.sub(r"-?\d+\.\d{2,}", lambda n: f"{float(n[0]):.1f}", value)
                value = re.sub(r" ?font-family: [^;]*;", "", value)
                each.attrib[key] = re.sub(r"([;:]) ", r"\1", re.sub(r"\s+", " ", value).strip())
        if each.attrib.get("transform", "").startswith("rotate(-0 "):
            del each.attrib["transform"]
    _flatten(root)


def _flatten(parent: ElementTree.Element) -> None:
    """Remove groups without attributes."""
    for child in list(parent):
        _flatten(child)
        if child.tag == f"{_SVG}g" and not child.attrib:
            place = list(parent).index(child)
            parent[place : place + 1] = list(child)


def _font(found: re.Match[str]) -> str:
    """Size and weight of the font; the page sets the family."""
    weight = f";font-weight:{found[1]}" if found[1] else ""
    return f"font-size:{found[2]}px{weight}"


def _colour(element: ElementTree.Element, colours: dict[str, str], fixed: bool = False) -> None:
    """Replace each colour by a CSS variable, except those of colour scales."""
    fixed = fixed or element.attrib.get("id") == _FIXED or element.tag == f"{_SVG}pattern"
    if element.attrib.get("id") == _FIXED:
        del element.attrib["id"]
    css = element.attrib.get("style", "")
    if element.tag == f"{_SVG}text" and "fill" not in css:
        css += ";fill:#000000"
    if css and not fixed:
        for colour in re.findall(r"#[0-9a-f]{6}\b", css):
            css = css.replace(colour, f"var({colours.setdefault(colour, f'--c{len(colours)}')})")
    if css:
        element.attrib["style"] = css
    for child in element:
        _colour(child, colours, fixed)


def _turned(colour: str) -> str:
    rgb = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)], np.uint8)
    return "#" + "".join(f"{part:02x}" for part in turned(rgb))
