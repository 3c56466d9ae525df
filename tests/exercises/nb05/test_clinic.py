"""The clinic counts what is still wrong, and names a fault that is there, in whatever order."""

from itertools import combinations

import pytest

from tutor_utils import exercises
from tutor_utils.course import answers, sources
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.exercises import folder

CLINIC = exercises.find("repaired_attention")
# A mend: the pairs that it replaces in the given class, the symptom that is gone, faults gone.
PROJECTION = [
    ("nn.Linear(self.head_size, self.head_size", "nn.Linear(embed_size, embed_size"),
    *((f"self.to_{n}(self.cut({x}))", f"self.cut(self.to_{n}({x}))")
      for n, x in (("value", "values"), ("key", "keys"), ("query", "values"))),
]  # fmt: skip
MENDS = (
    (PROJECTION, "the layers for query, keys and values see one head's features only", 1),
    ([("(values))\n        scores", "(query))\n        scores")], "made from another argument", 1),
    ([("scores / embed_size", "scores / self.head_size")], "the root of the whole width", 1),
    ([("weights @ v", "(weights @ v).transpose(1, 2)")], "without moving their axis back", 1),
    ([("-1e20", "float('-inf')"), ("dim=3)", "dim=3).nan_to_num(0.0)")], "every key blocked", 2),
)


def test_fault_count_and_symptom_hold_in_any_repair_order():
    given = sources.exercise_cells()["repaired_attention"].stub
    raises = "super().__init__()\n        if embed_size % heads:\n"
    raises += "            raise ValueError(f'{heads=}, {embed_size=}')\n"
    given = given.replace("embed_size / heads", "embed_size // heads")
    given = given.replace("super().__init__()\n", raises)
    for number in range(len(MENDS)):
        for done in combinations(MENDS, number):
            text = given
            for old, new in (pair for pairs, _, _ in done for pair in pairs):
                assert old in text, old
                text = text.replace(old, new)
            report = judge(CLINIC, observe(CLINIC, answers.define("repaired_attention", text)))
            left = [mend for mend in MENDS if mend not in done]
            faults = sum(count for _, _, count in left)
            words = f"{faults} faults are" if faults > 1 else "1 fault is"
            assert report.saw.startswith(f"{words} still there"), report.saw
            assert any(symptom in report.saw for _, symptom, _ in left), report.saw


RIGHT = folder.right_answers(exercises.path_of("repaired_attention"))["usual"]
CUT_FIRST = [
    ("nn.Linear(embed_size, embed_size, bias=False)", "nn.Linear(2, 2, bias=False)"),
    *((f"self.cut(self.to_{n}({x}))", f"self.to_{n}(self.cut({x}))")
      for n, x in (("value", "values"), ("key", "keys"), ("query", "query"))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "saw"),
    [
        ([("to_key(keys)", "to_value(keys)")], "1 fault is still there: fewer numbers learn"),
        ([("self.mix(out)", "out")], "1 fault is still there: fewer numbers learn"),
        (CUT_FIRST, "1 fault is still there: the layers for query, keys and values see one head"),
        ([("return self.mix(out)", "return self.mix(out), weights")], "a tuple of 2"),
    ],
)
def test_a_fault_of_the_layers_is_read_from_the_modules(changes, saw):
    text = RIGHT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new.replace("(2, 2,", "(self.head_size, self.head_size,"))
    report = judge(CLINIC, observe(CLINIC, answers.define("repaired_attention", text)))
    assert saw in report.saw, report.saw
