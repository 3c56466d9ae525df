"""Errors of Python and PyTorch are raised here, and must get the words meant for them."""

import math

import pytest
import torch
from torch import nn

from tutor_utils.engine.explain import GENERAL, explain

X, W = torch.zeros(2, 3), torch.zeros(4, 5)


def no_super():
    class Module(nn.Module):
        def __init__(self):
            self.layer = nn.Linear(2, 2)

    Module()


def leaf_in_place():
    X.clone().requires_grad_().add_(1)


def used_in_backward():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    y.add_(1)
    y.sum().backward()


def one_argument(a):
    return one_argument()


def endless():
    return endless()


def ends():
    raise SystemExit(1)


@pytest.mark.parametrize(
    ("code", "slug"),
    [
        (lambda: torch.zeros(2, 3, 4).transpose(1, 2).view(-1), "view-after-transpose"),
        (lambda: X.view(7), "sizes-do-not-multiply"),
        (lambda: X @ W, "inner-sizes-differ"),
        (lambda: X[None] @ W[None], "inner-sizes-differ"),
        (lambda: X + W, "shapes-do-not-broadcast"),
        (lambda: torch.einsum("ij,jk->ik", X, W), "einsum-refused"),
        (lambda: torch.zeros(4 / 2), "size-is-a-float"),
        (lambda: X.reshape(2, 6 / 2), "size-is-a-float"),
        (lambda: 1 if X else 0, "truth-of-a-tensor"),
        (lambda: X.half().masked_fill(X == 0, 1e9), "too-large-for-half"),
        (lambda: X.expand(4, 3, 3), "shapes-do-not-broadcast"),
        (lambda: nn.Embedding(3, 2)(torch.tensor([3])), "index-too-large"),
        (lambda: X[5], "index-too-large"),
        (leaf_in_place, "changed-in-place"),
        (used_in_backward, "changed-in-place"),
        (lambda: X @ X.T.long(), "number-types-differ"),
        (lambda: nn.Embedding(3, 2)(torch.tensor([1.0])), "number-types-differ"),
        (lambda: math.sqrt(), "other-arguments"),
        (lambda: one_argument(1), "other-arguments"),
        (lambda: one_argument(b=1), "other-arguments"),
        (lambda: one_argument(1, a=1), "other-arguments"),
        (lambda: nothing, "name-without-value"),  # noqa: F821
        (no_super, "super-forgotten"),
        (lambda: None.shape, "none-where-an-object"),
        (lambda: X.shpae, "attribute-missing"),
        (lambda: X.sum(4), "other-number-of-axes"),
        (lambda: X[0, 0, 0], "other-number-of-axes"),
        (lambda: (lambda a, b, c: 0)(*X.shape[:2], *()), "other-arguments"),
        (lambda: exec("a, b, c = (1, 2)"), "other-number-of-axes"),
        (lambda: exec("a, b = (1, 2, 3)"), "other-number-of-axes"),
        (endless, "calls-itself"),
        (ends, "ends-the-program"),
    ],
)
def test_common_errors_have_their_words(code, slug):
    with pytest.raises(BaseException) as caught:
        code()
    error = caught.value
    means, try_next, found = explain(f"{type(error).__name__}: {error}")
    assert found == slug, error
    assert means.endswith(".") and try_next and slug in GENERAL


def test_others_get_general_words():
    means, try_next, slug = explain("ZeroDivisionError: division by zero")
    assert "stopped inside your code" in means and try_next and slug is None


def test_two_devices_on_a_machine_with_two():
    said = "Expected all tensors to be on the same device, but found at least two devices"
    assert explain(f"RuntimeError: {said}, cpu and cuda:0!")[2] == "two-devices"


def test_a_message_may_have_several_lines():
    assert explain("RuntimeError: size mismatch\nin the matmul of two")[2] == "inner-sizes-differ"


def test_general_names_are_those_of_the_reports():
    assert {"nothing-returned", "axes-too-many", "changes-its-argument"} <= GENERAL
