"""Notebook 07, bonus: greedy decoding with a cache, and beam search (paper, section 6.1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from functools import lru_cache, partial
from itertools import pairwise, product
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from ..engine.draw import Draw
from ..engine.exercise import Exercise, Finding, Mistake, Question, Trial, refuses
from .blocks import perturb
from .nb07 import GREEDY_DECODE

D_MODEL, HEADS, D_FF, LAYERS, WORDS = 8, 2, 36, 2, 13  # d_ff is no multiple: its products show
STEPS = 5  # tokens that a speaker says at most
CLOSE = 1e-3  # two logits, or two scores, nearer than this could be swapped by rounding

Rows = list[list[int]]

# --- a decoder with the names of the course's ----------------------------------------------------


class _Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.num_heads = HEADS
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(D_MODEL, D_MODEL) for _ in range(4))
        self.dropout = nn.Dropout(0.5)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        q, k, v = (
            w(x).unflatten(-1, (HEADS, -1)).transpose(1, 2)  # (B, h, L, d_k)
            for w, x in ((self.w_q, query), (self.w_k, key), (self.w_v, value))
        )
        scores = q @ k.transpose(-1, -2) / math.sqrt(D_MODEL // HEADS)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(-1).nan_to_num(0.0)
        out = (self.dropout(weights) @ v).transpose(1, 2).flatten(2)  # (B, L, d_model)
        return self.w_o(out), weights


class _FeedForward(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.wide, self.narrow = nn.Linear(D_MODEL, D_FF), nn.Linear(D_FF, D_MODEL)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x: Tensor) -> Tensor:
        return self.narrow(self.dropout(self.wide(x).relu()))


class _Layer(nn.Module):
    def __init__(self, norm_first: bool) -> None:
        super().__init__()
        self.self_attention, self.cross_attention = _Attention(), _Attention()
        self.feed_forward = _FeedForward()
        self.norms = nn.ModuleList(nn.LayerNorm(D_MODEL) for _ in range(3))
        self.dropout = nn.Dropout(0.5)
        self.norm_first = norm_first

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        maps = []

        def look(query: Tensor) -> Tensor:
            out, weights = self.self_attention(query, query, query, target_mask)
            maps.append(weights)
            return out

        def cross(query: Tensor) -> Tensor:
            out, weights = self.cross_attention(query, memory, memory, memory_mask)
            maps.append(weights)
            return out

        for norm, part in zip(self.norms, (look, cross, self.feed_forward), strict=True):
            if self.norm_first:
                x = x + self.dropout(part(norm(x)))
            else:
                x = norm(x + self.dropout(part(x)))
        return x, *maps


class _Decoder(nn.Module):
    def __init__(self, norm_first: bool) -> None:
        super().__init__()
        self.layers = nn.ModuleList(_Layer(norm_first) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(D_MODEL) if norm_first else nn.Identity()

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, list[Tensor], list[Tensor]]:
        own, cross = [], []
        for layer in self.layers:
            x, *maps = layer(x, memory, target_mask, memory_mask)
            own.append(maps[0])
            cross.append(maps[1])
        return self.norm(x), own, cross


class _Tokens(nn.Module):
    def __init__(self, pad_id: int) -> None:
        super().__init__()
        self.table = nn.Embedding(WORDS, D_MODEL, padding_idx=pad_id)

    def forward(self, ids: Tensor) -> Tensor:
        return self.table(ids) * math.sqrt(D_MODEL)


class _Embedding(nn.Module):
    def __init__(self, pad_id: int) -> None:
        super().__init__()
        self.tokens = _Tokens(pad_id)
        place = torch.arange(64)[:, None] / 10000 ** (torch.arange(0, D_MODEL, 2) / D_MODEL)
        waves = torch.stack([place.sin(), place.cos()], dim=-1).flatten(1)  # (64, d_model)
        self.register_buffer("positions", waves)
        self.dropout = nn.Dropout(0.5)

    def forward(self, ids: Tensor) -> Tensor:
        return self.dropout(self.tokens(ids) + self.positions[: ids.shape[1]])


class _Speaker(nn.Module):
    """The course's Transformer, by its names, with an encoder that multiplies no matrices."""

    def __init__(self, norm_first: bool, pad_id: int) -> None:
        super().__init__()
        self.pad_id = pad_id
        self.source, self.target = _Embedding(pad_id), _Embedding(pad_id)
        self.decoder = _Decoder(norm_first)
        self.output = nn.Linear(D_MODEL, WORDS)
        self.encoded = 0  # rows that `encode` was given

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        self.encoded += len(src)
        return self.source(src), (src != self.pad_id)[:, None, None]

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor | None = None) -> Tensor:
        length = tgt.shape[1]
        past = torch.ones(length, length, dtype=torch.bool).tril()
        mask = past & (tgt != self.pad_id)[:, None, None]
        return self.output(self.decoder(self.target(tgt), memory, mask, src_mask)[0])

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))


def _speaker(seed: int, norm_first: bool, ids: tuple[int, int], pads: float) -> _Speaker:
    """A speaker with drawn weights, in eval mode. It never says bos; ``pads`` is the pad's bias.

    After a token it likes to say the next one, so that it does not repeat itself.
    """
    bos, pad = ids
    model = _Speaker(norm_first, pad)
    perturb(model, seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "norm" not in name or name.endswith("bias"):
                parameter.mul_(2 if "table" in name else 0.9 if parameter.dim() > 1 else 0.1)
        table = model.target.tokens.table.weight
        model.output.weight.add_(table.roll(1, 0))
        model.output.bias.zero_()
        model.output.bias[[bos, pad]] = torch.tensor([-99.0, pads])
    return model.eval()


# --- cached_greedy_decode: what the answer does --------------------------------------------------


class _Products(TorchDispatchMode):
    """Counts the matrix products, whoever asks for them and through whatever module.

    Attributes:
        tokens: Rows that met a matrix of the feed-forward network's size, (d_model, d_ff).
        projected: Rows that met a matrix of the attention's size, (d_model, d_model).
    """

    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.projected = 0, 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func.__name__.partition(".")[0]
        if name not in ("mm", "addmm", "bmm", "baddbmm"):
            with self:  # `linear` arrives whole in inference mode
                parts = func.decompose(*args, **(kwargs or {}))
            if parts is not NotImplemented:
                return parts
        else:
            left, right = args[-2:]
            rows = math.prod(left.shape[:-1])
            inner, columns = right.shape[-2:]
            if inner == D_MODEL and D_FF in (rows, columns):
                self.tokens += columns if rows == D_FF else rows
            elif inner == D_MODEL and WORDS not in (rows, columns):
                self.projected += rows * columns // D_MODEL
        return func(*args, **(kwargs or {}))


def _cached_run(
    answer: Any,
    seed: int,
    norm_first: bool,
    src: Tensor,
    max_len: int,
    ids: tuple[int, int, int],
    pads: float,
    training: bool,
    watched: bool,
) -> dict[str, Any]:
    bos, eos, pad = ids
    model = _speaker(seed, norm_first, (bos, pad), pads)
    before = _probe(model, src) if watched else None
    model.train(training)
    model.encoded, notes = 0, set()

    def note(part: nn.Module, _: Any) -> None:
        if isinstance(part, nn.Dropout) and part.training:
            notes.add("trained")
        if torch.is_grad_enabled():
            notes.add("graph")

    looked_at = [p for p in model.modules() if watched or isinstance(p, nn.Dropout)]
    hooks = [part.register_forward_pre_hook(note) for part in looked_at]
    counted = _Products()
    with counted if watched else nullcontext():
        out = answer(model, src, max_len, bos, eos, pad)
    for hook in hooks:
        hook.remove()
    seen = {
        "out": out,
        "modes": [part.training for part in model.modules()],
        "encoded": model.encoded,
        "tokens": counted.tokens,
        "projected": counted.projected,
        "grad_after": torch.is_grad_enabled(),
        "trained": "trained" in notes,
        "graph": "graph" in notes,
    }
    if watched:
        seen["same"] = False
        with suppress(Exception):  # whatever was left behind in the model
            seen["same"] = torch.equal(before, _probe(model, src))
    return seen


def _probe(model: _Speaker, src: Tensor) -> Tensor:
    """Logits for two short targets; more than one, so that a cache left behind shows."""
    model.eval()
    with torch.no_grad():
        tgt = torch.tensor([[1, 3, 6], [1, 9, 11]])
        return torch.cat([model(src[:1], t[None]) for t in tgt])


# --- cached_greedy_decode: what is right ---------------------------------------------------------


class _Scene(NamedTuple):
    """A speaker, the sources, and all that it says to each of them, without an end."""

    seed: int
    norm_first: bool
    src: Tensor
    ids: tuple[int, int]  # bos, pad
    pads: float
    said: Rows

    def ends(self, eos: int, row: int) -> int:
        """At which step a row says ``eos``, from 1; STEPS + 1 where it never does."""
        said = self.said[row]
        return said.index(eos) + 1 if eos in said else STEPS + 1

    def trial(self, name: str, rows: tuple[int, ...], eos: int, max_len: int, **how: Any) -> Trial:
        (bos, pad), training = self.ids, how.pop("training", False)
        criterion = how.get("criterion", "values")
        args = (self.seed, self.norm_first, self.src[list(rows)], max_len, (bos, eos, pad))
        args += (self.pads, training, criterion != "values")
        wanted = _cut([self.said[row] for row in rows], eos, max_len)
        test = {"work": _work_test, "quiet": _quiet_test}.get(criterion, _cached_test)
        shown = ("", "norm_first", "src", "max_len", "(bos, eos, pad)")
        return Trial(name, args, run=_cached_run, test=partial(test, wanted), shown=shown, **how)


def _speak(model: _Speaker, src: Tensor, bos: int, steps: int = STEPS) -> tuple[Rows, Tensor]:
    """Greedy decoding the long way, all tokens at each step, without an end.

    Returns the rows, and how near the two best logits of each row ever came.
    """
    memory, src_mask = model.encode(src)
    said, gaps = torch.full((len(src), 1), bos), torch.full((len(src),), math.inf)
    for _ in range(steps):
        best = model.decode(said, memory, src_mask)[:, -1].topk(2)
        gaps = gaps.minimum(best.values[:, 0] - best.values[:, 1])
        said = torch.cat([said, best.indices[:, :1]], 1)
    return said[:, 1:].tolist(), gaps


def _cut(rows: Rows, eos: int, max_len: int) -> Rows:
    """Each row up to its eos, and no longer than max_len."""
    return [(row[: row.index(eos) + 1] if eos in row else row)[:max_len] for row in rows]


@torch.no_grad()
def _step_by_step(
    model: _Speaker, src: Tensor, max_len: int, ids: tuple[int, int, int], fault: str
) -> Rows:
    """Decoding with a cache, with a known mistake in it."""
    bos, eos, pad = ids
    memory, src_mask = model.encode(src)
    src_mask = torch.ones_like(src_mask) if fault == "source-mask-lost" else src_mask
    said, stores = torch.full((len(src), 1), bos), [_Store() for _ in range(LAYERS)]
    finished = torch.zeros(len(src), dtype=torch.bool)
    for step in range(max_len):
        place = {"position-stays-zero": 0, "position-one-ahead": step + 1}.get(fault, step)
        x = model.target.tokens(said[:, -1:]) + model.target.positions[place]
        read = (said == said) if fault == "said-pads-read" else said != pad
        for i, layer in enumerate(model.decoder.layers):
            store = stores[0 if fault == "one-cache-for-all-layers" else i]
            if fault == "earlier-tokens-forgotten":
                store.clear()
            first = layer.norm_first and fault != "norm-first-ignored"
            for number, norm in enumerate(layer.norms):
                if number == 1 and fault == "cross-attention-left-out":
                    continue
                y = norm(x) if first else x
                if number == 0:
                    store.add(layer.self_attention, x if fault == "keys-not-normed" else y)
                    y = store.read(layer.self_attention, y, read[:, None, None])
                elif number == 1:
                    y = layer.cross_attention(y, memory, memory, src_mask)[0]
                else:
                    y = layer.feed_forward(y)
                x = x + y if first else norm(x + y)
        if fault != "final-norm-missing":
            x = model.decoder.norm(x)
        token = model.output(x)[:, 0].argmax(-1).masked_fill(finished, pad)
        said = torch.cat([said, token[:, None]], 1)
        finished |= token == eos
    return _cut(said[:, 1:].tolist(), eos, max_len)


class _Store(list):
    """(key, value) of each token, as one layer makes them."""

    def add(self, attention: _Attention, x: Tensor) -> None:
        self.append((attention.w_k(x), attention.w_v(x)))

    def read(self, attention: _Attention, query: Tensor, mask: Tensor) -> Tensor:
        """What the query takes; the mask counts where it fits the number of keys."""
        q, k, v = (
            x.unflatten(-1, (HEADS, -1)).transpose(1, 2)
            for x in (
                attention.w_q(query),
                *(torch.cat(pair, 1) for pair in zip(*self, strict=True)),
            )
        )
        scores = q @ k.transpose(-1, -2) / math.sqrt(D_MODEL // HEADS)
        if mask.shape[-1] == len(self):
            scores = scores.masked_fill(~mask, -math.inf)
        return attention.w_o((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))


_known_speaker = lru_cache(maxsize=4)(_speaker)  # on the judge's side, where nobody changes it


def _behaves(fault: str) -> Callable[[Any], bool]:
    """Whether an answer says, on every trial, what the known mistake would make it say."""

    def look(evidence: Any) -> bool:
        for name, trial in evidence.trials.items():
            if trial.criterion != "values" or evidence.seen[name].raised:
                continue
            seed, norm_first, src, max_len, ids, pads, *_ = trial.args
            model = _known_speaker(seed, norm_first, ids[::2], pads)
            got = _cut(evidence.value(name)["out"].tolist(), ids[1], max_len)
            if got != _step_by_step(model, src, max_len, ids, fault):
                return False
        return True

    return look


def _look_at_ids(out: Any, wanted: Rows, max_len: int, bos: int, pad: int) -> Finding | None:
    """The form of what a decoder returned, then row by row. Common to both exercises."""
    if not isinstance(out, Tensor) or out.dim() != 2 or out.shape[0] != len(wanted):
        got = tuple(out.shape) if isinstance(out, Tensor) else out
        return Finding(
            f"The result is {got}; expected a tensor of ids, (B, at most max_len).",
            "One row of ids for each source.",
            "Look at the shape of what you return.",
        )
    if out.dtype != torch.int64:
        return Finding(f"The dtype is {out.dtype}.", "Ids are torch.long.", "argmax gives long.")
    rows = out.tolist()
    if all(row[:1] == [bos] for row in rows):
        return Finding(f"Row 0 is {rows[0]}; expected {wanted[0]}.", mistake="bos-kept")
    if out.shape[1] > max_len:
        saw = f"The result is {out.shape[1]} wide; max_len is {max_len}."
        return Finding(saw, mistake="too-long")
    for i, (row, want) in enumerate(zip(rows, wanted, strict=True)):
        saw = f"Row {i} is {row}; expected {want}, then pads."
        if row == want + [pad] * (len(row) - len(want)):
            continue
        if row[: len(want)] == want:
            return Finding(saw, mistake="goes-on-after-eos")
        if want[: len(row)] == row:
            return Finding(saw, mistake="stops-with-the-first-row")
        if row[: len(want) - 1] == want[:-1] and set(row[len(want) - 1 :]) == {pad}:
            return Finding(saw, mistake="eos-dropped")
        return Finding(
            saw,
            "This is none of the mistakes that the course knows by name.",
            "Print the newest logits of both decoders side by side: at which step do they part?",
            diagnosis="another-sequence",
        )
    return None


def _cached_test(wanted: Rows, value: dict, *args: Any) -> Finding | None:
    max_len, (bos, _, pad) = args[3:5]
    return _look_at_ids(value["out"], wanted, max_len, bos, pad)


def _work_test(wanted: Rows, value: dict, *args: Any) -> Finding | None:
    src, max_len = args[2:4]
    batch, needed = len(src), max(map(len, wanted))
    # One more step than needed is no fault. Whoever keeps what keys and values are made of, and
    # makes them anew, still sends each token through the layers once: that is a cache too.
    rows = LAYERS * batch * (needed + 1)
    if value["tokens"] > rows:
        return Finding(
            f"{value['tokens'] // LAYERS} tokens went through each layer's feed-forward network. "
            f"{batch} rows of {needed} tokens need {batch * needed}.",
            mistake="computes-all-again",
        )
    if value["encoded"] > batch:
        saw = f"`encode` was given {value['encoded']} rows; there are {batch}."
        return Finding(saw, mistake="encodes-again")
    allowed = rows * (6 + 2 * max_len) + 4 * LAYERS * batch * src.shape[1]
    if value["projected"] > allowed:
        return Finding(
            f"{value['projected']} vectors were multiplied with w_q, w_k, w_v or w_o. With keys "
            f"and values of the memory kept, fewer than {allowed} are enough.",
            mistake="memory-projected-again",
        )
    return None


def _quiet_test(wanted: Rows, value: dict, *args: Any) -> Finding | None:
    src, training = args[2], args[6]
    if value["trained"]:
        return Finding("Dropout was on while you decoded.", mistake="decodes-in-train-mode")
    if value["modes"] != [training] * len(value["modes"]):
        came = "training" if training else "eval"
        saw = f"The model came in {came} mode; not all of it was left in that mode."
        return Finding(saw, mistake="mode-not-restored")
    if value["graph"]:
        return Finding("Gradients were recorded while decoding.", mistake="decodes-with-gradients")
    if not value["grad_after"]:
        saw = "After the call, gradients are switched off for everybody."
        return Finding(saw, mistake="grad-left-off")
    if not value["same"]:
        saw = "After the call, `model(src, tgt)` gives other logits than before, or an error."
        return Finding(saw, mistake="model-left-changed")
    needed = max(map(len, wanted))
    if value["tokens"] > LAYERS * len(src) * (needed + 1):
        return Finding(
            f"{value['tokens'] // LAYERS} tokens were worked out; {len(src) * needed} were enough.",
            mistake="never-stops-early",
        )
    return None


@torch.no_grad()
def _scenes(seed: int) -> tuple[_Scene, _Scene]:
    """A post-LN speaker that never says pad, and a pre-LN one that does, to sources with pads.

    Drawn again until rows are left that the trials need: none where two logits are close, or
    where the same few words come again and again.
    """
    draw, found = Draw(seed), []
    for norm_first, length, ids, pads in ((False, 24, (1, 0), -99.0), (True, 6, (4, 3), 2.0)):
        while len(found) <= norm_first:
            own = int(draw.integers(0, 2**31, 1))
            src = draw.integers(6, WORDS, 32, length)
            for row in range(len(src)):
                src[row, length - row % (length // 2) :] = ids[1]
            model = _speaker(own, norm_first, ids, pads)
            said, gaps = _speak(model, src, ids[0])
            varied = torch.tensor([len(set(row)) > 2 for row in said])
            keep = (varied & (gaps > CLOSE)).nonzero().flatten()
            rows = [said[row] for row in keep.tolist()]
            scene = _Scene(own, norm_first, src[keep], ids, pads, rows)
            if _apart(scene) and (_pad_rows(scene, model) if norm_first else _together(scene)):
                found.append(scene)
    return found[0], found[1]


def _apart(scene: _Scene) -> tuple[tuple[int, ...], int] | None:
    """(3 rows, eos) such that the rows end at different steps, the first of them early."""
    for eos in range(WORDS):
        rows = {scene.ends(eos, row): row for row in range(len(scene.said))}
        if eos not in scene.ids and len(rows) > 2 and min(rows) < 4:
            return tuple(rows[end] for end in sorted(rows)[:3]), eos
    return None


def _together(scene: _Scene) -> tuple[tuple[int, ...], int] | None:
    """(2 rows, eos) such that both end, and soon."""
    for eos in range(WORDS):
        rows = [row for row in range(len(scene.said)) if scene.ends(eos, row) < STEPS - 1]
        if eos not in scene.ids and len(rows) > 1:
            return tuple(rows[:2]), eos
    return None


def _pad_rows(scene: _Scene, model: _Speaker) -> tuple[int, ...]:
    """2 rows that say pad, and would go on in another way if later tokens could read it."""
    bos, pad = scene.ids
    ids = (bos, -1, pad)  # no end
    read = _step_by_step(model, scene.src, STEPS, ids, "said-pads-read")
    return tuple(row for row, said in enumerate(scene.said) if read[row] != said)[:2]


def _never(scene: _Scene, rows: tuple[int, ...]) -> int:
    """An id that none of the rows says."""
    said = {token for row in rows for token in scene.said[row]}
    return next(i for i in reversed(range(WORDS)) if i not in said | set(scene.ids))


@lru_cache(maxsize=8)
def _cached_trials(seed: int) -> list[Trial]:
    post, pre = _scenes(seed)
    rows, eos = _apart(post)
    pair, common = _together(post)
    _, pre_eos = _apart(pre)
    several = tuple(range(len(pre.said)))[:10]
    with torch.no_grad():
        pads = _pad_rows(pre, _speaker(pre.seed, True, pre.ids, pre.pads))
    quiet = {"criterion": "quiet"}
    return [
        post.trial("1 row", rows[:1], eos, 3),
        post.trial("3 rows, one cut off by max_len", rows, eos, post.ends(eos, rows[-1]) - 1),
        pre.trial("more rows, norm_first, bos 4, pad 3", several, pre_eos, STEPS),
        pre.trial("a model that says pad itself", pads, _never(pre, pads), STEPS),
        post.trial("3 rows that never end", rows, _never(post, rows), STEPS, criterion="work"),
        post.trial("left as it was (training mode)", pair, common, 14, training=True, **quiet),
        post.trial("left as it was (eval mode)", pair, common, 14, **quiet),
    ]


def _greedy(*slugs: str) -> tuple[Mistake, ...]:
    """Mistakes that both decoders share, in the words of ``greedy_decode``."""
    return tuple(m for m in GREEDY_DECODE.mistakes if m.slug in slugs)


CACHED_GREEDY_DECODE = Exercise(
    id="cached_greedy_decode",
    title="compute only the newest token",
    call="cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id)",
    trials=lambda draw: list(_cached_trials(draw.seed)),
    criteria={
        "work": "sends each token through the layers once, and projects the memory once",
        "quiet": "no gradients, the model as it was, and no step more than needed",
    },
    points=3,
    hints=(
        "Token 3 was said. Which numbers that belong to tokens 0, 1 and 2 does a layer still need, and which can it forget?",
        "Before the loop: keys and values of the memory, for each layer. In the loop: embed all of `said`, keep the last column, and send this one token through the layers by hand: norms, residuals, three sub-layers.",
        "In self-attention project the newest token to one key and one value, and put them behind the kept ones: `torch.cat([kept, new], dim=2)`. The query is the newest token alone. After the layers: `model.decoder.norm`, `model.output`, argmax, and the rest as in greedy_decode.",
    ),
    mistakes=(
        *_greedy(
            "decodes-in-train-mode",
            "bos-kept",
            "too-long",
            "goes-on-after-eos",
            "stops-with-the-first-row",
            "eos-dropped",
        ),
        Mistake(
            "position-stays-zero",
            "Each new token is embedded as if it stood at the first place. The model then cannot tell the places of its own words apart.",
            "You embed one token alone. How does the embedding know at which place it stands?",
            hint="Embed all tokens and keep the last: `model.target(said)[:, -1:]`. It only looks rows up, so it costs nearly nothing.",
            when=_behaves("position-stays-zero"),
        ),
        Mistake(
            "position-one-ahead",
            "Each new token is embedded one place too far. The first one, bos, stands at place 0.",
            "Which place has bos? And which has the token that you embed in the first round?",
            when=_behaves("position-one-ahead"),
        ),
        Mistake(
            "earlier-tokens-forgotten",
            "Self-attention reads only the newest token. Its key and value took the place of the earlier ones.",
            "After five steps, how many keys should a layer hold? Print the shape.",
            hint="`torch.cat([kept, new], dim=2)` puts the new key behind the kept ones.",
            when=_behaves("earlier-tokens-forgotten"),
        ),
        Mistake(
            "one-cache-for-all-layers",
            "All layers write into one cache. Each layer has keys of its own: it projects other vectors with other weights.",
            "How many layers are there, and how many caches do you make?",
            hint="Make a list with one entry for each layer, and not `[[]] * n`, which is one list with n names.",
            when=_behaves("one-cache-for-all-layers"),
        ),
        Mistake(
            "source-mask-lost",
            "Cross-attention reads the pads of the source.",
            "`encode` gives two values. Where does the second one go?",
            hint="Give `src_mask` to the attention over the memory.",
            when=_behaves("source-mask-lost"),
        ),
        Mistake(
            "cross-attention-left-out",
            "The decoder does not look at the source: its second sub-layer is missing.",
            "A decoder layer has three sub-layers. Count yours.",
            when=_behaves("cross-attention-left-out"),
        ),
        Mistake(
            "norm-first-ignored",
            "The norms stand after each sum, though the model has norm_first=True.",
            "Where does a layer with `norm_first` put its norms? Look at your DecoderLayer.",
            when=_behaves("norm-first-ignored"),
        ),
        Mistake(
            "keys-not-normed",
            "With norm_first the sub-layer reads norm(x): the query does here, but the kept keys and values were made from x itself.",
            "From which vector do you make the query, and from which the key and the value?",
            when=_behaves("keys-not-normed"),
        ),
        Mistake(
            "final-norm-missing",
            "With norm_first the decoder ends with one more norm. It is missing here.",
            "What stands between the last layer and the output projection?",
            hint="`model.output(model.decoder.norm(x))`",
            when=_behaves("final-norm-missing"),
        ),
        Mistake(
            "said-pads-read",
            "The model may say pad itself. `decode` hides such a pad from all later tokens; your attention reads it.",
            "Which mask does `decode` make from the tokens that were said?",
            hint="Give `padding_mask(said, pad_id)` to the self-attention.",
            when=_behaves("said-pads-read"),
        ),
        Mistake(
            "computes-all-again",
            "The answer is right, but earlier tokens go through the layers again at each step. Token 100 then costs as much as a hundred tokens.",
            "How long is what goes into a layer at step 5? It should be one token.",
            hint="Only the newest token, (B, 1, d_model), goes into a layer. Earlier ones live on in keys and values.",
        ),
        Mistake(
            "encodes-again",
            "The source is encoded at each step, though it never changes.",
            "Is the call of `encode` before the loop, or inside it?",
        ),
        Mistake(
            "memory-projected-again",
            "The answer is right, but keys and values of the memory are worked out at each step. The memory never changes, so neither do they.",
            "Which of the four projections of cross-attention depend on the newest token?",
            hint="Apply w_k and w_v of each cross-attention to the memory before the loop.",
        ),
        Mistake(
            "model-left-changed",
            "Something that you put into the model is still there: a hook, or another `forward`. Its next user gets wrong numbers.",
            "What do you change in the model, and where do you take it back?",
            hint="Take it back in a `finally:` block, so that it also happens after an error.",
        ),
        *_greedy("mode-not-restored", "decodes-with-gradients", "grad-left-off"),
        *_greedy("never-stops-early"),
    ),
)

# --- beam_search: a model to search, and what is right -------------------------------------------

SYMBOLS, LONGEST = 6, 4  # ids of the chooser, tokens of a hypothesis
SOURCES = 160  # rows to pick from

END = -1  # eos inside a search, whatever id the model gives it

Prefix = tuple[int, ...]
Table = dict[Prefix, list[float]]  # prefix -> log-probability of each next token


class _Chooser(nn.Module):
    """Logits that depend on the source and on every token so far, place by place.

    It notes how it was called.
    """

    def __init__(self, seed: int, ids: tuple[int, int, int]) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        self.bos, self.eos, self.pad = ids
        shapes = (SOURCES, 8), (LONGEST + 20, SYMBOLS, 8), (8, SYMBOLS)
        self.rows, self.words, self.out = (torch.randn(s, generator=generator) for s in shapes)
        self.inner = nn.Dropout(0.5)
        self.graph = self.trained = self.unmasked = False
        self.calls: list[dict[str, Tensor]] = []

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        # The first column is the source's number: rows may be repeated or reordered.
        memory = self.rows[src[:, 0]][:, None].expand(-1, src.shape[1], -1)  # (B, L_s, 8)
        return memory, (src >= 0)[:, None, None]

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor | None = None) -> Tensor:
        self.graph |= torch.is_grad_enabled()
        self.trained |= self.training
        self.unmasked |= src_mask is None
        rows = (memory[:, :1] - self.rows).abs().sum(-1).argmin(-1)  # (B,)
        self.calls.append({"rows": rows, "tgt": tgt.clone()})
        return self.says(tgt, memory[:, :1])

    def says(self, tgt: Tensor, source: Tensor) -> Tensor:
        """Logits (..., L, SYMBOLS) for tokens (..., L), beside sources (..., 1, 8)."""
        said = self.words[torch.arange(tgt.shape[-1]), tgt].cumsum(-2)  # (..., L, 8)
        logits = 1.5 * (said + source).tanh() @ self.out
        logits[..., [self.bos, self.pad]] -= 9  # hardly ever said
        logits[..., self.eos] += 0.5
        logits[..., 4] += 9 * (tgt == self.eos).cumsum(-1)  # behind eos it is sure of nonsense
        return logits

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))


def _beam_run(
    answer: Any,
    seed: int,
    src: Tensor,
    beam: int,
    max_len: int,
    ids: tuple[int, int, int],
    length_penalty: float,
    training: bool = False,
) -> dict[str, Any]:
    model = _Chooser(seed, ids).train(training)
    out = answer(model, src, beam, max_len, *ids, length_penalty)
    return {
        "out": out,
        "modes": [model.training, model.inner.training],
        "calls": model.calls,
        "trained": model.trained,
        "unmasked": model.unmasked,
        "graph": model.graph,
        "grad_after": torch.is_grad_enabled(),
    }


def _tables(model: _Chooser, sources: Tensor, raw: bool = False) -> list[Table]:
    """For each source: what follows each prefix of fewer than LONGEST tokens.

    Only the last token of a prefix may be eos, and stands as END. ``raw`` gives logits instead of
    log-probabilities.
    """
    said = [i for i in range(SYMBOLS) if i != model.eos]
    tables: list[Table] = [{} for _ in sources]
    for length in range(LONGEST):
        going = list(product(said, repeat=length))
        prefixes = going + [(*p[:-1], END) for p in going if p and p[-1] == said[0]]
        ids = [(model.bos, *(model.eos if t == END else t for t in p)) for p in prefixes]
        found = model.says(torch.tensor(ids), model.rows[sources][:, None, None])
        found = found[:, :, -1].double()  # (sources, N, SYMBOLS)
        rows = found if raw else found.log_softmax(-1)
        for table, after in zip(tables, rows.tolist(), strict=True):
            table.update(zip(prefixes, after, strict=True))
    return tables


class _Hypothesis(NamedTuple):
    """Tokens, of which eos is END; the sum of their log-probabilities; and how many they are."""

    tokens: Prefix
    total: float
    length: int

    @property
    def ended(self) -> bool:
        return self.tokens[-1:] == (END,)


def _score(hypothesis: _Hypothesis, length_penalty: float, fault: str = "") -> float:
    """Sum of log-probabilities / ((5 + length) / 6) ** length_penalty (Wu et al. 2016)."""
    length = hypothesis.length
    if fault == "penalty-ignored":
        return hypothesis.total
    if fault == "power-forgotten":
        length_penalty = 1
    if fault == "eos-not-counted":
        length -= hypothesis.ended
    if fault in ("bos-counted", "length-too-small"):
        length += 1 if fault == "bos-counted" else -1
    if fault == "penalty-multiplied":
        return hypothesis.total * ((5 + length) / 6) ** length_penalty
    if fault == "divided-by-length":
        return hypothesis.total / length**length_penalty
    if fault == "starts-above-zero":
        return (hypothesis.total + 0.5) / ((5 + length) / 6) ** length_penalty
    return hypothesis.total / ((5 + length) / 6) ** length_penalty


class _Search(NamedTuple):
    """One search over one row's table."""

    table: Table
    eos: int
    beam: int
    max_len: int
    length_penalty: float

    def best(self, found: list[_Hypothesis], count: int = 1, fault: str = "") -> list[_Hypothesis]:
        ordered = sorted(found, key=lambda h: _score(h, self.length_penalty, fault), reverse=True)
        return ordered[:count]

    def further(self, h: _Hypothesis) -> Iterator[_Hypothesis]:
        for token, log_p in enumerate(self.table[h.tokens]):
            word = END if token == self.eos else token
            yield _Hypothesis((*h.tokens, word), h.total + log_p, h.length + 1)

    def follow(self, fault: str = "") -> tuple[_Hypothesis, float]:
        """The docstring's definition, step by step, with a known mistake in it.

        Returns the hypothesis, and by how little of a score anything was ever decided.
        """
        kept, gap = [_Hypothesis((), 0.0, 0)], math.inf
        beam, pruned_by = (1 if fault == "beam-ignored" else self.beam), fault
        if fault == "pruned-by-sum":
            fault, pruned_by = "", "penalty-ignored"
        for step in range(self.max_len):
            ended = [h for h in kept if h.ended]
            going = [h._replace(length=step) for h in kept if not h.ended]
            if not going or (ended and fault == "stops-at-first-eos"):
                break
            if fault == "finished-dropped":
                ended = []
            ways = [f for h in going for f in self.further(h)] + ended
            if fault == "finished-multiplied":
                ways += [h._replace(total=h.total + p) for h in ended for p in self.table[h.tokens]]
            before, kept = kept, self.best(ways, beam + 1, pruned_by)
            gap, kept = min(gap, self._gap(kept[beam - 1 :])), kept[:beam]
            if fault == "lengths-not-reordered":
                old = [h.length if h.ended else step + 1 for h in before] + [step + 1] * beam
                kept = [h._replace(length=n) for h, n in zip(kept, old, strict=False)]
        if fault == "unfinished-ignored":
            kept = [h for h in kept if h.ended] or kept
        if fault != "lengths-not-reordered":
            kept = self.best(kept, beam, fault)
        return kept[-1 if fault == "last-returned" else 0], min(gap, self._gap(kept))

    def _gap(self, ordered: list[_Hypothesis]) -> float:
        scores = [_score(h, self.length_penalty) for h in ordered[:2]]
        return scores[0] - scores[1] if len(scores) > 1 else math.inf

    def exhaustive(self) -> _Hypothesis:
        """The best of all hypotheses that there are."""
        going, ended = [_Hypothesis((), 0.0, 0)], []
        for _ in range(self.max_len):
            ways = [f for h in going for f in self.further(h)]
            ended += [h for h in ways if h.ended]
            going = [h for h in ways if not h.ended]
        return self.best(ended + going)[0]

    def apart(self, pool: int | None) -> _Hypothesis:
        """Other faithful ways: ended hypotheses leave the beam, and the places stay filled.

        ``pool`` is how many of the best candidates may leave; None lets all that end.
        """
        going, ended = [_Hypothesis((), 0.0, 0)], []
        for _ in range(self.max_len):
            ways = self.best([f for h in going for f in self.further(h)], 10**6)
            ended += [h for h in ways[:pool] if h.ended]
            going = [h for h in ways if not h.ended][: self.beam]
        return self.best(ended + going)[0]

    def shrinking(self) -> _Hypothesis:
        """Another: what ends takes its place in the beam along, for good."""
        going, ended = [_Hypothesis((), 0.0, 0)], []
        for _ in range(self.max_len):
            ways = self.best([f for h in going for f in self.further(h)], self.beam - len(ended))
            ended += [h for h in ways if h.ended]
            going = [h for h in ways if not h.ended]
        return self.best(ended + going)[0]

    def agreed(self) -> Prefix | None:
        """The tokens that every faithful way of searching finds; None where they differ."""
        found, gap = self.follow()
        others = {self.follow("pruned-by-sum")[0], self.shrinking(), self.apart(None)}
        others |= {self.apart(self.beam), self.apart(2 * self.beam)}
        return self.tokens(found) if others == {found} and gap > CLOSE else None

    def tokens(self, found: _Hypothesis) -> Prefix:
        return tuple(self.eos if t == END else t for t in found.tokens)


def _beam_test(wanted: Rows, value: dict, *args: Any) -> Finding | None:
    seed, src, _, max_len, ids, length_penalty = args[:6]
    bos, eos, pad = ids
    if value["unmasked"]:
        return Finding("`decode` was called without the source mask.", mistake="source-mask-lost")
    finding = _look_at_ids(value["out"], wanted, max_len, bos, pad)
    if finding is None or finding.diagnosis != "another-sequence":
        return finding
    tables = _tables(_Chooser(seed, ids).eval(), src[:, 0])
    rows = _cut(value["out"].tolist(), eos, max_len)
    for i, (got, want) in enumerate(zip(rows, wanted, strict=True)):
        while got[-1:] == [pad]:
            got = got[:-1]
        if got != want and len(got) < max_len and eos not in got:
            saw = f"Row {i} is {got}: it has not said eos, and max_len is {max_len}."
            return Finding(
                saw,
                "The search stopped too early. A hypothesis that is still going may become the best.",
                "When does your loop end? It should ask whether ALL kept hypotheses have ended.",
                diagnosis="stops-at-first-eos",
            )
        if got != want:
            ours, theirs = (
                sum(tables[i][tuple(row[:n])][token] for n, token in enumerate(row))
                / ((5 + len(row)) / 6) ** length_penalty
                for row in (want, got)
            )
            return Finding(
                f"Row {i} is {got}, with a score of {theirs:.3f}. {want} has {ours:.3f}.",
                "A better hypothesis was in reach. This is none of the mistakes that the course "
                "knows by name.",
                "Take beam=2 and this row. Print the two kept hypotheses and their sums of "
                "log-probabilities after each step, and follow the better one by hand.",
                diagnosis="another-hypothesis",
            )
    return finding


def _beam_quiet(wanted: Rows, value: dict, *args: Any) -> Finding | None:
    training = args[6]
    if value["trained"]:
        return Finding("The model decoded in training mode.", mistake="decodes-in-train-mode")
    if value["modes"] != [training, training]:
        came = "training" if training else "eval"
        saw = f"The model came in {came} mode and was left in the other."
        return Finding(saw, mistake="mode-not-restored")
    if value["graph"]:
        return Finding("Gradients were recorded while decoding.", mistake="decodes-with-gradients")
    if not value["grad_after"]:
        saw = "After the call, gradients are switched off for everybody."
        return Finding(saw, mistake="grad-left-off")
    return None


class _Picker:
    """Picks sources on which all faithful searches agree, and which show what a trial is for."""

    def __init__(self, seed: int, ids: tuple[int, int, int]) -> None:
        self.seed, self.ids = seed, ids
        self.known: dict[Any, Prefix] = {}
        self.tables = _tables(_Chooser(seed, ids).eval(), torch.arange(SOURCES))

    def search(self, row: int, beam: int, max_len: int, length_penalty: float) -> _Search:
        return _Search(self.tables[row], self.ids[1], beam, max_len, length_penalty)

    def rows(
        self, count: int, *sizes: Any, differs: str = "", also: tuple[str, ...] = ()
    ) -> list[int]:
        """So many rows of different lengths; a fault changes the first, and not as ``also`` do.

        Raises:
            LookupError: there are none.
        """
        found, lengths = [], set()
        if differs:
            shows = (r for r in range(SOURCES) if self._shows(r, sizes, differs, also))
            found.append(next(shows, None))
        if None in found:
            raise LookupError(differs)
        for row in range(SOURCES):
            if len(found) == count:
                return found
            tokens = self.search(row, *sizes).agreed() if row not in found else None
            if tokens and (len(tokens) not in lengths or row > 9):
                found.append(row)
                lengths.add(len(tokens))
        raise LookupError("rows on which all searches agree")

    def _shows(self, row: int, sizes: Any, fault: str, also: tuple[str, ...]) -> bool:
        """Whether a fault is seen in the result, and cannot be taken for another."""
        others = {self._found(row, sizes, f) for f in ("", *also) if f != fault}
        wrong = self._found(row, sizes, fault) not in others
        return wrong and self.search(row, *sizes).agreed() is not None

    def _found(self, row: int, sizes: Any, fault: str) -> Prefix:
        key = row, sizes, fault
        if key not in self.known:
            self.known[key] = self.search(row, *sizes).follow(fault)[0].tokens
        return self.known[key]

    def trial(self, name: str, rows: list[int], *sizes: Any, **how: Any) -> Trial:
        beam, max_len, length_penalty = sizes
        training = how.pop("training", False)
        src = torch.tensor(rows)[:, None].repeat(1, 3)
        wanted = [list(s.tokens(s.follow()[0])) for s in (self.search(r, *sizes) for r in rows)]
        test = _beam_quiet if how.get("criterion") == "quiet" else _beam_test
        args = (self.seed, src, beam, max_len, self.ids, length_penalty, training)
        shown = ("", "src", "beam", "max_len", "(bos, eos, pad)", "length_penalty", "")
        return Trial(name, args, run=_beam_run, test=partial(test, wanted), shown=shown, **how)


_SCORE_FAULTS = (
    *("penalty-ignored", "penalty-multiplied", "divided-by-length", "power-forgotten"),
    *("eos-not-counted", "length-too-small", "bos-counted", "starts-above-zero"),
    *("finished-multiplied", "lengths-not-reordered"),
)

_ALIKE = {"penalty-multiplied": ("penalty-ignored",), "eos-not-counted": ("divided-by-length",)}


@torch.no_grad()
def _pickers(seed: int) -> tuple[_Picker, _Picker, list[int]]:
    """Two models that have a row for each purpose, and rows where each way to score counts."""
    draw = Draw(seed)
    while True:
        own = int(draw.integers(0, 2**31, 1))
        with suppress(LookupError):
            usual = _Picker(own, (1, 2, 0))
            judged = [
                usual.rows(1, *JUDGED, differs=fault, also=_ALIKE.get(fault, ()))[0]
                for fault in _SCORE_FAULTS
            ]
            for sizes, fault in PURPOSES:
                usual.rows(3, *sizes, differs=fault)
            other = _Picker(own, (3, 0, 5))
            other.rows(3, *OTHER, differs="beam-ignored")
            return usual, other, list(dict.fromkeys(judged))


GREEDY, NARROW, MIDDLE, WIDE = (1, 4, 0.0), (2, 4, 0.0), (3, 4, 0.6), (40, 3, 1.0)
SHORT, JUDGED, OTHER = (3, 3, 0.5), (3, 4, 4.0), (2, 4, 1.0)  # beam, max_len, length_penalty
PURPOSES = (
    (GREEDY, ""),
    (NARROW, "beam-ignored"),
    (MIDDLE, "stops-at-first-eos"),
    (SHORT, "unfinished-ignored"),
    (WIDE, "beam-ignored"),
)


@lru_cache(maxsize=8)
def _beam_trials(seed: int) -> list[Trial]:
    usual, other, judged = _pickers(seed)
    rows = {sizes: usual.rows(3, *sizes, differs=fault) for sizes, fault in PURPOSES}
    last = other.rows(3, *OTHER, differs="beam-ignored")
    quiet = {"criterion": "quiet"}

    def refused(beam: int) -> Trial:
        args = (usual.seed, torch.zeros(1, 3, dtype=torch.long), beam, 3, usual.ids, 0.0)
        return refuses(f"beam={beam}", *args, mentions=("beam", str(beam)), run=_beam_run)

    return [
        usual.trial("1 row, beam 1: greedy", rows[GREEDY][:1], *GREEDY),
        usual.trial("1 row where greedy misses the best", rows[NARROW][:1], *NARROW),
        usual.trial("3 rows that end at different steps", rows[MIDDLE], *MIDDLE),
        usual.trial("rows where the length penalty decides", judged, *JUDGED),
        usual.trial("a best hypothesis that max_len cuts off", rows[SHORT], *SHORT),
        other.trial("bos 3, eos 0, pad 5", last, *OTHER),
        usual.trial("a beam wider than the vocabulary", rows[WIDE], *WIDE),
        refused(0),
        refused(-2),
        usual.trial("left as it was (training mode)", judged, *JUDGED, training=True, **quiet),
        usual.trial("left as it was (eval mode)", judged, *JUDGED, **quiet),
    ]


def _searches(fault: str) -> Callable[[Any], bool]:
    """Whether an answer finds, on every trial, what the known mistake would find."""

    @torch.no_grad()
    def look(evidence: Any) -> bool:
        for name, trial in evidence.trials.items():
            if trial.criterion != "values" or evidence.seen[name].raised:
                continue
            seed, src, beam, max_len, ids, length_penalty = trial.args[:6]
            tables = _tables(_Chooser(seed, ids).eval(), src[:, 0], fault == "logits-summed")
            searches = [_Search(t, ids[1], beam, max_len, length_penalty) for t in tables]
            got = _cut(evidence.value(name)["out"].tolist(), ids[1], max_len)
            if got != [list(s.tokens(s.follow(fault)[0])) for s in searches]:
                return False
        return True

    return look


def _calls(evidence: Any) -> Iterator[list[tuple[Tensor, Tensor]]]:
    """For each trial with a beam, the calls of ``decode``: (sources, tokens so far)."""
    for name, trial in evidence.trials.items():
        if trial.criterion == "values" and trial.args[2] > 1 and not evidence.seen[name].raised:
            calls = evidence.value(name)["calls"]
            yield [(call["rows"], call["tgt"]) for call in calls if call["tgt"].shape[1] < 9]


def _mixed(evidence: Any) -> bool:
    """Whether a prefix was ever decoded beside a source that its beginning had not met."""
    for calls in _calls(evidence):
        met: set[tuple[int, ...]] = set()
        for rows, tgt in calls:
            now = {(r, *t) for r, t in zip(rows.tolist(), tgt.tolist(), strict=True)}
            if met and any(p[:-1] not in met for p in now):
                return True
            met |= now
    return False


def _not_reordered(evidence: Any) -> bool:
    """Whether the prefixes always stayed in their places, whichever of them was continued."""
    pairs = [pair for calls in _calls(evidence) for pair in pairwise(calls)]
    return bool(pairs) and all(
        after[1].shape[0] == before[1].shape[0] and torch.equal(after[1][:, :-1], before[1])
        for before, after in pairs
    )


BEAM_SEARCH = Exercise(
    id="beam_search",
    title="keep several hypotheses",
    call="beam_search(model, src, beam, max_len, bos_id, eos_id, pad_id, length_penalty)",
    trials=lambda draw: list(_beam_trials(draw.seed)),
    criteria={
        "refuses": "refuses a beam below 1 with a clear error",
        "quiet": "no gradients, and the model's mode as it was",
    },
    points=3,
    hints=(
        "After the first token the beam holds 3 hypotheses and the vocabulary 6 ids. How many ways to go on are there, and how many may stay?",
        "Give each row `beam` copies of memory and mask (`repeat_interleave`). In each step: log_softmax of the newest logits, add the sum so far, flatten (beam, V) to one axis, `topk(beam)`. `index // V` is the parent, `index % V` the token.",
        "Start with sums [0, -inf, -inf, ...], or all copies say the same. An ended hypothesis has one way to go on: pad, at log-probability 0. Reorder tokens, sums, lengths and ended flags by the parent. Divide by the penalty before topk.",
    ),
    mistakes=(
        *_greedy("bos-kept", "too-long", "eos-dropped", "goes-on-after-eos"),
        *_greedy("stops-with-the-first-row"),
        Mistake(
            "beam-ignored",
            "This is what greedy decoding says. A token that looks worse now may lead to a better whole.",
            "How many hypotheses of one row go from one step to the next?",
            when=_searches("beam-ignored"),
            hint="Keep `beam` hypotheses for each row, each with its own sum of log-probabilities.",
        ),
        Mistake(
            "penalty-ignored",
            "The sums are compared as they are. Each further token makes a sum smaller, so short answers win.",
            "Where does `length_penalty` go in your code?",
            when=_searches("penalty-ignored"),
            hint="Divide the sum by ((5 + length) / 6) ** length_penalty before you compare.",
        ),
        Mistake(
            "eos-not-counted",
            "Your length leaves eos out. The contract counts every token that was said, eos among them.",
            "The hypothesis `5 7 eos`: what is its length in your code?",
            when=_searches("eos-not-counted"),
        ),
        Mistake(
            "bos-counted",
            "Your length counts bos. Nobody said it: it was the start signal.",
            "The hypothesis `5 7 eos`: what is its length in your code?",
            when=_searches("bos-counted"),
        ),
        Mistake(
            "length-too-small",
            "Your length is one too small: after the first step a hypothesis has one token, and not none.",
            "Print the length that you use for a hypothesis of two tokens.",
            when=_searches("length-too-small"),
        ),
        Mistake(
            "power-forgotten",
            "You divide by (5 + length) / 6 and forget the exponent. With length_penalty 0 nothing should be divided.",
            "Where does `length_penalty` go in your code?",
            when=_searches("power-forgotten"),
            hint="((5 + length) / 6) ** length_penalty",
        ),
        Mistake(
            "finished-multiplied",
            "An ended hypothesis has several ways on in your search: with each id behind its eos. They fill the beam with copies of one answer.",
            "How many ways on has a hypothesis that has said eos?",
            when=_searches("finished-multiplied"),
            hint="Set all its log-probabilities to -inf, and that of pad to 0.",
        ),
        Mistake(
            "lengths-not-reordered",
            "After topk the lengths stay in their places, while the hypotheses moved.",
            "Which of your tensors belong to a hypothesis, and which of them do you reorder by the parent?",
            when=_searches("lengths-not-reordered"),
            hint="`length = length.gather(1, parent)`",
        ),
        Mistake(
            "penalty-multiplied",
            "You multiply by the penalty. A sum of log-probabilities is negative: multiplied, a long one looks even worse.",
            "Is the penalty above or below the line of the fraction?",
            when=_searches("penalty-multiplied"),
        ),
        Mistake(
            "divided-by-length",
            "You divide by length ** length_penalty. The contract's penalty is gentler: ((5 + length) / 6) ** length_penalty.",
            "Work out both for length 1: one of them is 1.",
            when=_searches("divided-by-length"),
        ),
        Mistake(
            "stops-at-first-eos",
            "The search stops when the first hypothesis ends. One that is still going may end with a better score.",
            "Which hypotheses may still win when the first one says eos?",
            when=_searches("stops-at-first-eos"),
            hint="Go on until all kept hypotheses have ended, or max_len is reached.",
        ),
        Mistake(
            "unfinished-ignored",
            "Only ended hypotheses can win in your search. One that max_len cuts off counts with what it has.",
            "What happens to a hypothesis that is still going after max_len steps?",
            when=_searches("unfinished-ignored"),
        ),
        Mistake(
            "finished-dropped",
            "A hypothesis that ended is lost in the next step: it should keep its score and wait.",
            "Where are ended hypotheses while the others go on?",
            when=_searches("finished-dropped"),
            hint="Give an ended one a single way on: pad, at log-probability 0.",
        ),
        Mistake(
            "last-returned",
            "You return the worst of the kept hypotheses.",
            "In which order does `topk` give its values?",
            when=_searches("last-returned"),
            hint="`topk` puts the largest first: take index 0.",
        ),
        Mistake(
            "logits-summed",
            "You add up logits. They are no log-probabilities: a step with large logits then counts more than others.",
            "Which function turns logits into log-probabilities?",
            when=_searches("logits-summed"),
            hint="`logits.log_softmax(dim=-1)`",
        ),
        Mistake(
            "rows-mixed",
            "A hypothesis was continued beside the source of another row.",
            "In which order do the copies of the memory lie, and in which the hypotheses?",
            when=_mixed,
            hint="Copies of one row must lie side by side: `repeat_interleave(beam, dim=0)`, and not `repeat`.",
        ),
        Mistake(
            "prefixes-not-reordered",
            "The new tokens were put behind prefixes that they do not belong to. After topk, place 0 may continue what was place 2.",
            "Which hypothesis is the parent of each new one? Do its tokens move with it?",
            when=_not_reordered,
            hint="`said = said[parent]` before the new tokens are appended.",
        ),
        Mistake(
            "beam-wider-than-vocabulary",
            "`beam` may be larger than the number of ids: then fewer hypotheses exist in the first step.",
            "What does your first `topk` choose from, and how many are there?",
            raises=r"selected index k out of range",
            hint="Begin with `beam` copies, of which all but one have a sum of -inf: then there are always beam * V ways.",
        ),
        Mistake(
            "beam-not-refused",
            "A beam of 0 keeps nothing, and then there is nothing to return.",
            "What does your function say to beam=0?",
            when=lambda e: e.failed("beam=0") or e.failed("beam=-2"),
            on="refuses",
            hint='if beam < 1: raise ValueError(f"beam={beam} must be at least 1")',
        ),
        *_greedy("decodes-in-train-mode", "source-mask-lost"),
        *_greedy("mode-not-restored", "decodes-with-gradients", "grad-left-off"),
    ),
)


EXERCISES = (CACHED_GREEDY_DECODE, BEAM_SEARCH)

QUESTIONS = (
    Question(
        id="tokens_without_cache",
        text="One row, 10 tokens are said. How many tokens pass through a decoder layer, all steps together, without a cache?",
        answer=55,
        choices={
            55: "1 + 2 + ... + 10 = 55. With a cache it is 10: each token passes once.",
            10: "That is with a cache. Without one, step 10 alone sends 10 tokens through.",
            100: "That would be 10 tokens in each of the 10 steps. In step 1 there is only bos.",
            45: "1 + 2 + ... + 9 = 45. The tenth step reads ten tokens, since bos is one of them.",
        },
        otherwise="Step 1 reads 1 token (bos), step 2 reads 2, and so on. Add them up.",
    ),
    Question(
        id="greedy_and_best",
        text="The four probabilities stand above. Which sequence does a beam of 2 find?",
        answer="B C",
        choices={
            "B C": "0.36 is the largest. After one step the beam holds A and B, so B C is in reach. Greedy decoding takes A and ends with 0.3.",
            "A C": "This is what greedy decoding finds, with 0.3. The beam also holds B.",
            "A D": "It has 0.3, as A C. There is a better one.",
            "B D": "It has 0.04, the smallest of all.",
        },
    ),
)
