"""Notebook 06's truth: read the weights out of a learner's block, and work the block out from them.

A block may use any names, any order and any kind of layer. Only the attention is known by its four
layers ``w_q, w_k, w_v, w_o``. Norms are told by what they start as, all else by its shape. Where
two parts have one shape, the judge tries both orders.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

import torch
from torch import Tensor, nn

from ..engine import compare
from ..engine.exercise import Finding

ROLES = ("w_q", "w_k", "w_v", "w_o")
MOST_NUMBERS = 64  # in a result for which pairs of faults are tried
OTHER_EPS = (1e-6, 1e-12)  # of a norm; the paper names none, and on a flat row it can be seen
_EPS: ContextVar[float] = ContextVar("eps", default=1e-5)

# --- on the learner's side: build, read, perturb -------------------------------------------------


def read(module: nn.Module) -> dict[str, Any]:
    """The parameters of a module by role; call it before ``perturb``."""
    attention, norms, used = [], [], set()
    parts = list(module.modules())
    for part in parts:
        if all(role in part._modules for role in ROLES):
            layers = [getattr(part, role) for role in ROLES]
            attention.append([[layer.weight, layer.bias] for layer in layers])
            used |= {id(p) for p in part.parameters()}
    for part in parts:
        own = [p for p in part._parameters.values() if p is not None and id(p) not in used]
        if (isinstance(part, nn.LayerNorm) and len(own) == 2) or _starts_as_norm(own):
            norms.append(sorted(own, key=lambda p: -float(p.detach().sum())))  # gain, then bias
            used |= {id(p) for p in own}
    every = list(module.parameters())
    rest = [p for p in every if id(p) not in used]
    return {
        "attention": attention,
        "norms": norms,
        "matrices": [p for p in rest if p.dim() > 1],
        "vectors": [p for p in rest if p.dim() == 1],
        "count": sum(p.numel() for p in every),
    }


def _starts_as_norm(own: list[Tensor]) -> bool:
    if len(own) != 2 or any(p.dim() != 1 for p in own) or own[0].shape != own[1].shape:
        return False
    return {bool((p == 1).all()) - bool((p == 0).all()) for p in own} == {1, -1}


def layers_in(module: nn.Module, attentions: int) -> list[nn.Module]:
    """The smallest sub-modules that hold so many attentions and one feed-forward network."""
    found = []

    def look_into(part: nn.Module) -> int:
        if all(role in part._modules for role in ROLES):
            return 1
        before = len(found)
        inside = sum(look_into(child) for child in part.children())
        if inside == attentions and len(found) == before and len(read(part)["matrices"]) == 2:
            found.append(part)
        return inside

    look_into(module)
    return list(dict.fromkeys(found))  # one layer used twice is one layer


def perturb(module: nn.Module, seed: int) -> None:
    """Give every parameter seeded values, so that no two parts can be mistaken for each other."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for p in module.parameters():
            drawn = torch.randn(p.shape, generator=generator, dtype=torch.float64)
            if p.dim() > 1:
                p.copy_(drawn * p.shape[1] ** -0.5)
            else:
                p.copy_(0.4 * drawn + float((p == 1).all()))  # a gain stays near 1


def anatomy(module: nn.Module) -> dict[str, Any]:
    """The layers of a stack or of a whole model, and the parameters outside them."""
    roles = read(module)
    found = {n: layers_in(module, n) for n in (1, 2)}
    inside = {id(p) for layers in found.values() for layer in layers for p in layer.parameters()}
    return {
        "encoder": [read(layer) for layer in found[1]],
        "decoder": [read(layer) for layer in found[2]],
        "modules": found,  # plain() turns what is left of them into words
        "norms": [n for n in roles["norms"] if id(n[0]) not in inside],
        "matrices": [m for m in roles["matrices"] if id(m) not in inside],
        "vectors": [v for v in roles["vectors"] if id(v) not in inside],
        "count": roles["count"],
    }


def alone(roles: dict[str, Any], d_model: int, dtype: torch.dtype) -> None:
    """Run each layer on its own: what it gives tells the judge which norm stands where."""
    found = roles.pop("modules")
    probe = _probe(d_model, dtype)
    for kind, inputs in (("encoder", probe[:1]), ("decoder", probe)):
        for layer, own in zip(found[1 if kind == "encoder" else 2], roles[kind], strict=True):
            try:
                own["alone"] = layer(*inputs)[0]
            except Exception:
                own["alone"] = None  # a wrapper with another call: the judge tries all orders


def _probe(d_model: int, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    grid = torch.linspace(-2, 2, 5 * d_model, dtype=dtype).view(1, 5, d_model)
    return (3 * grid).sin()[:, :3], (5 * grid).cos()[:, 3:]


def build(
    answer: Any, like: Tensor, seed: int, *sizes: Any, reader: Any = read, **options: Any
) -> tuple[Any, Any]:
    """(module in eval mode, its parameters by role), perturbed, in the dtype of ``like``."""
    module = answer(*sizes, **options)
    roles = reader(module)
    if like.is_floating_point():
        module.to(like.dtype)
    perturb(module, seed)
    return module.eval(), roles


def without_gradient(module: nn.Module, output: Tensor) -> list[str]:
    """Names of the matrices that learn nothing from ``output``."""
    weight = torch.linspace(-1, 1, output.numel(), dtype=output.dtype).view(output.shape)
    if not output.requires_grad:
        return [name for name, _ in module.named_parameters()]
    (weight * output).sum().backward()
    return [
        name
        for name, p in module.named_parameters()
        if p.grad is None or (p.dim() > 1 and not p.grad.any())
    ]


# --- on the judge's side: the slow reference -----------------------------------------------------


def linear(x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    y = torch.einsum("...i,oi->...o", x, weight.double())
    return y if bias is None else y + bias.double()


def norm(x: Tensor, gain_bias: list[Tensor], unbiased: bool = False) -> Tensor:
    gain, bias = gain_bias
    spread = x.var(-1, keepdim=True, unbiased=unbiased)
    return (x - x.mean(-1, keepdim=True)) / (spread + _EPS.get()).sqrt() * gain + bias


def attend(
    query: Tensor, memory: Tensor, weights: list, num_heads: int, mask: Tensor | None
) -> tuple[Tensor, Tensor]:
    """Multi-head attention, one head after the other. Returns (output, weights)."""
    w_q, w_k, w_v, w_o = weights
    q, k, v = linear(query, *w_q), linear(memory, *w_k), linear(memory, *w_v)
    d_k = q.shape[-1] // num_heads
    outputs, maps = [], []
    for head in range(num_heads):
        part = slice(head * d_k, (head + 1) * d_k)
        scores = q[..., part] @ k[..., part].transpose(-1, -2) / math.sqrt(d_k)
        if mask is not None:
            scores = scores.masked_fill(~mask[:, 0], -math.inf)
        maps.append(scores.softmax(-1).nan_to_num(0.0))  # (B, L_q, L_k)
        outputs.append(maps[-1] @ v[..., part])
    return linear(torch.cat(outputs, -1), *w_o), torch.stack(maps, 1)


def feed_forward(x: Tensor, weights: tuple, fault: str = "") -> Tensor:
    first, first_bias, second, second_bias = weights
    act = {"other-activation": nn.functional.gelu}.get(fault, torch.relu)
    hidden = linear(x, first, first_bias)
    if fault == "activation-last":
        return act(linear(hidden, second, second_bias))
    y = linear(hidden if fault == "no-activation" else act(hidden), second, second_bias)
    return {
        "activation-after-both": torch.relu(y),
        "residual-inside": x + y,
    }.get(fault, y)


def feed_forward_choices(roles: dict, d_model: int, d_ff: int) -> Iterator[tuple]:
    """(W1, b1, W2, b2) as nn.Linear keeps them, in each order that the shapes allow."""
    by_size = {v.numel(): v for v in roles["vectors"]}
    flat = [m for m in (m.squeeze(-1) for m in roles["matrices"]) if m.dim() == 2]
    for first, second in permutations(flat, 2):
        first = first if first.shape == (d_ff, d_model) else first.T
        second = second if second.shape == (d_model, d_ff) else second.T
        if first.shape == (d_ff, d_model) and second.shape == (d_model, d_ff):
            yield first, by_size.get(d_ff), second, by_size.get(d_model)


def layer_choices(roles: dict, d_model: int, d_ff: int) -> list[dict]:
    """Every way to give the parts of a layer their places, the order of creation first."""
    return [
        {
            "attention": attention,
            "norms": norms,
            "ffn": ffn,
            "in order": number == 0,
        }
        for ffn, attention, (number, norms) in product(
            feed_forward_choices(roles, d_model, d_ff),
            permutations(roles["attention"]),
            enumerate(permutations(roles["norms"])),
        )
    ]


def sublayer(
    x: Tensor, layer: Callable[[Tensor], Tensor], n: list, first: bool, fault: str = ""
) -> Tensor:
    """The residual step round one sub-layer. ``dropped`` faults: dropout took all of something."""
    faults = fault.split("+")
    if "norm-first-ignored" in faults:
        first = False
    if "always-norm-first" in faults:
        first = True

    def normed(y: Tensor) -> Tensor:
        return norm(y, n, unbiased="unbiased-deviation" in faults)

    if "dropped" in faults:
        return x if first else normed(x)
    if "dropped-residual" in faults:
        return 0 * x if first else normed(0 * x)
    if "dropped-norm" in faults:
        return 0 * x
    if "no-residual" in faults:
        return layer(normed(x)) if first else normed(layer(x))
    if "residual-from-normed" in faults and first:
        return normed(x) + layer(normed(x))
    if "norm-inside-residual" in faults:
        return x + normed(layer(x))
    if "no-norm" in faults:
        return x + layer(x)
    return x + layer(normed(x)) if first else normed(x + layer(x))


def _at(number: int, fault: str) -> str:
    """The faults of sub-layer ``number``: "2:no-norm" is for the second one alone."""
    parts = [name.rpartition(":") for name in fault.split("+")]
    return "+".join(name for only, _, name in parts if only in ("", str(number)))


def placed(roles: dict, d_model: int, d_ff: int, num_heads: int, first: bool) -> dict:
    """The one choice of ``layer_choices`` that gives what the layer gave alone, else the first."""
    choices = layer_choices(roles, d_model, d_ff)
    x, memory = _probe(d_model, torch.float64)
    for order in (first, not first):  # a stack may have given norm_first wrongly
        for choice in choices:
            if len(roles["attention"]) == 1:
                out = encoder_layer(x, None, choice, num_heads, order)[0]
            else:
                out = decoder_layer(x, memory, None, None, choice, num_heads, order)[0]
            if same(roles["alone"], out):
                return choice
    return choices[0]


def encoder_layer(
    x: Tensor, mask: Tensor | None, p: dict, num_heads: int, first: bool, fault: str = ""
) -> tuple[Tensor, Tensor]:
    """One encoder layer from its weights. ``fault`` names known mistakes, with + between two."""
    faults = fault.split("+")
    maps: list[Tensor] = []
    start = x = x.double()
    mask = None if "mask-not-passed" in faults else mask

    def attention(y: Tensor) -> Tensor:
        out, weights = attend(y, y, p["attention"][0], num_heads, mask)
        maps[:] = [weights]
        return out

    if any(f.startswith("dropped") for f in faults):
        attention(x)
    x = sublayer(x, attention, p["norms"][0], first, _at(1, fault))
    if "no-feed-forward" in faults:
        return x, maps[0]
    if "attention-lost" in faults:
        x = start
    if "feed-forward-reads-input" in faults:
        n = p["norms"][1]
        y = feed_forward(norm(start, n) if first else start, p["ffn"])
        return (x + y if first else norm(x + y, n)), maps[0]
    if "feed-forward-no-residual" in faults:
        fault += "+2:no-residual"
    n = p["norms"][0 if "norm-used-twice" in faults else 1]
    return sublayer(x, lambda y: feed_forward(y, p["ffn"]), n, first, _at(2, fault)), maps[0]


def decoder_layer(
    x: Tensor,
    memory: Tensor,
    target_mask: Tensor | None,
    memory_mask: Tensor | None,
    p: dict,
    num_heads: int,
    first: bool,
    fault: str = "",
) -> tuple[Tensor, Tensor, Tensor]:
    """One decoder layer from its weights. ``fault`` names known mistakes, with + between two."""
    faults = fault.split("+")
    maps: dict[str, Tensor] = {}
    x, memory = x.double(), memory.double()
    if "masks-swapped" in faults:
        target_mask, memory_mask = memory_mask, target_mask
    if "target-mask-not-passed" in faults:
        target_mask = None
    if "memory-mask-not-passed" in faults:
        memory_mask = None
    if "target-mask-on-memory" in faults:
        memory_mask = target_mask
    if "memory-mask-on-target" in faults:
        target_mask = memory_mask

    def self_attention(y: Tensor) -> Tensor:
        out, maps["self"] = attend(y, y, p["attention"][0], num_heads, target_mask)
        return out

    def cross(y: Tensor) -> Tensor:
        asks, reads = y, memory
        if "cross-reads-itself" in faults:
            reads = y
        if "query-from-memory" in faults:
            asks, reads = memory, y
        if "memory-normed" in faults:
            reads = norm(memory, p["norms"][1])
        out, maps["cross"] = attend(asks, reads, p["attention"][1], num_heads, memory_mask)
        return out

    if any(f.startswith("dropped") for f in faults):
        self_attention(x), cross(x)
    n1, n2, n3 = [p["norms"][0]] * 3 if "norm-used-twice" in faults else p["norms"]
    if "cross-before-self" in faults:
        x = sublayer(x, cross, n2, first)
        x = sublayer(x, self_attention, n1, first)
    else:
        x = sublayer(x, self_attention, n1, first, _at(1, fault))
        if "no-cross-attention" in faults:
            maps["cross"] = maps["self"]
        else:
            x = sublayer(
                x,
                cross,
                n2,
                first,
                "no-residual" if "cross-no-residual" in faults else _at(2, fault),
            )
    if "no-feed-forward" not in faults:
        x = sublayer(x, lambda y: feed_forward(y, p["ffn"]), n3, first, _at(3, fault))
    pair = (
        (maps["cross"], maps["self"])
        if "weights-swapped" in faults
        else (
            maps["self"],
            maps["cross"],
        )
    )
    return x, *pair


def stack(
    layer: Callable[[Tensor, dict, str], tuple], x: Tensor, choice: dict, first: bool, fault: str
) -> tuple[Any, ...]:
    """One ``layer(x, weights, fault)`` after the other: (x, [maps of each layer], ...)."""
    start, collected = x.double(), []
    x = start
    layers = choice["layers"]
    inner = fault if fault.startswith("dropped") or fault.endswith("not-passed") else ""
    for i, p in enumerate(layers):
        read_from = start if fault == "each-reads-the-input" else x
        y, *maps = layer(read_from, p, inner)
        collected.append(maps)
        if not (fault == "last-layer-skipped" and i == len(layers) - 1):
            x = y
    final = choice["final"]
    if final and ((first and fault != "final-norm-missing") or fault == "always-final-norm"):
        x = norm(x, final)
    return x, *(list(maps) for maps in zip(*collected, strict=True))


def positions(length: int, d_model: int) -> Tensor:
    """Sines at even features, cosines at odd ones (paper, section 3.5), one number at a time."""
    wave = [
        [
            (math.cos if f % 2 else math.sin)(pos / 10000 ** (f // 2 * 2 / d_model))
            for f in range(d_model)
        ]
        for pos in range(length)
    ]
    return torch.tensor(wave, dtype=torch.float64)


# --- on the judge's side: say what differs -------------------------------------------------------


def look(
    actual: Any, expected: Any, names: tuple[str, ...], axes: tuple[str, ...]
) -> Finding | None:
    """The first difference in kind, then in shape. Numbers are left to ``same``."""
    if actual is None:
        return Finding("forward returned None.", mistake="no-return")
    if not compare.same_kind(actual, expected):
        saw = f"forward returned {compare.kind(actual)}; expected {compare.kind(expected)}"
        means, try_next, slug = compare.explain_kind(actual, expected)
        return Finding(f"{saw} ({', '.join(names)}).", means, try_next, diagnosis=slug)
    for i, (_, a, e) in enumerate(compare.leaves(actual, expected)):
        if a.shape != e.shape:
            index = min(i, len(axes) - 1)
            saw, means, try_next, slug = compare.explain_shape(a, e, axes[index])
            name = names[min(i, len(names) - 1)]
            return Finding(f"{name}: {saw}", means, try_next, diagnosis=slug)
    return None


def same(actual: Any, expected: Any, like: Tensor | None = None) -> bool:
    """Whether numbers agree, at the tolerance of what the learner computed in."""
    coarse = like is None or like.dtype != torch.float64
    return compare.close(actual, expected, (2e-4, 5e-5) if coarse else (1e-7, 1e-9))


def first_difference(
    actual: Any, expected: Any, names: tuple[str, ...], axes: tuple[str, ...], on: str
) -> Finding:
    """Words for the first wrong number, where no known mistake fits."""
    for i, (_, a, e) in enumerate(compare.leaves(actual, expected)):
        if not compare.close(a, e, (2e-4, 5e-5)):
            place = compare.first_wrong(a, e, (2e-4, 5e-5))
            return Finding(
                f"On {on}, {names[min(i, len(names) - 1)]}: {place}.",
                "The weights of your module, put into the formula of the paper, give another "
                "number. This is none of the mistakes that the course knows by name.",
                "Read your `forward` aloud, one line at a time: which tensor goes in, which comes "
                "out, and what is added to it?",
                pair=(e.to(a.dtype), a),
                axes=axes[min(i, len(axes) - 1)],
            )
    return Finding(
        f"On {on} the numbers differ.", "Precision is lost on the way.", "Look at dtypes."
    )


def judge_values(
    actual: Any,
    choices: list,
    compute: Callable[..., Any],
    faults: tuple[str, ...],
    names: tuple[str, ...],
    axes: tuple[str, ...],
    on: str,
    meeting: tuple[str, ...] = (),
) -> Finding | None:
    """None where one of the choices gives the actual numbers; else the fault that does.

    ``meeting`` are faults of which two may meet.
    """
    expected = compute(choices[0])
    finding = look(actual, expected, names, axes)
    if finding is None and any(same(actual, compute(c)) for c in choices):
        return None
    if finding is None and any(_with_eps(eps, choices, actual, compute) for eps in OTHER_EPS):
        return None
    # A right layer may make its norms in any order. With a mistake inside, looking on through all
    # orders takes long and finds nothing more: few make them in another order than they use them.
    likely = [c for c in choices if not isinstance(c, dict) or c.get("in order", True)]
    tries = [(fault, choice) for fault in faults for choice in likely]
    if _small(expected):  # on larger ones it would take too long
        tries += [(f"{a}+{b}", likely[0]) for a, b in combinations(meeting, 2)]
    for fault, choice in tries:
        try:
            if same(actual, compute(choice, fault)):
                return _named(finding or first_difference(actual, expected, names, axes, on), fault)
        except RuntimeError:
            continue  # the fault cannot be worked out at these sizes
    return finding or first_difference(actual, expected, names, axes, on)


def _with_eps(eps: float, choices: list, actual: Any, compute: Callable[..., Any]) -> bool:
    token = _EPS.set(eps)
    try:
        return any(same(actual, compute(c)) for c in choices)
    finally:
        _EPS.reset(token)


def _small(value: Any) -> bool:
    return all(e.numel() <= MOST_NUMBERS for _, _, e in compare.leaves(value, value))


def _named(finding: Finding, fault: str) -> Finding:
    """The finding with the mistake's name, and with words for what the name does not say."""
    first, _, second = fault.partition("+")
    only, _, slug = first.rpartition(":")
    saw = finding.saw + (f" It is so in sub-layer {only} alone." if only else "")
    saw += " And this is not all: mend it first." if second else ""
    return replace(finding, saw=saw, mistake=slug, diagnosis=None)
