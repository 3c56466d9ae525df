"""Show a report as an HTML card: what to do first, everything else folded.

The words are those of the text form, in the same order. Without scripts only the copy button is
missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

_HERE = Path(__file__).parent
# Colours that are readable on bright and dark pages; the outcome is given in words, too.
EDGES = {"passed": "#2e9e5b", "failed": "#c77700", "error": "#d0453a", "not_attempted": "#5b8bd0"}
YOUR_LINE = "The line to look at"
MONOSPACED = (YOUR_LINE, "Smallest example", "Run it yourself", "Criteria")
REMARKED = "What a reviewer would add"
FOLDED = ("Criteria", REMARKED)


def card(
    outcome: str,
    headline: str,
    sections: Sequence[tuple[str, str]],
    footer: str,
    *,
    picture: str = "",
    hints: Sequence[str] = (),
    below: str = "",
    live: bool = True,
) -> str:
    """HTML of a report.

    Args:
        outcome: sets the colour of the edge.
        sections: headed paragraphs, in reading order.
        picture: HTML shown with the smallest example.
        hints: each folded, inside the one before it.
        below: HTML at the end.
        live: whether a script may add the copy button.
    """
    parts = []
    if headline:
        verdict = f"<strong>{escape(headline)}</strong>"
        parts.append(f'<p class="tutor-verdict" role="status">{verdict}</p>')
    for head, body in sections:
        parts.append(_section(head, body))
        if head == "Smallest example":
            parts.append(picture)
    if "Smallest example" not in [head for head, _ in sections]:
        parts.append(picture)
    parts.append(_hints(hints))
    if footer:
        parts.append(f'<p class="tutor-foot">{escape(footer)}</p>')
    copied = "Run it yourself" in [head for head, _ in sections]
    script = f"<script>{_text('card.js')}</script>" if copied and live else ""
    return (
        f'<div class="tutor-card tutor-{outcome}" style="--edge:{EDGES[outcome]}">'
        f"<style>{_text('card.css')}</style>{''.join(parts)}{below}</div>{script}"
    )


def _section(head: str, body: str) -> str:
    tag = "pre" if head in MONOSPACED else "p"
    copy = " data-copy" if head == "Run it yourself" else ""
    text = f"<{tag}{copy}>{escape(body) if tag == 'pre' else _marked(body)}</{tag}>"
    if head == REMARKED:
        words, *code = body.split("\n\n")
        text = f"<p>{_marked(words)}</p>" + "".join(f"<pre>{escape(one)}</pre>" for one in code)
    if head in FOLDED:
        return f"<details><summary>{head}</summary>{text}</details>"
    return f'<p class="tutor-head">{head}</p>{text}'


def _marked(words: str) -> str:
    """Sentences as HTML: backticks become code, addresses become links."""
    marked = re.sub(r"`([^`\n]+)`", r"<code>\1</code>", escape(words))
    return re.sub(r"https://[^\s<]*[^\s<.,;)]", r'<a href="\g<0>">\g<0></a>', marked)


def _hints(hints: Sequence[str]) -> str:
    """The hints, each folded inside the one before it."""
    inside = ""
    for number, hint in reversed([*enumerate(hints, 1)]):
        inside = (
            f"<details><summary>Hint {number} of {len(hints)}</summary>"
            f"<p>{_marked(hint)}</p>{inside}</details>"
        )
    return inside


@cache
def _text(name: str) -> str:
    """One of the course's files without comments, since it is stored with every card."""
    lines = (line.strip() for line in (_HERE / name).read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
