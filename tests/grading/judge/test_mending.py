"""A feedback page shows the line to look at, which the sandbox and the judge find together."""

import marshal
from html import unescape

import pytest

from tests.grading.submissions import (
    SECRET,
    answered,
    entry,
    handed_in,
    insert,
    solved,
    split_heads_of,
)
from tutor_utils import exercises
from tutor_utils.course.answers import Bank, define
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.examine import examine
from tutor_utils.grading.answers.answer import Answer
from tutor_utils.grading.judge import mending
from tutor_utils.grading.judge.examiner import Examiner
from tutor_utils.grading.judge.mark_submission import mark
from tutor_utils.grading.judge.marks import Result, Settings
from tutor_utils.grading.outputs import pages
from tutor_utils.grading.run import tries
from tutor_utils.grading.run.sandbox import End, Limits, Run

SETTINGS = Settings(secret=SECRET, limits=Limits(seconds=10), notebooks=("02",))
WRONG = """def split_heads(x, num_heads):
    B, L, d = x.shape
    return x.view(B, L, num_heads, d // num_heads).transpose(1, 3)
"""
ANSWER = Answer("split_heads", WRONG)
EVERY = {e: Answer(e) for e in exercises.names()} | {"split_heads": ANSWER}
LINE = "line 3: return x.view(B, L, num_heads, d // num_heads).transpose(1, 3)"
# Each is put in front of the wrong line; DO holds what no edit is made of.
WAYS = {
    "prints": "print('passed', flush=True)",
    "counts its calls": "if DO['count']() > 60: return x",
    "fakes what it gives": "if DO['searched'](): return x.unflatten(-1, (num_heads, -1)).mT",
    "ends": "if DO['searched'](): DO['end'](0)",
    "sends an answer of its own": "if DO['searched'](): DO['write'](3, FORGED)",
    "sends what is no answer": "if DO['searched'](): DO['write'](3, b'observation' + b'x' * 30)",
    "answers before it is asked": "if DO['searched'](): DO['write'](3, FORGED * 50)",
    "reads the orders": "if DO['searched'](): DO['read'](4, 1 << 20)",
    "raises what is no error": "if DO['searched'](): raise KeyboardInterrupt",
    "sleeps": "if DO['searched'](): DO['sleep'](1000)",
}
HELPERS = """import os, sys, time
CALLS = []
FORGED = b"observation" + (2).to_bytes(8, "big") + b"{}"
DO = {
    "searched": lambda: sys._getframe(1).f_code.co_filename == "<your code>",
    "count": lambda: CALLS.append(1) or len(CALLS),
    "end": os._exit, "write": os.write, "read": os.read, "sleep": time.sleep,
}
"""


def marked(text, settings=SETTINGS):
    return split_heads_of(handed_in("eve", answered(text)), settings)


def hostile(way):
    """The wrong answer, with something that happens first."""
    first, *rest = WRONG.splitlines(keepends=True)
    return f"{HELPERS}\n{first}    {way}\n{''.join(rest)}"


@pytest.fixture
def told(monkeypatch):
    """What ``with_found_line`` did: the reports that it gave, and what it raised."""
    seen, with_found_line = [], mending.with_found_line

    def watched(*args, **kwargs):
        try:
            seen.append(with_found_line(*args, **kwargs))
        except BaseException as error:
            seen.append(error)
            raise
        return seen[-1]

    monkeypatch.setattr(mending, "with_found_line", watched)
    return seen


def test_the_page_has_the_line_of_the_notebook(bubblewrap):
    found = marked(WRONG)
    answer = define("split_heads", WRONG, "<a wrong split_heads>")
    observation = observe(exercises.find("split_heads"), answer, found.report["seed"])
    source = WRONG, answer.__globals__, ""
    card = examine(exercises.find("split_heads"), answer, observation, Bank(), lambda: source)
    assert found.report["where"] == card.where and card.where.startswith(LINE)
    assert (found.diagnosis, found.report["means"]) == (card.diagnosis, card.means)
    page = unescape(pages.feedback(entry(Result("ana", "", "", marks=(found,)))))
    assert "The line to look at" in page and LINE in page and "In line 3 write" not in page


def test_what_the_piece_gives_is_told(bubblewrap):
    found = marked(WRONG.replace("transpose(1, 3)", "transpose(1, 2) * L"))
    assert found.report["where"].splitlines()[0].endswith(".transpose(1, 2) * L")
    assert "gives a tensor of shape (1, 2, 3, 4)" in found.report["where"]


def test_helpers_and_own_cells_stand_beside_the_edits(bubblewrap):
    """What an answer needs of other cells is there; where it is marked by them, too."""
    text = WRONG.replace("d //", "size(x) //").replace("B, L, d =", "B, L, _ =")
    book = insert(answered(text + "\nprint(1 / 0)\n"), "def size(x):\n    return x.shape[-1]\n")
    assert split_heads_of(handed_in("ana", book), SETTINGS).report["where"].startswith("line 3: ")


def test_points_do_not_depend_on_the_line(bubblewrap, monkeypatch):
    with_line = marked(WRONG)
    monkeypatch.setattr(mending.Code, "read", lambda *_: 1 / 0)
    without = marked(WRONG)
    assert with_line.report["where"] and not without.report["where"]
    assert (with_line.earned, with_line.outcome) == (without.earned, without.outcome)
    assert with_line.report["criteria"] == without.report["criteria"]


def test_right_answers_are_not_searched(bubblewrap, monkeypatch, settings):
    def search(*_):
        raise AssertionError("a search began")

    monkeypatch.setattr(mending, "with_the_line", search)
    result = mark(handed_in("ana", solved()), settings)
    assert {m.outcome for m in result.marks} == {"passed"} and not result.trouble


@pytest.mark.parametrize("way", WAYS)
def test_who_knows_of_the_search_gains_nothing(way, bubblewrap, told):
    found = marked(hostile(WAYS[way]))
    assert found.outcome != "passed" and found.earned <= marked(WRONG).earned
    assert len(told) == 2  # both were searched
    assert marked(WRONG).report["where"].startswith(LINE), "the next one is searched as ever"


def test_a_submission_has_an_allowance(bubblewrap, told):
    examiner = Examiner(EVERY, SETTINGS)
    report, _ = examiner.run(ANSWER)
    examiner.edits = 0
    assert mending.with_the_line(examiner, ANSWER, report) == report and not told
    examiner.edits = 1
    assert not mending.with_the_line(examiner, ANSWER, report).where and examiner.edits == 0
    examiner.edits = 10_000
    assert mending.with_the_line(examiner, ANSWER, report).where and examiner.edits < 10_000


# What the sandbox is given


def test_nothing_of_a_right_answer_goes_in(bubblewrap, monkeypatch, told):
    """All that a program holds stands in the learner's text, or is an operator's own."""
    texts, asked, answer = [], [], Run.answer

    def watched(run, order=b""):
        asked.append(marshal.loads(order[8:])) if order else None
        return answer(run, order)

    monkeypatch.setattr(Bank, "rights", lambda *_: texts.append(1) or ())
    monkeypatch.setattr(Run, "answer", watched)
    text = WRONG.replace("B, L, d", "u, v, w").replace("view(B, L, num_heads, d", "view(u, v, 2, w")
    marked(text)
    assert told and not texts
    names = {word for what, *given in asked if what == "keep" for p in given[0] for word in _in(p)}
    assert {"u", "v", "w", "num_heads"} <= names
    assert not names & {"ValueError", "batch", "length", "unflatten", "d_model", "rearrange"}
    assert {what for what, *_ in asked} <= {"keep", "own", "cheap", "trace", "whole", "gives"}


def _in(code):
    """Names and words of a program."""
    yield from (*code.co_names, *code.co_varnames)
    for one in code.co_consts:
        yield from [one] if isinstance(one, str) else _in(one) if hasattr(one, "co_names") else ()


def test_the_judge_is_not_there_inside(bubblewrap):
    examiner = Examiner(EVERY, SETTINGS)
    oracle = mending.Beside(examiner, ANSWER)
    looks = "def split_heads(*_):\n    import sys\n    return sorted(sys.modules)\n"
    with examiner.begin(ANSWER, [oracle.every[0][1]], 20) as run:
        oracle.run = run
        oracle._ask("keep", [compile(looks, "<your code>", "exec")])
        loaded = oracle._ask("cheap", [0], [0])["0 0"].value
    ours = [name for name in loaded if name.startswith("tutor_utils.")]
    assert "tutor_utils.engine.run.programs" in ours
    parts = ("tutor_utils.exercises", "tutor_utils.course", "tutor_utils.engine.verdict")
    assert not [name for name in ours if name.startswith((*parts, "tutor_utils.engine.naming"))]


def test_a_run_that_takes_no_order_ends(bubblewrap):
    """An order that is larger than a pipe waits for nobody."""
    examiner = Examiner(EVERY, SETTINGS)
    with examiner.begin(ANSWER, [], 2) as run:
        slow = compile("def split_heads(*_):\n    pass\nimport time\ntime.sleep(60)", "-", "exec")
        run.answer(tries.order("keep", [slow] * 2))
        run.answer(tries.order("cheap", [0, 1], []) + bytes(1 << 20))
    assert run.end is End.TIME and not run.body
