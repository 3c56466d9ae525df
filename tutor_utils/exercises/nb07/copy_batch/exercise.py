"""Draw sequences to copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial, call
from ....engine.run import guard
from ....engine.values import snapshot
from ...drawing import ROWS, VALUES, batches, verify_apart

PAD, BOS, EOS = 0, 1, 2
SHOWN = ("batch_size", "max_len", "vocab_size")
Row = list[int]


def with_generator(answer: Callable[..., Any], *sizes: int) -> Any:
    """Probe: one batch from a seeded generator."""
    return answer(*sizes, generator=torch.Generator().manual_seed(4), device="cpu")


def lengths(answer: Callable[..., Any], seed: int) -> list[list[int]]:
    """How many symbols the rows of small batches have."""

    def draw(generator: torch.Generator) -> list[int]:
        src, _ = answer(ROWS, VALUES, 9, generator=generator)
        return [int((row == EOS).int().argmax()) for row in src]

    return batches(draw, seed)


def on_device(answer: Callable[..., Any], *sizes: int) -> str:
    """Probe: the device of a batch for the device "meta", which holds shapes and no numbers."""
    try:
        src, tgt = answer(*sizes, device="meta")
    except Exception:  # a right answer may fail on "meta", which has no numbers
        return "unknown"
    return " and ".join(sorted({src.device.type, tgt.device.type}))


def by_seed(answer: Callable[..., Any], *sizes: int) -> dict[str, Any]:
    """Probe: batches from generators with equal and other seeds, and two without a generator."""

    def batch(global_seed: int, own: torch.Generator) -> Any:
        guard.seed(global_seed)
        return snapshot(answer(*sizes, generator=own))

    one, again, other = (torch.Generator().manual_seed(s) for s in (5, 5, 6))
    return {
        "first": batch(1, one),
        "later": batch(1, one),
        "again": batch(2, again),
        "other": batch(1, other),
        "without": [snapshot(answer(*sizes)), snapshot(answer(*sizes))],
    }


def form(value: Any, size: int, max_len: int, vocab: int) -> Finding | None:
    """The form of one (src, tgt) pair, from narrow to wide."""
    pair = isinstance(value, tuple | list) and len(value) == 2
    if not pair or not all(isinstance(t, Tensor) for t in value):
        return Finding(
            "The function did not return two tensors.",
            "It should return (src, tgt).",
            "End with `return src, tgt`.",
            diagnosis="not-a-pair",
        )
    src, tgt = value
    if src.dtype != torch.int64 or tgt.dtype != torch.int64:
        return Finding(f"The dtypes are {src.dtype} and {tgt.dtype}.", mistake="ids-not-long")
    if src.dim() != 2 or src.shape[0] != size or tgt.shape != (size, src.shape[1] + 1):
        return _odd_shapes(src, tgt, size)
    rows = list(zip(src.tolist(), tgt.tolist(), strict=True))
    led_by_bos = all(s[:1] == [BOS] for s, _ in rows)
    with_eos = any(_has_eos_inside(s) for s, _ in rows)
    for number, (s, t) in enumerate(rows):
        slug = "bos-in-source" if led_by_bos else _fault(s, t, vocab)
        if slug == "not-right-padded" and with_eos:
            if not _has_eos_inside(s):  # else the row allows several readings
                continue
            slug = "specials-as-symbols"
        if slug:
            return Finding(f"Row {number} of {size}: src={s}, tgt={t}.", mistake=slug)
        if t[1:] != s:
            return Finding(
                f"Row {number} of {size}: src={s}, tgt={t}.",
                "After its bos the target is not the same row as the source, so there is nothing "
                "to copy.",
                "Are the symbols drawn once, or twice? Do both rows stand in the same order?",
                diagnosis="target-not-a-copy",
            )
    return None


def _has_eos_inside(src: Row) -> bool:
    """Whether an eos was drawn as a symbol: the row holds another one at its end."""
    behind = src[src.index(EOS) + 1 :] if EOS in src else []
    return EOS in behind and any(x != EOS for x in behind)


def _odd_shapes(src: Tensor, tgt: Tensor, size: int) -> Finding:
    """The finding for two shapes that do not fit together."""
    slug = None
    if src.dim() == 2 and torch.equal(src, tgt):
        slug = "bos-in-source" if bool((src[:, :1] == BOS).all()) else "bos-missing"
    elif src.dim() == 2 and src.shape == tgt.shape and torch.equal(tgt[:, 1:], src[:, :-1]):
        slug = "target-cut"
    return Finding(
        f"src is {tuple(src.shape)} and tgt is {tuple(tgt.shape)}; "
        f"expected (B, L) and (B, L+1) with B={size}.",
        "The target has one more column than the source: the bos in front.",
        "src = symbols + eos, tgt = bos + symbols + eos, then pad both on the right.",
        slug,
        diagnosis="shapes-do-not-go-together",
    )


def _fault(src: Row, tgt: Row, vocab: int) -> str | None:
    """The known mistake that a (src, tgt) row shows; None without one."""
    if EOS not in src:
        return "eos-missing"
    end = src.index(EOS)
    symbols, behind = src[:end], src[end + 1 :]
    faults = {
        "symbols-out-of-range": min(src + tgt) < 0 or max(src + tgt) >= vocab,
        "specials-as-symbols": min(symbols, default=3) < 3,
        "not-right-padded": any(behind),
        "empty-rows": not symbols,
        "bos-missing": tgt[0] != BOS,
        "target-without-eos": tgt[1:] == [*symbols, PAD, *behind],
    }
    return next((slug for slug, found in faults.items() if found), None)


def spread(value: Any, size: int, max_len: int, vocab: int) -> Finding | None:
    """Every length and every symbol occurs, and symbols are independent."""
    found = form(value, size, max_len, vocab)
    if found:
        return found
    rows = [row[: row.index(EOS)] for row in value[0].tolist()]
    lengths, wanted = {len(row) for row in rows}, set(range(1, max_len + 1))
    if lengths != wanted:
        return Finding(
            f"In {size} rows the lengths were {sorted(lengths)}; expected every length from 1 to "
            f"{max_len}.",
            "The count of symbols must be anything from 1 to max_len.",
            "Which lengths can your code draw? Look at both ends of what you draw.",
            "one-length" if len(lengths) == 1 else None,
            diagnosis="lengths-never-drawn",
        )
    symbols, wanted = {x for row in rows for x in row}, set(range(3, vocab))
    if symbols != wanted:
        return Finding(
            f"In {size} rows the symbols were {sorted(symbols)}; expected all from 3 to "
            f"{vocab - 1}.",
            "Symbols must be 3 to V-1, each of them possible.",
            "Which symbols can your code draw? Look at both ends of what you draw.",
            diagnosis="symbols-never-drawn",
        )
    if all(len(set(row)) == len(row) for row in rows):
        saw = f"In {size} rows no symbol came twice in a row."
        return Finding(saw, mistake="no-symbol-twice")
    return None


def seeded(value: Any, *sizes: int) -> Finding | None:
    """The numbers come from the given generator, else from PyTorch's own."""

    def same(one: Any, other: Any) -> bool:
        return all(map(torch.equal, one, other))

    if not same(value["first"], value["again"]):
        return Finding(
            "Two generators with one seed gave two different batches.", mistake="generator-ignored"
        )
    if same(value["first"], value["other"]):
        return Finding(
            "Two generators with different seeds gave the same batch.", mistake="always-the-same"
        )
    if same(value["first"], value["later"]):
        return Finding(
            "Two calls with one generator gave the same batch.",
            mistake="generator-started-again",
        )
    if same(*value["without"]):
        return Finding("Two calls without a generator gave one batch.", mistake="always-the-same")
    return None


def moved(value: str, *sizes: int) -> Finding | None:
    """The batch is on the requested device."""
    if value in ("meta", "unknown"):
        return None
    return Finding(f'With device="meta" the batch came on {value}.', mistake="device-ignored")


def trials(inputs: Inputs) -> list[Trial]:
    """Batches of many rows, so that everything possible occurs."""

    def trial(name: str, *sizes: int, **options: Any) -> Trial:
        how = {"probe": with_generator, "verify": form, "shown": SHOWN, **options}
        return Trial(name, sizes, **how)

    return [
        trial("a call without generator and device", 100, 3, 7, probe=call),
        trial("120 rows of at most 3 symbols", 120, 3, 6),
        trial("more symbols in a row than in the vocabulary", 100, 6, 7),
        trial("a drawn size", *inputs.integers(20, 40, 3).tolist()),
        trial("every length and symbol", 250, 6, 12, verify=spread, criterion="spread"),
        Trial(
            "batches of 4 rows",
            (inputs.seed % 2**31,),
            probe=lengths,
            verify=verify_apart,
            criterion="spread",
            shown=("",),
        ),
        trial("the generator decides", 6, 8, 11, probe=by_seed, verify=seeded, criterion="seeded"),
        trial("device", 4, 3, 7, probe=on_device, verify=moved, criterion="device"),
    ]


exercise = Exercise(
    trials,
    call="copy_batch(batch_size, max_len, vocab_size, generator, device)",
    criteria={
        "spread": "draws every length from 1 to max_len and every symbol from 3 on, row by row",
        "seeded": "draws from the given generator, and from nothing else",
        "device": "gives the batch on the device that was asked for",
        "circumstances": "does the same under other circumstances",
    },
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3)},
        lambda inputs, B, L: Trial("", (B, L, 7), probe=with_generator, verify=form, shown=SHOWN),
    ),
    unless={"chance": "it draws a batch"},
    version=5,
)
