"""Notebook 06: encoder and decoder blocks, and the whole model (paper, sections 3.1 to 3.4)."""

from __future__ import annotations

import inspect
from itertools import permutations
from typing import Any

import torch
from torch import Tensor, nn

from ..engine import compare
from ..engine.draw import Draw
from ..engine.exercise import Exercise, Family, Finding, Mistake, Question, Trial
from .blocks import (
    alone,
    anatomy,
    build,
    decoder_layer,
    encoder_layer,
    feed_forward,
    feed_forward_choices,
    judge_values,
    layer_choices,
    linear,
    look,
    placed,
    positions,
    same,
    stack,
    without_gradient,
)

NEARLY_ALL = 0.999999  # a dropout that leaves nothing: what remains shows where it was applied
MANY_LAYERS = 3  # a trial asks for no more; the orders of nine layers would take a minute
DOUBLE = torch.float64


def _found(slug: str) -> Any:
    """A ``when``: a test of any trial that ran named this mistake."""

    def when(evidence: Any) -> bool:
        for name, trial in evidence.trials.items():
            if trial.test and not evidence.seen[name].raised:
                finding = evidence.finding(name)
                if finding and finding.mistake == slug:
                    return True
        return False

    return when


NO_RETURN = Mistake(
    "no-return",
    "`forward` works everything out and then gives None, since it has no `return` line. A published "
    "reading of the paper has this fault in its block.",
    "End `forward` with `return` and all that the contract names.",
)
NAMES_A_DEVICE = Mistake(
    "names-a-device",
    "Your code names a device, or makes a tensor without saying where. It then runs on one machine "
    "and not on the next.",
    "Take out every `cuda` and `cpu`. Make new tensors with `device=x.device`.",
    raises=r"(?i)not compiled with CUDA|no nvidia driver|cuda.*not available|expected all tensors to be on the same device",
    hint="A module goes where `.to(device)` sends it. It needs no `device` of its own.",
)
NO_SUPER = Mistake(
    "super-forgotten",
    "A module must be set up by `nn.Module` before it can hold layers.",
    "Begin `__init__` with `super().__init__()`.",
    raises=r"cannot assign module before Module.__init__|has no attribute '_modules'|has no attribute '_parameters'",
)
SIZES = Mistake(
    "sizes-do-not-meet",
    "One layer hands over more (or fewer) features than the next one takes.",
    "Write the shape behind every line: (B, L, d_model), then (B, L, d_ff), then (B, L, d_model).",
    raises=r"mat1 and mat2 shapes cannot be multiplied|normalized_shape",
)
UNPACKED = Mistake(
    "attention-not-unpacked",
    "`MultiHeadAttention` gives two values, the output and the weights. You went on with the pair "
    "as if it were a tensor.",
    "Write `attended, weights = self.attention(...)`.",
    raises=r"argument 'input'.*must be Tensor, not tuple|unsupported operand type.*(Tensor.*tuple|tuple.*Tensor)"
    r"|can only concatenate tuple|'tuple' object has no attribute|expected Tensor.*got tuple|found tuple|"
    r"received an invalid combination of arguments - got \(tuple",
)
RATE_IGNORED = Mistake(
    "rate-ignored",
    "Numbers are dropped although dropout=0, which is the default: the rate is written into the "
    "code.",
    "Give the argument on: `nn.Dropout(dropout)`, with `dropout=0.0` in the `def` line.",
    on="dropout",
)
NO_GRADIENT = Mistake(
    "no-gradient",
    "Part of the layer gets no gradient, so it would keep its first weights for ever.",
    "Look for `.detach()`, `.data`, `no_grad`, or a layer that is made and never called.",
    on="learns",
)
DROPOUT_IN_EVAL = Mistake(
    "dropout-in-eval",
    "Numbers are dropped in evaluation mode too. Then two runs of one sentence differ.",
    "Use `nn.Dropout`, which listens to `.eval()`; `F.dropout` needs `training=self.training`.",
    on="dropout",
)

# --- FeedForward ---------------------------------------------------------------------------------


def _run_feed_forward(answer: Any, x: Tensor, d_ff: int, seed: int) -> dict[str, Any]:
    module, roles = build(answer, x, seed, x.shape[-1], d_ff)
    out = module(x)
    if out is None:
        return {"roles": roles, "out": None}
    one_by_one = [module(x[:, i : i + 1]) for i in range(x.shape[1])]
    return {"roles": roles, "out": out, "alone": torch.cat(one_by_one, dim=1)}


def _test_feed_forward(value: Any, x: Tensor, d_ff: int, seed: int) -> Finding | None:
    roles, d_model = value["roles"], x.shape[-1]
    if value["out"] is None:
        return look(None, x, ("y",), ("B L d_model",))
    kinds = look(value["out"], x, ("y",), ("B L d_model",))
    if kinds:
        return kinds
    if not same(value["out"], value["alone"]):
        return Finding(
            "A token gets another result when its neighbours are taken away.",
            mistake="mixes-positions",
        )
    wanted = 2 * d_model * d_ff + d_ff + d_model
    choices = list(feed_forward_choices(roles, d_model, d_ff))
    if roles["count"] != wanted or not choices:
        saw = f"With d_model={d_model}, d_ff={d_ff} the module learns {roles['count']} numbers; expected {wanted}."
        slug = "not-registered" if roles["count"] == 0 else None
        if choices and roles["count"] in (wanted - d_ff - d_model, wanted - d_ff, wanted - d_model):
            slug = "bias-forgotten"
        if roles["norms"]:
            slug = "norm-inside"
        return Finding(
            saw,
            "Two linear maps, each with a bias: d_model -> d_ff and d_ff -> d_model.",
            "Print `module` and compare its layers with the formula.",
            slug,
        )
    return judge_values(
        value["out"],
        choices,
        lambda w, fault="": feed_forward(x.double(), w, fault),
        (
            "no-activation",
            "activation-last",
            "activation-after-both",
            "other-activation",
            "residual-inside",
        ),
        ("y",),
        ("B L d_model",),
        f"{tuple(x.shape)}",
    )


def _run_feed_forward_dropout(answer: Any, x: Tensor, d_ff: int, seed: int) -> dict[str, Any]:
    module, _ = build(answer, x, seed, x.shape[-1], d_ff, dropout=0.5)
    evaluated, again = module(x), module(x)
    module.train()
    once, twice = module(x), module(x)
    plain, _ = build(answer, x, seed, x.shape[-1], d_ff)
    quiet = plain(x)
    return {"eval": [evaluated, again, quiet], "train": [once, twice], "quiet": plain.train()(x)}


def _test_feed_forward_dropout(value: Any, *args: Any) -> Finding | None:
    evaluated, again, quiet = value["eval"]
    if not (same(evaluated, again) and same(evaluated, quiet)):
        return Finding("In evaluation mode the output changes.", mistake="dropout-in-eval")
    if not same(value["quiet"], quiet):
        return Finding(
            "With dropout=0 the output changes in training mode.", mistake="rate-ignored"
        )
    if same(*value["train"]):
        return Finding(
            "With dropout=0.5 two calls in training mode gave the same.", mistake="dropout-missing"
        )
    return None


def _feed_forward_trials(draw: Draw) -> list[Trial]:
    def values(name: str, x: Tensor, d_ff: int) -> Trial:
        return Trial(
            name,
            (x, d_ff, draw.seed + d_ff),
            run=_run_feed_forward,
            test=_test_feed_forward,
            shown=("x", "d_ff", ""),
        )

    return [
        values("1 sentence of 2 tokens, 2 features, d_ff=3", draw.whole(1, 2, 2), 3),
        values("sizes that all differ", draw.normal(2, 5, 4), 7),
        values("d_ff smaller than d_model", draw.normal(3, 2, 6), 5),
        values("float64, not contiguous", draw.strided(2, 3, 4, dtype=DOUBLE), 9),
        Trial(
            "training and evaluation",
            (draw.normal(2, 4, 6), 12, draw.seed + 1),
            run=_run_feed_forward_dropout,
            test=_test_feed_forward_dropout,
            criterion="dropout",
        ),
    ]


FEED_FORWARD = Exercise(
    id="FeedForward",
    title="the feed-forward network",
    call="FeedForward(d_model, d_ff, dropout)(x)",
    trials=_feed_forward_trials,
    criteria={"dropout": "drops in training mode only"},
    points=2,
    smallest=Family(
        {"B": (1, 2), "L": (1, 2), "d_model": (2,), "d_ff": (3,)},
        lambda draw, B, L, d_model, d_ff: Trial(
            "",
            (draw.whole(B, L, d_model), d_ff, draw.seed),
            run=_run_feed_forward,
            test=_test_feed_forward,
            shown=("x", "d_ff", ""),
        ),
    ),
    hints=(
        "After attention each token thinks for itself. Which axis does that work on?",
        "Wide, then narrow: `nn.Linear(d_model, d_ff)`, ReLU, `nn.Linear(d_ff, d_model)`.",
        "Make the two layers and `nn.Dropout(dropout)` in `__init__`. In `forward`: first layer, "
        "`torch.relu`, dropout, second layer.",
    ),
    mistakes=(
        NO_SUPER,
        NO_RETURN,
        Mistake(
            "conv-axes",
            "`nn.Conv1d` wants the features on axis 1, (B, d_model, L). Yours came in as "
            "(B, L, d_model).",
            "Put `.transpose(1, 2)` before the first convolution and after the last.",
            raises=r"expected input.*to have \d+ channels",
        ),
        SIZES,
        Mistake(
            "mixes-positions",
            "The result of a token depends on its neighbours. This network works on every position "
            "by itself; only attention lets tokens meet.",
            "Look at the axis each layer works on. A convolution needs kernel_size=1.",
        ),
        Mistake(
            "not-registered",
            "The module has no parameters. Layers made inside `forward`, or kept in a plain list, are "
            "not seen by the optimizer.",
            "Make the layers in `__init__` and keep each as `self.name`.",
        ),
        Mistake(
            "bias-forgotten",
            "A bias is missing. The formula is max(0, x W1 + b1) W2 + b2, with two of them.",
            "Leave `bias=False` out.",
        ),
        Mistake(
            "norm-inside",
            "There is a LayerNorm inside. Residual and norm belong to the layer around this network.",
            "Keep only the two linear maps, ReLU and dropout here.",
        ),
        Mistake(
            "no-activation",
            "There is no ReLU between the two maps. Two linear maps in a row are one linear map, so "
            "the width d_ff gains nothing.",
            "Put `torch.relu` round the result of the first layer.",
            hint="self.second(torch.relu(self.first(x)))",
        ),
        Mistake(
            "activation-last",
            "ReLU stands at the end and not in the middle. Nothing negative can come out.",
            "Move `relu` to the result of the first layer.",
        ),
        Mistake(
            "activation-after-both",
            "ReLU stands after both maps. Then nothing negative can come out, and a token can only "
            "grow in the residual sum.",
            "Take the second `relu` away.",
        ),
        Mistake(
            "other-activation",
            "Your numbers are those of GELU. Later models use it; the paper, and this exercise, use "
            "ReLU.",
            "Use `torch.relu`.",
        ),
        Mistake(
            "residual-inside",
            "You added x to the result. The layer around this network adds it too, so it would count "
            "twice.",
            "Return only what the second map gives.",
        ),
        DROPOUT_IN_EVAL,
        Mistake(
            "dropout-missing",
            "The argument `dropout` has no effect.",
            "Make `nn.Dropout(dropout)` in `__init__` and use it after ReLU.",
            on="dropout",
        ),
        RATE_IGNORED,
    ),
)

# --- EncoderLayer --------------------------------------------------------------------------------


def _parts_of_layer(roles: dict, attentions: int, d_model: int, d_ff: int) -> Finding | None:
    """Whether a layer has the parts that the paper gives it."""
    norms = attentions + 1
    if roles["count"] == 0:
        return Finding("The module has no parameters.", mistake="not-registered")
    if len(roles["attention"]) < attentions:
        return Finding(
            f"I found {len(roles['attention'])} attention module(s) with w_q, w_k, w_v and w_o; "
            f"expected {attentions}.",
            "Each attention sub-layer has weights of its own.",
            "Make each with `MultiHeadAttention(d_model, num_heads, dropout)` in `__init__`.",
            "one-attention-for-both" if attentions == 2 and roles["attention"] else None,
        )
    if len(roles["norms"]) != norms:
        return Finding(
            f"I found {len(roles['norms'])} LayerNorm(s); expected {norms}, one for each sub-layer.",
            "Each sub-layer has a norm of its own.",
            "Make one `nn.LayerNorm(d_model)` for each sub-layer.",
            "one-norm-for-all" if len(roles["norms"]) == 1 else None,
        )
    if not list(feed_forward_choices(roles, d_model, d_ff)):
        return Finding(
            "I found no feed-forward network with maps d_model -> d_ff -> d_model.",
            "It is the last sub-layer of every layer.",
            "Make it with `FeedForward(d_model, d_ff, dropout)` in `__init__`.",
        )
    return None


IN_ONE = ("no-residual", "residual-from-normed", "norm-inside-residual", "no-norm")  # sub-layer
ENCODER_FAULTS = (
    "norm-first-ignored",
    "always-norm-first",
    "mask-not-passed",
    "no-residual",
    "residual-from-normed",
    "feed-forward-no-residual",
    "norm-inside-residual",
    "no-norm",
    "no-feed-forward",
    "feed-forward-reads-input",
    "attention-lost",
    "unbiased-deviation",
    "norm-used-twice",
    *(f"{n}:{fault}" for n in (1, 2) for fault in IN_ONE),
)


def _order(first: bool) -> dict[str, bool]:
    """The option for pre-LN. Post-LN is the default, so it is not given."""
    return {"norm_first": True} if first else {}


ENCODER_NAMES, ENCODER_AXES = ("x", "weights"), ("B L d_model", "B h L L")


def _run_encoder_layer(
    answer: Any, x: Tensor, mask: Tensor | None, heads: int, d_ff: int, first: bool, seed: int
) -> dict[str, Any]:
    layer, roles = build(answer, x, seed, x.shape[-1], heads, d_ff, **_order(first))
    return {"roles": roles, "out": layer(x) if mask is None else layer(x, mask)}


def _test_encoder_layer(
    value: Any, x: Tensor, mask: Tensor | None, heads: int, d_ff: int, first: bool, seed: int
) -> Finding | None:
    roles, d_model = value["roles"], x.shape[-1]
    if value["out"] is None:
        return look(None, x, ENCODER_NAMES, ENCODER_AXES)
    missing = _parts_of_layer(roles, 1, d_model, d_ff)
    if missing:
        return missing
    order = "pre-LN" if first else "post-LN"
    return judge_values(
        value["out"],
        layer_choices(roles, d_model, d_ff),
        lambda p, fault="": encoder_layer(x, mask, p, heads, first, fault),
        ENCODER_FAULTS,
        ENCODER_NAMES,
        ENCODER_AXES,
        f"{order}, x of shape {tuple(x.shape)}",
        ENCODER_FAULTS,
    )


def _run_dropout(
    answer: Any, inputs: tuple[Tensor, ...], sizes: tuple[int, ...], first: bool, seed: int
) -> dict[str, Any]:
    """The output in both modes, with a dropout that takes all, and without dropout."""
    layer, roles = build(answer, inputs[0], seed, *sizes, dropout=NEARLY_ALL, norm_first=first)
    without, _ = build(answer, inputs[0], seed, *sizes, norm_first=first)
    return {
        "roles": roles,
        "quiet": without(*inputs)[0],
        "eval": layer(*inputs)[0],
        "train": layer.train()(*inputs)[0],
        "unasked": without.train()(*inputs)[0],
    }


def _dropout_unasked(value: dict) -> Finding | None:
    """Dropout where the caller asked for none, or in evaluation mode."""
    if not same(value["eval"], value["quiet"]):
        return Finding("In evaluation mode dropout still works.", mistake="dropout-in-eval")
    if not same(value["unasked"], value["quiet"]):
        return Finding(
            "No dropout was asked for, and in training mode the output changes.",
            mistake="rate-ignored",
        )
    return None


def _judge_dropout(value: Any, choices: list, compute: Any, where: str) -> Finding | None:
    unasked = _dropout_unasked(value)
    if unasked:
        return unasked
    if same(value["train"], value["eval"]):
        return Finding(
            f"With dropout={NEARLY_ALL} training mode gives the same as evaluation mode.",
            mistake="dropout-missing",
        )
    if any(same(value["train"], compute(c, "dropped")) for c in choices):
        return None
    for fault, slug in (
        ("dropped-residual", "dropout-after-residual"),
        ("dropped-norm", "dropout-after-norm"),
    ):
        if any(same(value["train"], compute(c, fault)) for c in choices):
            return Finding("Dropout took what the residual should carry.", mistake=slug)
    return Finding(
        f"With dropout={NEARLY_ALL} every sub-layer should add nothing; {where}.",
        mistake="dropout-not-on-output",
    )


def _test_encoder_dropout(
    value: Any, inputs: tuple[Tensor, ...], sizes: tuple[int, ...], first: bool, seed: int
) -> Finding | None:
    d_model, heads, d_ff = sizes
    return _judge_dropout(
        value,
        layer_choices(value["roles"], d_model, d_ff),
        lambda p, fault: encoder_layer(inputs[0], None, p, heads, first, fault)[0],
        "x then passes unchanged" if first else "only the norms are left",
    )


def _run_learns(
    answer: Any, inputs: tuple[Tensor, ...], sizes: tuple[int, ...], seed: int
) -> list[str]:
    layer, _ = build(answer, inputs[0], seed, *sizes)
    return without_gradient(layer, layer(*inputs)[0])


def _test_learns(value: Any, *args: Any) -> Finding | None:
    if not value:
        return None
    return Finding(
        f"No gradient reaches {', '.join(value[:4])}.",
        "A part without gradient never learns.",
        "Look for `.detach()`, `.data`, `no_grad`, or a layer that is made and never called.",
        "no-gradient",
    )


def _key_mask(batch: int, length: int) -> Tensor:
    """(B, 1, 1, L): the last keys of every sentence but the first are pads."""
    lengths = torch.tensor([length] + [2 + i % (length - 2) for i in range(batch - 1)])
    return (torch.arange(length) < lengths[:, None])[:, None, None]


def _encoder_layer_trials(draw: Draw) -> list[Trial]:
    def values(
        name: str, x: Tensor, mask: Tensor | None, heads: int, d_ff: int, first: bool
    ) -> Trial:
        return Trial(
            name,
            (x, mask, heads, d_ff, first, draw.seed + d_ff),
            run=_run_encoder_layer,
            test=_test_encoder_layer,
            shown=("x", "mask", "num_heads", "d_ff", "norm_first", ""),
        )

    def dropout(first: bool) -> Trial:
        return Trial(
            f"dropout, norm_first={first}",
            ((draw.normal(2, 3, 6),), (6, 2, 5), first, draw.seed + 3),
            run=_run_dropout,
            test=_test_encoder_dropout,
            criterion="dropout",
        )

    blocked = draw.normal(2, 1, 4, 4) > -0.3
    return [
        values("post-LN, 2 tokens", draw.normal(1, 2, 4), None, 2, 3, False),
        values("pre-LN, 3 tokens", draw.normal(1, 3, 4), None, 2, 5, True),
        values("post-LN with padding", draw.normal(2, 5, 6), _key_mask(2, 5), 3, 7, False),
        values("pre-LN with padding", draw.normal(3, 4, 10), _key_mask(3, 4), 5, 8, True),
        values(
            "float64, a mask for every query",
            draw.strided(2, 4, 6, dtype=DOUBLE),
            blocked | torch.eye(4).bool(),
            2,
            9,
            False,
        ),
        dropout(False),
        dropout(True),
        Trial(
            "gradients",
            ((draw.normal(2, 3, 6),), (6, 2, 5), draw.seed + 4),
            run=_run_learns,
            test=_test_learns,
            criterion="learns",
        ),
    ]


PART_MISTAKES = (  # what a layer lacks, found also through a stack and through the whole model
    Mistake(
        "not-registered",
        "The module has no parameters. What is made inside `forward`, or kept in a plain list, is not "
        "seen by the optimizer.",
        "Make the parts in `__init__` and keep each as `self.name`, or in an `nn.ModuleList`.",
    ),
    Mistake(
        "one-norm-for-all",
        "One LayerNorm serves every sub-layer, so all share one gain and one bias. A published "
        "reading of the paper has this fault. It trains, only worse.",
        "Make one `nn.LayerNorm(d_model)` for each sub-layer.",
        hint="self.norm1 = nn.LayerNorm(d_model), self.norm2 = nn.LayerNorm(d_model), ...",
    ),
    Mistake(
        "one-attention-for-both",
        "One attention module serves as self-attention and as cross-attention. The two ask "
        "different questions, so each has weights of its own.",
        "Make two `MultiHeadAttention` modules in `__init__`.",
    ),
)
LAYER_MISTAKES = (
    *PART_MISTAKES,
    NO_SUPER,
    NO_RETURN,
    NAMES_A_DEVICE,
    UNPACKED,
    SIZES,
    NO_GRADIENT,
    RATE_IGNORED,
    Mistake(
        "norm-first-ignored",
        "With norm_first=True your layer still normalises after the sum (post-LN). Pre-LN normalises "
        "what goes into the sub-layer: x + sublayer(norm(x)).",
        "Look at where `norm_first` is used in `forward`.",
    ),
    Mistake(
        "always-norm-first",
        "With norm_first=False your layer normalises what goes into the sub-layer (pre-LN). The paper "
        "normalises the sum: norm(x + sublayer(x)).",
        "Look at the condition on `norm_first`: are the two branches swapped?",
    ),
    Mistake(
        "no-residual",
        "The input of a sub-layer is not added to its output. Without this road past the sub-layers "
        "a deep stack stalls.",
        "Look for `x + ...`: one sum for each sub-layer.",
        hint="x = self.norm1(x + self.dropout(attended))",
    ),
    Mistake(
        "residual-from-normed",
        "In pre-LN you added the *normalised* x. The residual must carry x itself, untouched from the "
        "first layer to the last.",
        "Look whether a line says `x = norm(x)`: give the result another name.",
        hint="x = x + self.dropout(sublayer(self.norm1(x)))",
    ),
    Mistake(
        "norm-inside-residual",
        "You normalised the output of the sub-layer before the sum, x + norm(sublayer(x)). Post-LN "
        "normalises the sum, norm(x + sublayer(x)).",
        "Look at what stands in the brackets of your norm.",
    ),
    Mistake(
        "norm-used-twice",
        "One of your norms serves two sub-layers, and another one is never called.",
        "Read the names of the norms in `forward`, one after the other.",
        hint="self.norm1 for the first sub-layer, self.norm2 for the second, ...",
    ),
    Mistake(
        "no-norm",
        "There is a norm that exists and is never called.",
        "Each sub-layer needs its norm: round the sum (post-LN) or round its input (pre-LN).",
    ),
    Mistake(
        "no-feed-forward",
        "Your layer stops after attention. The feed-forward network is made but not used.",
        "Add the second sub-layer in `forward`.",
    ),
    Mistake(
        "unbiased-deviation",
        "Your own norm divides by n - 1 when it works out the variance. LayerNorm divides by n.",
        "Use `nn.LayerNorm`, or `x.var(-1, unbiased=False)`.",
    ),
    DROPOUT_IN_EVAL,
    Mistake(
        "dropout-missing",
        "The argument `dropout` has no effect in training mode.",
        "Make `nn.Dropout(dropout)` and use it on the output of each sub-layer.",
        on="dropout",
    ),
    Mistake(
        "dropout-after-residual",
        "You dropped numbers from the sum, so the residual loses them too. Dropout belongs on the "
        "output of the sub-layer, before the sum (paper, section 5.4).",
        "Write `x + self.dropout(out)`, not `self.dropout(x + out)`.",
        on="dropout",
    ),
    Mistake(
        "dropout-after-norm",
        "You dropped numbers after the norm. Dropout belongs on the output of the sub-layer, before "
        "the sum (paper, section 5.4).",
        "Write `norm(x + self.dropout(out))`.",
        on="dropout",
    ),
    Mistake(
        "dropout-not-on-output",
        "Dropout works somewhere, but the output of a sub-layer still reaches the sum whole. The "
        "paper drops it before it is added (section 5.4).",
        "Look for a sum whose second part has not gone through `self.dropout`.",
        on="dropout",
    ),
)

ENCODER_LAYER = Exercise(
    id="EncoderLayer",
    title="one encoder layer",
    call="EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first)(x, mask)",
    trials=_encoder_layer_trials,
    criteria={
        "dropout": "drops the output of each sub-layer, in training mode only",
        "learns": "lets the gradient reach every part",
    },
    points=4,
    smallest=Family(
        {"L": (1, 2), "d_k": (1, 2), "h": (1, 2), "norm_first": (0, 1), "pads": (0, 1)},
        lambda draw, L, d_k, h, norm_first, pads: Trial(
            "",
            (
                draw.whole(1, L, 2 * h * d_k),
                _last_blocked(L) if pads else None,
                h,
                3,
                bool(norm_first),
                draw.seed,
            ),
            run=_run_encoder_layer,
            test=_test_encoder_layer,
            shown=("x", "mask", "num_heads", "d_ff", "norm_first", ""),
        ),
    ),
    hints=(
        "Two sub-layers: look around, then think. What stands round each of them?",
        "Post-LN is `norm(x + dropout(sublayer(x)))`. Pre-LN is `x + dropout(sublayer(norm(x)))`. "
        "Each sub-layer has its own norm.",
        "Post-LN, first sub-layer: `attended, weights = self.attention(x, x, x, mask)`, then "
        "`x = self.norm1(x + self.dropout(attended))`.",
        "Pre-LN, first sub-layer: `y = self.norm1(x)`, attention of y, then "
        "`x = x + self.dropout(attended)`.",
    ),
    mistakes=(
        *LAYER_MISTAKES,
        Mistake(
            "mask-not-passed",
            "The mask changes nothing: pads are read like words.",
            "Give the mask on: `self.attention(x, x, x, mask)`.",
        ),
        Mistake(
            "feed-forward-no-residual",
            "The residual stands round attention only. The feed-forward network needs one too.",
            "Look at the second sub-layer for its `x + ...`.",
        ),
        Mistake(
            "feed-forward-reads-input",
            "The feed-forward network reads the x that came into the layer, and not what attention "
            "made of it.",
            "Look at the names: the second sub-layer must read the result of the first.",
        ),
        Mistake(
            "attention-lost",
            "The second sub-layer starts again from the x that came into the layer. What attention "
            "found is thrown away.",
            "Look at the names: the result of the first sub-layer must be what the second one reads.",
        ),
    ),
)

# --- DecoderLayer --------------------------------------------------------------------------------

DECODER_FAULTS = (
    "weights-swapped",
    "norm-first-ignored",
    "always-norm-first",
    "masks-swapped",
    "target-mask-not-passed",
    "memory-mask-not-passed",
    "target-mask-on-memory",
    "memory-mask-on-target",
    "cross-reads-itself",
    "query-from-memory",
    "memory-normed",
    "cross-before-self",
    "no-cross-attention",
    "no-residual",
    "cross-no-residual",
    "residual-from-normed",
    "norm-inside-residual",
    "no-norm",
    "no-feed-forward",
    "unbiased-deviation",
    "norm-used-twice",
    *(f"{n}:{fault}" for n in (1, 2, 3) for fault in IN_ONE),
)
DECODER_NAMES = ("x", "self_weights", "cross_weights")
DECODER_SHOWN = (
    *("x", "memory", "target_mask", "memory_mask", "num_heads", "d_ff", "norm_first", ""),
)
DECODER_AXES = ("B L_t d_model", "B h L_t L_t", "B h L_t L_s")


def _run_decoder_layer(
    answer: Any,
    x: Tensor,
    memory: Tensor,
    target_mask: Tensor | None,
    memory_mask: Tensor | None,
    heads: int,
    d_ff: int,
    first: bool,
    seed: int,
) -> dict[str, Any]:
    layer, roles = build(answer, x, seed, x.shape[-1], heads, d_ff, **_order(first))
    masks = {"target_mask": target_mask, "memory_mask": memory_mask}
    given = {name: mask for name, mask in masks.items() if mask is not None}
    return {"roles": roles, "out": layer(x, memory, **given)}


def _test_decoder_layer(
    value: Any,
    x: Tensor,
    memory: Tensor,
    target_mask: Tensor | None,
    memory_mask: Tensor | None,
    heads: int,
    d_ff: int,
    first: bool,
    seed: int,
) -> Finding | None:
    roles, d_model, out = value["roles"], x.shape[-1], value["out"]
    if out is None:
        return look(None, x, DECODER_NAMES, DECODER_AXES)
    missing = _parts_of_layer(roles, 2, d_model, d_ff)
    if missing:
        return missing
    if isinstance(out, (Tensor, tuple, list)) and (isinstance(out, Tensor) or len(out) < 3):
        return Finding(
            "forward did not return three values: x, self_weights, cross_weights.",
            mistake="weights-thrown-away",
        )
    order = "pre-LN" if first else "post-LN"
    return judge_values(
        out,
        layer_choices(roles, d_model, d_ff),
        lambda p, fault="": decoder_layer(
            x, memory, target_mask, memory_mask, p, heads, first, fault
        ),
        DECODER_FAULTS,
        DECODER_NAMES,
        DECODER_AXES,
        f"{order}, x {tuple(x.shape)}, memory {tuple(memory.shape)}",
        tuple(fault for fault in DECODER_FAULTS if ":" not in fault),
    )


def _test_decoder_dropout(
    value: Any, inputs: tuple[Tensor, ...], sizes: tuple[int, ...], first: bool, seed: int
) -> Finding | None:
    d_model, heads, d_ff = sizes
    x, memory = inputs
    return _judge_dropout(
        value,
        layer_choices(value["roles"], d_model, d_ff),
        lambda p, fault: decoder_layer(x, memory, None, None, p, heads, first, fault)[0],
        "x then passes unchanged" if first else "only the norms are left",
    )


def _causal(length: int) -> Tensor:
    return torch.ones(1, 1, length, length).tril().bool()


def _decoder_layer_trials(draw: Draw) -> list[Trial]:
    def values(
        name: str,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None,
        memory_mask: Tensor | None,
        heads: int,
        d_ff: int,
        first: bool,
    ) -> Trial:
        return Trial(
            name,
            (x, memory, target_mask, memory_mask, heads, d_ff, first, draw.seed + d_ff),
            run=_run_decoder_layer,
            test=_test_decoder_layer,
            shown=DECODER_SHOWN,
        )

    def dropout(first: bool) -> Trial:
        return Trial(
            f"dropout, norm_first={first}",
            ((draw.normal(2, 3, 6), draw.normal(2, 4, 6)), (6, 2, 5), first, draw.seed + 3),
            run=_run_dropout,
            test=_test_decoder_dropout,
            criterion="dropout",
        )

    both = _causal(4) & _key_mask(2, 4)
    return [
        values(
            "as many target as source tokens",
            draw.normal(2, 4, 4),
            draw.normal(2, 4, 4),
            _causal(4),
            _key_mask(2, 4),
            2,
            3,
            False,
        ),
        values("no masks", draw.normal(2, 3, 4), draw.normal(2, 5, 4), None, None, 2, 5, False),
        values("pre-LN", draw.normal(2, 3, 6), draw.normal(2, 5, 6), _causal(3), None, 3, 7, True),
        values(
            "both masks, L_t is not L_s",
            draw.normal(2, 4, 6),
            draw.normal(2, 5, 6),
            both,
            _key_mask(2, 5),
            2,
            8,
            False,
        ),
        values(
            "float64, pre-LN, both masks",
            draw.strided(2, 4, 6, dtype=DOUBLE),
            draw.strided(2, 3, 6, dtype=DOUBLE),
            both,
            _key_mask(2, 3),
            3,
            9,
            True,
        ),
        dropout(False),
        dropout(True),
        Trial(
            "gradients",
            ((draw.normal(2, 3, 6), draw.normal(2, 4, 6)), (6, 2, 5), draw.seed + 4),
            run=_run_learns,
            test=_test_learns,
            criterion="learns",
        ),
    ]


DECODER_LAYER = Exercise(
    id="DecoderLayer",
    title="one decoder layer",
    call="DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first)(x, memory, target_mask, memory_mask)",
    trials=_decoder_layer_trials,
    criteria=ENCODER_LAYER.criteria,
    points=4,
    smallest=Family(
        {"L_t": (1, 2), "L_s": (1, 2, 3), "h": (1, 2), "norm_first": (0, 1), "masks": (0, 1)},
        lambda draw, L_t, L_s, h, norm_first, masks: Trial(
            "",
            (
                draw.whole(1, L_t, 2 * h),
                draw.whole(1, L_s, 2 * h),
                _causal(L_t) if masks else None,
                _last_blocked(L_s) if masks else None,
                h,
                3,
                bool(norm_first),
                draw.seed,
            ),
            run=_run_decoder_layer,
            test=_test_decoder_layer,
            shown=DECODER_SHOWN,
        ),
    ),
    hints=(
        "Three sub-layers: look at what was said, look at the source, think. Who asks in each, and "
        "who is read?",
        "Self-attention: x, x, x with the target mask. Cross-attention: the query is x, key and value "
        "are the memory, with the memory mask.",
        "Post-LN, second sub-layer: `attended, cross = self.cross_attention(x, memory, memory, "
        "memory_mask)`, then `x = self.norm2(x + self.dropout(attended))`.",
    ),
    mistakes=(
        *LAYER_MISTAKES,
        Mistake(
            "weights-thrown-away",
            "The attention weights are lost. Notebook 07 draws them, and a published decoder that "
            "throws them away cannot be looked into.",
            "Keep the second value of both attention calls, and return x, self_weights, "
            "cross_weights.",
        ),
        Mistake(
            "weights-swapped",
            "The two tables of weights come in the wrong order. The contract is x, self_weights, "
            "cross_weights.",
            "Look at the `return` line.",
        ),
        Mistake(
            "masks-swapped",
            "Each attention got the other's mask. The target mask belongs to the self-attention and "
            "the memory mask to the cross-attention.",
            "Look at the last argument of both attention calls.",
            when=_found("masks-swapped"),
        ),
        Mistake(
            "target-mask-not-passed",
            "Self-attention got no mask, so a target token reads what comes after it.",
            "Give `target_mask` to the self-attention.",
        ),
        Mistake(
            "memory-mask-not-passed",
            "Cross-attention got no mask, so the pads of the source are read like words.",
            "Give `memory_mask` to the cross-attention.",
        ),
        Mistake(
            "target-mask-on-memory",
            "Cross-attention got the target mask. It would hide source tokens by the place of a "
            "*target* token, and where L_t is not L_s it does not even fit.",
            "Give `memory_mask` to the cross-attention.",
            when=_found("target-mask-on-memory"),
        ),
        Mistake(
            "memory-mask-on-target",
            "Self-attention got the memory mask. It knows the pads of the source, not of the target, "
            "and lets the future be read.",
            "Give `target_mask` to the self-attention.",
            when=_found("memory-mask-on-target"),
        ),
        Mistake(
            "cross-reads-itself",
            "Cross-attention reads the decoder's own x as key and value. Then the source is never "
            "read.",
            "Key and value of the second attention are `memory`.",
            when=_found("cross-reads-itself"),
            hint="self.cross_attention(x, memory, memory, memory_mask)",
        ),
        Mistake(
            "query-from-memory",
            "The query of the cross-attention comes from the memory. Then the result has the length "
            "of the source. The decoder asks, the encoder's memory answers.",
            "The first argument of the second attention is the decoder's x.",
            when=_found("query-from-memory"),
        ),
        Mistake(
            "memory-normed",
            "You normalised the memory with the norm of the cross-attention. The encoder hands it over "
            "ready; only the query is normalised here.",
            "Look at what goes through the second norm: x alone.",
        ),
        Mistake(
            "cross-before-self",
            "Cross-attention comes before self-attention. The paper's order is self, cross, "
            "feed-forward.",
            "Change the order of the first two sub-layers.",
        ),
        Mistake(
            "no-cross-attention",
            "Cross-attention has no part in the result. The decoder then speaks without hearing the "
            "source.",
            "Add the second sub-layer in `forward`.",
        ),
        Mistake(
            "cross-no-residual",
            "Cross-attention has no residual: what the target knew so far is lost there.",
            "Add x to the output of the second sub-layer.",
        ),
    ),
)

# --- Encoder and Decoder -------------------------------------------------------------------------

STACK_FAULTS = (
    "norm-first-not-passed",
    "always-norm-first",
    "mask-not-passed",
    "masks-swapped",
    "target-mask-not-passed",
    "memory-mask-not-passed",
    "each-reads-the-input",
    "last-layer-skipped",
    "final-norm-missing",
    "always-final-norm",
)


def _run_stack(
    answer: Any,
    inputs: tuple[Tensor, ...],
    masks: dict[str, Tensor],
    sizes: tuple[int, ...],
    first: bool,
    seed: int,
) -> dict[str, Any]:
    stacked, roles = build(answer, inputs[0], seed, *sizes, reader=anatomy, **_order(first))
    out = stacked(*inputs, **masks)
    alone(roles, sizes[1], inputs[0].dtype)
    if isinstance(out, tuple):  # a tuple of weights is as good as a list
        out = tuple(list(part) if isinstance(part, tuple) else part for part in out)
    return {"roles": roles, "out": out}


def _parts_of_stack(roles: dict, kind: str, sizes: tuple[int, ...]) -> Finding | None:
    """Whether a stack holds its layers, each with weights of its own."""
    num_layers, d_model, _, d_ff = sizes
    found = roles[kind]
    if len(found) == num_layers:
        for layer in found:
            missing = _parts_of_layer(layer, 1 if kind == "encoder" else 2, d_model, d_ff)
            if missing:
                return missing
        if roles["count"] < sum(layer["count"] for layer in found):
            return Finding("The layers share weights.", mistake="one-layer-repeated")
        return None
    saw = f"With num_layers={num_layers} I found {len(found)} layer(s) with weights of their own."
    if not found:
        return Finding(saw, mistake="layers-not-registered")
    if len(found) == 1:
        return Finding(saw, mistake="one-layer-repeated")
    return Finding(
        saw,
        "A stack has just num_layers layers.",
        "Count the layers that `__init__` makes.",
    )


def _stack_choices(
    roles: dict, kind: str, sizes: tuple[int, ...], heads: int, first: bool
) -> list[dict]:
    _, d_model, _, d_ff = sizes
    layers = [placed(r, d_model, d_ff, heads, first) for r in roles[kind]]
    finals = roles["norms"] or [None]
    orders = permutations(layers) if len(layers) <= MANY_LAYERS else [layers]
    return [
        {"layers": list(order), "final": final, "in order": number == 0}
        for final in finals
        for number, order in enumerate(list(orders))
    ]


def _judge_stack(
    value: dict,
    kind: str,
    compute: Any,
    sizes: tuple[int, ...],
    first: bool,
    names: tuple[str, ...],
    axes: tuple[str, ...],
) -> Finding | None:
    roles, out = value["roles"], value["out"]
    if out is None:
        return look(None, out, names, axes)
    missing = _parts_of_stack(roles, kind, sizes)
    if missing:
        return missing
    count = 2 if kind == "encoder" else 3
    if not isinstance(out, (tuple, list)) or len(out) != count or isinstance(out[1], Tensor):
        return Finding(f"forward did not return {', '.join(names)}.", mistake="weights-thrown-away")
    for part in out[1:]:
        if not isinstance(part, (tuple, list)) or len(part) != sizes[0]:
            got = len(part) if isinstance(part, (tuple, list)) else compare.kind(part)
            return Finding(
                f"For {sizes[0]} layers there came {got} tables of weights.",
                mistake="weights-thrown-away",
            )
    if first and not roles["norms"]:
        return Finding(
            "With norm_first=True there is no norm after the last layer.",
            mistake="final-norm-missing",
        )
    return judge_values(
        out,
        _stack_choices(roles, kind, sizes, sizes[2], first),
        compute,
        STACK_FAULTS,
        names,
        axes,
        f"{sizes[0]} layer(s), norm_first={first}",
    )


def _encode(
    x: Tensor, mask: Tensor | None, choice: dict, heads: int, first: bool, fault: str = ""
) -> tuple[Tensor, list[Tensor]]:
    inner_first = {"norm-first-not-passed": False, "always-norm-first": True}.get(fault, first)
    return stack(
        lambda y, p, f: encoder_layer(y, mask, p, heads, inner_first, f), x, choice, first, fault
    )


def _decode(
    x: Tensor,
    memory: Tensor,
    target_mask: Tensor | None,
    memory_mask: Tensor | None,
    choice: dict,
    heads: int,
    first: bool,
    fault: str = "",
) -> tuple[Tensor, list[Tensor], list[Tensor]]:
    inner_first = {"norm-first-not-passed": False, "always-norm-first": True}.get(fault, first)
    if fault == "masks-swapped":
        target_mask, memory_mask = memory_mask, target_mask
    return stack(
        lambda y, p, f: decoder_layer(
            y, memory, target_mask, memory_mask, p, heads, inner_first, f
        ),
        x,
        choice,
        first,
        fault,
    )


def _test_encoder(
    value: Any,
    inputs: tuple[Tensor, ...],
    masks: dict[str, Tensor],
    sizes: tuple[int, ...],
    first: bool,
    seed: int,
) -> Finding | None:
    return _judge_stack(
        value,
        "encoder",
        lambda c, fault="": _encode(inputs[0], masks.get("mask"), c, sizes[2], first, fault),
        sizes,
        first,
        ("x", "[weights of each layer]"),
        ENCODER_AXES,
    )


def _test_decoder(
    value: Any,
    inputs: tuple[Tensor, ...],
    masks: dict[str, Tensor],
    sizes: tuple[int, ...],
    first: bool,
    seed: int,
) -> Finding | None:
    target, memory = masks.get("target_mask"), masks.get("memory_mask")
    return _judge_stack(
        value,
        "decoder",
        lambda c, fault="": _decode(*inputs, target, memory, c, sizes[2], first, fault),
        sizes,
        first,
        ("x", "[self weights]", "[cross weights]"),
        DECODER_AXES,
    )


def _test_stack_dropout(
    value: Any, inputs: tuple[Tensor, ...], sizes: tuple[int, ...], first: bool, seed: int
) -> Finding | None:
    unasked = _dropout_unasked(value)
    if unasked:
        return unasked
    if same(value["train"], value["eval"]):
        return Finding("The argument `dropout` has no effect.", mistake="dropout-not-passed")
    return None


def _stack_trials(draw: Draw, decoder: bool) -> list[Trial]:
    def values(
        name: str,
        count: int,
        d_model: int,
        heads: int,
        first: bool,
        masked: bool,
        dtype: torch.dtype = torch.float32,
        source: int = 5,
    ) -> Trial:
        inputs, masks = (draw.normal(2, 4, d_model, dtype=dtype),), {}
        pads = _key_mask(2, 4)
        if decoder:
            inputs += (draw.normal(2, source, d_model, dtype=dtype),)
        if masked and decoder:
            masks = {"target_mask": _causal(4) & pads, "memory_mask": _key_mask(2, source)}
        elif masked:
            masks = {"mask": pads}
        return Trial(
            name,
            (inputs, masks, (count, d_model, heads, d_model + 1), first, draw.seed + d_model),
            run=_run_stack,
            test=_test_decoder if decoder else _test_encoder,
            shown=STACK_SHOWN,
        )

    dropped = (draw.normal(2, 3, 6), draw.normal(2, 4, 6))
    return [
        values("2 layers, post-LN", 2, 4, 2, False, False),
        values("1 layer, pre-LN", 1, 4, 2, True, False),
        values("2 layers with masks", 2, 6, 3, False, True, source=4),
        values("3 layers, pre-LN, masks", 3, 6, 2, True, True),
        values("float64, 2 layers, pre-LN", 2, 8, 2, True, True, DOUBLE),
        Trial(
            "dropout",
            (dropped if decoder else dropped[:1], (2, 6, 2, 5), False, draw.seed + 3),
            run=_run_dropout,
            test=_test_stack_dropout,
            criterion="dropout",
        ),
    ]


STACK_SHOWN = ("inputs", "masks", "num_layers, d_model, num_heads, d_ff", "norm_first", "")


def _small_stack(
    draw: Draw, num_layers: int, L: int, norm_first: int, masks: int, L_s: int = 0
) -> Trial:
    """One sentence through a small stack; with masks, its last key is blocked."""
    decoder = L_s > 0
    inputs = (draw.whole(1, L, 4), *([draw.whole(1, L_s, 4)] if decoder else []))
    given = {"target_mask": _causal(L)} if decoder else {"mask": _last_blocked(L)}
    if decoder:
        given["memory_mask"] = _last_blocked(L_s)
    return Trial(
        "",
        (inputs, given if masks else {}, (num_layers, 4, 1, 5), bool(norm_first), draw.seed),
        run=_run_stack,
        test=_test_decoder if decoder else _test_encoder,
        shown=STACK_SHOWN,
    )


def _last_blocked(length: int) -> Tensor:
    return (torch.arange(length) < max(1, length - 1))[None, None, None]


STACK_MISTAKES = (
    *PART_MISTAKES,
    NO_SUPER,
    NO_RETURN,
    NAMES_A_DEVICE,
    UNPACKED,
    Mistake(
        "layers-not-registered",
        "The layers stand in a plain Python list. Then `parameters()` does not see them: they are not "
        "trained, not saved and not moved.",
        "Put them into `nn.ModuleList([...])`.",
        when=_found("layers-not-registered"),
    ),
    Mistake(
        "one-layer-repeated",
        "One layer serves several times: `[layer] * n` holds n names for the same object. The paper's "
        "layers are alike in form, each with weights of its own.",
        "How many different objects does your list hold? When is each of them made?",
        hint="Make a new layer for each place: `nn.ModuleList(EncoderLayer(...) for _ in range(n))`.",
    ),
    Mistake(
        "weights-thrown-away",
        "The weights of the layers are lost or mixed. The contract asks for a list with one tensor for "
        "each layer, in order.",
        "Begin with an empty list and append the weights of each layer.",
        hint="for layer in self.layers: x, w = layer(x, mask); weights.append(w)",
    ),
    Mistake(
        "norm-first-not-passed",
        "The layers do not know of norm_first: they still normalise after the sum.",
        "Give `norm_first` to each layer.",
        when=_found("norm-first-not-passed"),
    ),
    Mistake(
        "always-norm-first",
        "With norm_first=False the layers still normalise first.",
        "Look at the order of the arguments that you give to the layers.",
    ),
    Mistake(
        "each-reads-the-input",
        "Every layer reads the first x, so only the last layer counts. Depth is then useless.",
        "Look at the name: the result of a layer must be what the next one reads.",
        hint="x, w = layer(x, mask)",
    ),
    Mistake(
        "last-layer-skipped",
        "The result of the last layer is thrown away.",
        "Look at what you return.",
    ),
    Mistake(
        "final-norm-missing",
        "With norm_first=True nothing normalises what leaves the last layer, and the sum grows with "
        "depth. A pre-LN stack ends with one more LayerNorm.",
        "Make `nn.LayerNorm(d_model)` and apply it after the loop when `norm_first`.",
        hint="if self.norm is not None: x = self.norm(x)",
    ),
    Mistake(
        "always-final-norm",
        "You normalise at the end also when norm_first=False. There the last layer has just done it.",
        "Apply the last norm only when `norm_first`.",
    ),
    RATE_IGNORED,
    DROPOUT_IN_EVAL,
    Mistake(
        "dropout-not-passed",
        "The layers do not get the dropout rate.",
        "Give `dropout` to each layer.",
        on="dropout",
    ),
)

ENCODER = Exercise(
    id="Encoder",
    title="a stack of encoder layers",
    call="Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)(x, mask)",
    trials=lambda draw: _stack_trials(draw, decoder=False),
    criteria={"dropout": "gives dropout to its layers"},
    points=2,
    smallest=Family(
        {"num_layers": (1, 2), "L": (1, 2), "norm_first": (0, 1), "masks": (0, 1)},
        _small_stack,
    ),
    hints=(
        "One layer's output is the next layer's input. What has to be kept on the way?",
        "`nn.ModuleList` holds the layers. The loop passes x on and collects the weights in a list.",
        "`for layer in self.layers: x, w = layer(x, mask)`. After the loop, with norm_first, one more "
        "LayerNorm.",
    ),
    mistakes=(
        *STACK_MISTAKES,
        Mistake(
            "mask-not-passed",
            "The mask does not reach the layers.",
            "Give the mask to each layer.",
        ),
    ),
)

DECODER = Exercise(
    id="Decoder",
    title="a stack of decoder layers",
    call="Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)"
    "(x, memory, target_mask, memory_mask)",
    trials=lambda draw: _stack_trials(draw, decoder=True),
    criteria=ENCODER.criteria,
    points=2,
    smallest=Family(
        {"num_layers": (1, 2), "L": (1, 2), "norm_first": (0, 1), "masks": (0, 1), "L_s": (1, 2)},
        _small_stack,
    ),
    hints=(
        "Which of the arguments changes from layer to layer, and which stay the same?",
        "Only x changes. Every layer reads the same memory and gets the same two masks.",
        "Collect two lists: `x, own, cross = layer(x, memory, target_mask, memory_mask)`.",
    ),
    mistakes=(
        *STACK_MISTAKES,
        Mistake(
            "masks-swapped",
            "The two masks reach the layers in the wrong order.",
            "Look at the order of the arguments in the call of the layer.",
            when=_found("masks-swapped"),
        ),
        Mistake(
            "target-mask-not-passed",
            "The target mask does not reach the layers, so a target token reads the future.",
            "Give `target_mask` to each layer.",
        ),
        Mistake(
            "memory-mask-not-passed",
            "The memory mask does not reach the layers, so the pads of the source are read.",
            "Give `memory_mask` to each layer.",
        ),
    ),
)

# --- Transformer ---------------------------------------------------------------------------------

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
# src_vocab, tgt_vocab, d_model, num_heads, num_layers, d_ff: what one small model is made of
SIZE_NAMES = ("src_vocab", "tgt_vocab", "d_model", "num_heads", "num_layers", "d_ff")
MODEL_SHOWN = ("src", "tgt", ", ".join(SIZE_NAMES), "options", "")
MODEL_FAULTS = (
    "pad-id-ignored",
    "no-causal-mask",
    "target-pads-visible",
    "no-source-mask",
    "source-pads-visible",
    "memory-pads-visible",
    "causal-mask-in-encoder",
    "target-mask-on-memory",
    "norm-first-not-passed",
    "no-scale",
    "no-positions",
    "no-scale-no-positions",
    "encoder-skipped",
    "decoder-reads-source-embedding",
    "probabilities",
    "log-probabilities",
)


def _model(
    answer: Any, sizes: tuple[int, ...], seed: int, reader: Any = anatomy, **options: Any
) -> tuple[Any, Any]:
    named = dict(zip(SIZE_NAMES, sizes, strict=True)) | {"dropout": 0.0, "max_len": 20} | options
    return build(answer, torch.zeros(1), seed, reader=reader, **named)


def _no_reader(model: nn.Module) -> None:
    """Where nobody asks which parameter is which."""


def _run_model(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], options: dict, seed: int
) -> dict[str, Any]:
    model, roles = _model(answer, sizes, seed, **options)
    logits = model(src, tgt)
    alone(roles, sizes[2], torch.float32)
    return {"roles": roles, "out": logits}


def _model_choices(roles: dict, sizes: tuple[int, ...], first: bool) -> list[dict]:
    """Every way to give the parts of a model their places; an empty list if parts are missing."""
    src_vocab, tgt_vocab, d_model, heads, num_layers, d_ff = sizes
    tables = [m if m.shape[1] == d_model else m.T for m in roles["matrices"]]
    source = [t for t in tables if t.shape == (src_vocab, d_model)]
    target = [t for t in tables if t.shape == (tgt_vocab, d_model)]
    bias = next((v for v in roles["vectors"] if v.numel() == tgt_vocab), None)
    if not source or not target:
        return []
    pairs = list(permutations(target, 2)) if len(target) > 1 else [(target[0], target[0])]
    norms = list(permutations(roles["norms"], 2)) if first else [(None, None)]
    inner = (num_layers, d_model, heads, d_ff)
    encoders = _stack_choices(roles | {"norms": []}, "encoder", inner, heads, first)
    decoders = _stack_choices(roles | {"norms": []}, "decoder", inner, heads, first)
    return [
        {
            "encoder": encoder | {"final": ends[0]},
            "decoder": decoder | {"final": ends[1]},
            "source": source[0],
            "target": embedding,
            "output": (projection, bias),
            "in order": encoder["in order"] and decoder["in order"],
        }
        for embedding, projection in pairs
        for ends in norms
        for encoder in encoders
        for decoder in decoders
    ]


def _logits(
    src: Tensor,
    tgt: Tensor,
    choice: dict,
    sizes: tuple[int, ...],
    options: dict,
    fault: str = "",
) -> Tensor:
    """The whole model from its weights. ``fault`` puts one known mistake in."""
    d_model, heads, first = sizes[2], sizes[3], options.get("norm_first", False)
    pad = 0 if fault == "pad-id-ignored" else options.get("pad_id", 0)
    source, target = (src != pad)[:, None, None], (tgt != pad)[:, None, None]
    causal = _causal(tgt.shape[1])
    target_mask = {
        "no-causal-mask": target,
        "target-pads-visible": causal,
    }.get(fault, causal & target)
    see_all = torch.ones_like(source)
    encoder_mask = see_all if fault in ("no-source-mask", "source-pads-visible") else source
    memory_mask = see_all if fault in ("no-source-mask", "memory-pads-visible") else source
    if fault == "causal-mask-in-encoder":
        encoder_mask = source & _causal(src.shape[1])
    if fault == "target-mask-on-memory":
        memory_mask = target_mask
    inner = fault if fault in ("norm-first-not-passed", "dropped", "dropped-layers") else ""

    def embed(ids: Tensor, table: Tensor) -> Tensor:
        scale = 1.0 if fault.startswith("no-scale") else d_model**0.5
        x = table[ids].double() * scale
        x = x if fault.endswith("no-positions") else x + positions(ids.shape[1], d_model)
        return 0 * x if fault == "dropped" else x

    inner = "dropped" if inner == "dropped-layers" else inner
    x = embed(src, choice["source"])
    memory = x
    if fault not in ("encoder-skipped", "decoder-reads-source-embedding"):
        memory = _encode(x, encoder_mask, choice["encoder"], heads, first, inner)[0]
    y = embed(tgt, choice["target"])
    y = _decode(y, memory, target_mask, memory_mask, choice["decoder"], heads, first, inner)[0]
    logits = linear(y, *choice["output"])
    if fault == "probabilities":
        return logits.softmax(-1)
    return logits.log_softmax(-1) if fault == "log-probabilities" else logits


def _parts_of_model(roles: dict, sizes: tuple[int, ...], first: bool) -> Finding | None:
    src_vocab, tgt_vocab, d_model, heads, num_layers, d_ff = sizes
    for kind in ("encoder", "decoder"):
        missing = _parts_of_stack(roles | {"count": 1e9}, kind, (num_layers, d_model, heads, d_ff))
        if missing:
            return missing
    shapes = [tuple(m.shape) for m in roles["matrices"]]
    for what, size in (("source", src_vocab), ("target", tgt_vocab)):
        if (size, d_model) not in shapes and (d_model, size) not in shapes:
            return Finding(
                f"I found no table of shape ({size}, {d_model}) for the {what}.",
                "Source and target have vocabularies of their own.",
                "Make one TransformerEmbedding with src_vocab and one with tgt_vocab.",
            )
    if first and len(roles["norms"]) < 2:
        return Finding(
            f"With norm_first=True I found {len(roles['norms'])} norm(s) at the end of the stacks.",
            "Encoder and decoder each end with one.",
            "Give `norm_first` to the Encoder and to the Decoder.",
            "norm-first-not-passed",
        )
    return None


def _test_model(
    value: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], options: dict, seed: int
) -> Finding | None:
    names, axes = ("logits",), ("B L_t tgt_vocab",)
    roles, out, first = value["roles"], value["out"], options.get("norm_first", False)
    wanted = torch.zeros(*tgt.shape, sizes[1])
    kinds = look(out, wanted, names, axes)
    if kinds and not (isinstance(out, Tensor) and roles["encoder"]):
        return kinds
    missing = _parts_of_model(roles, sizes, first)
    if missing or kinds:
        return missing or kinds
    real = tgt != options.get("pad_id", 0)  # what a pad position gives is nobody's concern
    return judge_values(
        out[real],
        _model_choices(roles, sizes, first),
        lambda c, fault="": _logits(src, tgt, c, sizes, options, fault)[real],
        MODEL_FAULTS,
        names,
        ("tokens tgt_vocab",),
        f"src {tuple(src.shape)}, tgt {tuple(tgt.shape)}",
    )


def _run_halves(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], seed: int
) -> dict[str, Any]:
    model, _ = _model(answer, sizes, seed, _no_reader)
    whole = model(src, tgt)
    pair = model.encode(src)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return {"encoded": pair}
    memory, src_mask = pair
    other = src.where(src == 0, 3 + (src - 2) % 4)  # every token is another one
    return {
        "whole": whole,
        "encoded": pair,
        "decoded": model.decode(tgt, memory, src_mask),
        "begun": model.decode(tgt[:, :2], memory, src_mask),
        "elsewhere": model.decode(tgt, *model.encode(other)),
        # another source was encoded in between: its mask must play no part
        "later": (model.encode(other.clamp(min=3)), model.decode(tgt, memory, src_mask))[1],
    }


def _test_halves(value: Any, src: Tensor, tgt: Tensor, *args: Any) -> Finding | None:
    if "whole" not in value:
        return Finding(
            "`encode` did not return two values.",
            "It gives (memory, src_mask), so that the source is read once and the target many times.",
            "End `encode` with `return memory, src_mask`.",
        )
    mask = value["encoded"][1]
    if not isinstance(mask, Tensor) or mask.dtype != torch.bool or mask.shape[-1] != src.shape[1]:
        return Finding(
            "The second value of `encode` is no boolean mask over the source tokens.",
            "The decoder needs it to skip the source's pads.",
            "Return `padding_mask(src, pad_id)`.",
        )
    real = tgt != 0
    if not same(value["decoded"][real], value["whole"][real]):
        return Finding(
            "`decode(tgt, *encode(src))` is not `forward(src, tgt)`.",
            "The two ways through the model must be one.",
            "Let `forward` call `encode` and `decode`, and nothing else.",
        )
    if not same(value["later"][real], value["decoded"][real]):
        return Finding(
            "I encoded another source, then decoded the first memory again: the logits changed.",
            mistake="mask-kept-from-encode",
        )
    if not same(value["begun"][real[:, :2]], value["decoded"][:, :2][real[:, :2]]):
        return Finding(
            "The first two outputs change when more target tokens follow.",
            "Decoding one token at a time would give other numbers than training.",
            "Build the target mask from the `tgt` that came in.",
            "no-causal-mask",
        )
    if same(value["elsewhere"], value["decoded"]):
        return Finding("Another source gives the same logits.", mistake="memory-unused")
    return None


def _run_tied(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], seed: int
) -> dict[str, Any]:
    def tables(model: nn.Module) -> list[Tensor]:
        every = [p for _, p in model.named_parameters(remove_duplicate=False)]
        return [p for p in every if sizes[1] in p.shape and p.dim() == 2]

    free, _ = _model(answer, (sizes[1], *sizes[1:]), seed, _no_reader)  # both vocabularies alike
    model, roles = _model(answer, sizes, seed, tie_weights=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    model(src, tgt).square().mean().backward()
    optimizer.step()
    out = model(src, tgt)
    alone(roles, sizes[2], torch.float32)
    seen = roles | {"matrices": [m.detach().clone() for m in roles["matrices"]]}
    model.double()
    return {
        "free": len({p.data_ptr() for p in tables(free)}),
        "tied": len({p.data_ptr() for p in tables(model)}),
        "roles": seen,
        "out": out,
    }


def _test_tied(
    value: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], seed: int
) -> Finding | None:
    if value["tied"] != 1:
        return Finding(
            "With tie_weights=True there are two tables of shape (tgt_vocab, d_model).",
            mistake="tied-by-copy" if value["free"] == 3 else None,
        )
    if value["free"] < 3:
        return Finding(
            "With tie_weights=False and two vocabularies of one size I found "
            f"{value['free']} table(s). Source, target and output want one each.",
            mistake="always-tied",
        )
    finding = _test_model(value, src, tgt, sizes, {}, seed)
    if finding:
        return Finding(
            "After a step of the optimizer the logits do not fit the shared table.",
            "Embedding and output must use the same numbers.",
            "Let both hold one Parameter: `self.output.weight = table.weight`.",
            "tied-by-copy",
        )
    return None


def _run_device(answer: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], seed: int) -> list:
    """Run on PyTorch's ``meta`` device, which has shapes and no numbers: what stays behind shows."""
    model, _ = _model(answer, sizes, seed, _no_reader)
    model.to("meta")
    try:
        model(src.to("meta"), tgt.to("meta"))
    except (RuntimeError, NotImplementedError) as error:
        return [str(error)[:200]]
    return []


def _test_device(value: Any, *args: Any) -> Finding | None:
    if not value or "device" not in value[0]:
        return None
    return Finding(
        "I moved the model and its inputs to another device. A tensor stayed behind.",
        mistake="names-a-device",
    )


def _run_model_dropout(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], options: dict, seed: int
) -> dict[str, Any]:
    model, roles = _model(answer, sizes, seed, dropout=NEARLY_ALL, **options)
    without, _ = _model(answer, sizes, seed, _no_reader, **options)
    out = {"quiet": without(src, tgt), "eval": model(src, tgt), "train": model.train()(src, tgt)}
    out["memory"] = model.encode(src)[0]
    model.eval()
    alone(roles, sizes[2], torch.float32)
    return out | {"roles": roles}


def _test_model_dropout(
    value: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], options: dict, seed: int
) -> Finding | None:
    if not same(value["eval"], value["quiet"]):
        return Finding("In evaluation mode dropout still works.", mistake="dropout-in-eval")
    first, heads = options.get("norm_first", False), sizes[3]
    choices = _model_choices(value["roles"], sizes, first)
    mask = (src != 0)[:, None, None]

    def memory(choice: dict, embedded: bool) -> Tensor:
        words = choice["source"][src].double() * sizes[2] ** 0.5 + positions(src.shape[1], sizes[2])
        return _encode(embedded * words, mask, choice["encoder"], heads, first, "dropped")[0]

    def gives(fault: str) -> bool:
        return any(
            same(value["train"], _logits(src, tgt, c, sizes, options, fault))
            and same(value["memory"], memory(c, embedded=fault == "dropped-layers"))
            for c in choices
        )

    if gives("dropped"):
        return None
    saw = f"With dropout={NEARLY_ALL} nothing should be left in training mode but the last norm."
    slug = "dropout-not-passed"
    if gives("dropped-layers") or any(same(value["memory"], memory(c, True)) for c in choices):
        slug = "embedding-dropout-missing"
    return Finding(saw, mistake=slug)


def _run_words(
    answer: Any, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], seed: int
) -> dict[str, list[int]]:
    """The ids whose row in the tables learns nothing from a batch that holds them."""
    model, roles = _model(answer, sizes, seed)
    model(src, tgt).square().sum().backward()
    found = {}
    for name, size in (("source", sizes[0]), ("target", sizes[1])):
        tables = [m for m in roles["matrices"] if size in m.shape]
        grads = [m.grad if m.shape[0] == size else m.grad.T for m in tables if m.grad is not None]
        # the output projection learns in all its rows: only the embedding can have holes
        found[name] = sorted({i for g in grads for i in range(1, size) if not g[i].any()})
    return found


def _test_words(value: Any, *args: Any) -> Finding | None:
    for name, ids in value.items():
        if ids:
            return Finding(
                f"In the {name} embedding, the word(s) with id {', '.join(map(str, ids))} learn "
                "nothing. The pad here is id 0.",
                mistake="wrong-row-frozen",
            )
    return None


def _run_signature(answer: Any) -> dict[str, Any]:
    answer(3, 3, d_model=2, num_heads=1, num_layers=1, d_ff=2)  # the names must be taken, too
    return {
        name: p.default
        for name, p in inspect.signature(answer).parameters.items()
        if p.default is not inspect.Parameter.empty
    }


def _test_signature(value: Any) -> Finding | None:
    for name, wanted in DEFAULTS.items():
        if name not in value or value[name] != wanted:
            return Finding(
                f"The argument `{name}` should be there with the default {wanted}; I found "
                f"{value.get(name, 'nothing')!r}.",
                "The defaults are the base model of the paper, so that `Transformer(a, b)` is that "
                "model.",
                "Compare the first line of `__init__` with the contract.",
            )
    return None


def _transformer_trials(draw: Draw) -> list[Trial]:
    small = (9, 8, 4, 2, 1, 5)
    deep = (10, 11, 6, 3, 2, 7)

    def rows(*lengths: int, width: int, vocab: int, pad: int = 0) -> Tensor:
        ids = draw.integers(3, vocab, len(lengths), width)
        beyond = torch.arange(width) >= torch.tensor(lengths)[:, None]
        return ids.masked_fill(beyond, pad)

    def values(
        name: str, src: Tensor, tgt: Tensor, sizes: tuple[int, ...], **options: Any
    ) -> Trial:
        return Trial(
            name,
            (src, tgt, sizes, options, draw.seed + 5),
            run=_run_model,
            test=_test_model,
            shown=MODEL_SHOWN,
        )

    src, tgt = rows(3, 5, width=5, vocab=9), rows(4, 2, width=4, vocab=8)
    holes = rows(4, 4, width=4, vocab=8)
    holes[0, 1] = 0  # a pad between two words: only the padding mask hides it from later words
    again = (src, holes, small)
    long, torn = rows(12, 9, width=12, vocab=9), rows(12, 12, width=12, vocab=8)
    torn[0, 1] = 0
    return [
        values("no pads", rows(3, 3, width=3, vocab=9), rows(3, 3, width=3, vocab=8), small),
        values(
            "pads in the source", rows(2, 4, width=4, vocab=9), rows(4, 4, width=4, vocab=8), small
        ),
        values("a pad inside the target, as long as max_len", long, torn, small, max_len=12),
        values(
            "2 layers, pre-LN",
            rows(2, 5, width=5, vocab=10),
            rows(3, 3, width=3, vocab=11),
            deep,
            norm_first=True,
        ),
        values(
            "pad_id=2",
            rows(3, 5, width=5, vocab=9, pad=2),
            rows(4, 3, width=4, vocab=8, pad=2).index_fill(1, torch.tensor(1), 2),
            small,
            pad_id=2,
        ),
        Trial("defaults", (), run=_run_signature, test=_test_signature, criterion="signature"),
        Trial(
            "encode, then decode",
            (src, tgt, small, draw.seed + 6),
            run=_run_halves,
            test=_test_halves,
            criterion="halves",
        ),
        Trial(
            "tied weights",
            (*again, draw.seed + 7),
            run=_run_tied,
            test=_test_tied,
            criterion="tied",
        ),
        Trial(
            "dropout",
            (*again, {}, draw.seed + 8),
            run=_run_model_dropout,
            test=_test_model_dropout,
            criterion="dropout",
        ),
        Trial(
            "every word in one batch",
            (torch.arange(1, 9)[None], torch.arange(1, 8)[None], small, draw.seed + 10),
            run=_run_words,
            test=_test_words,
            criterion="learns",
        ),
        Trial(
            "another device",
            (*again, draw.seed + 9),
            run=_run_device,
            test=_test_device,
            criterion="device",
        ),
    ]


def _small_sentences(draw: Draw, L_s: int, L_t: int, pads: int) -> Trial:
    """One sentence and its translation; with pads, at the end of one and inside the other."""
    src, tgt = draw.integers(3, 9, 1, L_s), draw.integers(3, 8, 1, L_t)
    if pads:
        src[0, max(1, L_s - 1) :] = 0
        tgt[0, 1 : max(1, L_t - 1)] = 0
    return Trial(
        "",
        (src, tgt, (9, 8, 4, 1, 1, 5), {}, draw.seed),
        run=_run_model,
        test=_test_model,
        shown=MODEL_SHOWN,
    )


TRANSFORMER = Exercise(
    id="Transformer",
    title="the whole model",
    call="Transformer(src_vocab, tgt_vocab, ...)(src, tgt)",
    trials=_transformer_trials,
    criteria={
        "signature": "has the arguments and the defaults of the contract",
        "halves": "encode and decode together are forward",
        "tied": "shares one table when tie_weights, and two when not",
        "dropout": "gives dropout to every part, in training mode only",
        "learns": "lets every word but the pad learn",
        "device": "runs wherever it is moved",
    },
    points=5,
    smallest=Family({"L_s": (1, 2, 3), "L_t": (1, 2, 3), "pads": (0, 1)}, _small_sentences),
    hints=(
        "Follow one sentence through the map at the top of the notebook. Which boxes do you have "
        "already, and which one is missing?",
        "Two embeddings, an Encoder, a Decoder, one linear layer d_model -> tgt_vocab. `encode` makes "
        "the source mask, `decode` makes the target mask.",
        "`forward` is two lines: `memory, src_mask = self.encode(src)` and "
        "`return self.decode(tgt, memory, src_mask)`.",
        "To tie: find the `nn.Embedding`-like table inside the target embedding and give its Parameter "
        "to the output layer: `self.output.weight = table.weight`.",
    ),
    mistakes=(
        NO_SUPER,
        NO_RETURN,
        NAMES_A_DEVICE,
        *(m for m in STACK_MISTAKES if m.slug in ("layers-not-registered", "one-layer-repeated")),
        *PART_MISTAKES,
        Mistake(
            "no-causal-mask",
            "The decoder reads target tokens that come later. The training loss then falls near zero, "
            "since the answer is on the table, and decoding is useless.",
            "Give `target_mask(tgt, pad_id)` to the decoder.",
        ),
        Mistake(
            "target-pads-visible",
            "The target mask hides the future, and not the pads. A published reading of the paper has "
            "this fault. With pads on the right alone it never shows; with a pad in the middle it does.",
            "Use `target_mask`, which knows both, and not `causal_mask`.",
        ),
        Mistake(
            "no-source-mask",
            "Nothing hides the pads of the source. The same sentence then gives other logits when its "
            "neighbour in the batch is longer.",
            "Make `padding_mask(src, pad_id)` once, and give it to the encoder and to the decoder.",
        ),
        Mistake(
            "source-pads-visible",
            "The encoder reads the pads of the source.",
            "Give the source mask to the encoder.",
        ),
        Mistake(
            "memory-pads-visible",
            "The decoder reads the memory at the pads of the source.",
            "Give `src_mask` to the decoder as `memory_mask`.",
        ),
        Mistake(
            "causal-mask-in-encoder",
            "The encoder hides what comes later. The source is all known: every word may read every "
            "word.",
            "Use `padding_mask` in the encoder.",
        ),
        Mistake(
            "target-mask-on-memory",
            "The cross-attention got the target mask. Whether a *source* token may be read depends on "
            "the source.",
            "Give `src_mask` as the memory mask.",
            when=_found("target-mask-on-memory"),
        ),
        Mistake(
            "pad-id-ignored",
            "Your masks look for the id 0 and not for `pad_id`.",
            "Keep `self.pad_id = pad_id` and use it in both masks.",
        ),
        Mistake(
            "norm-first-not-passed",
            "Encoder or decoder do not know of norm_first.",
            "Give `norm_first` to both.",
        ),
        Mistake(
            "no-scale",
            "The embedding is not multiplied by √d_model (section 3.4), so the positions drown the "
            "words.",
            "Use your TransformerEmbedding of notebook 01.",
        ),
        Mistake(
            "no-positions",
            "No positions are added. Attention alone cannot tell the first word from the last.",
            "Use your TransformerEmbedding of notebook 01.",
        ),
        Mistake(
            "no-scale-no-positions",
            "The embedding has neither the factor √d_model nor the positions.",
            "Use your TransformerEmbedding of notebook 01, and not a bare `nn.Embedding`.",
        ),
        Mistake(
            "encoder-skipped",
            "The decoder reads the embedded source. The encoder's work is not used.",
            "Give what the encoder returns, the memory, to the decoder.",
        ),
        Mistake(
            "probabilities",
            "You return probabilities. The loss of notebook 07 takes logits and does the softmax "
            "itself; twice is wrong.",
            "Take the softmax out: the last step is the linear layer.",
        ),
        Mistake(
            "log-probabilities",
            "You return log-probabilities. The contract asks for logits, the plain numbers.",
            "Take the log_softmax out: the last step is the linear layer.",
        ),
        Mistake(
            "memory-unused",
            "The logits do not depend on the source.",
            "Look at what `decode` does with `memory`.",
        ),
        Mistake(
            "mask-kept-from-encode",
            "`decode` uses a mask that `encode` kept, and not the `src_mask` that it is given. With two "
            "sources in hand, one is read with the other's mask.",
            "Where does `decode` take its mask from? Look for `self.` in `encode`.",
        ),
        Mistake(
            "tied-by-copy",
            "The two tables are equal at first, then drift apart: you copied numbers. Tying means that "
            "both hold the same Parameter.",
            "Assign the Parameter, not its data: `self.output.weight = table.weight`.",
        ),
        Mistake(
            "wrong-row-frozen",
            "An embedding takes a word for the pad: that word's row gets no gradient and never learns.",
            "Give `pad_id` to both TransformerEmbeddings, in its place: (V, d_model, pad_id, max_len, dropout).",
        ),
        Mistake(
            "always-tied",
            "The tables are shared although tie_weights=False.",
            "Tie only under `if tie_weights`.",
        ),
        DROPOUT_IN_EVAL,
        Mistake(
            "embedding-dropout-missing",
            "The embedding gets no dropout. The paper drops the sum of embedding and position too "
            "(section 5.4).",
            "Give `dropout` to both TransformerEmbeddings.",
            on="dropout",
        ),
        Mistake(
            "dropout-not-passed",
            "Not every part gets the dropout rate.",
            "Give `dropout` to the embeddings, the encoder and the decoder.",
            on="dropout",
        ),
    ),
)

EXERCISES = (FEED_FORWARD, ENCODER_LAYER, DECODER_LAYER, ENCODER, DECODER, TRANSFORMER)

QUESTIONS = (
    Question(
        "feed_forward_neighbours",
        "One word of the sentence is exchanged. At how many positions does the output of the "
        "feed-forward network change?",
        {
            1: "The network works on every position by itself. Only attention lets words meet.",
            0: "The word itself goes through the network, so its own output changes.",
            7: "All would change after attention. This network never sees two words at once.",
        },
        1,
        "The network works on every position by itself, so one position changes.",
    ),
    Question(
        "decoder_layer_norms",
        "How many LayerNorms does one decoder layer have?",
        {
            3: "One for each sub-layer: self-attention, cross-attention, feed-forward.",
            2: "That is the encoder layer. The decoder layer has one sub-layer more.",
            1: "One for all would share its gain and bias between three different jobs.",
        },
        3,
        "One for each sub-layer, and a decoder layer has three of them.",
    ),
    Question(
        "cross_attention_shape",
        "8 heads, 7 source tokens, 4 target tokens, batch 10. Which shape have the weights of the "
        "cross-attention?",
        {
            (10, 8, 4, 7): "The 4 target tokens ask, the 7 source tokens are read.",
            (10, 8, 7, 4): "The other way round: the decoder asks, so its 4 tokens are the rows.",
            (10, 8, 4, 4): "That is the decoder's self-attention.",
            (10, 8, 7, 7): "That is the encoder's self-attention.",
        },
        (10, 8, 4, 7),
        "Rows are queries (4 target tokens), columns are keys (7 source tokens).",
    ),
    Question(
        "most_parameters",
        "In the 12 layers of the base model, which part has the most weights?",
        {
            "feed-forward": "Two maps of 512 x 2048 in each of 12 layers, some 25 million.",
            "attention": "18 attentions with 4 maps of 512 x 512: some 19 million. Close, and not the "
            "most.",
            "norms": "A norm has only 1024 numbers.",
        },
        "feed-forward",
        'Choose "feed-forward", "attention" or "norms".',
    ),
)
