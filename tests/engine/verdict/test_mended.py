"""The line that holds the mistake: what a report says of it, and where it stays silent."""

import math
import re
from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import exercises
from tutor_utils.course import answers, sources
from tutor_utils.course.learner_package import course_answer
from tutor_utils.course.syntax import free_names
from tutor_utils.engine.naming.repair import search
from tutor_utils.engine.naming.repair.code import Code
from tutor_utils.engine.naming.repair.words import kinds
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.examine import examine

NAMES = {"torch": torch, "F": F, "nn": nn, "Tensor": Tensor, "math": math}


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch):
    """On a busy machine the search would end before it has tried what it may try."""
    monkeypatch.setattr(search, "SECONDS", 60.0)


def examined(exercise, text, **names):
    found = exercises.find(exercise)
    answer = answers.define(exercise, text, f"<{exercise} in a test>", names)
    source = text, NAMES | names, sources.stub(exercise)
    return examine(found, answer, observe(found, answer), answers.Bank(), lambda: source)


def attend(line="scores = q @ k.mT / k.shape[-1] ** 0.5", result="weights @ v, weights"):
    return (
        "def attend(q, k, v):\n"
        f"    {line}\n"
        "    weights = scores.softmax(dim=-1)\n"
        f"    return {result}\n"
    )


def test_the_line_is_marked_and_says_what_it_gives():
    report = examined("attend", attend("scores = q @ k.mT / v.shape[-1] ** 0.5"))
    assert report.diagnosis == "another-name" and "`v` in line 2" in report.means
    line, marks, *gives = report.where.splitlines()
    assert line == "line 2: scores = q @ k.mT / v.shape[-1] ** 0.5"
    assert marks.index("^") == line.index("v.shape") and marks.count("^") == 1
    assert gives and gives[0].startswith("On the smallest example `v.shape[-1]` gives ")
    assert "k" not in report.means.replace("keeps", "").split("`")[1]  # the answer is not said
    assert report.fix == "In line 2 write `q` in place of `v`."
    assert "The line to look at" in str(report) and report.where in report.html()


@pytest.mark.parametrize(
    ("exercise", "text", "kind", "line"),
    [
        ("attend", attend(result="v @ weights, weights"), None, "line 4: return v @ weights"),
        ("look_back", "def look_back(states, memory):\n    w = F.softmax(states @ memory.mT)\n"
         "    return w @ memory, w\n", "dim-missing", "line 2: w = F.softmax"),
        ("merge_heads", "def merge_heads(x):\n    B, h, L, d = x.shape\n"
         "    return x.transpose(2, 3).reshape(B, L, h * d)\n", "transposed-axes", "line 3"),
        ("encode", "def encode(tokens, vocab):\n    ids = []\n    for t in tokens:\n"
         "        ids.append(vocab[t] if t in vocab else vocab['<unk>'])\n        return ids\n",
         "return-in-loop", "line 5: return ids"),
    ],
)  # fmt: skip
def test_slips_of_ones_own_program_are_found(exercise, text, kind, line):
    report = examined(exercise, text)
    assert report.where.startswith(line)
    assert kind is None or report.diagnosis == kind
    assert report.diagnosis not in kinds() or report.fix


def filled(exercise, *lines):
    """The given cell with these lines in the place of its TODO."""
    todo = re.compile(r"^( *)# TODO.*\n.*NotImplementedError.*$", re.MULTILINE)
    return todo.sub(lambda m: "\n".join(m[1] + line for line in lines), sources.stub(exercise))


@pytest.mark.parametrize(
    ("exercise", "lines", "line"),
    [
        ("cosine_similarity", ["lengths = (a * b).sum(dim=-1)",
         "dot = a.norm(dim=-1) * b.norm(dim=-1)"], "line 9: lengths ="),
        ("FeedForward", ["return self.wide(self.dropout(F.relu(self.narrow(x))))"],
         "line 17: return self.wide"),
    ],
)  # fmt: skip
def test_a_line_of_ones_own_comes_before_given_ones(exercise, lines, line):
    report = examined(exercise, filled(exercise, *lines))
    assert report.where.startswith(line) and report.where.count("line ") == 1


def test_a_given_line_that_was_changed_is_ones_own():
    own = "dot = (a * b).sum(dim=-1)", "lengths = a.norm(dim=-1) * b.norm(dim=-1)"
    text, stub = filled("cosine_similarity", *own), sources.stub("cosine_similarity")
    assert Code.read("cosine_similarity", text, {}, stub).given == {*range(1, 9), 11, 12}
    text = text.replace("lengths > 0", "lengths < 0")
    assert 12 not in Code.read("cosine_similarity", text, {}, stub).given
    faulty = sources.stub("repaired_attention")
    assert not Code.read("repaired_attention", faulty, {}, faulty).given, "its faults are the task"


def test_a_missing_step_may_be_an_earlier_answer():
    wide = "padding_mask(ids, pad_id).expand(-1, -1, ids.size(1), -1)"
    text = f"def target_mask(ids, pad_id):\n    return {wide}\n"
    parts = {name: course_answer(name, own=False) for name in ("padding_mask", "causal_mask")}
    report = examined("target_mask", text, **parts)
    assert report.where.startswith("line 2: return padding_mask") and "causal_mask" in report.fix


def test_an_errors_own_words_stay_and_get_the_line():
    text = "def split_heads(x, num_heads):\n    B, L, d = x.shape\n    d_k = d / num_heads\n"
    text += "    return x.view(B, L, num_heads, d_k).transpose(1, 2)\n"
    report = examined("split_heads", text)
    assert report.diagnosis == "size-is-a-float"
    assert report.where.startswith("line 3: d_k = d / num_heads")
    assert report.means.endswith("One change at the marked place is enough.")


def test_two_slips_at_once_are_said_to_be_two():
    text = "def additive_scores(q, k, w_q, w_k, v):\n    a = torch.tanh(w_q(q))[:, :, None]\n"
    text += "    b = torch.tanh(w_k(k))[:, None]\n    return (a + b) @ v * 0.9\n"
    report = examined("additive_scores", text)
    assert not report.where and "none makes it pass" in report.means


def test_one_of_two_slips_is_said_to_be_half():
    text = "def masked_attend(q, k, v, mask=None):\n    s = q @ k.mT / q.shape[-1] ** 0.5\n"
    text += "    w = s.masked_fill(mask, -torch.inf).softmax(-1)\n    return w @ v, w\n"
    report = examined("masked_attend", text)
    assert report.diagnosis == "negation-missing" and report.where.startswith("line 3")
    assert report.means.endswith("more comes out right, but not yet all.")


def test_shapes_that_do_not_meet_get_the_reason_too():
    report = examined("attend", attend(result="weights * v, weights"))
    assert "`*` multiplies number by number" in report.means and "line 4" in report.where


def test_a_known_mistake_keeps_its_words_and_gets_the_line():
    report = examined("attend", attend("scores = q @ k.mT / k.shape[-1]"))
    assert report.diagnosis and report.explained and "root" in report.means
    assert report.where.startswith("line 2: scores = q @ k.mT / k.shape[-1]\n")


def test_a_layer_without_self_is_told_before_its_effect():
    text = "class TokenEmbedding(nn.Module):\n    def __init__(self, V, d, pad):\n"
    text += "        super().__init__()\n        self.d = d\n"
    text += "        table = nn.Embedding(V, d, padding_idx=pad)\n\n"
    text += "    def forward(self, ids):\n        return self.table(ids) * self.d**0.5\n"
    report = examined("TokenEmbedding", text)
    assert (report.diagnosis, report.known) == ("not-stored", False)
    assert report.where.startswith("line 5: table =") and "gone when `__init__`" in report.means


def alone(name, slug):
    """The exercise, and what its own edit shows of a mistake: no program of it is known."""
    exercise = exercises.find(name)
    every = exercise.mistakes
    kept = tuple(replace(one, code="") if one.slug == slug else one for one in every)
    return replace(exercise, mistakes=kept), next(one for one in every if one.slug == slug)


ATTACHED = [
    ("attend", "softmax-over-queries"),
    ("attend", "softmax-over-second-axis"),
    ("attention_weights", "softmax-over-first-axis"),
    ("look_back", "softmax-over-states"),
    ("attend", "softmax-without-dim"),
    ("attend", "root-of-the-length"),
    ("attend", "multiplied-by-root"),
    ("attend", "no-scale"),
    ("attend", "divided-by-d_k"),
    ("attend", "scores-returned"),
    ("attend", "values-not-used"),
    ("causal_mask", "past-and-future-swapped"),
    ("causal_mask", "one-future-token"),
    ("causal_mask", "diagonal-blocked"),
    ("padding_mask", "pad-id-fixed"),
    ("sequence_loss", "pad-id-fixed"),
    ("train_step", "pad-id-fixed"),
    ("greedy_decode", "bos-fixed"),
    ("MultiHeadAttention", "scale-by-d-model"),
]


@pytest.mark.parametrize(("name", "slug"), ATTACHED)
def test_words_of_a_kind_and_place_need_no_program(name, slug):
    exercise, mistake = alone(name, slug)
    parts = {n: answers._course_part(n) for n in free_names(mistake.code) if exercises.known(n)}
    answer = answers.define(name, mistake.code, f"<{slug}>", parts)
    source = mistake.code, NAMES | parts, ""
    report = examine(exercise, answer, observe(exercise, answer), answers.Bank(), lambda: source)
    assert (report.diagnosis, report.means) == (slug, mistake.means)
    assert report.where and not report.explained


def test_every_place_with_words_is_tried():
    told = {(e.id, m.slug) for e in exercises.exercises() for m in e.mistakes if m.repair}
    assert {slug for _, slug in told} == {slug for _, slug in ATTACHED}
    assert set(ATTACHED) <= told


@pytest.mark.parametrize(
    ("name", "slug", "text"),
    [  # the same kind of edit, at another place
        ("attend", "softmax-over-queries", attend("scores = q @ k.transpose(-3, -1) / 2")),
        ("attend", "root-of-the-length", attend("scores = q @ k.mT / k.shape[0] ** 0.5")),
        ("attend", "values-not-used", attend("scores = q @ q.mT / k.shape[-1] ** 0.5")),
        ("attend", "scores-returned", attend("scores = q @ k.mT / v.shape[-1] ** 0.5")),
        ("attend", "divided-by-d_k", attend("scores = q @ k.mT / k.shape[-1] ** 0.25")),
        ("padding_mask", "pad-id-fixed",
         "def padding_mask(ids, pad_id):\n    return (ids != 2)[:, None, None]\n"),
        ("causal_mask", "one-future-token",
         "def causal_mask(length, device=None):\n    m = torch.ones(length - 1, length, "
         "dtype=torch.bool, device=device)\n    return m.tril()[None, None]\n"),
    ],
)  # fmt: skip
def test_words_of_a_place_are_not_said_elsewhere(name, slug, text):
    exercise, _ = alone(name, slug)
    answer = answers.define(name, text, f"<not {slug}>")
    source = text, NAMES, ""
    report = examine(exercise, answer, observe(exercise, answer), answers.Bank(), lambda: source)
    assert not report.passed and report.diagnosis != slug


def test_a_fault_in_the_search_takes_no_report_away(monkeypatch):
    def broken(*_):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("tutor_utils.engine.verdict.diagnose.repair", broken)
    report = examined("attend", attend("scores = q @ k.mT / v.shape[-1] ** 0.5"))
    assert report.saw and report.means and not report.where
