# %% [markdown]
# # 04a · Masks in half precision
#
# A side trip from notebook 04. Its question: **which number may stand for minus infinity in a mask?** Three candidates, two number types, and a row with nothing to read.
#
# **About 10 minutes**, all of them to read and run. You need notebook 04.

# %%
import math

import torch

from tutor_utils import mine, predict, set_seed

set_seed(0)
masked_attend = mine("masked_attend")

# %% [markdown]
# ## Number types
#
# A GPU is faster with numbers of 16 bits than with 32. There are two kinds: `float16` keeps more digits, `bfloat16` reaches as far as `float32`.

# %%
for dtype in (torch.float32, torch.bfloat16, torch.float16):
    known = torch.finfo(dtype)
    print(f"{known.dtype:>9}: largest {known.max:9.3g}, steps at 1: {known.eps:.1g}")

# %% [markdown]
# ## A constant that does not fit
#
# `transformer_from_scratch.py` in aladdinpersson/Machine-Learning-Collection, a much copied file, fills blocked scores with -1e20. `float16` cannot hold that number.

# %%
blocked = torch.tensor([True, False])
try:
    # Try: torch.bfloat16.
    torch.zeros(2, dtype=torch.float16).masked_fill(blocked, -1e20)
except RuntimeError as error:
    print("RuntimeError:", error)

# %% [markdown]
# ## A row with nothing to read
#
# Two constants fit every type: `torch.finfo(dtype).min`, the smallest number, and `-math.inf`. Where a row has one key open, both give the same weights. Now take a row with **every** key blocked.
#
# ### Your prediction
#
# Its three scores are all filled with the smallest number. What does softmax make of them?

# %% predict="blocked_row"
### BEGIN SOLUTION
answer = "three equal weights"
# ~ answer = None  # TODO: "three equal weights", "three zeros" or "three NaN"
### END SOLUTION
predict("blocked_row", answer)

# %%
table = torch.zeros(2, 3, dtype=torch.float16)
blocked = torch.tensor([[True, False, True], [True, True, True]])
for name, constant in (("finfo.min", torch.finfo(table.dtype).min), ("-inf", -math.inf)):
    one_open, none_open = table.masked_fill(blocked, constant).softmax(-1).tolist()
    print(f"{name:9} one key open: {one_open}; none: {[round(w, 2) for w in none_open]}")

# %% [markdown]
# Both are wrong where nothing may be read. So either constant needs a second step: set the weights of blocked keys to 0 after the softmax. Yours does:

# %%
x = torch.randn(1, 1, 3, 4).half()
output, weights = masked_attend(x, x, x, ~blocked[1:])  # every key blocked
print("weights:", weights[0, 0, 0].tolist(), "| output:", output[0, 0, 0].tolist())

# %% [markdown]
# ## NaN on the way back
#
# Some code *adds* a mask of 0 and −∞ to the scores, and repairs the weights with `nan_to_num`. The output is right. Look at the gradient.

# %%
bias = torch.zeros(2, 3).masked_fill(blocked, -math.inf)
ways = {
    "masked_fill": lambda s: s.masked_fill(blocked, -math.inf),
    # Try: bias.clamp_min(torch.finfo(s.dtype).min).
    "added": lambda s: s + bias,
}
for name, mask in ways.items():
    scores = torch.randn(2, 3, requires_grad=True)
    weights = mask(scores).softmax(-1).nan_to_num(0.0)
    weights.square().sum().backward()
    print(f"{name:11} weights {weights[1].tolist()}, their gradient {scores.grad[1].tolist()}")

# %% [markdown]
# `masked_fill` lets no gradient through where it filled, so the NaN ends there. An addition hands it on, and after one step the weights of the model are NaN.

# %% [markdown]
# ## Scaled too late
#
# In half precision the dot product must fit as well. Here q·k is 64 · 33 · 33 = 69,696. Divided by √64 it is a number of `float16`; before that it is not.

# %%
# Try: 31.0 in place of 33.0.
row, column = torch.full((1, 64), 33.0).half(), torch.full((64, 1), 33.0).half()
print("product, then divided:", (row @ column / 8).item())
print("divided, then product:", (row / 8 @ column).item())

# %% [markdown]
# So some code divides the queries before the product. In `float32` it makes no difference.
#
