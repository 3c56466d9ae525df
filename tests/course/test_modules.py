"""An answer becomes a module of its own, with the imports and helpers that it needs."""

import math
import types
from fractions import Fraction

import pytest
import torch
from torch import nn

from tutor_utils.course.modules import CannotKeep, GeneratedModule, from_namespace, from_source


def made(*texts, **names):
    return from_namespace("answer", list(texts), names)


def test_imports_helpers_and_answers_come_along():
    module = made(
        "SIZE = 2",
        "def helper(x): return m.sqrt(x) * SIZE",
        "def answer(x: Tensor): return helper(nn.Linear(1, 1)(split_heads(torch.zeros(1))))",
        torch=torch,
        nn=nn,
        m=math,
        Tensor=torch.Tensor,
        helper=3,
        SIZE=2,
    )
    assert module.imports == [
        "from torch import Tensor",
        "import torch.nn as nn",
        "import torch",
        "import math as m",
    ]
    assert module.answers == ["split_heads"]
    assert [h.split()[0] for h in module.helpers] == ["SIZE", "def"], "what is needed stands first"
    text = module.text("# header")
    assert text == (
        "# header\n\n\nimport math as m\nimport torch\nimport torch.nn as nn\n"
        "from torch import Tensor\nfrom .split_heads import split_heads\n\n\n"
        "SIZE = 2\n\n\ndef helper(x): return m.sqrt(x) * SIZE\n\n\n"
        "def answer(x: Tensor): return helper(nn.Linear(1, 1)(split_heads(torch.zeros(1))))\n"
    )


def test_a_statement_that_binds_two_names_stands_once():
    module = made("A, B = 1, 2", "def answer(): return A, B", A=1, B=2)
    assert module.helpers == ["A, B = 1, 2"]
    module = GeneratedModule(helpers=["a", "b"])
    module.need("b")
    assert module.helpers == ["b", "a"]


def test_another_name_for_what_is_imported():
    module = made("def answer(): return lin", lin=nn.Linear)
    assert module.imports == ["from torch.nn.modules.linear import Linear as lin"]


def test_import_of_an_unnamed_object_is_copied_as_written():
    module = made("from here import f", "def answer(): return f", f=lambda: 0)
    assert module.imports == ["from here import f"]


def test_an_object_without_a_name_is_not_imported():
    with pytest.raises(CannotKeep, match="`half`"):
        made("def answer(): return half", half=Fraction(1, 2))


def test_answer_is_not_its_own_helper():
    assert made("def answer(n): return answer(n - 1)").helpers == []


def test_each_helper_stands_before_what_uses_it():
    chain = ["def f(): return g()", "def g(): return h()", "def h(): return SIZE", "SIZE = 3"]
    assert made(*chain, "def answer(): return f()").helpers == chain[::-1]


def test_helpers_that_call_each_other_come_along_once():
    ring = ["def f(): return g()", "def g(): return f()"]
    assert sorted(made(*ring, "def answer(): return f()").helpers) == ring


@pytest.mark.parametrize(
    ("texts", "names", "words"),
    [
        ([], {}, "no cell that was run defines answer"),
        (["def answer(): return table"], {"table": 3}, "it uses `table`"),
        (["import f", "def answer(): return f"], {"f": lambda: 0}, "it uses `f`"),
        (
            ["def answer(): return f"],
            {"f": types.FunctionType((lambda: 0).__code__, {"__name__": "math"})},
            "`f`",
        ),
    ],
)
def test_what_no_cell_defines_cannot_be_kept(texts, names, words):
    with pytest.raises(CannotKeep, match=words):
        made(*texts, **names)


def test_missing_name_in_an_unused_branch_is_allowed():
    assert made("def answer(): return nowhere").helpers == []


def test_course_objects_are_not_imported_by_name():
    from tutor_utils.engine.inputs import Inputs

    with pytest.raises(CannotKeep):
        made("def answer(): return Inputs", Inputs=Inputs)


def test_the_course_s_part_from_its_source():
    statements = {
        "answer": "def answer(): return helper(), torch.ones(1), split_heads, missing",
        "helper": "def helper(): return SIZE",
        "SIZE": "SIZE = 3",
        "torch": "import torch",
        "other": "other = 1",
    }
    module = from_source("answer", statements)
    assert (module.imports, module.answers) == (["import torch"], ["split_heads"])
    assert (
        module.helpers == ["SIZE = 3", statements["helper"]] and module.body == statements["answer"]
    )
    rings = {"answer": "answer = f", "f": "def f(): return g()", "g": "def g(): return f()"}
    assert set(from_source("answer", rings).helpers) == {rings["f"], rings["g"]}
    cyclic = {"answer": "def answer(): return f()", "f": "def f(): return answer()"}
    assert from_source("answer", cyclic).helpers == [cyclic["f"]]
