"""The lines of an example do what the check did."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from tutor_utils import exercises
from tutor_utils.engine.exercise import Trial
from tutor_utils.engine.reproduce import code_of

SPLIT = exercises.find("split_heads")


def run(code: str) -> tuple:
    """Runs the lines; returns what the last one calls the function with."""
    seen: list = []
    names = {"torch": torch, "split_heads": lambda *a, **k: seen.append((a, k))}
    exec(code, names)
    return seen[0]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64, torch.bool])
def test_the_lines_call_with_the_same_arguments(dtype):
    x = torch.tensor([[[1.25, 0, 3]]]).to(dtype)
    (given, heads), more = run(code_of(SPLIT, Trial("t", (x, 3), {"deep": [(1,), {"a": None}]})))
    assert given.dtype == dtype and torch.equal(given, x) and heads == 3
    assert more == {"deep": [(1,), {"a": None}]}


def test_a_gradient_is_asked_for_again():
    x = torch.ones(1, 2, requires_grad=True)
    assert run(code_of(SPLIT, Trial("t", (x, 1))))[0][0].requires_grad


@pytest.mark.parametrize(
    "trial",
    [
        Trial("large", (torch.zeros(5, 5, 5), 1)),
        Trial("a layer", (nn.Linear(2, 2), 1)),
        Trial("inside a list", ([nn.Linear(2, 2)], 1)),
        Trial("no number", (torch.tensor([float("nan")]), 1)),
        Trial("another call", (torch.zeros(1), 1), probe=lambda f, x, h: f(f(x, h), h)),
        Trial("more than the call has", (1, 2, 3)),
    ],
    ids=lambda trial: trial.name,
)
def test_no_lines_where_they_would_not_be_the_same(trial):
    assert code_of(SPLIT, trial) == ""
