"""An exercise as a choice in a page: one line of the answer is missing, which of these is right?

The lines are the bank's: a right answer's, and those that its known mistakes have in the same
place. A wrong one shows the card that a learner gets who writes it. The script is
``site_assets/answers.js``.
"""

from __future__ import annotations

import difflib
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from .. import exercises
from ..course import answers
from ..course.learner_package import course_text
from ..engine.exercise import Mistake
from ..engine.run.observe import observe
from ..engine.verdict.card import card as report_card
from ..engine.verdict.examine import examine
from ..exercises.folder import right_answers, wrong_answers
from ..viz.comparison import below_a_report

_bank = cache(answers.Bank)
MOST = 3  # wrong lines beside the right one
LONGEST = 4  # lines that may stand in the gap
IN_A_NOTEBOOK = ("Run it yourself", "Criteria")


@dataclass(frozen=True)
class Gap:
    """The lines of a right answer that are missing, and what its mistakes have there.

    Attributes:
        before, after: The lines of the answer around the gap.
        right: What belongs there.
        wrong: Each mistake that is shown, and what it has there.
        known: How many mistakes are made there.
    """

    before: str
    right: str
    after: str
    wrong: tuple[tuple[Mistake, str], ...]
    known: int


def gap_of(exercise: str) -> Gap | None:
    """The gap with the most mistakes in it, in the right answer that most mistakes are edits of.

    None where no two mistakes share a gap.
    """
    path = exercises.path_of(exercise)
    every = wrong_answers(path)
    edits = Counter(mistake.right for mistake in every)
    rights = dict(sorted(right_answers(path).items(), key=lambda item: -edits[item[0]]))
    own, *tidy = _tidy([course_text(exercise)[0], *rights.values(), *(m.code for m in every)])
    known = list(zip(every, tidy[len(rights) :], strict=True))
    for name, text in zip(rights, tidy, strict=False):
        mine = [one for one in known if one[0].right == name]  # its own edits before others'
        for gaps in (list(_gaps(text, mistakes)) for mistakes in (mine, known)):
            if gaps:
                usual = _lines(own)
                return max(
                    gaps,
                    key=lambda gap: (
                        len(gap.wrong),
                        sum(bool(mistake.source) for mistake, _ in gap.wrong),
                        -len(gap.right.splitlines()),
                        gap.known,
                        _lines(gap.right) <= usual,
                    ),
                )
    return None


def _lines(text: str) -> set[str]:
    """The lines of a text without comments, as a set."""
    return {line.split("  # ")[0].strip() for line in text.splitlines()} - {""}


def _tidy(texts: list[str]) -> list[str]:
    """Each as `ruff format` lays it out: an edit may leave two blanks where a word was."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{i}.py") for i in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, "utf-8")
        command = [sys.executable, "-m", "ruff", "format", "--isolated", "--quiet", folder]
        subprocess.run([*command, "--line-length=100"], check=True)
        return [path.read_text("utf-8") for path in paths]


def _gaps(text: str, mistakes: Iterable[tuple[Mistake, str]]) -> Iterator[Gap]:
    """The gaps of one right answer, each with at most ``MOST`` mistakes."""
    lines = text.splitlines()
    by_place: dict[tuple[int, int], dict[str, tuple[Mistake, str]]] = {}
    for mistake, code in mistakes:
        other = code.splitlines()
        changes = difflib.SequenceMatcher(None, lines, other, autojunk=False).get_opcodes()
        changed = [change for change in changes if change[0] != "equal"]
        if len(changed) != 1 or changed[0][0] != "replace":
            continue
        _, start, stop, its_start, its_stop = changed[0]
        right, its = "\n".join(lines[start:stop]), "\n".join(other[its_start:its_stop])
        if _tempting(right, its):
            by_place.setdefault((start, stop), {}).setdefault(mistake.slug, (mistake, its))
    for (start, stop), there in by_place.items():
        before, right, after = (
            "\n".join(part) for part in (lines[:start], lines[start:stop], lines[stop:])
        )
        wrong = sorted(there.values(), key=lambda one: not one[0].source)  # really written first
        if len(wrong) > 1:
            yield Gap(before, right, after, tuple(wrong[:MOST]), len(wrong))


def _tempting(right: str, wrong: str) -> bool:
    """Whether one could take the one for the other: as short, and no part of it left empty."""
    lines = max(len(one.splitlines()) for one in (right, wrong))
    return lines <= LONGEST and len(wrong) < len(right) + 25 and wrong.strip() not in ("", "pass")


def form(exercise: str) -> str:
    """HTML of an exercise's choice; "" where its bank has none."""
    gap = gap_of(exercise)
    if gap is None:
        return ""
    cards = [(line, card(exercise, mistake)) for mistake, line in gap.wrong]
    cards.append(
        (gap.right, '<p class="tutor-told"><strong>Right.</strong> The check passes it.</p>')
    )
    rows = "".join(
        '<div><button type="button" aria-expanded="false">'
        f"<code>{escape(textwrap.dedent(line))}</code></button><template>{told}</template></div>"
        for line, told in sorted(cards)
    )
    indent = gap.right[: len(gap.right) - len(gap.right.lstrip())]
    asked = "\n".join(
        part for part in (gap.before, f"{indent}# ... which of these?", gap.after) if part
    )
    return (
        f'<div class="tutor-choose" data-exercise="{exercise}" role="group" '
        f'aria-label="Which of these lines is right?">'
        "<p><strong>Which of these is right?</strong> A wrong one shows what the check says "
        f"to somebody who writes it.</p><pre>{escape(asked)}</pre>{rows}"
        '<div class="tutor-answered" role="status"></div></div>'
    )


def card(exercise: str, mistake: Mistake) -> str:
    """The card of a mistake's answer, without what only a notebook can do."""
    found = exercises.find(exercise)
    value = answers.answer_with(exercise, mistake)
    report = examine(found, value, observe(found, value, 0), _bank())
    picture = "" if report.picture is None else below_a_report(report.picture)
    sections = [each for each in report.sections() if each[0] not in IN_A_NOTEBOOK]
    return report_card(report.outcome, report.headline, sections, "", picture=picture, live=False)
