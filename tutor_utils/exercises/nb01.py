"""Notebook 01: from words to vectors that know where they stand (paper, sections 3.4 and 3.5)."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Finding, Mistake, Question, Trial, refuses

# --- encode --------------------------------------------------------------------------------------

_WORDS = {"<pad>": 0, "<unk>": 1, "the": 2, "train": 3, "left": 4}
_OTHER = {"a": 0, "b": 1, "<unk>": 5, "c": 2}


def _encode(tokens: list[str], vocab: dict[str, int]) -> list[int]:
    return [vocab[t] if t in vocab else vocab["<unk>"] for t in tokens]


ENCODE = Exercise(
    id="encode",
    title="words to ids",
    call="encode(tokens, vocab)",
    trials=lambda draw: [
        Trial("known words", (["the", "train"], _WORDS)),
        Trial("an unknown word", (["the", "ship", "left"], _WORDS)),
        Trial("another vocabulary, <unk> is 5", (["c", "x", "a", "y"], _OTHER)),
        Trial("a word twice", (["the", "train", "the"], _WORDS)),
        Trial("upper and lower case", (["The", "the"], {"<unk>": 0, "the": 1, "The": 2})),
        Trial("upper case that nobody knows", (["THE", "the"], {"<unk>": 0, "the": 1})),
        Trial("no words", ([], _WORDS)),
        Trial("no <unk>, and none needed", (["a", "b"], {"a": 3, "b": 4})),
        refuses(
            "an unknown word and no <unk>",
            ["a", "ship"],
            {"a": 3},
            error=KeyError,
            mentions=("<unk>",),
        ),
    ],
    truth=_encode,
    criteria={"refuses": "raises KeyError that names <unk> where it is needed and missing"},
    hints=(
        "What should happen to a word that nobody has seen before?",
        "Look each token up. If it is not there, use the id of `<unk>`.",
        '`vocab.get(token, ...)` looks up with a second choice. But ask for `vocab["<unk>"]` only when you need it.',
    ),
    mistakes=(
        Mistake(
            "unknown-becomes-pad",
            "Unknown words became 0, the pad. A pad is hidden by the mask, so the model never learns that a word stood there.",
            "Which id stands for a word that is not in the vocabulary?",
            simulate=lambda t, v: [v.get(x, 0) for x in t],
            hint="Use the id of `<unk>`.",
        ),
        Mistake(
            "repeats-lost",
            "A word that comes twice has one id in your list. The sentence is now shorter.",
            "How many ids should 'the train the' give? Look for a set or a dict.",
            simulate=lambda t, v: _encode(list(dict.fromkeys(t)), v),
            hint="Every token gives one id, in order. Use no set and no dict for the result.",
        ),
        Mistake(
            "case-folded",
            "You turned the words to lower case first. This vocabulary tells `The` from `the`.",
            "Look each token up as it is.",
            simulate=lambda t, v: _encode([x.lower() for x in t], v),
        ),
        Mistake(
            "unknown-dropped",
            "Unknown words were left out. The sentence is now shorter, and all later words stand at a wrong place.",
            "How many ids should three tokens give, when one of them is unknown?",
            simulate=lambda t, v: [v[x] for x in t if x in v],
            hint="Every token gives one id.",
        ),
        Mistake(
            "unk-id-fixed",
            "Unknown words became 1, whatever the vocabulary says.",
            "Where does the number for `<unk>` come from in your code? Another vocabulary may give it another one.",
            simulate=lambda t, v: [v.get(x, 1) for x in t],
            hint='Look it up: `vocab["<unk>"]`.',
        ),
        Mistake(
            "unknown-raises",
            "An unknown word stopped the program, though the vocabulary has `<unk>`.",
            "What should happen to a token that the vocabulary does not hold?",
            raises=r"KeyError: '(ship|x|y)'",
            hint="Use `<unk>` for words that are not there.",
        ),
        Mistake(
            "unk-always-needed",
            "You ask for `<unk>` before you know that it is needed.",
            "When do you look up `<unk>`: for each token, or only where one is missing?",
            raises=r"KeyError: .*<unk>",
            hint="Look `<unk>` up only for an unknown token.",
        ),
        Mistake(
            "missing-unk-passes",
            "The vocabulary has no `<unk>`, and your code went on, or its error does not name it.",
            "What does your lookup of `<unk>` give where it is not there?",
            when=lambda e: True,
            on="refuses",
            hint="Let the lookup of `<unk>` raise the KeyError.",
        ),
    ),
)

# --- pad_batch -----------------------------------------------------------------------------------


def _pad(sequences: list[list[int]], pad_id: int, left: bool = False) -> Tensor:
    width = max(len(s) for s in sequences)
    rows = []
    for s in sequences:
        pads = [pad_id] * (width - len(s))
        rows.append(pads + s if left else s + pads)
    return torch.tensor(rows, dtype=torch.long).reshape(len(sequences), width)


def _cut_short(sequences: list[list[int]], pad_id: int) -> Tensor:
    width = min(len(s) for s in sequences)
    return torch.tensor([s[:width] for s in sequences], dtype=torch.long)


PAD_BATCH = Exercise(
    id="pad_batch",
    title="ragged lists to one tensor",
    call="pad_batch(sequences, pad_id)",
    trials=lambda draw: [
        Trial("2 rows of different length", ([[5, 7], [9]], 0)),
        Trial("3 rows, pad id 9", ([[1], [2, 3, 4], [0, 6]], 9)),
        Trial("rows of one length", ([[1, 2], [3, 4]], 0)),
        Trial("an empty sequence", ([[4, 2, 8], []], 7)),
        Trial("one row", ([[4, 2]], 0)),
        refuses("an empty batch", [], 0, mentions=(("sequences", "batch", "empty"),)),
    ],
    truth=_pad,
    axes=("B L_max",),
    criteria={"refuses": "refuses an empty batch with a clear error"},
    smallest=Family(
        {"length_0": (1, 2, 3), "length_1": (1, 2, 3), "pad_id": (0, 9)},
        lambda draw, length_0, length_1, pad_id: Trial(
            "", ([[5, 6, 7][:length_0], [8, 4, 3][:length_1]], pad_id)
        ),
    ),
    hints=(
        "How wide must the tensor be so that every row fits?",
        "The longest row gives the width. Each other row gets pads on its right.",
        "Build new lists: `row + [pad_id] * (width - len(row))`. Do not write into the argument.",
    ),
    mistakes=(
        Mistake(
            "padded-on-the-left",
            "The pads stand on the left. Word 0 of a short row then stands at another place than word 0 of a long row.",
            "On which side of the row do you add the pads?",
            simulate=lambda s, p: _pad(s, p, left=True),
            hint="Add the pads behind the words.",
        ),
        Mistake(
            "pad-id-fixed",
            "The pads are 0, whatever `pad_id` says.",
            "Look for a number in your code that should be the argument.",
            simulate=lambda s, p: _pad(s, 0),
            hint="Use the argument `pad_id`.",
        ),
        Mistake(
            "cut-to-the-shortest",
            "You cut all rows to the length of the shortest. Words are lost.",
            "Which row decides the width?",
            simulate=_cut_short,
            hint="The width is the length of the LONGEST row.",
        ),
        Mistake(
            "one-column-too-many",
            "The tensor is wider than its longest row.",
            "Print the width beside the length of the longest row.",
            simulate=lambda s, p: nn.functional.pad(_pad(s, p), (0, 1), value=p),
            hint="The width is the length of the longest row.",
        ),
        Mistake(
            "transposed",
            "Rows and columns are swapped: `pad_sequence` puts the length first unless you say otherwise.",
            "Which comes first in the shape, the row or the place in the row?",
            simulate=lambda s, p: _pad(s, p).T.contiguous(),
            hint="Batch first: (B, L_max).",
        ),
        Mistake(
            "ragged",
            "A tensor needs rows of one length.",
            "Print the length of each row just before you make the tensor. Are they equal?",
            raises=r"expected sequence of length",
            hint="Add the pads before you make the tensor.",
        ),
        Mistake(
            "empty-batch-passes",
            "An empty batch has no longest row. Your code went on, or its error does not say why.",
            "What does your code do with an empty list? What should it say?",
            when=lambda e: True,
            on="refuses",
            hint="Test `if not sequences:` first.",
        ),
    ),
)

# --- TokenEmbedding ------------------------------------------------------------------------------


def _fill(module: nn.Module, table: Tensor) -> nn.Parameter:
    """Write ``table`` into the parameter of its shape, whatever its name."""
    for parameter in module.parameters():
        if tuple(parameter.shape) in (tuple(table.shape), (1, *table.shape)):
            with torch.no_grad():
                parameter.copy_(table.reshape(parameter.shape))
            return parameter
    shapes = [tuple(p.shape) for p in module.parameters()]
    raise LookupError(f"no trained table of shape {tuple(table.shape)}; there are {shapes}")


def _embed_run(answer: Any, table: Tensor, pad_id: int, ids: Tensor) -> Tensor:
    module = answer(*table.shape, pad_id)
    _fill(module, table)
    return module(ids)


def _embed(table: Tensor, pad_id: int, ids: Tensor) -> Tensor:
    return torch.stack([torch.stack([table[i] for i in row]) for row in ids]) * math.sqrt(
        table.shape[1]
    )


def _pad_row_run(answer: Any, size: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Any]:
    module = answer(size, d_model, pad_id)
    output = module(ids)
    tables = [p for p in module.parameters() if p.shape == (size, d_model)]
    grads = torch.autograd.grad(
        (output * torch.arange(1.0, d_model + 1)).sum(), tables, allow_unused=True
    )
    return {"output": output, "gradient": grads[0] if grads else None}


def _pad_row_test(value: dict, size: int, d_model: int, pad_id: int, ids: Tensor) -> Finding | None:
    if bool(value["output"][ids == pad_id].any()):
        return Finding(
            f"The vector of the pad (id {pad_id}) is not zero.", mistake="pad-row-not-zero"
        )
    grad = value["gradient"]
    if grad is None:
        return Finding("No gradient reaches the table.", mistake="table-not-trained")
    if bool(grad[pad_id].any()):
        return Finding(f"The pad's row (id {pad_id}) gets a gradient.", mistake="pad-row-trained")
    if not bool(grad[ids[ids != pad_id]].any()):
        return Finding("No gradient reaches the rows of the words.", mistake="table-not-trained")
    return None


def _table(draw: Draw, size: int, d_model: int, pad_id: int, **options: Any) -> Tensor:
    table = draw.normal(size, d_model, **options)
    table[pad_id] = 0.0
    return table


_NO_SCALE = "The rows are not multiplied by √d_model. Beside positions of size 1 the words would be too quiet (paper, section 3.4)."

TOKEN_EMBEDDING = Exercise(
    id="TokenEmbedding",
    title="ids to vectors",
    call="TokenEmbedding(V, d_model, pad_id)(ids)",
    trials=lambda draw: [
        Trial(
            "3 words, 4 features",
            (torch.tensor([[0.0] * 4, [1, 2, 3, 4], [5, 6, 7, 8]]), 0, torch.tensor([[2, 1]])),
            run=_embed_run,
        ),
        Trial(
            "2 rows of 3 ids",
            (_table(draw, 7, 5, 0), 0, torch.tensor([[1, 6, 0], [3, 3, 2]])),
            run=_embed_run,
        ),
        Trial(
            "pad id 4",
            (_table(draw, 6, 9, 4), 4, torch.tensor([[5, 4], [0, 1], [2, 3]])),
            run=_embed_run,
        ),
        Trial(
            "the pad row",
            (6, 5, 0, torch.tensor([[3, 0, 5]])),
            run=_pad_row_run,
            test=_pad_row_test,
            criterion="pad",
        ),
        Trial(
            "the pad row, pad id 2",
            (7, 4, 2, torch.tensor([[3, 2, 0]])),
            run=_pad_row_run,
            test=_pad_row_test,
            criterion="pad",
        ),
    ],
    truth=_embed,
    axes=("B L d_model",),
    criteria={"pad": "keeps the pad row at zero, without gradient"},
    points=2,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2), "V": (2, 3), "d_model": (2, 4)},
        lambda draw, B, L, V, d_model: Trial(
            "",
            (
                draw.whole(V, d_model).index_fill(0, torch.tensor(0), 0),
                0,
                draw.integers(0, V, B, L),
            ),
            run=_embed_run,
            shown=("table", "pad_id", "ids"),
        ),
    ),
    hints=(
        "A table with one row for each id. Which layer of `torch.nn` is such a table?",
        "`nn.Embedding` has an argument that keeps one row at zero and without gradient.",
        "`padding_idx=pad_id` does it. In `forward` multiply the looked-up rows by √d_model.",
    ),
    mistakes=(
        Mistake(
            "no-scale",
            _NO_SCALE,
            "Look at what stands behind the lookup.",
            simulate=lambda t, p, i: t[i],
            hint="* math.sqrt(d_model)",
        ),
        Mistake(
            "root-of-the-vocabulary",
            "You multiplied by the root of V, the number of words. The width counts, d_model.",
            "Of which size do you take the root: the number of words, or the width of a vector?",
            simulate=lambda t, p, i: t[i] * math.sqrt(len(t)),
            hint="Use `math.sqrt(d_model)`.",
        ),
        Mistake(
            "divided-by-root",
            "The rows are divided by √d_model and not multiplied.",
            "Should the vectors grow or shrink before the positions are added?",
            simulate=lambda t, p, i: t[i] / math.sqrt(t.shape[1]),
            hint="Multiply.",
        ),
        Mistake(
            "scaled-by-d_model",
            "The rows are multiplied by d_model, not by its root.",
            "Compare your factor with the docstring. What is missing round d_model?",
            simulate=lambda t, p, i: t[i] * t.shape[1],
            hint="Take the root.",
        ),
        Mistake(
            "sizes-swapped",
            "The table has d_model rows of V features. It should have V rows of d_model features.",
            "What does the first argument of `nn.Embedding` count, and what the second?",
            raises=r"no trained table of shape \((\d+), (\d+)\); there are \[\(\2, \1\)",
            hint="nn.Embedding(V, d_model, ...): first how many, then how wide.",
        ),
        Mistake(
            "table-not-trained",
            "There is no parameter of shape (V, d_model), so there is nothing to learn.",
            "Does `list(module.parameters())` show your table, and does its gradient reach it?",
            raises=r"no trained table|there are \[\]|does not require grad",
            hint="Use nn.Embedding or nn.Parameter.",
        ),
        Mistake(
            "pad-row-not-zero",
            "The pad has a vector of its own. It should say nothing: zeros.",
            "Look at `padding_idx`.",
            hint="nn.Embedding(V, d_model, padding_idx=pad_id)",
        ),
        Mistake(
            "pad-row-trained",
            "The pad's row is zero now, but training would change it.",
            "Which argument of `nn.Embedding` keeps one row at zero and out of the training?",
            hint="nn.Embedding(V, d_model, padding_idx=pad_id)",
        ),
    ),
)

# --- sinusoidal_encoding -------------------------------------------------------------------------


def _sinusoid(length: int, d_model: int, fault: str = "", start: int = 0) -> Tensor:
    """The formula of section 3.5, entry by entry with Python's floats."""
    rows = []
    for pos in range(start, length):
        row = []
        for j in range(d_model):
            i = j // 2
            base = {"base-1000": 1000, "base-length": length}.get(fault, 10000)
            power = {"doubled": 4 * i, "next": j, "integer": 0, "no-two": i}.get(fault, 2 * i)
            angle = pos / base ** (power / d_model)
            odd = {"by-position": pos % 2, "sine-only": 0, "swapped": 1 - j % 2}.get(fault, j % 2)
            if fault == "halves":
                half = d_model // 2
                angle, odd = pos / base ** (2 * (j % half) / d_model), j >= half
            row.append(math.cos(angle) if odd else math.sin(angle))
        rows.append(row)
    return torch.tensor(rows, dtype=torch.float32).reshape(length - start, d_model)


def _wrong_sinusoid(fault: str) -> Any:
    return lambda length, d_model: _sinusoid(min(length, 10**9), d_model, fault)


_CLOSE = (1e-3, 1e-4)


def _far(answer: Any, length: int, d_model: int) -> Tensor:
    return answer(length, d_model)[-3:]


SINUSOIDAL = Exercise(
    id="sinusoidal_encoding",
    title="positions as waves",
    call="sinusoidal_encoding(length, d_model)",
    trials=lambda draw: [
        Trial("3 positions, 4 features", (3, 4), tolerance=_CLOSE),
        Trial("7 positions, 6 features", (7, 6), tolerance=_CLOSE),
        Trial("40 positions, 10 features", (40, 10), tolerance=_CLOSE),
        Trial(
            "position 10,000",
            (10_001, 8),
            run=_far,
            truth=lambda n, d: _sinusoid(n, d, start=n - 3),
            tolerance=(0, 1e-2),
            criterion="far",
        ),
        refuses("5 features", 4, 5, mentions=("d_model", "5")),
    ],
    truth=_sinusoid,
    axes=("length d_model",),
    criteria={
        "far": "stays accurate at position 10,000",
        "refuses": "refuses an odd d_model with a clear error",
    },
    points=2,
    smallest=Family(
        {"length": (1, 2, 3), "d_model": (2, 4, 6)},
        lambda draw, length, d_model: Trial("", (length, d_model)),
    ),
    hints=(
        "Sine and cosine alternate. Along which axis: from position to position, or from feature to feature?",
        "One angle for each pair of features: pos / 10000^(2i/d_model). Its sine goes to feature 2i, its cosine to 2i+1.",
        "`angle` has the shape (length, d_model/2). Fill `table[:, 0::2]` and `table[:, 1::2]`.",
    ),
    mistakes=(
        Mistake(
            "alternates-by-position",
            "Your sine and cosine alternate from position to position. Several texts say so, and it is wrong: they alternate from FEATURE to feature.",
            "Look at the axis in 0::2 and 1::2.",
            simulate=_wrong_sinusoid("by-position"),
        ),
        Mistake(
            "index-doubled",
            "The index in the exponent is doubled twice: an arange(0, d_model, 2) already holds 2i.",
            "Print your exponents for d_model=4: they should be 0 and 0.5.",
            simulate=_wrong_sinusoid("doubled"),
        ),
        Mistake(
            "cosine-of-the-next",
            "Sine and cosine of a pair have different frequencies. The cosine should use the same angle as the sine beside it.",
            "Features 2i and 2i+1 are a pair. Do both use one angle?",
            simulate=_wrong_sinusoid("next"),
            hint="Use one angle for features 2i and 2i+1.",
        ),
        Mistake(
            "exponent-halved",
            "The 2 in 2i/d_model is missing, so the waves are too quick.",
            "The exponent is 2i/d_model with i = 0, 1, 2, ...",
            simulate=_wrong_sinusoid("no-two"),
        ),
        Mistake(
            "base-1000",
            "The base is 1000. The paper uses 10000.",
            "Count the zeros.",
            simulate=_wrong_sinusoid("base-1000"),
        ),
        Mistake(
            "base-length",
            "The base is the length. Then position 3 has another vector in a longer table.",
            "What stays the same for every length, and what changes in your formula?",
            simulate=_wrong_sinusoid("base-length"),
            hint="The base is 10000 for every length.",
        ),
        Mistake(
            "one-frequency",
            "All features have the same frequency: the exponent is 0 everywhere, as integer division gives.",
            "Print your exponents for d_model=4: they should be 0 and 0.5.",
            simulate=_wrong_sinusoid("integer"),
            hint="Use `/` in the exponent.",
        ),
        Mistake(
            "sine-only",
            "Odd features should hold the cosine.",
            "Look at features 1, 3, 5, ...",
            simulate=_wrong_sinusoid("sine-only"),
        ),
        Mistake(
            "sine-and-cosine-swapped",
            "Even features hold the cosine and odd ones the sine. It should be the other way round.",
            "Feature 0 at position 0 is sin 0 = 0.",
            simulate=_wrong_sinusoid("swapped"),
        ),
        Mistake(
            "halves",
            "All sines come first, then all cosines. Some libraries do so; here they alternate.",
            "Where should the cosine of the first angle stand: beside its sine, or in the second half?",
            simulate=_wrong_sinusoid("halves"),
            hint="Use 0::2 and 1::2 on the last axis.",
        ),
        Mistake(
            "inaccurate-far-out",
            "At position 10,000 the waves are wrong: the angles were added up, or worked out with too few digits.",
            "Does each angle come from its position at once, or from the angle before? In which number type?",
            when=lambda e: True,
            on="far",
            hint="Compute each angle from pos at once, in float32 or float64.",
        ),
        Mistake(
            "odd-not-refused",
            "With an odd d_model one feature has no partner. Your code goes on, or stops with an error that does not say why.",
            "What should the caller be told when a feature has no partner?",
            when=lambda e: True,
            on="refuses",
            hint="Test `d_model % 2` first.",
        ),
    ),
)

# --- LearnedPosition -----------------------------------------------------------------------------


def _learned_run(answer: Any, table: Tensor, x: Tensor) -> Tensor:
    module = answer(*table.shape)
    _fill(module, table)
    return module(x)


def _learned_grad(answer: Any, table: Tensor, x: Tensor) -> Tensor:
    module = answer(*table.shape)
    parameter = _fill(module, table)
    return torch.autograd.grad(module(x).sum(), parameter)[0].reshape(table.shape)


def _learned_grad_truth(table: Tensor, x: Tensor) -> Tensor:
    grad = torch.zeros_like(table)
    grad[: x.shape[1]] = x.shape[0]
    return grad


def _long_run(answer: Any, max_len: int, length: int) -> Tensor:
    return answer(max_len, 3)(torch.zeros(1, length, 3))


LEARNED = Exercise(
    id="LearnedPosition",
    title="positions that are trained",
    call="LearnedPosition(max_len, d_model)(x)",
    trials=lambda draw: [
        Trial("1 sentence of 2 tokens", (draw.whole(3, 2), draw.whole(1, 2, 2)), run=_learned_run),
        Trial(
            "2 sentences of 3 tokens, max_len 7",
            (draw.normal(7, 4), draw.normal(2, 3, 4)),
            run=_learned_run,
        ),
        Trial("as long as max_len", (draw.normal(5, 3), draw.normal(4, 5, 3)), run=_learned_run),
        Trial(
            "the gradient of the table",
            (draw.normal(6, 3), draw.normal(2, 4, 3)),
            run=_learned_grad,
            truth=_learned_grad_truth,
            criterion="trained",
        ),
        refuses(
            "5 tokens and max_len 4",
            4,
            5,
            run=_long_run,
            mentions=(("max_len", "L", "length"), ("4", "5")),
        ),
    ],
    truth=lambda table, x: torch.stack([x[:, t] + table[t] for t in range(x.shape[1])], dim=1),
    axes=("B L d_model",),
    criteria={
        "trained": "trains the rows that are used",
        "refuses": "refuses L > max_len with a clear error",
    },
    smallest=Family(
        {"B": (1, 2), "L": (1, 2, 3), "d_model": (1, 2)},
        lambda draw, B, L, d_model: Trial(
            "",
            (draw.counting(L, d_model), 10 * draw.counting(B, L, d_model)),
            run=_learned_run,
            shown=("table", "x"),
        ),
    ),
    hints=(
        "Position 3 has a row of its own, the same in every sentence. Where is it kept?",
        "A table (max_len, d_model) that is trained: nn.Embedding or nn.Parameter.",
        "Add its first L rows to x. They broadcast over the batch.",
    ),
    mistakes=(
        Mistake(
            "indexed-by-sentence",
            "You took a row for each sentence and not for each position.",
            "Which axis of x counts the tokens, and which one the sentences?",
            simulate=lambda t, x: x + torch.stack([t[b % len(t)] for b in range(len(x))])[:, None],
            hint="L is x.shape[1]; x.shape[0] is the batch.",
        ),
        Mistake(
            "words-lost",
            "You returned the positions alone. The words are lost.",
            "What does your result say of the words in x?",
            simulate=lambda t, x: t[: x.shape[1]].expand(len(x), -1, -1),
            hint="Add the table to x.",
        ),
        Mistake(
            "multiplied",
            "You multiplied. Positions are added.",
            "Which operation joins words and positions?",
            simulate=lambda t, x: x * t[: x.shape[1]],
            hint="Use +.",
        ),
        Mistake(
            "concatenated",
            "You put words and positions side by side, so the vector is twice as wide. They are added.",
            "How wide should the result be? How wide is yours?",
            simulate=lambda t, x: torch.cat([x, t[: x.shape[1]].expand(len(x), -1, -1)], -1),
            hint="Use +.",
        ),
        Mistake(
            "same-position-everywhere",
            "Every token got the row of position 0.",
            "Which rows of the table does a sentence of 3 tokens need?",
            simulate=lambda t, x: x + t[0],
            hint="Use positions 0 to L-1.",
        ),
        Mistake(
            "table-not-trained",
            "There is no parameter of shape (max_len, d_model): the positions would never be trained.",
            "Does `list(module.parameters())` show your table, and does its gradient reach it?",
            raises=r"no trained table|does not require grad|not have been used",
            hint="Use nn.Embedding or nn.Parameter.",
        ),
        Mistake(
            "gradient-cut",
            "The table is a parameter, and no gradient reaches it: it would keep its first values.",
            "Look for `.data`, `.detach()`, `torch.no_grad()`, or a copy of the table.",
            when=lambda e: True,
            on="trained",
        ),
        Mistake(
            "long-input-not-refused",
            "More tokens came than the table has rows. Your code went on, or its error does not say why.",
            "Which two numbers must be compared before the rows are taken?",
            when=lambda e: True,
            on="refuses",
            hint="Test `L > max_len` first.",
        ),
    ),
)

# --- TransformerEmbedding ------------------------------------------------------------------------


def _whole_run(answer: Any, table: Tensor, pad_id: int, max_len: int, ids: Tensor) -> Tensor:
    module = answer(*table.shape, pad_id, max_len).eval()
    _fill(module, table)
    return module(ids)


def _whole(table: Tensor, pad_id: int, max_len: int, ids: Tensor) -> Tensor:
    return _embed(table, pad_id, ids) + _sinusoid(ids.shape[1], table.shape[1])


def _built_run(answer: Any, size: int, d_model: int) -> dict[str, Any]:
    module = answer(size, d_model, 0, 9)
    shapes = sorted(tuple(p.shape) for p in module.parameters())
    moved = module.to("meta")(torch.ones(2, 3, dtype=torch.long, device="meta"))
    return {"shapes": shapes, "device": str(moved.device)}


def _built_test(value: dict, size: int, d_model: int) -> Finding | None:
    if len(value["shapes"]) != 1:
        return Finding(
            f"The parameters are {value['shapes']}; only the token table {(size, d_model)} should be trained.",
            mistake="positions-are-trained",
        )
    if value["device"] != "meta":
        return Finding(
            f"After moving the module its output is on {value['device']}.",
            mistake="positions-stay-behind",
        )
    return None


def _dropout_run(answer: Any, table: Tensor, ids: Tensor) -> dict[str, Any]:
    module, without = answer(*table.shape, 0, 60, dropout=0.25), answer(*table.shape, 0, 60)
    _fill(module, table), _fill(without, table)
    seen = {"eval": module.eval()(ids), "again": module(ids), "train": module.train()(ids)}
    return seen | {"quiet": without.train()(ids)}


def _dropout_test(value: dict, table: Tensor, ids: Tensor) -> Finding | None:
    if not torch.equal(value["eval"], value["again"]):
        return Finding("In eval mode two calls differ.", mistake="dropout-in-eval")
    if torch.equal(value["eval"], value["train"]):
        return Finding(
            "With dropout=0.25 nothing was dropped in training mode.", mistake="dropout-missing"
        )
    if not torch.equal(value["quiet"], value["eval"]):
        return Finding(
            "No dropout was asked for, and in training mode the output changes.",
            mistake="dropout-rate-fixed",
        )
    kept = value["train"] != 0
    share = kept.double().mean().item()
    whole = torch.allclose(value["train"][kept] * 0.75, value["eval"][kept], rtol=1e-3, atol=1e-4)
    halved = torch.allclose(value["train"][kept] * 0.5, value["eval"][kept], rtol=1e-3, atol=1e-4)
    if halved and 0.4 < share < 0.6:
        return Finding(
            "With dropout=0.25 half of the numbers were dropped.", mistake="dropout-rate-fixed"
        )
    if not whole or not 0.6 < share < 0.9:
        return Finding(
            "With dropout=0.25 the output is not the sum with a quarter of its numbers at 0 and the others times 4/3.",
            mistake="dropout-at-the-wrong-place",
        )
    return None


TRANSFORMER_EMBEDDING = Exercise(
    id="TransformerEmbedding",
    title="words and positions together",
    call="TransformerEmbedding(V, d_model, pad_id, max_len, dropout)(ids)",
    trials=lambda draw: [
        Trial(
            "1 row of 2 ids", (_table(draw, 3, 4, 0), 0, 5, torch.tensor([[2, 1]])), run=_whole_run
        ),
        Trial(
            "3 rows of 5 ids",
            (_table(draw, 9, 6, 0), 0, 8, draw.integers(0, 9, 3, 5)),
            run=_whole_run,
        ),
        Trial(
            "pad id 3, as long as max_len",
            (_table(draw, 7, 10, 3), 3, 4, draw.integers(0, 7, 2, 4)),
            run=_whole_run,
        ),
        Trial(
            "parameters, and moving to another device",
            (8, 6),
            run=_built_run,
            test=_built_test,
            criterion="buffer",
        ),
        Trial(
            "dropout=0.25",
            (_table(draw, 9, 8, 0) + 3.0, draw.integers(1, 9, 4, 50)),
            run=_dropout_run,
            test=_dropout_test,
            criterion="dropout",
        ),
    ],
    truth=_whole,
    axes=("B L d_model",),
    criteria={
        "buffer": "keeps the positions as a table that moves along and is not trained",
        "dropout": "drops from the sum, in training mode only",
    },
    points=3,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2, 3), "d_model": (2, 4)},
        lambda draw, B, L, d_model: Trial(
            "",
            (
                draw.whole(4, d_model).index_fill(0, torch.tensor(0), 0),
                0,
                4,
                draw.integers(0, 4, B, L),
            ),
            run=_whole_run,
            shown=("table", "pad_id", "max_len", "ids"),
        ),
    ),
    hints=(
        "You have both parts already, words and positions. Which of the two is learned, and which is the same for ever?",
        "A table that is no parameter but moves with `.to(device)`: `self.register_buffer(name, tensor)`.",
        "forward: tokens(ids) + positions[:L], then dropout on the sum.",
    ),
    mistakes=(
        Mistake(
            "no-scale",
            _NO_SCALE,
            "Which part of notebook 01 turns ids into vectors, with the factor?",
            simulate=lambda t, p, m, i: t[i] + _sinusoid(i.shape[1], t.shape[1]),
            hint="Use your TokenEmbedding.",
        ),
        Mistake(
            "positions-scaled-too",
            "You multiplied the sum by √d_model. Only the words are multiplied.",
            "In which order do you multiply and add?",
            simulate=lambda t, p, m, i: (
                (t[i] + _sinusoid(i.shape[1], t.shape[1])) * math.sqrt(t.shape[1])
            ),
            hint="Multiply before you add.",
        ),
        Mistake(
            "no-positions",
            "There are no positions in your output. The model could not tell an order.",
            "Where does the table of positions meet the words?",
            simulate=lambda t, p, m, i: _embed(t, p, i),
            hint="Add the first L rows of the table.",
        ),
        Mistake(
            "positions-by-sentence",
            "Every token of a sentence gets the same position: the table was cut along the batch.",
            "Which axis of ids counts the tokens?",
            simulate=lambda t, p, m, i: _embed(t, p, i) + _sinusoid(len(i), t.shape[1])[:, None],
            hint="Cut by ids.shape[1].",
        ),
        Mistake(
            "positions-are-trained",
            "The sinusoidal table is a parameter: the optimizer would change it.",
            "How is a table kept that moves along but is not trained?",
            hint="Use `self.register_buffer`.",
        ),
        Mistake(
            "positions-stay-behind",
            "The table is a plain attribute. It stays on the CPU when the model moves to a GPU.",
            "How is a table kept that moves along but is not trained?",
            raises=r"meta|same device",
            hint="Use `self.register_buffer`.",
        ),
        Mistake(
            "dropout-missing",
            "The argument dropout has no effect.",
            "Where does the sum pass through a dropout layer?",
            hint="nn.Dropout(dropout) on the sum.",
        ),
        Mistake(
            "dropout-rate-fixed",
            "The rate stands in your code. The caller's `dropout` does not reach the layer; `nn.Dropout()` alone drops half.",
            "Give the argument on: `nn.Dropout(dropout)`.",
        ),
        Mistake(
            "dropout-in-eval",
            "Dropout is on in eval mode too.",
            "Who tells your dropout whether the module trains?",
            hint="Use nn.Dropout, or pass `self.training`.",
        ),
        Mistake(
            "dropout-at-the-wrong-place",
            "Dropout belongs on the sum of words and positions (paper, section 5.4).",
            "What goes into your dropout: the words, the positions, or their sum?",
            hint="Add first, then drop.",
        ),
    ),
)

EXERCISES = (ENCODE, PAD_BATCH, TOKEN_EMBEDDING, SINUSOIDAL, LEARNED, TRANSFORMER_EMBEDDING)

QUESTIONS = (
    Question(
        id="padded_shape",
        text="Ten sequences, the longest has 20 ids. What is the shape of the padded batch?",
        answer=(10, 20),
        choices={
            (10, 20): "One row for each sequence, as wide as the longest.",
            (20, 10): "Batch first: rows are sequences.",
            (10, 1): "That would cut all but the shortest away.",
        },
        otherwise="One row for each sequence, as wide as the longest.",
    ),
    Question(
        id="sine_axis",
        text="Sine and cosine alternate in the table of positions. Along which axis?",
        answer="features",
        choices={
            "features": "Even features hold sines, odd features hold cosines, at every position.",
            "positions": "Many texts say so. Look at one row: it holds sines and cosines.",
        },
    ),
    Question(
        id="table_size",
        text="A vocabulary of 100 and d_model 512: how many numbers does the token table hold?",
        answer=51_200,
        choices={
            51_200: "100 rows of 512 numbers.",
            612: "Rows times columns, not plus.",
            5_120: "That is ten rows.",
        },
        otherwise="Rows times columns.",
    ),
)
