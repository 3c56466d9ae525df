"""Controls that a keyboard reaches and a screen reader names.

Drop-downs, checkboxes and buttons are those of ipywidgets. Its sliders have no name for a
screen reader, and it has no grid of cells: these two are small widgets of our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import RLock
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets
from IPython.display import DisplayHandle, display

from .static_output import WITHOUT_KERNEL

_HERE = Path(__file__).parent


class Slider(anywidget.AnyWidget):
    """One of several values, chosen with the browser's own slider.

    Args:
        label: its name.
        options: the words for each place of the slider.
        index: the place chosen.
    """

    _esm = (_HERE / "slider.js").read_text("utf-8")
    _css = (_HERE / "controls.css").read_text("utf-8")
    label = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)

    @traitlets.validate("index")
    def _in_range(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] < max(len(self.options), 1):
            raise traitlets.TraitError(
                f"index={proposal['value']} must be from 0 to {len(self.options) - 1}."
            )
        return proposal["value"]


class CellGrid(anywidget.AnyWidget):
    """A table of cells that are open or blocked: click, drag, or arrow keys and space.

    Args:
        label: its name.
        rows: labels of the queries.
        columns: labels of the keys.
        cells: rows of True (may attend) and False (blocked).
    """

    _esm = (_HERE / "grid.js").read_text("utf-8")
    _css = (_HERE / "controls.css").read_text("utf-8")
    label = traitlets.Unicode().tag(sync=True)
    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    columns = traitlets.List(traitlets.Unicode()).tag(sync=True)
    cells = traitlets.List(traitlets.List(traitlets.Bool())).tag(sync=True)


class Controls(widgets.VBox):
    """Rows of controls. Where they cannot live, one sentence says so."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": WITHOUT_KERNEL}


class Interactive:
    """Controls, and below them a picture that follows.

    A subclass sets ``controls`` and returns from ``output`` what is to be shown; it calls
    ``redraw`` when a control has changed.
    """

    controls: Controls

    def __init__(self) -> None:
        self._shown: list[DisplayHandle] = []
        # JupyterLab may handle two controls in two threads; matplotlib draws in one at a time.
        self._drawing = RLock()

    def output(self) -> Any:
        """What is shown now: any object with a rich display."""
        raise NotImplementedError

    def redraw(self, *_: Any) -> None:
        """Show anew, wherever it is shown. The last to come draws what the controls say then."""
        with self._drawing:
            if self._shown:
                output = self.output()
                for handle in self._shown:
                    handle.update(output)

    def __repr__(self) -> str:
        with self._drawing:
            return repr(self.output())

    def _ipython_display_(self) -> None:
        with self._drawing:
            display(self.controls)
            handle = display(self.output(), display_id=True)
            if handle is not None:
                self._shown.append(handle)


def check_index(name: str, value: Any, count: int) -> None:
    """Raise a ValueError that names an argument which is no index into ``count`` things."""
    if not isinstance(value, int) or not 0 <= value < count:
        raise ValueError(f"{name}={value!r} must be a whole number from 0 to {count - 1}.")


def row(*controls: widgets.Widget) -> widgets.Box:
    """Controls side by side, in a second line where the window is narrow."""
    return widgets.HBox(controls, layout=widgets.Layout(flex_flow="row wrap", align_items="center"))


def dropdown(label: str, options: Sequence[tuple[str, Any]], value: Any) -> widgets.Dropdown:
    """A drop-down with its name; hidden where there is nothing to choose."""
    return widgets.Dropdown(
        description=label,
        options=options,
        value=value,
        style={"description_width": "initial"},
        layout=widgets.Layout(width="auto", display=None if len(options) > 1 else "none"),
    )


def checkbox(label: str, *, disabled: bool = False) -> widgets.Checkbox:
    """A checkbox, with its name beside it."""
    return widgets.Checkbox(
        description=label,
        indent=False,
        disabled=disabled,
        layout=widgets.Layout(width="auto", margin="2px 12px 2px 2px"),
    )


def button(label: str, action: Any) -> widgets.Button:
    """A button that calls ``action()``."""
    made = widgets.Button(description=label, layout=widgets.Layout(width="auto"))
    made.on_click(lambda _: action())
    return made
