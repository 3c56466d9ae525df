# %% [markdown]
# # 03 · Scaled dot-product attention
#
# After this notebook you can
#
# - compare every query with every key,
# - turn scores into weights, and weights into a weighted sum,
# - derive why the scores are divided by √d_k, and measure what happens without it.
#
# **About 50 minutes.** You need notebook 02.

# %%
import math
import time
from collections.abc import Callable
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import (
    check,
    hint,
    mine,
    predict,
    progress,
    reset,
    restore,
    set_seed,
    solution,
    tries,
    viz,
)

set_seed(0)

# %% [markdown]
# ## The map
#
# The marked box is what happens inside each head. d_k is the width of a key there, and of a query: how many numbers it has.

# %%
viz.architecture("scores", "attention")

# %% [markdown]
# ## Every query meets every key
#
# Seven words have queries and keys of three features, here by hand: an action, a person, a thing. *play* asks for a thing, and a little for a person. *game* offers a thing.
#
# 7 queries and 7 keys make 7 × 7 dot products, in one product of matrices.

# %%
words = "when you play the game of thrones".split()
roles = ["action", "person", "thing"]
q = torch.tensor(  # what each word asks for
    [[2, 0, 0], [2.5, 0, 0.5], [0, 1, 3], [0, 0, 2.5], [1.5, 0, 1.5], [0, 0, 2], [0, 0.5, 2.5]]
)
k = torch.tensor(  # what each word offers
    [[0.2, 0, 0], [0, 2.5, 0], [2.5, 0, 0.5], [0, 0, 0.2], [0.5, 0, 2.5], [0, 0, 0], [0, 0.8, 1.2]]
)
products = q @ k.T  # (7, 3) @ (3, 7) -> (7, 7)
by_hand = 0 * 0.5 + 1 * 0 + 3 * 2.5
print("play · game by hand:", by_hand, "| in the table:", products[2, 4].item())
viz.matrix(
    products,
    rows=words,
    columns=words,
    title="Every query with every key",
    row_axis="query",
    column_axis="key",
)

# %% [markdown]
# ## Why the products are divided
#
# A dot product of d_k features sums d_k terms: q·k = q₁k₁ + q₂k₂ + … The more terms, the wider the sums spread. How wide?
#
# Assume, as the paper does in a footnote (section 3.2.1), that all numbers in q and k are independent, with mean 0 and variance 1. Then (E[…] is the mean)
#
# 1. one term has the mean E[q]·E[k] = 0, so its variance is E[q²k²] = E[q²]·E[k²] = 1·1 = 1,
# 2. variances of independent terms add up, so q·k has the variance d_k,
# 3. its spread (the standard deviation, the root of the variance) is √d_k. Divided by √d_k it is 1, for every d_k.

# %% [markdown]
# ### Your prediction: how much wider?
#
# d_k grows from 16 to 64, four times as much. How many times as wide do the products spread?

# %% predict="double_width"
### BEGIN SOLUTION
answer = 2
# ~ answer = None  # TODO: a number
### END SOLUTION
predict("double_width", answer)

# %%
set_seed(0)
widths = [4, 16, 64, 256, 1024]
spread = {"q · k": [], "q · k / √d_k": []}
for d_k in widths:
    a, b = torch.randn(400, d_k), torch.randn(400, d_k)
    spread["q · k"].append((a @ b.T).std().item())
    spread["q · k / √d_k"].append((a @ b.T / math.sqrt(d_k)).std().item())
for name, values in spread.items():
    print(f"{name:<13}", [round(value, 1) for value in values])
shown = {name: (widths, values) for name, values in spread.items()}
viz.curves(shown, x_label="d_k", y_label="spread of the products", logx=True, logy=True)

# %% [markdown]
# ### Your prediction: which root?
#
# A model has d_model = 512, cut into 8 heads of 64 features. A sentence has seven tokens. By which root are the scores divided, inside one head?

# %% predict="which_root"
### BEGIN SOLUTION
answer = "root of 64"
# ~ answer = None  # TODO: "root of 7", "root of 64" or "root of 512"
### END SOLUTION
predict("which_root", answer)

# %% [markdown]
# ## Exercise: `attention_scores`
#
# L_q is the number of queries, L_k the number of keys. Any axes may stand in front, such as batch and heads.
#
# Difficulty: medium. About 6 minutes, 1 to 3 lines.


# %% exercise="attention_scores"
def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    """Dot product of every query with every key, divided by √d_k (paper, section 3.2.1).

    Shapes:
        q: (..., L_q, d_k); k: (..., L_k, d_k) -> (..., L_q, L_k)
    """
    ### BEGIN SOLUTION
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (..., L_q, L_k)
    ### END SOLUTION


# %% check="attention_scores"
check(attention_scores)
# %%
attention_scores = mine("attention_scores")
scores = attention_scores(q, k)
title = "Divided by √3: here the keys have 3 features"
viz.matrix(scores, rows=words, columns=words, title=title, row_axis="query", column_axis="key")

# %% [markdown]
# ### The same, written with letters
#
# `einsum` names each axis by a letter. A letter that is missing on the right is summed over: here d, the features. Some published code writes attention this way (x-transformers, for example). It needs no transpose, in whatever order the axes come.

# %%
set_seed(0)
many_q, many_k = torch.randn(2, 8, 5, 64), torch.randn(2, 8, 6, 64)  # (B, h, L, d_k)
by_at = many_q @ many_k.transpose(-2, -1)  # (B, h, L_q, d_k) @ (B, h, d_k, L_k)
by_letters = torch.einsum("bhqd,bhkd->bhqk", many_q, many_k)
print(tuple(by_at.shape), f"largest difference: {(by_at - by_letters).abs().max():.3f}")

# %% [markdown]
# ## Scores become weights
#
# Each query divides a total of 1 among the keys. Softmax makes every share positive and their sum 1.

# %%
row = torch.tensor([1.0, 2.0, 3.0])
e = row.exp()
print("by hand: ", [round(v, 2) for v in (e / e.sum()).tolist()])
print("by torch:", [round(v, 2) for v in row.softmax(0).tolist()])

# %% [markdown]
# ### Your prediction: what sums to 1?
#
# In the table of weights the queries stand down the side and the keys across the top. What sums to 1: each row, each column, or the whole table?

# %% predict="rows_or_columns"
### BEGIN SOLUTION
answer = "rows"
# ~ answer = None  # TODO: "rows", "columns" or "the table"
### END SOLUTION
predict("rows_or_columns", answer)

# %% [markdown]
# ## Exercise: `attention_weights`
#
# It must survive scores of ±10,000. (e to the power of 10,000 is more than any float can hold.)
#
# Difficulty: easy. About 3 minutes, 1 to 3 lines.


# %% exercise="attention_weights"
def attention_weights(scores: Tensor) -> Tensor:
    """Softmax over the keys, the last axis. Survives scores of 10,000 and -10,000.

    Shapes:
        scores: (..., L_q, L_k) -> the same; each row sums to 1
    """
    ### BEGIN SOLUTION
    return scores.softmax(dim=-1)
    ### END SOLUTION


# %% check="attention_weights"
check(attention_weights)
# %%
attention_weights = mine("attention_weights")
weights = attention_weights(scores)
viz.attention(weights, queries=words, keys=words, title="What each word takes from each word")

# %% [markdown]
# *play* gives most of its attention to *game*; *game* shares its own between *play* and itself. Asking and being found are two things. *of* offers nothing, so hardly anyone looks there.

# %% [markdown]
# ### Break it: the wrong axis
#
# Softmax over the queries raises no error, and its picture looks like attention. But look at the sums: in the right table each **row** sums to 1, in the wrong one each **column**.

# %%
wrong = scores.softmax(dim=-2)
sums = torch.stack([weights.sum(1), weights.sum(0), wrong.sum(1), wrong.sum(0)])
kinds = ["right, row", "right, column", "wrong, row", "wrong, column"]
viz.matrix(sums, rows=kinds, columns=words, title="What the weights of each word sum to")

# %% [markdown]
# ## Exercise: `attend`
#
# The weights mix the values: a word takes from each word its share. The result is a vector that knows its context. d_v is the width of a value.
#
# Difficulty: easy. About 4 minutes, 2 to 3 lines.


# %% exercise="attend"
def attend(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention (paper, equation 1). L_q, L_k and d_k, d_v may differ.

    Shapes:
        q: (..., L_q, d_k); k: (..., L_k, d_k); v: (..., L_k, d_v)
        returns output (..., L_q, d_v) and weights (..., L_q, L_k)
    """
    ### BEGIN SOLUTION
    weights = attention_weights(attention_scores(q, k))
    return weights @ v, weights
    ### END SOLUTION


# %% check="attend"
check(attend)
# %% [markdown]
# ### Look at it
#
# The values are what a word hands over. Here they are the five features of notebook 02: keys have 3 features, values have 5, and that is fine. Below, each share of *play* beside the value that it takes, and then their sum.

# %%
attend = mine("attend")
values = torch.tensor(
    [
        [0.1, 0.0, 0.9, 0.0, 0.0],  # when
        [0.0, 0.8, 0.1, 0.1, 0.3],  # you
        [0.9, 0.3, 0.1, 0.0, 0.6],  # play
        [0.0, 0.1, 0.1, 0.1, 0.0],  # the
        [0.8, 0.2, 0.0, 0.1, 0.9],  # game
        [0.1, 0.0, 0.2, 0.0, 0.1],  # of
        [0.3, 0.7, 0.0, 0.4, 0.2],  # thrones
    ]
)
output, weights = attend(q, k, values)
print(tuple(q.shape), tuple(k.shape), tuple(values.shape), "->", tuple(output.shape))
shares = weights[2]
labels = [f"{share:.2f} × {word}" for share, word in zip(shares.tolist(), words, strict=True)]
viz.matrix(
    torch.cat([shares[:, None] * values, output[2:3]]),
    rows=[*labels, "sum"],
    columns=["action", "person", "time", "colour", "fun"],
    title="play: its share of each value, and their sum",
)

# %% [markdown]
# ### A map is not an explanation
#
# It is tempting to read a map as the reason for an answer. Be careful. Different weights can give the same output: here *b* lies half-way between *a* and *c*.

# %%
handed = torch.tensor([[0.0, 4.0], [1.0, 3.0], [2.0, 2.0]])  # values of a, b, c
for shares in ([0.0, 1.0, 0.0], [0.5, 0.0, 0.5]):
    print("weights", shares, "-> output", (torch.tensor(shares) @ handed).tolist())

# %% [markdown]
# And after the first layer each vector holds something of all words already. A map says where a head *looked*, not what the model made of it. Two papers argue about this, in their very titles: *Attention is not Explanation* (Jain and Wallace, 2019) and *Attention is not not Explanation* (Wiegreffe and Pinter, 2019). To know whether a head matters, switch it off and measure: notebook 07 does.

# %% [markdown]
# ## What large scores do to the softmax
#
# Without the division the scores spread widely, and the largest takes all the weight: the softmax is **saturated**. Two measures:
#
# - **Entropy**, −Σ w ln w over the weights w of a row. It is 0 where one key takes all, and ln n where n keys share evenly; for 50 keys ln 50 = 3.9.
# - **Slope**, Σ w(1 − w): how much each weight moves when its own score moves. Where it is 0, no gradient gets through, and the queries and keys learn nothing.


# %%
def measured(scores: Tensor) -> tuple[float, float]:
    """(entropy, slope) of the weights, mean over the rows."""
    w = scores.softmax(-1)
    entropy = -(w * w.clamp_min(1e-30).log()).sum(-1).mean()
    return entropy.item(), (w * (1 - w)).sum(-1).mean().item()


set_seed(0)
pairs = [(torch.randn(200, d), torch.randn(50, d)) for d in widths]  # 50 keys
found = {
    "no scale": [measured(a @ b.T) for a, b in pairs],
    "by √d_k": [measured(attention_scores(a, b)) for a, b in pairs],
}
for name, rows in found.items():
    print(f"{name:<9} at d_k = 1024: entropy {rows[-1][0]:.1f}, slope {rows[-1][1]:.2f}")
shown = {
    what: {name: (widths, [row[i] for row in rows]) for name, rows in found.items()}
    for i, what in enumerate(("entropy of the weights", "slope of the softmax"))
}
viz.panels(shown, x_label="d_k", logx=True)

# %% [markdown]
# ### Temperature
#
# To divide all scores by one number T before the softmax is to set its **temperature**. Below 1 the weights get sharper, above 1 more even. √d_k is a fixed temperature.

# %%
for temperature in (0.5, 1.0, 2.0):
    shares = (row / temperature).softmax(0)
    print(f"scores 1, 2, 3 at temperature {temperature}: {[round(s, 2) for s in shares.tolist()]}")

# %% [markdown]
# ## Make the mistake on purpose
#
# Here is one head with d_k = 64: seven queries and keys drawn at random, so they have numbers and no names. Tick "leave out √d_k" and read the sentence beside the picture. Then move the temperature. Then tick "softmax over the queries".

# %%
set_seed(0)
asks, offers, contents = torch.randn(3, 7, 64)  # one head: 7 tokens, d_k = 64
viz.AttentionViewer(viz.Recording.of(asks, offers, contents), head=0)

# %% [markdown]
# ## Three myths to test
#
# You may read: "divide by the root of the sentence's length", "divide by √d_model", "the root stands for the lengths |q| and |k| in the cosine". Measure the spread for d_k = 64, d_model = 512 and seven tokens.

# %%
set_seed(0)
a, b = torch.randn(2000, 64), torch.randn(7, 64)
lengths = a.norm(dim=1)[:, None] * b.norm(dim=1)
divisors = {"√d_k": 8.0, "√7, tokens": math.sqrt(7), "√d_model": math.sqrt(512), "|q||k|": lengths}
for name, divisor in divisors.items():
    scores = a @ b.T / divisor
    strongest = scores.softmax(-1).max(-1).values.mean()
    print(f"{name:<11} spread {scores.std():.1f}, strongest weight {strongest:.2f}")

# %% [markdown]
# Only √d_k brings the spread to 1. Too small a divisor saturates the softmax. Too large a one makes the weights nearly even: with seven keys that is 1/7 = 0.14 each. A cosine never leaves −1 to 1, so such a head could never look at one key alone.

# %% [markdown]
# ## The older way
#
# The first attention, in 2014, added query and key: v · tanh(W_q q + W_k k), with v learned (Bahdanau et al.). This **additive attention** has parameters of its own, and it makes a whole vector, of width d_a, for every pair of tokens. Dot products came soon after, without a scale (Luong et al., 2015).
#
# The paper compares the two (section 3.2.1): for small d_k they are about equally good. For large d_k the additive one was better than dot products *without* a scale. But dot products are much cheaper, so the paper keeps them and adds the scale.

# %% [markdown]
# ## Exercise: `additive_scores`
#
# Difficulty: medium. About 8 minutes, 2 to 4 lines.


# %% exercise="additive_scores"
def additive_scores(q: Tensor, k: Tensor, w_q: nn.Linear, w_k: nn.Linear, v: Tensor) -> Tensor:
    """v · tanh(W_q q + W_k k) for every pair of query and key.

    Shapes:
        q: (B, L_q, d_q); k: (B, L_k, d_k); both layers map to d_a; v: (d_a,)
        returns (B, L_q, L_k)
    """
    ### BEGIN SOLUTION
    pairs = w_q(q)[:, :, None, :] + w_k(k)[:, None, :, :]  # (B, L_q, L_k, d_a)
    return torch.tanh(pairs) @ v  # (B, L_q, L_k)
    ### END SOLUTION


# %% check="additive_scores"
check(additive_scores)
# %% [markdown]
# ### Look at it: the cost
#
# Measure both ways, with their softmax: the time, and the numbers that PyTorch must keep for the gradient.

# %%
additive_scores = mine("additive_scores")
w_q, w_k, v = nn.Linear(64, 64, bias=False), nn.Linear(64, 64, bias=False), torch.randn(64)
ways = {
    "dot product": lambda x: attention_scores(x, x).softmax(-1),
    "additive": lambda x: additive_scores(x, x, w_q, w_k, v).softmax(-1),
}


def kept(way: Callable, x: Tensor) -> int:
    """How many numbers of its steps PyTorch keeps for the gradient."""
    sizes: dict[int, int] = {}

    def keep(tensor: Tensor) -> Tensor:
        sizes[tensor.data_ptr()] = tensor.numel()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        result = way(x.requires_grad_())
    total = sum(sizes.values())
    del result  # alive until here, so that no memory was used twice
    return total


def milliseconds(way: Callable, *arguments: Tensor) -> float:
    """Median time of five calls, after one to warm up."""
    times = []
    for _ in range(6):
        start = time.perf_counter()
        way(*arguments)
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times[1:])[2]


# %%
lengths = [8, 32, 128, 256]
for name, way in ways.items():
    print(
        f"{name:<12} numbers kept for {lengths} tokens: {[kept(way, torch.randn(1, n, 64)) for n in lengths]}"
    )
shown = {
    "numbers kept": {
        name: (lengths, [kept(way, torch.randn(1, n, 64)) for n in lengths])
        for name, way in ways.items()
    },
    "milliseconds": {
        name: (lengths, [milliseconds(way, torch.randn(1, n, 64)) for n in lengths])
        for name, way in ways.items()
    },
}
drawn = viz.panels(shown, x_label="tokens", logx=True, logy=True)
viz.picture(drawn.figure, alt="The additive way keeps many times more numbers, and takes longer.")

# %% [markdown]
# ## The same in one call
#
# PyTorch has all of this in one function, `F.scaled_dot_product_attention`. It gives the output alone.

# %%
set_seed(0)
q, k, v = torch.randn(3, 2, 8, 20, 64)  # (B, h, L, d_k) each
difference = attend(q, k, v)[0] - F.scaled_dot_product_attention(q, k, v)
print(f"largest difference: {difference.abs().max():.4f}")

# %% [markdown]
# The function has several ways inside. The fast ones work through the keys piece by piece and never hold the table of L × L weights. Which way it takes depends on the device and on the arguments. Count again what is kept, for 8 heads and 512 tokens:

# %% tags=["nbval-ignore-output"]
x = torch.randn(1, 8, 512, 64)
print(f"numbers in the table of weights: {8 * 512 * 512:>12,}")
for name, dropout in (("without dropout", 0.0), ("with dropout 0.1", 0.1)):
    fused = partial(F.scaled_dot_product_attention, dropout_p=dropout)
    print(f"kept {name:<27} {kept(lambda x: fused(x, x, x), x):>12,}")
print(f"kept by yours                    {kept(lambda x: attend(x, x, x)[0], x):>12,}")

# %% [markdown]
# On a CPU, dropout makes it take the plain way: it keeps three tables: the weights before dropout, the weights after it, and which were dropped. And its time beside yours, without dropout:

# %%
lengths = [16, 64, 256, 1024]
ways = {"explicit, yours": attend, "fused, PyTorch's": F.scaled_dot_product_attention}
shown = {}
for name, way in ways.items():
    inputs = [torch.randn(3, 1, 8, n, 64) for n in lengths]
    shown[name] = (lengths, [milliseconds(way, *qkv) for qkv in inputs])
drawn = viz.curves(shown, x_label="tokens", y_label="milliseconds", logx=True, logy=True)
viz.picture(drawn.figure, alt="Milliseconds against tokens, explicit and fused, on this machine.")

# %% [markdown]
# Yours remains the one to learn from: it shows its weights.

# %% [markdown]
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | scores | (..., L_q, L_k) | 7 × 7 |
# | weights | (..., L_q, L_k) | 7 × 7, rows sum to 1 |
# | output | (..., L_q, d_v) | 7 × 5 |
# | additive, on the way | (B, L_q, L_k, d_a) | 1 × 256 × 256 × 64 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Is the diagonal always largest?* No. A word may look more at others than at itself.
# - *Does the order of the keys matter?* No. Shuffle keys and values together: nothing changes.
# - *Is √d_k learned?* No. It is a constant, fixed by the width of a head.
# - *Are the weights the result?* No, the weighted sum of the values is.
# - *Does a bias in the layer of the keys change the weights?* No. q·(k + b) = q·k + q·b: the same number is added to all scores of a query, and the softmax does not see it.
#
# **Next:** notebook 04 hides what must not be read.
