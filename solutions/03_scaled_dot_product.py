# %% [markdown]
# # 03 · Scaled dot-product attention
#
# After this notebook you can
#
# - compare every query with every key,
# - turn scores into shares, and shares into a weighted sum,
# - show why the scores are divided by √d_k, and by nothing else.
#
# **About 50 minutes.** You need notebook 02.

# %%
import math

import torch
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, progress, set_seed, solution, viz

set_seed(0)

# %%
viz.architecture("scores", "attention")

# %% [markdown]
# ## What every answer keeps to
#
# Each docstring says what its answer must do. This holds for all of them: Gradients reach every floating-point argument and every parameter. A second call gives what the first gave, and changes nothing that the first returned. Nothing is fixed that the arguments decide: ids, lengths, widths, number type. New tensors are made on the device of the tensors that came in. Arguments and PyTorch's settings stay as they were. Training and evaluation mode differ by dropout alone. A layer owns only the parameters that it uses.

# %% [markdown]
# ## The sentence, with three features
#
# In notebook 02 seven words got queries and keys of three features. Every query now meets every key: 7 × 7 products. The table is called the attention filter.

# %%
words = "when you play the game of thrones".split()
q = torch.tensor(
    [
        [0.2, 0.9, 0.4],  # when
        [0.1, 0.7, 0.3],  # you
        [0.9, 0.2, 0.7],  # play
        [0.4, 0.1, 0.0],  # the
        [0.9, 0.1, 0.9],  # game
        [0.5, 0.1, 0.1],  # of
        [0.4, 0.8, 0.8],  # thrones
    ]
)
k = q.clone()  # here each word asks for what it offers: like looks at like
products = q @ k.T  # (7, 3) @ (3, 7) -> (7, 7)
by_hand = 0.9 * 0.9 + 0.2 * 0.1 + 0.7 * 0.9
print("play · game by hand:", round(by_hand, 2), "| in the table:", round(products[2, 4].item(), 2))
viz.matrix(products, rows=words, columns=words, title="Every query with every key")

# %% predict="which_root"
### BEGIN SOLUTION
answer = "root of 64"
# ~ answer = None  # TODO: "root of 7", "root of 64" or "root of 512"
### END SOLUTION
predict("which_root", answer)

# %% [markdown]
# ## Exercise: `attention_scores`
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
viz.matrix(scores, rows=words, columns=words, title="Divided by √3: the keys have 3 features")

# %% [markdown]
# ## Scores become shares
#
# Each query shares out one whole among the keys. Softmax makes every share positive and the sum 1.

# %%
row = torch.tensor([1.0, 2.0, 3.0])
e = row.exp()
print("by hand: ", [round(v, 2) for v in (e / e.sum()).tolist()])
print("by torch:", [round(v, 2) for v in row.softmax(0).tolist()])

# %% predict="rows_or_columns"
### BEGIN SOLUTION
answer = "rows"
# ~ answer = None  # TODO: "rows", "columns" or "the table"
### END SOLUTION
predict("rows_or_columns", answer)

# %% [markdown]
# ## Exercise: `attention_weights`
#
# It must survive scores of ±10,000.
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
print("rows sum to 1:", torch.allclose(weights.sum(-1), torch.ones(7)))
viz.attention(weights, queries=words, keys=words, title="The filter after the softmax")

# %% [markdown]
# ### Break it: the wrong axis
#
# Softmax over the queries raises no error. But now columns sum to 1, and a row may hold almost nothing.

# %%
wrong = scores.softmax(dim=-2)
print("row sums:", [round(s, 1) for s in wrong.sum(-1).tolist()])
viz.compare(weights, wrong, names=("over keys", "over queries"))

# %% [markdown]
# ## Exercise: `attend`
#
# The weights mix the values: a word takes from each word its share. The result is a vector that knows its context.
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

# %%
attend = mine("attend")
v = torch.eye(7)[:, :3] + q  # (7, 3)
filtered, _ = attend(q, k, v)
print(tuple(q.shape), tuple(k.shape), tuple(v.shape), "->", tuple(filtered.shape))
viz.compare(v, filtered, names=("values", "filtered values"))

# %% [markdown]
# ## Why √d_k?
#
# A dot product sums d_k terms. The more terms, the wider the sums spread. d_k grows from 16 to 64: how much wider?

# %% predict="double_width"
### BEGIN SOLUTION
answer = 2
# ~ answer = None  # TODO: a number
### END SOLUTION
predict("double_width", answer)

# %%
widths = [4, 16, 64, 256, 1024]
plain, scaled = [], []
for d_k in widths:
    a, b = torch.randn(400, d_k), torch.randn(400, d_k)
    plain.append((a @ b.T).std().item())
    scaled.append(attention_scores(a, b).std().item())
print("scaled scores always spread by about 1:", all(0.9 < s < 1.1 for s in scaled))
shown = {"q · k": (widths, plain), "q · k / √d_k": (widths, scaled)}
drawn = viz.curves(shown, x_label="d_k", y_label="spread of the scores", logx=True, logy=True)
viz.picture(drawn.figure, alt="Unscaled scores spread as the root of d_k, scaled ones stay at 1.")

# %% [markdown]
# ## What large scores do to the softmax
#
# Large scores put all weight on one key. Then the softmax is flat: its gradient vanishes, and nothing is learned. Entropy measures how many keys share the weight.


# %%
def measured(scores: Tensor) -> tuple[float, float]:
    """(entropy of the weights, size of the softmax's gradient), mean over rows."""
    p = scores.softmax(-1)
    entropy = -(p * p.clamp_min(1e-30).log()).sum(-1).mean()
    gradient = (p * (1 - p)).sum(-1).mean()  # diagonal of the softmax's Jacobian
    return entropy.item(), gradient.item()


pairs = [(torch.randn(200, d), torch.randn(50, d)) for d in widths]
without = [measured(a @ b.T) for a, b in pairs]
with_root = [measured(attention_scores(a, b)) for a, b in pairs]
print("gradient at d_k = 1024 without scale below 0.1:", without[-1][1] < 0.1)
print("with scale above 0.5:", with_root[-1][1] > 0.5)

# %%
shown = {
    "entropy, no scale": (widths, [m[0] for m in without]),
    "entropy, √d_k": (widths, [m[0] for m in with_root]),
    "gradient, no scale": (widths, [m[1] for m in without]),
    "gradient, √d_k": (widths, [m[1] for m in with_root]),
}
drawn = viz.curves(shown, x_label="d_k", y_label="value", logx=True)
viz.picture(
    drawn.figure, alt="Without scale entropy and gradient fall towards 0; with it they stay."
)

# %% [markdown]
# ## Make the mistake on purpose
#
# Here is one head with d_k = 64. Tick "leave out √d_k" and read the sentence below the picture. Then move the temperature. Then tick "softmax over the queries": which sums are 1 now?

# %%
set_seed(0)
asks, offers, contents = torch.randn(3, 7, 64)  # one head: 7 words, d_k = 64
viz.AttentionViewer(viz.Recording.of(asks, offers, contents, queries=words, keys=words), head=0)

# %% [markdown]
# ## Two myths to test
#
# "Divide by the length of the sentence" (a text with a 7 × 7 filter says so). "Divide by √d_model." Measure the spread: only √d_k brings it to 1.

# %%
a, b = torch.randn(7, 64), torch.randn(7, 64)  # one head: 7 tokens, d_k = 64, d_model = 512
many = torch.randn(2000, 64) @ torch.randn(64, 7)
for name, divisor in (("√d_k", 64), ("√7, the length", 7), ("√d_model", 512)):
    print(f"{name:<16} spread {(many / math.sqrt(divisor)).std().item():.1f}")

# %% [markdown]
# ## The older way
#
# Before the Transformer, attention added: v · tanh(W_q q + W_k k) (Bahdanau et al., 2014). It learns more, and it costs more: every pair of tokens needs a vector of its own.

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
# Count the numbers that each way keeps in memory for one sentence.

# %%
additive_scores = mine("additive_scores")
lengths = [8, 32, 128, 512]
dot = [n * n for n in lengths]
additive = [n * n * 64 for n in lengths]
w_q, w_k = nn.Linear(64, 64, bias=False), nn.Linear(64, 64, bias=False)
x = torch.randn(1, 8, 64)
print(tuple(additive_scores(x, x, w_q, w_k, torch.randn(64)).shape))
shown = {"dot product": (lengths, dot), "additive": (lengths, additive)}
viz.curves(shown, x_label="tokens", y_label="numbers in memory", logx=True, logy=True)

# %% [markdown]
# ## The same in one call
#
# PyTorch has all of this in one function, `F.scaled_dot_product_attention`. It gives the output alone. It works through the keys piece by piece, so it never holds the whole table of weights.

# %%
import time
from collections.abc import Callable

import torch.nn.functional as F

q, k, v = torch.randn(3, 2, 8, 20, 64)  # (B, h, L, d_k) each
same = torch.allclose(attend(q, k, v)[0], F.scaled_dot_product_attention(q, k, v), atol=1e-5)
print("the same output:", same)

# %% [markdown]
# The table has L × L numbers, so the longer the sentence, the more this saves. Measure it. Yours remains the one to learn from: it shows its weights.


# %%
def milliseconds(attention: Callable, length: int) -> float:
    """Median time of five calls, after one to warm up."""
    q, k, v = torch.randn(3, 1, 8, length, 64)
    times = []
    for _ in range(6):
        start = time.perf_counter()
        attention(q, k, v)
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times[1:])[2]


# %%
lengths = [16, 64, 256, 1024]
ways = {"explicit, yours": attend, "fused, PyTorch's": F.scaled_dot_product_attention}
shown = {name: (lengths, [milliseconds(way, n) for n in lengths]) for name, way in ways.items()}
drawn = viz.curves(shown, x_label="tokens", y_label="milliseconds", logx=True, logy=True)
viz.picture(drawn.figure, alt="Milliseconds against tokens, explicit and fused, on this machine.")

# %% [markdown]
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | scores | (..., L_q, L_k) | 7 × 7 |
# | weights | (..., L_q, L_k) | 7 × 7, rows sum to 1 |
# | output | (..., L_q, d_v) | 7 × 3 |
# | additive, on the way | (B, L_q, L_k, d_a) | 1 × 8 × 8 × 64 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Is the diagonal always largest?* No. A word may look more at others than at itself.
# - *Does the order of the keys matter?* No. Shuffle keys and values together: nothing changes.
# - *Is √d_k learned?* No. It is a constant, fixed by the width of a head.
#
# **Next:** notebook 04 hides what must not be read.
