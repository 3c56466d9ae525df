"""Wrong answers that a check let pass once: each is one change of a right answer."""

import pytest

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.exercises import folder

MASK = "        if mask is None:\n            mask = torch.ones((), dtype=torch.bool)\n"
SHAPE = "        batch, _, embed_size = query.shape\n"
ONE_FOR_TWO = [
    ("(self.to_value(values))", "(self.to_key(values))"),
    ("self.mix(out)", "self.to_value(self.mix(out))"),
]
ONE_FOR_ASKING = [
    ("(self.to_query(query))", "(self.to_key(query))"),
    ("self.mix(out)", "self.to_query(self.mix(out))"),
]
FAR = [
    (SHAPE, MASK + SHAPE),
    ("-math.inf)", "-1e20)"),
    ("nan_to_num(0.0)", "mul(mask.any(-1, True))"),
]
WRONG = {
    "one layer for keys and values": ("repaired_attention", ONE_FOR_TWO),
    "one layer for query and keys": ("repaired_attention", ONE_FOR_ASKING),
    "-1e20 behind a mask that is always there": ("repaired_attention", FAR),
    "small letters": ("encode", [("in tokens:", "in map(str.lower, tokens):")]),
    "only words": ("encode", [("token in vocab", "token in vocab and token.isalpha()")]),
    "no temperature with top_k": (
        "sample_next",
        [("    logits = logits / temp", "    if top_k is None:\n        logits = logits / temp")],
    ),
    "merges of small letters": ("learn_merges", [("text.split()", "text.lower().split()")]),
    "merges of letters alone": (
        "learn_merges",
        [("text.split()", "''.join(c for c in text if c.isalnum() or c.isspace()).split()")],
    ),
    "tokens without signs": (
        "apply_merges",
        [("text.split()", "''.join(c for c in text if c.isalnum() or c.isspace()).split()")],
    ),
    "tokens of small letters": ("apply_merges", [("text.split()", "text.lower().split()")]),
    "a vocabulary of composed letters": (
        "build_vocabulary",
        [('"".join(texts)', "__import__('unicodedata').normalize('NFC', ''.join(texts))")],
    ),
    "a vocabulary without blanks at an edge": (
        "build_vocabulary",
        [('"".join(texts)', '"".join(map(str.strip, texts))')],
    ),
    "a vocabulary of what is seen": (
        "build_vocabulary",
        [('set("".join(texts))', 'filter(str.isprintable, set("".join(texts)))')],
    ),
    "a distance between small letters": (
        "edit_distance",
        [("    @lru", "    a, b = a.lower(), b.lower()\n    @lru")],
    ),
    "a maximum that begins at -100,000": (
        "online_softmax",
        [(":1], -math.inf)", ":1], -1e5)")],
    ),
    "speeds in half precision": (
        "rotate",
        [("(half, device=x.device) / half", "(half, device=x.device, dtype=x.dtype) / half")],
    ),
}


def wrong(name, changes):
    every = folder.right_answers(exercises.path_of(name))
    text = every.get("usual") or next(iter(every.values()))
    for old, new in changes:
        assert old in text, f"{old}\n{text}"
        text = text.replace(old, new)
    return answers.define(name, text)


@pytest.mark.parametrize(("name", "changes"), WRONG.values(), ids=WRONG)
def test_it_is_refused(name, changes):
    exercise = exercises.find(name)
    for seed in (0, 1):
        assert not judge(exercise, observe(exercise, wrong(name, changes), seed)).passed
