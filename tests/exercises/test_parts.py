"""The parts of a module get known numbers; ``nb06`` finds them in modules of every kind."""

import pytest
import torch
from torch import nn

from tutor_utils.course.learner_package import course_answer
from tutor_utils.exercises import parts

D, D_FF = 6, 9
X = torch.randn(2, 4, D, generator=torch.Generator().manual_seed(0))


class OwnNorm(nn.Module):
    def __init__(self, d, eps):
        super().__init__()
        self.gamma, self.eps = nn.Parameter(torch.ones(d)), eps


def course_layer():
    return course_answer("EncoderLayer", own=False)(D, 2, D_FF)


def filled(layer, seed):
    """(roles, what the layer gives with the known numbers in it)."""
    layer = layer.eval()
    roles = parts.of_layer(layer, parts.calls(layer, lambda: layer(X)), [D_FF])
    parts.fill(roles, seed)
    with torch.no_grad():
        out = layer(X)
    return roles, out if isinstance(out, torch.Tensor) else out[0]


ROLES = {
    *(f"attention1.{name}.{part}" for name in parts.PROJECTIONS for part in ("weight", "bias")),
    *(f"norm{i}.{part}" for i in (1, 2) for part in ("gain", "bias")),
    *(f"feed_forward.{i}.{part}" for i in (1, 2) for part in ("weight", "bias")),
}


@pytest.mark.parametrize("seed", [0, 3])
def test_pytorch_s_own_layer_gets_the_same_numbers(seed):
    made = nn.TransformerEncoderLayer(D, 2, D_FF, 0.0, batch_first=True)
    (roles, out), (others, same) = filled(made, seed), filled(course_layer(), seed)
    assert torch.allclose(out, same, atol=1e-5)
    assert set(roles) == set(others) == ROLES
    assert {r: roles[r].shape for r in ROLES} == {r: others[r].shape for r in ROLES}


def test_other_seeds_and_roles_give_other_numbers():
    assert not torch.allclose(filled(course_layer(), 0)[1], filled(course_layer(), 1)[1], atol=0.01)
    one, same = (parts.known_numbers("norm1.gain", (400,), 0) for _ in range(2))
    assert torch.equal(one, same) and one.dtype == torch.float64
    assert one.mean().item() == pytest.approx(1, abs=0.1)
    assert one.std().item() == pytest.approx(0.4, abs=0.05)
    bias = parts.known_numbers("norm1.bias", (400,), 0)
    assert bias.mean().item() == pytest.approx(0, abs=0.1) and bias.std().item() < 0.5
    matrix = parts.known_numbers("w_q.weight", (100, 400), 0)
    assert matrix.std().item() == pytest.approx(1 / 20, rel=0.05)
    assert not torch.equal(bias, parts.known_numbers("norm2.bias", (400,), 0))
    assert not torch.equal(bias, parts.known_numbers("norm1.bias", (400,), 1))


def test_every_norm_gets_the_eps_of_pytorch():
    other = nn.Linear(4, 4)
    other.eps = 1e-3
    module = nn.Sequential(nn.LayerNorm(4, eps=1e-2), OwnNorm(4, 1e-3), OwnNorm(4, None), other)
    parts.settle_eps(module)
    assert [part.eps for part in module] == [1e-5, 1e-5, None, 1e-3] and nn.LayerNorm(4).eps == 1e-5
