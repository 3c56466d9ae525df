"""Notebook 07: the copy task: data, loss, schedule, step, decoding, measure (paper, section 5)."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Finding, Mistake, Question, Trial, refuses

PAD, BOS, EOS = 0, 1, 2

# --- copy_batch ----------------------------------------------------------------------------------


def _draw_batches(answer: Any, size: int, max_len: int, vocab: int, seed: int) -> dict[str, Any]:
    """Two batches from one generator's seed (the global one differs), and one from another seed."""

    def batch(global_seed: int, own_seed: int) -> Any:
        torch.manual_seed(global_seed)
        own = torch.Generator().manual_seed(own_seed)
        return answer(size, max_len, vocab, generator=own, device="cpu")

    return {"first": batch(1, seed), "again": batch(2, seed), "other": batch(1, seed + 1)}


def _default_call(answer: Any, size: int, max_len: int, vocab: int) -> Any:
    return answer(size, max_len, vocab)


def _look_at_batch(value: Any, size: int, max_len: int, vocab: int) -> Finding | None:
    """The form of one (src, tgt) pair, from narrow to wide."""
    pair = isinstance(value, (tuple, list)) and len(value) == 2
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
        return Finding(
            f"src is {tuple(src.shape)} and tgt is {tuple(tgt.shape)}; expected (B, L) and (B, L+1) with B={size}.",
            "The target has one more column than the source: the bos in front.",
            "src = symbols + eos, tgt = bos + symbols + eos, then pad both on the right.",
            "bos-missing" if tgt.shape == src.shape else None,
        )
    for row, (s, t) in enumerate(zip(src.tolist(), tgt.tolist(), strict=True)):
        finding = _look_at_row(row, s, t, max_len, vocab)
        if finding:
            return finding
    return None


def _look_at_row(row: int, s: list[int], t: list[int], max_len: int, vocab: int) -> Finding | None:
    saw = f"Row {row}: src={s}, tgt={t}."
    if EOS not in s:
        return Finding(saw, mistake="eos-missing")
    symbols, rest = s[: s.index(EOS)], s[s.index(EOS) + 1 :]
    if any(x < 0 or x >= vocab for x in s + t):
        return Finding(saw, mistake="symbols-out-of-range")
    if any(x < 3 for x in symbols) or any(x in (BOS, EOS) for x in rest):
        return Finding(saw, mistake="specials-as-symbols")
    if any(x != PAD for x in rest):
        return Finding(saw, mistake="not-right-padded")
    if not 1 <= len(symbols) <= max_len:
        return Finding(saw, mistake="lengths-out-of-range")
    if t[0] != BOS:
        return Finding(saw, mistake="bos-missing")
    if t[1:] != s:
        return Finding(
            saw,
            "tgt without its bos must be the same row as src: the task is to copy.",
            "Build both from the same symbols.",
            "target-not-a-copy",
        )
    return None


def _batch_form(value: Any, size: int, max_len: int, vocab: int, seed: int) -> Finding | None:
    return _look_at_batch(value["first"], size, max_len, vocab)


def _batch_spread(value: Any, size: int, max_len: int, vocab: int, seed: int) -> Finding | None:
    src = value["first"][0]
    lengths = {row.index(EOS) for row in src.tolist()}
    if lengths != set(range(1, max_len + 1)):
        return Finding(
            f"In {size} rows the lengths were {sorted(lengths)}; expected every length from 1 to {max_len}.",
            mistake="one-length" if len(lengths) == 1 else "lengths-out-of-range",
        )
    symbols = set(src.flatten().tolist()) - {PAD, EOS}
    if symbols != set(range(3, vocab)):
        return Finding(
            f"In {size} rows the symbols were {sorted(symbols)}; expected all from 3 to {vocab - 1}.",
            mistake="symbols-out-of-range",
        )
    return None


def _batch_seeded(value: Any, size: int, max_len: int, vocab: int, seed: int) -> Finding | None:
    def same(a: str, b: str) -> bool:
        return all(
            x.shape == y.shape and torch.equal(x, y)
            for x, y in zip(value[a], value[b], strict=True)
        )

    if not same("first", "again"):
        return Finding(
            "Two generators with one seed gave two different batches.", mistake="generator-ignored"
        )
    if same("first", "other"):
        return Finding(
            "Two generators with different seeds gave the same batch.", mistake="always-the-same"
        )
    return None


COPY_BATCH = Exercise(
    id="copy_batch",
    title="draw sequences to copy",
    call="copy_batch(batch_size, max_len, vocab_size, generator, device)",
    trials=lambda draw: [
        Trial(
            "a call without generator and device", (4, 3, 7), run=_default_call, test=_look_at_batch
        ),
        Trial(
            "5 rows of at most 3 symbols",
            (5, 3, 6, draw.seed + 5),
            run=_draw_batches,
            test=_batch_form,
        ),
        Trial(
            "300 rows of at most 6 symbols",
            (300, 6, 9, draw.seed + 7),
            run=_draw_batches,
            test=_batch_form,
        ),
        Trial("rows of one symbol", (3, 1, 5, draw.seed + 9), run=_draw_batches, test=_batch_form),
        Trial(
            "every length and symbol",
            (400, 5, 9, draw.seed + 11),
            run=_draw_batches,
            test=_batch_spread,
            criterion="spread",
        ),
        Trial(
            "the generator decides",
            (6, 8, 11, draw.seed + 13),
            run=_draw_batches,
            test=_batch_seeded,
            criterion="seeded",
        ),
    ],
    criteria={
        "spread": "draws every length from 1 to max_len and every symbol from 3 on",
        "seeded": "draws from the given generator, and from nothing else",
    },
    points=2,
    hints=(
        "Write one row by hand first: symbols 5 7 with max_len 4. What is src, what is tgt?",
        "Draw a (B, max_len) tensor of symbols and a length for each row. Compare a row of positions, `torch.arange`, with the lengths.",
        "`torch.where(position < length, symbols, pad)` keeps the symbols. eos goes where position == length. tgt is a column of bos, then src.",
    ),
    mistakes=(
        Mistake(
            "not-a-pair",
            "A batch is two tensors: what the encoder reads and what the decoder should say.",
            "Look at the `return` line.",
        ),
        Mistake(
            "ids-not-long",
            "Ids index a table, so they must be torch.long.",
            "Look at the dtype where the tensors are made.",
        ),
        Mistake(
            "bos-missing",
            "The target does not begin with bos. At decoding time the model starts from bos, so it must have met it in training.",
            "Look at the first column of tgt.",
        ),
        Mistake(
            "eos-missing",
            "A row has no eos. Without it the model never learns to stop.",
            "Look at what follows the last symbol of the row.",
        ),
        Mistake(
            "symbols-out-of-range",
            "Symbols must be 3 to V-1, each of them possible. The upper end of `torch.randint` is not drawn.",
            "Look at the two ends in `randint`. Which of them can be drawn, and which not?",
            hint="Look at the two ends in `randint`.",
        ),
        Mistake(
            "specials-as-symbols",
            "Ids 0, 1 and 2 are pad, bos and eos. A symbol with such an id is hidden by the mask, or ends the row.",
            "Look at the lower end in `randint`.",
            hint="torch.randint(3, vocab_size, ...)",
        ),
        Mistake(
            "not-right-padded",
            "After eos only pads may follow. Your row holds something else there.",
            "Look at the positions behind eos.",
        ),
        Mistake(
            "lengths-out-of-range",
            "The count of symbols must be anything from 1 to max_len. The upper end of `randint` is not drawn.",
            "Which lengths can your code draw? Look at both ends of `randint`.",
            hint="Look at how the lengths are drawn: `torch.randint(1, max_len + 1, ...)`.",
        ),
        Mistake(
            "one-length",
            "All rows have the same length. Then there is never a pad, and a fault in the masks stays hidden.",
            "How many lengths do you draw, one for the batch or one for each row?",
            hint="Draw a length for each row.",
        ),
        Mistake(
            "target-not-a-copy",
            "Source and target hold different symbols, so there is nothing to copy.",
            "Are the symbols of src and tgt drawn once, or twice?",
            hint="Build both from the same symbols.",
        ),
        Mistake(
            "generator-ignored",
            "The numbers came from the global generator. Then a run cannot be repeated by its seed.",
            "Which of your random calls does not get the generator?",
            hint="Also the lengths are drawn: they need the generator too.",
        ),
        Mistake(
            "always-the-same",
            "Your function seeds its own generator, so every batch is the same and the model learns it by heart.",
            "Call your function twice with no generator. Should both batches be equal?",
            hint="Take the `manual_seed` out of the function.",
        ),
    ),
)

# --- shift_target --------------------------------------------------------------------------------


def _shift(tgt: Tensor) -> tuple[Tensor, Tensor]:
    rows = tgt.tolist()
    return torch.tensor([r[:-1] for r in rows]), torch.tensor([r[1:] for r in rows])


SHIFT_TARGET = Exercise(
    id="shift_target",
    title="decoder input and labels",
    call="shift_target(tgt)",
    trials=lambda draw: [
        Trial("1 row: bos 5 7 eos", (torch.tensor([[1, 5, 7, 2]]),)),
        Trial("2 rows with padding", (torch.tensor([[1, 5, 2, 0, 0], [1, 8, 9, 4, 2]]),)),
        Trial("4 rows", (draw.integers(3, 30, 4, 7),)),
        Trial("not contiguous", (draw.integers(3, 30, 6, 3).T,)),
    ],
    truth=_shift,
    parts=("decoder_input", "labels"),
    axes=("B L", "B L"),
    points=1,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2, 3)},
        lambda draw, B, L: Trial("", (draw.counting(B, L + 1).long(),)),
    ),
    hints=(
        "At step 0 the decoder has only bos. Which token should it say then?",
        "Both results are one column narrower than tgt. One lacks the last column, the other lacks the first.",
        "Slices do it: `tgt[:, :-1]` drops the last column.",
    ),
    mistakes=(
        Mistake(
            "not-shifted",
            "Input and labels are the same tokens. The model then only has to repeat what it is shown: the loss falls to zero and decoding is useless.",
            "Say aloud what the decoder sees at step 0, and what it should answer.",
            simulate=lambda t: (t[:, :-1], t[:, :-1]),
            hint="The labels are the tokens one place further on.",
        ),
        Mistake(
            "not-shifted",
            "Input and labels are the same tokens. The model then only has to repeat what it is shown: the loss falls to zero and decoding is useless.",
            "Say aloud what the decoder sees at step 0, and what it should answer.",
            simulate=lambda t: (t, t),
        ),
        Mistake(
            "not-shifted",
            "Input and labels are the same tokens. The model then only has to repeat what it is shown: the loss falls to zero and decoding is useless.",
            "Say aloud what the decoder sees at step 0, and what it should answer.",
            simulate=lambda t: (t[:, 1:], t[:, 1:]),
        ),
        Mistake(
            "shifted-backwards",
            "You shifted the wrong way: the decoder is shown the answer and asked for the token before it.",
            "Look at which of your two slices keeps the bos: it is the input.",
            simulate=lambda t: (t[:, 1:], t[:, :-1]),
        ),
        Mistake(
            "shifted-twice",
            "There are two steps between input and label. The model learns to skip a token.",
            "Look at the numbers in your slices: each drops one column.",
            simulate=lambda t: (t[:, :-2], t[:, 2:]),
        ),
        Mistake(
            "cut-the-batch",
            "You cut rows away and not columns: axis 0 is the batch.",
            "Which axis does your slice cut: the rows, or the places in a row?",
            simulate=lambda t: (t[:-1], t[1:]),
            hint="Write `tgt[:, :-1]`: the first colon keeps all rows.",
        ),
        Mistake(
            "whole-input",
            "The decoder input still holds the last column, so the two widths differ.",
            "How many columns should the input have, when the target has L+1?",
            simulate=lambda t: (t, t[:, 1:]),
            hint="Drop the last column of the input.",
        ),
        Mistake(
            "wrapped-around",
            "`roll` brings the bos back at the end of the labels.",
            "Where does the last token of your result come from?",
            simulate=lambda t: (t, t.roll(-1, 1)),
            hint="Use slices: nothing may come round from the other end.",
        ),
    ),
)

# --- sequence_loss -------------------------------------------------------------------------------


def _loss(
    logits: Tensor, labels: Tensor, pad_id: int, label_smoothing: float = 0.0, drop: str = ""
) -> float:
    """Token by token from the definition. ``drop`` leaves something out, as learners do."""
    total, count = 0.0, 0
    for row, row_labels in zip(logits.double(), labels.tolist(), strict=True):
        for scores, label in zip(row, row_labels, strict=True):
            if drop == "softmax-twice":
                scores = scores.softmax(-1)
            log_p = scores - scores.logsumexp(-1)
            smooth = 0.0 if drop == "smoothing" else label_smoothing
            if label != pad_id or drop == "mask":
                total += float(-(1 - smooth) * log_p[label] - smooth * log_p.mean())
            count += label != pad_id or drop in ("mask", "count")
    return total if drop == "mean" else total / count


def _loss_run(answer: Any, logits: Tensor, *rest: Any, **options: Any) -> dict[str, Any]:
    logits = logits.clone().requires_grad_()
    loss = answer(logits, *rest, **options)
    grad = None
    if isinstance(loss, Tensor) and loss.requires_grad and loss.numel() == 1:
        grad = torch.autograd.grad(loss, logits)[0]
    return {"loss": loss, "gradient": grad}


def _loss_test(
    value: dict, logits: Tensor, labels: Tensor, pad_id: int, label_smoothing: float = 0.0
) -> Finding | None:
    loss = value["loss"]
    if not isinstance(loss, Tensor):
        return Finding(
            f"The loss is {type(loss).__name__}, not a tensor.", mistake="loss-not-a-tensor"
        )
    if loss.numel() != 1:
        return Finding(f"The loss has shape {tuple(loss.shape)}.", mistake="not-one-number")
    if value["gradient"] is None:
        return Finding(
            "No gradient flows from the loss to the logits.", mistake="loss-not-a-tensor"
        )
    got = loss.item()
    if any(
        math.isclose(got, w, rel_tol=1e-3, abs_tol=1e-4)
        for w in _smoothings(logits, labels, pad_id, label_smoothing)
    ):
        return None
    wanted = _loss(logits, labels, pad_id, label_smoothing)
    saw = f"The loss is {got:.4f}; expected {wanted:.4f}."
    pair = (torch.tensor(wanted), torch.tensor(got))
    for drop, slug in _LOSS_SLUGS.items():
        if math.isclose(
            got, _loss(logits, labels, pad_id, label_smoothing, drop), rel_tol=1e-3, abs_tol=1e-4
        ):
            return Finding(saw, mistake=slug, pair=pair)
    by_row = [
        _loss(logits[i : i + 1], labels[i : i + 1], pad_id, label_smoothing)
        for i in range(len(labels))
        if bool((labels[i] != pad_id).any())
    ]
    if math.isclose(got, sum(by_row) / len(labels), rel_tol=1e-3):
        return Finding(saw, mistake="mean-of-means", pair=pair)
    swapped = logits.transpose(1, 2).reshape(-1, logits.shape[-1]).reshape(logits.shape)
    if math.isclose(got, _loss(swapped, labels, pad_id, label_smoothing), rel_tol=1e-3):
        return Finding(saw, mistake="logits-scrambled", pair=pair)
    zero = _loss(logits, labels, 0, label_smoothing)
    if pad_id != 0 and math.isclose(got, zero, rel_tol=1e-3):
        return Finding(saw, mistake="pad-id-fixed", pair=pair)
    for other in set(labels.flatten().tolist()) - {pad_id}:
        ignoring = _loss(logits, labels, other, label_smoothing)
        if labels.numel() > 2 and math.isclose(got, ignoring, rel_tol=1e-3):
            return Finding(
                f"{saw} It is the loss without id {other}.", mistake="another-id-ignored"
            )
    return Finding(
        saw,
        "This is none of the mistakes that the course knows by name.",
        "Take one row of two labels and work out -log softmax by hand.",
        pair=pair,
    )


def _smoothings(logits: Tensor, labels: Tensor, pad_id: int, smoothing: float) -> list[float]:
    """The text leaves open over how many classes to smooth: V, V-1 (not the label) or V-2 (nor pad)."""
    found = [_loss(logits, labels, pad_id, smoothing)]
    if smoothing:
        log_p = logits.double().log_softmax(-1)
        keep = labels != pad_id
        right = log_p.gather(-1, labels[..., None])[..., 0]
        others = log_p.sum(-1) - right
        classes = logits.shape[-1]
        for rest, n in ((others, classes - 1), (others - log_p[..., pad_id], classes - 2)):
            each = -(1 - smoothing) * right - smoothing * rest / n
            found.append(float(each[keep].mean()))
    return found


_LOSS_SLUGS = {
    "mask": "pads-counted",
    "count": "divided-by-all-tokens",
    "mean": "summed-not-averaged",
    "softmax-twice": "softmax-before-cross-entropy",
    "smoothing": "smoothing-ignored",
}


def _loss_trials(draw: Draw) -> list[Trial]:
    def trial(
        name: str, logits: Tensor, rows: list[list[int]], pad: int = 0, **options: Any
    ) -> Trial:
        return Trial(
            name, (logits, torch.tensor(rows), pad), options, run=_loss_run, test=_loss_test
        )

    wide = draw.normal(2, 3, 5)
    return [
        trial("1 row of 2 labels", draw.normal(1, 2, 3, scale=2), [[1, 2]]),
        trial("2 rows, one padded", wide, [[3, 4, 2], [4, 0, 0]]),
        trial(
            "the same rows, padded more",
            torch.cat([wide, draw.normal(2, 4, 5)], 1),
            [[3, 4, 2, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0, 0]],
        ),
        trial(
            "pad id 3, where 0 is a word", draw.normal(2, 4, 6), [[0, 5, 2, 3], [0, 3, 3, 3]], pad=3
        ),
        trial("float64", draw.normal(3, 2, 7, dtype=torch.float64), [[3, 2], [6, 2], [2, 0]]),
        trial(
            "label_smoothing=0.1",
            draw.normal(2, 3, 6, scale=2),
            [[3, 4, 2], [5, 2, 0]],
            label_smoothing=0.1,
        ),
    ]


SEQUENCE_LOSS = Exercise(
    id="sequence_loss",
    title="cross-entropy over what is not padding",
    call="sequence_loss(logits, labels, pad_id, label_smoothing)",
    trials=_loss_trials,
    points=2,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2), "V": (3, 4), "pad_id": (0, 1)},
        lambda draw, B, L, V, pad_id: Trial(
            "",
            (
                draw.whole(B, L, V),
                torch.cat([torch.full((B, 1), 2), draw.integers(0, V, B, L - 1)], 1),
                pad_id,
            ),
            run=_loss_run,
            test=_loss_test,
            shown=("logits", "labels", "pad_id"),
        ),
    ),
    hints=(
        "A pad was put there by you, not by the data. Should the model be praised for guessing it?",
        "`F.cross_entropy` wants (N, V) and (N,). Flatten batch and length together, and keep V last.",
        "`F.cross_entropy` has the arguments `ignore_index` and `label_smoothing`.",
    ),
    mistakes=(
        Mistake(
            "loss-not-a-tensor",
            "Training needs the gradient of the loss. A float, or a detached tensor, has none.",
            "What must the loss carry so that `backward` can run? Look for what takes it away.",
            hint="Return the tensor. Take out `.item()`, `.detach()` and `no_grad`.",
        ),
        Mistake(
            "not-one-number",
            "One number for the whole batch is wanted: the mean over real labels.",
            "Over what is the loss to be averaged?",
            hint="Take the mean over the labels that are not pad.",
        ),
        Mistake(
            "pads-counted",
            "Pads count as labels. The model is trained to say pad, and the loss depends on how wide the batch is.",
            "Where does `pad_id` come into your loss?",
            hint="F.cross_entropy(..., ignore_index=pad_id)",
        ),
        Mistake(
            "mean-of-means",
            "You averaged each row and then the rows. A word in a short row then weighs more than one in a long row.",
            "How much should each word weigh, in a short row and in a long one?",
            hint="One sum over all labels that are not pad, divided by their count.",
        ),
        Mistake(
            "divided-by-all-tokens",
            "The pads are left out of the sum but not out of the count. A row in a wide batch then weighs less.",
            "How many labels count? By which number do you divide?",
            hint="Divide by the count of labels that are not pad.",
        ),
        Mistake(
            "summed-not-averaged",
            "This is the sum over the labels. A larger batch then takes larger steps.",
            "Should a batch of twice the size have twice the loss?",
            hint="Divide by the count of labels that are not pad.",
        ),
        Mistake(
            "softmax-before-cross-entropy",
            "`cross_entropy` does its own softmax. With a second one the loss can never come near zero.",
            "What does `F.cross_entropy` do with its first argument by itself?",
            hint="Give the raw logits.",
        ),
        Mistake(
            "smoothing-ignored",
            "The argument label_smoothing has no effect.",
            "Where does the argument `label_smoothing` go in your code?",
            hint="Pass it on: F.cross_entropy has an argument of the same name.",
        ),
        Mistake(
            "logits-scrambled",
            "The logits were transposed and then flattened: they no longer stand beside their labels.",
            "After your reshape, do the V numbers of one token still stand side by side?",
            hint="Flatten (B, L, V) to (B*L, V) without a transpose.",
        ),
        Mistake(
            "another-id-ignored",
            "A real word is left out of the loss, and the pads count. If it is eos, the model never learns to stop.",
            "Which id do you leave out of the loss?",
            hint="Give `pad_id` as the id to ignore.",
        ),
        Mistake(
            "pad-id-fixed",
            "Id 0 is left out, whatever `pad_id` says.",
            "Look for a number in your code that should be the argument.",
            hint="Use the argument `pad_id`.",
        ),
    ),
)

# --- noam_rate -----------------------------------------------------------------------------------


def _noam(step: int, d_model: int, warmup: int) -> float:
    rising, falling = step / warmup**1.5, 1 / math.sqrt(step)
    return (rising if step < warmup else falling) / math.sqrt(d_model)


NOAM_RATE = Exercise(
    id="noam_rate",
    title="warm up, then decay",
    call="noam_rate(step, d_model, warmup)",
    trials=lambda draw: [
        Trial("step 1", (1, 16, 4)),
        Trial("step 2, still warming up", (2, 16, 4)),
        Trial("the peak", (4, 16, 4)),
        Trial("step 9, falling", (9, 16, 4)),
        Trial("the paper's size", (4000, 512, 4000)),
        Trial("late", (100_000, 512, 4000)),
        refuses("step 0", 0, 512, 4000, mentions=("step", "0")),
        refuses("step -3", -3, 512, 4000, mentions=("step", "-3")),
    ],
    truth=_noam,
    criteria={"refuses": "refuses a step below 1 with a clear error"},
    points=1,
    hints=(
        "Two curves: one rises in a straight line, one falls. Which of them is lower, before and after warm-up?",
        "rate = d_model^(-1/2) · min(falling, rising). The falling one is step^(-1/2).",
        "The rising one is step · warmup^(-3/2). At step = warmup both are equal.",
    ),
    mistakes=(
        Mistake(
            "max-for-min",
            "You took the larger of the two curves. The rate then starts huge and grows without end.",
            "Draw both curves over the first steps. Which one should count at step 1?",
            simulate=lambda s, d, w: d**-0.5 * max(s**-0.5, s * w**-1.5),
            hint="Look at `max`: the lower curve counts.",
        ),
        Mistake(
            "step-from-zero",
            "Your curve is one step ahead: it counts from 0. Here the first step is 1.",
            "What does your function use for the first step, 0 or 1?",
            simulate=lambda s, d, w: _noam(s + 1, d, w),
            hint="Use `step` as it comes.",
        ),
        Mistake(
            "step-behind",
            "Your curve is one step behind: the first rate is 0.",
            "What does your function use for the first step, 1 or 2?",
            simulate=lambda s, d, w: (
                d**-0.5 * min((s - 1) ** -0.5 if s > 1 else 9e9, (s - 1) * w**-1.5)
            ),
            hint="Use `step` as it comes.",
        ),
        Mistake(
            "no-width-factor",
            "The factor d_model^(-1/2) is missing: wide models need smaller steps.",
            "Which part of the formula holds d_model?",
            simulate=lambda s, d, w: min(s**-0.5, s * w**-1.5),
            hint="Multiply by d_model ** -0.5.",
        ),
        Mistake(
            "width-not-rooted",
            "You divided by d_model and not by its root.",
            "What is the exponent of d_model in the formula?",
            simulate=lambda s, d, w: min(s**-0.5, s * w**-1.5) / d,
            hint="The exponent of d_model is -0.5.",
        ),
        Mistake(
            "wrong-warmup-power",
            "The rising line is step · warmup^(-3/2). Your power of warmup differs, so the two curves do not meet at warm-up.",
            "At step = warmup both curves must give warmup^(-1/2).",
            simulate=lambda s, d, w: d**-0.5 * min(s**-0.5, s * w**-0.5),
        ),
        Mistake(
            "wrong-warmup-power",
            "The rising line is step · warmup^(-3/2). Your power of warmup differs, so the two curves do not meet at warm-up.",
            "At step = warmup both curves must give warmup^(-1/2).",
            simulate=lambda s, d, w: d**-0.5 * min(s**-0.5, s / w),
        ),
        Mistake(
            "no-warmup",
            "This is the falling curve alone. The first steps are then the largest, just when the gradients are worst.",
            "There are two curves in the formula. Which of them is missing?",
            simulate=lambda s, d, w: d**-0.5 * s**-0.5,
            hint="Take the smaller of the falling and the rising curve.",
        ),
        Mistake(
            "no-decay",
            "This is the rising line alone: the rate grows without end.",
            "There are two curves in the formula. Which of them is missing?",
            simulate=lambda s, d, w: d**-0.5 * s * w**-1.5,
            hint="Take the smaller of the falling and the rising curve.",
        ),
        Mistake(
            "step-zero-not-refused",
            "Steps count from 1. At 0 the falling curve divides by zero; below it the root does not exist.",
            "What does your function say to step 0?",
            when=lambda e: e.failed("step 0") or e.failed("step -3"),
            on="refuses",
            hint='if step < 1: raise ValueError(f"step={step} ...")',
        ),
    ),
)

# --- train_step ----------------------------------------------------------------------------------


class _Small(nn.Module):
    """A model with the contract's call, small enough to follow: logits = E[tgt] + mean of S[src]."""

    def __init__(self, source: Tensor, target: Tensor) -> None:
        super().__init__()
        self.source, self.target = nn.Parameter(source.clone()), nn.Parameter(target.clone())
        self.inputs: list[Tensor] = []
        self.modes: list[bool] = []

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        self.inputs.append(tgt.detach().clone())
        self.modes.append(self.training)
        return self.target[tgt] + self.source[src].mean(1, keepdim=True)  # (B, L, V)


class _Counted(torch.optim.SGD):
    """Plain gradient descent that counts its steps."""

    steps = 0

    def step(self, closure: Any = None) -> Any:
        self.steps += 1
        return super().step(closure)


def _train_run(
    answer: Any, source: Tensor, target: Tensor, src: Tensor, tgt: Tensor, pad: int, **options: Any
) -> dict:
    model = _Small(source, target)
    optimizer = _Counted(model.parameters(), lr=0.5)
    for parameter in model.parameters():
        parameter.grad = torch.full_like(parameter, 3.0)  # left over from an earlier step
    batches = [(src, tgt), (src.clone(), tgt.clone())]  # a change in place shows as just that
    losses = [answer(model, *batch, optimizer, pad, **options) for batch in batches]
    return {
        "losses": losses,
        "source": model.source,
        "target": model.target,
        "steps": optimizer.steps,
        "input": model.inputs[0] if model.inputs else None,
        "trains": all(model.modes) and model.training,
    }


def _trained(
    source: Tensor,
    target: Tensor,
    src: Tensor,
    tgt: Tensor,
    pad: int,
    label_smoothing: float = 0.0,
    fault: str = "",
) -> dict:
    """Two steps of gradient descent, written out; ``fault`` builds a known mistake in."""
    source, target = (t.clone().requires_grad_() for t in (source, target))
    kept, losses = [torch.full_like(source, 3.0), torch.full_like(target, 3.0)], []
    with torch.enable_grad():
        for _ in range(2):
            given, labels = (
                (tgt[:, 1:], tgt[:, 1:]) if fault == "shift" else (tgt[:, :-1], tgt[:, 1:])
            )
            logits = target[given] + source[src].mean(1, keepdim=True)
            log_p = logits.log_softmax(-1)
            smooth = 0.0 if fault == "smoothing" else label_smoothing
            each = -(1 - smooth) * log_p.gather(-1, labels[..., None])[
                ..., 0
            ] - smooth * log_p.mean(-1)
            loss = each.mean() if fault == "pads" else each[labels != pad].mean()
            grads = list(torch.autograd.grad(loss, (source, target)))
            losses.append(loss.item())
            if fault == "zero":
                grads = kept = [k + g for k, g in zip(kept, grads, strict=True)]
            if fault == "clip":
                norm = torch.sqrt(sum((g**2).sum() for g in grads))
                grads = [g * (1 / norm).clamp(max=1) for g in grads]
            if fault != "step":
                with torch.no_grad():
                    for parameter, grad in zip((source, target), grads, strict=True):
                        parameter -= 0.5 * grad
    return {"losses": losses, "source": source.detach(), "target": target.detach()}


def _train_test(value: dict, *args: Any, **options: Any) -> Finding | None:
    first = value["losses"][0]
    if isinstance(first, Tensor):
        return Finding("train_step returned a tensor.", mistake="loss-keeps-the-graph")
    if type(first) is not float:
        return Finding(
            f"train_step returned {first!r}; expected a float.",
            "The caller draws the loss, so it wants one Python number.",
            "End with `return loss.item()`.",
            "loss-keeps-the-graph" if first is not None else None,
        )
    if not value["trains"]:
        return Finding(
            "The model came in training mode, and your code changed that.", mistake="trains-in-eval"
        )
    wanted = _trained(*args, **options)
    ours, theirs = (
        ", ".join(f"{loss:.4g}" for loss in losses)
        for losses in (wanted["losses"], value["losses"])
    )
    saw = "After two steps the parameters are not where they should be."
    if ours != theirs:
        saw += f" The two losses: expected {ours}; yours {theirs}."
    if not _agrees(value, wanted):
        for fault, slug in _TRAIN_SLUGS.items():
            told_apart = fault != "smoothing" or options
            if told_apart and _agrees(value, _trained(*args, **options, fault=fault)):
                return Finding(saw, mistake=slug)
        if value["steps"] == 0:
            return Finding(saw, mistake="no-update")
        if value["steps"] != 2:
            return Finding(f"{value['steps']} updates in 2 calls.", mistake="not-one-update")
        if value["input"] is not None and value["input"].shape == args[3].shape:
            return Finding(saw, mistake="target-not-shifted")
        return Finding(
            saw,
            "This is none of the mistakes that the course knows by name.",
            "Order: zero the gradients, forward, loss, backward, one step.",
        )
    return None


def _agrees(value: dict, wanted: dict) -> bool:
    numbers = zip(value["losses"], wanted["losses"], strict=True)
    return all(math.isclose(a, b, rel_tol=1e-3, abs_tol=1e-5) for a, b in numbers) and all(
        torch.allclose(value[k].double(), wanted[k].double(), rtol=1e-3, atol=1e-5)
        for k in ("source", "target")
    )


_TRAIN_SLUGS = {
    "zero": "gradients-not-zeroed",
    "shift": "target-not-shifted",
    "pads": "pads-counted",
    "smoothing": "smoothing-ignored",
    "clip": "gradients-clipped",
    "step": "no-update",
}


def _train_trials(draw: Draw) -> list[Trial]:
    def trial(name: str, vocab: int, src: list, tgt: list, pad: int = 0, **options: Any) -> Trial:
        tables = draw.normal(vocab, vocab), draw.normal(vocab, vocab, scale=3)
        args = (*tables, torch.tensor(src), torch.tensor(tgt), pad)
        return Trial(name, args, options, run=_train_run, test=_train_test)

    rows = ([[3, 4, 2], [5, 2, 0]], [[1, 3, 4, 2], [1, 5, 2, 0]])
    surprised = torch.zeros(5, 5)
    surprised[1, 4] = 9.0  # sure of 4 where the label is 3: a gradient longer than 1
    one_label = (torch.zeros(5, 5), surprised, torch.tensor([[3, 2]]), torch.tensor([[1, 3]]), 0)
    return [
        trial("1 row", 5, [[3, 4, 2]], [[1, 3, 4, 2]]),
        trial("2 rows, one padded", 6, *rows),
        trial("label_smoothing=0.2", 6, *rows, label_smoothing=0.2),
        Trial("a model that is sure and wrong", one_label, run=_train_run, test=_train_test),
    ]


TRAIN_STEP = Exercise(
    id="train_step",
    title="one step of training",
    call="train_step(model, src, tgt, optimizer, pad_id, label_smoothing)",
    trials=_train_trials,
    points=2,
    hints=(
        "Five things happen in one step. Which of them must come first, and which last?",
        "Shift the target. Then: forget old gradients, logits, loss, backward, update.",
        "`optimizer.zero_grad()`, `model(src, decoder_input)`, `sequence_loss(...)`, `loss.backward()`, `optimizer.step()`.",
    ),
    mistakes=(
        Mistake(
            "loss-keeps-the-graph",
            "A tensor with its graph keeps the whole step in memory for as long as you keep the loss.",
            "What type is what you return? What turns it into a plain number?",
            raises=None,
            hint="Return `loss.item()`.",
        ),
        Mistake(
            "gradients-not-zeroed",
            "The gradients of earlier steps were still there: `backward` adds to them. Each step then drags all old ones along.",
            "`backward` ADDS to the gradients. What must happen before it, in every step?",
            hint="The call stands before loss.backward(), in every step.",
        ),
        Mistake(
            "target-not-shifted",
            "The decoder was shown the tokens that it should predict. The loss falls to zero and decoding is useless.",
            "What goes into the model, and what into the loss? Are they the same tokens?",
            hint="Give the decoder input to the model and the labels to the loss: shift_target makes both.",
        ),
        Mistake(
            "pads-counted",
            "Pads count in the loss.",
            "Where does `pad_id` go in your code?",
            hint="Pass `pad_id` on to sequence_loss.",
        ),
        Mistake(
            "smoothing-ignored",
            "The argument label_smoothing has no effect.",
            "Where does `label_smoothing` go in your code?",
            hint="Pass it on to sequence_loss.",
        ),
        Mistake(
            "gradients-clipped",
            "The gradients were clipped. That changes the step, and nobody asked for it here.",
            "Look between `backward` and `step`. Did the contract ask for that?",
            hint="Take the clipping out.",
        ),
        Mistake(
            "trains-in-eval",
            "The model is put into evaluation mode, so dropout does nothing while it trains.",
            "Look for `.eval()`. Which mode is for training?",
        ),
        Mistake(
            "no-update",
            "The parameters did not move: the optimizer made no step, or had no gradients.",
            "Which two calls turn a loss into new weights?",
            hint="`loss.backward()`, then `optimizer.step()`.",
        ),
        Mistake(
            "not-one-update",
            "One call must update the parameters once.",
            "Count the calls of `optimizer.step()`.",
        ),
    ),
)

# --- greedy_decode -------------------------------------------------------------------------------


class _Script(nn.Module):
    """Says a written text: row r at step t says ``script[r, t]``, if the tokens before are its own.

    Fed with anything else, or in training mode, it says ``wrong``. It has the contract's
    ``encode``, ``decode`` and ``forward`` and notes how it was called.
    """

    def __init__(self, script: Tensor, vocab: int, bos: int) -> None:
        super().__init__()
        self.script, self.vocab, self.bos, self.wrong = script, vocab, bos, vocab - 1
        self.inner = nn.Dropout(0.5)
        self.calls: list[tuple[bool, bool, int]] = []
        self.unmasked = False

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        # The source's first column is the row's number: a batch may be shrunk or reordered.
        return self.script[src[:, 0]].double()[..., None], (src >= 0)[:, None, None]

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor | None = None) -> Tensor:
        self.calls.append((self.training, torch.is_grad_enabled(), len(tgt)))
        self.unmasked |= src_mask is None
        says = memory[..., 0].long()  # (B, T)
        length = tgt.shape[1]
        said = torch.cat([torch.full_like(says[:, :1], self.bos), says], dim=1)[:, :length]
        own = (tgt[:, : said.shape[1]] == said).long().cumprod(dim=1).bool()
        says = torch.where(own, says[:, : said.shape[1]], self.wrong)
        if self.training:
            says = torch.full_like(says, self.wrong)
        return nn.functional.one_hot(says, self.vocab).double() * 4 - 1  # (B, L, V)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))


def _decode_run(
    answer: Any,
    src: Tensor,
    script: Tensor,
    max_len: int,
    vocab: int,
    ids: tuple[int, int, int],
    training: bool,
) -> dict:
    bos, eos, pad = ids
    longest = torch.cat([script, torch.full((len(script), max_len + 2), vocab - 2)], dim=1)
    model = _Script(longest, vocab, bos)
    model.train(training)
    out = answer(model, src, max_len, bos, eos, pad)
    return {
        "out": out,
        "mode": model.training,
        "inner": model.inner.training,
        "asked": sum(rows for _, _, rows in model.calls),
        "trained": any(training for training, _, _ in model.calls),
        "unmasked": model.unmasked,
        "graph": any(grad for _, grad, _ in model.calls),
        "grad_after": torch.is_grad_enabled(),
    }


def _said(script: Tensor, max_len: int, eos: int) -> list[list[int]]:
    rows = [row[: row.index(eos) + 1] if eos in row else row for row in script.tolist()]
    return [row[:max_len] for row in rows]


def _decode_test(
    value: dict,
    src: Tensor,
    script: Tensor,
    max_len: int,
    vocab: int,
    ids: tuple[int, int, int],
    training: bool,
) -> Finding | None:
    bos, eos, pad = ids
    out, wanted = value["out"], _said(script, max_len, eos)
    if value["trained"]:
        return Finding("The model decoded in training mode.", mistake="decodes-in-train-mode")
    if value["unmasked"]:
        return Finding("`decode` was called without the source mask.", mistake="source-mask-lost")
    if not isinstance(out, Tensor) or out.dim() != 2 or out.shape[0] != len(wanted):
        got = tuple(out.shape) if isinstance(out, Tensor) else out
        return Finding(
            f"The result is {got}; expected a tensor of ids, (B, at most max_len).",
            "One row of ids for each source.",
            "Collect one column of ids at each step.",
        )
    if out.dtype != torch.int64:
        return Finding(
            f"The dtype is {out.dtype}.", "Ids are torch.long.", "argmax gives them as long."
        )
    rows = out.tolist()
    saw = f"Row 0 is {rows[0]}; the model says {wanted[0]}."
    if rows and all(row[:1] == [bos] for row in rows):
        return Finding(saw, mistake="bos-kept")
    if out.shape[1] > max_len:
        return Finding(
            f"The result is {out.shape[1]} wide; max_len is {max_len}.",
            "At most max_len tokens may be said.",
            "Count the rounds of your loop.",
            "too-long",
        )
    for i, (row, want) in enumerate(zip(rows, wanted, strict=True)):
        saw = f"Row {i} is {row}; the model says {want}, then pads."
        if row == want + [pad] * (len(row) - len(want)):
            continue
        if row[: len(want)] == want:
            return Finding(saw, mistake="goes-on-after-eos")
        if want[: len(row)] == row and len(row) < len(want):
            return Finding(saw, mistake="stops-with-the-first-row")
        if row[: len(want) - 1] == want[:-1] and row[len(want) - 1] == pad:
            return Finding(saw, mistake="eos-dropped")
        wrong = vocab - 1
        if wrong in row:
            return Finding(saw, mistake="fed-with-something-else")
        return Finding(saw, mistake="wrong-position")
    return None


def _decode_quiet(
    value: dict,
    src: Tensor,
    script: Tensor,
    max_len: int,
    vocab: int,
    ids: tuple,
    training: bool,
) -> Finding | None:
    if value["mode"] != training or value["inner"] != training:
        return Finding(
            f"The model came in {'training' if training else 'eval'} mode and was left in the other.",
            mistake="mode-not-restored",
        )
    if value["graph"]:
        return Finding("Gradients were recorded while decoding.", mistake="decodes-with-gradients")
    if not value["grad_after"]:
        return Finding(
            "After the call, gradients are switched off for everybody.",
            "The global switch was not put back.",
            "Use `with torch.no_grad():` or the decorator.",
            "grad-left-off",
        )
    needed = max(map(len, _said(script, max_len, ids[1])))
    if value["asked"] > len(src) * (needed + 1):  # rows, so that one row at a time is as good
        return Finding(
            f"The model was asked for {value['asked']} tokens; {len(src) * needed} were enough.",
            mistake="never-stops-early",
        )
    return None


def _decode_trials(draw: Draw) -> list[Trial]:
    ids, other = (1, 2, 0), (4, 0, 5)

    def trial(
        name: str,
        script: list,
        max_len: int,
        vocab: int,
        names: tuple,
        training: bool,
        quiet: bool = False,
    ) -> Trial:
        test, criterion = (_decode_quiet, "quiet") if quiet else (_decode_test, "values")
        return Trial(
            name,
            (
                torch.arange(len(script))[:, None].repeat(1, 3),
                torch.tensor(script),
                max_len,
                vocab,
                names,
                training,
            ),
            run=_decode_run,
            test=test,
            criterion=criterion,
        )

    # After its eos a row goes on to say something, as an untrained model does.
    ragged = [[5, 2, 6, 7, 3], [3, 4, 5, 6, 2], [7, 7, 2, 4, 2]]
    return [
        trial("1 row: says 3 4 eos", [[3, 4, 2]], 5, 10, ids, False),
        trial("3 rows that end at different steps", ragged, 8, 10, ids, False),
        trial("a model in training mode", ragged, 8, 10, ids, True),
        trial(
            "a row that never ends",
            [[3, 4, 5, 6, 7, 3, 4], [3, 2, 0, 0, 0, 0, 0]],
            4,
            10,
            ids,
            False,
        ),
        trial("other ids: bos 4, eos 0, pad 5", [[1, 2, 0, 5], [3, 0, 5, 5]], 6, 12, other, False),
        trial("left as it was (training mode)", ragged, 9, 10, ids, True, quiet=True),
        trial("left as it was (eval mode)", ragged, 9, 10, ids, False, quiet=True),
    ]


GREEDY_DECODE = Exercise(
    id="greedy_decode",
    title="let the model speak for itself",
    call="greedy_decode(model, src, max_len, bos_id, eos_id, pad_id)",
    trials=_decode_trials,
    criteria={"quiet": "no gradients, the model's mode as it was, and no step more than needed"},
    points=3,
    hints=(
        "Nobody gives the model the target now. What does it read at step 0, and what at step 1?",
        "Encode once. In a loop: decode all tokens so far, take the logits of the LAST position, argmax, append. Remember which rows have ended.",
        "`finished |= token == eos_id`; a finished row gets pad_id; stop when `finished.all()`. Keep `was_training = model.training`, and put it back at the end.",
    ),
    mistakes=(
        Mistake(
            "decodes-in-train-mode",
            "Dropout is on while the model decodes, so the same source gives different answers.",
            "Does dropout work while your loop runs? Who switches it off?",
            hint="Call `model.eval()` before the loop, and put the old mode back after it.",
        ),
        Mistake(
            "source-mask-lost",
            "`encode` gives two values: the memory and the mask of the source. Without the mask the decoder reads the source's pads, so the same sentence is answered in another way beside a longer one.",
            "`encode` gives two values. Where do both go?",
            hint="memory, src_mask = model.encode(src)",
        ),
        Mistake(
            "bos-kept",
            "The rows still begin with bos. It was the start signal, and nobody said it.",
            "What is in the first column of your result? Did the model say it?",
            hint="Drop the first column before you return.",
        ),
        Mistake(
            "too-long", "More than max_len tokens were said.", "Count the rounds of your loop."
        ),
        Mistake(
            "goes-on-after-eos",
            "A row goes on after its eos, while other rows are still speaking. Everything after eos should be pad.",
            "How does your loop know which rows have ended, and what does it write there?",
            hint="Keep a bool for each row, True once it said eos, and write pad there.",
        ),
        Mistake(
            "stops-with-the-first-row",
            "Decoding stopped when the first row said eos (or a step too early). The others were cut off.",
            "Stop when ALL rows have ended, or after max_len steps.",
        ),
        Mistake(
            "eos-dropped",
            "The eos itself is missing. It belongs to the answer: it says that the model knew where to stop.",
            "In which order do you write a token and note that a row has ended?",
            hint="Mark a row as ended after its eos was written, not before.",
        ),
        Mistake(
            "fed-with-something-else",
            "The model was fed with tokens that it did not say, or did not start from bos.",
            "What does the decoder read at step 0, and what at step 2?",
            hint="Append each new token to the decoder's input, and begin it with bos_id.",
        ),
        Mistake(
            "wrong-position",
            "The token was taken from another position than the last one.",
            "The logits hold a prediction for each place. Which place is the newest?",
            hint="The newest prediction stands at index -1 of the length axis: logits[:, -1].",
        ),
        Mistake(
            "mode-not-restored",
            "The model is left in another mode than it had. Training would go on without dropout, or the other way round.",
            "Which mode had the model when it came in? Do you remember it?",
            hint="Remember `model.training`, and call `model.train(was_training)` at the end.",
        ),
        Mistake(
            "decodes-with-gradients",
            "Each step keeps a graph that nobody needs: slow, and memory grows.",
            "Does anybody need gradients here? Who switches them off?",
            hint="Put `with torch.no_grad():` around the loop.",
        ),
        Mistake(
            "grad-left-off",
            "The global switch for gradients was not put back.",
            "Is the switch for gradients put back when your function ends?",
            hint="Use `with torch.no_grad():`.",
        ),
        Mistake(
            "never-stops-early",
            "The loop runs to max_len though all rows had ended long before.",
            "When is there nothing left to say? Does your loop ask?",
            hint="Leave the loop when all rows are finished.",
        ),
    ),
)

# --- exact_match ---------------------------------------------------------------------------------


def _exact(predicted: Tensor, labels: Tensor, eos_id: int, pad_id: int) -> float:
    """Row by row with Python lists."""
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist(), strict=True):
        wanted = row[: row.index(eos_id) + 1]
        right += said[: len(wanted)] == wanted
    return right / len(labels)


def _pad_to(t: Tensor, width: int, pad: int) -> Tensor:
    return torch.cat([t, t.new_full((len(t), max(0, width - t.shape[1])), pad)], dim=1)


def _token_share(predicted: Tensor, labels: Tensor, eos: int, pad: int) -> float:
    width = max(predicted.shape[1], labels.shape[1])
    p, t = _pad_to(predicted, width, pad), _pad_to(labels, width, pad)
    return ((p == t) & (t != pad)).sum().item() / (t != pad).sum().item()


def _whole_rows(predicted: Tensor, labels: Tensor, eos: int, pad: int) -> float:
    width = max(predicted.shape[1], labels.shape[1])
    return (
        (_pad_to(predicted, width, pad) == _pad_to(labels, width, pad))
        .all(1)
        .double()
        .mean()
        .item()
    )


def _without_eos(predicted: Tensor, labels: Tensor, eos: int, pad: int) -> float:
    right = 0
    for said, row in zip(predicted.tolist(), labels.tolist(), strict=True):
        wanted = row[: row.index(eos)]
        right += said[: len(wanted)] == wanted
    return right / len(labels)


def _order_ignored(predicted: Tensor, labels: Tensor, eos: int) -> float:
    def words(row: list[int]) -> list[int]:
        return sorted(row[: row.index(eos) + 1] if eos in row else row)

    pairs = zip(predicted.tolist(), labels.tolist(), strict=True)
    return sum(words(p) == words(t) for p, t in pairs) / len(labels)


def _match_trials(draw: Draw) -> list[Trial]:
    def trial(name: str, predicted: list, labels: list, eos: int = 2, pad: int = 0) -> Trial:
        return Trial(name, (torch.tensor(predicted), torch.tensor(labels), eos, pad))

    return [
        trial("1 row, right", [[5, 7, 2]], [[5, 7, 2]]),
        trial("1 row, one symbol wrong", [[5, 8, 2]], [[5, 7, 2]]),
        trial(
            "3 rows, one wrong",
            [[5, 2, 0], [3, 4, 2], [6, 6, 2]],
            [[5, 2, 0], [3, 4, 2], [6, 7, 2]],
        ),
        trial("no eos where it belongs", [[5, 7, 4], [3, 2, 0]], [[5, 7, 2], [3, 2, 0]]),
        trial("noise after eos", [[5, 2, 9, 9], [3, 4, 2, 7]], [[5, 2, 0, 0], [3, 4, 2, 0]]),
        trial("predicted is wider", [[5, 2, 0, 0, 0], [3, 4, 2, 0, 0]], [[5, 2, 0], [3, 4, 2]]),
        trial(
            "predicted is narrower",
            [[5, 2], [3, 4], [9, 2]],
            [[5, 2, 0, 0], [3, 4, 6, 2], [9, 2, 0, 0]],
        ),
        trial("much narrower", [[2], [3]], [[2, 0, 0, 0], [3, 4, 5, 2]]),
        trial("cut off before eos", [[5, 7], [3, 2]], [[5, 7, 2], [3, 2, 0]]),
        trial("right symbols in another order", [[7, 5, 2], [4, 3, 2]], [[5, 7, 2], [4, 3, 2]]),
        trial("stops too early", [[5, 2, 0], [5, 7, 2]], [[5, 7, 2], [5, 7, 2]]),
        trial(
            "other ids: eos 9, pad 8",
            [[1, 2, 9, 0], [3, 9, 8, 8], [0, 9, 8, 8]],
            [[1, 2, 9, 8], [3, 9, 8, 8], [0, 0, 9, 8]],
            9,
            8,
        ),
    ]


EXACT_MATCH = Exercise(
    id="exact_match",
    title="the share of rows that are wholly right",
    call="exact_match(predicted, labels, eos_id, pad_id)",
    trials=_match_trials,
    truth=_exact,
    points=2,
    hints=(
        "A row with one wrong symbol is a wrong row. What of a row that is right and then says nonsense after eos?",
        "Bring both to one width. Then ask of each position: is it right, or does it not count? All positions of a row must say yes.",
        "What counts is the label up to and including its eos: in `labels`, all that is not pad.",
    ),
    mistakes=(
        Mistake(
            "tokens-not-rows",
            "This is the share of right tokens. One wrong symbol in ten gives 90 %, though no row may be right.",
            "A row with one wrong token: how much does it count in your share?",
            simulate=_token_share,
            hint="Ask `.all(dim=1)` of each row, then take the mean.",
        ),
        Mistake(
            "noise-after-eos-counts",
            "What follows eos counts in your measure. The contract leaves it out.",
            "Which places of a row count, and which do not?",
            simulate=_whole_rows,
            hint="Compare only where the label is not pad.",
        ),
        Mistake(
            "eos-not-compared",
            "Your measure stops before eos. A model that never stops would then pass.",
            "A model that never stops: does your measure notice?",
            simulate=_without_eos,
            hint="The eos is part of the answer: compare it too.",
        ),
        Mistake(
            "order-ignored",
            "You compare which symbols were said, and not in which order.",
            "Would 7 5 count as 5 7 in your code?",
            simulate=lambda p, t, e, d: _order_ignored(p, t, e),
            hint="Compare place by place.",
        ),
        Mistake(
            "widths-must-agree",
            "The widths of predicted and labels may differ: decoding stops when it stops.",
            "What if one of the two is narrower? Print both shapes.",
            raises=r"size of tensor a|must match|broadcast|out of bounds|out of range",
            hint="Pad the narrower one on the right before you compare.",
        ),
        Mistake(
            "count-not-share",
            "This is the number of right rows, not their share.",
            "Divide by the number of rows.",
            simulate=lambda p, t, e, d: _exact(p, t, e, d) * len(t),
        ),
        Mistake(
            "all-or-nothing",
            "Your answer is 1 only if all rows are right. The share of right rows is wanted.",
            "One row of four is wrong. What should the answer be, and what is yours?",
            simulate=lambda p, t, e, d: float(_exact(p, t, e, d) == 1),
            hint="Use `.all(dim=1)`, with the axis, and then `.mean()`.",
        ),
        Mistake(
            "per-cent",
            "This is a per cent. The contract asks for a share from 0 to 1.",
            "Leave the factor 100 to the caller.",
            simulate=lambda p, t, e, d: _exact(p, t, e, d) * 100,
        ),
        Mistake(
            "only-common-width",
            "You compared only as many columns as both have. A prediction that ends too early then passes.",
            "A prediction that ends too early: which labels does it miss?",
            simulate=lambda p, t, e, d: _common(p, t, d),
            hint="Pad the narrower one; do not cut the wider one.",
        ),
    ),
)


def _common(predicted: Tensor, labels: Tensor, pad: int) -> float:
    width = min(predicted.shape[1], labels.shape[1])
    p, t = predicted[:, :width], labels[:, :width]
    return ((p == t) | (t == pad)).all(1).double().mean().item()


EXERCISES = (
    COPY_BATCH,
    SHIFT_TARGET,
    SEQUENCE_LOSS,
    NOAM_RATE,
    TRAIN_STEP,
    GREEDY_DECODE,
    EXACT_MATCH,
)

QUESTIONS = (
    Question(
        id="first_label",
        text="The target is bos 5 7 eos. At its first step the decoder sees only bos. Which token is its label?",
        answer="5",
        choices={
            "5": "The label at each place is the token one place further on.",
            "bos": "bos is what it sees. The label is what comes next.",
            "eos": "eos is the label of the last step, after 7.",
        },
    ),
    Question(
        id="loss_at_start",
        text="Before training, a model over 11 symbols guesses evenly. What is its cross-entropy, about?",
        answer=2.4,
        choices={
            2.4: "ln 11 = 2.398. A first loss far above it means that something is wrong in the set-up.",
            11: "That is the number of symbols. The loss is its logarithm.",
            0: "Zero is a perfect model.",
            1: "Cross-entropy is -ln(1/11) for an even guess over 11 symbols.",
        },
        otherwise="An even guess gives each symbol 1/11. The loss is -ln(1/11).",
    ),
    Question(
        id="no_causal_mask",
        text="Leave out the causal mask and train. What happens to the loss, and to decoding?",
        answer="loss falls, decoding fails",
        choices={
            "loss falls, decoding fails": "The decoder reads the label from the future. When it must speak for itself there is no future to read.",
            "both get better": "The loss does. But at decoding time the future is not there to be read.",
            "both get worse": "The loss gets better: the answer stands in plain sight.",
        },
    ),
)
