# %% [markdown]
# # 02a · What reshape and transpose do in memory
#
# A side trip from notebook 02. Its question: why does `view` refuse after `transpose`, and why does `reshape` alone put numbers into the wrong head?
#
# After this notebook you can
#
# - read a tensor's strides, and say which numbers lie side by side,
# - choose between `view`, `reshape` and `contiguous`.
#
# **About 10 minutes**, all to read and run. You need notebook 02.

# %%
import torch

from tutor_utils import predict, viz

# %% [markdown]
# ## One long row
#
# In memory a tensor is one long row of numbers. Its **strides** say how far it is, in this row, to the next number along each axis. Here are four tokens with six features each: to the next token 6 steps, to the next feature 1.

# %%
named = torch.tensor([[10 * t + f for f in range(6)] for t in (1, 2, 3, 4)])
print("the row in memory:", named.flatten().tolist())
print("strides:", named.stride())

# %% [markdown]
# ### Your prediction
#
# `named.transpose(0, 1)` has the shape (6, 4). How many of the 24 numbers does it move in memory?

# %% predict="numbers_moved"
### BEGIN SOLUTION
answer = 0
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("numbers_moved", answer)

# %% [markdown]
# ## `transpose` notes another order of reading
#
# It exchanges two strides, nothing else. The same memory is read in another order.

# %%
turned = named.transpose(0, 1)
print("the same memory:", turned.data_ptr() == named.data_ptr())
print("strides:", named.stride(), "->", turned.stride())
turned[0, 3] = 99
print("row 3 of `named` after a change in `turned`:", named[3].tolist())
named[3, 0] = 40

# %% [markdown]
# ## `view` gives other sizes to the row
#
# `view` reads the long row from its beginning, with other sizes. So the numbers must lie in the order of reading: the tensor must be **contiguous**. After `transpose` it is not, and `view` refuses.

# %%
cut = named.view(4, 3, 2).transpose(0, 1)  # (L, h, d_k) -> (h, L, d_k)
print("contiguous:", cut.is_contiguous())
try:
    cut.view(24)
except RuntimeError as error:
    print("view:", str(error).split(" (")[0])

# %% [markdown]
# **`contiguous`** copies the numbers into the order of reading. **`reshape`** is a `view` where that works, and a copy where it does not.

# %%
# Try: the first 12 numbers. Where does head 1 begin?
print("contiguous, then view:", cut.contiguous().view(24)[:8].tolist())
print("reshape:              ", cut.reshape(24)[:8].tolist())

# %% [markdown]
# ## Why `reshape` alone is wrong
#
# `reshape` never moves an axis: it cuts the row as it lies. To (h, L, d_k) it cuts the 24 numbers into three times eight. Eight numbers are one token and a third. Look at the colours: head 0 gets token 1 and the beginning of token 2.

# %%
straight = named.reshape(3, 4, 2)
shown = {"the tokens": named} | {f"head {i}": head for i, head in enumerate(straight)}
viz.tables(shown, group=lambda number: number // 10 - 1, title="reshape alone")

# %% [markdown]
# ## What to keep
#
# - To cut one axis in two: `reshape` (or `view`), with the other axes as they are.
# - To move an axis: `transpose`. It costs nothing.
# - To join axes after a `transpose`: `reshape`. It copies. Notebook 05 needs this when the heads are merged.
