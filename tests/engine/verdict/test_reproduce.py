"""The lines of an example do what the check did."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import nn

from tutor_utils import exercises
from tutor_utils.engine.exercise import Trial, argument_names, shown_names
from tutor_utils.engine.verdict.reproduce import code_of

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
        Trial("no number by itself", (1, float("nan"))),
        Trial("inside a dictionary", ({"a": nn.Linear(2, 2), "b": 1}, 1)),
        Trial("65 numbers", (torch.zeros(65), 1)),
        Trial("64 long numbers", (torch.linspace(0, 1, 64, dtype=torch.float64), 1)),
        Trial("elsewhere", (torch.zeros(1, device="meta"), 1)),
        Trial("another call", (torch.zeros(1), 1), probe=lambda f, x, h: f(f(x, h), h)),
        Trial("more than the call has", (1, 2, 3)),
    ],
    ids=lambda trial: trial.name,
)
def test_no_code_when_it_could_not_reproduce_the_call(trial):
    assert code_of(SPLIT, trial) == ""


def test_what_has_a_short_form_is_written():
    given = (torch.zeros(64), [torch.zeros(0), "nan", {"a": True, 2: (0.5, 1)}])
    (numbers, (empty, *others)), _ = run(code_of(SPLIT, Trial("t", given)))
    assert len(numbers) == 64 and empty.dtype == torch.float32 and len(empty) == 0
    assert others == ["nan", {"a": True, 2: (0.5, 1)}]
    assert code_of(SPLIT, Trial("t", (1, 2), {"deep": 3})) == (
        "split_heads(\n    1,  # x\n    2,  # num_heads\n    deep=3,\n)"
    )


def test_arguments_take_names_from_the_trial_or_its_code():
    def probe(answer, x, scale=1, *more, deep):
        return answer(x)

    trial = Trial("t", (1, 2, 3), {"deep": 4})
    assert shown_names(SPLIT, trial) == argument_names(SPLIT, trial) == ("x", "num_heads")
    assert shown_names(SPLIT, replace(trial, shown=("a",))) == ("a",)
    assert shown_names(SPLIT, replace(trial, probe=probe)) == ("x", "scale", "argument 3")
    nested = replace(SPLIT, call="Module(d)(x)")
    assert shown_names(nested, trial) == ("argument 1", "argument 2", "argument 3")
    assert code_of(nested, trial) == ""


def test_numbers_are_written_as_a_person_does():
    for dtype, text in ((torch.float32, "[0.3, 0.1, 2.0]"), (torch.float16, "[0.3, 0.1, 2.0]")):
        code = code_of(SPLIT, Trial("one", (torch.tensor([0.3, 0.1, 2.0], dtype=dtype), 1)))
        assert f"torch.tensor({text}" in code
    third = torch.tensor(1 / 3)
    code = code_of(SPLIT, Trial("one", (third, 1)))
    assert torch.tensor(float(code.split("tensor(")[1].split(")")[0])) == third
