# %% [markdown]
# # 03 · Scaled dot-product attention
#
# After this notebook you can
#
# - compare every query with every key,
# - turn scores into weights, and weights into a weighted sum,
# - derive why the scores are divided by √d_k, and measure what happens without it.
#
# **About 40 minutes**: 19 to read and run, 21 to write. You need notebook 02, and what variance and independence are.

# %%
import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, restore, set_seed, solution, tries, viz

set_seed(0)

# %% [markdown]
# ## The map
#
# The marked box is what happens inside each head. It is equation 1 of the paper:
#
# $$\text{Attention}(Q, K, V) = \text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V$$
#
# Q, K and V hold one query, key and value for each token, row by row. d_k is the width of a key, and of a query: how many numbers it has. You build the formula from the inside out: the scores, the softmax, the weighted sum.

# %%
viz.architecture("attention")

# %% [markdown]
# ## Every query meets every key
#
# Seven words have queries and keys of three features, here by hand: an action, a person, a thing. *play* asks for a thing, and a little for a person. *game* offers a thing.
#
# 7 queries and 7 keys make 7 × 7 dot products, in one product of matrices: $QK^\top$. Look along the row of *play*: where is its largest product?

# %%
words = "when you play the game of thrones".split()
# The features: action, person, thing.
# Try: let "of", the sixth, ask for a person: [0, 2, 0]. Which key does it meet best now?
q = torch.tensor(  # what each word asks for
    [[2, 0, 0], [2.5, 0, 0.5], [0, 1, 3], [0, 0, 2.5], [1.5, 0, 1.5], [0, 0, 2], [0, 0.5, 2.5]]
)
k = torch.tensor(  # what each word offers
    [[0.2, 0, 0], [0, 2.5, 0], [2.5, 0, 0.5], [0, 0, 0.2], [0.5, 0, 2.5], [0, 0, 0], [0, 0.8, 1.2]]
)
products = q @ k.mT  # (7, 3) @ (3, 7) -> (7, 7)
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
# A dot product of d_k features sums d_k terms: $q \cdot k = \sum_{i=1}^{d_k} q_i k_i$. The more terms, the wider the sums spread. How wide?
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
for width in widths:
    a, b = torch.randn(400, width), torch.randn(400, width)
    spread["q · k"].append((a @ b.mT).std().item())
    spread["q · k / √d_k"].append((a @ b.mT / math.sqrt(width)).std().item())
for name, values in spread.items():
    print(f"{name:<13}", [round(value, 1) for value in values])
shown = {name: (widths, values) for name, values in spread.items()}
axes = {"x_label": "d_k", "y_label": "spread of the products"}
viz.curves(shown, title="Divided by √d_k, the spread stays 1", logx=True, logy=True, **axes)

# %% [markdown]
# The divided line lies flat at 1. The other one doubles each time d_k becomes four times as large.
#
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
# $$\text{scores} = \frac{QK^\top}{\sqrt{d_k}}$$
#
# Difficulty: medium. About 6 minutes, 1 to 3 lines.


# %% exercise="attention_scores"
def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    """Dot product of every query with every key, divided by √d_k (paper, section 3.2.1).

    Shapes:
        q: (..., L_q, d_k); k: (..., L_k, d_k) -> (..., L_q, L_k)
    """
    ### BEGIN SOLUTION
    return q @ k.mT / math.sqrt(q.shape[-1])  # (..., L_q, L_k)
    ### END SOLUTION


# %% check="attention_scores"
check(attention_scores)
# %%
attention_scores = mine("attention_scores")
scores_of_words = attention_scores(q, k)
title = "Divided by √3, on the colours of the picture before"
named = {"rows": words, "columns": words, "row_axis": "query", "column_axis": "key"}
same = (products.min().item(), products.max().item())
viz.matrix(scores_of_words, title=title, reach=same, **named)

# %% [markdown]
# The order is as before. The numbers are √3 = 1.7 times smaller, so the picture is darker.
#
# ## Scores become weights
#
# Each query divides a total of 1 among the keys. Softmax makes every share positive and their sum 1:
#
# $$w_j = \frac{e^{s_j}}{\sum_i e^{s_i}}$$

# %%
# Try: add 10 to all three. What changes?
row = torch.tensor([1.0, 2.0, 3.0])
e = row.exp()
# Of one row. Of a table it would be e.sum(dim=-1, keepdim=True): each row by itself.
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
# e to the power of 10,000 is more than any float can hold: `e / e.sum()` gives NaN. Your answer must survive such a score.
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
weights = attention_weights(scores_of_words)
viz.attention(weights, queries=words, keys=words, title="What each word takes from each word")

# %% [markdown]
# *play* gives most of its attention to *game*; *game* divides its attention between *play* and itself. Asking and being found are two things. The word "of" offers nothing, so hardly any word looks at (attends to) it.

# %% [markdown]
# ### Break it: the wrong axis
#
# Softmax over the queries raises no error, and its picture looks like attention. But look at the bars: a row should sum to 1, and here each **column** does.

# %%
wrong = scores_of_words.softmax(dim=-2)
print("right: rows sum to", [round(s, 2) for s in weights.sum(1).tolist()])
print("wrong: columns sum to", [round(s, 2) for s in wrong.sum(0).tolist()])
bars = ("sum of the row", wrong.sum(1))
title = "The wrong axis: rows do not sum to 1"
viz.matrix(wrong, rows=words, columns=words, beside=bars, title=title, reach=(0, 1))

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
# The values here are the five features of notebook 02: keys have 3 features, values have 5, and that is fine. Each line below is one value times the share that *play* takes of it. The last line is their sum. Which word gave most of it?

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
# Try: word = 1, which is *you*.
word = 2  # *play*
shares = weights[word]
labels = [f"{share:.2f} × {name}" for share, name in zip(shares.tolist(), words, strict=True)]
viz.matrix(
    torch.cat([shares[:, None] * values, output[word : word + 1]]),
    rows=[*labels, "sum"],
    columns=["action", "person", "time", "colour", "fun"],
    title="One word's share of each value, and their sum",
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
# So a map says where a head *looked*, not what the model made of it. Two papers argue about this in their titles: *Attention is not Explanation* (Jain and Wallace, 2019) and *Attention is not not Explanation* (Wiegreffe and Pinter, 2019). To know whether a head matters, switch it off and measure: notebook 05 does.

# %% [markdown]
# ## What large scores do to the softmax
#
# Without the division the scores spread widely, and the largest takes nearly all: the softmax is **saturated**. Of two keys, let one score more. w(1 − w) is the derivative of its share: how fast it changes with its score. At both ends it is 0. There hardly any gradient gets through to queries and keys.

# %%
ahead = torch.linspace(-10, 10, 41)
w = torch.stack([ahead, torch.zeros(41)]).softmax(0)[0]
shown = {"share w": (ahead, w), "derivative w(1 − w)": (ahead, w * (1 - w))}
axes = {"x_label": "how much more it scores", "y_label": "share, and derivative"}
viz.curves(shown, title="Far apart, a share hardly moves", **axes)

# %%
set_seed(0)
# Try: 10_000 in place of 1024.
for width in (4, 64, 1024):
    a, b = torch.randn(200, width), torch.randn(50, width)  # 50 keys
    for name, scores in (("no scale", a @ b.mT), ("by √d_k", attention_scores(a, b))):
        w = scores.softmax(-1)
        top, moves = w.amax(-1).mean(), (w * (1 - w)).sum(-1).mean()
        print(f"d_k = {width:4}, {name:8}: strongest weight {top:.2f}, sum of w(1 − w) {moves:.2f}")

# %% [markdown]
# Divided, the sum over a row stays near 0.95, whatever d_k is.
#
# Dig deeper: [Scores too large, scores too small](03b_scores_too_large.ipynb).

# %% [markdown]
# ## Make the mistake on purpose
#
# One head with d_k = 64: the seven words, their three features spread over 64 by a random matrix (so the weights differ from those above). Tick "leave out √d_k" and read the sentence beside the picture: what happens to the strongest weight? Then untick it, and move the **temperature**. All scores are divided by it: below 1 the weights get sharper, above 1 more even. √d_k is a temperature, too, and a fixed one.

# %%
set_seed(0)
spread_out = 0.3 * torch.randn(3, 64)
asks, offers = q @ spread_out, k @ spread_out  # (7, 3) @ (3, 64): one head, d_k = 64
viz.AttentionViewer(viz.Recording.of(asks, offers, queries=words, keys=words), head=0)

# %% [markdown]
# ## The older way
#
# The first attention, in 2014, added query and key (Bahdanau et al.):
#
# $$\text{score}(q, k) = v^\top \tanh(W_q q + W_k k)$$
#
# This **additive attention** has parameters of its own: W_q, W_k and v. Dot products came soon after, without a scale (Luong et al., 2015). The paper compares them (section 3.2.1): for large d_k the additive one was better than dot products *without* a scale. But dot products are much cheaper, so the paper keeps them and adds the scale.

# %% [markdown]
# ## Exercise: `additive_scores`
#
# Every query meets every key. So give each its own axis, and let the sum broadcast: an axis of size 1 is read as if it were repeated.
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
# ### Look at it
#
# Both ways give one table of scores. But the additive way makes a whole vector, of width d_a, for every pair of tokens.

# %%
set_seed(0)
additive_scores = mine("additive_scores")
# Try: d_a = 512.
d_a = 64
w_q, w_k = nn.Linear(3, d_a, bias=False), nn.Linear(3, d_a, bias=False)
added = additive_scores(q[None], k[None], w_q, w_k, torch.randn(d_a))
print("scores:", tuple(scores_of_words.shape), "and", tuple(added[0].shape))
print("numbers made on the way:", scores_of_words.numel(), "and", added.numel() * d_a)

# %% [markdown]
# Dig deeper: [What attention costs](03a_what_attention_costs.ipynb).

# %% [markdown]
# ## Equation 1 in one line
#
# $$\text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V$$
#
# Here it is in one line of PyTorch. And PyTorch has all of it in one function, `F.scaled_dot_product_attention`, which gives the output alone. Both must agree with your `attend`.

# %%
one_line = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1) @ values  # (7, 5)
fused = F.scaled_dot_product_attention(q[None], k[None], values[None])[0]
print(f"one line:   largest difference {(attend(q, k, values)[0] - one_line).abs().max():.4f}")
print(f"PyTorch's:  largest difference {(attend(q, k, values)[0] - fused).abs().max():.4f}")

# %% [markdown]
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | scores | (..., L_q, L_k) | 7 × 7 |
# | weights | (..., L_q, L_k) | 7 × 7, rows sum to 1 |
# | output | (..., L_q, d_v) | 7 × 5 |
# | additive, on the way | (B, L_q, L_k, d_a) | 1 × 7 × 7 × 64 |

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
