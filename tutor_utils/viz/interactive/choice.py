"""What is to be looked at in a recording, and the maps and words that belong to it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .. import attention_maps
from ..image import Picture
from ..recording import KINDS, Recording
from ..what_if import WhatIf, told, weights_if


@dataclass(frozen=True)
class Choice:
    """One state of all controls. JupyterLab may move two of them at once, so it is read once.

    Attributes:
        head: None for all heads.
        step: a training step of the recording.
    """

    kind: str
    layer: int
    head: int | None
    example: int
    step: int
    what_if: WhatIf


@dataclass(frozen=True)
class Look:
    """The maps of a choice.

    Attributes:
        names: one for each map.
        values: maps (L_q, L_k).
        allowed: bool (L_q, L_k), or None without a mask.
        leaking: for each map, whether blocked cells may hold weight all the same.
    """

    title: str
    names: tuple[str, ...]
    queries: list[str]
    keys: list[str]
    allowed: np.ndarray | None
    leaking: tuple[bool, ...]
    values: list[np.ndarray] = field(compare=False)
    alt: str = field(compare=False)
    caption: str = field(compare=False)

    @property
    def frame(self) -> tuple:
        """Equal for two looks that differ in weights and words alone."""
        allowed = None if self.allowed is None else self.allowed.tobytes()
        labels = tuple(self.queries), tuple(self.keys)
        return self.title, self.names, *labels, allowed, self.leaking

    def picture(self) -> Picture:
        """The maps, drawn."""
        return attention_maps.maps(
            self.values,
            names=self.names,
            queries=self.queries,
            keys=self.keys,
            allowed=self.allowed,
            leaking=self.leaking,
            title=self.title,
            alt=self.alt,
        )


def look(recording: Recording, choice: Choice) -> Look:
    """The maps to draw: all heads, or one head as it is and (under a switch) as it would be."""
    what_if = choice.what_if
    attention = recording.layers(choice.kind, choice.step)[choice.layer]
    changed = weights_if(attention, what_if)
    queries, keys = recording.labels(choice.kind, choice.example)
    one = choice.head is not None
    heads = slice(choice.head, choice.head + 1) if one else slice(0, attention.weights.shape[1])
    at = (choice.example, heads)
    values, names = list(changed[at]), tuple(f"head {i}" for i in range(heads.start, heads.stop))
    leaking = (not what_if.masked,) * len(values)
    if one and what_if.changes:
        values, names = [*attention.weights[at], *values], ("as it is", "what if")
        leaking = (False, *leaking)

    kind = KINDS[choice.kind].partition(":")[0].capitalize()
    layers = len(recording.layers(choice.kind))
    place = [f"layer {choice.layer}"] * (layers > 1)
    place += [f"head {choice.head}"] * (one and attention.weights.shape[1] > 1)
    title = ", ".join([kind, *place]) + (f" · what if: {what_if.kind}" if what_if.changes else "")
    when = f" at step {choice.step}" if len(recording.steps) > 1 else ""
    said = attention_maps.said(values, names, queries, keys)
    caption = [f"Training step {choice.step}."] if when else []
    if what_if.changes:
        caption.append(f"What if: {what_if.name}.")
        caption.append(told(attention, changed, what_if, queries, at))
    return Look(
        title,
        names,
        queries,
        keys,
        None if attention.allowed is None else attention.allowed[choice.example, 0],
        leaking,
        values,
        f"{title}{when}: attention weights. {said}",
        " ".join(caption),
    )
