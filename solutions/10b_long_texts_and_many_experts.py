# %% [markdown]
# # 10b · Long texts and many experts
#
# Two costs grow: that of attention with the length of the text, that of the feed-forward network with its width. After this side trip you can
#
# - let a token look back a fixed distance,
# - attend block by block, with the same result,
# - give a model many networks, of which each token pays for a few.
#
# **About 15 minutes**, and 45 for the three bonus exercises. A side trip of notebook 10: no later notebook needs it.

# %%
import math
import time

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from tutor_utils import check, hint, mine, predict, set_seed, solution, viz

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other
causal_mask, ModernLayer, SwiGLU = mine("causal_mask", "ModernLayer", "SwiGLU")

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

    No power is taken of more than one block. The last block may be shorter. A score of -inf is a
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
