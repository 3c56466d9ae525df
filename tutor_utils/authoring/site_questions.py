"""A prediction of a notebook as a form that answers in a page, without a kernel.

The answer and its reasons travel encoded: nothing that answers stands in the page as text. The
script is ``site_assets/answers.js``.
"""

from __future__ import annotations

import base64
import json
from html import escape
from typing import Any

from ..engine.exercise import Question


def form(question: Question) -> str:
    """HTML of a prediction: a button for each choice, or a field where any value may be said."""
    known = {plain(choice): why for choice, why in question.choices.items()}
    kept = {"right": plain(question.answer), "why": known, "otherwise": question.otherwise}
    if question.otherwise:
        inside = (
            '<label>Your prediction: <input name="said" autocomplete="off" spellcheck="false">'
            '</label> <button type="submit">Say it</button>'
        )
    else:
        choices = sorted(question.choices, key=repr)  # their order gives no clue
        inside = " ".join(
            f'<button type="button" value="{escape(plain(one))}">{escape(shown(one))}</button>'
            for one in choices
        )
    return (
        f'<form class="tutor-ask" data-key="{question.notebook}/{question.id}" '
        f'data-kept="{encoded(kept)}"><fieldset><legend>Predict</legend>'
        f"<p>{escape(question.text)}</p><p>{inside}</p></fieldset>"
        '<p class="tutor-told" role="status"></p>'
        "<noscript><p>Your browser runs no scripts here: the notebook asks this too.</p></noscript>"
        "</form>"
    )


def encoded(kept: Any) -> str:
    """JSON in base64: not to be read by accident, nor found by the site's search."""
    return base64.b64encode(json.dumps(kept).encode()).decode()


def plain(value: Any) -> str:
    """A choice in the normal form that the script gives to what a reader types."""
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(one) for one in value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{round(value, 4):g}"
    return " ".join(str(value).lower().split())


def shown(value: Any) -> str:
    """A choice as its button says it."""
    return value if isinstance(value, str) else repr(value)
