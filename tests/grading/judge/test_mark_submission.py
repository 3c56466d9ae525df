"""Each answer is run in the sandbox with all that it needs, and judged outside it."""

import pickle
import pickletools
import shutil
import time
from collections.abc import Mapping
from dataclasses import is_dataclass, replace

import psutil
import pytest
import torch

from tests.grading.submissions import (
    SECRET,
    answered,
    cell,
    handed_in,
    put,
    solved,
    split_heads_of,
    stub,
)
from tutor_utils import exercises
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.verdict.report import Outcome
from tutor_utils.exercises.folder import right_answers
from tutor_utils.files import Malformed
from tutor_utils.grading.answers.answer import Answer
from tutor_utils.grading.answers.rebuild import rebuild
from tutor_utils.grading.intake.submission import read
from tutor_utils.grading.judge import examiner, reports
from tutor_utils.grading.judge.examiner import SANDBOX, Examiner, within
from tutor_utils.grading.judge.mark_submission import mark
from tutor_utils.grading.judge.marks import Result, Settings
from tutor_utils.grading.outputs.similarity import published
from tutor_utils.grading.run.monitor import End
from tutor_utils.grading.run.sandbox import NotStarted, Sandbox

RIGHT = """def split_heads(x, num_heads):
    batch, length, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"d_model={d_model}, num_heads={num_heads}")
    return x.reshape(batch, length, num_heads, -1).transpose(1, 2)
"""


def test_syntax_error_is_told_with_its_line(marks_of):
    notebook = answered("def split_heads(x, num_heads)\n    return x")
    marks = marks_of(handed_in("ana", notebook))
    assert marks["split_heads"].outcome == "error"
    assert "line 1" in marks["split_heads"].report["saw"]
    assert marks["project_qkv"].outcome == "passed"


@pytest.mark.parametrize(
    "text",
    ["from helper import *", "exec(open('helper.py').read())",
     "import helper\ndef split_heads(x, n):\n    return helper.split_heads(x, n)"],
)  # fmt: skip
def test_the_published_answer_in_a_file_beside_is_named(settings, text):
    helper = f"from torch import Tensor\n{''.join(cell(solved(), 'split_heads')['source'])}"
    given = replace(handed_in("ana", answered(text)), beside=(("helper.py", helper.encode()),))
    found = split_heads_of(given, settings)
    assert found.outcome == "passed"
    assert published([Result("ana", "", "", marks=(found,))])


def test_broken_part_is_filled_in_by_the_course(marks_of):
    """MultiHeadAttention uses split_heads, which is wrong here and costs its own points only."""
    name = "05_multi_head_attention.ipynb"
    notebook = answered("def split_heads(x, num_heads):\n    return x")
    both = handed_in("ana", notebook, (name, solved(name)))
    marks = marks_of(both, notebooks=("02", "05"))
    assert marks["split_heads"].outcome == "failed"
    assert marks["MultiHeadAttention"].outcome == "passed"


@pytest.mark.parametrize("own_work", [(), ("attend",)])
def test_ready_made_attention_is_noticed(mark_of, own_work):
    text = right_answers(exercises.path_of("attend"))["library_twice"]
    found = mark_of("attend", "import torch.nn.functional as F\n" + text, own_work=own_work)
    assert "scaled_dot_product_attention" in found.notes[0]
    assert found.outcome == ("failed" if own_work else "passed")


NAME = '"_product_".join(("scaled_dot", "attention"))'  # in parts: no text holds it
READY = f"getattr({{}}, {NAME})"
SCRIPTED = """torch.jit.CompilationUnit(
    "def f(q, k, v, m: Optional[Tensor]):\\n  return torch.ops.aten." + {} + "(q, k, v, m){}\\n"
).f"""
MASK = "torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device)"
IN_A_THREAD = "ThreadPoolExecutor(1).submit(ready, q, k, v).result()"
WAYS = {
    "by another name": (READY.format("torch.nn.functional"), "ready(q, k, v)"),
    "PyTorch's operations": (READY.format("torch.ops.aten"), "ready(q, k, v)"),
    "in a thread": (READY.format("torch.nn.functional"), IN_A_THREAD),
    "no function mode": (READY.format("torch.ops.aten"), "without(ready, q, k, v)"),
    "in a mode of one's own": (READY.format("torch.ops.aten"), "inside(ready, q, k, v)"),
    "TorchScript": (SCRIPTED.format(NAME, ""), "ready(q, k, v, None)"),
    "TorchScript, plain": (
        SCRIPTED.format(f'"_" + {NAME} + "_math"', "[0]"),
        f"ready(q, k, v, {MASK})",
    ),
    "a library's": ("library()", "ready(q, k, v)"),
}
HELPERS = """
import sys, types
from concurrent.futures import ThreadPoolExecutor
from torch.utils._python_dispatch import TorchDispatchMode

class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))

def inside(ready, *given):
    with Mode():
        return ready(*given)

def without(ready, *given):
    with torch._C.DisableTorchFunction():
        return ready(*given)

def library():
    text = "def eager_attention(q, k, v): return (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) @ v"
    names = {}
    file = torch.__file__.replace("torch/__init__", "transformers/bart")
    exec(compile(text, file, "exec"), names)
    return names["eager_attention"]
"""


@pytest.mark.parametrize("way", WAYS)
def test_own_work_looks_at_what_was_called(mark_of, way):
    """No name of the library's attention stands in the text."""
    ready, call = WAYS[way]
    text = f"""{HELPERS}
ready = {ready}
def called(q, k, v):
    return {call}

def attend(q, k, v):
    one = torch.eye(k.shape[-2], dtype=k.dtype, device=k.device).expand(*k.shape[:-2], -1, -1)
    return called(q, k, v), called(q, k, one)
"""
    free, own = mark_of("attend", text), mark_of("attend", text, own_work=("attend",))
    assert free.earned > own.earned, free.report
    assert (own.outcome, own.earned) == ("failed", 0.0), own.report
    assert "ready" in own.report["saw"]


def test_own_work_passes_where_it_is(mark_of):
    """Masks, a safe softmax of one's own, modes: what is called beneath is plain."""
    for text in right_answers(exercises.path_of("attend")).values():
        if "scaled_dot_product" in text:
            continue
        found = mark_of("attend", text, own_work=("attend",))
        assert found.outcome == "passed", (text, found.report)


@pytest.mark.parametrize(
    "fetch", ["", 'project_qkv = mine("project_qkv")', "from my_transformer.project_qkv import *"]
)
@pytest.mark.parametrize("own_part", [True, False])
def test_the_course_s_part_does_no_exercise_s_work(marks_of, own_part, fetch):
    """A wrapper round one's own part is an answer; where that has not passed there is no other."""
    text = f"""
from functools import partial
import torch.nn.functional as F
{fetch}
def project_qkv_fused(x, w_qkv):
    biases = [None] * 3 if w_qkv.bias is None else w_qkv.bias.chunk(3)
    parts = zip(w_qkv.weight.chunk(3), biases)
    return project_qkv(x, *[partial(F.linear, weight=w, bias=b) for w, b in parts])
print("so that the learner's own cells are run too")
"""
    notebook = answered(text, "project_qkv_fused")
    if not own_part:
        cell(notebook, "project_qkv")["source"] = cell(stub(), "project_qkv")["source"]
    mark = marks_of(handed_in("eve", notebook))["project_qkv_fused"]
    assert (mark.outcome == "passed") == own_part, mark.report


def test_later_course_parts_reveal_no_answer(marks_of):
    """The course's ``target_mask`` holds what ``padding_mask`` should compute."""
    name = "04_masking.ipynb"
    text = "def padding_mask(ids, pad_id):\n    return target_mask(ids, pad_id)[:, :, -1:, :]\n"
    notebook = answered(text, "padding_mask", name)
    cell(notebook, "target_mask")["source"] = "".join(cell(stub(name), "target_mask")["source"])
    found = marks_of(handed_in("ana", (name, notebook)), notebooks=("04",))["padding_mask"]
    assert found.outcome == "error"
    assert "target_mask" in found.report["saw"]


@pytest.mark.parametrize("handed", [True, False])
def test_part_of_an_unmarked_notebook_is_the_courses(marks_of, handed):
    """An answer may use what an earlier notebook built, and this class never handed in."""
    name, earlier = "04_masking.ipynb", "03_scaled_dot_product.ipynb"
    text = "def causal_mask(length, device=None):\n    attend\n"
    text += "    return torch.ones(1, 1, length, length, device=device).tril().bool()\n"
    notebook = answered(text, "causal_mask", name)
    books = [(name, notebook), *([(earlier, stub(earlier))] if handed else [])]
    both = ("03", "04") if handed else ("04",)
    found = marks_of(handed_in("ana", *books), notebooks=both)["causal_mask"]
    assert found.outcome == ("error" if handed else "passed"), found.report
    assert ("here the course's" in " ".join(found.notes)) == (not handed)


def test_parts_fetched_inside_the_cell_are_there(mark_of):
    text = """
padding_mask, causal_mask = mine("padding_mask", "causal_mask")
def target_mask(ids, pad_id):
    return padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)
"""
    found = mark_of("target_mask", text)
    assert found.outcome == "passed", found.report


@pytest.mark.parametrize("text", ["-" * 40_000 + "1", "a" + ".a" * 24_000])
def test_texts_that_break_a_parser_cost_their_own_exercise(marks_of, text):
    marks = marks_of(handed_in("eve", answered(text)))
    assert [m.outcome for m in marks.values()] == ["passed", "error", "passed"]


def test_time_for_the_whole_submission(settings):
    result = mark(handed_in("ana", solved()), replace(settings, submission_seconds=-1))
    assert {m.outcome for m in result.marks} == {"error"}
    assert "seconds for all of the submission" in result.marks[0].report["saw"]


def test_older_copies_share_a_bound_on_time(settings, monkeypatch):
    """Each of many copies has another endless answer; the newest one's time is its own."""
    ran = []

    def run(examiner, answer):
        ran.append(answer)
        examiner.seconds += 20
        return reports.without_result(answer.exercise, End.TIME, settings.limits), End.TIME

    monkeypatch.setattr(Examiner, "run", run)
    books = [(f"02 ({9 - i}).ipynb", answered(f"while True: v = {i}")) for i in range(8)]
    found = mark(handed_in("eve", *books), settings)
    (note,) = [note for note in found.notes if "not tried" in note]
    assert [a.older for a in ran].count(True) == 3 < len(books)
    assert "split_heads (02 (5).ipynb, " in note and "--submission-seconds" in note


def test_an_answer_beside_the_notebook_is_told(settings, no_runs, tmp_path):
    """``my_transformer/`` holds what the notebooks keep: nobody marks it, and a teacher hears."""
    notebook = solved()
    cell(notebook, "split_heads")["source"] = cell(stub(), "split_heads")["source"]
    put(tmp_path / "eve", notebook)
    kept = tmp_path / "eve" / "my_transformer"
    kept.mkdir()
    for name in ("split_heads", "project_qkv", "attend", "__init__"):
        (kept / f"{name}.py").write_text(RIGHT)
    (tmp_path / "sub").mkdir()
    shutil.make_archive(tmp_path / "sub" / "eve", "zip", tmp_path / "eve")
    shutil.copytree(kept, tmp_path / "sub" / "cem" / "my_transformer")
    shutil.copytree(kept, tmp_path / "sub" / "my_transformer")
    shutil.move(tmp_path / "eve", tmp_path / "sub" / "ben")
    shutil.make_archive(tmp_path / "all", "zip", tmp_path / "sub")
    found = [*read(tmp_path / "sub"), *read(tmp_path / "all.zip")]
    assert [s.learner for s in found] == ["ben", "cem", "eve"] * 2
    for submission in found:
        (note,) = [n for n in mark(submission, settings).notes if "my_transformer" in n]
        names = "project_qkv, split_heads" if submission.learner == "cem" else "split_heads"
        assert note.startswith(f"my_transformer/ holds {names}, and the notebook does not")
    assert submission.digest != replace(submission, saved=()).digest


def test_a_busy_machine_takes_no_time_from_what_is_judged():
    with within(0.2):
        time.sleep(0.3)
    with pytest.raises(TimeoutError), within(0.2):
        while True:
            pass


def test_a_fork_server_that_died_is_replaced(marks_of):
    marks_of(handed_in("ana", solved()))
    psutil.Process(SANDBOX.fork).kill()
    SANDBOX.server.close()
    marks = marks_of(handed_in("ana", solved()))
    assert {m.outcome for m in marks.values()} == {"passed"}


def test_what_cannot_be_run_is_trouble_and_no_mark(settings, monkeypatch):
    tries = []

    def never(self, job, *_):
        tries.append(job)
        raise NotStarted("no kernel")

    monkeypatch.setattr(Sandbox, "begin", never)
    result = mark(handed_in("ana", solved()), settings)
    assert "split_heads was not marked: NotStarted: no kernel" in result.trouble
    assert len(tries) == 6, "each exercise is tried once more"


def test_a_fault_of_the_course_is_trouble_and_no_mark(bubblewrap, settings, monkeypatch):
    def broken(*_, **__):
        raise Malformed("mistakes.toml is no TOML")

    monkeypatch.setattr(examiner, "judge", broken)
    assert "mistakes.toml" in mark(handed_in("ana", solved()), settings).trouble


@pytest.fixture
def no_runs(monkeypatch):
    """Attempts without a sandbox: gives the exercises that were run, and those that fail."""
    ran, wrong = [], set()

    def run(_, answer):
        ran.append(answer.exercise)
        outcome = Outcome.FAILED if answer.exercise in wrong else Outcome.PASSED
        return replace(reports.error(answer.exercise, ""), outcome=outcome), End.DONE

    monkeypatch.setattr(Examiner, "run", run)
    return ran, wrong


def test_changed_mark_renews_marks_that_depend_on_it(settings, no_runs):
    """The other marks stay. Where a part passes no longer, later answers find the course's."""
    ran, wrong = no_runs
    ana = handed_in("ana", solved())
    before = mark(ana, settings)
    assert ran == ["project_qkv", "split_heads", "project_qkv_fused"]
    ran.clear()
    same = mark(ana, settings, ("split_heads",), before.marks)
    assert ran == ["split_heads"] and len(same.marks) == 3
    ran.clear()
    wrong.add("split_heads")
    mark(ana, settings, ("split_heads",), before.marks)
    assert ran == ["split_heads", "project_qkv_fused"]


def test_mark_is_renewed_when_its_dependency_is_marked(settings, no_runs):
    ran, _ = no_runs
    name = "04_masking.ipynb"
    ana = handed_in("ana", solved(name), name=name)
    before = mark(ana, replace(settings, notebooks=("04",)))
    ran.clear()
    of_02 = tuple(e.id for e in exercises.of_notebook("02"))
    after = mark(ana, replace(settings, notebooks=("02", "04")), of_02, before.marks)
    assert ran == [e.id for e in exercises.of_notebook("04")] and len(after.marks) == 7


# The secret of the class


def test_equal_submissions_get_equal_marks_and_secrets_vary_inputs(marks_of):
    notebook = answered("def split_heads(x, num_heads):\n    return x.transpose(1, 2)")
    first, second = (marks_of(handed_in("ana", notebook)) for _ in range(2))
    assert [m.report for m in first.values()] == [m.report for m in second.values()]
    other = marks_of(handed_in("ana", notebook), secret=b"of another class")
    for name, found in first.items():
        assert found.report["seed"] != other[name].report["seed"]
        assert found.outcome == other[name].outcome


def _inputs(value):
    """All numbers and words in the arguments of trials, in order."""
    if isinstance(value, torch.Tensor):
        return [repr(value.tolist())]  # as text: a nan is not equal to itself
    if isinstance(value, Mapping):
        return _inputs(list(value.values()))
    if isinstance(value, list | tuple):
        return [found for item in value for found in _inputs(item)]
    if is_dataclass(value):  # what a model says
        return _inputs([[*key, *said] for key, said in getattr(value, "texts", {}).items()])
    return [repr(value)] if isinstance(value, int | float | str) else []


@pytest.mark.parametrize("exercise", list(exercises.exercises()), ids=lambda e: e.id)
def test_inputs_depend_on_the_secret(exercise):
    """Who knows the code of the course and of the answer still cannot tell the inputs."""
    answer = Answer(exercise.id, text="the same answer")
    ours, again, theirs = (
        Examiner({}, Settings(secret=secret)).seed(answer)
        for secret in (SECRET, SECRET, b"of another class")
    )
    assert ours == again != theirs
    first, again, other = (
        [_inputs([trial.args, trial.kwargs]) for trial in exercise.trials(Inputs(seed))]
        for seed in (ours, ours, theirs)
    )
    assert first == again
    assert first != other


# What goes into the sandbox


def test_what_goes_into_the_sandbox_holds_no_truth(settings):
    """Neither the functions that know the answers, nor the names of the trials."""
    for book in exercises.NOTEBOOKS:
        submission = handed_in("ana", (f"{book.stem}.ipynb", solved(f"{book.stem}.ipynb")))
        answers = rebuild(submission)[0]
        for exercise in exercises.of_notebook(book.number):
            trials = exercise.trials(Inputs(1))
            packed = Examiner(answers, settings).pack(answers[exercise.id], trials)
            _, inputs, *_ = pickle.loads(packed)
            texts = {o[1] for o in pickletools.genops(inputs) if isinstance(o[1], str)}
            known = [exercise.truth, *(t.truth for t in trials), *(t.verify for t in trials)]
            known = [getattr(f, "func", f) for f in known if f is not None]  # of a partial
            probes = [getattr(t.probe, "func", t.probe) for t in trials]  # may serve a truth too
            known = [f for f in known if f not in probes]
            told = {f.__doc__ for f in known} | {m.slug for m in exercise.mistakes}
            assert not (told - {None}) & texts, exercise.id
            names = {f.__name__ for f in known} - {"<lambda>", "truth", "verify"}  # fields of Trial
            assert not names & texts, exercise.id
            given = {value for t in trials for value in t.args if isinstance(value, str)}
            assert not ({t.name for t in trials if " " in t.name} - given) & texts, exercise.id


def test_what_goes_into_the_sandbox_holds_no_secret(settings):
    answers = rebuild(handed_in("ana", solved()))[0]
    trials = exercises.find("split_heads").trials(Inputs(1))
    packed = Examiner(answers, settings).pack(answers["split_heads"], trials)
    assert SECRET not in packed and SECRET.hex().encode() not in packed
