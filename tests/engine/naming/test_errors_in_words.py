"""Every error of the bank is raised here, on the installed PyTorch, and must get its true words."""

import ast
import linecache
import math
import textwrap
import tomllib
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F

from tutor_utils import exercises
from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.naming.errors import known_errors
from tutor_utils.engine.naming.explain import (
    EARLIER,
    PARTS,
    SHAPES,
    UNKNOWN,
    explain,
    general_slugs,
)
from tutor_utils.engine.observation import Observation, Observed, Raised, Witness
from tutor_utils.engine.run.learner_line import LearnerLine
from tutor_utils.engine.run.observe import run_trial
from tutor_utils.engine.verdict.judge import judge

TEXT = Path(__file__).with_name("errors_in_words.toml").read_text("utf-8")
BANK = [
    {"slug": None if slug == "unknown" else slug, **case}
    for slug, cases in tomllib.loads(TEXT).items()
    for case in cases
]
KNOWN = {"math": math, "np": np, "torch": torch, "nn": nn, "F": F}


def raised(code):
    """The error of a snippet, as a check sees it."""
    source = "def snippet():\n" + textwrap.indent(code.rstrip(), "    ") + "\n"
    name = f"<snippet {hash(code)}>"  # as IPython does, so that the line can be found
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    namespace = dict(KNOWN)
    exec(compile(source, name, "exec"), namespace)
    seen = run_trial(Trial("one", (), probe=lambda answer: answer()), namespace["snippet"])
    assert seen.raised, f"no error:\n{code}"
    return seen.raised


def error_of(case):
    if "code" in case:
        return raised(case["code"])
    kind, _, message = case["error"].partition(": ")
    return Raised(kind, message)


def title(case):
    text = case.get("error") or case["code"].strip().splitlines()[-1]
    return f"{case['slug']}: {text}"


@pytest.mark.filterwarnings("ignore")  # some of these warn before they fail
@pytest.mark.parametrize("case", BANK, ids=title)
def test_error_is_explained_truly(case):
    error = error_of(case)
    means, try_next, slug = explain(
        str(error), error.line, error.part, exercises.names(), error.seen
    )
    assert slug == case["slug"], error
    assert case.get("says", "") in f"{means} {try_next}", (error, means, try_next)
    for words in (means, try_next):
        assert "{" not in words and "``" not in words and words[-1] in ".?:)", words
    # without its line, as where IPython keeps no history, it is no other error's
    assert explain(str(error))[2] == (case.get("unseen", case["slug"]) or None), error


@pytest.mark.filterwarnings("ignore")
def test_every_entry_is_the_first_to_fit_some_error():
    """An entry that no case reaches is dead, or untested."""
    reached = set()
    for case in BANK:
        error = error_of(case)
        for line in (LearnerLine(error.line, error.part, (), error.seen), LearnerLine()):
            reached |= {id(first) for first in [first_to_fit(str(error), line)] if first}
    dead = [known for known in known_errors() if id(known) not in reached]
    assert not [(k.slug, k.pattern) for k in dead]


def first_to_fit(error, line):
    for known in known_errors():
        found = known.found(error, line)
        if found is not None:
            return known
    return None


def test_unknown_errors_get_the_general_words():
    for error in ("TypeError: nobody has seen it", "NotImplementedError: not in this PyTorch"):
        assert explain(error) == (UNKNOWN, SHAPES, None)


def test_shapes_are_asked_for_where_a_tensor_is():
    error, line = "OSError: nobody has seen it", "open(name)"
    assert explain(error, line, line, (), Witness((("name", "str"),)))[1] == PARTS
    assert explain(error, line, line, (), Witness((("name", "Tensor(2, 3)"),)))[1] == SHAPES
    assert explain(error, "y = torch.relu(open(name))", "open(name)")[1] == SHAPES


@pytest.mark.parametrize(
    "words",
    ["index out of range in self", "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"],
)
def test_learner_error_text_is_not_taken_for_pytorchs(words):
    line = f"raise RuntimeError({words!r})"
    assert explain(f"RuntimeError: {words}", line)[2] == "raised-by-own-code"


def test_course_classes_are_not_taken_for_pytorchs():
    error = "TypeError: Transformer.__init__() missing 1 required positional argument: 'd_ff'"
    assert explain(error, earlier=exercises.names())[2] == "other-arguments"
    assert explain(error)[2] == "layer-arguments"


DEEP = "f" + ".a" * 480 + "()"  # it parses, and cannot be written out again


@pytest.mark.parametrize("line", ["(" * 900, DEEP, "x = (", "\0", "é" * 2000])
def test_lines_that_are_no_python_are_harmless(line):
    error = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"
    assert explain(error, line, line)[2] == "inner-sizes-differ"


@pytest.mark.parametrize("line", ["", "a b c", "return x", "x = 1"])
def test_absent_parts_of_a_line_are_unknown(line):
    said = LearnerLine(line)
    assert said.test() is said.iterated() is said.assigned() is said.owner() is None
    assert said.called() == said.called_in_full() == ""
    assert said.arguments() == said.operands() == []
    assert not said.is_product() and not said.starts_with(ast.For)


def test_a_part_is_assigned_to_where_python_stopped_in_it():
    assert LearnerLine("x[0] = y", "x[0]").assigns_to_a_part()
    for line, part in (("a, b = c", ""), ("a, b = c", "a, b"), ("x = y[0]", "y[0]")):
        assert not LearnerLine(line, part).assigns_to_a_part()


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("elif mask:", "If"),
        ("for x in None:", "For"),
        ("output = attend(q,", "Assign"),
        ("return x @ y", "Return"),
    ],
)
def test_lines_that_go_on_are_read(line, kind):
    assert kind in {type(s).__name__ for s in LearnerLine(line).statements()}


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("x = torch.rand(2)\ny = x + 1 / x.size[0]", "x.size[0]"),
        ("é = torch.rand(2); é @ torch.rand(3)", "é @ torch.rand(3)"),
        ("torch.cat(\n    [torch.rand(2, 3)],\n    dim=5,\n)", "dim=5,\n"),
    ],
)
def test_part_is_what_python_stopped_in(code, part):
    assert part in raised(code).part


def test_report_tells_of_a_missing_earlier_answer():
    exercise = exercises.find("merge_heads")
    error = Raised("NameError", "name 'split_heads' is not defined", "x = split_heads(x, 2)", 3)
    names = [trial.name for trial in exercise.trials(Inputs(0))]
    seen = Observation("merge_heads", 0, dict.fromkeys(names, Observed(raised=error)))
    report = judge(exercise, seen)
    assert report.diagnosis == EARLIER and "mine('split_heads')" in report.try_next


def test_general_names_are_those_of_the_reports():
    assert {case["slug"] for case in BANK} - {None} <= general_slugs()
    assert {"nothing-returned", "axes-too-many", "changes-its-argument"} <= general_slugs()
