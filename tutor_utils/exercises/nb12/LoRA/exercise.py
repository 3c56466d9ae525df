"""LoRA: a frozen layer plus a trained low-rank correction (Hu et al. 2021)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial, refused
from ....engine.run import guard

SHOWN = ("x", "in, out, bias", "rank, alpha", "", "on")
Sizes = tuple[int, int, bool]  # in, out, whether there is a bias
Options = tuple[int, float | None]  # rank, alpha
Numbers = tuple[Tensor, Tensor | None, Tensor, Tensor]  # weight, bias, a, b


def numbers(sizes: Sizes, rank: int, seed: int) -> Numbers:
    """(weight, bias, a, b), drawn from a seed."""
    inputs = Inputs(seed)
    weight, shift = inputs.normal(sizes[1], sizes[0]), inputs.normal(sizes[1])
    a, b = inputs.normal(sizes[0], rank), inputs.normal(rank, sizes[1])
    return weight, shift if sizes[2] else None, a, b


def layer(sizes: Sizes, seed: int) -> nn.Linear:
    """The Linear layer to adapt."""
    weight, bias, *_ = numbers(sizes, 1, seed)
    made = nn.Linear(*sizes[:2], bias=sizes[2])
    with torch.no_grad():
        made.weight.copy_(weight)
        if bias is not None:
            made.bias.copy_(bias)
    return made


def make(answer: Any, sizes: Sizes, options: Options, seed: int) -> nn.Module:
    """The learner's LoRA of the layer."""
    rank, alpha = options
    given = layer(sizes, seed)
    made: nn.Module = answer(given, rank) if alpha is None else answer(given, rank, alpha=alpha)
    return made


def fresh(answer: Any, x: Tensor, sizes: Sizes, options: Options, seed: int) -> Any:
    """Probe: the output of a new LoRA."""
    return make(answer, sizes, options, seed)(x)


def filled(answer: Any, x: Tensor, sizes: Sizes, options: Options, seed: int, on: bool) -> Any:
    """Probe: the output with known numbers in a and b, switched on or off."""
    module = make(answer, sizes, options, seed)
    _, _, a, b = numbers(sizes, options[0], seed)
    with torch.no_grad():
        for name, known, axes in (("a", a, "(in, rank)"), ("b", b, "(rank, out)")):
            own = getattr(module, name)
            if own.shape != known.shape:
                raise ValueError(
                    f"{name} has the shape {tuple(own.shape)}; {axes} is {tuple(known.shape)}"
                )
            own.copy_(known)
    if not on:
        setattr(module, "on", False)  # noqa: B010
    return module(x)


def parts(answer: Any, sizes: Sizes, options: Options, seed: int) -> dict[str, Any]:
    """Probe: the LoRA's layer and parameters, and which of them are trained."""
    given = layer(sizes, seed)
    rank, alpha = options
    module = answer(given, rank) if alpha is None else answer(given, rank, alpha=alpha)
    own = {id(p): name for name, p in module.named_parameters()}
    return {
        "plain": [name for name in ("a", "b") if id(getattr(module, name)) not in own],
        "trained": [name for name, p in module.named_parameters() if p.requires_grad],
        "linear": getattr(module, "linear", None) is given,
        "weight": given.weight.detach().clone(),
    }


def start(answer: Any, sizes: Sizes, options: Options, seed: int) -> dict[str, Any]:
    """Probe: the initial a and b."""
    guard.seed(seed)
    module, another = (make(answer, sizes, options, seed) for _ in range(2))
    found = {name: getattr(module, name).detach() for name in ("a", "b")}
    return found | {"a of another": getattr(another, "a").detach()}  # noqa: B009


# --- judge ---------------------------------------------------------------------------------------


def truth(x: Tensor, sizes: Sizes, options: Options, seed: int, on: bool = False) -> Tensor:
    """x Wᵀ + bias, where W is the weight plus, if ``on``, scale · (a b)ᵀ."""
    weight, bias, a, b = (
        None if t is None else t.double() for t in numbers(sizes, options[0], seed)
    )
    assert weight is not None and a is not None and b is not None
    rank, alpha = options
    if on:
        scale = (rank if alpha is None else alpha) / rank
        weight = weight + scale * torch.einsum("ir,ro->oi", a, b)
    out = torch.einsum("...i,oi->...o", x.double(), weight)
    return (out if bias is None else out + bias).float()


def verify_parts(
    value: dict[str, Any], sizes: Sizes, options: Options, seed: int
) -> Finding | None:
    """Only a and b are trained."""
    if value["plain"]:
        name = value["plain"][0]
        return Finding(
            f"`{name}` is not a Parameter of the module.",
            "An optimizer finds what `model.parameters()` gives: a plain tensor is never trained.",
            "What does `list(module.parameters())` hold?",
            diagnosis="not-a-parameter",
        )
    if not value["linear"]:
        return Finding(
            "`linear` is not the layer that was given.",
            "The layer stays where it is, inside the LoRA: it can be given back later.",
            "What do you assign to `self.linear`?",
        )
    if sorted(value["trained"]) != ["a", "b"]:
        return Finding(
            f"Trained are {', '.join(value['trained']) or 'none'}; expected a and b alone.",
            "The given layer is frozen, its weight and its bias: else the old model is lost, and "
            "switched off there is another one.",
            "Which of `module.named_parameters()` require a gradient?",
            diagnosis="layer-not-frozen" if len(value["trained"]) > 2 else None,
        )
    if not torch.equal(value["weight"], numbers(sizes, options[0], seed)[0]):
        return Finding(
            "The numbers of the given layer have changed.",
            "A new LoRA leaves the layer as it is.",
            "Which line writes into `linear.weight`?",
        )
    return None


def verify_start(value: dict[str, Tensor], sizes: Sizes, *_: Any) -> Finding | None:
    """a is normal with the given standard deviation, b is zero."""
    a, b = value["a"], value["b"]
    if bool(b.any()) and not bool(a.any()):
        return Finding("a starts at zeros, and b does not.", mistake="start-exchanged")
    if bool(b.any()):
        return Finding("b does not start at zeros.", mistake="both-drawn")
    if not bool(a.any()):
        return Finding(
            "a starts at zeros, as b does.",
            "The gradient of each is a product with the other one: both are 0, and it never "
            "learns.",
            "Write down the gradient of a where b is zeros, and that of b where a is.",
            diagnosis="both-zeros",
        )
    if torch.equal(a, value["a of another"]):
        return Finding(
            "Two of them, made one after the other, have the same a.",
            "The contract draws a: each LoRA has numbers of its own.",
            "Where do the numbers of a come from?",
        )
    wanted, got = sizes[0] ** -0.5, a.std().item()
    if not 0.97 * wanted < got < 1.03 * wanted or abs(a.mean().item()) > 0.05 * wanted:
        return Finding(
            f"With in={sizes[0]}, a has a deviation of {got:.3f} and a mean of "
            f"{a.mean().item():.3f}; expected {wanted:.3f} and 0.",
            "With a deviation of 1/√in, x a is about as large as x, whatever the width.",
            "Print `module.a.std()` for layers of different widths.",
        )
    within = (a.abs() <= got).float().mean().item()
    if abs(within - 0.683) > 0.02:
        return Finding(
            f"{within:.0%} of a lie within one deviation; a normal has 68 % there.",
            "The contract draws a from a normal distribution.",
            "Which function draws it?",
        )
    return None


def trials(inputs: Inputs) -> list[Trial]:
    """A new LoRA, then one with known numbers, on and off."""
    seed = inputs.seed % 2**31
    plain: Sizes = (3, 2, True)
    wide: Sizes = (5, 4, True)

    def values(name: str, x: Tensor, sizes: Sizes, options: Options, on: bool = True) -> Trial:
        return Trial(name, (x, sizes, options, seed, on), probe=filled, shown=SHOWN)

    def about(name: str, criterion: str, sizes: Sizes, options: Options, **how: Any) -> Trial:
        shown = ("in, out, bias", "rank, alpha", "")
        return Trial(name, (sizes, options, seed), criterion=criterion, shown=shown, **how)

    x = inputs.integers_as_float(1, 2, 3)
    return [
        Trial("a new one", (x, plain, (1, None), seed), probe=fresh, shown=SHOWN[:4]),
        about("its parts", "parts", (4, 6, True), (2, None), probe=parts, verify=verify_parts),
        values("known numbers in a and b, rank 1", x, plain, (1, None)),
        values("rank 3", inputs.normal(2, 3, 5), wide, (3, None)),
        values("rank 2, alpha 8", inputs.normal(2, 3, 5), wide, (2, 8)),
        values("rank 4, alpha 2", inputs.normal(2, 3, 5), wide, (4, 2)),
        values("switched off", inputs.normal(2, 3, 5), wide, (2, 8), on=False),
        values("a layer without a bias", inputs.normal(2, 3, 4), (4, 3, False), (2, None)),
        values("x of 2 axes", inputs.normal(7, 5), wide, (2, None)),
        values("x of 4 axes", inputs.normal(2, 3, 2, 5), wide, (2, None)),
        values("a square layer", inputs.normal(2, 3, 4), (4, 4, True), (2, None)),
        about(
            "the first numbers",
            "start",
            *((300, 4, True), (200, None)),
            probe=start,
            verify=verify_start,
        ),
        refused(
            "rank=0",
            *((3, 2, True), (0, None), seed),
            mentions=(("rank", "0"),),
            probe=make,
            shown=("in, out, bias", "rank, alpha", ""),
        ),
    ]


def small(inputs: Inputs, B: int, L: int, rank: int, out: int) -> Trial:
    x = inputs.integers_as_float(B, L, 2)
    args = (x, (2, out, True), (rank, 2 * rank), inputs.seed % 2**31, True)
    return Trial("", args, probe=filled, shown=SHOWN)


exercise = Exercise(
    trials,
    call="LoRA(linear, rank, alpha)(x)",
    truth=truth,
    axes=("B L out",),
    criteria={
        "parts": "trains a and b, and freezes the given layer",
        "start": "starts with a normal a and zeros in b",
        "refuses": "refuses a rank below 1",
    },
    version=2,
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "rank": (1, 2), "out": (2, 3)}, small),
)
