# %% [markdown]
# # 00 · Why attention
#
# After this notebook you can
#
# - measure how well two vectors fit,
# - search with query, keys and values,
# - show what a network gains by looking back.
#
# **About 30 minutes**: 18 to read and run, 14 to write. You need Python.

# %%
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, set_seed, solution, viz

# %% [markdown]
# ## Which bank?
#
# She opened an *account* at the **bank**. They sat on the *river* **bank**.
#
# You know which bank is meant: you look at one other word. **Attention** does the same: each word searches among the others.

# %% [markdown]
# ## How well do two vectors fit?
#
# A word can be a vector: here five features. Compare the rows.

# %%
features = ["action", "person", "time", "colour", "fun"]
play = torch.tensor([0.9, 0.3, 0.1, 0.0, 0.6])
game = torch.tensor([0.8, 0.2, 0.0, 0.1, 0.9])
orange = torch.tensor([0.0, 0.0, 0.1, 0.9, 0.1])
three = torch.stack([play, game, orange])
viz.matrix(three, rows=["play", "game", "orange"], columns=features, title="Three words")

# %% [markdown]
# The **dot product** of (3, 4) and (4, 3): 3·4 + 4·3 = 24. Divided by both lengths, each √(3² + 4²) = 5, it is the **cosine**: 24 / (5·5) = 0.96. It is 1 where both point the same way, 0 at a right angle.
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert}$$
#
# A **tensor** is a table of numbers; its **shape** says how long each **axis** is. `dim=-1`: along the last axis.

# %%
rows = torch.tensor([[3.0, 4.0], [0.0, 0.0]])  # two vectors of 2 numbers: the shape (2, 2)
other = torch.tensor([4.0, 3.0])  # the shape (2,): it broadcasts, which means it meets each row
print("dot products:", (rows * other).sum(dim=-1))
print("lengths:     ", rows.norm(dim=-1))

# %% [markdown]
# ### Your prediction
#
# Which two words point most nearly the same way?

# %% predict="closest_word"
### BEGIN SOLUTION
answer = "play and game"
# ~ answer = None  # TODO: "play and game", "play and orange" or "game and orange"
### END SOLUTION
predict("closest_word", answer)

# %% [markdown]
# ## Exercise: `cosine_similarity`
#
# Write the two missing lines, run the cell, then the check. Help: `hint("cosine_similarity")` in a new cell.
#
# Difficulty: easy. About 3 minutes, 2 lines.


# %% exercise="cosine_similarity"
def cosine_similarity(a: Tensor, b: Tensor) -> Tensor:
    """The cosine of the angle between a and b, over the last axis.

    A zero vector gives 0, not NaN.

    Shapes (... stands for any axes in front, or none):
        a: (..., d), b: (..., d) -> (...); leading axes broadcast
    """
    ### BEGIN SOLUTION
    dot = (a * b).sum(dim=-1)
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    # ~ # TODO: dot, the dot product of a and b; lengths, the length of a times the length of b
    # ~ raise NotImplementedError("TODO: cosine_similarity")
    ### END SOLUTION
    # Given: a zero vector is divided by 1, for 0 / 0 is NaN.
    return dot / torch.where(lengths > 0, lengths, torch.ones_like(lengths))


# %% check="cosine_similarity"
check(cosine_similarity)

# %% [markdown]
# ### Look at it
#
# `mine` gives your own code back once it has passed; until then the course's, and it says so. In the table look for the two bright cells off the diagonal: *play* and *game*.

# %%
cosine_similarity = mine("cosine_similarity")
a, b = torch.tensor([3.0, 4.0]), torch.tensor([4.0, 3.0])
print("by hand 0.96, by your code:", round(cosine_similarity(a, b).item(), 2))
names = ["play", "game", "orange"]
table = cosine_similarity(three[:, None], three[None])  # (3, 1, 5), (1, 3, 5) -> (3, 3)
viz.matrix(table, rows=names, columns=names, title="Cosine of each pair")

# %% [markdown]
# ## A search has three parts
#
# You look for a video. What you type is the **query**. Its title, by which it is found, is the **key**. What you get is the **value**.
#
# Here each is two numbers: cars and food. A key's **score** is its dot product with the query. The best score wins.

# %%
# Try: [0.0, 1.0], then [0.5, 0.5]: all score alike, and argmax takes the first
query = torch.tensor([1.0, 0.0])
keys = torch.tensor([[1.0, 0.0], [0.8, 0.2], [0.0, 1.0]])  # car test, car news, cooking
values = torch.tensor([[9.0, 0.0], [6.0, 1.0], [0.0, 8.0]])  # minutes about cars, about food
scores = (keys * query).sum(dim=-1)
print("scores:", scores)
print("you get minutes about cars and food:", values[scores.argmax()])

# %% [markdown]
# ## A soft search
#
# This search took one video and dropped the rest. A soft search takes a share of each. The **softmax** turns the scores s into shares, the **weights** w: all positive, with the sum 1.
#
# $$w_i = \frac{e^{s_i}}{\sum_j e^{s_j}}$$
#
# The answer is the **weighted sum** of the values: each times its weight, all added up. In code, `.softmax` also survives large scores, where `e / e.sum()` overflows to NaN.

# %%
query = torch.tensor([2.0, 0.0])  # twice as long: a clearer wish
scores = keys @ query  # (3, 2) @ (2,) -> (3,): the three dot products
e = scores.exp()
print("scores:         ", [round(s, 2) for s in scores.tolist()])
print("weights by hand:", [round(w, 2) for w in (e / e.sum()).tolist()])
print("softmax:        ", [round(w, 2) for w in scores.softmax(dim=0).tolist()])

# %% [markdown]
# ### Your prediction
#
# The three videos have 9, 6 and 0 minutes about cars. With these weights: about how many minutes about cars does the soft search give?

# %% predict="soft_minutes"
### BEGIN SOLUTION
answer = 7
# ~ answer = None  # TODO: 5, 7, 9 or 15
### END SOLUTION
predict("soft_minutes", answer)

# %%
# A weighted sum: each value times its weight, and all added up.
print("about cars, by hand:", round(0.55 * 9 + 0.37 * 6 + 0.07 * 0, 1))
w = scores.softmax(dim=0)
print("cars and food:      ", [round(m, 1) for m in (w @ values).tolist()])  # (3,) @ (3, 2) -> (2,)

# %% [markdown]
# ## Exercise: `soft_lookup`
#
# There are n keys of d features, and n values of m features.
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

# %% [markdown]
# ### Look at it, and break it
#
# Turn the query slowly from cars to food. The soft answer moves at every step. The hard answer, the best key alone, jumps once. Between jumps it does not move, so its **gradient** (how much it changes when the query does) is zero: a network could not learn to ask better.

# %%
soft_lookup = mine("soft_lookup")
turn = torch.linspace(0, 1, 41)
soft, hard = [], []
for t in turn:
    query = torch.stack([4 * (1 - t), 4 * t])
    soft.append(soft_lookup(query, keys, values)[0][1].item())
    hard.append(values[(keys @ query).argmax(), 1].item())
shown = {"soft lookup": (turn, soft), "hard lookup": (turn, hard)}
title = "The soft lookup moves over, the hard one jumps"
viz.curves(shown, x_label="from cars to food", y_label="minutes about food", title=title)

# %% [markdown]
# ## Which bank? The sentence answers
#
# Now the words of one sentence are queries, keys and values at once: **self-attention**. Two features, by hand: money and water. *bank* alone stands between them. Move the slider: the other word of the sentence turns from *account* to *river*, and *bank* follows on the dashed line.

# %%
bank, account, river = torch.tensor([[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]])
frames, sentences = [], []
for t in torch.linspace(0, 1, 21):
    other = (1 - t) * account + t * river
    sentence = torch.stack([bank, other])  # keys and values: (2, 2)
    here, weights = soft_lookup(bank, sentence, sentence)
    frames.append({"the other word": other, "bank alone": bank, "bank here": here})
    sentences.append(f"{1 - t:.0%} account, {t:.0%} river")
sentences[0], sentences[-1] = "She opened an account at the bank", "They sat on the river bank"
viz.Arrows(frames, words=sentences, axes=("money", "water"), lit="bank here", slider="The sentence")

# %% [markdown]
# ### The whole sentence
#
# Now every word is the query once. A row shows how much that word **attends to** each word, itself included. Find the row *bank*: it attends to *account* as much as to itself.

# %%
features = ["money", "water", "person", "action"]
vector_of = {
    **{"she": [0.0, 0.0, 1.5, 0.0], "they": [0.0, 0.0, 1.5, 0.0], "bank": [1.0, 1.0, 0.0, 0.0]},
    **{"opened": [0.3, 0.0, 0.0, 1.5], "sat": [0.0, 0.0, 0.2, 1.5]},
    **{"account": [2.0, 0.0, 0.0, 0.0], "river": [0.0, 2.0, 0.0, 0.0]},
}


def in_context(sentence: str) -> tuple[Tensor, Tensor]:
    """A lookup for each of the L words: the mixed values (L, 4) and the weights (L, L)."""
    little = [0.0, 0.0, 0.0, 0.1]  # an, at, the, on
    vectors = torch.tensor([vector_of.get(word, little) for word in sentence.split()])
    found = [soft_lookup(word, vectors, vectors) for word in vectors]
    return torch.stack([value for value, _ in found]), torch.stack([w for _, w in found])


opened = "she opened an account at the bank"
mixed, weights = in_context(opened)
words = opened.split()
viz.attention(
    weights,
    queries=words,
    keys=words,
    title="How much each word (row) attends to each word (column)",
)

# %% [markdown]
# The weighted sum of the seven vectors is *bank* **in context**. Alone it holds as much money as water. Compare the two sentences:

# %%
# Try: a sentence of your own, with both account and river in it
sat = "they sat on the river bank"
three = torch.stack([torch.tensor(vector_of["bank"]), mixed[-1], in_context(sat)[0][-1]])
rows = ["bank alone", "with account", "with river"]
viz.matrix(three, rows=rows, columns=features, title="Bank, alone and in two sentences")

# %% [markdown]
# ## What was there before: one vector for everything
#
# Before 2017 sequences were mostly read by **recurrent networks** (RNN). An RNN keeps one vector, its **state**. It reads symbol by symbol, and each symbol x changes the state:
#
# $$h_{new} = \tanh(W x + U h_{old})$$
#
# W and U are learned. (So is a number that is added, the **bias**; it is left out here.) tanh brings each number between −1 and 1.

# %%
W, U = torch.tensor([[1.0, 0.0], [0.0, 1.0]]), torch.tensor([[0.5, 0.0], [0.0, 0.5]])
state = torch.zeros(2)
# Try: three more of [0.0, 0.0] at the end. What is left of the first?
for x in torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]):
    state = torch.tanh(W @ x + U @ state)  # needs the state before
    print("read", x.tolist(), "-> state", [round(s, 2) for s in state.tolist()])

# %% [markdown]
# ### A task small enough to see through
#
# In notebook 07 your Transformer learns to **copy**: it reads 1 to 10 symbols and writes them again. The symbols are the ids 3 to 10. Id 1 means "begin" (bos), id 2 "end" (eos).
#
# A copier of 2014 has two networks (Sutskever et al.; Cho et al.). One reads. Its last state, **one vector**, goes to the second, which writes:
#
# ```
# 5 9 3 eos  ->  reader  ->  [ one vector ]  ->  writer  ->  5 9 3
# ```
#
# Its code is folded below; you need not read it.


# %% folded=true
# Given: the copier, and how it is trained and tested. Notebook 07 builds all of that.
class Copier(nn.Module):
    """One RNN (a GRU, which can keep its state) reads into `width` numbers, another writes."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.table = nn.Embedding(11, width)  # a learned vector for each id (notebook 01)
        self.reader = nn.GRU(width, width, batch_first=True)
        self.writer = nn.GRU(width, width, batch_first=True)
        self.name = nn.Linear(width, 11)  # from a state to one score for each id

    def forward(self, source: Tensor, written: Tensor) -> Tensor:
        """source (B, L+1), written (B, n): ids -> scores of the next id, (B, n, 11)."""
        _, last = self.reader(self.table(source))
        states, _ = self.writer(self.table(written), last)
        return self.name(states)


BOS, EOS = 1, 2


def draw(count: int, length: int) -> Tensor:
    """Random sequences of symbols, (count, length)."""
    return torch.randint(3, 11, (count, length))


def framed(rows: Tensor) -> tuple[Tensor, Tensor]:
    """(the sequences with eos at the end, the same with bos in front)."""
    edge = torch.ones_like(rows[:, :1])
    return torch.cat([rows, EOS * edge], dim=1), torch.cat([BOS * edge, rows], dim=1)


def train(model: nn.Module, steps: int = 500) -> nn.Module:
    """Each step takes 32 sequences of one length."""
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for length in torch.randint(1, 11, (steps,)).tolist():
        source, written = framed(draw(32, length))
        loss = F.cross_entropy(model(source, written).flatten(0, 1), source.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


@torch.no_grad()
def write(model: nn.Module, rows: Tensor) -> Tensor:
    """What the model writes for each sequence: it goes on from its own symbols."""
    source, written = framed(rows)[0], framed(rows)[1][:, :1]
    for _ in range(rows.shape[1]):
        written = torch.cat([written, model(source, written)[:, -1:].argmax(-1)], dim=1)
    return written[:, 1:]


def copied(model: nn.Module) -> tuple[range, list[float]]:
    """(lengths 1 to 10, the accuracy at each: the share of 100 sequences without a mistake)."""
    shares = []
    for length in range(1, 11):
        rows = draw(100, length)
        shares.append((write(model, rows) == rows).all(dim=1).double().mean().item())
    return range(1, 11), shares


# %% [markdown]
# ### Your prediction
#
# The state has 64 numbers. After 500 training steps: what share of the sequences of **ten** symbols does it copy without a mistake? This share is its **accuracy**.

# %% predict="one_vector"
### BEGIN SOLUTION
answer = "hardly any"
# ~ answer = None  # TODO: "nearly all", "about half" or "hardly any"
### END SOLUTION
predict("one_vector", answer)

# %%
copies = {}
for width in (16, 64):
    set_seed(0)
    # Try: train(Copier(width), steps=2000), about a minute. Do ten symbols come back?
    one_vector = train(Copier(width))
    copies[f"one vector of {width}"] = copied(one_vector)
axes = {"x_label": "symbols in the sequence", "y_label": "accuracy"}
viz.curves(copies, title="One vector: long rows are lost", **axes)

# %% [markdown]
# Follow each line to the right: both fall to the floor, the wider one later. The vector has one size, and sentences have many.
#
# The way out: the writer **looks back** at every state of the reader. Its own state is the query. The reader's states, the **memory**, are keys and values. So it is your soft lookup, for all states of the writer at once.

# %% [markdown]
# ### Many lookups in one product
#
# `@` multiplies the matrices in the last two axes. `.mT` (transpose) swaps these two. So every state meets every row of the memory, in each sequence of the batch by itself. L_s is the length of the source, L_t of what is written.

# %%
states = torch.tensor([[[2.0, 0.0], [0.0, 2.0]]])  # (B, L_t, d) = (1, 2, 2)
memory = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]])  # (B, L_s, d) = (1, 3, 2)
print((states @ memory.mT).tolist())  # (1, 2, 2) @ (1, 2, 3) -> (1, 2, 3): 2 states, 3 scores each

# %% [markdown]
# ## Exercise: `look_back`
#
# Difficulty: medium. About 5 minutes, 2 to 3 lines.


# %% exercise="look_back"
def look_back(states: Tensor, memory: Tensor) -> tuple[Tensor, Tensor]:
    """A soft lookup for each state: the rows of the memory are keys and values at once.

    Shapes:
        states: (B, L_t, d); memory: (B, L_s, d)
        returns what each state found (B, L_t, d) and the weights (B, L_t, L_s)
    """
    ### BEGIN SOLUTION
    weights = (states @ memory.mT).softmax(dim=-1)  # (B, L_t, d) @ (B, d, L_s) -> (B, L_t, L_s)
    return weights @ memory, weights  # (B, L_t, L_s) @ (B, L_s, d) -> (B, L_t, d)
    ### END SOLUTION


# %% check="look_back"
check(look_back)

# %% [markdown]
# ### Your copier
#
# The same reader and writer, with a state of 32. Before it predicts a symbol, the writer calls your `look_back`.

# %%
look_back = mine("look_back")


class LookingCopier(Copier):
    """As before, and for each symbol the writer looks back at every state of the reader."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.name = nn.Linear(2 * width, 11)  # its own state, and what it found

    def forward(self, source: Tensor, written: Tensor) -> Tensor:
        memory, last = self.reader(self.table(source))  # (B, L+1, width)
        states, _ = self.writer(self.table(written), last)  # (B, n, width)
        found, self.weights = look_back(states, memory)
        return self.name(torch.cat([states, found], dim=-1))


set_seed(0)
looking = train(LookingCopier(32))
copies["it may look back, 32"] = copied(looking)
drawn = viz.curves(copies, title="It looks back, and long rows come back", **axes)
viz.picture(drawn.figure, alt="The copier that may look back copies most sequences of ten, too.")

# %% [markdown]
# The same task, 500 steps. Look at ten symbols: this line alone stays up. This is how attention began: inside a recurrent network (Bahdanau et al., 2014, with another formula for the scores: notebook 03).

# %% [markdown]
# ### Your prediction
#
# It was never shown where to look. When it **predicts** the fourth symbol, which symbol of the source does it **attend to** most: which one gets the largest weight?

# %% predict="where_it_looks"
### BEGIN SOLUTION
answer = "the fourth"
# ~ answer = None  # TODO: "the first", "the fourth", "the last" or "all the same"
### END SOLUTION
predict("where_it_looks", answer)

# %%
# Try: symbols of your own, from 3 to 10; ten of them
row = torch.tensor([[5, 9, 3, 8, 4, 7]])
print("the row:             ", row[0].tolist())
print("one vector of 64:    ", write(one_vector, row)[0].tolist())
print("it may look back, 32:", write(looking, row)[0].tolist())
with torch.no_grad():
    looking(*framed(row))
read = [*map(str, row[0].tolist()), "eos"]
title = "Each symbol that it writes (row) attends to its copy (column)"
viz.attention(looking.weights[0], queries=read, keys=read, title=title)

# %% [markdown]
# Queries from one sequence, keys from another: this is **cross-attention**. *Attention Is All You Need* (2017) kept it, added self-attention, and took the recurrent network away. Why? It waits: word 100 cannot be read before word 99, where a Transformer reads all words in one pass. And a word that must travel through many states gets weaker.
#
# Dig deeper: [What waiting costs](00a_what_waiting_costs.ipynb).
#
# Dig deeper: [How far a word is heard](00b_how_far_a_word_is_heard.ipynb).

# %% [markdown]
# ## What comes next
#
# This is the model that you will have built. The lit arrow carries the memory: at its end the writer looks back.

# %%
viz.architecture("idea", "cross_attention")

# %% [markdown]
# | step | shape |
# |---|---|
# | cosine of two vectors | (..., d), (..., d) → (...) |
# | weights of one query | (n, d), (d,) → (n,), sum 1 |
# | mixed value | (n,), (n, m) → (m,) |
# | all states look back | (B, L_t, d), (B, L_s, d) → (B, L_t, d) |

# %% [markdown]
# ## Questions people get wrong
#
# - *Are query and value compared?* No, query and key. The value is what you get.
# - *Has every Transformer an encoder and a decoder?* The paper's has: one half reads, the other writes. BERT (2018) is an encoder alone, trained to guess hidden words and whether one sentence follows another. GPT-3 (2020) is a decoder alone.
# - *Why not the cosine for the scores?* The length of a query can say how sure it is. A plain dot product keeps it.
# - *Did attention come with the Transformer?* No, in 2014. New in 2017: neither recurrence nor convolution.
#
# **Next:** notebook 01 turns words into vectors.
