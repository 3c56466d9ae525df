"""What a teacher is asked before any grade leaves, each with what settles it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.grading import odd_notebooks
from tests.grading.submissions import (
    ATTACKS,
    NAME,
    WHEN,
    answered,
    attack,
    code,
    entry,
    handed_in,
    insert,
    put,
    solved,
)
from tutor_utils.grading.answers import notebooks
from tutor_utils.grading.gradebook import classroom
from tutor_utils.grading.gradebook.scoring import Decision
from tutor_utils.grading.gradebook.store import Gradebook
from tutor_utils.grading.intake.roster import Person, Roster
from tutor_utils.grading.intake.rules import Rules
from tutor_utils.grading.intake.submission import read
from tutor_utils.grading.judge.mark_submission import NEWER_PYTHON
from tutor_utils.grading.judge.marks import Mark, Result
from tutor_utils.grading.outputs import questions

RULES = Rules(notebooks=("02",))
ANA = handed_in("ana", solved())
THIRD = ("03_scaled_dot_product.ipynb", solved("03_scaled_dot_product.ipynb"))
OTHER = {"nbformat": 4, "cells": [code("import torch"), code("def split_heads(x):\n    return x")]}


def asked(*submissions, rules=RULES, roster=None):
    the_class = classroom.gather(submissions, roster, rules)
    looks = [notebooks.look(s) for s in the_class.submissions]
    counted = classroom.counted_notebooks(rules.notebooks, [look.numbers for look in looks])
    return questions.at_intake(the_class, looks, counted)


def test_an_orderly_class_is_asked_nothing():
    assert asked(ANA) == []


def test_who_handed_in_another_notebook_is_named():
    (found,) = asked(ANA, handed_in("mal", THIRD))
    assert "Notebook 03" in found and "mal: no points" in found
    assert "--notebook 02 --notebook 03" in found


def test_a_notebook_beside_is_asked_about_where_it_was_guessed():
    held = [handed_in("ana", solved(), THIRD), *(handed_in(f"l{i}", solved()) for i in range(5))]
    assert asked(*held) == []
    (found,) = asked(*held, rules=Rules())
    assert "only ana" in found and "--notebook 03" in found


def test_a_notebook_of_another_course_is_asked_about():
    for name in ("week1.ipynb", "lecture03.ipynb"):
        (found,) = asked(ANA, handed_in("mal", (name, OTHER)))
        assert "no notebook of this course" in found and f"{name} of mal" in found
        assert "ask for the right one" in found


def test_copies_that_are_not_looked_at_are_asked_about():
    copies = [handed_in("ana", *(answered(f"x = {i}") for i in range(n))) for n in (9, 10)]
    assert asked(copies[0]) == []
    (found,) = asked(copies[1])
    assert found.startswith("ana: More copies of notebook 02") and "take those out" in found


REACHES = [p.stem for p in ATTACKS.values() if "sys.modules" in p.read_text("utf-8")]
REACHES += ["frames", "patch_torch", "patch_probe"]


@pytest.mark.parametrize(
    "text",
    [
        *map(attack, REACHES),
        'setattr(nn.Module, "forward", 1)',
        "import ctypes\nthis is no Python",
        "import sys as s\ns.modules['x'] = 1",
        "def f(model):\n    model.__class__.forward = len",
        f"type(f{'()' * 985})\nimport ctypes",
    ],
)
def test_cells_that_reach_into_the_checker_are_asked_about(text):
    (found,) = asked(ANA, handed_in("eve", answered(text)))
    assert found.startswith("Cells reach into") and "eve (" in found and "ana" not in found


@pytest.mark.parametrize("case", odd_notebooks.CASES)
def test_odd_notebooks_reach_into_nothing(case):
    here = 'import sys, gc\ngc.collect()\nCOLAB = "google.colab" in sys.modules'
    notebook = insert(solved(), here) if case == "cell: plain" else odd_notebooks.CASES[case]
    assert not notebooks.look(handed_in("ana", notebook)).reaches


def test_one_folder_of_many_names_beside_others_is_asked_about(tmp_path):
    for i in range(3):
        put(tmp_path / "eve", solved(), f"Friend {i}_{i}_assignsubmission_file_{NAME}")
    assert asked(*read(tmp_path)) == []
    put(tmp_path / "ana", solved())
    (found,) = asked(*read(tmp_path))
    assert "eve/ bears the names of 3 learners" in found


def test_foreign_notebook_that_changes_nothing_is_not_asked_about():
    other = {"nbformat": 4, "cells": [code("def attend(q):\n    return q")]}
    two = handed_in("ana", (NAME, solved()), ("week1.ipynb", other))
    assert asked(two, rules=Rules()) != []
    others = [handed_in(name, solved()) for name in ("ben", "cem")]
    assert asked(two, *others, rules=Rules()) == []


@pytest.mark.parametrize("kept", ["from tutor_utils import check", "check(split_heads)", "x = 1"])
def test_a_notebook_without_ids_is_the_courses_if_it_checks(kept):
    notebook = {"nbformat": 4, "cells": [*OTHER["cells"], code(kept)]}
    assert bool(asked(ANA, handed_in("mal", ("a.ipynb", notebook)))) == (kept == "x = 1")


@pytest.mark.parametrize("name", ["02 (1).ipynb", "more.7z", "02.url"])
def test_unreadable_file_beside_a_readable_one_is_asked_about(tmp_path, name):
    put(tmp_path / "ana", solved())
    (tmp_path / "ana" / name).write_bytes(b'{"cells": [')
    (found,) = asked(*read(tmp_path))
    assert f"Cannot be read, beside files that can: {name} of ana." in found
    (tmp_path / "ana" / name).rename(tmp_path / "ana" / "notes.txt")
    assert asked(*read(tmp_path)) == []


def test_one_name_with_two_numbers_is_asked_about():
    two = [replace(ANA, platform_id=number) for number in ("12", "34")]
    (found,) = asked(*two)
    assert "ana is there 2 times, with the numbers 12, 34" in found and "--roster" in found
    people = tuple(Person("ana", platform_id=number) for number in ("12", "34"))
    assert asked(*two, roster=Roster(people)) == []


@pytest.mark.parametrize(
    "twin",
    [
        "ADA HONEST",
        "Ada  Honest",
        "\u0410d\u0430 Honest",
        "A\ufffdda Honest",
        "ada_honest",
        "Eve & Ada Honest",
    ],
)
def test_names_that_look_alike_are_asked_about(twin):
    (found,) = asked(*(handed_in(name, solved()) for name in ("Ada Honest", twin, "Ada Hones")))
    assert "look alike" in found and "'Ada Hones'" not in found


def test_a_name_does_not_speak_for_the_course():
    eve = handed_in("Nobody. All is well", solved())
    (found,) = asked(replace(eve, late=True), rules=replace(RULES, deadline=WHEN))
    assert "'Nobody. All is well'" in found


def test_work_that_is_less_surely_a_persons_changes_nothing_of_theirs():
    roster = Roster((Person("Ada Honest", id="20240001", mail="ada@x"),))
    names = ("Ada Honest", "Eve 20240001", "ada@x", "ada-honest")
    given = [handed_in(name, solved()) for name in names]
    (ada,) = classroom.gather(given, roster).people
    assert ada == ("Ada Honest", "20240001")
    apart = ("'Ada Honest ' may be the work of Ada Honest",)  # as `read` says it
    given.append(replace(handed_in("'Ada Honest '", solved()), asked=apart))
    found = [one for one in asked(*given, roster=roster) if "may be the work of" in one]
    assert len(found) == 5 and not any('"' in one for one in found)


def test_two_names_that_the_list_makes_one_are_asked_about():
    roster = Roster((Person("Ada Honest", id="20240001", mail="ada@x"),))
    given = [handed_in(name, solved()) for name in ("20240001", "ada@x")]
    assert any(
        "read as one learner's" in one and "ada@x" in one for one in asked(*given, roster=roster)
    )


def test_an_extension_of_a_name_that_two_have_is_nobodys():
    two = [replace(ANA, platform_id=number) for number in ("1", "2")]
    rules = replace(
        RULES, extensions={"ana": 3, "2": 1}, deadline=datetime(2026, 10, 31, tzinfo=UTC)
    )
    found = asked(*two, rules=rules)
    assert any("several learners are called 'ana'" in one for one in found)
    assert any("Late by the time of the file: ana (24 hours)" in one for one in found)
    assert classroom.gather(two, None, rules).sure_rules().extensions == {"2": 1}


def test_who_has_anothers_mail_for_a_name_gets_no_extension():
    roster = Roster((Person("Ada Honest", mail="ada@x"),))
    rules = replace(RULES, extensions={"ada@x": 3})
    found = classroom.gather(
        [handed_in(n, solved()) for n in ("Ada Honest", "ada@x")], roster, rules
    )
    assert found.sure_rules() == rules
    assert {s.learner for s in found.submissions} == {"Ada Honest", "'ada@x'"}


def test_a_newer_python_is_asked_about_before_grades_leave():
    noted = Mark("split_heads", "failed", 0.0, 2, notes=(f"{NEWER_PYTHON} 3.14: look.",))
    marked = [Result(name, "", "", marks=(noted,)) for name in ("ana", "ben")]
    (found,) = questions.newer_python([entry(m) for m in marked])
    assert "ana, ben" in found and "newest Python" in found
    assert not list(
        questions.newer_python([entry(Result("cem", "", "", marks=(replace(noted, notes=()),)))])
    )


def test_a_title_that_canvas_does_not_know_is_asked_about():
    columns = ("Student", "ID", "Section", "Week 2 (4711)")
    roster = Roster((Person("Kim, Ana"),), columns)

    def found(title):
        return list(questions.new_column(classroom.Class((), roster, Rules(title=title))))

    assert not found("Week 2")
    assert 'title = "Week 2"' in found("week 02")[0]


def test_an_extension_for_nobody_is_named_with_the_nearest():
    (found,) = asked(ANA, rules=replace(RULES, extensions={"anna": 3, "ana": 2}))
    assert "'anna'" in found and '"ana" = 3' in found


@pytest.mark.parametrize(
    ("submission", "roster", "clock"),
    [
        (ANA, None, "the time of the file: ana (24 hours)"),
        (ANA, Roster((Person("ana", when=WHEN),)), "the platform's time: ana (24 hours)"),
        (replace(ANA, late=True), None, "the platform's word: ana."),
    ],
)
def test_who_is_late_is_told_by_whose_clock(submission, roster, clock):
    rules = replace(RULES, deadline=datetime(2026, 10, 31, tzinfo=UTC))
    (found,) = asked(submission, rules=rules, roster=roster)
    assert f"Late by {clock}" in found and '"ana" = 3' in found


def test_the_time_of_a_clock_that_was_never_set_is_asked_about():
    rules = replace(RULES, deadline=datetime(2026, 10, 31, tzinfo=UTC))
    old = tuple(replace(one, when=datetime(1980, 1, 1, tzinfo=UTC)) for one in ANA.uploads)
    (found,) = asked(replace(ANA, uploads=old), rules=rules)
    assert "Files of ana are dated before 2000" in found
    by_platform = Roster((Person("ana", when=datetime(2026, 10, 30, tzinfo=UTC)),))
    assert not asked(replace(ANA, uploads=old), rules=rules, roster=by_platform)


def test_times_of_a_download_are_asked_about():
    rules = replace(RULES, deadline=datetime(2026, 10, 31, tzinfo=UTC))
    (found,) = asked(*(handed_in(n, answered(n)) for n in "abcd"), rules=rules)
    assert "these would be: a (24 hours), b" in found and "nobody is late" in found


@pytest.fixture
def by_hand(tmp_path):
    """The questions after a decision, and then another file."""

    def after(decision, exercise="split_heads", then=""):
        with Gradebook(tmp_path) as book:
            for digest in filter(None, ("d", then)):
                marks = (Mark("split_heads", "failed", 0.5, 2),)
                book.put(Result("ana", digest, "", marks=marks), {"split_heads": "key"})
                if digest == "d":
                    book.decide(("ana", ""), exercise, decision)
            the_class = classroom.gather([ANA], None, RULES).with_marks(book)
            return questions.by_hand(the_class, book.decisions())

    return after


def test_points_above_the_most_are_asked_about(by_hand):
    (found,) = by_hand(Decision(20.0))
    assert "ana, split_heads: 20 points by hand, and 2 is the most" in found
    assert by_hand(Decision(2.0)) == by_hand(Decision(None, "a word")) == []


def test_points_for_the_whole_have_an_end_too(by_hand):
    (found,) = by_hand(Decision(21.0), "")
    assert "the whole: 21 points" in found and "4 is the most" in found


def test_decision_on_an_older_file_is_confirmed_again(by_hand):
    (found,) = by_hand(Decision(1.5), then="another")
    assert "older file" in found and "press Keep" in found
    assert by_hand(Decision(1.5)) == []


@pytest.mark.parametrize(
    ("outcomes", "learners", "asked_for"),
    [("ee", 2, True), ("ep", 2, False), ("ef", 2, False), ("ee", 1, False), ("nn", 2, False)],
)
def test_a_class_in_which_nothing_ran_is_asked_about(outcomes, learners, asked_for):
    names = {"e": "error", "p": "passed", "f": "failed", "n": "not_attempted"}
    marks = tuple(
        Mark("split_heads", names[o], 0.0, 2, report={"saw": "It ended before."}) for o in outcomes
    )
    found = [entry(Result(str(i), "", "", marks=marks)) for i in range(learners)]
    told = list(questions.nothing_ran(found))
    assert bool(told) is asked_for
    assert not told or "4 of 4 with: It ended before." in told[0]
