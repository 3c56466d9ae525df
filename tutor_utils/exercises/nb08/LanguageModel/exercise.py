"""A decoder-only language model: the Encoder under a causal mask."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial, refused
from ... import parts
from ...drawing import drawn_together
from ...gradients import weighted_sum
from ...modules import Case, Kind, build
from ...nb04.rules import causal
from ...nb06 import reference

SIZES = "*vocab_size, d_model, num_heads, num_layers, d_ff, max_len"
Sizes = tuple[int, int, int, int, int, int]


def find(model: nn.Module, calls: parts.Calls, sizes: tuple[int, ...]) -> parts.Roles:
    """The roles of the layers, the final norm, the token table and the position table."""
    vocab_size, d_model, _, _, d_ff, max_len = sizes
    roles = parts.of_stack(model, calls, [d_ff], attentions=1)
    inside = {id(slot.parameter) for slot in roles.values()}
    for name, rows in (("tokens", vocab_size), ("positions", max_len)):
        for p in model.parameters():
            if p.numel() == rows * d_model and id(p) not in inside:
                roles[name] = parts.upright(p, rows)
    return roles


def truth(inputs: tuple[Tensor], masks: dict, sizes: Sizes, options: dict, seed: int) -> Tensor:
    """Logits (B, L, V): both tables, PyTorch's own layers, the token table again."""
    table = parts.known_numbers("tokens", sizes[:2], seed)
    return logits(table, inputs[0], sizes, options, seed)


def logits(table: Tensor, ids: Tensor, sizes: Sizes, options: dict, seed: int) -> Tensor:
    """(B, L, V), with ``table`` as token embedding and as output matrix."""
    _, d_model, heads, layers, d_ff, max_len = sizes
    places = parts.known_numbers("positions", (max_len, d_model), seed)
    length = ids.shape[1]
    x = table[ids] + places[:length]
    x = torch.zeros_like(x) if options.get("dropout") == 1.0 else x
    inner = (layers, d_model, heads, d_ff, seed)
    x, _ = reference.stack([x], [causal(length)], *inner, norm_first=True, **options)
    return x @ table.T


def numbers(sizes: tuple[int, ...], options: dict) -> tuple[int, ...]:
    """The parameter count: two tables, the layers, the final norm; the output is tied."""
    vocab_size, d_model, heads, layers, d_ff, max_len = sizes
    layer = parts.count(reference.layer(False, d_model, heads, d_ff, 0))
    return ((vocab_size + max_len + 2) * d_model + layers * layer,)


KIND = Kind(
    partial(parts.in_a_call, find), truth, numbers, ("*ids", "", SIZES, "**"), lambda out: out
)


def dropped(answer: Any, *args: Any) -> dict[str, bool]:
    """Probe: whether each number behind the embedding is dropped or kept by itself.

    Id 0 has a row of threes and a four, each layer adds 0, and a norm and the table show which
    features are below the rest.
    """
    (ids,), *_ = args
    module, roles = build(answer, *args)
    for role, slot in roles.items():
        same = {"positions": 3.0, "norm.gain": 1.0}.get(role, 0.0)
        slot.put(torch.eye(*slot.shape) if role == "tokens" else torch.full(slot.shape, same))
    kept = module.train()(ids) > -0.45
    return {"each number is drawn by itself": not drawn_together(kept, "B L d_model")}


def longest(answer: Any, sizes: Sizes) -> dict[str, Any]:
    """Probe: the model's attribute ``max_len``; {} where it has none."""
    model = answer(*sizes)
    return {"max_len": model.max_len} if hasattr(model, "max_len") else {}


def verify_longest(seen: dict[str, Any], sizes: Sizes) -> Finding | None:
    """``max_len`` is there, with the value that the model was made with."""
    if seen == {"max_len": sizes[-1]}:
        return None
    found = (
        f"Your model's `max_len` is {seen['max_len']}" if seen else "Your model has no `max_len`"
    )
    saw = f"{found}; it was made with max_len={sizes[-1]}."
    return Finding(saw, mistake="max-len-not-kept")


def read(answer: Any, sizes: Sizes, ids: Tensor) -> Any:
    """Probe: the logits of a new model."""
    return answer(*sizes)(ids)


def table_gradient(answer: Any, sizes: Sizes, ids: Tensor, seed: int) -> Tensor:
    """Probe: the gradient of the token table, which is the output matrix too: (V, d_model)."""
    model, roles = build(answer, (ids,), {}, sizes, {}, seed, (partial(parts.in_a_call, find),))
    weighted_sum(model(ids)).backward()
    return roles["tokens"].gradient()


def truth_table_gradient(sizes: Sizes, ids: Tensor, seed: int) -> Tensor:
    """The expected gradient of the token table."""
    table = parts.known_numbers("tokens", sizes[:2], seed).clone().requires_grad_()
    with torch.enable_grad():
        out = logits(table, ids, sizes, {}, seed)
        (gradient,) = torch.autograd.grad(weighted_sum(out), table)
    return gradient.float()


def trials(inputs: Inputs) -> list[Trial]:
    """One and two layers, one token and max_len of them."""
    seed = inputs.seed
    small: Sizes = (9, 4, 2, 1, 5, 6)
    deep: Sizes = (11, 6, 3, 2, 7, 8)

    def case(sizes: Sizes, rows: int, length: int, **options: float) -> Case:
        ids = inputs.integers(0, sizes[0], rows, length)
        return Case((ids,), sizes, {}, options, seed)

    first = case(small, 2, 4)
    ids = torch.zeros(8, 8, dtype=torch.long)
    behind = Case((ids,), (8, 8, 2, 1, 5, 9), options={"dropout": 0.25}, seed=seed)
    all_ids = torch.cat([inputs.permutation(11), torch.tensor([0])])  # every row of the table
    return [
        KIND.parameters("the parameters", first),
        KIND.values("1 layer", first),
        KIND.values("2 layers", case(deep, 3, 5)),
        KIND.values("as many tokens as max_len", case(deep, 2, 8)),
        KIND.values("id 0 is a word too", Case((torch.tensor([[0, 3, 0]]),), small, seed=seed)),
        Trial(
            "the attribute max_len",
            (deep,),
            probe=longest,
            verify=verify_longest,
            criterion="max_len",
            shown=(SIZES,),
        ),
        KIND.dropout("dropout", case(small, 2, 3)),
        Trial(
            "dropout=0.25 behind the embedding",
            (*behind.arguments(), (KIND.find, KIND.output, KIND.compared)),
            probe=dropped,
            truth=lambda *_: {"each number is drawn by itself": True},
            criterion="dropout",
            shown=KIND.shown,
        ),
        KIND.learning("a learning step with dropout=0.25", case(small, 2, 4)),
        Trial(
            "the gradient of the table",
            (deep, all_ids.view(2, 6), seed),
            probe=table_gradient,
            truth=truth_table_gradient,
            tolerance=(1e-3, 5e-4),
            criterion="learns",
            shown=(SIZES, "ids", ""),
        ),
        refused(
            "9 ids, one more than max_len",
            deep,
            inputs.integers(0, 11, 1, 9),
            probe=read,
            mentions=("max_len", "8"),
        ),
    ]


def small_case(inputs: Inputs, L: int, num_layers: int, B: int = 1) -> Trial:
    """B short texts and a small model."""
    sizes = (5, 4, 1, num_layers, 3, max(6, L))
    return KIND.values("", Case((inputs.integers(0, 5, B, L),), sizes, seed=inputs.seed))


exercise = Exercise(
    trials,
    call="LanguageModel(vocab_size, d_model, num_heads, num_layers, d_ff, max_len)(ids)",
    axes=("B L V",),
    criteria={
        "max_len": "keeps max_len as an attribute",
        "dropout": "drops after the embedding and in the layers, in training mode only",
        "learns": "lets every part learn",
    },
    version=3,
    smallest=SizeGrid({"L": (1, 2, 3), "num_layers": (1, 2)}, small_case, in_turn={"B": (1, 2)}),
)
