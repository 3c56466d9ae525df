"""The parts of a module are found whatever their names, order and kind, and get known numbers."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tutor_utils.exercises import parts

D, D_FF = 6, 9
X = torch.randn(2, 4, D, generator=torch.Generator().manual_seed(0))


class Attention(nn.Module):
    """Two heads; the projections of the course."""

    def __init__(self, d=D, bias=True):
        super().__init__()
        self.w_o, self.w_v = nn.Linear(d, d, bias=bias), nn.Linear(d, d, bias=bias)
        self.w_k, self.w_q = nn.Linear(d, d, bias=bias), nn.Linear(d, d, bias=bias)

    def forward(self, q, k, v):
        cut = lambda t: t.unflatten(-1, (2, -1)).transpose(1, 2)  # noqa: E731
        q, k, v = cut(self.w_q(q)), cut(self.w_k(k)), cut(self.w_v(v))
        out = F.scaled_dot_product_attention(q, k, v)
        return self.w_o(out.transpose(1, 2).flatten(2))


class OwnNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gamma, self.beta = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))

    def forward(self, x):
        x = x - x.mean(-1, keepdim=True)
        return self.gamma * x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt() + self.beta


class Bare(nn.Module):
    """A feed-forward network of bare parameters, kept as (in, out)."""

    def __init__(self):
        super().__init__()
        self.out, self.b_out = nn.Parameter(torch.randn(D_FF, D)), nn.Parameter(torch.randn(D))
        self.into, self.b_into = nn.Parameter(torch.randn(D, D_FF)), nn.Parameter(torch.randn(D_FF))

    def forward(self, x):
        return (x @ self.into + self.b_into).relu() @ self.out + self.b_out


class Linears(nn.Module):
    """The usual network, its second map made first."""

    def __init__(self):
        super().__init__()
        self.second = nn.Linear(D_FF, D)
        self.first = nn.Linear(D, D_FF)

    def forward(self, x):
        return self.second(self.first(x).relu())


class Layer(nn.Module):
    """An encoder layer, post-LN, made of any parts; the second norm is made first."""

    def __init__(self, attention=Attention, norm=nn.LayerNorm, network=Linears):
        super().__init__()
        self.b, self.network = norm(D), network()
        self.a, self.attention = norm(D), attention()

    def forward(self, x):
        out = self.attention(x, x, x)
        x = self.a(x + (out[0] if isinstance(out, tuple) else out))
        return self.b(x + self.network(x))


def filled(layer, seed=0, run=None):
    """(roles, what the layer gives with the known numbers in it)."""
    layer = layer.eval()
    run = run or (lambda: layer(X))
    roles = parts.of_layer(layer, parts.calls(layer, run), [D_FF])
    parts.fill(roles, seed)
    with torch.no_grad():
        return roles, run()


ROLES = {
    *(f"attention1.{name}.{part}" for name in parts.PROJECTIONS for part in ("weight", "bias")),
    *(f"norm{i}.{part}" for i in (1, 2) for part in ("gain", "bias")),
    *(f"feed_forward.{i}.{part}" for i in (1, 2) for part in ("weight", "bias")),
}


@pytest.mark.parametrize("seed", [0, 3])
def test_pytorch_s_own_layer_gets_the_same_numbers(seed):
    made = nn.TransformerEncoderLayer(D, 2, D_FF, 0.0, batch_first=True)
    (roles, out), (others, same) = filled(made, seed), filled(Layer(), seed)
    assert torch.allclose(out, same, atol=1e-5)
    assert set(roles) == set(others) == ROLES
    assert {r: roles[r].shape for r in ROLES} == {r: others[r].shape for r in ROLES}


def test_other_seeds_and_roles_give_other_numbers():
    assert not torch.allclose(filled(Layer(), 0)[1], filled(Layer(), 1)[1], atol=1e-2)
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


def test_projections_without_bias():
    roles, _ = filled(Layer(attention=lambda: Attention(bias=False)))
    assert set(roles) == {
        r for r in ROLES if not (r.startswith("attention") and r.endswith("bias"))
    }
    bare = Layer(attention=lambda: nn.MultiheadAttention(D, 2, bias=False, batch_first=True))
    roles, out = filled(bare)
    assert torch.allclose(out, filled(Layer(attention=lambda: Attention(bias=False)))[1], atol=1e-5)


def test_every_norm_gets_the_eps_of_pytorch():
    own, strange, other = OwnNorm(4), OwnNorm(4), nn.Linear(4, 4)
    own.eps, strange.eps, other.eps = 1e-3, None, 1e-3
    module = nn.Sequential(nn.LayerNorm(4, eps=1e-2), own, strange, other)
    parts.settle_eps(module)
    assert [part.eps for part in module] == [1e-5, 1e-5, None, 1e-3] and nn.LayerNorm(4).eps == 1e-5


# --- the order of use ----------------------------------------------------------------------------


class Several(nn.Module):
    def __init__(self):
        super().__init__()
        self.never, self.last, self.first = (nn.Linear(2, 2, bias=False) for _ in range(3))

    def forward(self, x):
        device = self.last.weight.device  # to ask for a device uses nothing
        return self.last(self.first(self.first(x.to(device))))


def names(module, run):
    found = {id(p): name for name, p in module.named_parameters()}
    return [found[id(p)] for p in parts.calls(module, run).others]


def test_what_is_used_first_comes_first_and_the_unused_last():
    module = Several().eval()
    wanted = ["first.weight", "last.weight", "never.weight"]
    assert names(module, lambda: module(torch.zeros(1, 2))) == wanted
    assert names(module, lambda: 1 / 0) == ["never.weight", "last.weight", "first.weight"]


# --- stacks and models ---------------------------------------------------------------------------


class Stack(nn.Module):
    """Layers by ModuleList, made in reverse and run from the last."""

    def __init__(self, norm=True, count=2):
        super().__init__()
        self.norm = nn.LayerNorm(D) if norm else nn.Identity()
        self.blocks = nn.ModuleList(Layer() for _ in range(count))

    def forward(self, x):
        for block in reversed(self.blocks):
            x = block(x)
        return self.norm(x)


class Chain(nn.Module):
    """The same with attributes, in order."""

    def __init__(self):
        super().__init__()
        self.one, self.two, self.end = Layer(), Layer(norm=OwnNorm), OwnNorm(D)

    def forward(self, x):
        return self.end(self.two(self.one(x)))


def filled_stack(stack):
    stack = stack.eval()
    roles = parts.of_stack(stack, parts.calls(stack, lambda: stack(X)), [D_FF], 1)
    parts.fill(roles, 0)
    with torch.no_grad():
        return roles, stack(X)


def test_stacks_that_compute_the_same_give_the_same():
    roles, out = filled_stack(Stack())
    other, same = filled_stack(Chain())
    wanted = {f"layer{i}.{role}" for i in (1, 2) for role in ROLES} | {"norm.gain", "norm.bias"}
    assert set(roles) == set(other) == wanted and torch.allclose(out, same, atol=1e-5)
    made = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(D, 2, D_FF, 0.0, batch_first=True), 2, nn.LayerNorm(D)
    )
    assert torch.allclose(filled_stack(made)[1], out, atol=1e-5)
    assert set(filled_stack(Stack(norm=False))[0]) == wanted - {"norm.gain", "norm.bias"}


class DecoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.cross, self.own = Attention(), Attention()
        self.n3, self.n1, self.n2 = (nn.LayerNorm(D) for _ in range(3))
        self.network = Linears()

    def forward(self, x, memory):
        x = self.n1(x + self.own(x, x, x))
        x = self.n2(x + self.cross(x, memory, memory))
        return self.n3(x + self.network(x))


SRC, TGT = 11, 13


class Model(nn.Module):
    def __init__(self, norms=True, tied=False, bias=True):
        super().__init__()
        self.output = nn.Linear(D, TGT, bias=bias)
        self.tgt, self.src = nn.Embedding(TGT, D), nn.Embedding(SRC, D)
        self.decoder, self.encoder = DecoderLayer(), Layer()
        self.dec_norm, self.enc_norm = (
            (nn.LayerNorm(D), nn.LayerNorm(D)) if norms else (nn.Identity(), nn.Identity())
        )
        if tied:
            self.output.weight = self.tgt.weight

    def forward(self, src, tgt):
        memory = self.enc_norm(self.encoder(self.src(src)))
        return self.output(self.dec_norm(self.decoder(self.tgt(tgt), memory)))


class BareModel(Model):
    """Tables and the output as bare parameters in the order of their use, some on their side."""

    def __init__(self):
        super().__init__()
        del self.src, self.tgt, self.output
        self.words = nn.Parameter(torch.zeros(D, SRC))
        self.table = nn.Parameter(torch.zeros(TGT, D))
        self.final, self.final_bias = (
            nn.Parameter(torch.zeros(D, TGT)),
            nn.Parameter(torch.zeros(TGT)),
        )

    def forward(self, src, tgt):
        memory = self.enc_norm(self.encoder(self.words.T[src]))
        return self.dec_norm(self.decoder(self.table[tgt], memory)) @ self.final + self.final_bias


def filled_model(model):
    model = model.eval()
    src, tgt = torch.tensor([[1, 2, 10]]), torch.tensor([[3, 12]])
    calls = parts.calls(model, lambda: model(src, tgt))
    roles = parts.of_model(model, calls, (SRC, TGT, 1, D_FF))
    parts.fill(roles, 0)
    with torch.no_grad():
        return roles, model(src, tgt)


def test_models_that_compute_the_same_give_the_same():
    roles, out = filled_model(Model())
    assert {r for r in roles if "layer" not in r} == {
        *("encoder.norm.gain", "encoder.norm.bias", "decoder.norm.gain", "decoder.norm.bias"),
        *("source.table", "target.table", "output.weight", "output.bias"),
    }
    assert roles["source.table"].parameter.shape == (SRC, D)
    assert roles["output.weight"].parameter.shape == roles["target.table"].shape == (TGT, D)
    assert {f"encoder.layer1.{role}" for role in ROLES} <= set(roles)
    assert "decoder.layer1.attention2.w_o.bias" in roles and "decoder.layer1.norm3.gain" in roles
    other, same = filled_model(BareModel())
    assert set(other) == set(roles) and torch.allclose(out, same, atol=1e-5)
    assert other["source.table"].shape == (SRC, D) and other["output.weight"].shape == (TGT, D)


def test_missing_part_has_no_role():
    tied = filled_model(Model(tied=True))[0]
    assert "output.weight" not in tied and "target.table" in tied
    assert "output.bias" not in filled_model(Model(bias=False))[0]
    with torch.no_grad():
        other = parts.of_model(
            model := Model(), parts.calls(model, lambda: 0), (SRC + 1, TGT + 1, 1, D_FF)
        )
    assert not {"source.table", "target.table", "output.weight", "output.bias"} & set(other)
    without = filled_model(Model(norms=False))[0]
    assert not any(r.startswith(("encoder.norm", "decoder.norm")) for r in without)
