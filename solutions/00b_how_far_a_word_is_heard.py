# %% [markdown]
# # 00b · How far a word is heard
#
# A side trip from notebook 00. Its question: how much of a word still arrives forty words later?
#
# After this notebook you can
#
# - measure how a signal and a gradient fade on their way,
# - say what the gates of an LSTM repair, and what they do not.
#
# **About 10 minutes**, all to read and run. You need notebook 00.

# %%
import torch
from torch import Tensor, nn

from tutor_utils import predict, set_seed, viz

# %% [markdown]
# ## Half of a half
#
# In a recurrent network a word goes through every step that follows it. Say that each step keeps a share of it. What is left after 40 steps?

# %%
# Try: 1.0 and 1.1. Why is more than 1 no better?
for kept in (0.5, 0.9, 0.99):
    print(f"each step keeps {kept}: after 40 steps {kept**40:.2g} is left")

# %% [markdown]
# ## A gate
#
# The **LSTM** (Hochreiter and Schmidhuber, 1997) carries a second vector from step to step. Its **forget gate** (Gers et al., 2000) multiplies this vector by numbers between 0 and 1, computed anew at each step. As PyTorch starts it, the gate stands near a half. A large bias opens it:

# %%
for bias in (0.0, 5.0):
    gate = torch.tensor(bias).sigmoid().item()
    print(f"bias {bias}: the gate keeps {gate:.3f} in a step, {gate**40:.2g} in 40 steps")

# %% [markdown]
# ## Two measurements
#
# **Signal**: move the first word. How far does the last output move? **Gradient**: how strongly would training reach back, from the last output to the first word?
#
# Four candidates, untrained: an RNN; an LSTM as PyTorch starts it; an LSTM with its forget gate wide open (bias 5); attention.

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
D = 16  # features of a word
set_seed(0)
ask, offer, give = (nn.Linear(D, D) for _ in range(3))  # query, key, value (notebook 02)
rnn, lstm, opened = (kind(D, D, batch_first=True) for kind in (nn.RNN, nn.LSTM, nn.LSTM))
with torch.no_grad():
    opened.bias_hh_l0[D : 2 * D] = 5  # these are the forget gate's
readers = {
    "RNN": lambda x: rnn(x)[0],
    "LSTM": lambda x: lstm(x)[0],
    "LSTM, gate open": lambda x: opened(x)[0],
    "attention": lambda x: (ask(x) @ offer(x).mT).softmax(dim=-1) @ give(x),
}


# %%
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


distances = [1, 2, 5, 10, 20, 40]
found = {name: [heard(read, d) for d in distances] for name, read in readers.items()}
for name, pairs in found.items():
    print(f"{name:<16} gradient over 40 words / over 1 word: {pairs[-1][1] / pairs[0][1]:.0e}")

# %%
shown = {
    what: {name: (distances, [max(pair[i], 1e-15) for pair in f]) for name, f in found.items()}
    for i, what in enumerate(("signal", "gradient"))
}
title = "How much of a word arrives"
drawn = viz.panels(shown, x_label="distance in words", title=title, logx=True, logy=True)
viz.picture(drawn.figure, alt="RNN and LSTM fall to nothing; open gate and attention stay.")

# %% [markdown]
# Two lines fall to nothing, two stay up. The RNN forgets, and so does an LSTM as it starts. (A signal of 1e-7 is the rounding of the numbers.) An LSTM with an open gate keeps nearly everything: forgetting can be repaired. But this gate keeps *everything*, also what is no longer needed. What it holds must still fit into one vector, and it still waits.
#
# Attention has one step from any word to any other. What it hears of the first word falls only because more words share the weight. A trained query can raise this one weight again.

# %% [markdown]
# ## What to keep
#
# - A path of 40 steps multiplies 40 shares.
# - A gate can hold them near 1. It cannot make the vector larger.
# - In attention the path has one step, at any distance.
