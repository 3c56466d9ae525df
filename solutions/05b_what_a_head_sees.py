# %% [markdown]
# # 05b · What a head sees, and what w_o mixes
#
# A side trip from notebook 05. Its question: **which numbers go into one head, and where does what it says go?** Gradients answer the first half, silence the second.
#
# **About 10 minutes**, all of them to read and run. You need notebook 05.

# %%
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import mine, predict, set_seed, viz

set_seed(0)
split_heads, merge_heads, masked_attend = mine("split_heads", "merge_heads", "masked_attend")
MultiHeadAttention = mine("MultiHeadAttention")
mha = MultiHeadAttention(512, 8).eval()
batch = torch.randn(10, 20, 512)

# %% [markdown]
# ## Myth to test: "a head sees 64 of the 512 features"
#
# Notebook 02 tested it for the query. Here is the whole attention: which features of the input have a gradient into head 0? And which, if somebody cuts the input itself, without a layer before?


# %%
def features_seen(projections: list[nn.Module], head: int) -> Tensor:
    """Which features of the input reach this head, (512,) bool."""
    x = batch[:1].clone().requires_grad_()
    q, k, v = (split_heads(project(x), 8) for project in projections)
    masked_attend(q, k, v)[0][:, head].sum().backward()
    return x.grad.abs().sum((0, 1)) > 0


# Try: head = 7.
head = 0
seen = features_seen([mha.w_q, mha.w_k, mha.w_v], head)
raw = features_seen([nn.Identity()] * 3, head)
print(f"projected, then cut: head {head} depends on {seen.sum()} of 512 features")
print(f"cut without a layer: head {head} depends on {raw.sum()} of 512 features")

# %% [markdown]
# So a head reads **all tokens and all features**, through a projection of its own, and answers in 64 numbers. To cut first and project later is another model: there no head can ask about the features of another. You met it in the clinic, or you will.

# %% [markdown]
# ## What the output projection is for
#
# Silence one head at a time, and measure how much each block of 64 output features changes. Without `w_o` a block depends on its own head only. With it, every block depends on all.

# %%
side_by_side, mixed = torch.zeros(8, 8), torch.zeros(8, 8)
with torch.no_grad():
    loud, _ = masked_attend(*(split_heads(w(batch), 8) for w in (mha.w_q, mha.w_k, mha.w_v)))
    for i in range(8):
        quiet = loud.clone()
        quiet[:, i] = 0  # head i says nothing
        change = merge_heads(loud - quiet)  # (10, 20, 512)
        side_by_side[i] = change.abs().unflatten(-1, (8, 64)).mean((0, 1, 3))
        change = F.linear(change, mha.w_o.weight)
        mixed[i] = change.abs().unflatten(-1, (8, 64)).mean((0, 1, 3))
print("blocks that depend on head 0, without w_o:", int((side_by_side[0] > 0).sum()))
print("blocks that depend on head 0, with w_o:   ", int((mixed[0] > 0).sum()))

# %% [markdown]
# Look at the diagonal: it is all there is on the left, and on the right it is gone. (This `w_o` is random, not trained.)

# %%
with viz.style():
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.0), layout="constrained")
    for ax, table, title in zip(
        axes, (side_by_side, mixed), ("side by side", "after w_o"), strict=True
    ):
        image = ax.imshow(table, cmap="viridis", vmin=0, vmax=side_by_side.max())
        ax.set(title=title, xlabel="block of the output", ylabel="silenced head")
        ax.set(xticks=range(8), yticks=range(8))
    fig.colorbar(image, ax=axes, label="mean change")
viz.picture(
    fig,
    alt="Left: silencing head i changes block i alone. Right, after w_o: it changes all blocks.",
)

# %% [markdown]
# ### Your prediction
#
# You give the heads another order before `w_o`, and move the columns of `w_o` in the same way. Does the output change?

# %% predict="head_order"
### BEGIN SOLUTION
answer = "no"
# ~ answer = None  # TODO: "yes" or "no"
### END SOLUTION
predict("head_order", answer)

# %%
# Try: leave the columns in their old order, columns = mha.w_o.weight.
order = torch.tensor([3, 0, 7, 1, 6, 2, 5, 4])
with torch.no_grad():
    output = mha(batch, batch, batch)[0]
    columns = mha.w_o.weight.unflatten(1, (8, 64))[:, order].flatten(1)  # (512, 512)
    reordered = F.linear(merge_heads(loud[:, order]), columns, mha.w_o.bias)
print(f"another order: largest difference {(output - reordered).abs().max():.4f}")

# %% [markdown]
# Heads have no order. A paper that speaks of "head 3" speaks of one trained model.
