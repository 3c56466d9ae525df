"""The attention viewer: browse a recording, and try what a mistake would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets as widgets

from ..image import Picture
from ..recording import KINDS, Recording
from ..what_if import WhatIf
from .blit_figure import BlitFigure
from .controls import Controls, Interactive, Slider, button, check_index, checkbox, dropdown, row
from .selection import Selection, view_of
from .static_output import MapPanel, StaticOutput

TEMPERATURES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_ALL = "all"
_NO_SCORES = (
    "The switches need q and k; these weights are not softmax(q·k / √d_k) of any two layers of "
    "the module."
)


class AttentionViewer(Interactive):
    """Look at recorded attention: any kind, layer, head, example and training step.

    The switches compute the weights again from q, k and v: another temperature, no √d_k, no mask,
    softmax over the wrong axis. One head is then shown as it is and as it would be.

    Args:
        recording: what `Recording.record` or `Recording.of` gave.
        kind: the attention shown first: "self", "encoder", "decoder" or "cross".
        layer: the layer shown first.
        head: the head shown first; None shows all.
        example: the example of the batch shown first.
        step: the step shown first; the last if left out.

    Raises:
        ValueError: nothing is recorded, or an argument is not in the recording.

    Example:
        >>> viz.AttentionViewer(viz.Recording(model, source=words).record(src, tgt))
    """

    def __init__(
        self,
        recording: Recording,
        *,
        kind: str | None = None,
        layer: int = 0,
        head: int | None = None,
        example: int = 0,
        step: int | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(recording, Recording):
            raise ValueError(
                f"recording must be a viz.Recording, not {type(recording).__name__}. Try "
                "viz.Recording(model).record(inputs), or viz.Recording.of(q, k)."
            )
        if not recording.steps:
            raise ValueError("recording holds nothing yet: call its record(...) first.")
        self.recording = recording
        kind = recording.kinds[0] if kind is None else kind
        layers = recording.layers(kind, step)  # names a wrong kind or step
        batch, heads = layers[0].weights.shape[:2]
        check_index("layer", layer, len(layers))
        check_index("example", example, batch)
        if head is not None:
            check_index("head", head, heads)

        kinds = [(KINDS[name], name) for name in recording.kinds]
        self.kind = dropdown("Attention", kinds, kind)
        self.layer = dropdown("Layer", _numbered(len(layers)), layer)
        names: list[tuple[str, Any]] = [(f"head {i}", i) for i in range(heads)]
        if heads > 1:
            names = [("all heads", _ALL), *names]
        self.head = dropdown("Head", names, names[0][1] if head is None else head)
        self.example = dropdown("Example", _numbered(batch), example)
        steps = recording.steps
        self.step = Slider(
            label="Training step",
            options=[str(number) for number in steps],
            index=len(steps) - 1 if step is None else steps.index(step),
            layout=widgets.Layout(display=None if len(steps) > 1 else "none"),
        )
        self.temperature = Slider(
            label="Temperature",
            options=[f"{value:g}" for value in TEMPERATURES],
            index=TEMPERATURES.index(1.0),
        )
        self.no_scale = checkbox("leave out √d_k")
        self.no_mask = checkbox("leave out the mask")
        self.wrong_axis = checkbox("softmax over the queries")
        self.numbers = checkbox("show the numbers")
        self.status = widgets.HTML()
        self.controls = Controls(
            [
                row(self.kind, self.layer, self.head, self.example, self.step),
                row(widgets.HTML("What if:"), self.temperature, *self._switches),
                row(
                    self.numbers,
                    button("Save as PNG", lambda: self._save("png")),
                    button("Save as SVG", lambda: self._save("svg")),
                    self.status,
                ),
            ]
        )
        self._blit: tuple[Any, BlitFigure] | None = None
        self._allow_switches()
        self.kind.observe(self._another_kind, "value")
        for control in (self.layer, self.head, self.example, *self._switches, self.numbers):
            control.observe(self.redraw, "value")
        for slider in (self.step, self.temperature):
            slider.observe(self.redraw, "index")

    @property
    def selection(self) -> Selection:
        """What the controls say now."""
        kind, head = self.kind.value, self.head.value
        what_if = WhatIf(
            temperature=TEMPERATURES[self.temperature.index],
            scaled=not self.no_scale.value,
            masked=not self.no_mask.value,
            axis="queries" if self.wrong_axis.value else "keys",
        )
        return Selection(
            kind,
            min(self.layer.value, len(self.recording.layers(kind)) - 1),
            None if head == _ALL else head,
            self.example.value,
            self.recording.steps[self.step.index],
            what_if,
        )

    def output(self) -> StaticOutput:
        """The picture now, with its caption and numbers."""
        now = view_of(self.recording, self.selection)
        if self._blit is None or self._blit[0] != now.background:
            self._blit = (now.background, BlitFigure(now.picture()))
        figure = self._blit[1]
        blocked = None if now.allowed is None else ~now.allowed
        panels = [
            MapPanel(name, place, weights, blocked)
            for name, place, weights in zip(now.names, figure.places(), now.values, strict=True)
        ]
        png = figure.png(now.values)
        words = now.alt, now.caption
        return StaticOutput(png, *words, panels, now.queries, now.keys, open=self.numbers.value)

    def picture(self) -> Picture:
        """The picture now, drawn afresh, for `Picture.save` and for print."""
        return view_of(self.recording, self.selection).picture()

    def save(self, path: str | Path) -> Path:
        """Write the picture as ``.png`` or ``.svg``; a file already there is kept as a copy."""
        return self.picture().save(path)

    @property
    def _switches(self) -> tuple[widgets.Checkbox, ...]:
        return self.no_scale, self.no_mask, self.wrong_axis

    def _another_kind(self, _: Any) -> None:
        """Another kind may have fewer layers, and switches that do nothing there."""
        count = len(self.recording.layers(self.kind.value))
        if count != len(self.layer.options):
            self.layer.options = _numbered(count)
        self._allow_switches()
        self.redraw()

    def _allow_switches(self) -> None:
        layers = self.recording.layers(self.kind.value)
        known = all(a.q is not None for a in layers)
        for switch in self._switches:
            switch.disabled = not known
        self.no_mask.disabled = not known or layers[0].allowed is None
        for switch in self._switches:
            if switch.disabled:
                switch.value = False
        self.status.value = "" if known else _NO_SCORES

    def _save(self, kind: str) -> None:
        try:
            path = self.save(Path.cwd() / f"{_file_name(self.selection)}.{kind}")
        except OSError as error:
            self.status.value = f"Not saved: {error.strerror or error}."
        else:
            self.status.value = f"Saved as {path.name}, beside the notebook."


def _numbered(count: int) -> list[tuple[str, int]]:
    return [(str(index), index) for index in range(count)]


def _file_name(selection: Selection) -> str:
    """What the picture shows, as the name of a file: two views never share one."""
    what_if = selection.what_if
    parts = ["attention", selection.kind, f"layer{selection.layer}"]
    parts += [
        "all" if selection.head is None else f"head{selection.head}",
        f"example{selection.example}",
    ]
    parts += [f"step{selection.step}"] * bool(selection.step)
    parts += ["noscale"] * (not what_if.scaled) + ["nomask"] * (not what_if.masked)
    parts += ["overqueries"] * (what_if.axis == "queries")
    parts += [f"t{what_if.temperature:g}"] * (what_if.temperature != 1)
    return "-".join(parts)
