"""The ``Kind`` of each class of notebook 10: its reference, and how its parameters are found.

A module may keep its parts in any order and nesting. Attention is recognised by ``w_q, w_k, w_v,
w_o``, SwiGLU by ``gate, wide, narrow``, a norm by its gain of ones, a table by its rows; their
places in the model by when a call first uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from torch import Tensor, nn

from ...engine.exercise import Inputs, SizeGrid, Trial
from .. import parts
from ..modules import Case, Kind
from ..nb04.rules import causal
from . import llama

NETWORK = ("gate", "wide", "narrow")
Sizes = tuple[int, ...]
Options = Mapping[str, Any]


def kind(
    shapes: Callable[[Sizes, Options], llama.Shapes],
    truth: Callable[..., Any],
    find: Callable[..., parts.Roles],
    shown: tuple[str, ...],
    compared: Callable[[Any], Any] = lambda out: out,
) -> Kind:
    """The ``Kind`` of a class with one input.

    Args:
        shapes: ``shapes(sizes, options)``: role -> shape.
        truth: ``truth(numbers, sizes, x, **given, **options)``: the expected result of ``forward``.
    """

    def forward(inputs: tuple[Tensor], given: dict, sizes: Sizes, options: dict, seed: int) -> Any:
        known = {
            role: parts.known_numbers(role, shape, seed)
            for role, shape in shapes(sizes, options).items()
        }
        return truth(known, sizes, *inputs, **given, **options)

    def numbers(sizes: Sizes, options: Options) -> tuple[int]:
        return (llama.count(shapes(sizes, options)),)

    return Kind(find, forward, numbers, shown, compared=compared)


def reading(
    kind: Kind,
    name: str,
    inputs: Inputs,
    sizes: Sizes,
    rows: int,
    length: int,
    past: int = 0,
    *,
    mask: Tensor | None = None,
    whole: bool = False,
    **options: Any,
) -> Trial:
    """The trial: attention, or a layer, reads ``length`` tokens after a cache of ``past`` tokens.

    Args:
        sizes: d_model, num_heads, num_kv_heads, and the class's further arguments.
        whole: Whether x and the cache hold whole numbers.
    """
    draw = inputs.integers_as_float if whole else inputs.normal
    given: dict[str, Any] = {} if mask is None else {"mask": mask}
    if past:
        shape = (rows, sizes[2], past, sizes[0] // sizes[1])
        given["cache"] = draw(*shape), draw(*shape)
    x = draw(rows, length, sizes[0])
    return kind.values(name, Case((x,), sizes, given, options, inputs.seed))


def small_sizes(kind: Kind, *d_ff: int) -> SizeGrid:
    """2 query heads of 2 features for each of g key heads."""

    def small(inputs: Inputs, B: int, L: int, g: int, past: int, masked: int) -> Trial:
        mask = causal(past + L)[:, :, past:] if masked else None
        sizes = (4 * g, 2 * g, g, *d_ff)
        return reading(kind, "", inputs, sizes, B, L, past, mask=mask, whole=True)

    return SizeGrid(
        {"B": (1, 2), "L": (1, 2), "g": (1, 2), "past": (0, 2), "masked": (0, 1)}, small
    )


# --- in the learner's process --------------------------------------------------------------------


def with_cache(out: Any, *, model: bool = False) -> Any:
    """(x, weights, keys, values) of a layer, (logits, all keys, all values) of a model.

    Raises:
        TypeError: a value is missing, or the last one is no pair of tensors (a list of such).
    """
    if out is None:
        return out
    wanted, count = ("a list of pairs (k, v)", 2) if model else ("a pair (k, v)", 3)
    values = out if isinstance(out, tuple) else (out,)
    if len(values) != count:
        raise TypeError(f"{len(values)} of {count} values come back; the last should be {wanted}")
    *first, cache = values
    pairs = cache if model else [cache]
    if not isinstance(pairs, (tuple, list)) or not all(map(_is_pair, pairs)):
        raise TypeError(f"the last value is not {wanted}")
    if model:
        return (*first, [k for k, _ in pairs], [v for _, v in pairs])
    return (*first, *cache)


def _is_pair(value: Any) -> bool:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return False
    return all(isinstance(part, Tensor) for part in value)


def of_attention(module: nn.Module, *_: Any) -> parts.Roles:
    """The roles of attention."""
    return _named(module, parts.PROJECTIONS)


def of_network(module: nn.Module, *_: Any) -> parts.Roles:
    """The roles of SwiGLU."""
    return _named(module, NETWORK)


def of_norm(module: nn.Module, run: Any, sizes: Sizes, *_: Any) -> parts.Roles:
    """The role of a norm's gain, whatever its name."""
    gains = [parts.Slot(p) for p in module.parameters() if p.numel() == sizes[0]]
    return dict(zip(("gain",), gains, strict=False))


def of_layer(module: nn.Module, run: Any, *kind: Any) -> parts.Roles:
    """The roles of one layer."""
    return parts.roles(module, run, lambda calls: _layers(module, calls, 1, ""), *kind)


def of_model(module: nn.Module, run: Any, sizes: Sizes, *kind: Any) -> parts.Roles:
    """The roles of a full model."""
    return parts.roles(module, run, lambda calls: _model(module, calls, sizes), sizes, *kind)


def _model(module: nn.Module, calls: parts.Calls, sizes: Sizes) -> parts.Roles:
    """The roles of a model; the table that is used first is the token embedding."""
    vocab_size, layers = sizes[0], sizes[4]
    roles = _layers(module, calls, layers, "layer{}.")
    if len(calls.norms) > 2 * layers:
        roles["norm.gain"] = calls.norms[2 * layers]["gain"]
    tables = [p for p in calls.others if p.dim() == 2 and vocab_size in p.shape]
    names = ("tokens", "output")
    return roles | {n: parts.upright(p, vocab_size) for n, p in zip(names, tables, strict=False)}


def _layers(module: nn.Module, calls: parts.Calls, count: int, prefix: str) -> parts.Roles:
    roles: parts.Roles = {}
    networks = _networks(module, calls)
    for i in range(count):
        at = prefix.format(i + 1)
        for n, norm in enumerate(calls.norms[2 * i : 2 * i + 2]):
            roles[f"{at}norm{n + 1}.gain"] = norm["gain"]
        for found in calls.attentions[i : i + 1]:
            roles |= {
                f"{at}attention.{name.removesuffix('.weight')}": slot
                for name, slot in found.items()
            }
        for network in networks[i : i + 1]:
            roles |= {f"{at}feed_forward.{name}": slot for name, slot in network.items()}
    return roles


def _networks(module: nn.Module, calls: parts.Calls) -> list[parts.Roles]:
    """The feed-forward networks, in the order of their use."""
    place = {id(p): at for at, p in enumerate(calls.others)}
    found = [
        _named(part, NETWORK)
        for part in module.modules()
        if all(isinstance(getattr(part, name, None), nn.Module) for name in NETWORK)
    ]
    return sorted(found, key=lambda roles: place.get(id(roles["narrow"].parameter), 0))


def _named(module: nn.Module, names: tuple[str, ...]) -> parts.Roles:
    found = {}
    for name in names:
        layer = getattr(module, name)
        if not isinstance(getattr(layer, "weight", None), Tensor):
            raise TypeError(f"{name} is a {type(layer).__name__} and no nn.Linear")
        found[name] = parts.Slot(layer.weight)
    return found
