"""An answer is found wherever it stands, and what it needs comes along."""

import re
from dataclasses import replace
from datetime import timedelta
from itertools import chain, product

import pytest

from tests.grading.submissions import NAME, answered, cell, code, handed_in, insert, solved, stub
from tutor_utils.grading.answers.rebuild import rebuild
from tutor_utils.grading.judge.job import cell_list
from tutor_utils.grading.judge.reports import without_a_run

RIGHT = """def split_heads(x, num_heads):
    batch, length, d_model = x.shape
    return x.reshape(batch, length, num_heads, -1).transpose(1, 2)
"""


def split_heads(*notebooks):
    return rebuild(handed_in("ana", *notebooks))[0]["split_heads"]


def test_untouched_and_missing():
    assert split_heads(stub()).untouched
    notebook = solved()
    notebook["cells"].remove(cell(notebook, "split_heads"))
    found = split_heads(notebook)
    assert found.text is None and "No cell" in found.notes[0]
    assert "not handed in" in rebuild(handed_in("ana"))[0]["split_heads"].notes[0]


def test_found_by_name_without_ids():
    notebook = answered(RIGHT)
    for item in notebook["cells"]:
        item.pop("id")
        item["metadata"] = {}
    found = split_heads(notebook)
    assert found.text == RIGHT and "by its name" in found.notes[0]


def test_notebooks_that_were_put_into_one_file():
    notebook, name = answered(RIGHT), "04_masking.ipynb"
    notebook["cells"] += solved(name)["cells"]
    found = rebuild(handed_in("ana", notebook, name="homework.ipynb"))[0]
    assert found["split_heads"].text == RIGHT and found["causal_mask"].text
    assert found["attend"].text is None
    later = (name, solved(name) | {"cells": notebook["cells"]})
    found = rebuild(handed_in("ana", stub(), later))[0]
    assert found["split_heads"].untouched, "a file of its own comes first"


TEXTS = {
    "stub": "".join(cell(stub(), "split_heads")["source"]),
    "right": RIGHT,
    "wrong": "def split_heads(x, num_heads):\n    return x",
}
IDS = {
    "id": {"id": "split_heads"},
    "grade id": {"id": "a1", "metadata": {"nbgrader": {"grade_id": "split_heads"}}},
    "none": {"id": "a2"},
}
CHECK = code("check(split_heads)", "check-split_heads")


def orders(most):
    """Every order of so many cells and the check among them: (what each holds, kind, id), place."""
    forms = list(product(TEXTS, ("code", "markdown"), IDS))
    for count in range(1, most + 1):
        for held in product(forms, repeat=count):
            yield from ((held, place) for place in range(count + 1))


def test_the_answer_is_what_the_notebook_would_check():
    """All orders of one cell and of two; of three those that differ in what the code cells hold."""
    for held, place in chain(orders(2), three()):
        cells = [code(TEXTS[text]) | {"cell_type": kind} | IDS[i] for text, kind, i in held]
        cells.insert(place, CHECK)
        found = split_heads({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})
        above = [text for text, kind, _ in held[:place] if kind == "code"]
        below = [text for text, kind, _ in held[place:] if kind == "code"]
        seen = above[-1] if above else "nothing"  # by the check in the notebook
        text = next((t for t in TEXTS if TEXTS[t] == found.text), "nothing")
        case = (held, place, text, found.notes)
        if seen in ("right", "wrong"):
            assert text == seen, case
            continue
        touched = [t for t in above if t != "stub"] or [t for t in below if t != "stub"]
        if touched:
            assert text == touched[-1], case
        elif above or below:
            assert text == "stub" and found.untouched, case
        in_text = [t for t, kind, _ in held if kind != "code" and t != "stub"]
        if touched or in_text:
            assert found.notes, case  # the ways to mark differ: said, and shown to the teacher
        if in_text and not (above or below):
            assert text == in_text[-1], case


def three():
    """Three code cells with their ids in every order of what they hold."""
    for texts in product(TEXTS, repeat=3):
        for place in range(4):
            yield [(text, "code", i) for text, i in zip(texts, IDS, strict=True)], place


def test_star_import_comes_along():
    notebook = insert(answered(RIGHT), "from math import *")
    assert "from math import *" in split_heads(notebook).support


def test_helper_and_what_it_uses_come_along_in_order():
    notebook = answered("def split_heads(x, num_heads):\n    return cut(x, num_heads)")
    insert(notebook, "def cut(x, h):\n    return half(x) * LIMIT")
    insert(notebook, "LIMIT = 2\ndef half(x):\n    return x / 2\ndef unused():\n    pass")
    found = split_heads(notebook)
    text = "\n".join(found.support)
    assert text.index("LIMIT = 2") < text.index("def cut") > text.index("def half")
    assert "unused" not in text and found.needs == ()


def test_nothing_else_is_run():
    notebook = insert(solved(), "raise SystemExit")
    notebook["cells"].insert(0, code("import os; os._exit(0)"))
    answer = split_heads(notebook)
    text = "\n".join(source for _, source in cell_list(answer, {}))
    assert "_exit" not in text and "SystemExit" not in text and "check(" not in text


def test_newest_of_two_files_counts():
    old, new = handed_in("ana", solved()), handed_in("ana", answered(RIGHT))
    late = replace(new.uploads[0], name=f"copy of {NAME}", when=new.uploads[0].when + timedelta(1))
    answers, notes = rebuild(replace(old, uploads=(*old.uploads, late)))
    assert answers["split_heads"].text == RIGHT
    assert "is there 2 times" in notes[0]
    (older,) = answers["split_heads"].others
    assert "view" in older.text or older.text


def test_copies_that_are_left_out_are_named():
    many = handed_in("ana", *((f"02 ({i}).ipynb", answered(f"{i}")) for i in range(10)))
    answers, notes = rebuild(many)
    assert [note for note in notes if "not looked at" in note] == [
        "More copies of notebook 02, older than 8 others and not the oldest, were not looked at: "
        "02 (1).ipynb."
    ]
    assert answers["split_heads"].others[-1].file == "02 (0).ipynb"


def test_copies_of_one_export_push_out_none_of_another():
    many = handed_in("bo", *((f"02 ({i}).ipynb", answered(f"{i}")) for i in range(9)))
    own = replace(handed_in("bo", answered(RIGHT)).uploads[0], home="Course 7/")
    older = replace(own, when=own.when - timedelta(9))
    found = rebuild(replace(many, uploads=(*many.uploads, older)))[0]["split_heads"]
    assert RIGHT in [a.text for a in (found, *found.others)]


def test_many_copies_of_one_file_push_out_no_other():
    many = handed_in("ana", *((f"02 ({i}).ipynb", stub()) for i in range(9)))
    own = handed_in("ana", answered(RIGHT)).uploads[0]
    older = replace(own, when=own.when - timedelta(9))
    found, notes = rebuild(replace(many, uploads=(*many.uploads, older)))
    assert RIGHT in [a.text for a in found["split_heads"].others]
    assert "is there 2 times" in " ".join(notes)


@pytest.mark.parametrize("much", ["%time\n" * 600, "#" * 60_000 + "\n"])
def test_a_cell_that_is_too_long_is_told_so(much):
    report = without_a_run(split_heads(answered(much + RIGHT)), None)
    assert "is too long" in report.saw and re.search(r"It has 6\d+ ", report.saw)
    assert "Python" not in report.saw


@pytest.mark.parametrize("junk", ["\n" * 48_000, "%time\n" * 250])
def test_endless_cells_cost_a_bound_and_no_answer(junk):
    notebook = answered(RIGHT)
    notebook["cells"] += [code(f"{junk}y = {i}\n") for i in range(150)]
    found, notes = rebuild(handed_in("ana", notebook))
    assert found["split_heads"].text == RIGHT
    assert "was left out" in notes[-1]
