"""What stood in the learner's line: arguments in each other's places, kinds and shapes."""

import ast
import linecache
import sys
from types import SimpleNamespace

import pytest
import torch

from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.observation import Observation, Observed
from tutor_utils.engine.run import witness
from tutor_utils.engine.run.learner_line import LONGEST, LearnerLine, misplaced, parse_part, shown
from tutor_utils.engine.run.observe import run_trial

LAYER = ("d_model", "num_heads", "d_ff", "dropout")
ATTENTION = ("query", "key", "value", "mask")


@pytest.mark.parametrize(
    ("call", "takes", "found"),
    [
        ("f(d_model, d_ff, num_heads)", LAYER, [("d_ff", "num_heads"), ("num_heads", "d_ff")]),
        ("f(self.d_ff, 4, 8)", LAYER, [("d_ff", "d_model")]),
        ("f(k, q)", ("q", "k"), [("k", "q"), ("q", "k")]),
        ("f(src, 4)", ("tgt", "src"), [("src", "tgt")]),
        ("f(xs, 4)", ("ys", "xs"), []),
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


@pytest.mark.parametrize(("below", "told"), [(5, "part(heads, d_ff)"), (6, "")])
def test_swapped_arguments_are_found_in_the_last_calls(below, told):
    calls = [f"def low{i}(): low{i - 1}()\n" for i in range(1, below + 1)]
    source = "def low0(): 1 / 0\n" + "".join(calls) + f"def part(d_ff, heads): low{below}()\n"
    error = raised(source + "def answer(heads=1, d_ff=2): part(heads, d_ff)\n")
    assert error.type == "ZeroDivisionError" and error.seen.call == told


def test_kinds_and_shapes_of_the_names_in_the_line():
    error = raised("def answer():\n    x, n = torch.rand(2, 3), [1]\n    return x @ n\n")
    assert error.seen.holds == (("x", "Tensor(2, 3)"), ("n", "list"))


def test_inspection_runs_no_learner_code():
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


def test_witness_is_saved_with_the_observation():
    error = raised("def part(d_ff, heads): 1 / 0\ndef answer(heads=1, d_ff=2): part(heads, d_ff)\n")
    assert error.seen.call == "part(heads, d_ff)" and error.seen.takes == ("d_ff", "heads")
    sent = Observation("x", 0, {"one": Observed(raised=error)}).to_bytes()
    assert Observation.from_bytes(sent).trials["one"].raised.seen == error.seen


def test_what_python_stopped_in_is_found_in_the_line():
    chosen = "1 if a > b else 2"
    assert ast.unparse(LearnerLine(f"return {chosen}", chosen).test()) == "a > b"
    assert ast.unparse(LearnerLine("a, b = f(x)").assigned()) == "f(x)"
    assert LearnerLine("a, b = c[0] = f(x)", "d[0]").assigned() is None
    target, value = LearnerLine("self.a = self.b = f(x)", "self.b").stored()
    assert target == "self.b" and ast.unparse(value) == "f(x)"
    assert LearnerLine("self.a += f(x)", "self.a").stored() == ("", None)
    assert not LearnerLine("# only words").starts_with(ast.Raise)
    assert LearnerLine("y = f(g(a), {b[0]: [c").starts_with(ast.Assign), "it goes on below"
    assert not LearnerLine("y = f(a))").starts_with(ast.Assign)


def test_code_is_shown_where_it_fits_into_a_sentence():
    for text, fits in (("x" * 40, True), ("x" * 41, False), ("if a:\n    b", False)):
        assert shown(ast.parse(text).body[0]) == (text if fits else "")
    for length, fits in ((LONGEST, True), (LONGEST + 1, False)):
        assert (parse_part("x" * length) is not None) is fits
        assert LearnerLine("raise " + "x" * (length - 6)).starts_with(ast.Raise) is fits
    assert parse_part(" ") is None


def test_the_nearest_key_is_a_text():
    given = {"heads": 1, 3: 2, "x" * 900: 0, "y" * 1200: 0}
    assert given

    def near(part, *told):
        return witness.near_key(part, sys._getframe(1), KeyError(*told))

    assert near("given['haeds']", "haeds") == "heads" == near("given.pop('haeds')", "haeds")
    assert near("given[4]", 4) == near("given[0]") == near("near['heads']", "heads") == ""
    assert near("given['y']", "y" * 1199) == "y" * LONGEST
    assert near("given", "haeds") == near("raise KeyError('haeds')", "haeds") == ""
    assert witness.near_key("given['haeds']", sys._getframe(), LookupError("haeds")) == ""


@pytest.mark.parametrize(("others", "near"), [(299, "heads"), (300, "")])
def test_first_keys_of_a_large_dict_are_compared(others, near):
    given = {"given": {**{f"{i}": i for i in range(others)}, "heads": 1}}
    frame = SimpleNamespace(f_locals=given, f_globals={})
    assert witness.near_key("given['haeds']", frame, KeyError("haeds")) == near


def test_options_are_told_where_they_went_in_as_one_dict():
    def layer(size, dropout=0.0, options=None):
        return size

    def told(part, **options):
        return layer and witness.options(part, sys._getframe())

    def bare(part, *rest, scale=1, **more):
        return layer and witness.options(part, sys._getframe())

    assert told("layer(3, options)") == "options"
    assert bare("layer(3, more)") == "more"
    for part in ("layer(3, **options)", "layer(3, 0.0, options)", "layer", "layer(3)"):
        assert told(part) == "", part


def test_an_object_that_cannot_be_looked_at_hides_no_error():
    class Odd:
        __class__ = property(lambda self: 1 / 0)

    def answer():
        odd = Odd()
        return odd + 1

    error = run_trial(Trial("one", (), probe=lambda answer: answer()), answer).raised
    assert error.type == "TypeError" and error.line == "return odd + 1"


def test_uninitialised_module_can_be_inspected():
    class Bare(torch.nn.Module):
        def __init__(self):
            self.part(3)

        def part(self, size):
            return size / 0

    error = run_trial(Trial("one", (), probe=lambda answer: answer()), Bare).raised
    assert error.seen.holds == (("size", "int"),) and error.seen.call == ""


class Own(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.part = torch.nn.Linear(size, size)

    def run(self, ids, mask=None):
        width = 3
        return width

    @staticmethod
    def bare(ids):
        return ids

    def forward(self, ids, mask=None, *, flag=False):
        return ids


def outer(ids, mask):
    def inner(ids, width):
        return ids

    return inner


FRAME = SimpleNamespace(
    f_locals={"own": Own(2), "Own": Own, "inner": outer(1, 2), "many": lambda *a: a, "odd": 3},
    f_globals={"outer": outer, "odd": outer},
)


@pytest.mark.parametrize(
    ("part", "callee", "takes"),
    [
        ("own(x)", "Own.forward", ("ids", "mask")),
        ("Own(x)", "Own.__init__", ("size",)),
        ("own.run(x)", "Own.run", ("ids", "mask")),
        ("own.bare(x)", "Own.bare", ("ids",)),
        ("own.part(x)", "Linear.forward", ("input",)),
        ("outer(x)", "outer", ("ids", "mask")),
        ("inner(x)", "inner", ("ids", "width")),
        *((part, "", ()) for part in ("many(x)", "odd(x)", "own.nothing(x)", "nobody.part(x)")),
        *((part, "", ()) for part in ("outer", "outer(x)(x)", "x +", "len(x)", "torch.sin(x)")),
    ],
)
def test_parameter_names_of_a_call_are_known(part, callee, takes):
    told = (part, callee, takes) if callee else ("", "", ())
    assert witness.call(part, FRAME) == told
