"""Buttons and fields that Python answers, and what they say where no kernel runs.

What they belong to stands above them, inside ``above(...)``, and stays when the kernel is gone.
"""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from .page import text

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


def above(html: str) -> str:
    """HTML above the controls, with a sentence and a script for where no kernel answers them."""
    script = f"<script>{text('asks.js').replace('WORDS', UNANSWERED)}</script>"
    said = f'<p class="tutor-kernel">{WITHOUT_KERNEL}</p>'
    return f'{_STYLE}<div class="tutor-above">{html}{said}</div>{script}'


class Controls(widgets.VBox):
    """Rows of controls; one sentence in their place if widgets cannot run."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": WITHOUT_KERNEL}


def button(label: str, action: Any) -> widgets.Button:
    """A button that calls ``action``."""
    made = widgets.Button(description=label, layout=widgets.Layout(width="auto"))
    made.on_click(lambda _: action())
    return made
