"""The truth for modules, PyTorch's own layers with the known numbers in them, is the course's."""

import pytest
import torch

from tutor_utils import exercises
from tutor_utils.course import answers
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.exercises.folder import right_answers
from tutor_utils.exercises.nb06 import reference

SIZES = 4, 2, 7  # d_model, heads, d_ff
X = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(0)).double()
MODULES = [exercise.id for exercise in exercises.of_notebook("06")]


@pytest.mark.parametrize(
    ("name", "how"),
    [(name, how) for name in MODULES for how in right_answers(exercises.path_of(name))],
)
def test_right_module_agrees_with_the_truth(name, how):
    exercise = exercises.find(name)
    report = judge(exercise, observe(exercise, answers.right(name, how)))
    assert report.passed, str(report)


def test_a_layer_is_left_as_it_was_and_gives_gradients():
    made = reference.layer(False, *SIZES, 5, norm_first=True)
    x = X.clone().requires_grad_()
    found = reference.run_layer(made, [x], [None])[0]
    found.sum().backward()
    assert x.grad.shape == X.shape
    assert made.training and not any(p.requires_grad for p in made.parameters())
    assert not any(part._forward_pre_hooks for part in made.modules())
    assert torch.equal(reference.run_layer(made, [X], [None])[0], found)


def test_what_drops_all_adds_nothing():
    made = reference.layer(False, *SIZES, 5, norm_first=True, dropout=1.0)
    assert torch.equal(reference.run_layer(made, [X], [None])[0], X)
    stacked = reference.stack([X], [None], 2, *SIZES, 5, norm_first=True, dropout=1.0)[0]
    other = reference.stack([X], [None], 1, *SIZES, 5, norm_first=True, dropout=1.0)[0]
    assert torch.equal(stacked, other), "the final norm alone is left"
