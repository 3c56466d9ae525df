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

MOST = 12  # ids whose cells can be read
_VIZ = str(Path(__file__).parents[1])
WITHOUT_KERNEL = (
    "To use the field for other ids, open this notebook in JupyterLab and run this cell."
)


class MaskFunction:
    """The mask that a function makes of ids, in the painter; a field above asks it for other ids.

    The painter lives in the page; the answer to other ids comes between the field and the first
    painter. The field asks Python: where no kernel runs, the first painter alone is left.

    Args:
        function: ids (1, L) long -> a bool mask that broadcasts to (L, L), True = may attend.
        ids: (L,) or (1, L), whole numbers; 0 is a pad.
        scores: ids (L,) -> (L, L), finite, what these ids score before the mask and the softmax.

    Raises:
        ValueError: the ids are no such row, or a function gives no such mask or scores.
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
        """The painter of the mask that the function gives for these ids.

        Raises:
            ValueError: there are too many ids for a picture, one has no row, or the mask does not
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
        except IndexError:  # of a table without such a row: no fault of the learner's function
            raise ValueError(f"{ids} holds an id that is not in the vocabulary.") from None
        return MaskPainter(scores, queries=words, keys=words, mask=mask)

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
        return f"Below: the mask of {ids}."

    def _answer(self, typed: str) -> tuple[str, MaskPainter | None]:
        """The words, and the painter where the function gave a mask."""
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
        display(self.painter)  # last: the answer stands above it, where the eyes are


def _field(
    value: str, ask_function: Callable[[str], tuple[str, MaskPainter | None]]
) -> ipywidgets.VBox:
    """A text field with a button; below them stand the words and the painter that come back.

    The painter is an output of this widget, which a page that was loaded again still shows; the
    place of another output it would not find any more.
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
    """The error as a learner reads it: our own words, or what their function raised and where."""
    own_frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(_VIZ) and "-packages" not in frame.filename
    ]
    if not own_frames:
        return str(error)
    return f"Your function raised {type(error).__name__} in `{own_frames[-1].line}`: {error}"
