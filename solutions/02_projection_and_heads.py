# %% [markdown]
# # 02 · Q, K, V projection and head splitting
#
# After this notebook you can
#
# - project tokens into queries, keys and values,
# - cut 512 features into 8 heads of 64, and say which numbers go where,
# - show that one large layer and many small ones are the same thing, and what a head sees.
#
# **About 30 minutes**: 15 to read and run, 15 to write. You need notebook 01, and `nn.Linear`.

# %%
import torch
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, set_seed, solution, viz

set_seed(0)

# %% [markdown]
# ## The map
#
# The marked boxes are what you build now: the layers that make queries, keys and values, and the cut into heads.

# %%
viz.architecture("projection", "heads")

# %% [markdown]
# ## A linear layer, by hand
#
# Seven words, with the five features of notebook 00. A linear layer turns five into three: each new feature is a sum of the old ones, each times a **weight**. No tanh comes after it, so it only mixes. A column of the weights is the recipe of one new feature. In the picture follow the frames: the row of *play*, times the last column, gives one cell (the slider chooses it). Compare *play* and *game* before and after: still alike?

# %%
words = "when you play the game of thrones".split()
x = torch.tensor(
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
features = ["action", "person", "time", "colour", "fun"]
# Try: another number in the last column of the weights. Which column of the result changes?
weight = torch.tensor(
    [
        [1.0, 0.0, 0.5],
        [0.0, 1.0, 0.0],
        [0.0, 0.5, 0.0],
        [0.5, 0.0, 0.0],
        [0.0, 0.0, 1.0],
    ]
)
new = weight[:, 2]  # the recipe of the last new feature, here for play
by_hand = 0.9 * new[0] + 0.3 * new[1] + 0.1 * new[2] + 0.0 * new[3] + 0.6 * new[4]
print("by hand:", round(by_hand.item(), 2), "| by torch:", round((x @ weight)[2, 2].item(), 2))

# %%
# Try: cells of other words
title = "(7, 5) @ (5, 3) = (7, 3): a row times a column is one cell"
cells = [(row, column) for row in (2, 4, 6) for column in range(3)]
pictures = [
    viz.product(x, weight, cell=c, rows=words, between=features, title=title) for c in cells
]
named = [f"{words[row]}, new feature {column}" for row, column in cells]
viz.Slides(pictures, words=named, slider="The cell", start=2)

# %% [markdown]
# ## Three layers, three roles
#
# In notebook 00 a word was query, key and value at once. But what a word **asks**, what it can be **found by** and what it **hands over** are three things. So there are three layers, and every token goes through all three.
#
# `nn.Linear(5, 3)` keeps its weights as (3, 5): a row for each **new** feature. It also adds a bias, unless you say `bias=False`.

# %%
set_seed(0)
layers = [nn.Linear(5, 3, bias=False) for _ in range(3)]
# .detach(): the numbers alone, ready to print
q, k, v = (layer(x).detach() for layer in layers)  # each (7, 5) -> (7, 3)
for name, role in (("query", q), ("key", k), ("value", v)):
    print(f"{name:<5} of 'play':", [round(number, 2) for number in role[2].tolist()])

# %% [markdown]
# ### Break it: one layer for query and key
#
# Then q equals k, and the score of *play* for *game* is always that of *game* for *play*. With two layers they may differ.

# %%
set_seed(5)
one, two = nn.Linear(5, 3, bias=False), nn.Linear(5, 3, bias=False)
for name, asked, found in (("one layer", one(x), one(x)), ("two layers", one(x), two(x))):
    scores = (asked @ found.mT).detach()  # (7, 3) @ (3, 7) -> (7, 7)
    print(f"{name}: play asks game {scores[2, 4]:.2f}, game asks play {scores[4, 2]:.2f}")

# %% [markdown]
# ### Your prediction: how many numbers?
#
# Real models are wider. Three layers `nn.Linear(512, 512)`, each with its bias: how many numbers do they learn together?

# %% predict="qkv_parameters"
### BEGIN SOLUTION
answer = 787_968
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("qkv_parameters", answer)

# %%
three = nn.ModuleList(nn.Linear(512, 512) for _ in range(3))
print(sum(parameter.numel() for parameter in three.parameters()))

# %% [markdown]
# ## Exercise: `project_qkv`
#
# Difficulty: easy. About 3 minutes, 1 to 3 lines.


# %% exercise="project_qkv"
def project_qkv(
    x: Tensor, w_q: nn.Linear, w_k: nn.Linear, w_v: nn.Linear
) -> tuple[Tensor, Tensor, Tensor]:
    """Project every token into a query, a key and a value.

    Shapes:
        x: (B, L, d_model); each layer maps d_model to d_model
        returns (q, k, v), each (B, L, d_model)
    """
    ### BEGIN SOLUTION
    return w_q(x), w_k(x), w_v(x)
    ### END SOLUTION


# %% check="project_qkv"
check(project_qkv)
# %% [markdown]
# ### Look at it
#
# Ten sequences of 20 tokens, 512 features: the size that you met in notebook 01.

# %%
project_qkv = mine("project_qkv")
set_seed(0)
d_model, num_heads = 512, 8
batch = torch.randn(10, 20, d_model)
w_q, w_k, w_v = (nn.Linear(d_model, d_model) for _ in range(3))
q, k, v = project_qkv(batch, w_q, w_k, w_v)
print("x", tuple(batch.shape), "-> q", tuple(q.shape), "k", tuple(k.shape), "v", tuple(v.shape))

# %% [markdown]
# ## Cut the projections into heads
#
# In *dog bites man* the word *bites* has two questions: who? whom? One attention gives it one set of weights, half on each noun, and their sum is the same in *man bites dog*. With (1, 0) for dog and (0, 1) for man, compare the first two columns of both rows:

# %%
dog, man = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])
found = []
for who, whom in ((dog, man), (man, dog)):
    one_head = 0.5 * who + 0.5 * whom  # one set of weights
    found.append(torch.cat([one_head, who, whom]))  # two heads: all weight on one noun each
columns = ["one: dog", "one: man", "who: dog", "who: man", "whom: dog", "whom: man"]
sentences = ["dog bites man", "man bites dog"]
title = "One set of weights mixes the two nouns, two heads do not"
viz.matrix(torch.stack(found), rows=sentences, columns=columns, title=title)

# %% [markdown]
# So we need several **heads** (section 3.2.2). q, k and v are cut into groups of features, and each group does an attention of its own: eight readers of one sentence. Each reads **all** words, and asks a question of its own.

# %% [markdown]
# ### A worked example
#
# Two tokens, four features, two heads. Head 0 gets features 0 and 1 of every token, head 1 features 2 and 3.

# %%
tokens = torch.tensor([[[10, 11, 12, 13], [20, 21, 22, 23]]])  # (1, 2, 4)
# Try: leave out the transpose. What does head 0 hold then?
cut = tokens.reshape(1, 2, 2, 2)  # (B, L, h, d_k): each token's features in two groups
moved = cut.transpose(1, 2)  # (B, h, L, d_k): the head axis in front of the tokens
print("head 0:", moved[0, 0].tolist())
print("head 1:", moved[0, 1].tolist())

# %% [markdown]
# ### Your prediction: the shape after the cut
#
# `q` is `(10, 20, 512)` and there are 8 heads. What is the shape after the cut?

# %% predict="split_shape"
### BEGIN SOLUTION
answer = (10, 8, 20, 64)
# ~ answer = None  # TODO: a tuple of four sizes
### END SOLUTION
predict("split_shape", answer)

# %% [markdown]
# ## Exercise: `split_heads`
#
# Difficulty: medium. About 8 minutes, 4 to 6 lines. This is where most learners get stuck: on an axis, not on the idea.


# %% exercise="split_heads"
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """Cut the features of every token into heads (paper, section 3.2.2).

    Head i of token t holds features i*d_k:(i+1)*d_k of token t.

    Shapes:
        x: (B, L, d_model) -> (B, h, L, d_k) with h = num_heads and d_k = d_model // h

    Stops with an error where num_heads does not divide d_model.
    """
    ### BEGIN SOLUTION
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    x = x.reshape(B, L, num_heads, d_model // num_heads)  # (B, L, h, d_k)
    return x.transpose(1, 2)  # (B, h, L, d_k)
    ### END SOLUTION


# %% check="split_heads"
check(split_heads)
# %% [markdown]
# ### Look at it
#
# Four tokens with a colour each, six features, three heads. Before the cut: 10 to 15, 20 to 25, and so on. After it every head has all four colours, in the same order.

# %%
split_heads = mine("split_heads")
print("q", tuple(q.shape), "->", tuple(split_heads(q, num_heads).shape))
named = torch.tensor([[10 * t + f for f in range(6)] for t in (1, 2, 3, 4)])
heads = split_heads(named[None], 3)[0]  # (1, 4, 6) -> (3, 4, 2)


def drawn(heads: Tensor, title: str) -> viz.Picture:
    shown = {"before the cut": named} | {f"head {i}": head for i, head in enumerate(heads)}
    return viz.tables(shown, group=lambda number: number // 10 - 1, title=title)


drawn(heads, "Cut, then the head axis moved: each head has every token")

# %% [markdown]
# ### Break it: `reshape` alone
#
# `reshape` straight to `(B, h, L, d_k)` gives the same shape and raises no error. But look at the colours: head 0 now holds three rows of the first token, and nothing of the last two.

# %%
straight = named[None].reshape(1, 3, 4, 2)[0]  # the right shape, the wrong numbers
print("head 1, row 0 should be", heads[1, 0].tolist(), "and is", straight[1, 0].tolist())
drawn(straight, "reshape alone: each head gets only some of the tokens")

# %% [markdown]
# Rows of different tokens are now mixed. A decoder built like this can read the future in spite of its mask (notebook 04), and its training loss is then lower than it should be. The fault is real: FuxiCTR, a library for recommendations, was published with it ([its issue 30](https://github.com/reczoo/FuxiCTR/issues/30)).
#
# Dig deeper: [What reshape and transpose do in memory](02a_what_reshape_and_transpose_do.ipynb).

# %% [markdown]
# ## One layer for each head, or one for all?
#
# The paper has eight small layers, 512 → 64, one for each head. Most code has one, 512 → 512, and cuts its output.
#
# **Your prediction.** Every layer has a bias. Which learns more numbers: the eight layers, the one layer, or do both learn the same?

# %% predict="one_layer_or_eight"
### BEGIN SOLUTION
answer = "the same"
# ~ answer = None  # TODO: "eight layers", "one layer" or "the same"
### END SOLUTION
predict("one_layer_or_eight", answer)

# %%
small = [nn.Linear(512, 64) for _ in range(8)]
with torch.no_grad():
    for i, layer in enumerate(small):  # rows i*64:(i+1)*64 of the large weight are head i
        layer.weight.copy_(w_q.weight[i * 64 : (i + 1) * 64])
        layer.bias.copy_(w_q.bias[i * 64 : (i + 1) * 64])
    one_by_one = torch.stack([layer(batch) for layer in small], dim=1)  # (10, 8, 20, 64)
    at_once = split_heads(w_q(batch), 8)
print("eight small layers:", sum(p.numel() for layer in small for p in layer.parameters()))
print("one large layer:   ", sum(p.numel() for p in w_q.parameters()))
print(f"largest difference of what comes out: {(one_by_one - at_once).abs().max():.4f}")

# %% [markdown]
# ## A myth to test
#
# "A head sees 64 of the 512 features." Many texts say so.
#
# **Your prediction.** A token has 512 features. It is projected by `w_q`, and the query is cut into 8 heads. How many of the token's 512 features can change the query of head 0?

# %% predict="head_sees"
### BEGIN SOLUTION
answer = 512
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("head_sees", answer)

# %% [markdown]
# Ask the gradient. It is zero for each feature that cannot change the result.

# %%
token = torch.randn(1, 1, 512, requires_grad=True)  # keep track, for a gradient
ways = {"projected, then cut": split_heads(w_q(token), 8), "cut unprojected": split_heads(token, 8)}
for way, heads_of_token in ways.items():
    (gradient,) = torch.autograd.grad(heads_of_token[0, 0].sum(), token)
    print(f"{way}: head 0 depends on {(gradient != 0).sum().item()} of 512 features")

# %% [markdown]
# What is cut is the *projection*. Head 0 reads 64 new features, and each of them is a sum over all 512 old ones. To cut the token itself is a fault that you will meet in notebook 05: then no head could ask about anything outside its own 64.

# %% [markdown]
# ## Exercise: `project_qkv_fused`
#
# One step further: stack all three weights into one layer, 512 → 1536. One large product keeps a GPU busier than three small ones. The output holds q, then k, then v.
#
# Difficulty: easy. About 4 minutes, 1 to 4 lines.


# %% exercise="project_qkv_fused"
def project_qkv_fused(x: Tensor, w_qkv: nn.Linear) -> tuple[Tensor, Tensor, Tensor]:
    """Project into query, key and value with one layer whose weights are stacked q, k, v.

    Shapes:
        x: (B, L, d_model); w_qkv maps d_model to 3*d_model
        returns (q, k, v), each (B, L, d_model)
    """
    ### BEGIN SOLUTION
    q, k, v = w_qkv(x).chunk(3, dim=-1)  # (B, L, 3*d_model) -> three of (B, L, d_model)
    return q, k, v
    ### END SOLUTION


# %% check="project_qkv_fused"
check(project_qkv_fused)
# %% [markdown]
# ### Look at it
#
# Three layers and one stacked layer give the same numbers.

# %%
project_qkv_fused = mine("project_qkv_fused")
w_qkv = nn.Linear(d_model, 3 * d_model)
with torch.no_grad():
    w_qkv.weight.copy_(torch.cat([w_q.weight, w_k.weight, w_v.weight]))
    w_qkv.bias.copy_(torch.cat([w_q.bias, w_k.bias, w_v.bias]))
for name, a, b in zip("qkv", project_qkv_fused(batch, w_qkv), (q, k, v), strict=True):
    print(f"{name}: largest difference {(a - b).abs().max():.4f}")

# %% [markdown]
# ### Break it: leave out `dim=-1`
#
# `w_qkv(x).chunk(3, dim=-1)` is the short way to cut. Without `dim=-1` it cuts axis 0, the sequences, and raises no error: ten sequences become 4, 4 and 2.

# %%
for part in w_qkv(batch).chunk(3):
    print(tuple(part.shape))

# %% [markdown]
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | tokens | (B, L, d_model) | 10 × 20 × 512 |
# | q, k, v | (B, L, d_model) each | 10 × 20 × 512 |
# | stacked projection | (B, L, 3·d_model) | 10 × 20 × 1536 |
# | cut the features | (B, L, h, d_k) | 10 × 20 × 8 × 64 |
# | move the heads | (B, h, L, d_k) | 10 × 8 × 20 × 64 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Does a head see only some of the tokens, or some of their features?* Neither. It sees all tokens, through a projection of all their features.
# - *Do more heads mean more parameters?* No. The same matrix is cut into more pieces.
# - *Is `reshape` to (B, h, L, d_k) enough?* No. `reshape` never moves an axis.
# - *Must these layers have a bias?* No. The paper's formulas have none; PyTorch's `nn.MultiheadAttention` has one, and so has this course. T5 and LLaMA leave it out.
#
# **Next:** notebook 03 compares every query with every key.
