"""``check`` as a notebook calls it: cells are run in an IPython shell, without a kernel."""

import json

import pytest
from stems import STEM

from tutor_utils import check, files
from tutor_utils.course import sources, store
from tutor_utils.engine.verdict.report import CheckFailed, Outcome
from tutor_utils.learner import notebook

RIGHT = """
def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    return x.reshape(B, L, num_heads, -1).transpose(1, 2)
"""
WRONG = RIGHT.replace(".transpose(1, 2)", "")
STUB = '''
def split_heads(x, num_heads):
    """TODO"""
    raise NotImplementedError("TODO: split_heads")
'''


@pytest.fixture
def cell(shell):
    """Runs a cell and returns (value of its last line, error)."""

    def run(text):
        result = shell.run_cell(text, store_history=True)
        return result.result, result.error_in_exec

    run("import torch\nfrom torch import nn\nfrom tutor_utils import check, hint, mine, solution")
    return run


def report(cell, call="check(split_heads, raise_on_failure=False)"):
    value, error = cell(call)
    assert error is None, error
    return value


def test_right_answer_passes_and_is_kept(cell, learner_home):
    cell(RIGHT)
    assert report(cell).passed
    kept = learner_home / "my_transformer" / "split_heads.py"
    assert "num_heads={num_heads}" in kept.read_text("utf-8")
    assert store.load("split_heads").outcome == "passed"


def test_a_remark_stands_below_what_is_right(cell, capsys):
    cell(
        RIGHT.replace(
            'ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")', "KeyError()"
        )
    )
    found = report(cell)
    assert found.passed and "KeyError" in found.remarks[0].text
    capsys.readouterr()
    cell("check(split_heads)")
    shown = capsys.readouterr().out
    assert shown.index("RIGHT") < shown.index("What a reviewer would add"), shown
    cell(RIGHT)
    cell("check(split_heads)")
    assert "reviewer" not in capsys.readouterr().out


def test_wrong_answer_raises_the_report_without_frames(cell):
    cell(WRONG)
    _, error = cell("check(split_heads)")
    assert isinstance(error, CheckFailed)
    lines = error._render_traceback_()
    assert lines == str(error.report).splitlines()
    assert not any("Traceback" in line or "File " in line for line in lines)
    assert error.report.diagnosis == "heads-not-moved"


def test_untouched_answer_is_not_attempted_and_leaves_no_record(cell):
    cell(STUB)
    assert report(cell).outcome is Outcome.NOT_ATTEMPTED
    assert store.load("split_heads").tries == 0


def test_code_given_with_faults_is_examined(cell):
    source = (sources.SOLUTIONS / f"{STEM['05']}.py").read_text("utf-8")
    given = source.split('# %% exercise="repaired_attention"\n')[1].split("\n# %%")[0]
    cell("import math\nfrom torch import Tensor")
    cell(sources.learner_version(given))
    found = report(cell, 'check("repaired_attention", raise_on_failure=False)')
    assert found.outcome is Outcome.ERROR and "head size is a float" in found.means


def test_code_after_the_todo_is_pointed_out(cell):
    cell(WRONG)
    assert report(cell).outcome is Outcome.FAILED
    cell(STUB + "    return x.reshape(*x.shape[:2], num_heads, -1).transpose(1, 2)")
    told = report(cell)
    assert told.outcome is Outcome.NOT_ATTEMPTED and "Your code ended at the line" in told.saw
    assert "nothing after it runs" in told.try_next, "and no word on taking an older try back"
    assert store.load("split_heads").tries == 1


@pytest.mark.parametrize(
    ("fault", "error"),
    [("(", "SyntaxError, line 1"), ("import math\n1 / 0\n", "ZeroDivisionError, line 2")],
)
def test_failed_cell_is_not_judged_by_older_code(cell, fault, error):
    for older in (WRONG, RIGHT, STUB):
        cell(older)
        assert not report(cell).headline.startswith("NOT RUN")
        cell(fault + RIGHT)
        told = report(cell)
        assert told.headline.startswith("NOT RUN · split_heads")
        assert told.saw == f"The cell with `split_heads` ended in an error ({error})."
        assert "RIGHT" not in str(told) and "heads" not in told.means and not told.criteria
        assert told.try_next == "Read the error below that cell, fix it, and run both again."
    tries = store.load("split_heads").tries
    _, stopped = cell("check(split_heads)")
    assert isinstance(stopped, CheckFailed) and store.load("split_heads").tries == tries
    cell(RIGHT)
    assert report(cell).passed
    cell("split_heads = mine('split_heads')")
    assert report(cell).passed


def test_check_before_running_the_cell_explains(cell, capsys):
    assert report(cell, "check('split_heads', raise_on_failure=False)").outcome == "not_attempted"
    _, error = cell("check(split_heads)")
    assert isinstance(error, NameError)
    assert "Run the cell that defines it" in "\n".join(error._render_traceback_())


def test_other_object_under_a_name(cell):
    cell(RIGHT.replace("def split_heads", "def my_version"))
    assert report(cell, "check('split_heads', my_version, raise_on_failure=False)").passed
    cell("split_heads = lambda x, num_heads: x")
    assert report(cell).outcome is Outcome.FAILED


def test_later_cell_that_took_the_name_is_named(cell):
    cell(RIGHT)
    cell("def other(x, h): return x\nsplit_heads = other")
    assert any("A later cell gave the name" in note for note in report(cell).notes)


def test_saved_notebook_with_another_version_is_noticed(cell, tmp_path, monkeypatch):
    cell(WRONG)
    path = tmp_path / "lesson.ipynb"
    path.write_text(json.dumps({"cells": [{"id": "split_heads", "source": [RIGHT]}]}), "utf-8")
    monkeypatch.setenv("JPY_SESSION_NAME", str(path))
    assert any("another version" in note for note in report(cell).notes)
    cell(RIGHT)
    path.write_text(json.dumps({"cells": [{"id": "split_heads", "source": [WRONG]}]}), "utf-8")
    assert not report(cell).notes, "a page that was not saved since is no stale code"


def test_mine_gives_the_course_part_until_yours_passes(cell, learner_home, capsys):
    cell("split_heads = mine('split_heads')")
    assert "the course's: split_heads" in capsys.readouterr().out
    refused = report(cell)
    assert refused.outcome is Outcome.NOT_ATTEMPTED and "not yours" in refused.saw
    cell(RIGHT)
    assert report(cell).passed
    cell("split_heads = mine('split_heads')")
    assert "yours: split_heads" in capsys.readouterr().out
    assert report(cell).passed
    (learner_home / "my_transformer" / "split_heads.py").write_text(WRONG, "utf-8")
    cell("split_heads = mine('split_heads')")
    assert "the course's: split_heads (your file was changed" in capsys.readouterr().out


def test_helper_cells_and_imports_come_along(cell, learner_home):
    cell("import math as m\nfrom torch import stack\nEXTRA = 1")
    cell("def cut(x, n):\n    return x.chunk(int(m.sqrt(n * n)) * EXTRA, -1)")
    cell(
        "def split_heads(x, num_heads):\n"
        "    if x.shape[-1] % num_heads:\n"
        "        raise ValueError(f'num_heads={num_heads}')\n"
        "    return stack(cut(x, num_heads), 1)"
    )
    assert report(cell).passed
    text = (learner_home / "my_transformer" / "split_heads.py").read_text("utf-8")
    for wanted in ("import math as m", "from torch import stack", "EXTRA = 1", "def cut"):
        assert wanted in text
    cell("back = mine('split_heads')")
    value, _ = cell("back(torch.zeros(1, 2, 4), 2).shape == (1, 2, 2, 2)")
    assert value


def test_answer_that_cannot_be_carried_says_so(cell):
    cell("import sys\nsys.modules[__name__].__dict__['table'] = torch.zeros(1)")
    cell(RIGHT.replace("x.reshape", "(x + table.to(x.dtype)).reshape"))
    done = report(cell)
    assert done.passed and any("not carried" in note and "table" in note for note in done.notes)


def test_wrong_earlier_part_is_pointed_at(cell):
    """target_mask is right in itself; the causal_mask that it calls is not."""
    cell(
        "def causal_mask(length, device=None):\n"
        "    return torch.ones(1, 1, length, length, dtype=torch.bool, device=device).triu()"
    )
    cell("padding_mask = mine('padding_mask')")
    cell(
        "def target_mask(ids, pad_id):\n"
        "    return padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)"
    )
    done = report(cell, "check(target_mask, raise_on_failure=False)")
    assert not done.passed
    assert [n for n in done.notes if "check(causal_mask)" in n]
    assert not [n for n in done.notes if "check(padding_mask)" in n]
    cell("causal_mask = mine('causal_mask')")
    assert report(cell, "check(target_mask, raise_on_failure=False)").passed


def test_hints_follow_the_diagnosis_and_the_answer_comes_last(cell, capsys):
    cell(WRONG)
    report(cell)
    capsys.readouterr()
    given = []
    for _ in range(6):
        cell("hint(split_heads)")
        given.append(capsys.readouterr().out)
    assert given[0].rstrip().endswith("?")  # a question first
    mend = next(i for i, words in enumerate(given) if "transpose(1, 2)` is missing" in words)
    last = next(i for i, words in enumerate(given) if "That is the last hint" in words)
    assert 0 < mend == last
    cell("solution(split_heads)")
    assert "has not passed yet" in capsys.readouterr().out
    cell("solution(split_heads, insist=True)")
    assert "x.transpose(1, 2)" in capsys.readouterr().out
    assert store.load("split_heads").solution_seen == 1


def test_the_last_hint_mends_the_line_that_was_found(cell, capsys):
    cell("def split_heads(x, num_heads):\n    B, L, d = x.shape\n"
         "    return x.view(B, L, num_heads, d // num_heads).transpose(0, 2)")  # fmt: skip
    done = report(cell)
    assert done.where.startswith("line 3: return x.view(")
    capsys.readouterr()
    for _ in range(6):
        cell("hint(split_heads)")
    assert "What would fix your answer: " in capsys.readouterr().out


def test_read_only_folder_does_not_hide_the_report(cell, learner_home, monkeypatch):
    monkeypatch.setattr(files, "write", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    cell(RIGHT)
    done = report(cell)
    assert done.passed and any("disk full" in note for note in done.notes)


def test_nothing_given_outside_of_a_notebook_has_an_answer(monkeypatch):
    monkeypatch.setattr(notebook, "shell", lambda: None)
    report = check("split_heads", None, raise_on_failure=False)
    assert not report.passed and "None" in report.saw
