"""PyTorch's compiler is loaded by code that compiles, and not by a check that needs none."""

import subprocess
import sys

from tutor_utils.engine.run import guard

UNASKED = """
import inspect, sys, torch
from tutor_utils.engine.run.guard import no_trace

def a_step():
    p = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([p], lr=0.5)
    optimizer.zero_grad()
    p.sum().backward()
    optimizer.step()
    return p.tolist()

with no_trace():
    print(a_step(), (torch.ones(2, device="meta") != 1).shape)
    inspect.getmodule(a_step)  # looks at every module
    print(type(sys.modules["torch._dynamo"]).__name__)
print("torch._dynamo" in sys.modules)
marked = torch.optim.Optimizer.add_param_group.__wrapped__
print(hasattr(marked, "__dynamo_disable"))
"""
ASKED = """
with no_trace():
    a_step()
    print(torch.compile(lambda x: x + 1, backend="eager")(torch.ones(1)).tolist(), a_step())
    print(type(sys.modules["torch._dynamo"]).__name__)
print(sys.modules["torch._dynamo"] is torch._dynamo, hasattr(marked, "__dynamo_disable"))
"""


def test_a_check_loads_it_only_where_code_compiles():
    done = subprocess.run(
        [sys.executable, "-c", UNASKED + ASKED], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "[0.5, 0.5] torch.Size([2])",
        "_StandIn",
        "False",
        "False",
        "[2.0] [0.5, 0.5]",
        "module",
        "True True",
    ]


def test_a_compiler_that_is_loaded_stays(monkeypatch):
    monkeypatch.setitem(sys.modules, guard.COMPILER, real := object())
    with guard.not_loaded_for_marks():
        assert sys.modules[guard.COMPILER] is real
    assert sys.modules[guard.COMPILER] is real
