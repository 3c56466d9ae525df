"""What stood in the learner's line: arguments in each other's places, kinds and shapes."""

import ast
import linecache

import pytest
import torch

from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.learner_line import misplaced
from tutor_utils.engine.observation import Observation, Observed
from tutor_utils.engine.observe import run_trial

LAYER = ("d_model", "num_heads", "d_ff", "dropout")
ATTENTION = ("query", "key", "value", "mask")


@pytest.mark.parametrize(
    ("call", "takes", "found"),
    [
        ("f(d_model, d_ff, num_heads)", LAYER, [("d_ff", "num_heads"), ("num_heads", "d_ff")]),
        ("f(self.d_ff, 4, 8)", LAYER, [("d_ff", "d_model")]),
        ("f(k, q)", ("q", "k"), [("k", "q"), ("q", "k")]),
        ("f(x, x, memory_mask)", ATTENTION, [("memory_mask", "value")]),
        ("f(x, mask)", ATTENTION, [("mask", "key")]),
        # in its place, or nothing is shown
        ("f(d_model, num_heads, d_ff, dropout)", LAYER, []),
        ("f(x, x, x, memory_mask)", ATTENTION, []),
        ("f(query, query, query)", ATTENTION, []),  # on purpose
        ("f(query, value=key, key=value)", ATTENTION, []),
        ("f(*d_ff, d_model)", LAYER, []),
        ("f(other.d_ff, 4)", LAYER, []),  # of another object
        ("f(k, 3)", ("q", "k"), []),  # a letter alone
        ("f(target_mask)", ("ids",), []),  # it takes no mask
    ],
)
def test_names_in_other_places(call, takes, found):
    assert misplaced(ast.parse(call, mode="eval").body, takes) == found


def raised(source, space=None):
    """The error of ``answer``, as a check sees it."""
    name = f"<witness {len(source)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    space = {} if space is None else space
    space["torch"] = torch
    exec(compile(source, name, "exec"), space)
    return run_trial(Trial("one", (), probe=lambda answer: answer()), space["answer"]).raised


def test_kinds_and_shapes_of_the_names_in_the_line():
    error = raised("def answer():\n    x, n = torch.rand(2, 3), [1]\n    return x @ n\n")
    assert error.seen.holds == (("x", "Tensor(2, 3)"), ("n", "list"))


def test_nothing_of_the_learner_s_is_run_to_look_at_it():
    source = """
class Odd:
    asked = []
    @property
    def part(self):
        self.asked.append(1)
        return lambda d_ff: 1 / 0
def answer():
    odd = Odd()
    return odd.part(Odd.asked)
"""
    space = {}
    error = raised(source, space)
    assert error.type == "ZeroDivisionError" and error.line
    assert space["Odd"].asked == [1]  # by the answer itself


def test_what_was_seen_goes_with_the_observation():
    error = raised("def part(d_ff, heads): 1 / 0\ndef answer(heads=1, d_ff=2): part(heads, d_ff)\n")
    assert error.seen.call == "part(heads, d_ff)" and error.seen.takes == ("d_ff", "heads")
    sent = Observation("x", 0, {"one": Observed(raised=error)}).to_bytes()
    assert Observation.from_bytes(sent).trials["one"].raised.seen == error.seen
