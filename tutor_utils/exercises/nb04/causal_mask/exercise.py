"""Hide the future."""

from __future__ import annotations

from typing import Any

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from ..rules import causal

HINTS = (
    "Write the mask for 3 tokens on paper. Which keys may token 0 see, and which may token 2?",
    "Row q is True for keys 0 to q, itself included. That is a lower triangle.",
    "`torch.ones(L, L, dtype=torch.bool, device=device).tril()` is this triangle. Put two axes "
    "in front.",
)


def devices(answer: Any, length: int) -> list[str]:
    """The devices of three masks of one length, each asked for in another way."""
    masks = [answer(length, "cpu"), answer(length, device="meta"), answer(length)]
    return [mask.device.type for mask in masks]


def trials(inputs: Inputs) -> list[Trial]:
    """The table itself, one of them of a drawn length; then where it is made."""
    drawn = int(inputs.integers(7, 40, 1))
    return [
        Trial("length 3", (3,)),
        Trial("length 6", (6,), {"device": "cpu"}),
        Trial(f"length {drawn}", (drawn,)),
        Trial(  # of a length that no other trial has
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
    hints=HINTS,
    truth=causal,
    axes=("1 1 L L",),
    criteria={"device": "is made on the device that is asked for"},
    version=4,
    smallest=SizeGrid({"length": (2, 3)}, lambda inputs, length: Trial("", (length,))),
)
