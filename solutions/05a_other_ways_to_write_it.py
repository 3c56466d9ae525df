# %% [markdown]
# # 05a · Other ways to write it
#
# A side trip from notebook 05. Its question: **published attention looks different from yours; is it the same?** You meet `view`, `einsum` and PyTorch's fused attention, each beside your own parts.
#
# **About 10 minutes**, all of them to read and run. You need notebook 05.

# %%
import math

import torch
import torch.nn.functional as F

from tutor_utils import mine, predict, set_seed

set_seed(0)
split_heads, merge_heads, masked_attend = mine("split_heads", "merge_heads", "masked_attend")
MultiHeadAttention = mine("MultiHeadAttention")

# %% [markdown]
# ## Why `view` complains after a transpose
#
# `transpose` moves no number in memory. What it changes are the **strides**: for each axis, how far apart two neighbours along it lie. Afterwards the tensor is not **contiguous**: the numbers no longer lie in the order in which they are read.

# %%
notes = torch.tensor([[[[10, 11], [20, 21]], [[12, 13], [22, 23]]]])  # (1, h, L, d_k)
turned = notes.transpose(1, 2)  # (1, L, h, d_k)
print("strides", notes.stride(), "->", turned.stride(), "| contiguous:", turned.is_contiguous())
print("in memory, still:", notes.flatten().tolist())
try:
    turned.view(1, 2, 4)
except RuntimeError as error:
    print("view:", str(error).partition("(")[0])

# %% [markdown]
# | | what it does |
# |---|---|
# | `view` | new shape, same numbers in memory; refuses where they do not lie in order |
# | `contiguous()` | copies the numbers into order, if they are not |
# | `reshape`, `flatten` | `view` where it can, else a copy |
#
# So after the transpose write `reshape`, `flatten`, or `contiguous().view(...)`. All three give the same.

# %%
print(turned.reshape(1, 2, 4).tolist())
print(turned.contiguous().view(1, 2, 4).tolist())
# Try: notes.view(1, 2, 4), without the transpose. No error: why, and what is wrong?
print(turned.flatten(2).tolist())

# %% [markdown]
# ## `einsum`: axes with letters
#
# `einsum` names each axis by a letter. A letter that is missing after the arrow is summed over. Here it is d, the features. It needs no transpose, in whatever order the axes come. Some published code writes attention this way (x-transformers, for example).

# %%
q, k, v = torch.randn(3, 2, 8, 5, 64)  # (B, h, L, d_k) each
by_letters = torch.einsum("bhqd,bhkd->bhqk", q, k)  # (B, h, L_q, L_k)
by_at = q @ k.mT
print(tuple(by_at.shape), f"largest difference {(by_letters - by_at).abs().max():.3f}")

# %% [markdown]
# ### Your prediction
#
# `torch.einsum("bhqk,bhkd->bqhd", weights, v)`: which steps of yours are in this one line?

# %% predict="einsum_merge"
### BEGIN SOLUTION
answer = "weighted sum and transpose"
# ~ answer = None  # TODO: "weighted sum alone" or "weighted sum and transpose"
### END SOLUTION
predict("einsum_merge", answer)

# %%
_, weights = masked_attend(q, k, v)
merged = torch.einsum("bhqk,bhkd->bqhd", weights, v).flatten(2)  # (B, L, h*d_k)
print(f"merged: largest difference {(merged - merge_heads(weights @ v)).abs().max():.4f}")

# %% [markdown]
# ## PyTorch's fused attention in your class
#
# `F.scaled_dot_product_attention` makes scores, weights and sum in one call (notebook 03a). It takes the mask as you do: True = may attend. Its fast ways never hold the whole table of weights, so they cannot return it. This is why `nn.MultiheadAttention` has the argument `need_weights=False`.

# %%
mha = MultiHeadAttention(512, 8).eval()
x = torch.randn(10, 20, 512)
mask = torch.arange(20) < torch.randint(1, 21, (10, 1, 1, 1))  # (10, 1, 1, 20): 1 to 20 words
with torch.no_grad():
    output, _ = mha(x, x, x, mask)
    q, k, v = (split_heads(layer(x), 8) for layer in (mha.w_q, mha.w_k, mha.w_v))
    fast = mha.w_o(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)))
print(f"output: largest difference {(output - fast).abs().max():.4f}")

# %% [markdown]
# ## One module for each head
#
# The paper's drawing shows eight small attentions side by side, and some code has them in a list. Give each its own rows of your large layers:

# %%
outputs = []
with torch.no_grad():
    for i in range(8):
        rows = slice(i * 64, (i + 1) * 64)  # head i's part of each layer
        q, k, v = (F.linear(x, w.weight[rows], w.bias[rows]) for w in (mha.w_q, mha.w_k, mha.w_v))
        scores = (q @ k.mT / math.sqrt(64)).masked_fill(~mask[:, 0], -math.inf)  # (10, 20, 20)
        outputs.append(scores.softmax(-1) @ v)  # (10, 20, 64)
    piecewise = mha.w_o(torch.cat(outputs, dim=-1))  # Concat, then w_o
print(f"eight small modules: largest difference {(output - piecewise).abs().max():.4f}")

# %% [markdown]
# The same, in pieces. And `torch.cat` shows why the paper calls the merge "Concat".
