"""The attention viewer: look round in a recording, and try what a mistake would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets as widgets
import numpy as np

from .. import attention_maps
from ..image import Picture
from ..recording import KINDS, Attention, Recording
from ..what_if import WhatIf, told, weights_if
from .controls import Controls, Interactive, Slider, button, dropdown, row, tick
from .scene import Scene
from .stored import Panel, Stored

TEMPERATURES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_ALL = "all"


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
        _within("layer", layer, len(layers))
        _within("example", example, batch)
        if head is not None:
            _within("head", head, heads)

        kinds = [(KINDS[name], name) for name in recording.kinds]
        self.kind = dropdown("Attention", kinds, kind)
        self.layer = dropdown("Layer", _numbered(len(layers)), layer)
        names = [(f"head {i}", i) for i in range(heads)]
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
        self.no_scale = tick("leave out √d_k")
        self.no_mask = tick("leave out the mask")
        self.wrong_axis = tick("softmax over the queries")
        self.status = widgets.HTML()
        self.controls = Controls(
            [
                row(self.kind, self.layer, self.head, self.example, self.step),
                row(widgets.HTML("What if:"), self.temperature, *self._switches),
                row(
                    button("Save as PNG", lambda: self._save("png")),
                    button("Save as SVG", lambda: self._save("svg")),
                    self.status,
                ),
            ]
        )
        self._scene: tuple[Any, Scene] | None = None
        self._allow_switches()
        self.kind.observe(self._another_kind, "value")
        for control in (self.layer, self.head, self.example, *self._switches):
            control.observe(self.redraw, "value")
        for slider in (self.step, self.temperature):
            slider.observe(self.redraw, "index")

    @property
    def what_if(self) -> WhatIf:
        """What the switches say now."""
        return WhatIf(
            temperature=TEMPERATURES[self.temperature.index],
            scaled=not self.no_scale.value,
            masked=not self.no_mask.value,
            axis="queries" if self.wrong_axis.value else "keys",
        )

    def view(self) -> Stored:
        """The picture now, with its caption and numbers."""
        attention, changed = self._weights()
        queries, keys = self.recording.labels(self.kind.value, self.example.value)
        scene, values = self._drawn(attention, changed, queries, keys)
        blocked = self._blocked(attention)
        names = self._names(len(values))
        panels = [
            Panel(name, place, weights, blocked)
            for name, place, weights in zip(names, scene.panels(), values, strict=True)
        ]
        png, alt = scene.png(values), self._alt(values, queries, keys)
        return Stored(png, alt, self._caption(attention, changed, queries), panels, queries, keys)

    def picture(self) -> Picture:
        """The picture now, drawn afresh, for `Picture.save` and for print."""
        attention, changed = self._weights()
        queries, keys = self.recording.labels(self.kind.value, self.example.value)
        values = self._values(attention, changed)
        return self._draw(values, self._allowed(attention), queries, keys)

    def save(self, path: str | Path) -> Path:
        """Write the picture as ``.png`` or ``.svg``; a file already there is kept as a copy."""
        return self.picture().save(path)

    # --- what the controls say ---

    def _caption(self, attention: Attention, changed: np.ndarray, queries: list[str]) -> str:
        """The training step, and what a switch does."""
        said = []
        if len(self.recording.steps) > 1:
            said.append(f"Training step {self.recording.steps[self.step.index]}.")
        if (what_if := self.what_if).changes:
            at = (self.example.value, self._heads(attention))
            said.append(f"What if: {what_if.name}.")
            said.append(told(attention, changed, what_if, queries, at))
        return " ".join(said)

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
        self.status.value = (
            ""
            if known
            else "The switches need q and k; these weights are not softmax(q·k / √d_k) of any two "
            "layers of the module."
        )

    def _attention(self) -> Attention:
        step = self.recording.steps[self.step.index]
        return self.recording.layers(self.kind.value, step)[self.layer.value]

    def _weights(self) -> tuple[Attention, np.ndarray]:
        attention = self._attention()
        return attention, weights_if(attention, self.what_if)

    def _heads(self, attention: Attention) -> slice:
        if self.head.value == _ALL:
            return slice(0, attention.weights.shape[1])
        return slice(self.head.value, self.head.value + 1)

    # --- drawing ---

    def _values(self, attention: Attention, changed: np.ndarray) -> list[np.ndarray]:
        """The maps to draw: all heads, or one as it is and (under a switch) as it would be."""
        at = (self.example.value, self._heads(attention))
        if self.head.value == _ALL or not self.what_if.changes:
            return list(changed[at])
        return [*attention.weights[at], *changed[at]]

    def _names(self, count: int) -> list[str]:
        if self.head.value == _ALL:
            return [f"head {index}" for index in range(count)]
        if count == 1:
            return [f"head {self.head.value}"]
        return ["as it is", "what if"]

    def _allowed(self, attention: Attention) -> np.ndarray | None:
        """(h, L_q, L_k) of this example, for the heads shown; heads share their mask."""
        if attention.allowed is None:
            return None
        return attention.allowed[self.example.value, self._heads(attention)]

    def _blocked(self, attention: Attention) -> np.ndarray | None:
        allowed = self._allowed(attention)
        return None if allowed is None else ~allowed[0]

    def _drawn(
        self, attention: Attention, changed: np.ndarray, queries: list[str], keys: list[str]
    ) -> tuple[Scene, list[np.ndarray]]:
        """The scene for this choice: the one before, if only numbers have changed."""
        values, allowed = self._values(attention, changed), self._allowed(attention)
        leaks = self.what_if.masked
        key = (
            self._title(), tuple(self._names(len(values))), tuple(queries), tuple(keys), leaks,
            None if allowed is None else allowed.tobytes(),
        )  # fmt: skip
        if self._scene is None or self._scene[0] != key:
            self._scene = (key, Scene(self._draw(values, allowed, queries, keys)))
        return self._scene[1], values

    def _draw(
        self,
        values: list[np.ndarray],
        allowed: np.ndarray | None,
        queries: list[str],
        keys: list[str],
    ) -> Picture:
        count = len(values)
        mask = (
            None if allowed is None else np.broadcast_to(allowed[:1], (count, *allowed.shape[1:]))
        )
        return attention_maps.maps(
            values,
            names=self._names(count),
            queries=queries,
            keys=keys,
            allowed=mask,
            title=self._title(),
            alt=self._alt(values, queries, keys),
        )

    def _title(self) -> str:
        what = KINDS[self.kind.value].partition(":")[0].capitalize()
        return f"{what}, layer {self.layer.value}" + (
            f", head {self.head.value}" if self.head.value != _ALL else ""
        )

    def _alt(self, values: list[np.ndarray], queries: list[str], keys: list[str]) -> str:
        said = attention_maps.said(values, self._names(len(values)), queries, keys)
        step = (
            f" at step {self.recording.steps[self.step.index]}"
            if len(self.recording.steps) > 1
            else ""
        )
        return f"{self._title()}{step}: attention weights. {said}"

    def _save(self, kind: str) -> None:
        what = f"attention-{self.kind.value}-layer{self.layer.value}-{self.head.value}.{kind}"
        try:
            path = self.save(Path.cwd() / what.replace(" ", "-"))
        except OSError as error:
            self.status.value = f"Not saved: {error.strerror or error}."
        else:
            self.status.value = f"Saved as {path.name}, beside the notebook."


def _numbered(count: int) -> list[tuple[str, int]]:
    return [(str(index), index) for index in range(count)]


def _within(name: str, value: Any, count: int) -> None:
    if not isinstance(value, int) or not 0 <= value < count:
        raise ValueError(f"{name}={value!r} must be a whole number from 0 to {count - 1}.")
