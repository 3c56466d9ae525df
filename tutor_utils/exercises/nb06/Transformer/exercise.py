"""The full model: encoder, decoder, embeddings and output."""

from __future__ import annotations

import inspect
import operator
from typing import Any

import torch
from torch import Tensor

from ....engine.conditions.second_device import SecondDevice, leave_behind
from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import parts
from ...modules import NEARLY_ALL, TOLERANCE
from ...nb01.sinusoid import sinusoid
from ...nb04.rules import padding, target
from .. import reference

DEFAULTS = {
    "d_model": 512,
    "num_heads": 8,
    "num_layers": 6,
    "d_ff": 2048,
    "dropout": 0.1,
    "max_len": 512,
    "pad_id": 0,
    "norm_first": False,
    "tie_weights": False,
}
SHOWN = ("src", "tgt", "*src_vocab, tgt_vocab, d_model, num_heads, num_layers, d_ff", "**", "")
SMALL = (9, 8, 4, 2, 1, 5)  # src_vocab, tgt_vocab, d_model, num_heads, num_layers, d_ff
DEEP = (10, 11, 6, 3, 2, 7)
EVERYWHERE = "all tensors are on the device of the input"

# --- in the learner's process --------------------------------------------------------------------


def make(answer: Any, sizes: tuple, options: dict) -> Any:
    """The learner's model in eval mode, with its initial parameters."""
    return answer(*sizes, **{"dropout": 0.0, "max_len": 20, **options}).eval()


def build(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> tuple[Any, parts.Roles]:
    """The learner's model in eval mode, its parameters set by role, and these roles."""
    model = make(answer, sizes, options)
    roles = parts.roles(
        model,
        lambda: model(src, tgt),
        lambda calls: parts.of_model(model, calls, sizes),
        *(sizes, options),
    )
    parts.settle_eps(model)
    parts.fill(roles, seed)
    if "output.bias" in roles:  # a bias is optional, so it is set to zero
        roles["output.bias"].put(torch.zeros(sizes[1]))
    return model, roles


def run_forward(answer: Any, *given: Any) -> Tensor:
    """Probe: the logits, with zeros at pads, whose values do not matter."""
    src, tgt, _, options, _ = given
    model, _ = build(answer, *given)
    return at_words(model(src, tgt), tgt, options)


def at_words(numbers: Tensor, ids: Tensor, options: dict) -> Tensor:
    """``numbers`` (B, L, ...) with zeros where ``ids`` (B, L) is the pad."""
    if not isinstance(numbers, Tensor) or numbers.shape[:2] != ids.shape:
        return numbers
    return numbers * (ids != options.get("pad_id", 0))[..., None]


def run_halves(answer: Any, *given: Any) -> dict[str, Any]:
    """Probe: the results of `encode` and `decode`, called one after the other."""
    src, tgt, _, options, _ = given
    model, _ = build(answer, *given)
    pair = model.encode(src)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return {"encode": pair}
    memory, src_mask = pair
    return {
        "encode": [at_words(memory, src, options), src_mask],
        "decode": at_words(model.decode(tgt, memory, src_mask), tgt, options),
    }


def run_tables(answer: Any, ids: Tensor, sizes: tuple, options: dict) -> dict[str, int]:
    """Probe: how many embedding tables there are, and which of source and target each serves.

    A table serves what changes when it is doubled. Both vocabularies have one size, so that a
    table could wrongly be shared.
    """
    model = make(answer, sizes, options)
    memory, mask = model.encode(ids)
    logits = model.decode(ids, memory, mask)
    tables = [p for p in model.parameters() if p.numel() == sizes[1] * sizes[2]]
    encoding, decoding = [], []
    for table in tables:
        kept = table.detach().clone()
        table.data.mul_(2)
        encoding.append(not torch.equal(model.encode(ids)[0], memory))
        decoding.append(not torch.equal(model.decode(ids, memory, mask), logits))
        table.data.copy_(kept)
    return {
        "tables of words, that of the output too": len(tables),
        "tables that encode reads": sum(encoding),
        "tables that decode reads": sum(decoding),
        "tables that both read": sum(map(operator.and_, encoding, decoding)),
    }


def run_dropout(answer: Any, *given: Any) -> dict[str, Tensor]:
    """Probe: logits and memory with dropout=1.0, in both modes."""
    src, tgt, sizes, options, seed = given
    model, _ = build(answer, src, tgt, sizes, options | {"dropout": NEARLY_ALL}, seed)
    evaluated = at_words(model(src, tgt), tgt, options)
    model.train()
    return {
        "logits in evaluation mode": evaluated,
        "logits in training mode": at_words(model(src, tgt), tgt, options),
        "memory in training mode": at_words(model.encode(src)[0], src, options),
    }


def run_backward(answer: Any, *given: Any) -> dict[str, list]:
    """Probe: the parts, and the ids of the batch, that get no gradient in training mode."""
    src, tgt, _, options, _ = given
    model, roles = build(answer, *given)
    logits = model.train()(src, tgt)
    if logits.requires_grad:
        logits.square().sum().backward()

    def idle(role: str, ids: Tensor) -> list[int]:
        words = set(ids.flatten().tolist()) - {options["pad_id"]}
        return [
            w for w in sorted(words) if role not in roles or not roles[role].gradient()[w].any()
        ]

    # the bias of a key shifts all scores of a query alike, and softmax drops it
    learning = (name for name in roles if not name.endswith("w_k.bias"))
    return {
        "parts that get no gradient": [n for n in learning if not roles[n].gradient().any()],
        "source words that learn nothing": idle("source.table", src),
        "target words that learn nothing": idle("target.table", tgt),
    }


def run_elsewhere(answer: Any, *given: Any) -> dict[str, bool]:
    """Probe: whether the model runs on a simulated GPU, without a tensor left on the CPU."""
    src, tgt, *_ = given
    model, _ = build(answer, *given)
    leave_behind(model)
    try:
        with SecondDevice():
            model(src, tgt)
    except RuntimeError as error:
        return {EVERYWHERE: "device" not in str(error)}
    return {EVERYWHERE: True}


def run_signature(answer: Any) -> dict[str, Any]:
    """Probe: the constructor's defaults; a model is also made with keyword arguments."""
    answer(3, 3, d_model=2, num_heads=1, num_layers=1, d_ff=2)
    given = inspect.signature(answer).parameters
    return {name: given[name].default for name in DEFAULTS if name in given}


# --- judge ---------------------------------------------------------------------------------------


def reference_run(
    src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> tuple[Tensor, Tensor]:
    """Memory (B, L_s, d_model) and logits (B, L_t, tgt_vocab), zeros at pads.

    Embeddings by formula, then PyTorch's own layers. With dropout=1.0 everything is dropped.
    """
    src_vocab, tgt_vocab, d_model, num_heads, num_layers, d_ff = sizes
    pad, dropout = options.get("pad_id", 0), options.get("dropout", 0.0)
    inner = (num_layers, d_model, num_heads, d_ff, seed)
    kept = {"norm_first": options.get("norm_first", False), "dropout": dropout}

    def embed(ids: Tensor, name: str, size: int) -> Tensor:
        rows = parts.known_numbers(name, (size, d_model), seed)[ids]
        places = sinusoid(ids.shape[1], d_model, dtype=torch.float64)
        return (1 - dropout) * (rows * d_model**0.5 + places)

    source, own = padding(src, pad), target(tgt, pad)
    open_rows = source | ~source.any(-1, keepdim=True)  # PyTorch gives NaN where all is blocked
    x = embed(src, "source.table", src_vocab)
    memory = reference.stack([x], [open_rows], *inner, "encoder.", **kept)[0]
    own = own | ~own.any(-1, keepdim=True)
    y = embed(tgt, "target.table", tgt_vocab)
    y = reference.stack([y, memory], [own, open_rows], *inner, "decoder.", **kept)[0]
    table = "target.table" if options.get("tie_weights") else "output.weight"
    logits = y @ parts.known_numbers(table, (tgt_vocab, d_model), seed).T
    return at_words(memory.float(), src, options), at_words(logits.float(), tgt, options)


def truth(*given: Any) -> Tensor:
    """The logits."""
    return reference_run(*given)[1]


def truth_halves(*given: Any) -> dict[str, Any]:
    """The expected memory and logits: `forward` is `encode`, then `decode`."""
    src, _, _, options, _ = given
    memory, logits = reference_run(*given)
    return {"encode": [memory, padding(src, options.get("pad_id", 0))], "decode": logits}


def truth_tables(ids: Tensor, sizes: tuple, options: dict) -> dict[str, int]:
    """One table for the source, and one or two for the target (input and output may be tied)."""
    of_target = 1 if options["tie_weights"] else 2
    return {
        "tables of words, that of the output too": 1 + of_target,
        "tables that encode reads": 1,
        "tables that decode reads": of_target,
        "tables that both read": 0,
    }


def truth_dropout(
    src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> dict[str, Tensor]:
    """With dropout=1.0 embeddings are zero and sub-layers add nothing."""
    memory, logits = reference_run(src, tgt, sizes, options | {"dropout": 1.0}, seed)
    return {
        "logits in evaluation mode": reference_run(src, tgt, sizes, options, seed)[1],
        "logits in training mode": logits,
        "memory in training mode": memory,
    }


def truth_backward(*given: Any) -> dict[str, list]:
    """Every part and every id of the batch gets a gradient."""
    return {
        "parts that get no gradient": [],
        "source words that learn nothing": [],
        "target words that learn nothing": [],
    }


def trials(inputs: Inputs) -> list[Trial]:
    """Pads wherever a mask could miss them; then the contract's further criteria."""
    seed = inputs.seed

    def rows(*lengths: int, width: int, vocab: int, pad: int = 0) -> Tensor:
        words = [token for token in range(3, vocab) if token != pad]
        ids = torch.tensor(words)[inputs.integers(0, len(words), len(lengths), width)]
        beyond = torch.arange(width) >= torch.tensor(lengths)[:, None]
        return ids.masked_fill(beyond, pad)

    def trial(
        name: str,
        src: Tensor,
        tgt: Tensor,
        criterion: str = "values",
        probe: Any = run_forward,
        truth: Any = truth,
        sizes: tuple = SMALL,
        **options: Any,
    ) -> Trial:
        return Trial(
            name,
            (src, tgt, sizes, options, seed),
            probe=probe,
            truth=truth,
            criterion=criterion,
            tolerance=TOLERANCE,
            shown=SHOWN,
        )

    def tables(tie: bool) -> Trial:
        ids = torch.arange(3, 8)[None]
        return Trial(
            f"both vocabularies of one size, tie_weights={tie}",
            (ids, (8, *SMALL[1:]), {"tie_weights": tie}),
            probe=run_tables,
            truth=truth_tables,
            criterion="tied",
            shown=("src and tgt", *SHOWN[2:4]),
        )

    src, tgt = rows(3, 5, width=5, vocab=9), rows(4, 2, width=4, vocab=8)
    holes = rows(4, 4, width=4, vocab=8)
    holes[0, 1] = 0  # a pad between two words: the causal mask does not hide it
    long, torn = rows(21, 9, width=21, vocab=9), rows(21, 21, width=21, vocab=8)
    torn[0, 1] = 0
    other = rows(4, 3, width=4, vocab=8, pad=5).index_fill(1, torch.tensor(1), 5)
    deep = rows(2, 5, width=5, vocab=10), rows(3, 3, width=3, vocab=11)
    return [
        trial("no pads", rows(3, 3, width=3, vocab=9), rows(3, 3, width=3, vocab=8)),
        trial("a pad inside the target, as long as max_len", long, torn, max_len=21),
        trial("2 layers, pre-LN", *deep, sizes=DEEP, norm_first=True),
        trial("pad_id=5", rows(3, 5, width=5, vocab=9, pad=5), other, pad_id=5),
        Trial("defaults", probe=run_signature, truth=lambda: DEFAULTS, criterion="signature"),
        trial("encode, then decode", src, tgt, "halves", run_halves, truth_halves),
        tables(False),
        tables(True),
        trial("tied weights", src, holes, "tied", tie_weights=True),
        trial("dropout", src, holes, "dropout", run_dropout, truth_dropout),
        trial(
            "every word in one batch, dropout=0.1",
            torch.arange(9)[None],
            torch.arange(8)[None],
            "learns",
            run_backward,
            truth_backward,
            sizes=(
                *SMALL[:2],
                16,
                2,
                1,
                32,
            ),  # wide enough that dropout leaves some features of each id
            pad_id=3,
            dropout=0.1,
        ),
        trial("another device", src, holes, "device", run_elsewhere, lambda *_: {EVERYWHERE: True}),
    ]


def small(inputs: Inputs, B: int, h: int, L_s: int, L_t: int, pads: int) -> Trial:
    """B sentences and translations; with pads, at the end of one source and inside one target."""
    src, tgt = inputs.integers(3, 9, B, L_s), inputs.integers(3, 8, B, L_t)
    if pads:
        src[0, max(1, L_s - 1) :] = 0
        tgt[0, 1 : max(1, L_t - 1)] = 0
    long = {"max_len": max(L_s, L_t)} if max(L_s, L_t) > 20 else {}
    arguments: tuple[Any, ...] = (src, tgt, (11, 10, 4 * h, h, 1, 5), long, inputs.seed)
    return Trial("", arguments, probe=run_forward, tolerance=TOLERANCE, shown=SHOWN)


exercise = Exercise(
    trials,
    call="Transformer(src_vocab, tgt_vocab, ...)(src, tgt)",
    truth=truth,
    axes=("B L_t tgt_vocab",),
    criteria={
        "signature": "has the arguments and the defaults of the contract",
        "halves": "encode and decode together are forward",
        "tied": "shares one table when tie_weights, and two when not",
        "dropout": "gives dropout to every part, in training mode only",
        "learns": "lets every part, and every word but the pad, learn",
        "device": "runs wherever it is moved",
    },
    unless={"half": "the positions are float32 by contract, and so is their sum with the words"},
    version=3,
    smallest=SizeGrid(
        {"B": (1, 2), "h": (1, 2), "L_s": (1, 2, 3), "L_t": (1, 2, 3), "pads": (0, 1)}, small
    ),
)
