"""What is said of these wrong answers is true: of each something false was said once."""

import ast
from pathlib import Path

import pytest

from tutor_utils import check, exercises
from tutor_utils.course import answers
from tutor_utils.exercises import folder

ROW = [("nn.Embedding(max_len,", "nn.Embedding(max_len + 1,")]
WHOLE = [("    symbols = torch.randint(3,", "    symbols = torch.randint(2,")]
CASES = {
    "a row too many": ("LearnedPosition", ROW, "one-row-too-many", "11"),
    "a row too many, and no guard": (
        "LearnedPosition",
        [*ROW, ("L > self.max_len", "L > self.max_len + 1")],
        "one-row-too-many",
        "entry [",
    ),
    "positions from 1": (
        "LearnedPosition",
        [("arange(L, device", "arange(1, L + 1, device")],
        "positions-from-one",
        "sine",
    ),
    "the last start is never drawn": (
        "window_batch",
        [("(len(ids) - length,", "(max(1, len(ids) - length - 1),")],
        "starts-not-even",
        "same window",
    ),
    "windows beside each other": (
        "window_batch",
        [("generator=generator)\n", "generator=generator) // length * length\n")],
        "starts-not-even",
        "same window",
    ),
    "symbols from 2": ("copy_batch", WHOLE, "specials-as-symbols", "only pads may follow"),
    "the longest is never drawn": (
        "copy_batch",
        [("randint(1, max_len + 1,", "randint(1, max_len,")],
        "lengths-never-drawn",
        "RuntimeError",
    ),
    "no max_len": (
        "LanguageModel",
        [("self.max_len = max_len\n", "self.longest = max_len\n")],
        "max-len-not-kept",
        "returned a str",
    ),
    "the weights are dropped too late": (
        "MultiHeadAttention",
        [("dropped @ v", "weights @ v"), ("output, weights", "output, dropped")],
        "dropout-after-the-product",
        "no effect",
    ),
    "missing names pass": (
        "load_opt",
        [
            ("sorted(places.keys() ^ given.keys())", "()"),
            ("in places.items():\n        if", "in places.items():\n        if name in given and"),
            ("place.copy_(given[name])", "place.copy_(given.get(name, place))"),
        ],
        None,
        "Returning None",
    ),
    "layers that learn their size later": (
        "FeedForward",
        [("nn.Linear(d_model, d_ff)", "nn.LazyLinear(d_ff)")],
        "lazy-layer",
        "keeps something",
    ),
    "hooks that stay": (
        "capture",
        [("hook.remove()", "pass")],
        "hooks-not-removed",
        "decoder.layers.0.attention.w_q.decoder",
    ),
}


@pytest.mark.parametrize(("name", "changes", "slug", "unsaid"), CASES.values(), ids=CASES)
def test_the_words_hold(name, changes, slug, unsaid):
    text = folder.right_answers(exercises.path_of(name))["usual"]
    for old, new in changes:
        assert old in text, f"{old}\n{text}"
        text = text.replace(old, new)
    report = check(name, answers.define(name, text), raise_on_failure=False)
    assert not report.passed and report.diagnosis == (slug or report.diagnosis), report
    assert unsaid not in f"{report.saw} {report.means} {report.try_next}", report
    assert len(report.saw) < 400, "what was seen is one sentence, or two"


def test_every_finding_says_what_it_means():
    silent = []
    for path in (Path(exercises.__file__).parent).rglob("exercise.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
                said = {key.arg for key in node.keywords} & {"means", "mistake"}
                remark = path.parent.name == "top_k_experts"  # a remark has words of its own
                if len(node.args) < 2 and not said and not remark:
                    silent.append(f"{path}:{node.lineno}")
    assert silent == []
