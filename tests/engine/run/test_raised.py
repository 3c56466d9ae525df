"""What is recorded of an error: the learner's line, its failed part, and what names held there."""

import ast
import linecache

import pytest
import torch

from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.run.learner_line import LONGEST, STAR, LearnerLine, parse_part, shown
from tutor_utils.engine.run.observe import run_trial


def raised(source):
    """The error of ``answer``, as a check sees it."""
    name = f"<cell {hash(source)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    names = {"torch": torch}
    exec(compile(source, name, "exec"), names)
    return run_trial(Trial("one"), names["answer"]).raised


def test_kinds_and_shapes_of_the_names_in_the_line():
    error = raised("def answer():\n    x, n = torch.rand(2, 3), [1]\n    return x @ n\n")
    assert error.holds == {"x": "Tensor(2, 3)", "n": "list"}


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("x = torch.rand(2); y = x + 1 / x.size[0]", "x.size[0]"),
        ("é = torch.rand(2); é @ torch.rand(3)", "é @ torch.rand(3)"),
        ("torch.cat(\n    [torch.rand(2, 3)],\n    dim=5,\n)", "dim=5,\n"),
    ],
)
def test_part_is_what_python_stopped_in(code, part):
    assert part in raised("def answer():\n    " + code).part


PART = "def part(x):\n    if x:\n        raise ValueError('no')\n    return x.size\n"


@pytest.mark.parametrize(
    ("x", "line", "refused"), [(3, "raise ValueError('no')", True), (0, "return x.size", False)]
)
def test_the_line_that_calls_a_part_of_theirs_is_told(x, line, refused):
    names = {}
    for name, source in (("part", PART), ("answer", f"def answer():\n    y = part({x})\n")):
        where = f"<cell {name} {x}>"
        linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)
        exec(compile(source, where, "exec"), names)
    error = run_trial(Trial("one"), names["answer"]).raised
    assert (error.line, error.inside, error.refused) == (line, "part", refused)
    assert (error.call, error.call_number) == (f"y = part({x})", 2)


def test_a_raise_of_theirs_is_no_refusal_of_a_part():
    error = raised("def answer():\n    raise ValueError('no')\n")
    assert not error.refused and not error.call


def test_the_gathered_arguments_are_told_from_another_tuple():
    source = "def answer(*ids):\n    pair = ids\n    torch.tanh((pair, ids)[1])\n    return 1\n"
    error = raised(source.replace("(pair, ids)[1]", "ids"))
    assert error.holds["ids"] == STAR
    assert raised(source.replace("(pair, ids)[1]", "pair")).holds["pair"] == "tuple"


def test_object_that_cannot_be_looked_at_hides_no_error():
    class Odd:
        __class__ = property(lambda self: 1 / 0)

    def answer():
        odd = Odd()
        return odd + 1

    error = run_trial(Trial("one", (), probe=lambda answer: answer()), answer).raised
    assert error.type == "TypeError" and error.line == "return odd + 1"


def test_what_python_stopped_in_is_found_in_the_line():
    chosen = "1 if a > b else 2"
    assert ast.unparse(LearnerLine(f"return {chosen}", chosen).test()) == "a > b"
    assert ast.unparse(LearnerLine("a, b = f(x)").assigned()) == "f(x)"
    assert LearnerLine("a, b = c[0] = f(x)", "d[0]").assigned() is None
    assert LearnerLine("").test() is LearnerLine("a, b = f(").assigned() is None
    assert LearnerLine("x[0] = y", "x[0]").assigned()
    assert LearnerLine("x = y[0]", "y[0]").assigned() is None


def test_code_is_shown_where_it_fits_into_a_sentence():
    for text, fits in (("x" * 40, True), ("x" * 41, False), ("if a:\n    b", False)):
        assert shown(ast.parse(text).body[0]) == (text if fits else "")
    for length, fits in ((LONGEST, True), (LONGEST + 1, False)):
        assert (parse_part("x" * length) is not None) is fits
        line = LearnerLine("a, b = " + "x" * (length - 7))
        assert (line.assigned() is not None) is fits
    assert parse_part(" ") is None
