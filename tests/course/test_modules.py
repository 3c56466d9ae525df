"""An answer becomes a module of its own, with the imports and helpers that it needs."""

import math
from fractions import Fraction

import pytest
import torch
from torch import nn

from tutor_utils.course.modules import CannotKeep, from_namespace, from_source
from tutor_utils.engine.inputs import Inputs


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


def test_another_name_for_what_is_imported():
    module = made("def answer(): return lin", lin=nn.Linear)
    assert module.imports == ["from torch.nn.modules.linear import Linear as lin"]


def test_import_of_an_unnamed_object_is_copied_as_written():
    module = made("from here import f", "def answer(): return f", f=lambda: 0)
    assert module.imports == ["from here import f"]


def test_each_helper_stands_before_what_uses_it():
    chain = ["def f(): return g()", "def g(): return h()", "def h(): return SIZE", "SIZE = 3"]
    assert made(*chain, "def answer(): return f()").helpers == chain[::-1]


@pytest.mark.parametrize(
    ("texts", "names", "words"),
    [
        ([], {}, "no cell that was run defines answer"),
        (["def answer(): return table"], {"table": 3}, "it uses `table`"),
        (["import f", "def answer(): return f"], {"f": lambda: 0}, "it uses `f`"),
        (["def answer(): return half"], {"half": Fraction(1, 2)}, "it uses `half`"),
        (["def answer(): return Inputs"], {"Inputs": Inputs}, "it uses `Inputs`"),
    ],
)
def test_what_no_cell_defines_cannot_be_kept(texts, names, words):
    with pytest.raises(CannotKeep, match=words):
        made(*texts, **names)


def test_the_course_s_part_comes_from_its_source():
    statements = {
        "answer": "def answer(): return helper(), torch.ones(1), split_heads, missing",
        "helper": "def helper(): return SIZE, answer",
        "SIZE": "SIZE = 3",
        "torch": "import torch",
        "other": "other = 1",
    }
    module = from_source("answer", statements)
    assert (module.imports, module.answers) == (["import torch"], ["split_heads"])
    assert module.helpers == ["SIZE = 3", statements["helper"]]
    assert module.body == statements["answer"]
