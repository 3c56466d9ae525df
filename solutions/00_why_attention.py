# %% [markdown]
# # 00 · Why attention
#
# After this notebook you can
#
# - say what a recurrent network loses over a long sentence, and show it,
# - measure how close two words are,
# - search in a soft way: ask with a query, find by keys, read values.
#
# **About 30 minutes.** You need Python, and what a tensor is.

# %%
import torch
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, progress, set_seed, solution, viz

set_seed(0)

# %% [markdown]
# ## The map
#
# This is the model that you will have built in the end. Nothing is lit yet: this notebook is about the idea.

# %%
viz.architecture("idea")

# %% [markdown]
# ## What every answer keeps to
#
# Each docstring says what its answer must do. This holds for all of them: Gradients reach every floating-point argument and every parameter. A second call gives what the first gave, and changes nothing that the first returned. Nothing is fixed that the arguments decide: ids, lengths, widths, number type. New tensors are made on the device of the tensors that came in. Arguments and PyTorch's settings stay as they were. Training and evaluation mode differ by dropout alone. A layer owns only the parameters that it uses.

# %% [markdown]
# ## What a recurrent network loses
#
# A recurrent network reads word by word and keeps all it knows in one vector. It is like a message passed along a row of children: the longer the row, the less arrives. Which network still passes a strong gradient over 40 words?

# %% predict="distance_effect"
### BEGIN SOLUTION
answer = "attention"
# ~ answer = None  # TODO: "recurrent", "attention" or "both"
### END SOLUTION
predict("distance_effect", answer)

# %%
set_seed(0)
rnn = nn.RNN(16, 16, batch_first=True)
distances = [1, 2, 5, 10, 20, 40]


def gradient_to_first(read, length: int) -> float:
    """How strongly the last output still depends on the first word."""
    x = torch.randn(1, length + 1, 16, requires_grad=True)
    read(x)[0, -1].sum().backward()
    return x.grad[0, 0].norm().item()


def with_attention(x: Tensor) -> Tensor:
    """Every word looks at every word, in one step."""
    return (x @ x.transpose(1, 2) / 4).softmax(-1) @ x


# %%
recurrent = [sum(gradient_to_first(lambda x: rnn(x)[0], d) for _ in range(20)) for d in distances]
direct = [sum(gradient_to_first(with_attention, d) for _ in range(20)) for d in distances]
print(
    "over 40 words the recurrent gradient falls below a thousandth:",
    recurrent[-1] < recurrent[0] / 1000,
)
print("attention keeps more than a hundredth:", direct[-1] > direct[0] / 100)
shown = {"recurrent": (distances, recurrent), "attention": (distances, direct)}
drawn = viz.curves(shown, x_label="words between", y_label="gradient", logx=True, logy=True)
viz.picture(drawn.figure, alt="The recurrent gradient falls away; that of attention stays.")

# %% [markdown]
# The signal fares no better than the gradient. Change the first word and look how much the last output moves.

# %%
signal = {"recurrent": [], "attention": []}
with torch.no_grad():
    for d in distances:
        x = torch.randn(50, d + 1, 16)
        other = x.clone()
        other[:, 0] += 1.0
        for name, read in (("recurrent", lambda x: rnn(x)[0]), ("attention", with_attention)):
            signal[name].append((read(x) - read(other))[:, -1].norm(dim=-1).mean().item())
print("the recurrent signal is gone after 40 words:", signal["recurrent"][-1] < 1e-3)
shown = {name: (distances, values) for name, values in signal.items()}
drawn = viz.curves(shown, x_label="words between", y_label="change of the last output", logx=True)
viz.picture(drawn.figure, alt="The first word's trace vanishes in the recurrent network.")

# %% [markdown]
# ## Which words explain this word?
#
# "She opened an *account* at the **bank**." "They sat on the *river* **bank**." You know which bank is meant, because you look at one other word. Self-attention does the same: each word looks at all words of its sentence, and takes from each its share.

# %% [markdown]
# ## Words as vectors
#
# Give each word five features. Words of a like meaning point the same way. Length does not matter, only the angle: the cosine is 1 for the same direction, 0 for a right angle, -1 for opposite.

# %%
features = ["action", "fun", "fruit", "colour", "rules"]
play = torch.tensor([0.9, 0.8, 0.0, 0.1, 0.5])
game = torch.tensor([0.6, 0.9, 0.0, 0.0, 0.9])
orange = torch.tensor([0.0, 0.1, 0.9, 0.9, 0.0])
three = torch.stack([play, game, orange])
viz.matrix(three, rows=["play", "game", "orange"], columns=features, title="Three words")

# %% [markdown]
# By hand, for (3, 4) and (4, 3): the dot product is 12 + 12 = 24, both lengths are 5, so the cosine is 24 / 25 = 0.96.

# %% predict="closest_word"
### BEGIN SOLUTION
answer = "play and game"
# ~ answer = None  # TODO: "play and game", "play and orange" or "game and orange"
### END SOLUTION
predict("closest_word", answer)

# %% [markdown]
# ## Exercise: `cosine_similarity`
#
# Difficulty: easy. About 6 minutes, 2 to 4 lines.


# %% exercise="cosine_similarity"
def cosine_similarity(a: Tensor, b: Tensor) -> Tensor:
    """The cosine of the angle between a and b, over the last axis.

    A zero vector gives 0, not NaN.

    Shapes:
        a: (..., d), b: (..., d) -> (...); leading axes broadcast
    """
    ### BEGIN SOLUTION
    dot = (a * b).sum(dim=-1)
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
    ### END SOLUTION


# %% check="cosine_similarity"
check(cosine_similarity)

# %%
cosine_similarity = mine("cosine_similarity")
names = ["play", "game", "orange"]
table = cosine_similarity(three[:, None], three[None])  # (3, 1, 5), (1, 3, 5) -> (3, 3)
viz.matrix(table, rows=names, columns=names, title="Cosine of each pair")

# %% [markdown]
# ## Query, key, value
#
# Search for a video of a new car. What you type is the **query**. The titles in the list are the **keys**. What you open is the **value**. A soft search opens every video a little: much of the best match, a little of the others.

# %%
titles = torch.tensor([[1.0, 0.0], [0.8, 0.2], [0.0, 1.0]])  # car test, car news, cooking
films = torch.tensor([[9.0, 0.0], [6.0, 1.0], [0.0, 8.0]])  # minutes about cars, about food
typed = torch.tensor([2.0, 0.0])
shares = (titles @ typed).softmax(0)
print("scores:", [round(s, 2) for s in (titles @ typed).tolist()])
print("shares:", [round(s, 2) for s in shares.tolist()], "sum", round(shares.sum().item(), 2))

# %% [markdown]
# ## Exercise: `soft_lookup`
#
# Difficulty: easy. About 6 minutes, 2 to 3 lines.


# %% exercise="soft_lookup"
def soft_lookup(query: Tensor, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    """Mix the values, each with the share that its key earns: softmax of plain dot products.

    Shapes:
        query: (d,); keys: (n, d); values: (n, m)
        returns the mixed value (m,) and the weights (n,)
    """
    ### BEGIN SOLUTION
    weights = (keys @ query).softmax(dim=0)  # (n, d) @ (d,) -> (n,)
    return weights @ values, weights  # (n,) @ (n, m) -> (m,)
    ### END SOLUTION


# %% check="soft_lookup"
check(soft_lookup)

# %%
soft_lookup = mine("soft_lookup")
mixed, weights = soft_lookup(typed, titles, films)
print("minutes about cars and food:", [round(m, 1) for m in mixed.tolist()])
viz.matrix(weights[None], columns=["car test", "car news", "cooking"], title="Shares")

# %% [markdown]
# ### Look at it: two banks
#
# Four features: money, water, place, action. *bank* alone stands between money and water. After looking at its sentence it leans one way.

# %%
lexicon = {
    "bank": [1.0, 1.0, 1.0, 0.0],
    "account": [2.0, 0.0, 0.0, 0.2],
    "river": [0.0, 2.0, 0.4, 0.0],
    "opened": [0.3, 0.0, 0.0, 1.0],
    "sat": [0.0, 0.1, 0.3, 1.0],
}
for sentence in ("opened account bank", "sat river bank"):
    vectors = torch.tensor([lexicon[word] for word in sentence.split()])
    meaning, weights = soft_lookup(vectors[-1], vectors, vectors)
    print(f"{sentence}: money {meaning[0]:.1f}, water {meaning[1]:.1f}")

# %% [markdown]
# ### The train left the station on time
#
# Every word of this sentence asks once. Row *station* shows what it takes from each word. The weighted sum of all rows is its vector with context.

# %%
words = "the train left the station on time".split()
vectors = torch.tensor(
    [
        [0.1, 0.0, 0.0, 0.2],  # the
        [2.0, 0.4, 0.3, 0.0],  # train
        [0.5, 1.5, 0.2, 0.0],  # left
        [0.1, 0.0, 0.0, 0.2],  # the
        [1.8, 0.3, 0.2, 0.1],  # station
        [0.1, 0.2, 0.5, 0.3],  # on
        [0.2, 0.5, 1.9, 0.0],  # time
    ]
)
rows = torch.stack([soft_lookup(word, vectors, vectors)[1] for word in vectors])
print("station looks most at:", words[rows[4].argmax()])
viz.attention(rows, queries=words, keys=words, title="Who looks at whom")

# %% [markdown]
# ### Break it: a hard lookup
#
# Take only the best key. The answer jumps from one film to another at a tiny change of the query, and its gradient is zero: nothing can be learned.

# %%
angles = torch.linspace(0, 1, 41)
soft, hard = [], []
for t in angles:
    query = torch.stack([4 * (1 - t), 4 * t])
    soft.append(soft_lookup(query, titles, films)[0][1].item())
    hard.append(films[(titles @ query).argmax(), 1].item())
print(
    "the hard lookup jumps by more than 5 minutes:",
    max(abs(a - b) for a, b in zip(hard[1:], hard[:-1], strict=True)) > 5,
)
print(
    "the soft lookup jumps by more than 5 minutes:",
    max(abs(a - b) for a, b in zip(soft[1:], soft[:-1], strict=True)) > 5,
)
shown = {"soft lookup": (angles, soft), "hard lookup": (angles, hard)}
drawn = viz.curves(shown, x_label="from cars to food", y_label="minutes about food")
viz.picture(drawn.figure, alt="The soft lookup moves smoothly, the hard one jumps.")

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | closeness of two vectors | (..., d), (..., d) → (...) |
# | scores of one query | (n, d), (d,) → (n,) |
# | weights | (n,), sum 1 |
# | mixed value | (n,), (n, m) → (m,) |

# %% [markdown]
# ## Questions people get wrong
#
# - *Is self-attention a search in a database?* The sentence is its own database: it gives queries, keys and values.
# - *Is the Transformer an encoder with a decoder, always?* No. BERT (2018) is an encoder alone, GPT-3 a decoder alone.
# - *Why not the cosine for the scores?* The length of a query may say how sure it is. A plain dot product keeps it.
#
# **Next:** notebook 01 turns words into vectors.
