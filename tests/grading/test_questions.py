"""What a teacher is asked before any grade leaves, each with what settles it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.grading.submissions import WHEN, handed_in, put, solved
from tutor_utils.grading import classroom, questions
from tutor_utils.grading.gradebook import Gradebook
from tutor_utils.grading.marks import Mark, Marked
from tutor_utils.grading.roster import Person, Roster
from tutor_utils.grading.rules import Rules
from tutor_utils.grading.scoring import Decision
from tutor_utils.grading.submission import read

RULES = Rules(notebooks=("02",))
ANA = handed_in("ana", solved())
THIRD = ("03_scaled_dot_product.ipynb", solved("03_scaled_dot_product.ipynb"))


def asked(*submissions, rules=RULES, roster=None):
    taken = classroom.intake(list(submissions), roster)
    counted = classroom.counted_notebooks(rules.notebooks, [k.numbers for k in taken.looks])
    return questions.at_intake(taken, rules, counted)


def test_an_orderly_class_is_asked_nothing():
    assert asked(ANA) == []


def test_who_handed_in_another_notebook_is_named():
    (found,) = asked(ANA, handed_in("mal", THIRD))
    assert "Notebook 03" in found and "mal: 0 points" in found
    assert "--notebook 02 --notebook 03" in found


def test_a_notebook_beside_is_asked_about_where_it_was_guessed():
    held = [handed_in("ana", solved(), THIRD), *(handed_in(f"l{i}", solved()) for i in range(5))]
    assert asked(*held) == []
    (found,) = asked(*held, rules=Rules())
    assert "only ana" in found and "--notebook 03" in found


@pytest.mark.parametrize("name", ["02 (1).ipynb", "more.7z"])
def test_unreadable_file_beside_a_readable_one_is_asked_about(tmp_path, name):
    put(tmp_path / "ana", solved())
    (tmp_path / "ana" / name).write_bytes(b'{"cells": [')
    (found,) = asked(*read(tmp_path))
    assert f"Cannot be read, beside files that can: {name} of ana." in found
    (tmp_path / "ana" / name).rename(tmp_path / "ana" / "notes.txt")
    assert asked(*read(tmp_path)) == []


def test_an_extension_for_nobody_is_named_with_the_nearest():
    (found,) = asked(ANA, rules=replace(RULES, extensions={"anna": 3, "ana": 2}))
    assert "'anna'" in found and '"ana" = 3' in found


@pytest.mark.parametrize(
    ("submission", "roster", "clock"),
    [
        (ANA, Roster((Person("ana", when=WHEN),)), "the platform's time: ana (24 hours)"),
        (replace(ANA, late=True), None, "the platform's word: ana."),
    ],
)
def test_who_is_late_is_told_by_whose_clock(submission, roster, clock):
    rules = replace(RULES, deadline=datetime(2026, 10, 31, tzinfo=UTC))
    found = asked(submission, rules=rules, roster=roster)[0]
    assert f"Late by {clock}" in found and '"ana" = 3' in found


def test_whose_time_nobody_knows_is_asked_about():
    rules = replace(RULES, deadline=datetime(2026, 10, 31, tzinfo=UTC))
    (found,) = asked(ANA, rules=rules)
    assert found.startswith("Counts as in time, since no platform says when it came: ana.")
    assert asked(replace(ANA, platform="canvas"), rules=rules) == []


@pytest.fixture
def by_hand(tmp_path):
    """The questions after a decision, and then another file."""

    def after(decision, then=""):
        with Gradebook(tmp_path) as book:
            for digest in filter(None, ("d", then)):
                marks = (Mark("split_heads", "failed", 0.5, 2),)
                book.put(Marked("ana", digest, "", marks=marks), {"split_heads": "key"})
                if digest == "d":
                    book.decide(("ana", ""), "split_heads", replace(decision, file=digest))
            entries = classroom.Class(RULES, None, classroom.intake([ANA], None)).entries(book)
            return questions.by_hand(entries, book)

    return after


def test_points_above_the_most_are_asked_about(by_hand):
    (found,) = by_hand(Decision(20.0))
    assert "ana, split_heads: 20 points by hand, and 2 is the most" in found
    assert by_hand(Decision(2.0)) == by_hand(Decision(None, "a word")) == []


def test_decision_on_an_older_file_is_confirmed_again(by_hand):
    (found,) = by_hand(Decision(1.5), then="another")
    assert "older file" in found and "press Keep" in found
    assert by_hand(Decision(1.5)) == []
