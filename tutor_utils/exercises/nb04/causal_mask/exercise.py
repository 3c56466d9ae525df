"""Hide the future."""

from __future__ import annotations

from typing import Any

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ..rules import causal


def devices(answer: Any, length: int) -> list[str]:
    """Probe: the devices of three masks of one length, requested in three ways."""
    masks = [answer(length, "cpu"), answer(length, device="meta"), answer(length)]
    return [mask.device.type for mask in masks]


def trials(inputs: Inputs) -> list[Trial]:
    """Masks of several lengths, one of them random; then their device."""
    drawn = int(inputs.integers(7, 40, 1))
    return [
        Trial("length 3", (3,)),
        Trial("length 6", (6,), {"device": "cpu"}),
        Trial(f"length {drawn}", (drawn,)),
        Trial(  # a length that no other trial has
            "one length three times: on the CPU, on meta, on no device by name",
            (5,),
            probe=devices,
            truth=lambda length: ["cpu", "meta", "cpu"],
            criterion="device",
        ),
    ]


exercise = Exercise(
    trials,
    call="causal_mask(length, device)",
    truth=causal,
    axes=("1 1 L L",),
    criteria={"device": "is made on the device that is asked for"},
    version=4,
    smallest=SizeGrid({"length": (2, 3)}, lambda inputs, length: Trial("", (length,))),
)
