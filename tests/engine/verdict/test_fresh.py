"""What an answer keeps from one call to the next is told as that."""

import pytest
import torch
from small_exercise import evidence_of, only

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict import fresh
from tutor_utils.engine.verdict.examine import examine

X = torch.tensor([[1.0, 2.0]])
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


TRAINS_ONCE = """
class Halved(nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = 0.5

    def forward(self, x):
        self.rate = self.rate if self.training else 0.0
        return x * self.rate
"""


def test_module_that_keeps_what_an_earlier_call_set(defined, exercise):
    def both_modes(kind, x):
        halved = kind()
        return halved.eval()(x), halved.train()(x)

    trial = Trial("one", (X,), probe=both_modes, truth=lambda x: (x * 0, x * 0.5))
    answer = defined("TokenEmbedding", TRAINS_ONCE.replace("Halved", "TokenEmbedding"))
    assert fresh.remembers(evidence_of(only(exercise, trial), answer), answer, "values")
