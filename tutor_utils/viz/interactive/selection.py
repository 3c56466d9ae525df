"""What is selected in a recording, and the maps and words that show it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .. import attention_maps
from ..image import Picture
from ..recording import KINDS, Recording
from ..what_if import WhatIf, describe_change, weights_if


@dataclass(frozen=True)
class Selection:
    """What a viewer shows.

    Attributes:
        kind: "self", "encoder", "decoder" or "cross".
        layer: counted from 0 among the layers of this kind.
        head: None for all heads.
        example: an index into the batch.
        step: a training step of the recording.
        what_if: how the weights are to be computed.
    """

    kind: str
    layer: int
    head: int | None
    example: int
    step: int
    what_if: WhatIf


@dataclass(frozen=True)
class View:
    """The maps of a selection, with their labels.

    Attributes:
        title: a line above them.
        names: one for each map.
        queries, keys: L_q and L_k labels.
        allowed: bool (L_q, L_k), or None without a mask.
        leaking: for each map, whether blocked cells may hold weight all the same.
        values: maps (L_q, L_k).
        alt: what they show, in words.
        caption: what the "what if" changes, in words.
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

    def picture(self) -> Picture:
        """The maps as a picture."""
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


def view_of(recording: Recording, selection: Selection) -> View:
    """The maps to draw: all heads, or one head as it is and (under a switch) as it would be.

    Raises:
        ValueError: the recording has no such kind or step, or the weights cannot be computed
            otherwise because q and k are unknown.
        IndexError: it has no such layer or example.
    """
    what_if = selection.what_if
    attention = recording.layers(selection.kind, selection.step)[selection.layer]
    changed = weights_if(attention, what_if)
    queries, keys = recording.labels(selection.kind, selection.example)
    one, count = selection.head is not None, attention.weights.shape[1]
    heads = slice(0, count) if selection.head is None else slice(selection.head, selection.head + 1)
    at = (selection.example, heads)
    values, names = list(changed[at]), tuple(f"head {i}" for i in range(heads.start, heads.stop))
    leaking = (not what_if.masked,) * len(values)
    if one and what_if.changes:
        values, names = [*attention.weights[at], *values], ("as it is", "what if")
        leaking = (False, *leaking)

    kind = KINDS[selection.kind].partition(":")[0].capitalize()
    layers = len(recording.layers(selection.kind))
    place = [f"layer {selection.layer}"] * (layers > 1)
    place += [f"head {selection.head}"] * (one and count > 1)
    title = ", ".join([kind, *place]) + (f" · what if: {what_if.kind}" if what_if.changes else "")
    when = f" at step {selection.step}" if len(recording.steps) > 1 else ""
    allowed = None if attention.allowed is None else attention.allowed[selection.example, 0]
    strongest = attention_maps.describe(values, names, queries, keys, allowed)
    caption = [f"Training step {selection.step}."] if when else []
    if what_if.changes:
        caption.append(f"What if: {what_if.name}.")
        caption.append(describe_change(attention, changed, what_if, queries, at))
    return View(
        title,
        names,
        queries,
        keys,
        allowed,
        leaking,
        values,
        f"{title}{when}: attention weights. {strongest}",
        " ".join(caption),
    )
