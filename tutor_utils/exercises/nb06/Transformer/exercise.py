"""The whole model."""

from __future__ import annotations

import inspect
from typing import Any

import torch
from torch import Tensor

from ....engine.conditions.second_device import SecondDevice, leave_behind
from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from ...nb04.rules import padding
from .. import parts
from ..module_trials import NEARLY_ALL, TOLERANCE
from . import whole_model

HINTS = (
    "Follow one sentence through the map at the top of the notebook. Which boxes do you have "
    "already, and which one is missing?",
    "You need two embeddings, an Encoder, a Decoder and one linear layer d_model -> tgt_vocab. "
    "`encode` makes the source mask, `decode` makes the target mask.",
    "`forward` is two lines: `memory, src_mask = self.encode(src)` and `return self.decode(tgt, "
    "memory, src_mask)`.",
    "To tie: find the `nn.Embedding`-like table inside the target embedding and give its "
    "Parameter to the output layer: `self.output.weight = table.weight`.",
)
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
SIZE_NAMES = ("src_vocab", "tgt_vocab", "d_model", "num_heads", "num_layers", "d_ff")
SHOWN = ("src", "tgt", "*" + ", ".join(SIZE_NAMES), "**", "")
SMALL = (9, 8, 4, 2, 1, 5)  # src_vocab, tgt_vocab, d_model, num_heads, num_layers, d_ff
DEEP = (10, 11, 6, 3, 2, 7)
EVERYWHERE = "all tensors are on the device of the input"

# --- beside the learner's code -------------------------------------------------------------------


def make(answer: Any, sizes: tuple, options: dict) -> Any:
    """The learner's model in eval mode, as it starts."""
    named = dict(zip(SIZE_NAMES, sizes, strict=True)) | {"dropout": 0.0, "max_len": 20} | options
    return answer(**named).eval()


def build(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> tuple[Any, parts.Roles]:
    """The learner's model in eval mode with the known numbers in it, and its parts."""
    model = make(answer, sizes, options)
    roles = parts.roles(
        model,
        lambda: model(src, tgt),
        lambda calls: parts.of_model(model, calls, sizes),
        *(sizes, options),
    )
    parts.settle_eps(model)
    parts.fill(roles, seed)
    if "output.bias" in roles:  # a bias is nobody's duty: where there is one, it is zero
        roles["output.bias"].put(torch.zeros(sizes[1]))
    return model, roles


def run_forward(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> Tensor:
    """The logits; what a pad gives is nobody's concern, so it is set to zero."""
    model, _ = build(answer, src, tgt, sizes, options, seed)
    return at_words(model(src, tgt), tgt, options)


def run_training(answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, *rest: Any) -> Tensor:
    """The logits in training mode, without dropout."""
    model, _ = build(answer, src, tgt, sizes, *rest)
    return at_words(model.train()(src, tgt), tgt, rest[0])


def at_words(numbers: Tensor, ids: Tensor, options: dict) -> Tensor:
    """``numbers`` (B, L, ...) with zeros where ``ids`` (B, L) is the pad."""
    if not isinstance(numbers, Tensor) or numbers.shape[:2] != ids.shape:
        return numbers
    return numbers * (ids != options.get("pad_id", 0))[..., None]


def run_halves(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> dict[str, Any]:
    """What `encode` and `decode` give when they are called apart."""
    model, _ = build(answer, src, tgt, sizes, options, seed)
    pair = model.encode(src)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return {"encode": pair}
    memory, src_mask = pair
    decoded = model.decode(tgt, memory, src_mask)
    begun = model.decode(tgt[:, :2], memory, src_mask)
    model.encode(src.clamp(min=3).flip(0))  # another source in between plays no part
    return {
        "encode": [at_words(memory, src, options), src_mask],
        "decode": at_words(decoded, tgt, options),
        "decode of the first two tokens": at_words(begun, tgt[:, :2], options),
        "decode after another source was encoded": at_words(
            model.decode(tgt, memory, src_mask), tgt, options
        ),
    }


def run_tied(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> dict[str, Any]:
    """How many numbers the tables share, and the logits with the shared table."""

    def numbers(model: Any) -> int:
        """Without the output's bias: the contract leaves it free, in each model by itself."""
        bias = any(p.shape == (sizes[1],) for p in model.parameters())
        return parts.count(model) - bias * sizes[1]

    tie = options | {"tie_weights": True}
    tied = build(answer, src, tgt, sizes, tie, seed)[0]
    free = numbers(make(answer, sizes, options))
    alike = (sizes[1], *sizes[1:])  # both vocabularies of one size
    small, both = (make(answer, alike, how) for how in (options, tie))
    return {
        "numbers shared, tie_weights=True": free - numbers(tied),
        "numbers shared, both vocabularies of one size": free
        - numbers(small)
        - (sizes[0] - sizes[1]) * sizes[2],
        "numbers shared, both of one size, tie_weights=True": numbers(small) - numbers(both),
        "both of one size, whose table the output has": table_of_output(both, sizes, tgt),
        "logits": at_words(tied(src, tgt), tgt, options),
    }


def table_of_output(model: Any, sizes: tuple, ids: Tensor) -> str:
    """Whose words change with the logits' matrix: found by what moves when a table is doubled."""
    with torch.no_grad():
        tables = [p for p in model.parameters() if p.shape == (sizes[1], sizes[2])]
        memory, mask = model.encode(ids)
        before = model.decode(ids, memory, mask)
        for table in tables:
            kept = table.clone()
            table.mul_(2)
            reads = not torch.equal(model.encode(ids)[0], memory)
            speaks = not torch.equal(model.decode(ids, memory, mask), before)
            table.copy_(kept)
            if reads and speaks:
                return "the source's"
    return "the target's"


def run_dropout(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> dict[str, Tensor]:
    """Logits and memory with a dropout that takes all, in both modes."""
    model, _ = build(answer, src, tgt, sizes, options | {"dropout": NEARLY_ALL}, seed)
    seen = {"logits in evaluation mode": at_words(model(src, tgt), tgt, options)}
    model.train()
    logits, memory = model(src, tgt), model.encode(src)[0]
    return seen | {
        "memory in training mode": at_words(memory, src, options),
        "logits in training mode": at_words(logits, tgt, options),
    }


def run_backward(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> dict[str, list]:
    """The parts, and the words in the batch, that learn nothing from it in training mode."""
    model, roles = build(answer, src, tgt, sizes, options, seed)
    logits = model.train()(src, tgt)
    if logits.requires_grad:
        logits.square().sum().backward()
    silent = [
        name
        for name, slot in roles.items()
        if not slot.gradient().any() and not name.endswith("w_k.bias")
    ]

    def idle(role: str, ids: Tensor) -> list[int]:
        grad = roles[role].gradient() if role in roles else torch.zeros(max(sizes), 1)
        words = sorted(set(ids.flatten().tolist()) - {options.get("pad_id", 0)})
        return [i for i in words if not grad[i].any()]

    return {
        "parts that get no gradient": silent,
        "source words that learn nothing": idle("source.table", src),
        "target words that learn nothing": idle("target.table", tgt),
    }


def run_elsewhere(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int
) -> dict[str, bool]:
    """Moved to a GPU that is played on the CPU: what stays behind shows."""
    model, _ = build(answer, src, tgt, sizes, options, seed)
    leave_behind(model)
    try:
        with SecondDevice():
            model(src, tgt)
    except RuntimeError as error:
        return {EVERYWHERE: "device" not in str(error)}
    return {EVERYWHERE: True}


def run_signature(answer: Any) -> dict[str, Any]:
    """The defaults. The model is made once by their names, which must be taken too."""
    answer(3, 3, d_model=2, num_heads=1, num_layers=1, d_ff=2)
    given = inspect.signature(answer).parameters
    return {name: given[name].default for name in DEFAULTS if name in given}


# --- truth ---------------------------------------------------------------------------------------


def truth(src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int) -> Tensor:
    """The logits by PyTorch's own layers."""
    logits = whole_model.run(src, tgt, sizes, options, seed)["logits"]
    return at_words(logits.float(), tgt, options)


def halves(src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int) -> dict[str, Any]:
    """`encode` and `decode` are the two halves of `forward`."""
    whole = whole_model.run(src, tgt, sizes, options, seed)
    logits = at_words(whole["logits"].float(), tgt, options)
    memory = at_words(whole["memory"].float(), src, options)
    return {
        "encode": [memory, padding(src, options.get("pad_id", 0))],
        "decode": logits,
        "decode of the first two tokens": logits[:, :2],
        "decode after another source was encoded": logits,
    }


def truth_tied(src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int) -> dict[str, Any]:
    """One table serves the target's words and the output."""
    logits = whole_model.run(src, tgt, sizes, options | {"tie_weights": True}, seed)["logits"]
    return {
        "numbers shared, tie_weights=True": sizes[1] * sizes[2],
        "numbers shared, both vocabularies of one size": 0,
        "numbers shared, both of one size, tie_weights=True": sizes[1] * sizes[2],
        "both of one size, whose table the output has": "the target's",
        "logits": at_words(logits.float(), tgt, options),
    }


def dropped(src: Tensor, tgt: Tensor, sizes: tuple, options: dict, seed: int) -> dict[str, Any]:
    """Where dropout takes all, embeddings are zero and sub-layers add nothing."""
    nothing = whole_model.run(src, tgt, sizes, options | {"dropout": 1.0}, seed)
    return {
        "logits in evaluation mode": truth(src, tgt, sizes, options, seed),
        "memory in training mode": at_words(nothing["memory"].float(), src, options),
        "logits in training mode": at_words(nothing["logits"].float(), tgt, options),
    }


NOTHING_IDLE: dict[str, list] = {
    "parts that get no gradient": [],
    "source words that learn nothing": [],
    "target words that learn nothing": [],
}


def trials(inputs: Inputs) -> list[Trial]:
    """Pads at each place where a mask could forget them; then what the contract adds."""
    seed = inputs.seed

    def rows(*lengths: int, width: int, vocab: int, pad: int = 0) -> Tensor:
        words = [token for token in range(3, vocab) if token != pad]  # none is a pad by chance
        ids = torch.tensor(words)[inputs.integers(0, len(words), len(lengths), width)]
        beyond = torch.arange(width) >= torch.tensor(lengths)[:, None]
        return ids.masked_fill(beyond, pad)

    def trial(name: str, src: Tensor, tgt: Tensor, sizes: tuple = SMALL, **rest: Any) -> Trial:
        options = rest.pop("options", {})
        fields: dict[str, Any] = {"probe": run_forward, "tolerance": TOLERANCE, "shown": SHOWN}
        return Trial(name, (src, tgt, sizes, options, seed), **(fields | rest))

    src, tgt = rows(3, 5, width=5, vocab=9), rows(4, 2, width=4, vocab=8)
    holes = rows(4, 4, width=4, vocab=8)
    holes[0, 1] = 0  # a pad between two words: only the padding mask hides it from later words
    long, torn = rows(21, 9, width=21, vocab=9), rows(21, 21, width=21, vocab=8)
    torn[0, 1] = 0
    other = rows(4, 3, width=4, vocab=8, pad=5).index_fill(1, torch.tensor(1), 5)
    every = (torch.arange(9)[None], torch.arange(8)[None])

    def criterion(name: str, probe: Any, wanted: Any) -> dict[str, Any]:
        return {"criterion": name, "probe": probe, "truth": wanted}

    return [
        trial("no pads", rows(3, 3, width=3, vocab=9), rows(3, 3, width=3, vocab=8)),
        trial("a pad inside the target, as long as max_len", long, torn, options={"max_len": 21}),
        trial(
            "2 layers, pre-LN",
            *(rows(2, 5, width=5, vocab=10), rows(3, 3, width=3, vocab=11), DEEP),
            options={"norm_first": True},
        ),
        trial("pad_id=5", rows(3, 5, width=5, vocab=9, pad=5), other, options={"pad_id": 5}),
        trial("training mode, without dropout", src, holes, probe=run_training),
        Trial(
            "defaults",
            probe=run_signature,
            truth=lambda: DEFAULTS,
            criterion="signature",
        ),
        trial("encode, then decode", src, tgt, **criterion("halves", run_halves, halves)),
        trial("tied weights", src, holes, **criterion("tied", run_tied, truth_tied)),
        trial("dropout", src, holes, **criterion("dropout", run_dropout, dropped)),
        trial(
            "every word in one batch, dropout=0.1",
            *every,
            (*SMALL[:2], 16, 2, 1, 32),  # features enough that dropout leaves some of each word
            options={"pad_id": 3, "dropout": 0.1},
            **criterion("learns", run_backward, lambda *_: NOTHING_IDLE),
        ),
        trial(
            "another device",
            *(src, holes),
            **criterion("device", run_elsewhere, lambda *_: {EVERYWHERE: True}),
        ),
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
    hints=HINTS,
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
