# %% [markdown]
# # 10b · Long texts and many experts
#
# Two costs grow: that of attention with the length of the text, that of the feed-forward network with its width. After this side trip you can
#
# - let a token look back a fixed distance,
# - attend block by block, with the same result,
# - turn positions so that a longer text holds no angle that is new,
# - give a model many networks, of which each token pays for a few.
#
# **About 15 minutes**, and 55 for the four bonus exercises. A side trip of notebook 10: no later notebook needs it.

# %%
import math
import time

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from tutor_utils import check, hint, mine, predict, set_seed, solution, training, viz

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other
causal_mask, ModernLayer, SwiGLU = mine("causal_mask", "ModernLayer", "SwiGLU")
ModernLanguageModel, generate_cached = mine("ModernLanguageModel", "generate_cached")

# %% [markdown]
# ## A sliding window
#
# The causal mask lets a token see its whole past. With a window w it sees w tokens: itself and the w - 1 before it. By hand, w = 2:
#
# | token | sees |
# |---|---|
# | 0 | 0 |
# | 1 | 0, 1 |
# | 2 | 1, 2 |
# | 3 | 2, 3 |
#
# Is what stands farther back lost?

# %% predict="reach_of_layers"
### BEGIN SOLUTION
answer = 9
# ~ answer = None  # TODO: window 4, 3 layers: how many places back is the farthest word that changes the last token?
### END SOLUTION
predict("reach_of_layers", answer)

# %% [markdown]
# ## Bonus exercise: `band_mask`
#
# Difficulty: easy. About 10 minutes, 5 lines.


# %% exercise="band_mask"
def band_mask(length: int, window: int, device: torch.device | str | None = None) -> Tensor:
    """The causal mask with a short memory (Beltagy et al. 2020, Longformer).

    Token q sees ``window`` tokens: itself and those before it (fewer at the start). True where
    attending is allowed, as in ``causal_mask``.

    Shapes:
        -> (1, 1, length, length) bool, on ``device``

    Stops with an error where window is below 1.
    """
    ### BEGIN SOLUTION
    if window < 1:
        raise ValueError(f"window={window} must be 1 or more: a token sees itself")
    place = torch.arange(length, device=device)
    back = place[:, None] - place  # (L, L): how far behind the query the key stands
    return ((back >= 0) & (back < window))[None, None]
    ### END SOLUTION


# %% check="band_mask"
check(band_mask)

# %%
band_mask = mine("band_mask")
viz.mask(band_mask(12, 4))  # Try: other windows

# %% [markdown]
# ### Look at it: who is heard
#
# Your layers, untrained, one after the other. Row n: which tokens change the result of the last one through n layers? Those whose gradient is not 0.

# %%
set_seed(1)
layers = [ModernLayer(16, 2, 1, 32) for _ in range(4)]
heard = []
for n in range(1, 5):
    x = tokens = torch.randn(1, 14, 16, requires_grad=True)
    for layer in layers[:n]:
        x = layer(x, band_mask(14, 4))[0]  # Try: causal_mask(14)
    (gradient,) = torch.autograd.grad(x[0, -1].sum(), tokens)
    heard.append(gradient[0].abs().sum(-1) > 0)  # (14,)
    print("layers:", n, " places back:", int(heard[-1].sum()) - 1)
rows = ["1 layer", "2 layers", "3 layers", "4 layers"]
look = {"rows": rows, "column_axis": "token", "words": {False: "", True: "read"}}
viz.matrix(torch.stack(heard), title="What the last token reads, through n layers", **look)

# %% [markdown]
# And the cache? It needs the last w keys alone, however long the text is. Mistral 7B (2023) has 32 layers and a window of 4,096. The price: a word farther back is heard through others, never itself.
#
# ## Attention in blocks
#
# 100,000 tokens make 10,000,000,000 weights. Must they stand side by side? A softmax needs the largest score and the sum of all powers. Both can be carried along. By hand, scores 1, 3 and then 5:

# %%
first = torch.tensor([1.0, 3.0])
total = (first - 3).exp().sum()  # the largest so far is 3
total = total * math.exp(3 - 5) + 1  # 5 comes: its own power is exp(5 - 5)
print("in blocks:", round(total.item(), 4))
print("at once:  ", round((torch.tensor([1.0, 3.0, 5.0]) - 5).exp().sum().item(), 4))

# %% predict="larger_score_comes"
### BEGIN SOLUTION
answer = "exp(3 - 5)"
# ~ answer = None  # TODO: largest so far 3, then a 5 comes. The old sums are multiplied by "exp(3 - 5)", "exp(5 - 3)" or "1"?
### END SOLUTION
predict("larger_score_comes", answer)

# %% [markdown]
# ## Bonus exercise: `online_softmax`
#
# Difficulty: hard. About 20 minutes, 12 lines.


# %% exercise="online_softmax"
def online_softmax(scores: Tensor, values: Tensor, block: int) -> Tensor:
    """What softmax(scores) @ values gives, from ``block`` keys at a time (Dao et al. 2022).

    Powers are taken of one block at a time. The last block may be shorter. A score of -inf is a
    blocked key: it weighs 0. A row with every key blocked gives zeros, as in ``masked_attend``.

    Shapes:
        scores: (..., L_q, L_k), values: (..., L_k, d_v) -> (..., L_q, d_v)

    Stops with an error where block is below 1.
    """
    ### BEGIN SOLUTION
    if block < 1:
        raise ValueError(f"block={block} must be 1 or more")
    top = torch.full_like(scores[..., :1], -math.inf)  # (..., L_q, 1)
    total, output = torch.zeros_like(top), 0.0
    for start in range(0, scores.shape[-1], block):
        part = scores[..., start : start + block]
        before, top = top, torch.maximum(top, part.amax(dim=-1, keepdim=True))
        shift = top.masked_fill(top == -math.inf, 0.0)  # -inf - -inf would be NaN
        shrink, powers = (before - shift).exp(), (part - shift).exp()
        total = total * shrink + powers.sum(dim=-1, keepdim=True)
        output = output * shrink + powers @ values[..., start : start + block, :]
    return output / total.masked_fill(total == 0, 1.0)
    ### END SOLUTION


# %% check="online_softmax"
check(online_softmax)

# %% [markdown]
# ### Look at it: what must be kept
#
# How large is the largest tensor that each way makes?

# %% tags=["nbval-ignore-output"]
online_softmax = mine("online_softmax")


class Largest(TorchDispatchMode):
    """Notes the size of the largest tensor that is made."""

    numbers = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        made = [part for part in tree_leaves(result) if isinstance(part, Tensor)]
        self.numbers = max(self.numbers, *(tensor.numel() for tensor in made), 0)
        return result


lengths, kept = (64, 256, 1024, 4096), {"at once": [], "in blocks of 16": []}
for length in lengths:
    scores, values = torch.randn(64, length), torch.randn(length, 16)
    with Largest() as seen:
        at_once = scores.softmax(-1) @ values
    kept["at once"].append(seen.numbers)
    with Largest() as seen:
        blocks = online_softmax(scores, values, 16)
    kept["in blocks of 16"].append(seen.numbers)
    print(f"{length:4} keys: results differ by {(blocks - at_once).abs().max():.0e}")
lines = {name: (lengths, sizes) for name, sizes in kept.items()}
axes = {"x_label": "keys", "y_label": "numbers in the largest tensor"}
title = "In blocks the largest tensor stays as small"
drawn = viz.curves(lines, **axes, logx=True, logy=True, title=title)
viz.picture(drawn.figure, alt="At once the largest tensor grows with the keys. In blocks it stays.")

# %% [markdown]
# Nothing is approximated: the rest is rounding. Here the scores were there already. FlashAttention makes them block by block too, so memory grows with L and no longer with L². `F.scaled_dot_product_attention` does so where it has such a kernel; elsewhere it falls back on all L² weights.
#
# ## A cache with room
#
# One more token, read with a cache: what is written for it? `torch.cat` makes new tensors for *all* keys and values, old ones too. Then each key head is written once for each query head that reads it, and a row of weights for each head. All that grows with the text.
#
# Instead make the tensors longer than needed, and write a new key behind the old ones. Inside `training.fused_attention` your own classes do so, and attention is fused:

# %% tags=["nbval-ignore-output"]
set_seed(0)
speaker = ModernLanguageModel(97, 64, 4, 2, 3, 160).eval()
text = torch.randint(97, (1, 1024))
plain = generate_cached(speaker, text[:, :64], 20, temperature=0.0)
with training.fused_attention(speaker):
    roomy = generate_cached(speaker, text[:, :64], 20, temperature=0.0)
print("the same 20 ids:", roomy.equal(plain))


class Written(TorchDispatchMode):
    """Counts the numbers of all new tensors, without those that only look at old ones."""

    numbers = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        given, made = ([p for p in tree_leaves(x) if isinstance(p, Tensor)] for x in (args, result))
        old = {tensor.untyped_storage().data_ptr() for tensor in given}
        self.numbers += sum(t.numel() for t in made if t.untyped_storage().data_ptr() not in old)
        return result


# %% tags=["nbval-ignore-output"]
def one_token(length: int) -> tuple[int, float]:
    """After so many tokens, for one more: numbers written, and milliseconds."""
    cache, times = speaker(text[:, : length - 1])[1], []
    cache = speaker(text[:, :1], cache)[1]
    with Written() as seen:
        cache = speaker(text[:, :1], cache)[1]
    for _ in range(50):
        begun = time.perf_counter()
        cache = speaker(text[:, :1], cache)[1]
        times.append(1000 * (time.perf_counter() - begun))
    return seen.numbers, min(times)


lengths = (60, 240, 960)  # Try: (5, 50, 500)
with torch.no_grad():
    joined = [one_token(n) for n in lengths]
    with training.fused_attention(speaker):
        with_room = [one_token(n) for n in lengths]
for n, (before, _), (after, _) in zip(lengths, joined, with_room, strict=True):
    print(f"{n:4} tokens before: about {before:,} numbers written, with room {after:,}")
ways = {"joined": joined, "with room": with_room}
lines = {name: (lengths, [taken for _, taken in found]) for name, found in ways.items()}
drawn = viz.curves(lines, x_label="tokens before", y_label="milliseconds")
viz.picture(drawn.figure, alt="Milliseconds of one more token: joined above, with room below.")

# %% [markdown]
# The ids are the same. One thing is lost: the weights, unless somebody looks.

# %% [markdown]
# ## Positions for longer texts
#
# RoPE turns a hand by position · speed. A fast hand goes round many times in the texts of training. A slow one makes a part of a turn: farther on stand angles that the model has never met. Turns in 64 places:

# %%
hands = torch.tensor([1.0, 0.25, 0.01])
print([round(turns, 2) for turns in (64 * hands / (2 * math.pi)).tolist()])  # Try: 256 places

# %% predict="angles_not_met"
### BEGIN SOLUTION
answer = "the slow ones"
# ~ answer = None  # TODO: trained on 8,192 places, 32,768 are read. New angles are met by "the slow ones", "the fast ones" or "all"?
### END SOLUTION
predict("angles_not_met", answer)

# %% [markdown]
# ## Bonus exercise: `stretched`
#
# Llama 3.1 (2024) leaves the fast hands alone, for they tell neighbours apart, and slows the others down.
#
# Difficulty: easy. About 10 minutes, 5 lines.


# %% exercise="stretched"
def stretched(speeds: Tensor, factor: float, low: float, high: float, original: int) -> Tensor:
    """RoPE's speeds for texts ``factor`` times as long as those of training (Llama 3.1).

    In ``original`` places a hand makes original · speed / 2π turns. With ``high`` turns or more
    its speed stays; with ``low`` or fewer it is divided by factor. In between it is
    share · speed + (1 - share) · speed / factor, and share grows evenly, from 0 at low to 1 at
    high.

    Shapes:
        speeds: (d_k/2,) -> the same

    Stops with an error where high is not above low.
    """
    ### BEGIN SOLUTION
    if high <= low:
        raise ValueError(f"high={high} must be above low={low}")
    turns = original * speeds / (2 * math.pi)  # (d_k/2,)
    share = ((turns - low) / (high - low)).clamp(0, 1)
    return speeds * (share + (1 - share) / factor)
    ### END SOLUTION


# %% check="stretched"
check(stretched)

# %% [markdown]
# ### Look at it: turns of Llama 3.2
#
# Its 32 hands, from fast to slow. It was trained on 8,192 places, and reads 131,072 with a factor of 32.

# %% tags=["nbval-ignore-output"]
stretched = mine("stretched")
speeds = 500_000.0 ** (-torch.arange(32) / 32)
slowed = stretched(speeds, 32.0, 1.0, 4.0, 8192)  # Try: a factor of 1
kept, divided = slowed == speeds, (slowed * 32 - speeds).abs() < 1e-3 * speeds
print("as they were:", int(kept.sum()), " between:", int((~kept & ~divided).sum()), end=" ")
print(" divided by 32:", int(divided.sum()))
hands = list(range(32))
lines = {
    "8,192 places, trained": (hands, (8192 * speeds / (2 * math.pi)).tolist()),
    "131,072 places": (hands, (131072 * speeds / (2 * math.pi)).tolist()),
    "131,072 places, stretched": (hands, (131072 * slowed / (2 * math.pi)).tolist()),
}
drawn = viz.curves(lines, x_label="hand", y_label="turns at the end of the text", logy=True)
viz.picture(drawn.figure, alt="Stretched, slow hands turn no farther than in training.")

# %% [markdown]
# Look to the right: stretched, the slow hands turn no farther than in training. Such speeds go into your `rotate` as `base`; for a file of Llama 3 `published.open_llama` works them out. Nothing here shows how well a model then reads: Llama 3.1 was trained further, on long texts.
#
# ## Many networks, few of them at work
#
# A wider network can learn more, but every token must be computed with all of it. Instead take n networks, the **experts**. A **router** scores them for each token, and only the best k compute it. By hand, with scores 2, 1, 0 and k = 2:

# %%
scores = torch.tensor([2.0, 1.0, 0.0])
best, chosen = scores.topk(2)
print("experts", chosen.tolist(), "weigh", [round(w, 2) for w in best.softmax(-1).tolist()])
print("of all three:", [round(w, 2) for w in scores.softmax(-1).tolist()])

# %% predict="share_of_experts"
### BEGIN SOLUTION
answer = "a quarter"
# ~ answer = None  # TODO: 8 experts, k = 2. One token meets "a quarter", "all of them" or "an eighth" of their parameters?
### END SOLUTION
predict("share_of_experts", answer)

# %% [markdown]
# ## Bonus exercise: `top_k_experts`
#
# Difficulty: medium. About 15 minutes, 10 lines.


# %% exercise="top_k_experts"
def top_k_experts(x: Tensor, router: nn.Linear, experts: nn.ModuleList, k: int) -> Tensor:
    """Each token's sum over its k best experts, weighted (Shazeer et al. 2017; Mixtral).

    ``router(x)`` scores the experts. A softmax over the k best scores gives their weights. Each
    expert is a network such as your ``SwiGLU``, and reads the tokens that chose it.

    Shapes:
        x: (..., d_model) -> the same; router: d_model to the number of experts

    Stops with an error where k is below 1.
    """
    ### BEGIN SOLUTION
    if k < 1:
        raise ValueError(f"k={k} must be 1 or more")
    best, chosen = router(x).topk(k, dim=-1)  # (..., k) each
    weights = best.softmax(dim=-1)
    output = torch.zeros_like(x)
    for i, expert in enumerate(experts):
        at = chosen == i  # (..., k)
        reads = at.any(dim=-1)  # which tokens
        weight = (weights * at).sum(dim=-1)[reads]
        output[reads] += weight[:, None] * expert(x[reads])
    return output
    ### END SOLUTION


# %% check="top_k_experts"
check(top_k_experts)

# %% [markdown]
# ### Look at it: who takes whom
#
# Four kinds of tokens, each with its own rule from input to output. One network of 32 features; eight of 16, of which two read each token: the same price for a token; and one of 128, which holds as many parameters as the eight.

# %% tags=["nbval-ignore-output"]
top_k_experts = mine("top_k_experts")
set_seed(1)
signs, rules = 2 * torch.randn(4, 16), torch.randn(4, 16, 16) / 4


def some_tokens(count: int) -> tuple[Tensor, Tensor, Tensor]:
    """Kinds (count,), tokens and what should come out, (count, 16) each."""
    kinds, noise = torch.randint(4, (count,)), torch.randn(count, 16)
    return kinds, signs[kinds] + noise, torch.einsum("ni,nij->nj", noise, rules[kinds])


class Mixture(nn.Module):
    """Eight networks, of which each token is read by ``k``."""

    def __init__(self, k: int) -> None:
        super().__init__()
        self.router, self.k = nn.Linear(16, 8, bias=False), k
        self.experts = nn.ModuleList(SwiGLU(16, 16) for _ in range(8))

    def forward(self, x: Tensor) -> Tensor:
        return top_k_experts(x, self.router, self.experts, self.k)


# %% tags=["nbval-ignore-output"]
def error_of(model: nn.Module) -> float:
    """Train it, and measure it on tokens that it has not seen."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(600):
        _, x, wanted = some_tokens(256)
        optimizer.zero_grad()
        F.mse_loss(model(x), wanted).backward()
        optimizer.step()
    _, x, wanted = some_tokens(4000)
    with torch.no_grad():
        return F.mse_loss(model(x), wanted).item()


mixture = Mixture(2)  # Try: 1
print(f"one of 32:   error {error_of(SwiGLU(16, 32)):.3f}")
print(f"{mixture.k} of eight:  error {error_of(mixture):.3f}")
print(f"one of 128:  error {error_of(SwiGLU(16, 128)):.3f}")

# %% tags=["nbval-ignore-output"]
kinds, x, _ = some_tokens(4000)
chosen = mixture.router(x).topk(mixture.k).indices  # (4000, k)
takes = F.one_hot(chosen, 8).sum(1).float()  # (4000, 8)
shares = torch.stack([takes[kinds == kind].mean(0) for kind in range(4)])
viz.matrix(
    shares,
    row_axis="kind of token",
    column_axis="expert",
    title="share of its tokens that an expert reads",
)

# %% [markdown]
# Look along a row: nobody told the router of kinds, and yet nearly all tokens of a kind go to the same two experts. Look down a column: some experts read nothing. What is never chosen never learns; large models add a loss that spreads the tokens.
#
# Is it faster? Time one pass of each:


# %% tags=["nbval-ignore-output"]
def milliseconds(model: nn.Module) -> float:
    """The fastest of 20 passes over the tokens."""
    times = []
    with torch.no_grad():
        for _ in range(20):
            begun = time.perf_counter()
            model(x)
            times.append(1000 * (time.perf_counter() - begun))
    return min(times)


for name, model in (("2 of eight", mixture), ("one of 128", SwiGLU(16, 128))):
    print(f"{name}: {milliseconds(model):.2f} ms")

# %% [markdown]
# At this size there is no gain: many small products take longer than one large one. Mixtral (2024) holds 47 billion parameters, and a token pays for 13 billion.
#
# ## Questions people get wrong
#
# - *Does an expert know a subject?* Rarely one that a person would name. Look at your table: what do they share?
# - *Does a mixture need less memory?* No. All experts must be there; only the computing is less.
# - *Is FlashAttention an approximation?* No. A sliding window is one of full attention, unless the model was trained with it: then it is another model.
