"""Python is read without running it; what was given is told from what was written."""

import pytest

from tutor_utils.course import syntax
from tutor_utils.course.sources import exercise_cells, is_untouched
from tutor_utils.engine.observation import Observation, Observed, Raised
from tutor_utils.learner.check import only_the_todo_ran


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(): pass", ["f"]),
        ("async def f(): pass", ["f"]),
        ("class A:\n    b = 1", ["A"]),
        ("import os.path, math as m", ["os", "m"]),
        ("from a import b, c as d", ["b", "d"]),
        ("x = y = 1", ["x", "y"]),
        ("a, (b, *c) = 1, (2,)", ["a", "b", "c"]),
        ("x: int = 1", ["x"]),
        ("x: int", ["x"]),
        ("f = mine('f')", []),
        ("f = other('f')", ["f"]),
        ("f = tools.mine('f')", ["f"]),
        ("x += 1\nprint(x)\nif True:\n    y = 1", []),
    ],
)
def test_bindings(text, names):
    import ast

    assert [name for name, _ in syntax.bindings(ast.parse(text))] == names


CELLS = ["def f():\n    return 1\n\nx = 1", "@deco\n@other\ndef f():\n    return 2\ny = 2", "x = ("]


def test_the_last_statement_that_bound_a_name():
    assert syntax.statement("f", CELLS) == ("@deco\n@other\ndef f():\n    return 2", CELLS[1])
    assert syntax.statement("x", CELLS) == ("x = 1", CELLS[0])
    assert syntax.statement("x", ["x = 1\nx = 2"]) == ("x = 2", "x = 1\nx = 2")
    assert syntax.statement("z", CELLS) is None and syntax.statement("f", []) is None
    assert syntax.statement("x", ["x = 1", "x\0"]) == ("x = 1", "x = 1")


def test_the_same_code():
    assert syntax.same_code("x=1 # one", "x = 1\n\n")
    assert not syntax.same_code("x = 1", "x = 2")
    assert not syntax.same_code("x = (", "x = (") and not syntax.same_code("x = 1", "x\0")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(x): return g(x) + h", ["g", "h"]),
        ("def f(x):\n    y = 1\n    return y + z\n", ["z"]),
        ("import a\nfrom b import c\ndef f(): return a, c, d", ["d"]),
        ("class A(Base):\n    def f(self): return B", ["B", "Base"]),
        ("def f(): return len(print)", []),
        ("def f(x): return f(x)", []),
        ("x = [a for a in b]", ["b"]),
        ("def f():\n    def g(): return x\n    return g", ["x"]),
        ("def f(a=b): return lambda c: a + c + d", ["b", "d"]),
        ("@deco\ndef f(): ...", ["deco"]),
        ("print(x)\nx = 1", []),
        ("def f():\n    x = 1\n    def g(): return x\n    return g", []),
    ],
)
def test_free_names(text, names):
    assert syntax.free_names(text) == names


def test_a_cell_as_it_was_given_is_untouched():
    stub = exercise_cells()["split_heads"].stub
    assert is_untouched("split_heads", stub) and is_untouched("split_heads", stub + "\n# mine")
    assert not is_untouched("split_heads", stub.replace("raise", "return 1\n    raise"))
    assert not is_untouched("merge_heads", stub) and not is_untouched("unknown", stub)


def observed(*errors):
    seen = {str(i): Observed(1, error) for i, error in enumerate(errors)}
    return Observation("split_heads", 0, seen)


def test_unedited_todo_is_recognised_from_its_error():
    todo = Raised("NotImplementedError", "TODO: split_heads", "raise ...", 3)
    other = Raised("NotImplementedError", "TODO: merge_heads")
    assert only_the_todo_ran(observed(todo, todo))
    assert not only_the_todo_ran(observed(todo, other))
    assert not only_the_todo_ran(observed(todo, None)) and only_the_todo_ran(observed()) is False
