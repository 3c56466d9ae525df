"""Expected results of the three decoders; unlike ``decoding``, the judge alone imports it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...noted import Note

CRITERIA = {"quiet": "no gradients, and the model's mode as it was"}


def no_side_effects(*args: Any) -> dict[str, str]:
    """The expected ``side_effects``; the last argument is the model's mode before."""
    return {
        "dropout while it encodes": "off",
        "dropout while it decodes": "off",
        "gradients while it decodes": "off",
        "gradients afterwards": "on",
        "its mode afterwards": args[-1],
    }


def on_the_way(value: dict[str, str], notes: Sequence[Note], *_: Any) -> dict[str, str]:
    """What ``side_effects`` saw in the end, with what was noted of the model on the way."""

    def word(place: int, methods: Sequence[str]) -> str:
        seen = [one[place] for one in notes if one[0] in methods]
        return "on" if any(seen) else "off" if seen else "(the model is never called)"

    decoding = ("decode", "part")
    return {
        "dropout while it encodes": word(3, ("encode",)),
        "dropout while it decodes": word(3, decoding),
        "gradients while it decodes": word(4, ("encode", *decoding)),
        **value,
    }


QUIET: dict[str, Any] = {"truth": no_side_effects, "criterion": "quiet", "count": on_the_way}
