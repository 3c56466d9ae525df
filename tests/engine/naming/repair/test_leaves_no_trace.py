"""Nasty answers: whatever they do when they run, the search leaves no trace of it."""

import linecache
import os
import random
import sys
import threading

import pytest
import torch

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.naming.repair.code import Code, NotSearched
from tutor_utils.engine.naming.repair.oracle import Here
from tutor_utils.engine.naming.repair.search import repair
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.examine import examine

MASK = "torch.ones(n, n, dtype=torch.bool, device=device)"
WRONG = f"{MASK}.tril(1)[None, None]"  # the future is open by one


def after(*lines):
    """A wrong answer that does something first."""
    body = "\n".join(f"    {line}" for line in (*lines, f"return {WRONG}"))
    return f"def causal_mask(n, device=None):\n{body}\n"


LOOP = ("rows = 0", "while rows < n:")
NASTY = {
    "prints": after("print('here')"),
    "prints to the other stream": after("print('here', file=sys.stderr)"),
    "warns": after("warn('here')"),
    "writes a file": after("with open('left', 'a') as f:", "    f.write('x')"),
    "writes a file with a helper of another cell": after("helper(n)"),
    "asks": after("input('n? ')"),
    "counts in a list": after("calls.append(n)"),
    "writes into a tensor": after("table[0] += 1"),
    "counts in a global name": after("global calls_so_far", "calls_so_far = calls_so_far + 1"),
    "seeds": after("torch.manual_seed(3)"),
    "draws": after("torch.rand(2)", "random()"),
    "sets the number type": after("torch.set_default_dtype(torch.float64)"),
    "ends the program": after("exit()"),
    "changes the surroundings": after("os.environ['LEFT'] = '1'"),
    "starts a thread": after("threading.Timer(9, print).start()"),
    "loops where it is changed": after(*LOOP, "    rows = rows + 1"),
    "catches everything in a loop": after(
        *LOOP, "    try:", "        rows = rows + 1", "    except BaseException:", "        pass"
    ),
    "calls itself": after("if n > 400:", "    return causal_mask(n - 1, device)"),
    "keeps what it made": "class Kept:\n    masks = {}\n\n" + after(f"Kept.masks[n] = {MASK}"),
    "is decorated": f"@cache\n{after()}",
    "is a lambda": f"causal_mask = lambda n, device=None: {WRONG}",
    "is made by a factory": (
        f"def make():\n    return lambda n, device=None: {WRONG}\n\ncausal_mask = make()\n"
    ),
    "uses a large model": after("model(n)"),
    "is long": after(*["n = n + 0"] * 400),
}


def helper(n):
    with open("left", "a") as file:  # noqa: PTH123
        file.write("x")


def given():
    """Names that the answers use."""
    from functools import cache
    from warnings import warn

    helper.__module__ = "__main__"
    names = {
        "model": torch.nn.Embedding(1_001, 1_000),
        "calls": [],
        "table": torch.zeros(2),
        "calls_so_far": 0,
        "helper": helper,
        "cache": cache,
        "torch": torch,
    }
    return (
        names
        | {"sys": sys, "warn": warn, "random": random.random, "os": os}
        | {"threading": threading}
    )


def world(names):
    """All that the answers could change, as text."""
    state = {n: v for n, v in names.items() if isinstance(v, (list, torch.Tensor, int))}
    files = sorted(os.listdir())  # noqa: PTH208
    drawn = random.getstate()[1][:9], torch.get_rng_state().sum()
    settings = torch.get_default_dtype(), os.environ.get("LEFT"), threading.active_count()
    return repr((state, files, drawn, settings))


@pytest.mark.parametrize("name", NASTY)
def test_the_search_leaves_all_as_it_was(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    names, exercise = given(), exercises.find("causal_mask")
    try:
        code = Code.read("causal_mask", NASTY[name], names)
    except NotSearched:
        pass  # of a kind that is not run again
    else:
        before = world(names)
        repair(code, Here(exercise, 0, lambda answer: False))
        assert world(names) == before
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["prints", "counts in a list", "loops where it is changed"])
def test_and_finds_it_all_the_same(name):
    names, exercise = given(), exercises.find("causal_mask")
    found = repair(
        Code.read("causal_mask", NASTY[name], names), Here(exercise, 0, lambda answer: True)
    )
    assert found and [edit.after for edit in found.edits] == ["0"]


@pytest.mark.parametrize(
    "name",
    [
        "is decorated",
        "is made by a factory",
        "writes a file",
        "asks",
        "is long",
        "uses a large model",
    ],
)
def test_what_is_not_searched_gets_its_symptom(name):
    exercise = exercises.find("causal_mask")
    linecache.cache["<nasty>"] = (1, None, NASTY[name].splitlines(True), "<nasty>")
    wrong = answers.define(
        "causal_mask", f"def causal_mask(n, device=None):\n    return ~({WRONG})"
    )
    observation = observe(exercise, wrong)
    report = examine(
        exercise, wrong, observation, answers.Bank(), lambda: (NASTY[name], given(), "")
    )
    assert report.saw and report.means and not report.where


def test_no_program_runs_past_its_limit():
    """A loop that an edit makes endless ends, and the search goes on."""
    exercise = exercises.find("causal_mask")
    code = Code.read("causal_mask", NASTY["catches everything in a loop"], given())
    assert repair(code, Here(exercise, 0, lambda answer: True)) is not None
