"""Show a report: a card in a page, text in a terminal, and one line that stops Run All."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from .. import exercises
from ..engine.verdict.card import REMARKED, card
from ..engine.verdict.report import CheckFailed, Outcome, Report
from . import notebook
from .hints import hints_of
from .notes import NotRun
from .progress import Whereabouts

# JupyterLab paints output after an error red; below a card this is not wanted.
_CALM = """<style>
.jp-OutputArea-child:has(.tutor-card) + .jp-OutputArea-child
  [data-mime-type^="application/vnd.jupyter."] { background: transparent; }
</style>"""


def show(report: Report) -> None:
    """Show a report with its picture, its hints and what comes next; the notebook goes on."""
    position = Whereabouts(report.exercise)
    _display(f"{report}\n{position}", lambda: _card(report, position))


def show_remarks(report: Report) -> None:
    """Show the remarks on a right answer, folded, below its report, if there are any."""
    if report.remarks:
        sections = [(REMARKED, str(remark)) for remark in report.remarks]
        text = "\n\n".join(f"{head}\n{indent(words, '  ')}" for head, words in sections)
        _display(text, lambda: card(report.outcome, "", sections, ""))


def _display(text: str, html: Callable[[], str]) -> None:
    if notebook.shell() is None:
        print(text)
        return
    from IPython.display import display

    display({"text/html": html(), "text/plain": text}, raw=True)


def _card(report: Report, position: Whereabouts) -> str:
    if report.passed:
        return report.html(below=position.html())
    hints = hints_of(exercises.find(report.exercise), report.diagnosis, report.fix)
    picture = ""
    if report.picture is not None:  # loads Matplotlib only if needed
        from ..viz.comparison import below_a_report

        picture = below_a_report(report.picture)
    return report.html(picture, hints, position.html() + _CALM)


def stop(report: Report) -> None:
    """Show a report, and stop the notebook there.

    Raises:
        CheckFailed: always. In a page it prints one line, since the card shows the rest.
    """
    if not notebook.draws():
        raise CheckFailed(report)
    show(report)
    begun = report.outcome is not Outcome.NOT_ATTEMPTED
    words = "did not pass yet" if begun else "is not started yet"
    if isinstance(report, NotRun):
        words = "was not run"
    raise CheckFailed(report, f"{report.exercise} {words}: see above. Run All stops here.")
