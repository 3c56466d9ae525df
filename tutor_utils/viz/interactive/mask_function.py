"""Show the mask that a learner's function makes of ids, and let them try other ids."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import arrays
from .page import text
from .painter import MaskPainter

if TYPE_CHECKING:
    import ipywidgets

_VIZ = str(Path(__file__).parents[1])
WITHOUT_KERNEL = "To use the controls, open this notebook in JupyterLab and run this cell."
UNANSWERED = "Python has not answered. If the kernel is gone, run this cell again."

# The sentence stands in the page and gives way to controls that live. Without it an exported page
# shows nothing, and JupyterLab shows buttons that do nothing, or "Error displaying widget".
_STYLE = """\
<style>
.jp-OutputArea-child:has(.tutor-above):has(+ .jp-OutputArea-child .jupyter-button):not(
  :has(+ .jp-OutputArea-child .jupyter-widgets-disconnected)) .tutor-kernel,
.jp-OutputArea-child:has(.tutor-above) + .jp-OutputArea-child:not(:has(.jupyter-button)),
.jp-OutputArea-child:has(.tutor-above) + .jp-OutputArea-child:has(.jupyter-widgets-disconnected),
.output:has(.tutor-above) + .output.text_plain { display: none; }
</style>"""


class MaskFunction:
    """The mask that a function makes of ids, in the painter; a field below asks it for other ids.

    The painter lives in the page; the answer to other ids takes its place. The field asks Python:
    where no kernel runs, a sentence says so, and the painter stays.

    Args:
        function: ids (1, L) long -> a bool mask that broadcasts to (L, L), True = may attend.
        ids: (L,) or (1, L), whole numbers; 0 is a pad.
        scores: (L, L), finite, before the mask and the softmax.

    Raises:
        ValueError: the ids are no such row, or the function gives no such mask.
    """

    def __init__(self, function: Callable[[Any], Any], ids: Any, scores: Any) -> None:
        self.function, self.scores = function, scores
        row = arrays.drop_leading_ones(arrays.numbers(ids, "ids"), 1)
        if row.ndim != 1 or row.dtype.kind not in "iu":
            raise ValueError(
                f"ids must be whole numbers, (L,) or (1, L); they are {row.dtype} of {row.shape}."
            )
        self.ids = [int(token) for token in row]
        self.painter = self.painted(self.ids)

    def painted(self, ids: list[int]) -> MaskPainter:
        """The painter of the mask that the function gives for these ids.

        Raises:
            ValueError: they are more or fewer than the scores have rows, or the mask does not fit.
        """
        import torch

        rows = len(self.scores)
        if len(ids) != rows:
            raise ValueError(f"{len(ids)} ids were given; the scores have {rows} rows.")
        mask = self.function(torch.tensor([ids]))
        if mask is None:
            raise ValueError("The function gave None. Does it end without a return?")
        words = [str(token) if token else "<pad>" for token in ids]
        return MaskPainter(self.scores, queries=words, keys=words, mask=mask)

    def __repr__(self) -> str:
        return repr(self.painter)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        bundle = self.painter._repr_mimebundle_()
        inside = f'{bundle["text/html"]}<p class="tutor-kernel">{WITHOUT_KERNEL}</p>'
        script = f"<script>{text('asks.js').replace('WORDS', UNANSWERED)}</script>"
        html = f'{_STYLE}<div class="tutor-above">{inside}</div>{script}'
        return bundle | {"text/html": html}

    def _ipython_display_(self) -> None:
        from IPython.display import display

        handle = display(self._repr_mimebundle_(), raw=True, display_id=True)
        field = _Field(self)
        if handle is not None:  # None without IPython
            field.answered = lambda: handle.update(self._repr_mimebundle_(), raw=True)
        display(field.controls._repr_mimebundle_() | {"text/plain": WITHOUT_KERNEL}, raw=True)


class _Field:
    """A text field for ids, with a button that hands them to the function.

    ``answered`` is called once the painter is that of the new ids.
    """

    def __init__(self, shown: MaskFunction) -> None:
        import ipywidgets as widgets

        self.shown = shown
        self.answered: Callable[[], object] = lambda: None
        self.text: ipywidgets.Text = widgets.Text(
            value=" ".join(map(str, shown.ids)),
            description="Other ids",
            style={"description_width": "initial"},
        )
        self.text.on_msg(self._heard)
        self.status = widgets.HTML()
        button = widgets.Button(description="Ask my function", layout={"width": "auto"})
        button.on_click(lambda _: self.ask())
        self.controls = widgets.VBox([widgets.HBox([self.text, button]), self.status])

    def ask(self) -> None:
        """Show the mask of the ids in the field, or say in words why there is none."""
        self.status.value = ""  # the page sees that Python answers
        try:
            ids = _whole_numbers(self.text.value)
            self.shown.painter = self.shown.painted(ids)
        except Exception as error:  # whatever the learner's function raises
            self._say(_in_words(error))
            return
        self.answered()
        self._say(f"Above: the mask of {ids}.")

    def _heard(self, _: object, message: dict[str, Any], __: object) -> None:
        if message.get("event") == "submit":  # Enter does what the button does
            self.ask()

    def _say(self, words: str) -> None:
        self.status.value = f'<span role="status">{escape(words)}</span>'


def _whole_numbers(typed: str) -> list[int]:
    words = typed.replace(",", " ").split()
    for word in words:
        if not (word.removeprefix("-").isdecimal() and len(word) < 19):  # 64 bits hold 18 digits
            raise ValueError(f"{word!r} is no id. Type whole numbers with spaces between them.")
    return [int(word) for word in words]


def _in_words(error: Exception) -> str:
    """The error as a learner reads it: our own words, or what their function raised and where."""
    theirs = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(_VIZ) and "-packages" not in frame.filename
    ]
    if not theirs:
        return str(error)
    return f"Your function raised {type(error).__name__} in `{theirs[-1].line}`: {error}"
