"""Forms that work without a kernel: a prediction, and the choice of a line of an answer.

A prediction's answer and its reasons travel encoded: nothing that answers stands in the page as
text. Of an exercise one line is missing: which of these is right? The lines are a right answer's,
and those that edits for known mistakes make of it. A wrong one shows the card that a learner gets
who writes it. The script is ``site_assets/answers.js``.
"""

from __future__ import annotations

import base64
import json
import re
import textwrap
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import Any

from .. import exercises
from ..course import answers
from ..engine.exercise import Mistake, Question
from ..engine.run.observe import observe
from ..engine.verdict.card import card as report_card
from ..engine.verdict.examine import examine
from ..exercises.folder import right_answers, wrong_answers
from ..viz.comparison import below_a_report

_bank = cache(answers.Bank)
MOST = 3  # wrong lines beside the right one
IN_A_NOTEBOOK = ("Run it yourself", "Criteria")


@dataclass(frozen=True)
class Gap:
    """The missing line of a right answer, and the same line in its mistakes.

    Attributes:
        before, after: The lines of the answer around the gap.
        right: The line that belongs there.
        wrong: Each mistake that is shown, and its line.
    """

    before: str
    right: str
    after: str
    wrong: tuple[tuple[Mistake, str], ...]


def gap_of(exercise: str) -> Gap | None:
    """The line with the most mistakes in it; None where no line has two."""
    path = exercises.path_of(exercise)
    rights = right_answers(path)
    places: dict[tuple[str, int], dict[str, tuple[Mistake, str]]] = {}
    for mistake in wrong_answers(path):
        [(old, new), *more] = mistake.change.items() or [("", "")]
        if more or not old or "\n" in old + new:
            continue
        text = rights[mistake.right]
        number = text[: text.index(old)].count("\n")
        line = text.splitlines()[number].replace(old, new).rstrip()
        line = re.sub(r"(?<=\S)  +(?=[^\s#])", " ", line)  # where an edit takes a word out
        if line.strip() not in ("", "pass"):
            there = places.setdefault((mistake.right, number), {})
            there.setdefault(mistake.slug, (mistake, line))
    if max(map(len, places.values()), default=0) < 2:
        return None

    def mistakes_there(place: tuple[str, int]) -> tuple[int, int]:
        wrong = [mistake for mistake, _ in places[place].values()]
        return min(len(wrong), MOST), sum(bool(mistake.source) for mistake in wrong)

    right, number = best = max(places, key=mistakes_there)
    wrong = sorted(places[best].values(), key=lambda one: not one[0].source)  # really written first
    lines = rights[right].splitlines()
    before, after = ("\n".join(part) for part in (lines[:number], lines[number + 1 :]))
    return Gap(before, lines[number], after, tuple(wrong[:MOST]))


def choice(exercise: str) -> str:
    """HTML of an exercise's choice; "" where it has none."""
    gap = gap_of(exercise)
    if gap is None:
        return ""
    cards = [(line, card(exercise, mistake)) for mistake, line in gap.wrong]
    cards.append(
        (gap.right, '<p class="tutor-told"><strong>Right.</strong> The check passes it.</p>')
    )
    rows = "".join(
        '<div><button type="button" aria-expanded="false">'
        f"<code>{escape(textwrap.dedent(line))}</code></button><template>{answer}</template></div>"
        for line, answer in sorted(cards)
    )
    indent = gap.right[: len(gap.right) - len(gap.right.lstrip())]
    code = "\n".join(
        part for part in (gap.before, f"{indent}# ... which of these?", gap.after) if part
    )
    return (
        f'<div class="tutor-choose" data-exercise="{exercise}" role="group" '
        f'aria-label="Which of these lines is right?">'
        "<p><strong>Which of these is right?</strong> A wrong one shows what the check says "
        f"to somebody who writes it.</p><pre>{escape(code)}</pre>{rows}"
        '<div class="tutor-answered" role="status"></div></div>'
    )


def card(exercise: str, mistake: Mistake) -> str:
    """The card of a mistake's answer, without the parts that need a notebook."""
    # its name is known, and the audit compares it with all others: none of these need run
    found = exercises.find(exercise)
    found = replace(found, mistakes=[m for m in found.mistakes if m.slug == mistake.slug])
    value = answers.answer_with(exercise, mistake)
    report = examine(found, value, observe(found, value, 0), _bank())
    picture = "" if report.picture is None else below_a_report(report.picture, drawn=True)
    sections = [each for each in report.sections() if each[0] not in IN_A_NOTEBOOK]
    return report_card(report.outcome, report.headline, sections, "", picture=picture, live=False)


def prediction(question: Question) -> str:
    """HTML of a prediction: a button for each choice, or a field where any value is possible."""
    known = {plain(choice): why for choice, why in question.choices.items()}
    data = {"right": plain(question.answer), "why": known, "otherwise": question.otherwise}
    if question.otherwise:
        inside = (
            '<label>Your prediction: <input name="said" autocomplete="off" spellcheck="false">'
            '</label> <button type="submit">Say it</button>'
        )
    else:
        choices = sorted(question.choices, key=repr)  # their order gives no clue
        inside = " ".join(
            f'<button type="button" value="{escape(plain(one))}">{escape(label(one))}</button>'
            for one in choices
        )
    return (
        f'<form class="tutor-ask" data-key="{question.notebook}/{question.id}" '
        f'data-kept="{encoded(data)}"><fieldset><legend>Predict</legend>'
        f"<p>{escape(question.text)}</p><p>{inside}</p></fieldset>"
        '<p class="tutor-told" role="status"></p>'
        "<noscript><p>Your browser runs no scripts here: the notebook asks this too.</p></noscript>"
        "</form>"
    )


def encoded(data: Any) -> str:
    """JSON in base64: not to be read by accident, nor found by the site's search."""
    return base64.b64encode(json.dumps(data).encode()).decode()


def plain(value: Any) -> str:
    """A choice in the normal form that the script gives to what a reader types."""
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(one) for one in value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{round(value, 4):g}"
    return " ".join(str(value).lower().split())


def label(value: Any) -> str:
    """A choice as its button says it."""
    return value if isinstance(value, str) else repr(value)
