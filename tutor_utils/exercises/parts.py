"""The parts of a learner's module by role, whatever their names, and known numbers put into them.

A module may use any names, keep its parts in any order and nesting (lists by kind, dicts, bare
parameters), and be made of any kind of layer. A part is told by what it is (an attention by ``w_q,
w_k, w_v, w_o`` or as PyTorch's own, a norm by what it starts as, all else by its shape), and its
place by when a call first uses it. Every part then gets numbers that depend on its role alone: two
modules that compute the same give the same.

Runs beside the learner's code and holds no truth.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from ..engine.one_run import found_in_this_run

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
Sizes = Sequence[int]  # what a module is made with; d_ff is the last


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
        own = part.parameters(recurse=False)
        if isinstance(getattr(part, "eps", None), float) and any(map(_is_gain, own)):
            part.__dict__["eps"] = EPS


def count(module: nn.Module) -> int:
    """How many numbers a module learns."""
    return sum(p.numel() for p in module.parameters())


@dataclass
class Calls:
    """What a call uses, kind by kind, in the order of first use; what it never uses comes last.

    Attributes:
        attentions, norms: Each with the roles in it.
        others: The parameters of neither.
        used: How many of the norms the call uses.
        ended: Whether the call came to its end.
    """

    attentions: list[Roles]
    norms: list[Roles]
    others: list[Tensor]
    used: int
    ended: bool


class _Order(TorchFunctionMode):
    """Notes the tensors that functions compute with, in this order."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[int, None] = {}

    def __torch_function__(
        self, func: Any, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        if isinstance(result, (Tensor, tuple, list)) and not isinstance(result, torch.Size):
            self.note((*args, *(kwargs or {}).values()))  # asking for a device uses nothing
        return result

    def note(self, values: Iterable[Any]) -> None:
        for value in values:
            if isinstance(value, Tensor):
                self.seen.setdefault(id(value))
            elif isinstance(value, (tuple, list)):
                self.note(value)


def roles(
    module: nn.Module, run: Callable[[], Any], find: Callable[[Calls], Roles], *kind: Any
) -> Roles:
    """The module's parts by role, found in one call.

    Args:
        run: Calls the module, in evaluation mode.
        find: Gives the roles of what the call used.
        kind: With what the module was made: those made alike in one run of the trials have their
            parts in the same places.
    """
    known, asked = found_in_this_run(), ("roles", type(module), *map(repr, kind))
    if asked in known:
        places, shapes = known[asked]
        parameters = list(module.parameters())
        if shapes == _shapes(parameters):
            return {role: Slot(parameters[i], view) for role, (i, view) in places.items()}
    noted = calls(module, run)
    found = find(noted)
    if noted.ended:
        parameters = list(module.parameters())
        at = {id(p): i for i, p in enumerate(parameters)}
        places = {role: (at[id(slot.parameter)], slot.view) for role, slot in found.items()}
        known[asked] = places, _shapes(parameters)
    return found


def _shapes(parameters: Sequence[Tensor]) -> list[Any]:
    """The shape of each; of one that gets it in the first call, its type."""
    return [p.shape if type(p) is nn.Parameter else type(p) for p in parameters]


def in_a_call(
    find: Callable[..., Roles], module: nn.Module, run: Callable[[], Any], sizes: Sizes, *kind: Any
) -> Roles:
    """The roles that ``find(module, calls, sizes)`` gives. Every norm gets PyTorch's eps."""
    found = roles(module, run, lambda calls: find(module, calls, sizes), sizes, *kind)
    settle_eps(module)
    return found


def calls(module: nn.Module, run: Callable[[], Any]) -> Calls:
    """Call ``run`` once, in which the module, in evaluation mode, is called; note what it uses."""
    order, ended = _Order(), False
    try:
        with torch.no_grad(), order:
            run()
        ended = True
    except Exception:  # it will be raised again where it is looked at
        pass
    modules, every = list(module.modules()), {id(p): p for p in module.parameters()}
    used = [i for i in order.seen if i in every]
    place = {i: at for at, i in enumerate(dict.fromkeys((*used, *every)))}

    def first_use(roles: Roles) -> int:
        return min(place[id(slot.parameter)] for slot in roles.values())

    attentions = sorted((_attention(p) for p in modules if _is_attention(p)), key=first_use)
    taken = {id(slot.parameter) for roles in attentions for slot in roles.values()}
    norms = _norms([every[i] for i in place if i not in taken])
    taken |= {id(slot.parameter) for roles in norms for slot in roles.values()}
    return Calls(
        attentions,
        norms,
        [every[i] for i in place if i not in taken],
        sum(first_use(roles) < len(used) for roles in norms),
        ended,
    )


def of_layer(layer: nn.Module, calls: Calls, sizes: Sizes) -> Roles:
    """The roles of an encoder layer, a decoder layer or a feed-forward network."""
    return _Left(calls, sizes[-1]).layer("", len(calls.attentions), len(calls.norms))


def of_stack(stack: nn.Module, calls: Calls, sizes: Sizes, attentions: int) -> Roles:
    """The roles of layers with so many attentions each, and of the norm after them, if used."""
    left, roles = _Left(calls, sizes[-1]), Roles()
    for i in range(len(calls.attentions) // attentions):
        roles |= left.layer(f"layer{i + 1}.", attentions, attentions + 1)
    return roles | left.end("norm.")


def of_model(model: nn.Module, calls: Calls, sizes: Sizes) -> Roles:
    """The roles of a whole Transformer whose two vocabularies differ in size."""
    src_vocab, tgt_vocab, *_, num_layers, d_ff = sizes
    left, roles = _Left(calls, d_ff), Roles()
    with_ends = calls.used > 5 * num_layers  # two in an encoder layer, three in a decoder layer
    for name, attentions in (("encoder", 1), ("decoder", 2)):
        for i in range(num_layers):
            roles |= left.layer(f"{name}.layer{i + 1}.", attentions, attentions + 1)
        roles |= left.end(f"{name}.norm.") if with_ends else {}
    for p in calls.others:
        if p.dim() > 1 and src_vocab in p.shape:
            roles.setdefault("source.table", upright(p, src_vocab))
        elif p.dim() > 1 and tgt_vocab in p.shape:
            name = "output.weight" if "target.table" in roles else "target.table"
            roles[name] = upright(p, tgt_vocab)
        elif p.shape == (tgt_vocab,):
            roles["output.bias"] = Slot(p)
    return roles


class _Left:
    """The parts that have no role yet, in the order of their use."""

    def __init__(self, calls: Calls, d_ff: int) -> None:
        self.d_ff = d_ff
        self.attentions, self.norms = list(calls.attentions), list(calls.norms)
        self.idle = len(calls.norms) - calls.used  # these are the last
        matrices = [p for p in calls.others if p.dim() > 1]
        self.maps = [p for p in matrices if d_ff in p.shape] or matrices
        self.biases = [p for p in calls.others if p.dim() == 1]

    def layer(self, prefix: str, attentions: int, norms: int) -> Roles:
        """The roles of the next layer."""
        roles = Roles()
        for kind, parts in (
            ("attention", _taken(self.attentions, attentions)),
            ("norm", _taken(self.norms, norms)),
        ):
            for i, part in enumerate(parts):
                roles |= {f"{prefix}{kind}{i + 1}.{name}": slot for name, slot in part.items()}
        for i, p in enumerate(_taken(self.maps, 2)):
            # as (out, in), which nn.Linear and a convolution keep; bare ones may be (in, out)
            turned = _flat(p).shape[i] != self.d_ff
            slot = Slot(p, _flat_turned if turned else _flat)
            roles[f"{prefix}feed_forward.{i + 1}.weight"] = slot
        for i, wide in enumerate((True, False)):
            bias = next((p for p in self.biases if (len(p) == self.d_ff) == wide), None)
            if bias is not None:
                self.biases = [p for p in self.biases if p is not bias]
                roles[f"{prefix}feed_forward.{i + 1}.bias"] = Slot(bias)
        return roles

    def end(self, prefix: str) -> Roles:
        """The roles of the norm after a stack; one that is made and never used has none."""
        if len(self.norms) <= self.idle:
            return {}
        return {f"{prefix}{name}": slot for name, slot in self.norms.pop(0).items()}


def _taken(parts: list[Any], wanted: int) -> list[Any]:
    """The first of them, which are no longer in the list then."""
    first = parts[:wanted]
    del parts[:wanted]
    return first


def _is_attention(part: nn.Module) -> bool:
    weights = (getattr(getattr(part, name, None), "weight", None) for name in PROJECTIONS)
    return isinstance(part, nn.MultiheadAttention) or all(isinstance(w, Tensor) for w in weights)


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
            yield f"{name}.weight", Slot(part.in_proj_weight, itemgetter(rows))
        if part.in_proj_bias is not None:
            yield f"{name}.bias", Slot(part.in_proj_bias, itemgetter(rows))
    yield "w_o.weight", Slot(part.out_proj.weight)
    if part.out_proj.bias is not None:
        yield "w_o.bias", Slot(part.out_proj.bias)


def _is_gain(p: Tensor) -> bool:
    return p.dim() == 1 and bool((p == 1).all())


def _norms(parameters: Sequence[Tensor]) -> list[Roles]:
    """A vector that starts as ones is the gain of a norm, and the zeros used next are its bias."""
    norms: list[Roles] = []
    for p, following in zip(parameters, [*parameters[1:], None], strict=True):
        if _is_gain(p):
            norms.append({"gain": Slot(p)})
            if following is not None and following.shape == p.shape and not following.any():
                norms[-1]["bias"] = Slot(following)
    return norms


def _flat(t: Tensor) -> Tensor:
    """(out, in) of (out, in), or of the (out, in, 1) of a convolution."""
    return t.squeeze(-1) if t.dim() == 3 else t


def _flat_turned(t: Tensor) -> Tensor:
    return _flat(t).T


def upright(table: Tensor, rows: int) -> Slot:
    """A table of so many rows, which may be kept turned round, or with an axis of 1 in front."""
    return Slot(table, lambda t: t.squeeze() if t.squeeze().shape[0] == rows else t.squeeze().T)
