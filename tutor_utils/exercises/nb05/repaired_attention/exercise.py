"""Find and repair the faults of a broken attention module."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from ....engine import compare
from ....engine.exercise import Exercise, Finding, Inputs, Trial, refused
from ....engine.form import explain_kind, explain_shape
from ....engine.values import snapshot
from ...formulas import merge, split

# --- in the learner's process --------------------------------------------------------------------
# The layers may have any names. So all are set to the identity: the output is then attention on the
# inputs' own features.


def identity(name: str, p: Tensor, d: int, heads: int) -> Tensor:
    """The identity in the parameter's layout: full, stacked, of one head, or heads on axes."""
    d_k, eye = d // heads, torch.eye(d, dtype=p.dtype)
    if p.dim() == 2 and p.shape[1] == d and p.shape[0] % d == 0:
        return eye.repeat(p.shape[0] // d, 1)
    if p.shape == (d_k, d):  # one module for each head: its number is in its name
        numbers = [int(part) for part in name.split(".") if part.isdigit()]
        return eye[(numbers or [0])[-1] * d_k :][:d_k]
    by_head = eye.view(heads, d_k, d)
    layouts = {one.shape: one for one in (by_head, by_head.mT, eye.view(d, heads, d_k))}
    return layouts.get(p.shape, torch.eye(*p.shape[-2:], dtype=p.dtype).expand(p.shape))


def patient(answer: Any, d: int, heads: int, dtype: torch.dtype) -> nn.Module:
    """The learner's module with all layers set to the identity."""
    module = answer(d, heads)
    with torch.no_grad():
        for name, p in module.named_parameters():
            p.copy_(identity(name, p, d, heads) if p.dim() > 1 else torch.zeros_like(p))
    return module.to(dtype).eval()


def examine(
    answer: Any, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor, heads: int
) -> dict[str, Any]:
    """Probe: the measurements from which the faults are diagnosed."""
    module = patient(answer, query.shape[-1], heads, query.dtype)
    inputs = (values, keys, query)
    plain = module(*inputs)
    if not isinstance(plain, Tensor):
        return {"plain": plain}
    nothing = mask.clone()
    nothing[-1] = False
    seen = {"plain": snapshot(plain), "masked": snapshot(module(*inputs, mask))}
    seen["nothing"] = snapshot(module(*inputs, nothing))
    seen["doubled"] = doubled(module, inputs, query.shape[-1])
    seen["learn"] = learned_numbers(module, *(x.clone() for x in inputs))
    seen["narrow"] = has_narrow(module, query.shape[-1])
    module.half()
    for name, half_mask in (("half", None), ("half masked", mask)):
        try:
            seen[name] = snapshot(module(*(x.half() for x in inputs), half_mask))
        except RuntimeError as error:
            seen[name] = f"{error}"
    return seen


@torch.no_grad()
def doubled(module: nn.Module, inputs: tuple[Tensor, ...], width: int) -> list[Any]:
    """The output with one matrix doubled, for each matrix in turn."""
    found = []
    for p in module.parameters():
        for block in p.split(width) if p.dim() == 2 else ():
            block.mul_(2)
            found.append(snapshot(module(*inputs, None)))
            block.div_(2)
    return found


def has_narrow(module: nn.Module, width: int) -> bool:
    """Whether a layer reads fewer than d_model features, as one applied after the split does."""
    return any(m.in_features < width for m in module.modules() if isinstance(m, nn.Linear))


def learned_numbers(module: nn.Module, *inputs: Tensor) -> int:
    """The number of matrix entries that get a gradient from the output."""
    matrices = [p for p in module.parameters() if p.dim() > 1 and p.requires_grad]
    total = module(*inputs, None).sum()
    if not matrices or not total.requires_grad:
        return 0
    gradients = torch.autograd.grad(total, matrices, allow_unused=True)
    return sum(g.numel() for g in gradients if g is not None)


def plain(
    answer: Any, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor | None, heads: int
) -> Any:
    """Probe: the output with all layers set to the identity."""
    return patient(answer, query.shape[-1], heads, query.dtype)(values, keys, query, mask)


def blocked(answer: Any, values: Tensor, keys: Tensor, query: Tensor, heads: int) -> bool:
    """Probe: whether all gradients are finite where sentence 0 has every key blocked."""
    mask = torch.tensor([False, True])[:, None, None, None].expand(2, 1, 1, keys.shape[1])
    module = patient(answer, query.shape[-1], heads, query.dtype)
    with torch.enable_grad():
        module(values, keys, query, mask).sum().backward()
    return all(bool(p.grad.isfinite().all()) for p in module.parameters() if p.grad is not None)


def verify_blocked(finite: bool, *_: Any) -> Finding | None:
    """No gradient is NaN."""
    if finite:
        return None
    return Finding(
        "With every key of a sentence blocked, the gradients of the layers are not finite.",
        mistake="blocked-row-nan-gradient",
    )


# --- judge ---------------------------------------------------------------------------------------


def truth(
    values: Tensor,
    keys: Tensor,
    query: Tensor,
    mask: Tensor | None,
    heads: int,
    asks: str = "query",
    scale: str = "head size",
    straight: bool = False,
    masking: str = "right",
) -> Tensor:
    """Attention on the inputs' own features in float64, with the given faults."""
    asking = {"query": query, "keys": keys, "values": values}[asks]
    q, k, v = (split(x.double(), heads) for x in (asking, keys, values))
    d, d_k = query.shape[-1], q.shape[-1]
    divisor = {"head size": d_k**0.5, "width": d**0.5, "none": 1.0, "no root": d_k}[scale]
    scores = q @ k.mT / divisor  # (B, h, L_q, L_k)
    if mask is not None and masking != "ignored":
        scores = scores.masked_fill(mask if masking == "inverted" else ~mask, -math.inf)
    found = scores.softmax(-1).nan_to_num(0.0) @ v
    merged = merge(found)
    return (found.reshape(merged.shape) if straight else merged).to(query.dtype)


# combinations of faults that show without a mask; no fault first
SUSPECTS: tuple[dict[str, Any], ...] = tuple(
    {"asks": asks, "scale": scale, "straight": straight}
    for asks in ("query", "values", "keys")
    for scale in ("head size", "width", "none", "no root")
    for straight in (False, True)
)
FAULTS = {
    "shared-projection": "the layers for query, keys and values see one head's features only",
    "layer-missing": "fewer numbers learn than in four layers of the whole width",
    "wrong-query": "the query is made from another argument",
    "scale-by-d-model": "the scores are divided by the root of the whole width",
    "wrong-scale": "the scores are not divided by the root of the head size",
    "merge-without-moving-back": "the heads are joined without moving their axis back",
    "mask-inverted": "the mask blocks what it should allow",
    "mask-ignored": "the mask has no effect",
    "blocked-row-nan": "a sentence with every key blocked gives NaN",
    "blocked-row-uniform": "a sentence with every key blocked is read all the same",
    "overflow-in-half": "the constant that the mask fills in does not fit into half precision",
}


def verify(seen: Any, values: Tensor, keys: Tensor, query: Tensor, *rest: Any) -> Finding | None:
    """The finding counts the remaining faults, and names one of them."""
    mask, heads = rest
    plain = seen["plain"]
    if not isinstance(plain, Tensor):
        means, try_next, slug = explain_kind(plain, query)
        saw = f"`forward` returned {compare.kind(plain)}; expected one tensor (B, L_q, embed_size)."
        return Finding(saw, means, try_next, diagnosis=slug)
    suspected = partial(truth, values, keys, query=query, heads=heads)
    suspect = next((s for s in SUSPECTS if compare.close(plain, suspected(mask=None, **s))), None)
    if suspect is None:
        return _unknown(plain, suspected(mask=None))
    width = query.shape[-1]
    masking = _of_mask(seen, partial(suspected, mask=mask, **suspect))
    found = {
        "shared-projection": seen["narrow"],
        "layer-missing": not seen["narrow"] and seen["learn"] < 4 * width**2,
        "wrong-query": suspect["asks"] != "query",
        "scale-by-d-model": suspect["scale"] == "width",
        "wrong-scale": suspect["scale"] in ("none", "no root"),
        "merge-without-moving-back": suspect["straight"],
    } | dict.fromkeys(masking or (), True)
    there = [slug for slug in FAULTS if found.get(slug)]
    if masking is None and not there:
        return Finding(
            "With a mask the numbers are wrong; without one they are right.",
            "A blocked key must weigh nothing, and the other weights must sum to one.",
            "Look at the order: scores, mask, softmax.",
        )
    if not there and any(_serves_two(one, suspected, query) for one in seen["doubled"]):
        return Finding(
            "With the numbers of one layer doubled, the output follows as if two layers were.",
            "Query, keys and values need a layer of their own each, and the output a fourth. Here "
            "one layer does the work of two of them.",
            "Which of your layers is called twice in `forward`?",
            diagnosis="layer-used-twice",
        )
    if not there:
        return None
    saw = f"1 fault is still there: {FAULTS[there[0]]}."
    if len(there) > 1:
        saw = f"{len(there)} faults are still there. One of them: {FAULTS[there[0]]}."
    return Finding(saw, mistake=there[0])


def _serves_two(output: Any, suspected: Callable[..., Tensor], query: Tensor) -> bool:
    """Whether one matrix serves two of query, keys, values and output: doubling it doubles both."""
    return any(
        compare.close(output, size * suspected(mask=None, query=times * query))
        for size, times in ((2, 2), (1, 4), (4, 1))
    )


def _unknown(plain: Tensor, wanted: Tensor) -> Finding:
    if plain.shape != wanted.shape:
        saw, means, try_next, slug = explain_shape(plain, wanted, "B L_q embed_size")
        return Finding(saw, means, try_next, diagnosis=slug)
    return Finding(
        f"With layers that change nothing: {compare.first_wrong(plain, wanted, None)}.",
        "This is not attention on the inputs, and none of the faults that the course knows.",
        "Write the shape beside each line of `forward`. Compare with your MultiHeadAttention.",
    )


def _of_mask(seen: Any, masked: Callable[..., Tensor]) -> list[str] | None:
    """The faults of masking that explain the numbers; None where none does."""
    found = []
    if not compare.close(seen["masked"], masked()):
        faults = [
            fault
            for fault in ("inverted", "ignored")
            if compare.close(seen["masked"], masked(masking=fault))
        ]
        if not faults:
            return None
        found.append(f"mask-{faults[0]}")
    elif not seen["nothing"].isfinite().all():
        found.append("blocked-row-nan")
    elif not compare.close(seen["nothing"][-1], torch.zeros_like(seen["nothing"][-1])):
        found.append("blocked-row-uniform")
    half, masked_half = seen["half"], seen["half masked"]
    too_large = any(
        "without overflow" in one for one in (half, masked_half) if isinstance(one, str)
    )
    both = isinstance(half, Tensor) and isinstance(masked_half, Tensor)
    if too_large or (both and bool(masked_half.isnan().any())):
        found.append("overflow-in-half")
    return found


def trials(inputs: Inputs) -> list[Trial]:
    """The examination, which names faults; then the formula at other sizes."""

    def three(batch: int, l_q: int, l_k: int, d: int) -> tuple[Tensor, ...]:
        return tuple(inputs.normal(batch, n, d, scale=1.5) for n in (l_k, l_k, l_q))

    pads = torch.tensor([[1, 1, 0, 1, 0], [1, 1, 1, 1, 0]]).bool()[:, None, None]
    rows = torch.ones(2, 1, 3, 5).tril(2).bool().index_fill(2, torch.tensor(1), value=False)
    formula = partial(Trial, probe=plain, truth=truth, criterion="formula")
    return [
        Trial("the examination", (*three(2, 3, 5, 8), pads, 2), probe=examine, verify=verify),
        Trial(
            "every key of a sentence blocked",
            (*three(2, 2, 3, 4), 2),
            probe=blocked,
            verify=verify_blocked,
            criterion="blocked",
        ),
        formula("three heads", (*three(2, 4, 6, 9), None, 3)),
        formula("one row for each query, one without an open key", (*three(2, 3, 5, 12), rows, 4)),
        refused("embed_size=10 and heads=3", 10, 3, shown=("embed_size", "heads")),
    ]


exercise = Exercise(
    trials,
    call="SelfAttention(embed_size, heads)(values, keys, query, mask)",
    axes=("B L_q embed_size",),
    criteria={
        "formula": "follows the paper's formula at other sizes",
        "blocked": "gives weights of 0 where every key is blocked, with finite gradients",
    },
    unless={
        "default-device": "the answer may be a function that builds a module, whose parameters "
        "follow the default",
    },
    version=6,
)
