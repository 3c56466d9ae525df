"""Expected results of the three decoders; unlike ``decoding``, the judge alone imports it."""

from __future__ import annotations

from typing import Any

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
