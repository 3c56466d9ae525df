"""Matrix products are counted however they are written."""

import pytest
import torch
from torch import nn

from tutor_utils.models.products import Products, vectors

WEIGHT, X = torch.randn(53, 16), torch.randn(3, 4, 16)


@pytest.mark.parametrize("mode", [torch.enable_grad, torch.no_grad, torch.inference_mode])
@pytest.mark.parametrize(
    "multiply",
    [
        lambda: nn.functional.linear(X, WEIGHT),
        lambda: nn.functional.linear(X, WEIGHT, torch.zeros(53)),
        lambda: X @ WEIGHT.T,
        lambda: WEIGHT @ X.flatten(0, 1).T,
        lambda: torch.bmm(X, WEIGHT.T.expand(3, 16, 53)),
    ],
    ids=["linear", "with bias", "matmul", "from the left", "bmm"],
)
def test_vectors_multiplied_by_a_matrix_are_counted(multiply, mode):
    with mode(), Products([]) as counted:
        multiply()
        X.transpose(1, 2) @ X  # another inner size
    assert vectors(counted.noted, 16, 53) == 12
