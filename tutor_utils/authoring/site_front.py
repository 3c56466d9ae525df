"""The first screen of the site: a trained model to play with, and a wrong line with its card."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from typing import Any

from .. import exercises
from ..course import sources
from ..course.learner_package import course_text
from ..learner.take_home import EXERCISE_OF, code_alone
from ..viz.interactive.page import page
from . import address, site_forms

TRAINED = "07"  # the notebook that trains a model and opens it
TEMPTING = ("split_heads", "view-straight-to-heads")  # it runs, and its shape is right
_EXPLORER = re.compile(
    r'<div class="tutor-view" data-viewer="explorer" data-tutor="([^"]*)">'
    r'<style>.*?</style><div class="tutor-stored">(.*?)</div></div><script>',
    re.DOTALL,
)


def lead(first: str) -> str:
    """HTML of the first lines: what it is, for whom, how long, and the page that it begins with."""
    hours = sum(n.minutes for n in exercises.ROAD if n.part == 1) / 60
    here = address.read()
    links = [(f"{first}.html", "Begin")]
    if here:
        links.append((here.colab(f"notebooks/{first}.ipynb"), "Open in Colab"))
    else:
        links.append(("#the-map", "See the map"))
    buttons = "".join(f'<a class="tutor-way" href="{link}">{words}</a>' for link, words in links)
    return (
        '<div class="tutor-lead"><p>A free course in Jupyter notebooks: you write the model of '
        "<em>Attention Is All You Need</em> in small parts, and each part is checked at once. For "
        "people who know Python and have seen a matrix product; PyTorch is explained. About "
        f"{hours:.0f} hours; a laptop is enough.</p><p>{buttons}</p></div>"
    )


def top() -> str:
    """HTML for the top of the front page."""
    return f'<div class="tutor-front">{_model()}{_tempting()}</div>'


def address_of(exercise: str) -> str:
    """Where an exercise stands on the site."""
    stem = exercises.notebook_of(exercise).stem
    return f"{stem}.html#exercise-{exercise.lower().replace('_', '-')}"


def _model() -> str:
    """The explorer of the model that the executed notebook trained, as today's script shows it."""
    found = _stored()
    if found is None:
        return ""
    data, stored = found
    lines = {part: code_alone(one, course_text(one)[0]) for part, one in EXERCISE_OF.items()}
    links = {part: address_of(one) for part, one in EXERCISE_OF.items()}
    opened = page("explorer", {**data, "first": "", "lines": lines, "links": links}, stored)
    return (
        "<section><p><strong>Change a number</strong>: this small Transformer, made of the parts "
        f"that you will write, copies it.</p>{opened}</section>"
    )


def _stored() -> tuple[dict[str, Any], str] | None:
    """The data of the explorer in the executed notebook, and its picture; None without one."""
    stem = next(each.stem for each in exercises.NOTEBOOKS if each.number == TRAINED)
    path = sources.SOLUTIONS / f"{stem}.ipynb"
    cells = json.loads(path.read_text("utf-8"))["cells"] if path.exists() else []
    for output in (one for cell in cells for one in cell.get("outputs", [])):
        if found := _EXPLORER.search("".join(output.get("data", {}).get("text/html", ""))):
            return json.loads(unescape(found[1])), found[2]
    return None


def _tempting() -> str:
    """A line that looks right, and the check's report on it."""
    exercise, slug = TEMPTING
    gap = site_forms.gap_of(exercise)
    assert gap is not None, exercise
    mistake, line = next(one for one in gap.wrong if one[0].slug == slug)
    return (
        "<section><p><strong>A line that looks right.</strong> It should cut features into "
        f"heads; it runs, with the right shape:</p><pre>{escape(line.strip())}</pre>"
        f"<p>The check says:</p>{site_forms.card(exercise, mistake)}"
        f'<p><a href="{address_of(exercise)}">Find the right line</a></p></section>'
    )
