"""Find the parameters of a learner's module by role, whatever their names, and set them.

A module may use any names, any order and nesting (lists by kind, dicts, bare parameters), and any
kind of layer. A part is recognised by its kind (an attention by ``w_q, w_k, w_v, w_o`` or as
PyTorch's own, a norm by its initial ones, all else by its shape), and its place in the model by
when a call first uses it. Every parameter then gets numbers that depend on its role alone, so two
modules that compute the same function give the same result.

Runs in the learner's process and holds no expected results.
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

from ..noted import found_in_this_run

PROJECTIONS = ("w_q", "w_k", "w_v", "w_o")
EPS = 1e-5  # of nn.LayerNorm


@dataclass(frozen=True)
class Slot:
    """The place of a role's numbers: a parameter, or a view of one."""

    parameter: Tensor
    view: Callable[[Tensor], Tensor] = lambda t: t

    def put(self, numbers: Tensor) -> None:
        """Copy ``numbers`` into the parameter."""
        self.view(self.parameter.detach()).copy_(numbers)

    def gradient(self) -> Tensor:
        """The gradient of the role's numbers; zeros without one."""
        grad = self.parameter.grad
        return self.view(torch.zeros_like(self.parameter) if grad is None else grad)

    @property
    def shape(self) -> torch.Size:
        return self.view(self.parameter).shape


Roles = dict[str, Slot]
Sizes = Sequence[int]  # a module's constructor arguments; d_ff is the last


@lru_cache(maxsize=4096)
def known_numbers(role: str, shape: tuple[int, ...], seed: int) -> Tensor:
    """Random numbers (float64) of a role, equal in every module: gains near 1, all else near 0."""
    generator = torch.Generator().manual_seed(zlib.crc32(f"{seed} {role}".encode()))
    drawn = torch.randn(shape, generator=generator, dtype=torch.float64)
    if len(shape) > 1:
        return drawn * shape[-1] ** -0.5
    return 0.4 * drawn + float(role.endswith("gain"))


def fill(roles: Roles, seed: int) -> None:
    """Set the parameters of every role to its ``known_numbers``."""
    for role, slot in roles.items():
        slot.put(known_numbers(role, tuple(slot.shape), seed))


def settle_eps(module: nn.Module) -> None:
    """Give every norm PyTorch's eps: the paper names none, and a row of equal numbers shows it.

    Call it before ``fill``: a norm is recognised by its initial ones.
    """
    for part in module.modules():
        own = part.parameters(recurse=False)
        if isinstance(getattr(part, "eps", None), float) and any(map(_is_gain, own)):
            part.__dict__["eps"] = EPS


def count(module: nn.Module) -> int:
    """The number of a module's parameters."""
    return sum(p.numel() for p in module.parameters())


@dataclass
class Calls:
    """A module's parts by kind, in the order of their first use in a call; unused ones are last.

    Attributes:
        attentions, norms: The roles of each part.
        others: All other parameters.
        used: How many of the norms the call uses.
        ended: Whether the call ended without an error.
    """

    attentions: list[Roles]
    norms: list[Roles]
    others: list[Tensor]
    used: int
    ended: bool


class _Order(TorchFunctionMode):
    """Records the tensors that functions compute with, in the order of first use."""

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
    """The module's parameters by role, found in one call.

    Args:
        run: Calls the module, in evaluation mode.
        find: Returns the roles, given the ``Calls``.
        kind: The module's constructor arguments: in one run of the trials, modules with equal
            arguments have their parameters in the same places, so the roles are cached.
    """
    cache, key = found_in_this_run(), ("roles", type(module), *map(repr, kind))
    if key in cache:
        places, shapes = cache[key]
        parameters = list(module.parameters())
        if shapes == _shapes(parameters):
            return {role: Slot(parameters[i], view) for role, (i, view) in places.items()}
    noted = calls(module, run)
    found = find(noted)
    if noted.ended:
        parameters = list(module.parameters())
        at = {id(p): i for i, p in enumerate(parameters)}
        places = {role: (at[id(slot.parameter)], slot.view) for role, slot in found.items()}
        cache[key] = places, _shapes(parameters)
    return found


def _shapes(parameters: Sequence[Tensor]) -> list[Any]:
    """The shape of each parameter; its type where the first call decides the shape (lazy)."""
    return [p.shape if type(p) is nn.Parameter else type(p) for p in parameters]


def in_a_call(
    find: Callable[..., Roles], module: nn.Module, run: Callable[[], Any], sizes: Sizes, *kind: Any
) -> Roles:
    """The roles that ``find(module, calls, sizes)`` returns. Every norm gets PyTorch's eps."""
    found = roles(module, run, lambda calls: find(module, calls, sizes), sizes, *kind)
    settle_eps(module)
    return found


def calls(module: nn.Module, run: Callable[[], Any]) -> Calls:
    """Record which parts the module uses in ``run``, which calls it once, in evaluation mode."""
    order, ended = _Order(), False
    try:
        with torch.no_grad(), order:
            run()
        ended = True
    except Exception:  # the trial itself will raise it again
        pass
    modules, every = list(module.modules()), {id(p): p for p in module.parameters()}
    used = [i for i in order.seen if i in every]
    place = {i: at for at, i in enumerate(dict.fromkeys((*used, *every)))}

    def first_use(roles: Roles) -> int:
        return min(place[id(slot.parameter)] for slot in roles.values())

    attentions = sorted((_attention(p) for p in modules if _is_attention(p)), key=first_use)
    assigned = {id(slot.parameter) for roles in attentions for slot in roles.values()}
    norms = _norms([every[i] for i in place if i not in assigned])
    assigned |= {id(slot.parameter) for roles in norms for slot in roles.values()}
    return Calls(
        attentions,
        norms,
        [every[i] for i in place if i not in assigned],
        sum(first_use(roles) < len(used) for roles in norms),
        ended,
    )


def of_layer(layer: nn.Module, calls: Calls, sizes: Sizes) -> Roles:
    """The roles of an encoder layer, a decoder layer or a feed-forward network."""
    return _Unassigned(calls, sizes[-1]).layer("", len(calls.attentions), len(calls.norms))


def of_stack(stack: nn.Module, calls: Calls, sizes: Sizes, attentions: int) -> Roles:
    """The roles of layers of ``attentions`` attentions each, and of a final norm, if it is used."""
    unassigned, roles = _Unassigned(calls, sizes[-1]), Roles()
    for i in range(len(calls.attentions) // attentions):
        roles |= unassigned.layer(f"layer{i + 1}.", attentions, attentions + 1)
    return roles | unassigned.end("norm.")


def of_model(model: nn.Module, calls: Calls, sizes: Sizes) -> Roles:
    """The roles of a whole Transformer whose two vocabularies differ in size."""
    src_vocab, tgt_vocab, *_, num_layers, d_ff = sizes
    unassigned, roles = _Unassigned(calls, d_ff), Roles()
    with_ends = calls.used > 5 * num_layers  # two in an encoder layer, three in a decoder layer
    for name, attentions in (("encoder", 1), ("decoder", 2)):
        for i in range(num_layers):
            roles |= unassigned.layer(f"{name}.layer{i + 1}.", attentions, attentions + 1)
        roles |= unassigned.end(f"{name}.norm.") if with_ends else {}
    for p in calls.others:
        if p.dim() > 1 and src_vocab in p.shape:
            roles.setdefault("source.table", upright(p, src_vocab))
        elif p.dim() > 1 and tgt_vocab in p.shape:
            name = "output.weight" if "target.table" in roles else "target.table"
            roles[name] = upright(p, tgt_vocab)
        elif p.shape == (tgt_vocab,):
            roles["output.bias"] = Slot(p)
    return roles


class _Unassigned:
    """The parts without a role so far, in the order of their use."""

    def __init__(self, calls: Calls, d_ff: int) -> None:
        self.d_ff = d_ff
        self.attentions, self.norms = list(calls.attentions), list(calls.norms)
        self.idle = len(calls.norms) - calls.used  # unused norms, the last ones
        matrices = [p for p in calls.others if p.dim() > 1]
        self.maps = [p for p in matrices if d_ff in p.shape] or matrices
        self.biases = [p for p in calls.others if p.dim() == 1]

    def layer(self, prefix: str, attentions: int, norms: int) -> Roles:
        """The roles of the next layer."""
        roles = Roles()
        for kind, parts in (
            ("attention", _take_first(self.attentions, attentions)),
            ("norm", _take_first(self.norms, norms)),
        ):
            for i, part in enumerate(parts):
                roles |= {f"{prefix}{kind}{i + 1}.{name}": slot for name, slot in part.items()}
        for i, p in enumerate(_take_first(self.maps, 2)):
            # nn.Linear and a convolution store (out, in); a bare parameter may be (in, out)
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
        """The roles of the norm after a stack; {} if the call never uses one."""
        if len(self.norms) <= self.idle:
            return {}
        return {f"{prefix}{name}": slot for name, slot in self.norms.pop(0).items()}


def _take_first(parts: list[Any], wanted: int) -> list[Any]:
    """Remove and return the first ``wanted`` of the list."""
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
    """The norms: a vector of ones is a gain, and zeros of its shape used next are its bias."""
    norms: list[Roles] = []
    for p, following in zip(parameters, [*parameters[1:], None], strict=True):
        if _is_gain(p):
            norms.append({"gain": Slot(p)})
            if following is not None and following.shape == p.shape and not following.any():
                norms[-1]["bias"] = Slot(following)
    return norms


def _flat(t: Tensor) -> Tensor:
    """(out, in) or, of a convolution, (out, in, 1) -> (out, in)."""
    return t.squeeze(-1) if t.dim() == 3 else t


def _flat_turned(t: Tensor) -> Tensor:
    return _flat(t).T


def upright(table: Tensor, rows: int) -> Slot:
    """A table of ``rows`` rows, which may be stored transposed or with a leading axis of 1."""
    return Slot(table, lambda t: t.squeeze() if t.squeeze().shape[0] == rows else t.squeeze().T)
