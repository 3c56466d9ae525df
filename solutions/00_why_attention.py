# %% [markdown]
# # 00 · Why attention
#
# After this notebook you can
#
# - say what a recurrent network costs on a long sequence, and show it in three measurements,
# - measure how close two vectors are,
# - search in a soft way: ask with a query, find by keys, read values.
#
# **About 40 minutes.** You need Python, and what a tensor is. The front page (link below) says how a notebook works, and holds all symbols and words.

# %%
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
# This is the model that you will have built in the end. No box is marked yet: this notebook is about the idea.

# %%
viz.architecture("idea")

# %% [markdown]
# ## A task small enough to see through
#
# In notebook 07 your Transformer learns to **copy**: it reads a sequence of symbols and says it again. The symbols are the ids 3 to 10. Id 1 means "begin" (bos), id 2 means "end" (eos), id 0 is filler (pad). A sequence has 1 to 10 symbols.
#
# Copying needs a memory: to say a symbol, you must still know it.

# %%
BOS, EOS, V = 1, 2, 11  # V: how many different ids there are


def draw(count: int, length: int) -> Tensor:
    """Random sequences of symbols, (count, length)."""
    return torch.randint(3, V, (count, length))


print("read:", [*draw(1, 5)[0].tolist(), EOS])

# %% [markdown]
# ## How a recurrent network reads
#
# Before 2017 such tasks were mostly solved by **recurrent networks** (RNN). An RNN keeps one vector, its **state**. It reads symbol by symbol, and each symbol x changes the state:
#
# new state = tanh(W·x + U·old state)
#
# W and U are learned (a learned bias is left out here); tanh brings each number between −1 and 1. The **LSTM** (1997) and the **GRU** (2014) are recurrent networks as well. They have gates: numbers between 0 and 1, computed anew at each step, that say how much of the state is kept.
#
# Here are three steps, with a state of two numbers.

# %%
W, U = torch.tensor([[1.0, 0.0], [0.0, 1.0]]), torch.tensor([[0.5, 0.0], [0.0, 0.5]])
state = torch.zeros(2)
for x in torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]):
    state = torch.tanh(W @ x + U @ state)  # needs the state before: nothing can be done ahead
    print("read", x.tolist(), "-> state", [round(s, 2) for s in state.tolist()])

# %% [markdown]
# ## First cost: one vector holds everything
#
# To copy, one network reads the sequence. Its last state, **one vector** (the *context vector*), is all that the second network gets. The second network writes. This is an encoder and a decoder, as they were built in 2014 (Sutskever et al.; Cho et al.).
#
# While it trains, the writer is given the right symbols so far and asked for the next one.


# %%
class Copier(nn.Module):
    """Two GRUs: one reads a sequence into a vector of `width` numbers, one writes it out of that."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.table = nn.Embedding(V, width)  # a learned vector for each id (notebook 01)
        self.reader = nn.GRU(width, width, batch_first=True)
        self.writer = nn.GRU(width, width, batch_first=True)
        self.name = nn.Linear(width, V)  # from a state to one score for each id

    def forward(self, source: Tensor, said: Tensor) -> Tensor:
        """source (B, L+1), said (B, n): ids -> scores of the next id, (B, n, V)."""
        _, last = self.reader(self.table(source))
        states, _ = self.writer(self.table(said), last)
        return self.name(states)


# %% [markdown]
# Training and testing, on sequences of 1 to 10 symbols. You need not open this cell: notebook 07 builds all of it with you.


# %% folded=true
# Given: training and testing of the copiers.
def framed(rows: Tensor) -> tuple[Tensor, Tensor]:
    """(the sequences with eos behind, the same with bos in front)."""
    edge = torch.ones_like(rows[:, :1])
    return torch.cat([rows, EOS * edge], dim=1), torch.cat([BOS * edge, rows], dim=1)


def train(model: nn.Module, steps: int = 500) -> nn.Module:
    """Each step takes 32 sequences of one length."""
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for length in torch.randint(1, 11, (steps,)).tolist():
        source, said = framed(draw(32, length))
        loss = F.cross_entropy(model(source, said).flatten(0, 1), source.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


@torch.no_grad()
def exact_copies(model: nn.Module, length: int, count: int = 100) -> float:
    """The share of sequences said again without a fault; the writer goes on from its own words."""
    rows = draw(count, length)
    source, said = framed(rows)[0], framed(rows)[1][:, :1]
    for _ in range(length):
        said = torch.cat([said, model(source, said)[:, -1:].argmax(-1)], dim=1)
    return (said[:, 1:] == rows).all(dim=1).double().mean().item()


# %% [markdown]
# Two widths of the one vector: 16 numbers, and 64. Both have room for ten symbols in principle: a symbol of eight kinds is 3 bits, so ten are 30 bits, and one number of the vector alone has 32. What do they learn in 500 steps?

# %%
row_lengths = list(range(1, 11))
copies = {}
for width in (16, 64):
    set_seed(0)
    model = train(Copier(width))
    copies[f"one vector of {width}"] = (row_lengths, [exact_copies(model, n) for n in row_lengths])

# %%
drawn = viz.curves(
    copies, x_label="symbols in the sequence", y_label="share copied without a fault"
)
viz.picture(
    drawn.figure, alt="Short sequences are copied, long ones not; the wider vector gets further."
)

# %% [markdown]
# Short sequences are copied, long ones are not. A wider vector gets further, and longer training would help. But the vector has one size, and sentences have many.
#
# The way out: let the writer **look back** at every state of the reader, not at the last one only. For that it must say which one it wants. That is what you build now.

# %% [markdown]
# ## Which words explain this word?
#
# "She opened an *account* at the **bank**." "They sat on the *river* **bank**." You know which bank is meant, because you look at one other word. Attention does the same: it looks at all words, and takes a share from each. To decide the share it must measure how well two words fit.

# %% [markdown]
# ## Words as vectors
#
# Give each word five features, here by hand. Words with a similar meaning point the same way. The **cosine** measures the angle between two vectors and not their length: it is 1 for the same direction, 0 for a right angle, -1 for opposite directions.

# %%
features = ["action", "person", "time", "colour", "fun"]
play = torch.tensor([0.9, 0.3, 0.1, 0.0, 0.6])
game = torch.tensor([0.8, 0.2, 0.0, 0.1, 0.9])
orange = torch.tensor([0.0, 0.0, 0.1, 0.9, 0.1])
three = torch.stack([play, game, orange])
viz.matrix(three, rows=["play", "game", "orange"], columns=features, title="Three words")

# %% [markdown]
# By hand, for (3, 4) and (4, 3): the **dot product** multiplies feature by feature and sums, 3·4 + 4·3 = 24. Both vectors have length 5, since √(3² + 4²) = 5. The cosine is the dot product divided by both lengths: 24 / (5 · 5) = 0.96.

# %% [markdown]
# ### Your prediction
#
# play, game, orange: which two of these vectors point most nearly the same way?

# %% predict="closest_word"
### BEGIN SOLUTION
answer = "play and game"
# ~ answer = None  # TODO: "play and game", "play and orange" or "game and orange"
### END SOLUTION
predict("closest_word", answer)

# %% [markdown]
# ## Exercise: `cosine_similarity`
#
# Write it, run the cell, then run the check. If it says NOT YET, read what it saw. `hint("cosine_similarity")` in a new cell helps a little more each time.
#
# In a shape, `...` means: any axes in front, or none. d is the number of features.
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
    # divided by 1 where a vector is zero: 0 / 0 would be NaN, in the gradient even behind a `where`
    return dot / torch.where(lengths > 0, lengths, torch.ones_like(lengths))
    ### END SOLUTION


# %% check="cosine_similarity"
check(cosine_similarity)

# %% [markdown]
# ### Look at it
#
# `mine` gives your own code back once it has passed. Until then it gives the course's, and says so.

# %%
cosine_similarity = mine("cosine_similarity")
names = ["play", "game", "orange"]
table = cosine_similarity(three[:, None], three[None])  # (3, 1, 5), (1, 3, 5) -> (3, 3)
viz.matrix(table, rows=names, columns=names, title="Cosine of each pair")

# %% [markdown]
# ## Query, key, value
#
# Imagine that you search for a video of a new car. What you type is the **query**. The titles in the list are the **keys**. What you open is the **value**. The query is compared with each key, here by their dot product: that is the key's **score**. The values are only handed over.
#
# A soft search opens every video a little. The **softmax** makes the shares: e to the power of each score, divided by the sum of all of them. So the shares are positive and sum to 1. They are called **weights**.

# %%
titles = torch.tensor([[1.0, 0.0], [0.8, 0.2], [0.0, 1.0]])  # car test, car news, cooking
films = torch.tensor([[9.0, 0.0], [6.0, 1.0], [0.0, 8.0]])  # minutes about cars, about food
typed = torch.tensor([2.0, 0.0])
scores = titles @ typed  # three dot products
e = scores.exp()
print("scores:        ", [round(s, 2) for s in scores.tolist()])
print("shares by hand:", [round(s, 2) for s in (e / e.sum()).tolist()])
print("softmax:       ", [round(s, 2) for s in scores.softmax(dim=0).tolist()])

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

# %%
soft_lookup = mine("soft_lookup")
mixed, weights = soft_lookup(typed, titles, films)
print("minutes about cars and food:", [round(m, 1) for m in mixed.tolist()])
viz.matrix(weights[None], columns=["car test", "car news", "cooking"], title="Shares")

# %% [markdown]
# ### Why soft? Break it
#
# A hard lookup takes the best key alone. Turn the query slowly from cars to food. The hard answer jumps. Between the jumps it does not move at all, so its gradient with respect to the query is zero: a network could not learn to ask better.

# %%
turn = torch.linspace(0, 1, 41)
soft, hard = [], []
for t in turn:
    query = torch.stack([4 * (1 - t), 4 * t])
    soft.append(soft_lookup(query, titles, films)[0][1].item())
    hard.append(films[(titles @ query).argmax(), 1].item())
for name, values in (("soft", soft), ("hard", hard)):
    largest = torch.tensor(values).diff().abs().max().item()
    print(f"largest step of the {name} lookup: {largest:.1f} minutes")
shown = {"soft lookup": (turn, soft), "hard lookup": (turn, hard)}
viz.curves(shown, x_label="from cars to food", y_label="minutes about food")

# %% [markdown]
# ## Self-attention: a sentence looks into itself
#
# Now the words of one sentence are queries, keys and values at once. Each word asks; the sentence answers. Four features, by hand: money, water, place, action. *bank* alone stands between money and water.

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
    print(f"bank in '{sentence}': money {meaning[0]:.1f}, water {meaning[1]:.1f}")

# %% [markdown]
# ### The train left the station on time
#
# Every word asks once. Each row of the map shows what that word takes from every word, itself included. Find row *station*: it takes more from *train* than from itself. The features are travel, departure, time and the rest, by hand.

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
answers = [soft_lookup(word, vectors, vectors) for word in vectors]
weights = torch.stack([w for _, w in answers])  # (7, 7)
viz.attention(weights, queries=words, keys=words, title="What each word takes from each word")

# %% [markdown]
# The weights are not the result. The result is the **weighted sum**: each word's vector times its weight, all added up. For *station*: seven vectors, each shrunk to its share, and below them their sum. That is its vector **in context**: a little less travel, more departure and time than the word alone.

# %%
context = torch.stack([mixed for mixed, _ in answers])  # (7, 4)
shares = weights[4][:, None] * vectors  # (7, 1) * (7, 4): row by row
both = torch.cat([shares, context[4:5], vectors[4:5]])
labels = [f"{weight:.2f} × {word}" for word, weight in zip(words, weights[4].tolist(), strict=True)]
viz.matrix(
    both,
    rows=[*labels, "sum", "station alone"],
    columns=["travel", "departure", "time", "rest"],
    title="station: the shares, their sum, and the word without its sentence",
)

# %% [markdown]
# ## Back to the copier: it may look
#
# The same reader and writer, of width 32. But before it speaks, the writer does a soft lookup. Its state is the query; all states of the reader are keys and values. The query comes from one sequence, the keys from another: later this is called **cross-attention**.


# %%
class LookingCopier(Copier):
    """As before, and for each symbol the writer looks at every state of the reader."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.name = nn.Linear(2 * width, V)  # its own state, and what it found

    def forward(self, source: Tensor, said: Tensor) -> Tensor:
        seen, last = self.reader(self.table(source))  # (B, L+1, width)
        states, _ = self.writer(self.table(said), last)  # (B, n, width)
        self.weights = (states @ seen.mT).softmax(dim=-1)  # (B, n, L+1): n lookups at once
        return self.name(torch.cat([states, self.weights @ seen], dim=-1))


# %%
set_seed(0)
looking = train(LookingCopier(32))
copies["it may look, width 32"] = (row_lengths, [exact_copies(looking, n) for n in row_lengths])
drawn = viz.curves(
    copies, x_label="symbols in the sequence", y_label="share copied without a fault"
)
viz.picture(drawn.figure, alt="The copier that may look copies most sequences, the longest too.")

# %% [markdown]
# Same task, same number of steps. This is how attention began: inside a recurrent network, by Bahdanau et al. in 2014 (with another formula for the scores: notebook 03). Where does it look? Each row of the map is one symbol that it says:

# %%
row = torch.tensor([[5, 9, 3, 8, 4, 7]])
source, said = framed(row)
with torch.no_grad():
    looking(source, said)
read = [str(i) for i in row[0].tolist()] + ["eos"]
drawn = viz.attention(
    looking.weights[0], queries=read, keys=read, title="Says (down), looks at (across)"
)
viz.picture(drawn.figure, alt="The weights lie near the diagonal: it looks at about what it says.")

# %% [markdown]
# ## Second cost: waiting
#
# Attention helped. Why not keep the recurrent network under it? *Attention Is All You Need* took it away, and says why (section 1): a recurrent network cannot read word 100 before word 99. A machine that could do a thousand things at once must wait.
#
# Self-attention alone: three layers make a query, a key and a value of each word, then all words look at all words, in two products of matrices.

# %%
D = 16  # features of a word
set_seed(0)
ask, offer, give = (nn.Linear(D, D) for _ in range(3))  # query, key, value (notebook 02)


def attention(x: Tensor) -> Tensor:
    """All words look at all words, (B, n, D) -> (B, n, D). Notebook 03 adds one thing: a scale."""
    return (ask(x) @ offer(x).mT).softmax(dim=-1) @ give(x)


cell = nn.RNNCell(D, D)  # one step of an RNN


def recurrent(x: Tensor) -> Tensor:
    """Word by word, (B, n, D) -> the last state (B, D)."""
    state = torch.zeros(len(x), D)
    for word in x.unbind(dim=1):
        state = cell(word, state)
    return state


# %% [markdown]
# ### Your prediction
#
# A text grows from 100 words to 1,000. You have as many processors as you like. How many times as long does a recurrent layer take?

# %% predict="waiting"
### BEGIN SOLUTION
answer = 10
# ~ answer = None  # TODO: 1, 10 or 100
### END SOLUTION
predict("waiting", answer)

# %% [markdown]
# Measure it. PyTorch remembers which operation needs the result of which other, for the gradient. Follow the longest chain of such needs: its length is the number of steps that must wait for one another. No machine can be faster than this chain. (Making one new state takes three operations.)


# %% folded=true
# Given: follows the memory of PyTorch backwards, from the result to the first operation.
def longest_chain(result: Tensor) -> int:
    """How many operations had to wait for one another until there was this result."""
    depth, stack = {None: 0}, [result.grad_fn]
    while stack:
        node = stack[-1]
        before = [step for step, _ in node.next_functions]
        waiting = [step for step in before if step not in depth]
        if waiting:
            stack += waiting
        else:
            depth[stack.pop()] = 1 + max((depth[step] for step in before), default=0)
    return depth[result.grad_fn]


# %%
sizes = [4, 16, 64, 256]
chain = {"recurrent": [], "attention": []}
for n in sizes:
    x = torch.randn(1, n, D)
    chain["recurrent"].append(longest_chain(recurrent(x)))
    chain["attention"].append(longest_chain(attention(x)))
for name, steps in chain.items():
    print(f"{name}: {sizes} words, steps that wait for one another: {steps}")

# %% [markdown]
# And on the clock of this machine? Forward and backward, one sentence, words of 64 features.

# %%
import time

wide = 64
rnn, lstm = nn.RNN(wide, wide, batch_first=True), nn.LSTM(wide, wide, batch_first=True)
q, k, v = (nn.Linear(wide, wide) for _ in range(3))
layers = {
    "RNN": lambda x: rnn(x)[0],
    "LSTM": lambda x: lstm(x)[0],
    "attention": lambda x: (q(x) @ k(x).mT).softmax(dim=-1) @ v(x),
}


def milliseconds(layer, n: int) -> float:
    """The best of five runs."""
    x, runs = torch.randn(1, n, wide), []
    for _ in range(5):
        start = time.perf_counter()
        layer(x).sum().backward()
        runs.append(1000 * (time.perf_counter() - start))
    return min(runs)


# %%
sizes_timed = [16, 64, 256, 768]
timed = {
    name: (sizes_timed, [milliseconds(f, n) for n in sizes_timed]) for name, f in layers.items()
}
drawn = viz.curves(timed, x_label="words", y_label="milliseconds", logx=True, logy=True)
viz.picture(drawn.figure, alt="Time against words for RNN, LSTM and attention, on this machine.")

# %% [markdown]
# Read this picture with care. A laptop has few processors, so here the **work** counts more than the waiting. Attention compares n × n pairs: ten times as many words, a hundred times as many pairs. So its line becomes the steepest, and at some length, perhaps beyond this picture, it passes the others.
#
# A GPU has thousands of processors. There the pairs are worked out side by side, and the chain decides. A recurrent layer leaves most of the processors without work.

# %% [markdown]
# ## One pass, many training examples
#
# In training the whole answer is known. So every position in it is a training example of its own, and the copy of four symbols holds five of them:

# %%
target = [BOS, 5, 7, 4, 6, EOS]
for position in range(1, len(target)):
    print(f"said {target[:position]} -> next: {target[position]}")

# %% [markdown]
# A target of L ids, bos not counted, gives L training examples. A recurrent network works through them one after the other; a model without recurrence answers all of them **side by side, in one pass**. (Each position must then not see what comes after it. Notebook 04 builds the mask for that.)
#
# That is for training. When the trained model *speaks*, it must wait too: it needs its own last word before the next.

# %% [markdown]
# ## Third cost: the path between two words
#
# How much of the first word still reaches the last output? Two measurements. **Signal**: move the first word, how far does the output move? **Gradient**: how strongly would training reach back, from the last output to the first word?
#
# Four candidates, untrained: an RNN; an LSTM as PyTorch starts it, whose forget gate keeps about half of the state at each step; an LSTM with this gate set wide open (bias 5); attention.

# %% [markdown]
# ### Your prediction
#
# The first word stands 40 words back. For which of the four is the gradient now less than a thousandth of what it is at a distance of one word?

# %% predict="distance_effect"
### BEGIN SOLUTION
answer = "RNN and LSTM"
# ~ answer = None  # TODO: "RNN alone", "RNN and LSTM", "all but attention" or "all"
### END SOLUTION
predict("distance_effect", answer)

# %%
set_seed(0)
rnn, lstm, opened = (kind(D, D, batch_first=True) for kind in (nn.RNN, nn.LSTM, nn.LSTM))
with torch.no_grad():
    opened.bias_hh_l0[D : 2 * D] = 5  # these are the forget gate's
readers = {
    "RNN": lambda x: rnn(x)[0],
    "LSTM": lambda x: lstm(x)[0],
    "LSTM, gate open": lambda x: opened(x)[0],
    "attention": attention,
}


def heard(read, distance: int) -> tuple[float, float]:
    """(signal, gradient) from the first word to the last output, over `distance` steps."""
    x = torch.randn(20, distance + 1, D, requires_grad=True)
    last = read(x)[:, -1]
    last.sum().backward()
    with torch.no_grad():
        moved = x.clone()
        moved[:, 0] += 1
        signal = (read(moved)[:, -1] - last).norm(dim=-1).mean()
    return signal.item(), x.grad[:, 0].norm(dim=-1).mean().item()


# %%
distances = [1, 2, 5, 10, 20, 40]
found = {name: [heard(read, d) for d in distances] for name, read in readers.items()}
for name, pairs in found.items():
    print(f"{name:<16} gradient over 40 words / over 1 word: {pairs[-1][1] / pairs[0][1]:.0e}")
shown = {
    what: {name: (distances, [max(pair[i], 1e-15) for pair in f]) for name, f in found.items()}
    for i, what in enumerate(("signal", "gradient"))
}
drawn = viz.panels(shown, x_label="distance in words", logx=True, logy=True)
viz.picture(drawn.figure, alt="RNN and LSTM fall to nothing; open gate and attention stay.")

# %% [markdown]
# The RNN forgets, and so does an LSTM as it starts. (A signal of 1e-7 is the rounding of the numbers.) An LSTM with an open gate keeps nearly everything: forgetting can be repaired. But this gate keeps *everything*, also what is no longer needed. And what an LSTM holds must still fit into one vector, and it still waits.
#
# Attention has one step from any word to any other. What it hears of the first word falls only because more words share the weight. A trained query can raise this one weight again.

# %% [markdown]
# ## The paper's Table 1, as a picture
#
# Section 4 of the paper compares kinds of layers by three things: the work, the steps that wait, the longest path between two words. Here are three of its rows, for d = 512 features. A convolution looks at k = 3 words at a time; with gaps that grow from layer to layer (dilated), log₃ n layers connect all words.

# %%
n = [8, 32, 128, 512, 2048]
d, k = 512, 3
steps_up = [torch.tensor(float(x)).log().div(torch.tensor(3.0).log()).item() for x in n]
table1 = {
    "work in a layer": {
        "recurrent": (n, [x * d * d for x in n]),
        "convolution": (n, [k * x * d * d for x in n]),
        "self-attention": (n, [x * x * d for x in n]),
    },
    "steps that wait": {
        "recurrent": (n, n),
        "convolution": (n, [1] * 5),
        "self-attention": (n, [1] * 5),
    },
    "longest path": {
        "recurrent": (n, n),
        "convolution": (n, steps_up),
        "self-attention": (n, [1] * 5),
    },
}
viz.panels(table1, x_label="words (n)", logx=True, logy=True)

# %% [markdown]
# In the middle self-attention and convolution are one line, at 1: neither waits. On the left the lines of self-attention and recurrence cross where n = d. A sentence has some 20 to 50 words, far below 512: there attention is cheaper *and* does not wait. For a book of 100,000 words the n × n pairs are the price, and much work since 2017 is about that price.

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | cosine of two vectors | (..., d), (..., d) → (...) |
# | scores of one query | (n, d), (d,) → (n,) |
# | weights | (n,), sum 1 |
# | mixed value | (n,), (n, m) → (m,) |
# | all words at once | (n, d) → weights (n, n) → (n, d) |

# %% [markdown]
# ## Questions people get wrong
#
# - *Is self-attention a search in a database?* The sentence is its own database: it gives queries, keys and values. In cross-attention the queries come from another sequence.
# - *Is the Transformer always an encoder with a decoder?* The paper's is: one half reads, the other writes. BERT (2018) is an encoder alone, trained to guess hidden words. GPT-3 (2020) is a decoder alone.
# - *Are query and value compared?* No, query and key. The value is what you get.
# - *Why not the cosine for the scores?* The length of a query can say how sure it is. A plain dot product keeps it.
# - *Did attention come with the Transformer?* No, in 2014. New in 2017: neither recurrence nor convolution.
#
# **Next:** notebook 01 turns words into vectors.
