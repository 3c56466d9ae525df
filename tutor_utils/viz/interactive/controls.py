"""Buttons and fields that Python answers, and what they say where no kernel runs.

What they belong to stands above them, inside ``above(...)``, and stays when the kernel is gone.
"""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from .page import text

WITHOUT_KERNEL = "Controls: run this cell to use them."
UNANSWERED = "Python has not answered. If the kernel is gone, run this cell again."

# Once the kernel that made them is gone, JupyterLab leaves buttons that do nothing, and in a
# notebook opened again "Error displaying widget: model not found". Say what to do instead.
_STYLE = """\
<style>
.jp-OutputArea-child:has(.tutor-above) + .jp-OutputArea-child
  > .jupyter-widgets:not(:has(*)) { font-size: 0; }
.jp-OutputArea-child:has(.tutor-above) + .jp-OutputArea-child
  > .jupyter-widgets:not(:has(*))::after {
    content: "WORDS"; font-size: var(--jp-ui-font-size1); }
.jp-OutputArea-child:has(.tutor-above) + .jp-OutputArea-child .jupyter-widgets-disconnected {
    display: none !important; }
.jp-OutputArea-child:has(.tutor-above) + .jp-OutputArea-child
  > :has(> .jupyter-widgets-disconnected)::after {
    content: "WORDS"; font-size: var(--jp-ui-font-size1); }
</style>""".replace("WORDS", WITHOUT_KERNEL)


def above(html: str) -> str:
    """HTML above the controls; its script says so when no kernel answers them."""
    script = f"<script>{text('asks.js').replace('WORDS', UNANSWERED)}</script>"
    return f'{_STYLE}<div class="tutor-above">{html}</div>{script}'


class Controls(widgets.VBox):
    """Rows of controls; one sentence in their place if widgets cannot run."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return super()._repr_mimebundle_(**kwargs) | {"text/plain": WITHOUT_KERNEL}


def button(label: str, action: Any) -> widgets.Button:
    """A button that calls ``action``."""
    made = widgets.Button(description=label, layout=widgets.Layout(width="auto"))
    made.on_click(lambda _: action())
    return made
