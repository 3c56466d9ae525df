"""Inputs are drawn from a seed of their own, and are what their names say."""

import subprocess
import sys

import pytest
import torch

from tutor_utils.engine.exercise import whole_numbers
from tutor_utils.engine.inputs import Inputs


def test_one_seed_gives_the_same_and_another_gives_others():
    one, same, other = Inputs(1), Inputs(1), Inputs(2)
    drawn = [(i.normal(3), i.integers(0, 99, 5), i.permutation(9)) for i in (one, same, other)]
    assert all(map(torch.equal, drawn[0], drawn[1]))
    assert not any(map(torch.equal, drawn[0], drawn[2]))
    assert (one.seed, other.seed) == (1, 2)


def test_the_global_generator_is_left_alone():
    torch.manual_seed(3)
    before = torch.get_rng_state()
    inputs = Inputs(0)
    inputs.normal(2), inputs.integers(0, 3, 2), inputs.permutation(3), inputs.strided(2, 2)
    inputs.linear(2, 3)
    assert torch.equal(before, torch.get_rng_state())


def test_numbers_are_what_their_names_say():
    inputs = Inputs(0)
    half = Inputs(0).normal(2, 50, dtype=torch.float16)
    assert torch.allclose(half.float(), Inputs(0).normal(2, 50), atol=1e-2)
    assert inputs.normal(2000, scale=3.0).std() == pytest.approx(3, abs=0.3)
    assert inputs.integers(2, 5, 200).unique().tolist() == [2, 3, 4]
    assert inputs.integers_as_float(200).unique().tolist() == [-3, -2, -1, 0, 1, 2, 3]
    assert inputs.arange(2, 3).tolist() == [[1, 2, 3], [4, 5, 6]]
    strided = inputs.strided(2, 3, 4)
    assert strided.shape == (2, 3, 4) and not strided.is_contiguous()


def test_a_linear_layer_has_drawn_weights():
    layer = Inputs(0).linear(400, 20)
    assert layer.weight.shape == (20, 400) and bool(layer.bias.any())
    assert layer.weight.requires_grad and layer.weight.device.type == "cpu"
    assert layer.weight.std().item() == pytest.approx(0.05, rel=0.1)
    assert Inputs(0).linear(4, 3, bias=False).bias is None


def test_a_permutation_holds_each_number_once():
    drawn = Inputs(0).permutation(20)
    assert sorted(drawn.tolist()) == list(range(20)) and drawn.tolist() != list(range(20))


def test_arguments_of_whole_numbers_by_their_axes():
    grid = whole_numbers({"L": (1, 2), "h": (2, 3)}, "h L", "L")
    assert list(grid.sizes) == ["L", "h"], "the search goes by this order"
    one, other = grid.make(Inputs(0), L=2, h=3).args
    assert (one.shape, other.shape) == ((3, 2), (2,))
    assert torch.equal(one, one.round()) and one.dtype == torch.float32


def test_a_drawn_layer_loads_no_algebra_package():
    """PyTorch loads sympy, half a second, to fill a layer without memory."""
    code = "import sys; from tutor_utils.engine.inputs import Inputs; Inputs(0).linear(2, 3)"
    done = subprocess.run([sys.executable, "-c", f"{code}; sys.exit('sympy' in sys.modules)"])
    assert done.returncode == 0
