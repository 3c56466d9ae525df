"""The truth for modules is PyTorch's own layers with the known numbers in them."""

import math

import pytest
import torch
from torch import nn

from tutor_utils.exercises.nb01.sinusoid import sinusoid
from tutor_utils.exercises.nb06 import parts, reference

D, H, D_FF = 4, 2, 7
X = torch.randn(2, 3, D, generator=torch.Generator().manual_seed(0)).double()
MEMORY = torch.randn(2, 5, D, generator=torch.Generator().manual_seed(1)).double()
PADS = torch.tensor([[1, 1, 1], [1, 1, 0]]).bool()[:, None, None]
FREE = torch.tensor([[1, 0, 0], [1, 1, 0], [1, 0, 1]]).bool().expand(2, 1, 3, 3)


def numbers(role, *shape):
    return parts.known_numbers(role, shape, 5)


def attention(name, q, kv, mask=None):
    """(output, weights) by hand, from the known numbers."""

    def project(x, which):
        return x @ numbers(f"{name}.{which}.weight", D, D).T + numbers(f"{name}.{which}.bias", D)

    def heads(x):
        return x.view(x.shape[0], x.shape[1], H, D // H).transpose(1, 2)

    q, k, v = (heads(project(x, w)) for x, w in ((q, "w_q"), (kv, "w_k"), (kv, "w_v")))
    scores = q @ k.transpose(-2, -1) / math.sqrt(D // H)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1)
    return project((weights @ v).transpose(1, 2).flatten(2), "w_o"), weights


def norm(name, x):
    x = x - x.mean(-1, keepdim=True)
    x = x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt()
    return x * numbers(f"{name}.gain", D) + numbers(f"{name}.bias", D)


def network(prefix, x):
    prefix = f"{prefix}feed_forward"
    x = (x @ numbers(f"{prefix}.1.weight", D_FF, D).T + numbers(f"{prefix}.1.bias", D_FF)).relu()
    return x @ numbers(f"{prefix}.2.weight", D, D_FF).T + numbers(f"{prefix}.2.bias", D)


def encoder_layer(prefix, x, mask=None, norm_first=False):
    if norm_first:
        out, weights = attention(f"{prefix}attention1", *[norm(f"{prefix}norm1", x)] * 2, mask)
        x = x + out
        return x + network(prefix, norm(f"{prefix}norm2", x)), weights
    out, weights = attention(f"{prefix}attention1", x, x, mask)
    x = norm(f"{prefix}norm1", x + out)
    return norm(f"{prefix}norm2", x + network(prefix, x)), weights


def decoder_layer(prefix, x, memory, own=None, cross=None):
    out, weights = attention(f"{prefix}attention1", x, x, own)
    x = norm(f"{prefix}norm1", x + out)
    out, across = attention(f"{prefix}attention2", x, memory, cross)
    x = norm(f"{prefix}norm2", x + out)
    return norm(f"{prefix}norm3", x + network(prefix, x)), weights, across


def same(one, other):
    if isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return one.shape == other.shape and torch.allclose(one, other, atol=1e-9)


def test_the_feed_forward_network():
    made = reference.feed_forward(D, D_FF, 5)
    assert same(made(X), network("", X))
    assert same(reference.feed_forward(D, D_FF, 5, "a.")(X), network("a.", X))


@pytest.mark.parametrize(
    "mask", [None, PADS, FREE], ids=["no mask", "pads", "a mask for each query"]
)
@pytest.mark.parametrize("norm_first", [False, True])
def test_an_encoder_layer(mask, norm_first):
    made = reference.layer(False, D, H, D_FF, 5, "p.", norm_first=norm_first)
    found = reference.run_layer(made, [X], [mask])
    assert same(found, encoder_layer("p.", X, mask, norm_first))
    assert made.training and not any(p.requires_grad for p in made.parameters())
    again = reference.run_layer(made, [X], [mask])
    assert same(again, found), "its hooks are gone, its modes are back"
    assert not any(p._forward_pre_hooks for p in made.modules())


@pytest.mark.parametrize(
    "masks", [(None, None), (FREE, None), (PADS & FREE, torch.ones(1, 1, 1, 5).bool())]
)
def test_a_decoder_layer(masks):
    made = reference.layer(True, D, H, D_FF, 5)
    found = reference.run_layer(made, [X, MEMORY], masks)
    assert same(found, decoder_layer("", X, MEMORY, *masks))


def test_the_gradient_flows_to_the_inputs():
    x = X.clone().requires_grad_()
    reference.run_layer(reference.layer(False, D, H, D_FF, 5), [x], [None])[0].sum().backward()
    assert x.grad is not None and x.grad.shape == X.shape


def test_a_layer_that_drops_all_adds_nothing():
    made = reference.layer(False, D, H, D_FF, 5, norm_first=True, dropout=1.0)
    assert same(reference.run_layer(made, [X], [None])[0], X)
    assert made is reference.layer(False, D, H, D_FF, 5, norm_first=True, dropout=1.0)


@pytest.mark.parametrize("norm_first", [False, True])
def test_an_encoder(norm_first):
    x, weights = X, []
    for i in (1, 2):
        x, w = encoder_layer(f"p.layer{i}.", x, PADS, norm_first)
        weights.append(w)
    x = norm("p.norm", x) if norm_first else x
    found = reference.stack([X], [PADS], 2, D, H, D_FF, 5, "p.", norm_first=norm_first)
    assert same(found, (x, weights))


def test_a_decoder():
    x, own, cross = X, [], []
    keys = torch.tensor([[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]).bool()[:, None, None]
    for i in (1, 2):
        x, w, a = decoder_layer(f"layer{i}.", x, MEMORY, FREE, keys)
        own.append(w), cross.append(a)
    assert same(reference.stack([X, MEMORY], [FREE, keys], 2, D, H, D_FF, 5), (x, own, cross))


def test_what_is_dropped_and_normed_in_stacks():
    nothing = reference.stack([X], [None], 2, D, H, D_FF, 5, norm_first=True, dropout=1.0)
    assert same(nothing[0], norm("norm", X))
    nothing = reference.stack([X, MEMORY], [None] * 2, 2, D, H, D_FF, 5, "q.", True, 1.0)
    assert same(nothing[0], norm("q.norm", X))
    usual = reference.stack([X, MEMORY], [None] * 2, 1, D, H, D_FF, 5, "q.", norm_first=True)
    assert not same(usual[0], nothing[0])
    plain = reference.stack([X], [None], 1, D, H, D_FF, 5)
    assert same(plain[0], encoder_layer("layer1.", X)[0])


def test_final_norm_is_optional_except_with_norm_first():
    norm = 2 * D
    attention, network = 4 * (D * D + D), 2 * D * D_FF + D_FF + D
    one = {False: attention + network + 2 * norm, True: 2 * attention + network + 3 * norm}
    for decodes in (False, True):
        count = one[decodes]
        assert reference.numbers(decodes, False, (D, H, D_FF), {"norm_first": True}) == (count,)
        sizes = (3, D, H, D_FF)
        assert reference.numbers(decodes, True, sizes, {}) == (3 * count, 3 * count + norm)
        assert reference.numbers(decodes, True, sizes, {"norm_first": True}) == (3 * count + norm,)


def test_positions_are_those_of_the_paper():
    table = sinusoid(3, 5, dtype=torch.float64)
    assert table.shape == (3, 5) and table.dtype == torch.float64
    assert table[0].tolist() == [0, 1, 0, 1, 0]
    wanted = [math.sin(2), math.cos(2), math.sin(2 / 10000**0.4), math.cos(2 / 10000**0.4)]
    assert table[2].tolist() == pytest.approx([*wanted, math.sin(2 / 10000**0.8)])


def test_the_truth_takes_the_type_of_the_input():
    half = torch.zeros(1).half()
    found = reference.rounded({"a": (X, [X])}, half)
    assert found["a"][0].dtype == found["a"][1][0].dtype == torch.float16
    assert type(found["a"]) is tuple and type(found["a"][1]) is list


def test_masks_as_pytorch_wants_them():
    made = reference.layer(False, D, H, D_FF, 5)
    assert reference.blocked(None, X, made) is None
    found = reference.blocked(FREE, X, made)
    assert found.shape == (4, 3, 3) and torch.equal(found[0], ~FREE[0, 0])
    pads = reference.blocked(PADS, X, made).view(2, H, 3, 3)
    assert not pads[0].any() and pads[1, :, :, 2].all() and not pads[1, :, :, :2].any()


def test_it_is_what_pytorch_computes():
    """The same numbers in a layer of PyTorch, filled by role."""
    made = nn.TransformerEncoderLayer(D, H, D_FF, 0.0, batch_first=True).double().eval()
    parts.fill(parts.of_layer(made, parts.calls(made, lambda: made(X)), [D_FF]), 5)
    assert same(made(X), encoder_layer("", X)[0])
