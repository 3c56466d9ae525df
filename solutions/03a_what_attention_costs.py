# %% [markdown]
# # 03a · What attention costs
#
# A side trip from notebook 03. Its question: **how many numbers does attention keep, and how long does it take?** First the additive way beside the dot product, then your `attend` beside PyTorch's own.
#
# **About 10 minutes**, all of them to read and run. You need notebook 03.

# %%
import time
from collections.abc import Callable
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import mine, predict, set_seed, viz

set_seed(0)
attention_scores, additive_scores = mine("attention_scores", "additive_scores")
attend = mine("attend")

# %% [markdown]
# ## Two measures
#
# - **Numbers kept.** For the way back PyTorch keeps the results of some steps. They fill the memory until the gradient is there.
# - **Milliseconds**: the median of five calls.


# %%
def kept(way: Callable, x: Tensor) -> int:
    """How many numbers of its steps PyTorch keeps for the gradient."""
    sizes: dict[int, int] = {}

    def keep(tensor: Tensor) -> Tensor:
        sizes[tensor.data_ptr()] = tensor.numel()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        result = way(x.requires_grad_())
    total = sum(sizes.values())
    del result  # alive until here, so that no memory was used twice
    return total


# %%
def milliseconds(way: Callable, *arguments: Tensor) -> float:
    """Median time of five calls, after one to warm up."""
    times = []
    for _ in range(6):
        start = time.perf_counter()
        way(*arguments)
        times.append(1000 * (time.perf_counter() - start))
    return sorted(times[1:])[2]


# %% [markdown]
# ## Adding against multiplying
#
# The dot product makes one number for each pair of tokens. The additive way makes a vector of width d_a for each pair, takes its tanh, and only then sums.
#
# ### Your prediction: numbers kept
#
# Two tables for 256 tokens, d_a = 64. The dot product keeps about 80,000 numbers. How many does the additive way keep?

# %% predict="additive_numbers"
### BEGIN SOLUTION
answer = "over 4 million"
# ~ answer = None  # TODO: "about 80,000", "about 160,000" or "over 4 million"
### END SOLUTION
predict("additive_numbers", answer)

# %%
w_q, w_k, v = nn.Linear(64, 64, bias=False), nn.Linear(64, 64, bias=False), torch.randn(64)
ways = {
    "dot product": lambda x: attention_scores(x, x).softmax(-1),
    "additive": lambda x: additive_scores(x, x, w_q, w_k, v).softmax(-1),
}
# Try: add 512.
lengths = [8, 32, 128, 256]
numbers = {name: [kept(way, torch.randn(1, n, 64)) for n in lengths] for name, way in ways.items()}
for name, found in numbers.items():
    print(f"{name:<12} numbers kept for {lengths} tokens: {found}")

# %% [markdown]
# Both lines below rise with the square of the length: twice the tokens, four times the pairs. How far apart they lie is the price of a vector for each pair.

# %%
shown = {
    "numbers kept": {name: (lengths, found) for name, found in numbers.items()},
    "milliseconds": {
        name: (lengths, [milliseconds(way, torch.randn(1, n, 64)) for n in lengths])
        for name, way in ways.items()
    },
}
drawn = viz.panels(shown, x_label="tokens", logx=True, logy=True)
viz.picture(drawn.figure, alt="The additive way keeps many times more numbers, and takes longer.")

# %% [markdown]
# ## Yours against PyTorch's
#
# `F.scaled_dot_product_attention` has several ways inside. The fast ones work through the keys piece by piece, and never hold the table of L × L weights. Which way it takes depends on the device and on the arguments. What is kept, for 8 heads and 512 tokens:

# %% tags=["nbval-ignore-output"]
x = torch.randn(1, 8, 512, 64)
print(f"numbers in the table of weights: {8 * 512 * 512:>12,}")
for name, dropout in (("without dropout", 0.0), ("with dropout 0.1", 0.1)):
    fused = partial(F.scaled_dot_product_attention, dropout_p=dropout)
    print(f"kept {name:<27} {kept(lambda x: fused(x, x, x), x):>12,}")
print(f"kept by yours                    {kept(lambda x: attend(x, x, x)[0], x):>12,}")

# %% [markdown]
# Without dropout it keeps less than one table. On a CPU, dropout makes it take the plain way. Then it keeps three tables: the weights before dropout, the weights after it, and which were dropped.
#
# And the time, without dropout. On most machines the lines part at the long end.

# %%
lengths = [16, 64, 256, 1024]
ways = {"explicit, yours": attend, "fused, PyTorch's": F.scaled_dot_product_attention}
shown = {}
for name, way in ways.items():
    inputs = [torch.randn(3, 1, 8, n, 64) for n in lengths]
    shown[name] = (lengths, [milliseconds(way, *qkv) for qkv in inputs])
drawn = viz.curves(shown, x_label="tokens", y_label="milliseconds", logx=True, logy=True)
viz.picture(drawn.figure, alt="Milliseconds against tokens, explicit and fused, on this machine.")

# %% [markdown]
# Yours remains the one to learn from: it shows its weights.
#
