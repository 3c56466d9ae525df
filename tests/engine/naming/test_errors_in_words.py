"""Every error of the bank is raised here, on the installed PyTorch, and must get its true words."""

import linecache
import math
import textwrap
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F

from tutor_utils import exercises
from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.inputs import Inputs
from tutor_utils.engine.naming.errors.explain import (
    CALL,
    EARLIER,
    HANDED,
    LOOK,
    OUTSIDE,
    REFUSED,
    UNKNOWN,
    explain,
    general_slugs,
    known_errors,
)
from tutor_utils.engine.observation import Observation, Observed, Raised
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
    seen = run_trial(Trial("one"), namespace["snippet"])
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
    means, try_next, slug = explain(error, exercises.names())
    assert slug == case["slug"], error
    assert case.get("says", "") in f"{means} {try_next}", (error, means, try_next)
    for words in (means, try_next):
        assert "{" not in words and "``" not in words and words[-1] in ".?:)", words
    # without its line, as where IPython keeps no history, it is no other error's
    unseen = Raised(error.type, error.message)
    assert explain(unseen)[2] == (case.get("unseen", case["slug"]) or None), error


@pytest.mark.filterwarnings("ignore")
def test_every_entry_is_the_first_to_fit_some_error():
    """An entry that no case reaches is dead, or untested."""
    reached = set()
    for case in BANK:
        error = error_of(case)
        for line in (LearnerLine(error.line, error.part, (), error.holds), LearnerLine()):
            fitting = (known for known in known_errors() if known.words(str(error), line))
            reached.add(next(fitting, None))
    assert set(known_errors()) <= reached


def test_unknown_errors_get_the_general_words():
    error = Raised("OSError", "nobody has seen it", "f()", 1)
    assert explain(error) == (UNKNOWN, LOOK, None)


def test_inside_your_code_needs_a_line_of_theirs():
    assert explain(Raised("OSError", "nobody has seen it")) == (OUTSIDE, CALL, None)


def test_a_part_that_refuses_is_not_the_learners_raise():
    line = "raise ValueError('ids have length 4')"
    error = Raised("ValueError", "ids have length 4", line, 1, line, "LanguageModel.forward")
    assert explain(replace(error, refused=True)) == (REFUSED, HANDED, "refused-by-a-part")


@pytest.mark.parametrize(
    "words",
    ["index out of range in self", "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"],
)
def test_learner_error_text_is_not_taken_for_pytorchs(words):
    line = f"raise RuntimeError({words!r})"
    error = Raised("RuntimeError", words, line, 1, line)
    assert explain(error)[2] == "raised-by-own-code"


def test_course_classes_are_not_taken_for_pytorchs():
    text = "Transformer.__init__() missing 1 required positional argument: 'd_ff'"
    error = Raised("TypeError", text)
    assert explain(error, exercises.names())[2] == "other-arguments"
    assert explain(error)[2] == "layer-arguments"


DEEP = "f" + ".a" * 480 + "()"  # it parses, and cannot be written out again


@pytest.mark.parametrize("line", ["(" * 900, DEEP, "x = (", "\0", "é" * 2000])
def test_lines_that_are_no_python_are_harmless(line):
    text = "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"
    assert explain(Raised("RuntimeError", text, line, 1, line))[2] == "inner-sizes-differ"


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
