"""Every diagnosis that a test may give is explained, in every exercise that may give it."""

import ast
import re
from dataclasses import replace

import pytest

from tutor_utils import exercises
from tutor_utils.authoring.bank import answers
from tutor_utils.course.sources import SOLUTIONS
from tutor_utils.engine.exercise import Finding, Trial
from tutor_utils.engine.judge import UNFORESEEN, judge
from tutor_utils.engine.observe import observe
from tutor_utils.exercises import NOTEBOOKS, of_notebook

PACKAGE = SOLUTIONS.parent / "tutor_utils" / "exercises"


def named(path):
    """Every slug that stands as ``mistake="..."`` in a module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.keyword) and node.arg == "mistake":
            texts = [p.value for p in ast.walk(node.value) if isinstance(p, ast.Constant)]
            yield from (x for x in texts if isinstance(x, str) and re.fullmatch(r"\w+(-\w+)+", x))


@pytest.mark.parametrize("number", [n.number for n in NOTEBOOKS])
def test_named_mistakes_are_explained(number):
    known = {m.slug for e in of_notebook(number)[0].values() for m in e.mistakes}
    for path in PACKAGE.glob(f"nb{number}*.py"):
        assert set(named(path)) <= known, path.name
    if number == "06":
        assert set(named(PACKAGE / "blocks.py")) <= known


@pytest.mark.parametrize("exercise_id", ["EncoderLayer", "DecoderLayer", "Encoder", "Transformer"])
def test_what_a_layer_lacks_is_explained_everywhere(exercise_id):
    known = {m.slug for m in exercises.find(exercise_id).mistakes}
    assert {"not-registered", "one-norm-for-all", "one-attention-for-both"} <= known


def only(exercise_id, **trial):
    exercise = exercises.find(exercise_id)
    return replace(exercise, trials=lambda draw: [Trial("one", (), run=lambda a: 0, **trial)])


def test_slug_of_another_exercise_keeps_the_words_of_the_finding():
    found = Finding("I saw it.", "It means this.", "Try that.", mistake="from-elsewhere")
    exercise = only("split_heads", test=lambda value: found)
    report = judge(exercise, observe(exercise, None))
    assert (report.diagnosis, report.means) == ("from-elsewhere", "It means this.")


def test_check_that_cannot_go_on_says_so_in_words():
    exercise = only("split_heads", test=lambda value: value["nothing"])
    report = judge(exercise, observe(exercise, None))
    assert report.diagnosis == UNFORESEEN and not report.passed
    assert "could not read" in report.saw and "report it" in report.try_next


def test_no_answer_of_the_banks_is_unforeseen():
    wrong = [a for a in answers() if not a.right]
    assert not [a.path for a in wrong if a.diagnosis == UNFORESEEN]
