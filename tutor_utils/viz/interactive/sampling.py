"""The next token as bars that temperature, top-k and top-p change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from .. import arrays
from .page import Viewer

SHOWN = 14  # bars, for the likeliest tokens
TEMPERATURES = (0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3)
KS = (1, 2, 3, 5, 10, 20, 50)
PS = (0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1)


class SamplingBars(Viewer):
    """The next-token distribution after some texts, with sampling controls; a script in the page.

    Where no script runs, a table of the likeliest tokens is shown instead.

    Args:
        places: text -> the logits (V,) of the next token.
        names: the V tokens.

    Raises:
        ValueError: no place, logits that are not finite, or not V of them.
    """

    script = "sampling"

    def __init__(self, places: Mapping[str, Any], names: Sequence[str]) -> None:
        if not places:
            raise ValueError("places must hold at least one text with its logits.")
        self.places: dict[str, np.ndarray] = {}
        for text, logits in places.items():
            name = f"places[{text!r}]"
            self.places[str(text)] = arrays.finite(arrays.of_rank(logits, name, 1, "(V,)"), name)
        count = len(next(iter(self.places.values())))
        self.names = arrays.labels(names, count, "names")
        if wrong := next((t for t, each in self.places.items() if len(each) != count), None):
            raise ValueError(f"places[{wrong!r}] must hold {count} logits, as the first one.")

    def data(self) -> dict[str, Any]:
        """What the script needs: the logits, the largest first."""
        places = []
        for text, logits in self.places.items():
            order = np.argsort(-logits, kind="stable")
            listed = [round(float(logits[i]), 3) for i in order]
            names = [self.names[i] for i in order[:SHOWN]]
            places.append({"name": text, "logits": listed, "names": names})
        ks = [k for k in KS if k < len(self.names)] + [len(self.names)]
        return {"places": places, "temperatures": TEMPERATURES, "ks": ks, "ps": PS}

    def stored(self) -> str:
        """The likeliest tokens after each text."""
        rows = "".join(f"<tr><td>{escape(line)}</td></tr>" for line in self._lines())
        return f"<table>{rows}</table>"

    def _lines(self) -> list[str]:
        lines = []
        for text, logits in self.places.items():
            shares = arrays.softmax(logits)
            best = np.argsort(-shares, kind="stable")[:5]
            listed = ", ".join(f"{self.names[i]} {shares[i]:.0%}" for i in best)
            lines.append(f"After “{text}”: {listed}")
        return lines

    def __repr__(self) -> str:
        return "\n".join(self._lines())
