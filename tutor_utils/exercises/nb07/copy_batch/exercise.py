"""Draw sequences to copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from ....engine import seeds
from ....engine.exercise import Exercise, Finding, SizeGrid, Trial, call
from ....engine.inputs import Inputs
from ....engine.values import snapshot

HINTS = (
    "Write one row by hand first: symbols 5 7 with max_len 4. What is src, what is tgt?",
    "Draw a (B, max_len) tensor of symbols and a length for each row. Compare a row of positions, "
    "`torch.arange`, with the lengths.",
    "`torch.where(position < length, symbols, pad)` keeps the symbols. eos goes where "
    "position == length. tgt is a column of bos, then src.",
)
PAD, BOS, EOS = 0, 1, 2
Row = list[int]


def on_device(answer: Callable[..., Any], batch_size: int, max_len: int, vocab_size: int) -> str:
    """Where a batch for the device "meta" is, which holds shapes and no numbers."""
    try:
        src, tgt = answer(batch_size, max_len, vocab_size, device="meta")
    except Exception:  # not every right way of drawing works without numbers
        return "unknown"
    return " and ".join(sorted({src.device.type, tgt.device.type}))


def by_seed(
    answer: Callable[..., Any], batch_size: int, max_len: int, vocab_size: int
) -> dict[str, Any]:
    """Batches from generators with one seed or two, and from none."""
    sizes = (batch_size, max_len, vocab_size)

    def batch(global_seed: int, own_seed: int) -> Any:
        seeds.seed(global_seed)
        generator = torch.Generator().manual_seed(own_seed)
        batch = snapshot(answer(*sizes, generator=generator, device="cpu"))
        return batch, torch.get_rng_state()

    (first, after_1), (again, after_2), (other, _) = batch(1, 5), batch(2, 5), batch(1, 6)
    seeds.seed(3)
    return {
        "first": first,
        "again": again,
        "other": other,
        "global seed set": torch.equal(after_1, after_2),
        "without": [snapshot(answer(*sizes)), snapshot(answer(*sizes))],
    }


def with_generator(
    answer: Callable[..., Any], batch_size: int, max_len: int, vocab_size: int
) -> Any:
    """One batch, drawn from a generator of its own."""
    generator = torch.Generator().manual_seed(4)
    return answer(batch_size, max_len, vocab_size, generator=generator, device="cpu")


def small_batches(answer: Callable[..., Any], count: int, max_len: int, vocab: int) -> list[Any]:
    """So many batches of 1, 2 and 3 rows, from one generator."""
    generator = torch.Generator().manual_seed(4)
    return [
        [snapshot(answer(size, max_len, vocab, generator=generator)) for _ in range(count)]
        for size in (1, 2, 3)
    ]


def form(value: Any, size: int, max_len: int, vocab: int) -> Finding | None:
    """The form of one (src, tgt) pair, from narrow to wide."""
    pair = isinstance(value, tuple | list) and len(value) == 2
    if not pair or not all(isinstance(t, Tensor) for t in value):
        return Finding(
            "The function did not return two tensors.",
            "It should return (src, tgt).",
            "End with `return src, tgt`.",
            "not-a-pair",
        )
    src, tgt = value
    if src.dtype != torch.int64 or tgt.dtype != torch.int64:
        return Finding(f"The dtypes are {src.dtype} and {tgt.dtype}.", mistake="ids-not-long")
    if src.dim() != 2 or src.shape[0] != size or tgt.shape != (size, src.shape[1] + 1):
        return _odd_shapes(src, tgt, size)
    rows = list(zip(src.tolist(), tgt.tolist(), strict=True))
    for slug, wrong in _faults(rows, max_len, vocab):
        found = [number for number, row in enumerate(rows) if wrong(*row)]
        if found:
            s, t = rows[found[0]]
            return Finding(f"Row {found[0]} of {size}: src={s}, tgt={t}.", mistake=slug)
    return None


def _odd_shapes(src: Tensor, tgt: Tensor, size: int) -> Finding:
    """What can be said of two shapes that do not go together."""
    slug = None
    if src.dim() == 2 and src.shape == tgt.shape:
        slug = "bos-missing" if torch.equal(src, tgt) else None
        slug = "bos-in-source" if slug and bool((src[:, :1] == BOS).all()) else slug
        slug = "target-cut" if torch.equal(tgt[:, 1:], src[:, :-1]) else slug
    return Finding(
        f"src is {tuple(src.shape)} and tgt is {tuple(tgt.shape)}; "
        f"expected (B, L) and (B, L+1) with B={size}.",
        "The target has one more column than the source: the bos in front.",
        "src = symbols + eos, tgt = bos + symbols + eos, then pad both on the right.",
        slug,
        diagnosis="shapes-do-not-go-together",
    )


def _faults(
    rows: list[tuple[Row, Row]], max_len: int, vocab: int
) -> Iterator[tuple[str, Callable[[Row, Row], bool]]]:
    """(mistake, whether a row shows it). Each leaves out what those before it have caught."""

    def symbols(s: Row) -> Row:
        return s[: s.index(EOS)]

    def behind(s: Row) -> Row:
        return s[s.index(EOS) + 1 :]

    def led_by_pads(s: Row) -> bool:
        words = symbols(s)
        return PAD in words and PAD not in words[words.count(PAD) :]

    if all(s and s[0] == BOS for s, _ in rows):
        yield "bos-in-source", lambda s, t: True
    ends = [EOS in s for s, _ in rows]
    yield "eos-missing" if not any(ends) else "eos-missing-in-some", lambda s, t: EOS not in s
    yield "symbols-out-of-range", lambda s, t: any(x < 0 or x >= vocab for x in s + t)
    padded = all(led_by_pads(s) or PAD not in symbols(s) for s, _ in rows)
    odd = any(x in (BOS, EOS) for s, _ in rows for x in symbols(s) + behind(s))
    slug = "padded-on-the-left" if padded and not odd else "specials-as-symbols"
    yield slug, lambda s, t: any(x < 3 for x in symbols(s))
    yield "not-right-padded", lambda s, t: any(behind(s))
    yield "empty-rows", lambda s, t: not symbols(s)
    yield "longer-than-max-len", lambda s, t: len(symbols(s)) > max_len
    yield "bos-missing", lambda s, t: t[0] != BOS
    yield (
        "target-without-eos",
        lambda s, t: EOS not in t and t[1:] == [PAD if x == EOS else x for x in s],
    )
    yield "target-not-a-copy", lambda s, t: t[1:] != s


def spread(value: Any, size: int, max_len: int, vocab: int) -> Finding | None:
    """Every length and every symbol comes up."""
    found = form(value, size, max_len, vocab)
    return found or _spread(value[0].tolist(), f"In {size} rows", max_len, vocab)


def spread_over_batches(value: Any, count: int, max_len: int, vocab: int) -> Finding | None:
    """They come up, however few rows a batch has."""
    for size, batches in enumerate(value, start=1):
        found = next(filter(None, (form(batch, size, max_len, vocab) for batch in batches)), None)
        rows = [row for src, _ in batches for row in src.tolist()] if not found else []
        found = found or _spread(rows, f"In {count} batches with batch_size={size}", max_len, vocab)
        if found:
            return found
    return None


def _spread(rows: list[Row], where: str, max_len: int, vocab: int) -> Finding | None:
    lengths, wanted = {row.index(EOS) for row in rows}, set(range(1, max_len + 1))
    if lengths != wanted:
        slug = "one-length" if len(lengths) == 1 else None
        if not slug and all(len(set(row[: row.index(EOS)])) == row.index(EOS) for row in rows):
            slug = "no-symbol-twice"
        return Finding(
            f"{where} the lengths were {sorted(lengths)}; expected every length from 1 to "
            f"{max_len}.",
            "The count of symbols must be anything from 1 to max_len.",
            "Which lengths can your code draw? Look at both ends of what you draw.",
            slug,
            diagnosis="lengths-never-drawn",
        )
    symbols, wanted = {x for row in rows for x in row} - {PAD, EOS}, set(range(3, vocab))
    if symbols != wanted:
        return Finding(
            f"{where} the symbols were {sorted(symbols)}; expected all from 3 to {vocab - 1}.",
            "Symbols must be 3 to V-1, each of them possible.",
            "Which symbols can your code draw? Look at both ends of what you draw.",
            diagnosis="symbols-never-drawn",
        )
    return _variety(rows, where)


def _variety(rows: list[Row], where: str) -> Finding | None:
    """Rows that differ, and symbols that are drawn one by one."""
    longest = max(row.index(EOS) for row in rows)
    full = [row for row in rows if row.index(EOS) == longest]
    if all(row == full[0] for row in full):
        saw = f"{where} all {len(full)} rows of {longest} symbols were alike: {full[0]}."
        return Finding(saw, mistake="one-row-for-all")
    if longest > 1 and all(len(set(row[:longest])) == longest for row in full):
        return Finding(f"{where} no symbol came twice in a row.", mistake="no-symbol-twice")
    return None


def seeded(value: Any, *sizes: int) -> Finding | None:
    """What decides the numbers: the generator, or the global one where none is given."""

    def same(one: Any, other: Any) -> bool:
        pairs = zip(one, other, strict=True)
        return all(a.shape == b.shape and torch.equal(a, b) for a, b in pairs)

    if not same(value["first"], value["again"]):
        return Finding(
            "Two generators with one seed gave two different batches.", mistake="generator-ignored"
        )
    if same(value["first"], value["other"]):
        return Finding(
            "Two generators with different seeds gave the same batch.", mistake="always-the-same"
        )
    if value["global seed set"]:
        return Finding(
            "After your call the global generator stands at the same number, whatever it was "
            "seeded with before.",
            mistake="global-seed-set",
        )
    if same(*value["without"]):
        return Finding("Two calls without a generator gave one batch.", mistake="always-the-same")
    return None


def moved(value: str, *sizes: int) -> Finding | None:
    """A batch that was asked for on another device is there."""
    if value in ("meta", "unknown"):
        return None
    return Finding(f'With device="meta" the batch came on {value}.', mistake="device-ignored")


def trials(inputs: Inputs) -> list[Trial]:
    """Batches of many rows: whatever can be drawn is drawn."""

    def trial(name: str, *sizes: int, **options: Any) -> Trial:
        return Trial(name, sizes, **{"probe": with_generator, "verify": form, **options})

    return [
        trial("a call without generator and device", 100, 3, 7, probe=call),
        trial("120 rows of at most 3 symbols", 120, 3, 6),
        trial("more symbols in a row than in the vocabulary", 100, 6, 7),
        trial("rows of one symbol", 100, 1, 5),
        trial("rows of up to 130 symbols", 10, 130, 300),
        trial("a drawn size", *inputs.integers(20, 40, 3).tolist()),
        trial("every length and symbol", 250, 6, 12, verify=spread, criterion="spread"),
        trial(
            "80 batches of 1 row, of 2 and of 3",
            *(80, 4, 8),
            probe=small_batches,
            shown=("", "max_len", "vocab_size"),
            verify=spread_over_batches,
            criterion="spread",
        ),
        trial("the generator decides", 6, 8, 11, probe=by_seed, verify=seeded, criterion="seeded"),
        trial("device", 4, 3, 7, probe=on_device, verify=moved, criterion="device"),
    ]


exercise = Exercise(
    trials,
    call="copy_batch(batch_size, max_len, vocab_size, generator, device)",
    hints=HINTS,
    criteria={
        "spread": "draws every length from 1 to max_len and every symbol from 3 on",
        "seeded": "draws from the given generator, and from nothing else",
        "device": "gives the batch on the device that was asked for",
        "circumstances": "does the same under other circumstances",
    },
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3)},
        lambda inputs, B, L: Trial("", (B, L, 7), probe=with_generator, verify=form),
    ),
    unless={"chance": "it draws a batch"},
    version=3,
)
