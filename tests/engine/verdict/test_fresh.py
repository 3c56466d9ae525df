"""What an answer keeps from one call to the next is told as that."""

import ast
import linecache
from pathlib import Path

import pytest
from small_exercise import evidence_of, unguarded

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict import fresh
from tutor_utils.engine.verdict.examine import examine
from tutor_utils.engine.verdict.report import Report

BY_TOKEN = """
SEEN = {}


def encode(tokens, vocab):
    for token in tokens:
        if token not in SEEN:
            SEEN[token] = vocab[token] if token in vocab else vocab["<unk>"]
    return [SEEN[token] for token in tokens]
"""
BY_LENGTH = """
TABLE = None


def sinusoidal_encoding(length, d_model):
    global TABLE
    if d_model % 2:
        raise ValueError(f"d_model={d_model} is odd")
    if TABLE is None or len(TABLE) < length:
        places = torch.arange(length, dtype=torch.float64)[:, None]
        angles = places * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        TABLE = torch.stack([angles.sin(), angles.cos()], -1).flatten(1).float()
    return TABLE[:length].clone()
"""


BY_FIRST_SIZE = """
TABLES = {}


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} is odd")
    if length not in TABLES:
        places = torch.arange(length, dtype=torch.float64)[:, None]
        angles = places * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        TABLES[length] = torch.stack([angles.sin(), angles.cos()], -1).flatten(1).float()
    return TABLES[length]
"""
NUMBER_TYPE = """
FIRST = []


def causal_mask(length, device=None):
    mask = torch.ones(1, 1, length, length, device=device).tril()
    FIRST.append(length)
    return mask.bool() if len(FIRST) < 2 else mask
"""
KIND = NUMBER_TYPE.replace("else mask", "else mask.bool().tolist()")
IN_EVERY_SIZE = """
COUNT = []


def causal_mask(length, device=None):
    COUNT.append(length)
    mask = torch.ones(1, 1, length, length, device=device).tril().bool()
    return mask[..., : 200 if COUNT[1:] else None]
"""


BY_FIRST_WIDTH = """
SCALE = None


def attention_scores(q, k):
    global SCALE
    SCALE = q.shape[-1] ** 0.5 if SCALE is None else SCALE
    return q @ k.transpose(-2, -1) / SCALE
"""


def report_on(exercise: str, text: str, folder: Path) -> Report:
    path = folder / "answer.py"
    path.write_text(text, "utf-8")
    found, answer = (
        exercises.find(exercise),
        answers.define(exercise, path.read_text("utf-8"), str(path)),
    )
    return examine(found, answer, observe(found, answer), answers.Bank())


@pytest.mark.parametrize(
    ("exercise", "text", "criterion"),
    [
        ("encode", BY_TOKEN, "values"),
        ("sinusoidal_encoding", BY_LENGTH, "shape"),
        ("sinusoidal_encoding", BY_FIRST_SIZE, "shape"),
        ("causal_mask", NUMBER_TYPE, "dtype"),
        ("causal_mask", KIND, "type"),
        ("causal_mask", IN_EVERY_SIZE, "sizes"),
        ("attention_scores", BY_FIRST_WIDTH, "values"),  # by chance as a root that is cut off
    ],
)
def test_answer_right_only_on_its_first_call_is_found(exercise, text, criterion, tmp_path):
    report = report_on(exercise, text, tmp_path)
    assert report.diagnosis == fresh.SLUG
    assert "Called first" in report.means
    assert next(c.name for c in report.criteria if c.passed is False) == criterion


def test_no_memory_found_when_first_call_is_wrong(tmp_path):
    text = BY_TOKEN.replace("[SEEN[token] for", "[SEEN[token] + 7 for")
    assert report_on("encode", text, tmp_path).diagnosis != fresh.SLUG


def test_no_memory_found_when_another_cell_rebound_a_name(tmp_path):
    path = tmp_path / "answer.py"
    text = """
MORE = 0


def encode(tokens, vocab):
    return [MORE + vocab[t if t in vocab else "<unk>"] for t in tokens]
"""
    path.write_text(text, "utf-8")
    found, answer = (
        exercises.find("encode"),
        answers.define("encode", path.read_text("utf-8"), str(path)),
    )
    answer.__globals__["MORE"] = 7
    report = examine(found, answer, observe(found, answer), answers.Bank())
    assert not report.passed and report.diagnosis != fresh.SLUG


def test_memory_is_tested_only_for_result_criteria(tmp_path):
    path = tmp_path / "answer.py"
    path.write_text(BY_TOKEN, "utf-8")
    answer = answers.define("encode", path.read_text("utf-8"), str(path))
    evidence = evidence_of(exercises.find("encode"), answer)
    told = [fresh.remembers(evidence, answer, name) for name in ("values", "arguments")]
    assert told == [True, False]
    assert fresh._called_first(lambda: int) is int, "a class has no object yet"


def test_only_definitions_of_a_cell_are_rerun(tmp_path):
    marks = tmp_path / "marks.txt"
    line = f"open({str(marks)!r}, 'a').write('run')\n"
    report_on("encode", BY_TOKEN + line, tmp_path)
    assert marks.read_text() == "run"


def test_no_memory_found_without_a_wrong_value(exercise):
    assert not fresh.remembers(evidence_of(exercise, unguarded), unguarded, "values")


def test_defining_statements_are_recognised():
    def defines(line):
        return fresh._defines(ast.parse(line).body[0])

    for line in (
        "x = {}",
        "x = []",
        "x = {1}",
        "x: int = 3",
        "x = None",
        "x = dict()",
        "import os",
    ):
        assert defines(line), line
    for line in ("from os import path", "def f(): pass", "class A: pass"):
        assert defines(line), line
    for line in ("x = f(1)", "x = f(a=1)", "x = y", "f()", "x += 1", "for i in y: pass"):
        assert not defines(line), line


IN_CLASS = """
class TokenEmbedding(nn.Module):
    width = 3
    SEEN = {}

    def __init__(self, vocab_size):
        super().__init__()
        self.size = self.SEEN.setdefault("size", vocab_size)
"""


def test_a_class_is_made_anew(tmp_path):
    path = tmp_path / "answer.py"
    path.write_text(IN_CLASS, "utf-8")
    answer = answers.define("TokenEmbedding", path.read_text("utf-8"), str(path))
    assert answer(1).size == 1 == answer(2).size
    assert fresh._maker(answer)()(2).size == 2
    assert fresh._maker(type("Bare", (), {})) is None and fresh._maker(len) is None


def test_cell_with_magics_is_not_rerun():
    names = {}
    exec(compile("def f(x):\n    return x\n", "<a cell>", "exec"), names)
    linecache.cache["<a cell>"] = (1, None, ["%time f(3)\n"], "<a cell>")
    assert fresh._maker(names["f"]) is None


def test_a_missing_name_is_no_known_mistake(tmp_path):
    text = """
def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    losses = []
    model.train()
    for step, (src, tgt) in enumerate(batches, 1):
        for group in optimizer.param_groups:
            group["lr"] = rate(step)
        losses.append(step_of_training(model, src, tgt, optimizer, pad_id, label_smoothing))
    return losses
"""
    report = report_on("train_model", text, tmp_path)
    assert not report.explained
    assert "`step_of_training`" in report.means


KEPT_ON_SELF = """
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if num_heads < 1 or d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} must divide d_model={d_model}")
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))
        self.h, self.dropout, self._key = num_heads, nn.Dropout(dropout), None

    def forward(self, query, key, value, mask=None):
        if CONDITION:
            self._key, self._projected = key, (self.w_k(key), self.w_v(value))
        three = (self.w_q(query), *self._projected)
        q, k, v = (split_heads(x, self.h) for x in three)
        weights = masked_attend(q, k, v, mask)[1]
        return self.w_o(merge_heads(self.dropout(weights) @ v)), weights
"""


def test_a_module_that_keeps_what_its_first_call_gave(tmp_path):
    """Without that, what fails looks like dropout on the output."""
    keeps = KEPT_ON_SELF.replace("CONDITION", "key is not self._key")
    assert report_on("MultiHeadAttention", keeps, tmp_path).diagnosis == fresh.SLUG
    other = keeps.replace("self.dropout(weights) @ v", "self.dropout(weights @ v)")
    assert report_on("MultiHeadAttention", other, tmp_path).diagnosis == "dropout-on-output"


def test_storing_values_for_inspection_is_allowed(tmp_path):
    text = KEPT_ON_SELF.replace("CONDITION", "True")
    assert report_on("MultiHeadAttention", text, tmp_path).passed


def test_code_that_keeps_state_is_recognised(tmp_path):
    path = tmp_path / "answer.py"
    path.write_text(KEPT_ON_SELF.replace("CONDITION", "True"), "utf-8")
    kept = answers.define("MultiHeadAttention", path.read_text("utf-8"), str(path))
    assert fresh.keeps_something(kept)
    assert not fresh.keeps_something(type("Plain", (), {"__init__": kept.forward, "size": 3}))
    path.write_text(BY_LENGTH, "utf-8")
    assert fresh.keeps_something(
        answers.define("sinusoidal_encoding", path.read_text("utf-8"), str(path))
    )
    assert not fresh.keeps_something(len) and not fresh.keeps_something(unguarded)
    for text in (BY_TOKEN, "def encode(tokens, vocab, seen=[]): ..."):
        path.write_text(text, "utf-8")
        assert fresh.keeps_something(answers.define("encode", path.read_text("utf-8"), str(path)))
    path.write_text(f"@functools.lru_cache\n{'def causal_mask(length): ...'}", "utf-8")
    path.write_text("import functools\n" + path.read_text(), "utf-8")
    assert fresh.keeps_something(answers.define("causal_mask", path.read_text("utf-8"), str(path)))
