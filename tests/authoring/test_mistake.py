"""A learner's file becomes a known mistake, unless it is none or is known."""

import subprocess
from pathlib import Path

import nbformat
import pytest

from tutor_utils import exercises
from tutor_utils.authoring import mistake, unwritten
from tutor_utils.course import sources
from tutor_utils.course.answers import Bank, define
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.examine import examine
from tutor_utils.engine.verdict.report import Outcome, Report
from tutor_utils.exercises.folder import right_answers, wrong_answers

NEAR = """\
import itertools

import torch
from torch import Tensor

WIDTH = 2


def near(q, k):
    return 0 <= q - k < WIDTH


def unused(x):
    return list(itertools.chain(x))


def causal_mask(length: int, device=None) -> Tensor:
    rows = [[near(q, k) for k in range(length)] for q in range(length)]
    return torch.tensor(rows, device=device)[None, None]
"""
TRIL = "def causal_mask(length, device=None):\n    m = {}\n    return m[None, None]\n"
OPEN = "torch.ones(length, length, dtype=torch.bool, device=device)"
SLUG = "two-keys-alone"


@pytest.fixture
def saved(tmp_path):
    """Save a text as a learner's file."""

    def save(text, name="answer.py"):
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path / name

    return save


def add(path, slug=SLUG):
    return mistake.add("causal_mask", path, slug)[0]


def test_added_mistake_is_recognised(causal_mask, saved):
    path = add(saved(NEAR))
    assert path == causal_mask / "mistakes.toml"
    text = path.read_text("utf-8").partition(SLUG)[2]
    assert "WIDTH = 2" in text and "import" not in text and "unused" not in text, (
        "it has what it needs and nothing else"
    )
    exercises._read.cache_clear()
    exercise = exercises.find("causal_mask")
    other = "causal_mask = lambda n, device=None: (torch.ones(1, 1, n, n, device=device).tril() - "
    other += "torch.ones(1, 1, n, n, device=device).tril(-2)).bool()"
    answer = define("causal_mask", other)
    report = examine(exercise, answer, observe(exercise, answer), Bank())
    assert report.diagnosis == SLUG


def test_words_can_be_written_later(causal_mask, saved):
    path = add(saved(NEAR), mistake.UNNAMED)
    assert wrong_answers(causal_mask)[-1].slug == mistake.UNNAMED
    assert (
        len([line for line in unwritten.left_in_exercise("causal_mask") if path.name in line]) == 3
    )
    other = TRIL.format(f"{OPEN}.tril() & {OPEN}.triu(-3)")
    with pytest.raises(mistake.Refused, match="not named yet"):
        add(saved(other), mistake.UNNAMED)


def test_known_mistake_is_not_added_again(causal_mask, saved):
    with pytest.raises(mistake.Refused, match="known already: past-and-future-swapped"):
        add(saved(TRIL.format(f"{OPEN}.triu()")))


def test_mistake_with_a_rule_needs_a_name(causal_mask, saved):
    with pytest.raises(mistake.Refused, match="called name-without-value already, by a rule"):
        add(saved(TRIL.format("nowhere")), mistake.UNNAMED)
    add(saved(TRIL.format("nowhere")))
    assert wrong_answers(causal_mask)[-1].slug == SLUG


def test_another_form_of_a_known_name_needs_no_words(causal_mask, saved):
    path = add(saved(NEAR), "mask-inverted")
    assert (
        "means ="
        not in path.read_text("utf-8").partition("[[mask-inverted.also]]")[2].partition("[")[0]
    )
    (*_, last) = [m for m in wrong_answers(causal_mask) if m.slug == "mask-inverted"]
    assert last.means and "WIDTH = 2" in last.code


def test_answer_near_a_right_one_becomes_an_edit(causal_mask, saved):
    right = right_answers(causal_mask)["usual"]
    add(saved("import torch\n" + right.replace(".tril()", ".tril().triu(-3)")))
    added = wrong_answers(causal_mask)[-1]
    [new] = added.change.values()
    assert added.right == "usual" and new.endswith(".tril().triu(-3)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TRIL.format(f"{OPEN}.tril()"), "It passes the check. Either it is right"),
        (sources.exercise_cells()["causal_mask"].stub, "nothing was written in it"),
        ("def causal_mask(length:\n    pass", "no Python: .+, line 1"),
        ("other = 1", "does not define causal_mask"),
        ("causal_mask = nowhere", "does not run as a cell .+ NameError"),
    ],
)
def test_right_answer_adds_no_mistake(causal_mask, saved, text, words):
    before = (causal_mask / "mistakes.toml").read_text("utf-8")
    with pytest.raises(mistake.Refused, match=words):
        add(saved(text))
    assert (causal_mask / "mistakes.toml").read_text("utf-8") == before


@pytest.mark.parametrize("slug", ["", "Mask", "a_b", "a--b", "../a"])
def test_bad_name_is_refused(causal_mask, saved, slug):
    with pytest.raises(mistake.Refused, match="small letters, digits and hyphens"):
        add(saved(NEAR), slug)


def test_unfinished_exercise_comes_first(causal_mask, saved):
    exercise = causal_mask / "exercise.py"
    exercise.write_text("# WRITE: trials\n" + exercise.read_text("utf-8"), "utf-8")
    with pytest.raises(mistake.Refused, match="Finish exercise"):
        add(saved(NEAR))


def test_notebook_gives_the_cell_that_ran_last(causal_mask, saved):
    cell = nbformat.v4.new_code_cell
    helpers, answer = NEAR.split("\n\n\ndef causal_mask")
    notebook = nbformat.v4.new_notebook(
        cells=[
            cell("%matplotlib inline"),
            nbformat.v4.new_markdown_cell("def causal_mask"),
            cell(helpers),
            cell(TRIL.format(OPEN)),
            cell("def causal_mask" + answer),
            cell("causal_mask = mine('causal_mask')"),
        ]
    )
    text = add(saved(nbformat.writes(notebook), "04.ipynb")).read_text("utf-8")
    text = text.partition(SLUG)[2]
    assert "def near" in text and "WIDTH = 2" in text and OPEN not in text


@pytest.mark.parametrize(
    ("name", "words"), [("a.ipynb", "is no notebook"), ("a.txt", "ends in .py or .ipynb")]
)
def test_other_files_are_refused(causal_mask, saved, name, words):
    with pytest.raises(mistake.Refused, match=words):
        add(saved("{", name))


@pytest.fixture
def added(monkeypatch):
    """The mistake is written, with these words."""
    found = []
    report = Report("split_heads", "", Outcome.FAILED, means="It is not known.")

    def add(*given):
        found.append(given)
        return mistake.ROOT / "mistakes.toml", report

    monkeypatch.setattr(mistake, "add", add)
    return found


def test_exercise_is_audited(added, monkeypatch, capsys):
    audits = []
    done = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(mistake.subprocess, "run", lambda words, cwd: audits.append(words) or done)
    assert mistake.main(["split_heads", "answer.py", "--slug=a-b"]) == 1, "the audit's exit code"
    assert added == [("split_heads", Path("answer.py"), "a-b")]
    assert audits[0][-3:] == ["audit", "--quick", "split_heads"]
    assert "Until now learners were told (no name): It is not known." in capsys.readouterr().out


def test_words_that_are_missing_are_listed(added, monkeypatch, capsys):
    lines = ["exercises/mistakes.toml:3: what", "exercises/other.py:1: else"]
    monkeypatch.setattr(mistake.unwritten, "left_in_exercise", lambda name: lines)
    monkeypatch.setattr(mistake.subprocess, "run", lambda *_, **__: pytest.fail("too early"))
    assert mistake.main(["split_heads", "answer.py"]) == 0
    said = capsys.readouterr().out
    assert "Left to write:\nexercises/mistakes.toml:3: what\nThen: " in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["split_head", "answer.py"], "Did you mean 'split_heads'?"),
        (["split_heads", "nowhere.py"], "nowhere.py"),
    ],
)
def test_bad_argument_ends_with_2(arguments, words, capsys):
    with pytest.raises(SystemExit) as end:
        mistake.main(arguments)
    assert end.value.code == 2 and words in capsys.readouterr().err
