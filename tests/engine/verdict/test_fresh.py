"""What an answer keeps from one call to the next is told as that."""

import ast
import linecache

import pytest
from small_exercise import evidence_of, unguarded

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict import fresh
from tutor_utils.engine.verdict.examine import examine

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
BY_FIRST_WIDTH = """
SCALE = None


def attention_scores(q, k):
    global SCALE
    SCALE = q.shape[-1] ** 0.5 if SCALE is None else SCALE
    return q @ k.transpose(-2, -1) / SCALE
"""


@pytest.fixture
def defined(tmp_path):
    """Makes an answer of a text, as a cell does."""

    def define(exercise, text):
        path = tmp_path / "answer.py"
        path.write_text(text, "utf-8")
        return answers.define(exercise, text, str(path))

    return define


def examined(exercise, answer):
    found = exercises.find(exercise)
    return examine(found, answer, observe(found, answer), answers.Bank())


@pytest.fixture
def report_on(defined):
    return lambda exercise, text: examined(exercise, defined(exercise, text))


@pytest.mark.parametrize(
    ("exercise", "text", "criterion"),
    [
        ("encode", BY_TOKEN, "values"),
        ("sinusoidal_encoding", BY_LENGTH, "shape"),
        ("sinusoidal_encoding", BY_FIRST_SIZE, "shape"),
        ("attention_scores", BY_FIRST_WIDTH, "values"),  # by chance as a root that is cut off
    ],
)
def test_answer_right_only_on_its_first_call_is_found(exercise, text, criterion, report_on):
    report = report_on(exercise, text)
    assert report.diagnosis == fresh.SLUG
    assert "Called first" in report.means
    assert next(c.name for c in report.criteria if c.passed is False) == criterion


def test_no_memory_found_when_first_call_is_wrong(report_on):
    text = BY_TOKEN.replace("[SEEN[token] for", "[SEEN[token] + 7 for")
    assert report_on("encode", text).diagnosis != fresh.SLUG


def test_no_memory_found_when_another_cell_rebound_a_name(defined):
    text = """
MORE = 0


def encode(tokens, vocab):
    return [MORE + vocab[t if t in vocab else "<unk>"] for t in tokens]
"""
    answer = defined("encode", text)
    answer.__globals__["MORE"] = 7
    report = examined("encode", answer)
    assert not report.passed and report.diagnosis != fresh.SLUG


def test_memory_is_tested_only_for_result_criteria(defined):
    answer = defined("encode", BY_TOKEN)
    evidence = evidence_of(exercises.find("encode"), answer)
    told = [fresh.remembers(evidence, answer, name) for name in ("values", "arguments")]
    assert told == [True, False]
    assert fresh._called_first(lambda: int) is int, "a class has no object yet"


def test_only_definitions_of_a_cell_are_rerun(tmp_path, report_on):
    marks = tmp_path / "marks.txt"
    line = f"open({str(marks)!r}, 'a').write('run')\n"
    report_on("encode", BY_TOKEN + line)
    assert marks.read_text() == "run"


def test_no_memory_found_without_a_wrong_value(exercise):
    assert not fresh.remembers(evidence_of(exercise, unguarded), unguarded, "values")


@pytest.mark.parametrize(
    ("line", "defines"),
    [
        *((line, True) for line in ("x = {}", "x: int = 3", "x = dict()", "import os")),
        *((line, True) for line in ("from os import path", "def f(): pass", "class A: pass")),
        *((line, False) for line in ("x = f(1)", "x = f(a=1)", "x = y", "f()", "x += 1")),
    ],
)
def test_defining_statements_are_recognised(line, defines):
    assert fresh._defines(ast.parse(line).body[0]) is defines


IN_CLASS = """
class TokenEmbedding(nn.Module):
    width = 3
    SEEN = {}

    def __init__(self, vocab_size):
        super().__init__()
        self.size = self.SEEN.setdefault("size", vocab_size)
"""


def test_a_class_is_made_anew(defined):
    answer = defined("TokenEmbedding", IN_CLASS)
    assert answer(1).size == 1 == answer(2).size
    assert fresh._maker(answer)()(2).size == 2
    assert fresh._maker(type("Bare", (), {})) is None and fresh._maker(len) is None


def test_cell_with_magics_is_not_rerun():
    names = {}
    exec(compile("def f(x):\n    return x\n", "<a cell>", "exec"), names)
    linecache.cache["<a cell>"] = (1, None, ["%time f(3)\n"], "<a cell>")
    assert fresh._maker(names["f"]) is None


def test_a_missing_name_is_no_known_mistake(report_on):
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
    report = report_on("train_model", text)
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


def test_a_module_that_keeps_what_its_first_call_gave(report_on):
    """Without that, what fails looks like dropout on the output."""
    keeps = KEPT_ON_SELF.replace("CONDITION", "key is not self._key")
    assert report_on("MultiHeadAttention", keeps).diagnosis == fresh.SLUG
    other = keeps.replace("self.dropout(weights) @ v", "self.dropout(weights @ v)")
    assert report_on("MultiHeadAttention", other).diagnosis == "dropout-on-output"


def test_storing_values_for_inspection_is_allowed(report_on):
    assert report_on("MultiHeadAttention", KEPT_ON_SELF.replace("CONDITION", "True")).passed


def test_code_that_keeps_state_is_recognised(defined):
    for exercise, text in (
        ("sinusoidal_encoding", BY_LENGTH),
        ("encode", BY_TOKEN),
        ("encode", "def encode(tokens, vocab, seen=[]): ..."),
        ("causal_mask", "import functools\n@functools.lru_cache\ndef causal_mask(length): ..."),
    ):
        assert fresh.keeps_something(defined(exercise, text)), text
    kept = defined("MultiHeadAttention", KEPT_ON_SELF.replace("CONDITION", "True"))
    assert fresh.keeps_something(kept)
    assert not fresh.keeps_something(type("Plain", (), {"__init__": kept.forward, "size": 3}))
    assert not fresh.keeps_something(len) and not fresh.keeps_something(unguarded)
