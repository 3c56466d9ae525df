"""An answer is found wherever it stands, and what it needs comes along."""

import pytest
from conftest import NAME, cell, handed_in, solved, stub

from tutor_utils.grading.marking import mark
from tutor_utils.grading.rebuild import cell_list, rebuild

RIGHT = """def split_heads(x, num_heads):
    batch, length, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"d_model={d_model}, num_heads={num_heads}")
    return x.reshape(batch, length, num_heads, -1).transpose(1, 2)
"""


def split_heads(*notebooks):
    return rebuild(handed_in("ana", *notebooks))[0]["split_heads"]


def code(source, name=None):
    made = {"cell_type": "code", "source": source, "metadata": {}, "outputs": []}
    return made | ({"id": name} if name else {})


def insert(notebook, source, before="split_heads"):
    place = notebook["cells"].index(cell(notebook, before))
    notebook["cells"].insert(place, code(source))
    return notebook


def with_answer(source):
    notebook = solved()
    cell(notebook, "split_heads")["source"] = source
    return notebook


def test_untouched_and_missing():
    assert split_heads(stub()).untouched
    notebook = solved()
    notebook["cells"].remove(cell(notebook, "split_heads"))
    found = split_heads(notebook)
    assert found.text is None and "No cell" in found.notes[0]
    assert "not handed in" in rebuild(handed_in("ana"))[0]["split_heads"].notes[0]


def test_found_by_name_without_ids():
    notebook = with_answer(RIGHT)
    for item in notebook["cells"]:
        item.pop("id")
        item["metadata"] = {}
    found = split_heads(notebook)
    assert found.text == RIGHT and "by its name" in found.notes[0]


def test_found_by_nbgrader_id():
    notebook = with_answer(RIGHT)
    for item in notebook["cells"]:
        item["id"] = "x"
    assert split_heads(notebook).text == RIGHT


def test_written_into_another_cell():
    found = split_heads(insert(stub(), RIGHT, "check-split_heads"))
    assert found.text == RIGHT and "by its name" in found.notes[0]


def test_turned_into_markdown():
    notebook = with_answer(RIGHT)
    cell(notebook, "split_heads")["cell_type"] = "markdown"
    found = split_heads(notebook)
    assert found.text == RIGHT and "no code cell" in found.notes[0]


def test_duplicates_the_last_counts():
    notebook = with_answer("def split_heads(x, num_heads):\n    return x")
    notebook["cells"].append(code(RIGHT, "split_heads"))
    found = split_heads(notebook)
    assert found.text == RIGHT and "2 cells" in found.notes[0]


def test_helper_in_an_extra_cell_comes_along(settings):
    notebook = with_answer("def split_heads(x, num_heads):\n    return cut(x, num_heads)")
    insert(
        notebook,
        "import einops_is_not_here as e\nLIMIT = 1\n" + RIGHT.replace("split_heads", "cut"),
    )
    marks = {m.exercise: m for m in mark(handed_in("ana", notebook), settings).marks}
    assert marks["split_heads"].outcome == "passed", marks["split_heads"].report


def test_helper_of_another_answer_and_edited_import(settings):
    notebook = with_answer(
        "def split_heads(x, num_heads):\n    return _cut(x, num_heads) if prod((1,)) else x"
    )
    cell(notebook, "project_qkv")["source"] = (
        RIGHT.replace("split_heads", "_cut")
        + "\n"
        + "".join(cell(solved(), "project_qkv")["source"])
    )
    insert(notebook, "from math import prod")
    marks = {m.exercise: m for m in mark(handed_in("ana", notebook), settings).marks}
    assert {m.outcome for m in marks.values()} == {"passed"}


def test_magics_and_shell_lines_are_no_fault(settings):
    notebook = with_answer(
        "%matplotlib inline\n!true\n" + RIGHT + "\n%timeit -n1 -r1 1 + 1\ncheck(split_heads)"
    )
    marks = {m.exercise: m for m in mark(handed_in("ana", notebook), settings).marks}
    assert marks["split_heads"].outcome == "passed", marks["split_heads"].report


def test_helpers_of_the_course_do_no_harm(settings):
    extra = 'hint("split_heads")\nparts = mine("project_qkv")\nviz.mask(1).show\n'
    notebook = with_answer("from tutor_utils import hint, mine, viz\n" + RIGHT + extra)
    marks = {m.exercise: m for m in mark(handed_in("ana", notebook), settings).marks}
    assert marks["split_heads"].outcome == "passed", marks["split_heads"].report


def test_star_import_comes_along():
    notebook = insert(with_answer(RIGHT), "from math import *")
    assert "from math import *" in split_heads(notebook).support


def test_nothing_else_is_run():
    notebook = insert(solved(), "raise SystemExit")
    notebook["cells"].insert(0, code("import os; os._exit(0)"))
    answer = split_heads(notebook)
    text = "\n".join(source for _, source in cell_list(answer, {}))
    assert "_exit" not in text and "SystemExit" not in text and "check(" not in text


def test_syntax_error_is_told_with_its_line(settings):
    notebook = with_answer("def split_heads(x, num_heads)\n    return x")
    marks = {m.exercise: m for m in mark(handed_in("ana", notebook), settings).marks}
    assert marks["split_heads"].outcome == "error"
    assert "line 1" in marks["split_heads"].report["saw"]
    assert marks["project_qkv"].outcome == "passed"


def test_newest_of_two_files_counts():
    from dataclasses import replace
    from datetime import timedelta

    old, new = handed_in("ana", solved()), handed_in("ana", with_answer(RIGHT))
    late = replace(new.uploads[0], name=f"copy of {NAME}", when=new.uploads[0].when + timedelta(1))
    answers, notes = rebuild(replace(old, uploads=(*old.uploads, late)))
    assert answers["split_heads"].text == RIGHT
    assert "older copy" in notes[0]


def test_broken_part_is_filled_in_by_the_course(settings):
    """MultiHeadAttention uses split_heads, which is wrong here and costs its own points only."""
    from dataclasses import replace

    name = "05_multi_head_attention.ipynb"
    notebook = with_answer("def split_heads(x, num_heads):\n    return x")
    both = handed_in("ana", notebook, (name, solved(name)))
    marks = {m.exercise: m for m in mark(both, replace(settings, notebooks=("02", "05"))).marks}
    assert marks["split_heads"].outcome == "failed"
    assert marks["MultiHeadAttention"].outcome == "passed"


@pytest.mark.parametrize("own_work", [(), ("attend",)])
def test_ready_made_attention_is_noticed(settings, own_work):
    from dataclasses import replace
    from pathlib import Path

    name = "03_scaled_dot_product.ipynb"
    notebook = solved(name)
    text = Path(__file__).parents[1] / "answers/attend/right_library_twice.py"
    cell(notebook, "attend")["source"] = "import torch.nn.functional as F\n" + text.read_text(
        "utf-8"
    )
    rules = replace(settings, notebooks=("03",), own_work=own_work)
    marks = {m.exercise: m for m in mark(handed_in("ana", (name, notebook)), rules).marks}
    assert "scaled_dot_product_attention" in marks["attend"].notes[0]
    assert marks["attend"].outcome == ("failed" if own_work else "passed")


def test_same_submission_gets_the_same_mark(settings):
    notebook = with_answer("def split_heads(x, num_heads):\n    return x.transpose(1, 2)")
    first, second = (mark(handed_in("ana", notebook), settings) for _ in range(2))
    assert [m.report for m in first.marks] == [m.report for m in second.marks]
    assert {m.report["seed"] for m in first.marks} != {0}


def test_a_later_part_of_the_course_cannot_give_an_answer_away(settings):
    """The course's ``target_mask`` holds what ``padding_mask`` should compute."""
    from dataclasses import replace

    name = "04_masking.ipynb"
    notebook = solved(name)
    cell(notebook, "target_mask")["source"] = "".join(cell(stub(name), "target_mask")["source"])
    cell(notebook, "padding_mask")["source"] = """
def padding_mask(ids, pad_id):
    return target_mask(ids, pad_id)[:, :, -1:, :]
"""
    marks = {
        m.exercise: m
        for m in mark(
            handed_in("ana", (name, notebook)), replace(settings, notebooks=("04",))
        ).marks
    }
    assert marks["padding_mask"].outcome == "error"
    assert "target_mask" in marks["padding_mask"].report["saw"]


def test_parts_fetched_inside_the_cell_are_there(settings):
    from dataclasses import replace

    name = "04_masking.ipynb"
    notebook = solved(name)
    cell(notebook, "target_mask")["source"] = """
padding_mask, causal_mask = mine("padding_mask", "causal_mask")
def target_mask(ids, pad_id):
    return padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)
"""
    marks = {
        m.exercise: m
        for m in mark(
            handed_in("ana", (name, notebook)), replace(settings, notebooks=("04",))
        ).marks
    }
    assert marks["target_mask"].outcome == "passed", marks["target_mask"].report


@pytest.mark.parametrize(
    "text", ["-" * 40_000 + "1", "x = " + "1+" * 24_000 + "1", "#" * 60_000, "a" + ".a" * 24_000]
)
def test_texts_that_break_a_parser_cost_their_own_exercise(settings, text):
    result = mark(handed_in("eve", with_answer(text)), settings)
    assert not result.trouble
    assert [m.outcome for m in result.marks] == ["passed", "error", "passed"]


def test_what_goes_into_the_sandbox_holds_no_truth(settings):
    """Neither the functions that know the answers, nor the names of the trials."""
    import pickle
    import pickletools

    from tutor_utils import exercises
    from tutor_utils.engine.draw import Draw
    from tutor_utils.grading.marking import _Job

    for book in exercises.NOTEBOOKS:
        submission = handed_in("ana", (f"{book.stem}.ipynb", solved(f"{book.stem}.ipynb")))
        answers = rebuild(submission)[0]
        for exercise in exercises.of_notebook(book.number)[0].values():
            trials = exercise.trials(Draw(1))
            packed = _Job(exercise, answers, {}, settings)._pack(answers[exercise.id], trials)
            _, _, inputs = pickle.loads(packed)
            texts = {o[1] for o in pickletools.genops(inputs) if isinstance(o[1], str)}
            known = [exercise.truth, exercise.faulty, *(t.truth for t in trials)]
            known += [t.test for t in trials] + [m.simulate for m in exercise.mistakes]
            known = [getattr(f, "func", f) for f in known if f is not None]  # of a partial
            names = {f.__name__ for f in known} - {"<lambda>"}
            runs = {t.run.__name__ for t in trials}
            assert not names & texts - runs, exercise.id
            assert not {t.name for t in trials if " " in t.name} & texts, exercise.id
