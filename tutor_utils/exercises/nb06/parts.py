"""The parts of a learner's module by role, whatever their names, and known numbers put into them.

A module may use any names, any order and any kind of layer: its parts are told by what they are
(an attention by ``w_q, w_k, w_v, w_o`` or as PyTorch's own, a norm by what it starts as, all else
by its shape) and, where two are alike, by the order in which they are first called. Every part
then gets numbers that depend on its role alone: two modules that compute the same give the same.

Runs beside the learner's code and holds no truth.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules.module import register_module_forward_pre_hook

PROJECTIONS = ("w_q", "w_k", "w_v", "w_o")
EPS = 1e-5  # of nn.LayerNorm


@dataclass(frozen=True)
class Slot:
    """Where the numbers of a role lie: a parameter, or a view of one."""

    parameter: Tensor
    view: Callable[[Tensor], Tensor] = lambda t: t

    def put(self, numbers: Tensor) -> None:
        """Copy ``numbers`` to where the role's lie."""
        self.view(self.parameter.detach()).copy_(numbers)

    def gradient(self) -> Tensor:
        """The role's gradient; zeros where none came."""
        grad = self.parameter.grad
        return self.view(torch.zeros_like(self.parameter) if grad is None else grad)

    @property
    def shape(self) -> torch.Size:
        return self.view(self.parameter).shape


Roles = dict[str, Slot]


@lru_cache(maxsize=4096)
def known_numbers(role: str, shape: tuple[int, ...], seed: int) -> Tensor:
    """The numbers of a role, float64, the same in every module: a gain near 1, all else near 0."""
    generator = torch.Generator().manual_seed(zlib.crc32(f"{seed} {role}".encode()))
    drawn = torch.randn(shape, generator=generator, dtype=torch.float64)
    if len(shape) > 1:
        return drawn * shape[-1] ** -0.5
    return 0.4 * drawn + float(role.endswith("gain"))


def fill(roles: Roles, seed: int) -> None:
    """Give every role its numbers."""
    for role, slot in roles.items():
        slot.put(known_numbers(role, tuple(slot.shape), seed))


def settle_eps(module: nn.Module) -> None:
    """Give every norm PyTorch's eps: the paper names none, and on a flat row it can be seen.

    Call it before ``fill``: a norm is known by what it starts as.
    """
    for part in module.modules():
        if _is_norm(part) and isinstance(getattr(part, "eps", None), float):
            part.__dict__["eps"] = EPS


def count(module: nn.Module) -> int:
    """How many numbers a module learns."""
    return sum(p.numel() for p in module.parameters())


def tensors(module: nn.Module) -> Iterator[Tensor]:
    """The parameters and the buffers of a module."""
    for part in _modules(module):
        yield from _own(part)
        yield from (b for b in part._buffers.values() if b is not None)


@dataclass
class Calls:
    """The order in which sub-modules are first called, and a way to call them again.

    What kind of part each of them is, is looked up once, before any number is put in.

    Attributes:
        attentions: The attentions, each with the roles in it.
        norms: The norms, each with the roles in it.
        owned: Identities of the parameters of attentions, norms and ready-made layers.
        taken: Identities of the parameters that attentions and norms have a role for.
    """

    order: dict[nn.Module, int]
    run: Callable[[], Any]
    attentions: dict[nn.Module, Roles] = field(init=False)
    norms: dict[nn.Module, Roles] = field(init=False)
    owned: set[int] = field(init=False)
    taken: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self.attentions = {part: _attention(part) for part in self.order if _is_attention(part)}
        self.norms = {part: _norm(part) for part in self.order if _is_norm(part)}
        layers = (p for p in self.order if isinstance(p, (nn.Linear, nn.Conv1d)))
        owners = dict.fromkeys((*self.attentions, *self.norms, *layers))
        self.owned = {id(p) for part in owners for p in _parameters(part)}
        roles = (*self.attentions.values(), *self.norms.values(), *_bare_norms(self.order, self))
        self.taken = {id(slot.parameter) for one in roles for slot in one.values()}

    def sort(self, parts: Iterable[nn.Module]) -> list[nn.Module]:
        """Those called first come first; those never called are last, in order of creation."""
        return sorted(parts, key=lambda part: self.order[part])


def calls(module: nn.Module, run: Callable[[], Any]) -> Calls:
    """Call ``run`` once and note the order."""
    parts = _modules(module)
    called: list[nn.Module] = []

    def note(part: nn.Module, _: Any) -> None:
        called.append(part)

    was_training = module.training
    hook = register_module_forward_pre_hook(note)
    try:
        with torch.no_grad():
            _set_mode(module, parts, False)
            run()
    except Exception:  # it will be raised again where it is looked at
        pass
    finally:
        hook.remove()
        _set_mode(module, parts, was_training)
    own = set(parts)
    order = dict.fromkeys([*(p for p in called if p in own), *parts])
    return Calls({p: i for i, p in enumerate(order)}, run)


def _set_mode(module: nn.Module, parts: Iterable[nn.Module], training: bool) -> None:
    """``module.train(training)``, where it is not so already: each call walks through all parts."""
    if any(part.training != training for part in parts):
        module.train(training)


Sizes = Sequence[int]  # what a module is made with; d_ff is the last


def of_layer(layer: nn.Module, calls: Calls, sizes: Sizes, prefix: str = "") -> Roles:
    """The roles of an encoder layer, a decoder layer or a feed-forward network."""
    roles: Roles = {}
    inside = _modules(layer)
    for i, part in enumerate(calls.sort(p for p in inside if p in calls.attentions)):
        own = calls.attentions[part]
        roles |= {f"{prefix}attention{i + 1}.{name}": s for name, s in own.items()}
    norms = [calls.norms[part] for part in calls.sort(p for p in inside if p in calls.norms)]
    for i, norm in enumerate([*norms, *_bare_norms(inside, calls)]):
        roles |= {f"{prefix}norm{i + 1}.{name}": s for name, s in norm.items()}
    return roles | {f"{prefix}{n}": s for n, s in _feed_forward(inside, sizes[-1], calls).items()}


def layers(module: nn.Module, attentions: int, calls: Calls) -> list[nn.Module]:
    """The smallest sub-modules with so many attentions and a feed-forward network, in order."""
    found: list[nn.Module] = []
    _find_layers(module, attentions, calls, found)
    return calls.sort(dict.fromkeys(found))


def _find_layers(part: nn.Module, wanted: int, calls: Calls, found: list[nn.Module]) -> int:
    """How many attentions are in a part; the layers in it are added to ``found``."""
    before, inside = len(found), int(part in calls.attentions)
    for child in dict.fromkeys(part._modules.values()):  # one that stands there twice counts once
        if child is not None and child._modules:  # an attention holds others
            inside += _find_layers(child, wanted, calls, found)
    if inside == wanted and len(found) == before:
        rest = [p for p in _parameters(part) if p.dim() > 1 and id(p) not in calls.taken]
        if len(rest) == 2:
            found.append(part)
    return inside


def of_stack(stack: nn.Module, calls: Calls, sizes: Sizes, attentions: int) -> Roles:
    """The roles of a stack of layers, and of the norm behind it where there is one."""
    roles: Roles = {}
    inside: set[int] = set()
    for i, layer in enumerate(layers(stack, attentions, calls)):
        roles |= of_layer(layer, calls, sizes, f"layer{i + 1}.")
        inside |= {id(p) for p in _parameters(layer)}
    for part in calls.sort(calls.norms):
        own = calls.norms[part]
        if not any(id(slot.parameter) in inside for slot in own.values()):
            roles |= {f"norm.{name}": slot for name, slot in own.items()}
    return roles


def of_model(model: nn.Module, calls: Calls, sizes: Sizes) -> Roles:
    """The roles of a whole Transformer whose two vocabularies differ in size."""
    src_vocab, tgt_vocab = sizes[:2]
    roles: Roles = {}
    for name, attentions in (("encoder", 1), ("decoder", 2)):
        for i, layer in enumerate(layers(model, attentions, calls)):
            roles |= of_layer(layer, calls, sizes, f"{name}.layer{i + 1}.")
    inside = {id(slot.parameter) for slot in roles.values()}
    ends = [p for p in calls.sort(calls.norms) if id(_own(p)[0]) not in inside]
    for name, part in zip(("encoder", "decoder"), ends, strict=False):
        roles |= {f"{name}.norm.{n}": slot for n, slot in calls.norms[part].items()}
    inside |= {id(slot.parameter) for slot in roles.values()}
    every = _parameters(model)
    tables = [p for p in every if p.dim() == 2 and id(p) not in inside]
    kinds = {
        id(p.weight): isinstance(p, nn.Linear) - isinstance(p, nn.Embedding)
        for p in calls.order
        if isinstance(p, (nn.Linear, nn.Embedding))
    }
    tables.sort(key=lambda p: kinds.get(id(p), 0))  # an embedding is looked up, a Linear speaks
    for name, size in (("source.table", src_vocab), ("target.table", tgt_vocab)):
        found = next((t for t in tables if size in t.shape), None)
        if found is not None:
            tables = [t for t in tables if t is not found]
            roles[name] = _upright(found, size)
    for table in tables:
        if tgt_vocab in table.shape:
            roles["output.weight"] = _upright(table, tgt_vocab)
    for p in every:
        if p.shape == (tgt_vocab,):
            roles["output.bias"] = Slot(p)
    return roles


def _modules(module: nn.Module) -> list[nn.Module]:
    """``list(module.modules())``, six times as fast.

    No function in it calls itself: one that does is part of a cycle, and keeps the modules alive.
    """
    if not module._modules:
        return [module]
    found: dict[nn.Module, None] = {}
    ahead = [module]
    while ahead:
        part = ahead.pop()
        if part not in found:
            found[part] = None
            ahead += [child for child in reversed(part._modules.values()) if child is not None]
    return list(found)


def _parameters(module: nn.Module) -> list[Tensor]:
    """``list(module.parameters())``, faster."""
    return _all_own(_modules(module))


def _all_own(modules: Iterable[nn.Module]) -> list[Tensor]:
    """The parameters of these modules themselves, each once."""
    own = (p for part in modules for p in part._parameters.values() if p is not None)
    return list({id(p): p for p in own}.values())


def _is_attention(part: nn.Module) -> bool:
    if isinstance(part, nn.MultiheadAttention):
        return True
    inside = part._modules
    return "w_q" in inside and all(
        isinstance(getattr(inside.get(name), "weight", None), Tensor) for name in PROJECTIONS
    )


def _attention(part: nn.Module) -> Roles:
    if isinstance(part, nn.MultiheadAttention):
        return dict(_torch_attention(part))
    found: Roles = {}
    for name in PROJECTIONS:
        layer = getattr(part, name)
        found[f"{name}.weight"] = Slot(layer.weight)
        if isinstance(getattr(layer, "bias", None), Tensor):
            found[f"{name}.bias"] = Slot(layer.bias)
    return found


def _torch_attention(part: nn.MultiheadAttention) -> Iterator[tuple[str, Slot]]:
    d = part.embed_dim
    for i, name in enumerate(PROJECTIONS[:3]):
        rows = slice(i * d, (i + 1) * d)
        if part.in_proj_weight is not None:
            yield f"{name}.weight", Slot(part.in_proj_weight, partial(_rows, rows))
        if part.in_proj_bias is not None:
            yield f"{name}.bias", Slot(part.in_proj_bias, partial(_rows, rows))
    yield "w_o.weight", Slot(part.out_proj.weight)
    if part.out_proj.bias is not None:
        yield "w_o.bias", Slot(part.out_proj.bias)


def _rows(rows: slice, t: Tensor) -> Tensor:
    return t[rows]


def _own(part: nn.Module) -> list[Tensor]:
    return [p for p in part._parameters.values() if p is not None]


def _is_norm(part: nn.Module) -> bool:
    """A LayerNorm, or a module whose own two vectors start as ones and zeros."""
    own = _own(part)
    if isinstance(part, nn.LayerNorm):
        return bool(own)
    if len(own) != 2 or any(p.dim() != 1 for p in own) or own[0].shape != own[1].shape:
        return False
    return {bool((p == 1).all()) - bool((p == 0).all()) for p in own} == {1, -1}


def _norm(part: nn.Module) -> Roles:
    own = _own(part)
    if not own[0].any():  # it starts as ones and zeros
        own.sort(key=lambda p: not p.any())
    return {name: Slot(p) for name, p in zip(("gain", "bias"), own, strict=False)}


def _bare_norms(modules: Iterable[nn.Module], calls: Calls) -> list[Roles]:
    """Norms that are no modules (``F.layer_norm``): a vector of ones and one of zeros for each."""
    free = [p for p in _all_own(modules) if p.dim() == 1 and id(p) not in calls.owned]
    gains, biases = ([p for p in free if (p == start).all()] for start in (1, 0))
    if [p.shape for p in gains] != [p.shape for p in biases]:
        return []  # the biases of a feed-forward network may be among them
    return [{"gain": Slot(g), "bias": Slot(b)} for g, b in zip(gains, biases, strict=True)]


def _feed_forward(modules: Sequence[nn.Module], d_ff: int, calls: Calls) -> Roles:
    """The two maps of a feed-forward network, as (out, in): the matrix of d_ff rows is the first.

    ``nn.Linear`` and a convolution keep them so. Bare parameters may be kept as (in, out).
    """
    free = [p for p in _all_own(modules) if id(p) not in calls.taken]
    matrices = [p for p in free if p.dim() > 1]
    layers = [p for p in modules if isinstance(p, (nn.Linear, nn.Conv1d))]
    known = {id(part.weight) for part in layers}
    turned = False
    if len(matrices) == 2 and not known & {id(p) for p in matrices}:
        vectors = [p for p in free if p.shape == (d_ff,)]
        turned = _first_map(matrices, vectors, calls.run).shape[0] != d_ff
    roles: Roles = {}
    for p in matrices:
        first = (p.shape[0] == d_ff) != turned
        view = _flat_turned if turned else _flat
        roles.setdefault(f"feed_forward.{1 if first else 2}.weight", Slot(p, view))
    for p in free:
        if p.dim() == 1:
            roles.setdefault(f"feed_forward.{1 if len(p) == d_ff else 2}.bias", Slot(p))
    return roles


def _first_map(
    matrices: Sequence[Tensor], vectors: Sequence[Tensor], run: Callable[[], Any]
) -> Tensor:
    """The matrix that no longer matters where the other one is zero: it stands before it."""
    one, other = matrices
    with torch.no_grad():
        for vector in vectors:
            vector.fill_(1.0)  # the hidden features, where nothing comes in
        one.zero_()
        seen = []
        for scale in (1.0, -1.0):
            other.copy_(scale * known_numbers("a trial", tuple(other.shape), 0))
            seen.append(_leaf(run()))
    return other if torch.equal(*seen) else one


def _leaf(output: Any) -> Tensor:
    return output[0] if isinstance(output, (tuple, list)) else output


def _flat(t: Tensor) -> Tensor:
    """(out, in) of (out, in), or of the (out, in, 1) of a convolution."""
    return t.squeeze(-1) if t.dim() == 3 else t


def _flat_turned(t: Tensor) -> Tensor:
    return _flat(t).T


def _upright(table: Tensor, rows: int) -> Slot:
    return Slot(table) if table.shape[0] == rows else Slot(table, lambda t: t.T)
