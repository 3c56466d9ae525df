"""Show the mask that a learner's function makes from ids, with a field to try other ids."""

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

MOST = 12  # ids: more cells are not readable
_VIZ = str(Path(__file__).parents[1])
WITHOUT_KERNEL = (
    "To use the field for other ids, open this notebook in JupyterLab and run this cell."
)


class MaskFunction:
    """The mask that a function makes from ids, in a painter; a field calls it with other ids.

    The first painter is a script in the page. The field calls Python, and the mask of other ids is
    shown between the field and the first painter; without a kernel only the first painter works.

    Args:
        function: ids (1, L) long -> a bool mask that broadcasts to (L, L), True = may attend.
        ids: (L,) or (1, L), whole numbers; 0 is a pad.
        scores: ids (L,) -> (L, L), finite, the scores before the mask and the softmax.

    Raises:
        ValueError: the ids, the mask or the scores have another shape or type.
    """

    def __init__(
        self, function: Callable[[Any], Any], ids: Any, scores: Callable[[Any], Any]
    ) -> None:
        self.function, self.scores = function, scores
        row = arrays.drop_leading_ones(arrays.numbers(ids, "ids"), 1)
        if row.ndim != 1 or row.dtype.kind not in "iu":
            raise ValueError(
                f"ids must be whole numbers, (L,) or (1, L); they are {row.dtype} of {row.shape}."
            )
        self.ids = row.tolist()
        self.painter = self._painted(self.ids)

    def _painted(self, ids: list[int]) -> MaskPainter:
        """The painter of the mask for these ids.

        Raises:
            ValueError: too many ids for a picture, an id without a row, or a mask that does not
                fit.
        """
        import torch

        if not 0 < len(ids) <= MOST:
            raise ValueError(f"{len(ids)} ids were given; type 1 to {MOST}.")
        mask = self.function(torch.tensor([ids]))
        if mask is None:
            raise ValueError("The function gave None. Does it end without a return?")
        words = [str(token) if token else "<pad>" for token in ids]
        try:
            scores = self.scores(torch.tensor(ids))
        except IndexError:  # the table of the scores has no such row
            raise ValueError(f"{ids} holds an id that is not in the vocabulary.") from None
        return MaskPainter(scores, queries=words, keys=words, mask=mask)

    def ask(self, typed: str) -> str:
        """Call the function with other ids; returns a sentence on the result.

        Args:
            typed: whole numbers with spaces or commas between them.
        """
        try:
            ids = _whole_numbers(typed)
            self.painter = self._painted(ids)
        except Exception as error:  # whatever the learner's function raises
            return _in_words(error)
        return f"Below: the mask of {ids}."

    def _answer(self, typed: str) -> tuple[str, MaskPainter | None]:
        """A sentence on the result, and the painter if the function returned a mask."""
        before = self.painter
        message = self.ask(typed)
        return message, None if self.painter is before else self.painter

    def __repr__(self) -> str:
        return repr(self.painter)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return self.painter._repr_mimebundle_()

    def _ipython_display_(self) -> None:
        from IPython.display import display

        controls = _field(" ".join(map(str, self.ids)), self._answer)
        without = {"text/html": f"<p>{WITHOUT_KERNEL}</p>", "text/plain": WITHOUT_KERNEL}
        display(controls._repr_mimebundle_() | without, raw=True)
        display(self.painter)  # last, so that the field's answer is shown above it


def _field(
    value: str, ask_function: Callable[[str], tuple[str, MaskPainter | None]]
) -> ipywidgets.VBox:
    """A text field with a button; the answer and its painter are shown below.

    The painter is an output of this widget, so that it works in a reloaded page, too.
    """
    import ipywidgets as widgets

    field = widgets.Text(
        value=value, description="Other ids", style={"description_width": "initial"}
    )
    button = widgets.Button(description="Ask my function", layout={"width": "auto"})
    status, answer = widgets.HTML(), widgets.Output()

    def ask(*_: object) -> None:
        message, painter = ask_function(field.value)
        status.value = f'<span role="status">{escape(message)}</span>'
        bundle = {} if painter is None else painter._repr_mimebundle_()
        answer.outputs = (
            ({"output_type": "display_data", "data": bundle, "metadata": {}},) if bundle else ()
        )

    def on_message(_: object, message: dict[str, Any], __: object) -> None:
        if message.get("event") == "submit":  # Enter does what the button does
            ask()

    button.on_click(ask)
    field.on_msg(on_message)
    return widgets.VBox([widgets.HBox([field, button]), status, answer])


def _whole_numbers(typed: str) -> list[int]:
    words = typed.replace(",", " ").split()
    for word in words:
        if not (word.removeprefix("-").isdecimal() and len(word) < 19):  # 64 bits hold 18 digits
            raise ValueError(f"{word!r} is no id. Type whole numbers with spaces between them.")
    return [int(word) for word in words]


def _in_words(error: Exception) -> str:
    """The error for a learner: our message, or the type, message and line of their own error."""
    own_frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(_VIZ) and "-packages" not in frame.filename
    ]
    if not own_frames:
        return str(error)
    return f"Your function raised {type(error).__name__} in `{own_frames[-1].line}`: {error}"
