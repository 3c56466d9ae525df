"""What the trials of the three decoders know: unlike ``decoding``, it stays outside of a run."""

from __future__ import annotations

from typing import Any

CRITERIA = {"quiet": "no gradients, and the model's mode as it was"}


def well_mannered(*args: Any) -> dict[str, str]:
    """What ``manners`` sees of a decoder that treats a model as it should.

    The last argument of the trial is the mode in which the model came in.
    """
    return {
        "dropout while it encodes": "off",
        "dropout while it decodes": "off",
        "gradients while it decodes": "off",
        "gradients afterwards": "on",
        "its mode afterwards": args[-1],
    }
