# %% [markdown]
# # 03b · Scores too large, scores too small
#
# A side trip from notebook 03. Its question: **what becomes of a head whose scores are divided by the wrong number?** You measure how even its weights are, and test three divisors that you may read about.
#
# **About 10 minutes**, all of them to read and run. You need notebook 03.

# %%
import math

import torch
from torch import Tensor

from tutor_utils import mine, predict, set_seed, viz

set_seed(0)
attention_scores = mine("attention_scores")

# %% [markdown]
# ## Two measures of a row of weights
#
# - **Entropy**, $-\sum_j w_j \ln w_j$. It is 0 where one key takes all, and ln n where n keys share evenly. For 50 keys ln 50 = 3.9.
# - **Slope**, $\sum_j w_j (1 - w_j)$: how much each weight moves when its own score moves. Where it is 0, no gradient gets through.


# %%
def measured(scores: Tensor) -> tuple[float, float]:
    """(entropy, slope) of the weights, mean over the rows."""
    w = scores.softmax(-1)
    entropy = -(w * w.clamp_min(1e-30).log()).sum(-1).mean()
    return entropy.item(), (w * (1 - w)).sum(-1).mean().item()


for name, scores in (("one key takes all", [[50.0, 0, 0, 0]]), ("all alike", [[1.0, 1, 1, 1]])):
    # Try: other scores.
    entropy, slope = measured(torch.tensor(scores))
    print(f"{name:<18} entropy {entropy:.2f}, slope {slope:.2f}")

# %% [markdown]
# ## With the root and without it
#
# 200 random queries meet 50 random keys, for five widths d_k. Look at the right end of each picture: what do the weights of an undivided head still tell the gradient?

# %%
set_seed(0)
widths = [4, 16, 64, 256, 1024]
pairs = [(torch.randn(200, d), torch.randn(50, d)) for d in widths]
found = {
    "no scale": [measured(a @ b.mT) for a, b in pairs],
    "by √d_k": [measured(attention_scores(a, b)) for a, b in pairs],
}
for name, rows in found.items():
    print(f"{name:<9} at d_k = 1024: entropy {rows[-1][0]:.1f}, slope {rows[-1][1]:.2f}")
shown = {
    what: {name: (widths, [row[i] for row in rows]) for name, rows in found.items()}
    for i, what in enumerate(("entropy of the weights", "slope of the softmax"))
}
viz.panels(shown, x_label="d_k", title="Without √d_k the softmax saturates", logx=True)

# %% [markdown]
# ## Temperature
#
# To divide all scores by one number T before the softmax is to set its **temperature**. Below 1 the weights get sharper, above 1 more even.

# %%
row = torch.tensor([1.0, 2.0, 3.0])
# Try: temperatures of 0.1 and 100.
for temperature in (0.5, 1.0, 2.0):
    shares = (row / temperature).softmax(0)
    print(f"scores 1, 2, 3 at temperature {temperature}: {[round(s, 2) for s in shares.tolist()]}")

# %% [markdown]
# ## Three myths to test
#
# You may read: "divide by the root of the sentence's length", "divide by √d_model", "the root stands for the lengths |q| and |k| in the cosine". Take a head with d_k = 64, a model with d_model = 512, and seven tokens.
#
# ### Your prediction
#
# Which of the four divisors √d_k, √7, √d_model and |q||k| makes the scores spread **most**?

# %% predict="widest_scores"
### BEGIN SOLUTION
answer = "√7"
# ~ answer = None  # TODO: "√d_k", "√7", "√d_model" or "|q||k|"
### END SOLUTION
predict("widest_scores", answer)

# %%
set_seed(0)
a, b = torch.randn(2000, 64), torch.randn(7, 64)
lengths = a.norm(dim=1)[:, None] * b.norm(dim=1)
cosine = a @ b.mT / lengths
divided = {
    "√d_k": a @ b.mT / 8,
    "√7, tokens": a @ b.mT / math.sqrt(7),
    "√d_model": a @ b.mT / math.sqrt(512),
    "|q||k|": cosine,
    "|q||k| · 0.1": cosine / 0.1,
}
for name, scores in divided.items():
    strongest = scores.softmax(-1).max(-1).values.mean()
    print(f"{name:<13} spread {scores.std():.1f}, strongest weight {strongest:.2f}")

# %% [markdown]
# Only √d_k brings the spread to 1. Too small a divisor saturates the softmax. Too large a one makes the weights nearly even: with seven keys that is 1/7 = 0.14 each.
#
# A cosine never leaves −1 to 1. Without a temperature such a head could never look at one key alone. With one it can: the last line divides by 0.1 as well. Some models since 2020 do this and learn the temperature (*query-key normalization*, Henry et al., 2020).

# %% [markdown]
# ## A trained head can have any spread
#
# √d_k is right for numbers of mean 0 and variance 1, as at the start of training. Later a head may learn longer queries and keys, and look more sharply. Double both, and the scores grow four times:

# %%
# Try: shorter ones, 0.5.
for times in (1, 2, 4):  # how long the queries and keys are
    scores = attention_scores(times * a, times * b)
    strongest = scores.softmax(-1).max(-1).values.mean()
    print(f"q and k times {times}: spread {scores.std():4.1f}, strongest weight {strongest:.2f}")

# %% [markdown]
# So the scale does not forbid a sharp look. It only sees to it that no head *begins* with one.
#
