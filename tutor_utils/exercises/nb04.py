"""Notebook 04: masks (paper, section 3.2.3). True means: may attend."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import torch
from torch import Tensor

from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Finding, Mistake, Question, Trial

_INVERTED = (
    "Your mask is the other way round: True where a key is blocked. In this course True means "
    "may attend.",
    "Swap the comparison, or put `~` in front.",
)


class _Watched(Tensor):
    """A tensor that notes whether anybody asked for its device, or made a new tensor from it."""

    asked = False

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        name = getattr(func, "__name__", "")
        asks = getattr(func, "__self__", None) is Tensor.device  # the getter of `ids.device`
        if asks or name.startswith("new_") or name.endswith("_like"):
            _Watched.asked = True
        return super().__torch_function__(func, types, args, kwargs or {})


def _meta_device(answer: Any, *args: Any, **kwargs: Any) -> str:
    """The device of the answer for an input that lives on another device than the CPU.

    PyTorch's device ``meta`` has shapes and no numbers. Code that reads the numbers one by one
    cannot run there; then it is enough that it asks the input for its device.
    """
    moved = [a.to("meta") if isinstance(a, Tensor) else a for a in args]
    try:
        return str(answer(*moved, **kwargs).device)
    except (RuntimeError, NotImplementedError):
        _Watched.asked = False
        result = answer(*(a.as_subclass(_Watched) if isinstance(a, Tensor) else a for a in args))
        return "meta" if _Watched.asked else str(result.device)


def _on_meta(value: str, *args: Any, **kwargs: Any) -> Finding | None:
    if value == "meta":
        return None
    return Finding(
        f"The input is on the device meta, your mask is on {value}.", mistake="device-named"
    )


_DEVICE = Mistake(
    "device-named",
    "The mask was made on another device than the input. On a GPU the next line would stop with "
    "an error.",
    "Build the mask from the input itself, or give `device=` where you make a tensor.",
    raises=r"meta|same device",
)

# --- padding_mask --------------------------------------------------------------------------------


def _padding(ids: Tensor, pad_id: int) -> Tensor:
    return torch.tensor([[[[i != pad_id for i in row]]] for row in ids.tolist()])


def _counted(ids: Tensor, pad_id: int) -> Tensor:
    lengths = (ids != pad_id).sum(1, keepdim=True)
    return (torch.arange(ids.shape[1]) < lengths)[:, None, None]


PADDING_MASK = Exercise(
    id="padding_mask",
    title="hide the pads",
    call="padding_mask(ids, pad_id)",
    trials=lambda draw: [
        Trial("1 row, one pad", (torch.tensor([[5, 7, 0]]), 0)),
        Trial(
            "3 rows of 5", (torch.tensor([[5, 7, 0, 0, 0], [4, 4, 4, 4, 4], [9, 0, 0, 0, 0]]), 0)
        ),
        Trial("pad id 9, where 0 is a word", (torch.tensor([[0, 3, 9, 9], [5, 0, 0, 9]]), 9)),
        Trial("a pad in the middle", (torch.tensor([[5, 0, 7, 0], [0, 0, 6, 8]]), 0)),
        Trial("a row of nothing but pads", (torch.tensor([[0, 0], [1, 0]]), 0)),
        Trial(
            "an input on another device",
            (torch.tensor([[5, 0, 0]]), 0),
            run=_meta_device,
            test=_on_meta,
            criterion="device",
        ),
    ],
    truth=_padding,
    axes=("B 1 1 L",),
    criteria={"device": "is on the device of its input"},
    smallest=Family(
        {"B": (1, 2), "L": (1, 2, 3), "pad_id": (0, 1)},
        lambda draw, B, L, pad_id: Trial("", (draw.integers(0, 3, B, L), pad_id)),
    ),
    hints=(
        "A key is a pad or it is not. How do you ask that of all ids at once?",
        "`ids != pad_id` has the shape (B, L). Two axes of size 1 are missing, for heads and queries.",
        "`mask[:, None, None, :]` puts two axes in the middle.",
    ),
    mistakes=(
        Mistake(
            "mask-inverted", *_INVERTED, simulate=lambda i, p: ~_padding(i, p), hint="ids != pad_id"
        ),
        Mistake(
            "axes-missing",
            "The numbers are right, but the mask is (B, L). With scores (B, h, L_q, L_k) it would line up with the wrong axes.",
            "Write the shape (B, 1, 1, L) below yours. Which axes are missing, and where?",
            simulate=lambda i, p: _padding(i, p)[:, 0, 0],
            hint="[:, None, None, :]",
        ),
        Mistake(
            "axes-missing",
            "The mask is (B, 1, L): one axis too few. Where B equals the number of heads, it would broadcast over heads without an error.",
            "Write the shape (B, 1, 1, L) below yours. Which axes are missing, and where?",
            simulate=lambda i, p: _padding(i, p)[:, 0],
            hint="Two axes are wanted between B and L.",
        ),
        Mistake(
            "mask-on-queries",
            "Your pads lie on the query axis: (B, 1, L, 1). That silences pad queries, and pads can still be read as keys.",
            "On which axis of your mask do the words stand? Which axis are the keys?",
            simulate=lambda i, p: _padding(i, p).transpose(2, 3),
            hint="Keys are the last axis.",
        ),
        Mistake(
            "pad-id-fixed",
            "Id 0 is hidden, whatever `pad_id` says.",
            "Look for a number in your code that should be the argument.",
            simulate=lambda i, p: _padding(i, 0),
            hint="Compare with the argument `pad_id`.",
        ),
        Mistake(
            "truth-of-ids",
            "You asked whether the id is larger than the pad id. Smaller ids are words too.",
            "An id may be smaller or larger than the pad's. Which comparison do you use?",
            simulate=lambda i, p: (i > p)[:, None, None],
            hint="Use `!=`.",
        ),
        Mistake(
            "pads-on-the-left",
            "You counted the real words of a row and opened as many keys at its END. Pads stand on the right here, and any key may be one.",
            "Ask each id by itself: is it the pad?",
            simulate=lambda i, p: _counted(i, p).flip(-1),
        ),
        Mistake(
            "only-the-length-counts",
            "You counted the real words of a row and opened as many keys at its start. A pad may also stand between words.",
            "Ask each id by itself: is it the pad?",
            simulate=lambda i, p: _counted(i, p),
        ),
        Mistake(
            "one-mask-for-all",
            "All sentences get the same mask. Each has pads of its own.",
            "Keep the batch axis: nothing is to be summed or joined over it.",
            simulate=lambda i, p: _padding(i, p).all(0, keepdim=True).expand(len(i), -1, -1, -1),
        ),
        _DEVICE,
    ),
)

# --- causal_mask ---------------------------------------------------------------------------------


def _causal(length: int, device: Any = None) -> Tensor:
    return torch.tensor([[[[k <= q for k in range(length)] for q in range(length)]]])


CAUSAL_MASK = Exercise(
    id="causal_mask",
    title="hide the future",
    call="causal_mask(length, device)",
    trials=lambda draw: [
        Trial("length 3", (3,)),
        Trial("length 1", (1,)),
        Trial("length 6", (6,), {"device": "cpu"}),
        Trial(
            "another device",
            (4,),
            {"device": "meta"},
            run=_meta_device,
            test=_on_meta,
            criterion="device",
        ),
    ],
    truth=_causal,
    axes=("1 1 L L",),
    criteria={"device": "is made on the device that is asked for"},
    smallest=Family({"length": (1, 2, 3)}, lambda draw, length: Trial("", (length,))),
    hints=(
        "Write the mask for 3 tokens on paper. Which keys may token 0 see, and which may token 2?",
        "Row q is True for keys 0 to q, itself included. That is a lower triangle.",
        "`torch.ones(L, L, dtype=torch.bool, device=device).tril()`, and two axes in front.",
    ),
    mistakes=(
        Mistake("mask-inverted", *_INVERTED, simulate=lambda n, device=None: ~_causal(n)),
        Mistake(
            "diagonal-blocked",
            "A token may not see itself in your mask. Token 0 then sees nothing at all.",
            "May a token look at itself? Look at the diagonal.",
            simulate=lambda n, device=None: _causal(n).tril(-1),
            hint="tril(), not tril(-1)",
        ),
        Mistake(
            "one-future-token",
            "Each token sees one token of the future. In training it sees its own answer: the loss is near zero and decoding fails.",
            "Look at the number in `tril`.",
            simulate=lambda n, device=None: torch.ones(1, 1, n, n, dtype=torch.bool).tril(1),
        ),
        Mistake(
            "past-and-future-swapped",
            "Your triangle is the upper one: each token sees itself and the future.",
            "Rows are queries, columns are keys. May query 0 see key 1 in your mask?",
            simulate=lambda n, device=None: torch.ones(1, 1, n, n, dtype=torch.bool).triu(),
            hint="Rows are queries, columns are keys: use the lower triangle.",
        ),
        Mistake(
            "nothing-blocked",
            "Every entry is True: nothing is hidden.",
            "Which half of the table should be False?",
            simulate=lambda n, device=None: torch.ones(1, 1, n, n, dtype=torch.bool),
            hint="Keep the lower triangle only, with `tril()`.",
        ),
        Mistake(
            "diagonal-across",
            "Your triangle leans to the other side: its edge runs from the top right to the bottom left.",
            "Row 0 sees key 0 alone; the last row sees all.",
            simulate=lambda n, device=None: _causal(n).flip(-1),
        ),
        Mistake(
            "axes-missing",
            "The triangle is right. Two axes of size 1 in front are missing, for batch and heads.",
            "Write the shape (1, 1, L, L) below yours. Which axes are missing, and where?",
            simulate=lambda n, device=None: _causal(n)[0, 0],
            hint="Use `[None, None]`.",
        ),
        Mistake(
            "axes-missing",
            "The triangle is right, but it has three axes and not four.",
            "Write the shape (1, 1, L, L) below yours. Which axes are missing, and where?",
            simulate=lambda n, device=None: _causal(n)[0],
            hint="Use `[None, None]`.",
        ),
        _DEVICE,
    ),
)

# --- target_mask ---------------------------------------------------------------------------------


def _target(ids: Tensor, pad_id: int) -> Tensor:
    rows = ids.tolist()
    size = range(len(rows[0]))
    return torch.tensor(
        [[[[k <= q and row[k] != pad_id for k in size] for q in size]] for row in rows]
    )


TARGET_MASK = Exercise(
    id="target_mask",
    title="hide the future and the pads",
    call="target_mask(ids, pad_id)",
    trials=lambda draw: [
        Trial("1 row of 3, one pad", (torch.tensor([[5, 7, 0]]), 0)),
        Trial("2 rows of 4", (torch.tensor([[1, 7, 4, 0], [1, 0, 0, 0]]), 0)),
        Trial(
            "a pad in the middle",
            (torch.tensor([[1, 0, 4, 6, 0], [0, 3, 2, 2, 2], [1, 1, 1, 1, 1]]), 0),
        ),
        Trial("pad id 9, where 0 is a word", (torch.tensor([[0, 3, 9, 9], [5, 0, 0, 9]]), 9)),
        Trial(
            "an input on another device",
            (torch.tensor([[5, 0, 0]]), 0),
            run=_meta_device,
            test=_on_meta,
            criterion="device",
        ),
    ],
    truth=_target,
    axes=("B 1 L L",),
    criteria={"device": "is on the device of its input"},
    smallest=Family(
        {"B": (1, 2), "L": (1, 2, 3), "pad_id": (0, 1)},
        lambda draw, B, L, pad_id: Trial("", (draw.integers(0, 3, B, L), pad_id)),
    ),
    hints=(
        "A key may be read if two things hold. Which two?",
        "You have both masks already: (B, 1, 1, L) and (1, 1, L, L). They broadcast.",
        "Join them with `&`, and make the causal one on `ids.device`.",
    ),
    mistakes=(
        Mistake(
            "padding-forgotten",
            "Only the future is hidden. Pads inside or before a row can still be read.",
            "Two things must hold for a key. Which of them does your mask ask?",
            simulate=lambda i, p: _causal(i.shape[1]).expand(len(i), 1, -1, -1),
            hint="Join it with the padding mask.",
        ),
        Mistake(
            "padding-forgotten",
            "Only the future is hidden, for one row. Pads can still be read.",
            "Two things must hold for a key. Which of them does your mask ask?",
            simulate=lambda i, p: _causal(i.shape[1]),
            hint="Join it with the padding mask.",
        ),
        Mistake(
            "future-visible",
            "Only the pads are hidden. Every token can read the future.",
            "Two things must hold for a key. Which of them does your mask ask?",
            simulate=lambda i, p: _padding(i, p),
            hint="Join it with the causal mask.",
        ),
        Mistake(
            "future-visible",
            "Only the pads are hidden. Every token can read the future.",
            "Two things must hold for a key. Which of them does your mask ask?",
            simulate=lambda i, p: _padding(i, p).expand(-1, -1, i.shape[1], -1),
            hint="Join it with the causal mask.",
        ),
        Mistake(
            "or-for-and",
            "You joined the two with `|`: a key is open if one of them allows it. Both must.",
            "How do you join the two conditions: must one of them hold, or both?",
            simulate=lambda i, p: _padding(i, p) | _causal(i.shape[1]),
            hint="Use `&`.",
        ),
        Mistake(
            "pad-queries-blocked",
            "You closed the rows of the pads too. The contract asks about keys only: what a pad reads is nobody's concern, and a row that is closed throughout is a trap for the softmax.",
            "On which axes do you lay the padding mask? One of them is enough.",
            simulate=lambda i, p: _target(i, p) & _padding(i, p).transpose(2, 3),
            hint="One mask lies on the key axis, and none on the query axis.",
        ),
        Mistake(
            "axes-missing",
            "The numbers are right, but the axis for the heads is missing: (B, L, L). Where B equals the number of heads, it would broadcast over heads without an error.",
            "Write the shape (B, 1, L, L) below yours. Which axis is missing, and where?",
            simulate=lambda i, p: _target(i, p)[:, 0],
            hint="Add an axis of size 1 behind the batch.",
        ),
        Mistake("mask-inverted", *_INVERTED, simulate=lambda i, p: ~_target(i, p)),
        Mistake(
            "mask-on-queries",
            "Your pads lie on the query axis. Pads can still be read as keys.",
            "On which axis of your padding mask do the words stand? Which axis are the keys?",
            simulate=lambda i, p: _padding(i, p).transpose(2, 3) & _causal(i.shape[1]),
            hint="Keys are the last axis: (B, 1, 1, L).",
        ),
        Mistake(
            "pad-id-fixed",
            "Id 0 is hidden, whatever `pad_id` says.",
            "Look for a number in your code that should be the argument.",
            simulate=lambda i, p: _target(i, 0),
            hint="Pass `pad_id` on.",
        ),
        _DEVICE,
    ),
)

# --- masked_attend -------------------------------------------------------------------------------


def _attend(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None, faults: Collection[str] = ()
) -> tuple[Tensor, Tensor]:
    """Query by query in float64: softmax over the keys that are open, and over nothing else."""
    dtype, (q, k, v) = q.dtype, (q.double(), k.double(), v.double())
    scores = (q[..., :, None, :] * k[..., None, :, :]).sum(-1)  # (B, h, L_q, L_k)
    d_k = q.shape[-1]
    scales = {"no-scale": 1.0, "by-d_k": d_k}
    scores = scores / next((scales[f] for f in faults if f in scales), math.sqrt(d_k))
    axis = -2 if "over-queries" in faults else -1
    open_ = torch.ones_like(scores, dtype=torch.bool)
    if mask is not None and "no-mask" not in faults:
        open_ = (~mask if "inverted" in faults else mask).expand_as(scores)
    if "tiny-fill" in faults:
        weights = torch.where(open_, scores, 1e-9).softmax(axis)
    elif "added" in faults:
        weights = (
            (scores + open_.double()).softmax(axis) if mask is not None else scores.softmax(axis)
        )
    elif "after-softmax" in faults:
        weights = scores.softmax(axis) * open_
    elif "over-queries" in faults:
        weights = torch.where(open_, scores, -torch.inf).softmax(axis).nan_to_num()
    elif "uniform" in faults:
        weights = torch.where(open_, scores, -1e30).softmax(axis)
    else:
        flat = torch.zeros_like(scores)
        for at in open_.any(-1).nonzero().tolist():
            keys = open_[tuple(at)]
            flat[tuple(at)][keys] = scores[tuple(at)][keys].softmax(-1)
        weights = flat
    return (weights @ v).to(dtype), weights.to(dtype)


def _blocked_run(answer: Any, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> dict[str, Any]:
    """Forward and backward with a row in which every key is blocked."""
    parts = [t.clone().requires_grad_() for t in (q, k, v)]
    output, weights = answer(*parts, mask)
    grads = torch.autograd.grad((output.sum() + (weights**2).sum()), parts, allow_unused=True)
    zeros = [torch.zeros_like(t) if g is None else g for g, t in zip(grads, parts, strict=True)]
    return {"output": output, "weights": weights, "gradients": zeros}


def _blocked_test(value: dict, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Finding | None:
    gone = ~mask.expand(value["weights"].shape).any(-1)  # rows with every key blocked
    output, weights = value["output"][gone], value["weights"][gone]
    if bool(output.isnan().any() or weights.isnan().any()):
        return Finding(
            "A query whose keys are all blocked gives NaN.",
            mistake="blocked-row-nan",
            pair=(torch.zeros_like(output), output)
            if bool(output.isnan().any())
            else (torch.zeros_like(weights), weights),
        )
    if bool(weights.any() or output.any()):
        return Finding(
            "A query whose keys are all blocked still has weights.",
            mistake="blocked-row-uniform",
            pair=(torch.zeros_like(weights), weights)
            if bool(weights.any())
            else (torch.zeros_like(output), output),
        )
    if not all(bool(g.isfinite().all()) for g in value["gradients"]):
        return Finding(
            "The output is finite, but the gradient is NaN.", mistake="blocked-row-nan-gradient"
        )
    return None


def _half_run(answer: Any, *args: Any) -> Any:
    return answer(*args)


def _half_test(value: Any, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Finding | None:
    pair = isinstance(value, (tuple, list)) and len(value) == 2
    if not pair or value[0].dtype != q.dtype or value[1].dtype != q.dtype:
        return Finding(
            f"With {q.dtype} inputs the results are of another type.",
            "The precision should stay as it came.",
            "Make new tensors with `dtype=scores.dtype`.",
        )
    if not all(bool(t.isfinite().all()) for t in value):
        return Finding(f"With {q.dtype} inputs the result is not finite.", mistake="half-precision")
    if bool(value[1].masked_select(~mask.expand_as(value[1])).any()):
        return Finding(
            f"With {q.dtype} inputs blocked keys keep a weight.", mistake="half-precision"
        )
    wanted = _attend(q, k, v, mask)
    if not all(
        torch.allclose(a.float(), b.float(), atol=0.03) for a, b in zip(value, wanted, strict=True)
    ):
        return Finding(f"With {q.dtype} inputs the numbers are wrong.", mistake="half-precision")
    return None


def _masked_trials(draw: Draw) -> list[Trial]:
    def three(
        b: int, h: int, l_q: int, l_k: int, d_k: int, d_v: int, **options: Any
    ) -> tuple[Tensor, ...]:
        return (
            draw.normal(b, h, l_q, d_k, **options),
            draw.normal(b, h, l_k, d_k, **options),
            draw.normal(b, h, l_k, d_v, **options),
        )

    def open_mask(*shape: int) -> Tensor:
        mask = draw.integers(0, 2, *shape).bool()
        mask[..., 0] = True  # at least one key stays open
        return mask

    padding = torch.tensor(
        [[[[True, True, True, False, False]]], [[[True, False, False, False, False]]]]
    )
    causal = torch.ones(1, 1, 4, 4, dtype=torch.bool).tril()
    gone = open_mask(2, 1, 3, 5)
    gone[1, 0, 2] = False
    small = (draw.whole(1, 1, 2, 2), draw.whole(1, 1, 2, 2), draw.whole(1, 1, 2, 2))
    double = torch.float64
    return [
        Trial("2 tokens, the second key blocked", (*small, torch.tensor([[[[True, False]]]]))),
        Trial("no mask", three(2, 3, 4, 5, 6, 7)),
        Trial("a padding mask (B, 1, 1, L_k)", (*three(2, 3, 4, 5, 6, 7), padding)),
        Trial("a causal mask (1, 1, L, L)", (*three(2, 3, 4, 4, 2, 5), causal)),
        Trial("a mask of its own for each head", (*three(2, 3, 4, 5, 6, 7), open_mask(2, 3, 4, 5))),
        Trial("a mask (L_q, L_k)", (*three(3, 2, 4, 6, 5, 7), open_mask(4, 6))),
        Trial("float64", (*three(2, 3, 5, 4, 6, 2, dtype=double), open_mask(2, 1, 5, 4))),
        Trial(
            "a query with every key blocked",
            (*three(2, 2, 3, 5, 4, 6), gone),
            run=_blocked_run,
            test=_blocked_test,
            criterion="blocked",
            shown=("q", "k", "v", "mask"),
        ),
        Trial(
            "a sentence of nothing but pads, mask (B, 1, 1, L_k)",
            (*three(2, 2, 3, 5, 4, 6), padding & torch.tensor([True, False])[:, None, None, None]),
            run=_blocked_run,
            test=_blocked_test,
            criterion="blocked",
            shown=("q", "k", "v", "mask"),
        ),
        Trial(
            "float16",
            (*three(2, 2, 3, 5, 4, 6, dtype=torch.float16), gone),
            run=_half_run,
            test=_half_test,
            criterion="half",
        ),
        Trial(
            "bfloat16",
            (*three(2, 2, 3, 5, 4, 6, dtype=torch.bfloat16), gone),
            run=_half_run,
            test=_half_test,
            criterion="half",
        ),
    ]


MASKED_ATTEND = Exercise(
    id="masked_attend",
    title="attention with a mask",
    call="masked_attend(q, k, v, mask)",
    trials=_masked_trials,
    truth=_attend,
    parts=("output", "weights"),
    axes=("B h L_q d_v", "B h L_q L_k"),
    criteria={
        "blocked": "gives zeros, with finite gradients, where every key is blocked",
        "half": "works in float16 and bfloat16",
    },
    points=3,
    faulty=lambda faults, *args, **kwargs: _attend(*args, **kwargs, faults=faults),
    smallest=Family(
        {"h": (1, 2), "L_q": (1, 2), "L_k": (1, 2, 3), "d_k": (1, 2), "d_v": (1, 2)},
        lambda draw, h, L_q, L_k, d_k, d_v: Trial(
            "",
            (
                draw.whole(1, h, L_q, d_k),
                draw.whole(1, h, L_k, d_k),
                draw.whole(1, h, L_k, d_v),
                torch.arange(L_k).view(1, 1, 1, L_k) < max(1, L_k - 1),  # the last key is blocked
            ),
        ),
    ),
    hints=(
        "A blocked key must weigh 0, and the others must still sum to 1. Before or after the softmax, then?",
        "Fill blocked scores with minus infinity, then softmax. Which row makes trouble, and what comes out of it?",
        "After the softmax set blocked weights to 0 once more: `masked_fill(~mask, 0)`. To keep the gradient finite, fill with `torch.finfo(scores.dtype).min` instead of -inf.",
    ),
    mistakes=(
        Mistake(
            "mask-ignored",
            "Your result is the same as without a mask.",
            "Does `masked_fill` give back a new tensor, and is it used?",
            fault="no-mask",
            hint="scores = scores.masked_fill(...)",
        ),
        Mistake(
            "mask-inverted",
            "You blocked what was open and opened what was blocked. True means may attend; `masked_fill` fills where its mask is True.",
            "`masked_fill` fills where its argument is True. Where is your mask True?",
            fault="inverted",
            hint="Give `masked_fill` the opposite: `~mask`.",
        ),
        Mistake(
            "filled-with-zero",
            "Blocked keys got a score of 0, or nearly: filled with 1e-9, or multiplied by the mask. A score of 0 is an ordinary score, and softmax gives it a weight.",
            "Blocked scores must be very negative before the softmax. Is a minus sign missing?",
            fault="tiny-fill",
            hint="-inf, not 1e-9",
        ),
        Mistake(
            "mask-added",
            "You added the mask as 0 and 1. That only nudges the scores a little.",
            "What does a 0 or a 1 added to a score change? What would remove a key altogether?",
            fault="added",
            hint="Blocked scores must be very negative before the softmax.",
        ),
        Mistake(
            "masked-after-softmax",
            "You blocked after the softmax. The blocked keys took their share already, so the rows no longer sum to 1.",
            "At which moment must a key leave the race: before the shares are given out, or after?",
            fault="after-softmax",
            hint="Block the scores, before the softmax.",
        ),
        Mistake(
            "softmax-over-queries",
            "Your softmax runs over the queries: columns sum to 1, not rows.",
            "Which axis do the keys stand on? Look at `dim` in your softmax.",
            fault="over-queries",
            hint="Keys are the last axis: dim=-1.",
        ),
        Mistake(
            "no-scale",
            "The scores are not divided by √d_k.",
            "What happened to the scores in notebook 03 before the softmax?",
            fault="no-scale",
            hint="Divide the scores by √d_k, as in notebook 03.",
        ),
        Mistake(
            "divided-by-d_k",
            "The scores are divided by d_k and not by its root.",
            "Compare your divisor with notebook 03.",
            fault="by-d_k",
            hint="Use the root of d_k.",
        ),
        Mistake(
            "blocked-row-uniform",
            "With a large negative fill, a row with every key blocked becomes even: all its scores are the same. It reads what it must not.",
            "What are the weights of that row after the softmax, and what should they be?",
            hint="weights.masked_fill(~mask, 0.0)",
        ),
        Mistake(
            "blocked-row-nan",
            "Softmax over nothing but -inf is 0/0: NaN. One such row spoils the loss of the whole batch.",
            "What does a softmax over nothing but -inf divide by? What could you fill with instead, and what must then be mended?",
            hint="Fill with torch.finfo(scores.dtype).min, softmax, then set blocked weights to 0.",
        ),
        Mistake(
            "blocked-row-nan-gradient",
            "You repaired the NaN after the softmax, but its gradient was NaN already. It runs backward into all weights.",
            "A NaN that is replaced afterwards still spoils the gradient. Where does it arise?",
            hint="torch.finfo(scores.dtype).min is finite.",
        ),
        Mistake(
            "half-precision",
            "In half precision numbers end at 65504, so a constant like -1e20 cannot be stored.",
            "Is your fill larger than what the type can hold? Where can the limit be asked for?",
            raises=r"without overflow|Half|BFloat16",
            hint="Take the fill from the type: `torch.finfo(scores.dtype).min`, or -inf.",
        ),
        Mistake(
            "mask-needed",
            "Your code does not work without a mask: `mask` may be None.",
            "Which lines of yours run only if a mask came? Which should always run?",
            raises=r"'NoneType'|bad operand type for unary ~: 'NoneType'|UnboundLocalError|must be Tensor, not NoneType|NoneType",
            hint="Put only the masking behind `if mask is not None:`.",
        ),
        Mistake(
            "truth-of-a-tensor",
            "`if mask:` asks one yes or no of many numbers.",
            "What do you ask of the mask: whether it is there, or whether it is true?",
            raises=r"Boolean value of Tensor",
            hint="Write `if mask is not None:`.",
        ),
    ),
)

EXERCISES = (PADDING_MASK, CAUSAL_MASK, TARGET_MASK, MASKED_ATTEND)

QUESTIONS = (
    Question(
        id="causal_count",
        text="A causal mask for 4 tokens: how many of the 16 cells are open?",
        answer=10,
        choices={
            10: "1 + 2 + 3 + 4: token q sees itself and all before it.",
            6: "That is without the diagonal. A token may see itself.",
            16: "That is no mask at all.",
            8: "Count row by row: 1, 2, 3 and 4 open cells.",
        },
        otherwise="Count row by row: token 0 sees 1 key, token 1 sees 2, and so on.",
    ),
    Question(
        id="mask_before_softmax",
        text="You set blocked weights to 0 after the softmax and do nothing else. What do the rows sum to?",
        answer="less than 1",
        choices={
            "less than 1": "The blocked keys took their share already, and it is thrown away.",
            "1": "They did before. Then a part was thrown away.",
            "more than 1": "Nothing was added.",
        },
    ),
    Question(
        id="cross_mask_shape",
        text="Decoder queries: 5 tokens. Encoder keys: 7 tokens, some are pads. What is the last axis of the cross-attention mask?",
        answer=7,
        choices={
            7: "The mask says which keys may be read, and the keys are the source.",
            5: "Those are the queries, the second-last axis.",
        },
        otherwise="Keys are the last axis, and the keys of cross-attention come from the encoder.",
    ),
)
