"""Show a report: a card in a page, text in a terminal, and one line that stops Run All."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent
from typing import Any

from .. import exercises
from ..engine.verdict.card import REMARKED, card
from ..engine.verdict.report import CheckFailed, Outcome, Report
from . import notebook
from .hints import rungs_of
from .whereabouts import Whereabouts

# JupyterLab paints what follows an error red. The card says how it is; what follows it is no alarm.
_CALM = """<style>
.jp-OutputArea-child:has(.tutor-card) + .jp-OutputArea-child
  [data-mime-type^="application/vnd.jupyter."] { background: transparent; }
</style>"""


@dataclass(frozen=True)
class Shown:
    """A report with its picture, its hints and what comes next."""

    report: Report
    way: Whereabouts

    def __repr__(self) -> str:
        return f"{self.report}\n{self.way}"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        report = self.report
        hints = rungs_of(exercises.find(report.exercise), report.diagnosis)
        below = self.way.html() + ("" if report.passed else _CALM)
        html = report.html(_picture(report), () if report.passed else hints, below)
        return {"text/html": html, "text/plain": repr(self)}


@dataclass(frozen=True)
class Beside:
    """Remarks on a right answer, folded, below its report."""

    report: Report

    def __repr__(self) -> str:
        return "\n\n".join(f"{head}\n{indent(words, '  ')}" for head, words in self._sections())

    def _repr_html_(self) -> str:
        return card(self.report.outcome, "", self._sections(), "")

    def _sections(self) -> list[tuple[str, str]]:
        return [(REMARKED, str(remark)) for remark in self.report.remarks]


def show(report: Report) -> None:
    """Show a report; the notebook goes on."""
    _display(Shown(report, Whereabouts(report.exercise)))


def show_remarks(report: Report) -> None:
    """Show the remarks on a right answer below its report, if there are any."""
    if report.remarks:
        _display(Beside(report))


def _display(shown: Shown | Beside) -> None:
    if notebook.shell() is None:
        print(shown)
        return
    from IPython.display import display

    display(shown)


def stop(report: Report) -> None:
    """Show a report, and stop the notebook there.

    Raises:
        CheckFailed: always. In a page it prints one line, for the card has said the rest.
    """
    if not notebook.draws():
        raise CheckFailed(report)
    show(report)
    begun = report.outcome is not Outcome.NOT_ATTEMPTED
    words = "did not pass yet" if begun else "is not started yet"
    raise CheckFailed(report, f"{report.exercise} {words}: see above. Run All stops here.")


def _picture(report: Report) -> str:
    if report.picture is None:
        return ""  # Matplotlib is loaded for a picture alone
    from ..viz.comparison import below_a_report

    return below_a_report(report.picture)
