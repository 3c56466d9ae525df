"""One picture for each place of a slider."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from .. import arrays
from ..image import Picture
from .page import Viewer


class Slides(Viewer):
    """A slider that shows one picture for each of its places; a script in the page.

    Where no script runs, the first picture is shown.

    Args:
        pictures: one for each place of the slider, made by other functions of ``viz``.
        words: the slider's label at each place.
        slider: the name of the slider.
        start: the first place shown.

    Raises:
        ValueError: no picture, other than one word for each, or a start beyond them.
    """

    script = "slides"

    def __init__(
        self, pictures: Sequence[Picture], *, words: Sequence[str], slider: str, start: int = 0
    ) -> None:
        if not pictures or not all(isinstance(each, Picture) for each in pictures):
            raise ValueError(f"pictures must hold pictures of viz, at least one; not {pictures!r}.")
        if not 0 <= start < len(pictures):
            raise ValueError(f"start must be from 0 to {len(pictures) - 1}, not {start}.")
        self.pictures = list(pictures)
        self.words = arrays.labels(words, len(pictures), "words")
        self.slider, self.start = slider, start

    def data(self) -> dict[str, Any]:
        """What the script needs."""
        return {
            "pages": [
                {"alt": each.alt, "bright": _url(each.png()), "dark": _url(each.png(dark=True))}
                for each in self.pictures
            ],
            "words": self.words,
            "slider": self.slider,
            "start": self.start,
        }

    def picture(self) -> Picture:
        """The picture at which the slider begins."""
        return self.pictures[self.start]

    def stored(self) -> str:
        """The first picture, with a style that shows the dark version on a dark page."""
        return self.picture().html()


def _url(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
