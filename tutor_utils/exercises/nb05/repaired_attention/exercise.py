"""The clinic: find the faults and repair them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Any

import torch
from torch import Tensor, nn

from ....engine import compare
from ....engine.exercise import Exercise, Finding, Trial, refused
from ....engine.inputs import Inputs
from ....engine.values import snapshot
from ...formulas import merge, split
from ...gradients import gradients_or_zeros
from ..MultiHeadAttention.exercise import made

HINTS = (
    "Repair one thing, run the check, read what is left. Start with what raises an error: which "
    "type does `/` give in Python?",
    "Count the numbers that learn. Attention on 8 features has four matrices of 8 x 8. How "
    "large are the layers here, and when are the features cut?",
    "Call it with three different tensors, and follow each of them by its name. Then follow "
    "the head axis through the last two lines.",
    "Each head's dot product has `head_size` terms: that is what the root is taken of. And "
    "float16 ends at 65504: which number is filled in behind the mask?",
)

# --- what runs beside the learner's code ---------------------------------------------------------
# The layers of the patient may have any names. So all of them are set to the identity: then the
# projections hand on what they get, and the output is plain attention on the inputs' own features.


def identity(name: str, p: Tensor, d: int, heads: int) -> Tensor:
    """The identity in the layout of a matrix: whole, stacked, of one head, or all heads on axes."""
    d_k, eye = d // heads, torch.eye(d, dtype=p.dtype)
    if p.dim() == 2 and p.shape[1] == d and p.shape[0] % d == 0:
        return eye.repeat(p.shape[0] // d, 1)
    if p.shape in ((d_k, d), (d, d_k)):  # one module for each head: its number is in its name
        numbers = [int(part) for part in name.split(".") if part.isdigit()]
        part = eye[(numbers or [0])[-1] * d_k :][:d_k]
        return part if p.shape == (d_k, d) else part.T
    layouts: dict[tuple[int, ...], Tensor] = {
        (heads, d_k, d): eye.view(heads, d_k, d),
        (heads, d, d_k): eye.view(heads, d_k, d).transpose(1, 2),
        (d, heads, d_k): eye.view(d, heads, d_k),
        (heads, d_k, d_k): torch.eye(d_k, dtype=p.dtype).expand(heads, d_k, d_k),
    }
    return layouts.get(tuple(p.shape), torch.eye(*p.shape[-2:], dtype=p.dtype).expand(p.shape))


def patient(answer: Any, d: int, heads: int, dtype: torch.dtype) -> nn.Module:
    """The learner's module with layers that change nothing."""
    module = made(answer, d, heads)
    with torch.no_grad():
        for name, p in module.named_parameters():
            p.copy_(identity(name, p, d, heads) if p.dim() > 1 else torch.zeros_like(p))
    return module.to(dtype).eval()


def examine(
    answer: Any, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor, heads: int
) -> dict[str, Any]:
    """Everything that the diagnosis needs, each measured apart from the others."""
    module = patient(answer, query.shape[-1], heads, query.dtype)
    inputs = (values, keys, query)
    plain = module(*inputs, None)
    nothing = mask.clone()
    nothing[-1] = False
    if not isinstance(plain, Tensor):
        return {"plain": plain}
    seen = {"plain": snapshot(plain), "masked": snapshot(module(*inputs, mask))}
    seen["nothing"] = snapshot(module(*inputs, nothing))
    seen["effects"], seen["narrow"] = effects(module, plain), has_narrow(module, query.shape[-1])
    module.half()
    for name, half_mask in (("half", None), ("half masked", mask)):
        try:
            seen[name] = snapshot(module(*(x.half() for x in inputs), half_mask))
        except RuntimeError as error:
            seen[name] = f"{error}"
    return seen


def has_narrow(module: nn.Module, width: int) -> bool:
    """Whether a layer takes less than the whole width, as one that stands after the cut does."""
    layers = [m for m in module.modules() if isinstance(m, nn.Linear)]
    inside = {id(p) for layer in layers for p in layer.parameters()}
    loose = (p.shape for p in module.parameters() if p.dim() > 1 and id(p) not in inside)
    return any(m.in_features < width for m in layers) or any(width not in s for s in loose)


def effects(module: nn.Module, output: Tensor) -> Tensor:
    """How feature 0 of each token of sentence 0 moves with each number: (numbers, tokens)."""
    matrices = [p for p in module.parameters() if p.dim() > 1 and p.requires_grad]
    if not matrices:
        return torch.zeros(0, 1)
    moved = (gradients_or_zeros(token, matrices, keep=True) for token in output[0, :, 0])
    return torch.stack([torch.cat([m.flatten() for m in row]) for row in moved], dim=1)


def plain(
    answer: Any, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor | None, heads: int
) -> Any:
    """The output with layers that change nothing."""
    return patient(answer, query.shape[-1], heads, query.dtype)(values, keys, query, mask)


def training(
    answer: Any, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor, heads: int
) -> Any:
    """The same in training mode."""
    return patient(answer, query.shape[-1], heads, query.dtype).train()(values, keys, query, mask)


def blocked(answer: Any, values: Tensor, keys: Tensor, query: Tensor, heads: int) -> Any:
    """Sentence 0 with every key blocked: what it gives where only biases are left, and gradients.

    With matrices of 0 and biases of 1 the last layer's bias, or 0, is all that an open row gives.
    """
    mask = torch.tensor([False, True])[:, None, None, None].expand(2, 1, 1, keys.shape[1])
    module = patient(answer, query.shape[-1], heads, query.dtype)
    with torch.enable_grad():
        module(values, keys, query, mask).sum().backward()
    grads = [p.grad for p in module.parameters() if p.grad is not None]
    finite = all(bool(g.isfinite().all()) for g in grads)
    with torch.no_grad():
        for name, p in module.named_parameters():
            p.fill_(float(p.dim() == 1 or name.endswith("bias")))
    output = snapshot(module(values, keys, query, mask))
    return {"blocked": output[0], "open": output[1], "finite": finite}


def verify_blocked(seen: Any, *_: Any) -> Finding | None:
    """A blocked row has weights of 0 and goes through the last layer like any other."""
    if not compare.close(seen["blocked"], seen["open"]):
        late = not seen["finite"]
        return Finding(
            "With every key of a sentence blocked, the output is not the last layer's bias.",
            "Its weights should be 0, and the row goes through the last layer as every other.",
            "Look for what treats such a row in another way, after the softmax.",
            mistake="blocked-row-mended-too-late" if late else None,
        )
    if not seen["finite"]:
        return Finding(
            "With every key of a sentence blocked, the gradients of the layers are not finite.",
            "The output is right. Somewhere on the way there was NaN or infinity, and to mend the "
            "result afterwards does not mend the way back.",
            "Where is the first NaN or infinity of that row? Mend it there, or let your "
            "`masked_attend` do it.",
            diagnosis="blocked-row-gradient",
        )
    return None


# --- what runs with the judge --------------------------------------------------------------------


def truth(values: Tensor, keys: Tensor, query: Tensor, mask: Tensor | None, heads: int) -> Tensor:
    """Attention on the inputs' own features, head by head, in float64."""
    return Suspect(values, keys, query, heads).output(mask)


@dataclass(frozen=True, eq=False)
class Suspect:
    """Attention with the faults that may be left in the patient, to compare it with."""

    values: Tensor
    keys: Tensor
    query: Tensor
    heads: int
    asks: str = "query"
    scale: str = "head size"
    merge: str = "right"
    masking: str = "right"
    # a layer, a number at [0, feature] of it, by how much it moves, and how wide the layer is
    nudge: tuple[str, int, float, int] = ("", 0, 0.0, 1)

    def output(self, mask: Tensor | None = None) -> Tensor:
        """The output of layers that change nothing, but for the nudge."""
        d = self.query.shape[-1]
        asking = {"query": self.query, "keys": self.keys, "values": self.values}[
            self.asks.removeprefix("cut ")
        ]
        if self.asks.startswith("cut "):  # to fit the query
            asking = asking[:, : self.query.shape[1]]
        q = self._nudged("query", asking.double())
        k = self._nudged("keys", self.keys.double())
        v = self._nudged("values", self.values.double())
        d_k = d // self.heads
        divisor = {"head size": d_k**0.5, "width": d**0.5, "none": 1.0, "no root": d_k}[self.scale]
        q, k, v = (split(x, self.heads) for x in (q, k, v))
        scores = q @ k.mT / divisor  # (B, h, L_q, L_k)
        if mask is not None and self.masking != "ignored":
            closed = mask if self.masking == "inverted" else ~mask
            scores = scores.masked_fill(closed, -math.inf)
        found = scores.softmax(-1).nan_to_num(0.0) @ v
        merged = merge(found)
        if self.merge == "straight":
            merged = found.reshape(merged.shape)
        return self._nudged("mix", merged).to(self.query.dtype)

    def _nudged(self, layer: str, x: Tensor) -> Tensor:
        name, feature, step, width = self.nudge
        if name != layer:
            return x
        moved = x.clone()
        moved[..., ::width] += step * x[..., feature::width]
        return moved


@lru_cache(maxsize=512)  # the same for each of the known mistakes
def effect(suspect: Suspect, layer: str, feature: int, width: int = 0) -> Tensor:
    """How feature 0 of sentence 0 moves with the layer's number at [0, feature]: (tokens,).

    A layer over the whole width is called once; one of a smaller width serves every head.
    """
    query = suspect.query.double()
    width = width or query.shape[-1]
    up, down = (
        replace(suspect, nudge=(layer, feature, step, width), query=query).output()
        for step in (1e-4, -1e-4)
    )
    return ((up - down) / 2e-4)[0, :, 0]


FAULTS = {
    "shared-projection": "the layers for {} see one head's features only",
    "layer-shared": "one layer serves {}",
    "layer-missing": "no layer that learns is used for {}",
    "no-output-projection": "no layer that learns mixes the heads at the end",
    "wrong-query": "the query is made from another argument",
    "scale-by-d-model": "the scores are divided by the root of the whole width",
    "wrong-scale": "the scores are not divided by the root of the head size",
    "merge-without-moving-back": "the heads are joined without moving their axis back",
    "mask-inverted": "the mask blocks what it should allow",
    "mask-ignored": "the mask has no effect",
    "blocked-row-nan": "a sentence with every key blocked gives NaN",
    "blocked-row-read": "a sentence with every key blocked is read all the same",
    "overflow-in-half": "the constant that the mask fills in does not fit into half precision",
}


def verify(seen: Any, values: Tensor, keys: Tensor, query: Tensor, *rest: Any) -> Finding | None:
    """Counts the faults that are still there and tells one of them: the others are to be found."""
    mask, heads = rest
    plain = seen["plain"]
    if not isinstance(plain, Tensor):
        means, try_next, slug = compare.explain_kind(plain, query)
        saw = f"`forward` returned {compare.kind(plain)}; expected one tensor (B, L_q, embed_size)."
        return Finding(saw, means, try_next, diagnosis=slug)
    suspects = _suspects(values, keys, query, heads)
    suspect = next((s for s, output in suspects.items() if compare.close(plain, output)), None)
    if suspect is None:
        return _unknown(plain, next(iter(suspects.values())))
    found = dict(_of_layers(seen["effects"], suspect, seen["narrow"]))
    if suspect.asks != "query":
        found["wrong-query"] = ""
    if suspect.scale != "head size":
        found["scale-by-d-model" if suspect.scale == "width" else "wrong-scale"] = ""
    if suspect.merge != "right":
        found["merge-without-moving-back"] = ""
    masking = _of_mask(seen, suspect, mask)
    if masking is None and not found:
        return Finding(
            "With a mask the numbers are wrong; without one they are right.",
            "A blocked key must weigh nothing, and the other weights must sum to one.",
            "Look at the order: scores, mask, softmax.",
        )
    found |= dict.fromkeys(masking or (), "")
    there = [(slug, words.format(found[slug])) for slug, words in FAULTS.items() if slug in found]
    if not there:
        return None
    saw = f"1 fault is still there: {there[0][1]}."
    if len(there) > 1:
        saw = f"{len(there)} faults are still there. One of them: {there[0][1]}."
    return Finding(saw, mistake=there[0][0])


@lru_cache(maxsize=4)  # the known mistakes are judged on the same tensors, one after the other
def _suspects(values: Tensor, keys: Tensor, query: Tensor, heads: int) -> dict[Suspect, Tensor]:
    """What can be wrong without a mask, and its output; the healthy one first."""
    choices = product(
        ("query", "values", "keys", "cut values", "cut keys"),
        ("head size", "width", "none", "no root"),
        ("right", "straight"),
    )
    found = (Suspect(values, keys, query, heads, *choice) for choice in choices)
    return {suspect: suspect.output() for suspect in found}


def _unknown(plain: Tensor, wanted: Tensor) -> Finding:
    if plain.shape != wanted.shape:
        saw, means, try_next, slug = compare.explain_shape(plain, wanted, "B L_q embed_size")
        return Finding(saw, means, try_next, diagnosis=slug)
    return Finding(
        f"With layers that change nothing: {compare.first_wrong(plain, wanted, None)}.",
        "This is not attention on the inputs, and none of the faults that the course knows.",
        "Write the shape beside each line of `forward`. Compare with your MultiHeadAttention.",
    )


def _of_layers(effects: Tensor, suspect: Suspect, narrow: bool) -> Iterator[tuple[str, str]]:
    """(fault, whose) of the layers, by what their numbers do to feature 0 of the output.

    A layer over the whole width holds a number that brings the last feature there, which belongs
    to another head; one that is ``narrow`` holds only those of the head's own features.
    """

    def numbers(wanted: Tensor) -> int:
        moved = effects.double()
        return int(torch.isclose(moved, wanted, rtol=1e-3, atol=1e-5).all(dim=-1).sum())

    width = suspect.query.shape[-1]
    last, d_k = width - 1, width // suspect.heads
    mixed = numbers(effect(suspect, "mix", last)) > 0
    if not mixed:
        yield "no-output-projection", ""
    wide, own = (
        {name: effect(suspect, name, feature, size) for name in ("query", "keys", "values")}
        for feature, size in ((last, width), (1, d_k))
    )
    left = [name for name in wide if not numbers(wide[name])]
    # inside one head, the last layer can do what the values' layer does
    spare = int(mixed and torch.allclose(own["values"], effect(suspect, "mix", 1)))
    cut = [n for n in left if narrow and numbers(own[n]) > (spare if n == "values" else 0)]
    if cut:
        yield "shared-projection", _listed(cut)
    left = [name for name in left if name not in cut]
    for size in (3, 2):
        for names in combinations(left, size):
            if any(numbers(torch.stack([e[name] for name in names]).sum(0)) for e in (wide, own)):
                yield "layer-shared", _listed(names)
                left = [name for name in left if name not in names]
    if left:
        yield "layer-missing", _listed(left)


def _listed(names: Any) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _of_mask(seen: Any, suspect: Suspect, mask: Tensor) -> list[str] | None:
    """Faults of masking; None where the numbers are wrong in another way."""
    found = []
    if not compare.close(seen["masked"], suspect.output(mask)):
        for fault in ("inverted", "ignored"):
            if compare.close(seen["masked"], replace(suspect, masking=fault).output(mask)):
                found.append(f"mask-{fault}")
        if not found:
            return None
    elif not seen["nothing"].isfinite().all():
        found.append("blocked-row-nan")
    elif not compare.close(seen["nothing"][-1], torch.zeros_like(seen["nothing"][-1])):
        found.append("blocked-row-read")
    half, masked = seen["half"], seen["half masked"]
    if isinstance(half, Tensor):  # else the mask is not what stops it
        too_large = isinstance(masked, str) and "without overflow" in masked
        if too_large or (isinstance(masked, Tensor) and bool(masked.isnan().any())):
            found.append("overflow-in-half")
    return found


def trials(inputs: Inputs) -> list[Trial]:
    """The examination, which explains most; then the formula at other sizes."""

    def three(batch: int, l_q: int, l_k: int, d: int, **options: Any) -> tuple[Tensor, ...]:
        return tuple(
            inputs.normal(batch, n, d, **{"scale": 1.5} | options) for n in (l_k, l_k, l_q)
        )

    pads = torch.tensor([[1, 1, 0, 1, 0], [1, 1, 1, 1, 0]]).bool()[:, None, None]
    full = torch.ones(2, 1, 3, 5).tril(2).bool()
    double, half = torch.float64, torch.float16

    first = torch.tensor([1, 0, 0, 0, 0]).bool().expand(2, 1, 1, 5)
    formula = partial(Trial, probe=plain, truth=truth, criterion="formula")
    return [
        Trial(
            "the examination",
            (*three(2, 3, 5, 8), pads, 2),
            probe=examine,
            verify=verify,
        ),
        Trial(
            "every key of a sentence blocked",
            (*three(2, 2, 3, 4), 2),
            probe=blocked,
            verify=verify_blocked,
            criterion="blocked",
        ),
        formula("three heads", (*three(2, 4, 6, 9), None, 3)),
        formula("float64, one row for each query", (*three(2, 3, 5, 12, dtype=double), full, 4)),
        formula(
            "one query without an open key, the others with some",
            (*three(2, 3, 5, 8), full.index_fill(2, torch.tensor(1), value=False), 2),
            criterion="blocked",
        ),
        formula("one key allowed", (*three(2, 3, 5, 8, dtype=double, scale=20), first, 2)),
        formula("in training mode", (*three(2, 3, 5, 8), pads, 2), probe=training),
        formula(
            "half precision", (*three(2, 3, 5, 8, dtype=half), pads, 2), tolerance=(3e-2, 1e-2)
        ),
        refused(
            "embed_size=10 and heads=3",
            *(10, 3),
            probe=made,
            shown=("embed_size", "heads"),
        ),
    ]


exercise = Exercise(
    trials,
    call="SelfAttention(embed_size, heads)(values, keys, query, mask)",
    hints=HINTS,
    axes=("B L_q embed_size",),
    criteria={
        "formula": "follows the paper's formula at other sizes",
        "blocked": "gives weights of 0 where every key is blocked, with finite gradients",
    },
    unless={
        "default-device": "the answer may be a function that builds a module, whose parameters "
        "follow the default",
    },
    version=4,
)
