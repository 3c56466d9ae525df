"""Show the mask that a learner's function makes of ids, and let them try other ids."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import arrays
from .painter import MaskPainter

if TYPE_CHECKING:
    import ipywidgets

_VIZ = str(Path(__file__).parents[1])
WITHOUT_KERNEL = (
    "To use the field for other ids, open this notebook in JupyterLab and run this cell."
)


class MaskFunction:
    """The mask that a function makes of ids, in the painter; a field below asks it for other ids.

    The painter lives in the page; the answer to other ids takes its place. The field asks Python:
    where no kernel runs, the painter alone is left.

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
        self.ids = row.tolist()
        self.painter = self._painted(self.ids)

    def _painted(self, ids: list[int]) -> MaskPainter:
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

    def ask(self, typed: str) -> str:
        """Ask the function for other ids; says in words what came of it.

        Args:
            typed: whole numbers with spaces or commas between them.
        """
        try:
            ids = _whole_numbers(typed)
            self.painter = self._painted(ids)
        except Exception as error:  # whatever the learner's function raises
            return _in_words(error)
        return f"Above: the mask of {ids}."

    def __repr__(self) -> str:
        return repr(self.painter)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return self.painter._repr_mimebundle_()

    def _ipython_display_(self) -> None:
        from IPython.display import display

        shown = display(self.painter, display_id=True)

        def asked(typed: str) -> str:
            said = self.ask(typed)
            if shown is not None:  # None without IPython
                shown.update(self.painter)
            return said

        controls = _field(" ".join(map(str, self.ids)), asked)
        without = {"text/html": f"<p>{WITHOUT_KERNEL}</p>", "text/plain": WITHOUT_KERNEL}
        display(controls._repr_mimebundle_() | without, raw=True)


def _field(value: str, asked: Callable[[str], str]) -> ipywidgets.VBox:
    """A text field with a button; below them stand the words that come back."""
    import ipywidgets as widgets

    field = widgets.Text(
        value=value, description="Other ids", style={"description_width": "initial"}
    )
    button = widgets.Button(description="Ask my function", layout={"width": "auto"})
    status = widgets.HTML()

    def ask(*_: object) -> None:
        status.value = f'<span role="status">{escape(asked(field.value))}</span>'

    def heard(_: object, message: dict[str, Any], __: object) -> None:
        if message.get("event") == "submit":  # Enter does what the button does
            ask()

    button.on_click(ask)
    field.on_msg(heard)
    return widgets.VBox([widgets.HBox([field, button]), status])


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
