# %% [markdown]
# # 00a · What waiting costs
#
# A side trip from notebook 00. Its question: why did the paper take the recurrent network away, and what does attention pay instead?
#
# After this notebook you can
#
# - measure which steps of a layer must wait for one another,
# - read the paper's Table 1, and say what it leaves out.
#
# **About 20 minutes**, all to read and run. You need notebook 00.

# %%
import time

import torch
from torch import Tensor, nn

from tutor_utils import predict, set_seed, viz

# %% [markdown]
# ## Two ways to read n words
#
# A recurrent network makes one state after the other (`nn.RNNCell` is one step of it). In self-attention three layers make a query, a key and a value of each word. Then all words look at all words, in two products of matrices.

# %%
D = 16  # features of a word
set_seed(0)
ask, offer, give = (nn.Linear(D, D) for _ in range(3))  # query, key, value (notebook 02)
cell = nn.RNNCell(D, D)


def attention(x: Tensor) -> Tensor:
    """All words look at all words, (B, n, D) -> (B, n, D). Notebook 03 adds one thing: a scale."""
    return (ask(x) @ offer(x).mT).softmax(dim=-1) @ give(x)


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
# ## Count what must wait
#
# For the gradient PyTorch remembers which operation needs the result of which other. The longest chain of such needs is the number of steps that wait for one another.


# %%
def longest_chain(step) -> int:
    """How many operations had to wait for one another, up to this one."""
    before = [longest_chain(earlier) for earlier, _ in step.next_functions if earlier]
    return 1 + max(before, default=0)


# Try: other numbers of words, up to 200. How many steps does one word add?
sizes = [4, 16, 64, 128]
for name, layer in (("recurrent", recurrent), ("attention", attention)):
    steps = [longest_chain(layer(torch.randn(1, n, D)).grad_fn) for n in sizes]
    print(f"{name}: {sizes} words, steps that wait for one another: {steps}")

# %% [markdown]
# The chain of the recurrent network grows by three operations a word; that of attention stays. Here whole operations are counted. Inside one, processors wait too: a sum over n words needs about log₂ n steps, if they add in pairs.

# %% [markdown]
# ## On the clock of this machine
#
# Forward and backward, one sentence, words of 64 features. Look where the line of attention stands at the left, and how steep it is at the right.

# %%
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
# Try: 2048 as well. Which line is the highest there?
lengths = [16, 64, 256, 768]
timed = {name: (lengths, [milliseconds(f, n) for n in lengths]) for name, f in layers.items()}
axes = {"x_label": "words", "y_label": "milliseconds", "title": "There and back, on this machine"}
drawn = viz.curves(timed, logx=True, logy=True, **axes)
viz.picture(drawn.figure, alt="Time against words for RNN, LSTM and attention, on this machine.")

# %% [markdown]
# A laptop has few processors, so here the **work** counts more than the waiting. Attention compares n × n pairs: ten times as many words, a hundred times as many pairs. So at some length, perhaps beyond this picture, it passes the others.
#
# A GPU has thousands of processors. There the pairs are worked out side by side, and the chain decides: a recurrent layer leaves most processors without work.

# %% [markdown]
# ## One pass, many training examples
#
# In training the whole answer is known. So every position in it is a training example of its own:

# %%
target = [1, 5, 7, 4, 6, 2]  # bos, four symbols, eos
for position in range(1, len(target)):
    print(f"said {target[:position]} -> next: {target[position]}")

# %% [markdown]
# A recurrent network works through them one after the other. A model without recurrence answers all of them **side by side, in one pass**. (Each position must not see what comes after it: notebook 04 builds the mask for that.)
#
# That is for training. When the trained model *speaks*, it waits too: it needs its own last word before the next.

# %% [markdown]
# ## The paper's Table 1
#
# Section 4 compares kinds of layers by three things: the work, the steps that wait, the longest path between two words. For the work the table counts, in attention, the **pairs** alone. Its four linear layers (query, key, value, output) it leaves out. Here both are counted, as multiplications.


# %%
def work(n: int, d: int = 512) -> dict[str, int]:
    """The multiplications of one layer that reads n words of d features."""
    pairs = 2 * n * n * d  # all scores, then all weighted sums
    return {
        "RNN": 2 * n * d * d,  # W·x and U·h for each word
        "LSTM": 8 * n * d * d,  # four such steps: three gates and the new content
        "convolution of 3 words": 3 * n * d * d,
        "attention, pairs alone": pairs,
        "attention, whole": pairs + 4 * n * d * d,
    }


# Try: how many words until the whole attention passes the LSTM?
numbers = (30, 512, 2048)
print("words:", numbers)
for kind in work(1):
    print(f"{kind:<24}", *(f"{work(n)[kind] / 1e6:8.1f} million" for n in numbers))

# %% [markdown]
# The pairs cost as much as an RNN where n = d, at 512 words. For a sentence of 30 they are nearly free. But the whole layer then costs twice an RNN, and half an LSTM: 32.4 against 15.7 and 62.9 million. What attention saves is the waiting and the path, not the work.

# %%
n = [8, 32, 128, 512, 2048]
shown = {kind: (n, [work(x)[kind] for x in n]) for kind in work(1)}
axes = {"x_label": "words (n)", "y_label": "multiplications"}
viz.curves(
    shown, title="Beyond 512 words, pairs cost more than an RNN", logx=True, logy=True, **axes
)

# %% [markdown]
# Look at the steepest line, the pairs, and where it crosses the others. For a book of 100,000 words the pairs are the price, and much work since 2017 is about that price.

# %%
up = [torch.tensor(float(x)).log().div(torch.tensor(3.0).log()).item() for x in n]
one = [1] * len(n)
table1 = {
    "steps that wait": {"recurrent": (n, n), "convolution": (n, one), "self-attention": (n, one)},
    "longest path": {"recurrent": (n, n), "convolution": (n, up), "self-attention": (n, one)},
}
title = "Attention waits for no word, and its path is one step"
viz.panels(table1, x_label="words (n)", title=title, logx=True, logy=True)

# %% [markdown]
# On the left self-attention and convolution are one line, at 1: neither waits. On the right convolution climbs: with gaps that grow from layer to layer (dilated), log₃ n layers connect all words. Attention alone stays at the bottom of both.

# %% [markdown]
# ## What to keep
#
# - A recurrent layer waits once for each word. Attention does not wait, in training.
# - The price is the n × n pairs.
# - Attention is not less work for a short sentence. It is work that can be done side by side.
