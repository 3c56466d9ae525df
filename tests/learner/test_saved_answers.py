"""Nothing gets lost: answers come back into their cells, and what stood there is copied first."""

import pytest

from tutor_utils.course import sources, store
from tutor_utils.learner import notebook, saved_answers

RIGHT = """def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    return x.reshape(B, L, num_heads, -1).transpose(1, 2)"""
WRONG = RIGHT.replace(".transpose(1, 2)", "")
CALL = "check(split_heads, raise_on_failure=False)"


@pytest.fixture
def cell(shell, monkeypatch):
    """Runs a cell; returns its value and the text that it put into itself."""
    put: list = []
    monkeypatch.setattr(shell, "set_next_input", lambda text, replace=False: put.append(text))

    def run(text):
        put.clear()
        result = shell.run_cell(text, store_history=True)
        assert result.error_in_exec is None
        return result.result, (put or [None])[-1]

    run("from torch import Tensor\nfrom tutor_utils import check, restore, reset, tries")
    return run


def test_a_check_keeps_its_cell(cell, monkeypatch, capsys):
    monkeypatch.setattr(notebook, "running_cell", lambda: "check-split_heads")
    assert cell("reset('split_heads')")[1] == "check(split_heads)"
    assert "in the cell of split_heads" in capsys.readouterr().out


def test_restore_reset_and_tries_work_together(cell, capsys):
    cell(WRONG)
    cell(CALL)
    cell(CALL)  # the same again is no new try
    cell(RIGHT)
    assert cell(CALL)[0].passed
    rows = store.all_tries("split_heads")
    assert [(each.what, each.code) for each in rows] == [("passed", RIGHT), ("failed", WRONG)]

    # the notebook was closed unsaved: the cell holds its TODO, and the check says what is kept
    stub = sources.exercise_cells()["split_heads"].stub
    cell(stub)
    said = cell(CALL)[0]
    assert said.outcome == "not_attempted"
    assert "restore('split_heads')" in said.try_next
    assert "my_transformer/split_heads.py" in said.try_next

    capsys.readouterr()
    assert cell("restore(split_heads)")[1] == RIGHT
    assert "Your passed answer of split_heads is put into this cell" in capsys.readouterr().out
    assert len(store.all_tries("split_heads")) == 2  # the TODO is no loss

    cell(RIGHT + "\n\nmine_too = 1")  # changed, never checked
    assert cell("reset('split_heads')")[1] == stub
    assert "What stood in the exercise's cell is kept: my_transformer" in capsys.readouterr().out
    newest = store.all_tries("split_heads")[0]
    assert newest.what == "kept" and newest.code.endswith("mine_too = 1")

    shown, put = cell("tries(split_heads)")
    assert put is None and repr(shown).count("\n") == 3
    assert "Not yet" in repr(shown) and f"{newest.date}  Copied before a change" in repr(shown)
    assert shown._repr_html_().count("<details>") == 3
    assert cell("tries(split_heads, 3)")[1] == WRONG


def test_answer_kept_only_in_the_package_is_restored():
    """Imported answers have no try of their own, and call others by a relative import."""
    store.save(store.Record("split_heads", "passed", tries=1))
    store.answer_file("split_heads").write_text("from .encode import encode\n\nx = 1\n", "utf-8")
    assert saved_answers.passed_code("split_heads") == 'encode = mine("encode")\n\nx = 1\n'


def test_what_is_not_there_is_said(capsys):
    saved_answers.restore("split_heads")
    assert "No answer to split_heads has passed yet" in capsys.readouterr().out
    assert "No try of split_heads is kept yet" in repr(saved_answers.tries("split_heads"))
    for number in (0, 1, True, "1"):
        with pytest.raises(ValueError, match=r"number=.* must be from 1 to 0"):
            saved_answers.tries("split_heads", number)


def test_failed_backup_changes_nothing(cell, capsys, monkeypatch):
    cell(WRONG)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.files, "write", full)
    assert cell("reset(split_heads)")[1] is None
    assert "Nothing was changed" in capsys.readouterr().out
