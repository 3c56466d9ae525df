# %% [markdown]
# # 05 · Multi-head attention: merge
#
# After this notebook you can
#
# - put the heads together again, and say why a plain `reshape` is wrong,
# - write multi-head attention as one class, and show that it equals PyTorch's own,
# - find the faults in attention code that was published and copied.
#
# **About 70 minutes.** You need notebooks 01 to 04.

# %%
import math

import matplotlib.pyplot as plt
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
# You have the parts: the cut into heads, the attention, the mask. Now they become one box.

# %%
viz.architecture("merge", "multi_head")

# %% [markdown]
# ## What you bring along
#
# Ten sequences of ids, 1 to 20 long, padded with 0. Each id becomes 512 features. Then what you wrote so far: project to query, key and value, cut each into 8 heads, attend in each head.

# %%
project_qkv, split_heads, masked_attend = mine("project_qkv", "split_heads", "masked_attend")
pad_batch, padding_mask = mine("pad_batch", "padding_mask")

# %%
data = [
    [62, 13, 47, 39, 78, 33, 56, 13, 39, 29, 44, 86, 71, 36, 18, 75],
    [60, 96, 51, 32, 90],
    [35, 45, 48, 65, 91, 99, 92, 10, 3, 21, 54],
    [75, 51],
    [66, 88, 98, 47],
    [21, 39, 10, 64, 21],
    [98],
    [77, 65, 51, 77, 19, 15, 35, 19, 23, 97, 50, 46, 53, 42, 45, 91, 66, 3, 43, 10],
    [70, 64, 98, 25, 99, 53, 4, 13, 69, 62, 66, 76, 15, 75, 45, 34],
    [20, 64, 81, 35, 76, 85, 1, 62, 8, 45, 99, 77, 19, 43],
]
d_model, num_heads, pad_id = 512, 8, 0
ids = pad_batch(data, pad_id)  # (10, 20)
mask = padding_mask(ids, pad_id)  # (10, 1, 1, 20)
batch = nn.Embedding(100, d_model)(ids).detach()  # (10, 20, 512)
print("ids", tuple(ids.shape), "| mask", tuple(mask.shape), "| batch", tuple(batch.shape))

# %%
layers = [nn.Linear(d_model, d_model) for _ in range(3)]
with torch.no_grad():
    query, key, value = project_qkv(batch, *layers)  # each (10, 20, 512)
cut = [split_heads(x, num_heads) for x in (query, key, value)]  # each (10, 8, 20, 64)
heads, weights = masked_attend(*cut, mask)
print("cut    ", tuple(cut[0].shape))
print("weights", tuple(weights.shape))
print("heads  ", tuple(heads.shape))

# %% [markdown]
# ## Put the heads side by side
#
# Eight readers went through one sentence. Each made notes: 64 numbers for every word. Now lay the notes of all readers side by side, so that each **word** has one row of 512 numbers (section 3.2.2: Concat).

# %% [markdown]
# ### A worked example
#
# Two tokens, two heads, two features each. The first digit of each number names the token: 10 to 13 belong to the first, 20 to 23 to the second.

# %%
notes = torch.tensor([[[[10, 11], [20, 21]], [[12, 13], [22, 23]]]])  # (1, 2, 2, 2)
print("head 0:", notes[0, 0].tolist())
print("head 1:", notes[0, 1].tolist())
print("wanted: [[10, 11, 12, 13], [20, 21, 22, 23]]")

# %% [markdown]
# ### Your prediction
#
# `x` is `(1, 2, 3, 4)`: 2 heads, 3 tokens, 4 features each. `x.reshape(1, 3, 8)` has just the shape that we want. What does its row 0 hold?

# %% predict="merge_reshape"
### BEGIN SOLUTION
answer = "head 0 of tokens 0 and 1"
# ~ answer = None  # TODO: "both heads of token 0" or "head 0 of tokens 0 and 1"
### END SOLUTION
predict("merge_reshape", answer)

# %% [markdown]
# Head 0 of tokens 0 and 1. A reshape reads the numbers in the order in which they lie: first all tokens of head 0, then all tokens of head 1. It moves nothing.

# %% [markdown]
# ## Exercise: `merge_heads`
#
# Difficulty: easy. About 5 minutes, 1 to 3 lines.


# %% exercise="merge_heads"
def merge_heads(x: Tensor) -> Tensor:
    """Put the heads of every token side by side: the inverse of split_heads.

    Shapes:
        x: (B, h, L, d_k) -> (B, L, h*d_k)
    """
    ### BEGIN SOLUTION
    return x.transpose(1, 2).flatten(2)  # (B, L, h, d_k) -> (B, L, h*d_k)
    ### END SOLUTION


# %% check="merge_heads"
check(merge_heads)

# %% [markdown]
# ### Look at it
#
# Cut, then merge: you are back where you started. As in notebook 02 each token has a colour; the first holds 10 to 15, the second 20 to 25, and so on.

# %%
merge_heads = mine("merge_heads")
print("heads", tuple(heads.shape), "-> merged", tuple(merge_heads(heads).shape))
print("cut and merged is the same:", torch.equal(merge_heads(cut[0]), query))
named = torch.tensor([[10 * t + f for f in range(6)] for t in (1, 2, 3, 4)])
three_heads = split_heads(named[None], 3)  # (1, 4, 6) -> (1, 3, 4, 2)


def drawn(merged: Tensor, title: str) -> viz.Picture:
    shown = {f"head {i}": head for i, head in enumerate(three_heads[0])} | {"merged": merged}
    return viz.tables(shown, group=lambda number: number // 10 - 1, title=title)


drawn(merge_heads(three_heads)[0], "Merged: each row is one token")

# %% [markdown]
# ### Why `view` complains here
#
# You met this in notebook 02: `transpose` moves no number, and afterwards the tensor is not **contiguous**. What `transpose` changes are the **strides**: for each axis, how far apart in memory two neighbours along it are.

# %%
turned = notes.transpose(1, 2)  # (1, h, L, d_k) -> (1, L, h, d_k)
print("strides", notes.stride(), "->", turned.stride(), "| contiguous:", turned.is_contiguous())
print(
    "in memory:", turned.untyped_storage().nbytes() // 8, "numbers, still", notes.flatten().tolist()
)
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

# %% [markdown]
# ### Break it: no transpose
#
# Leave out the `transpose`. The shape is right, and no error comes. But look at the colours: each row now holds several tokens.

# %%
straight = three_heads.reshape(1, 4, 6)[0]  # the right shape, the wrong numbers
drawn(straight, "reshape alone: each row mixes tokens")

# %% [markdown]
# Change only the **last** of five tokens, and look which rows of the result change. With `reshape` alone the last token also reaches row 2: a decoder built like this reads the future, in spite of its mask.

# %%
before = torch.randn(1, 2, 5, 3)  # (B, h, L, d_k)
after = before.clone()
after[:, :, 4] += 1  # another last token
for name, merge in (("merge_heads", merge_heads), ("reshape", lambda x: x.reshape(1, 5, 6))):
    moved = (merge(before) != merge(after)).any(-1)[0]  # (5,)
    print(f"{name:12} rows that changed:", moved.nonzero().flatten().tolist())

# %% [markdown]
# ## All in one class
#
# 1. Three layers make query, key and value.
# 2. `split_heads` cuts each of them.
# 3. `masked_attend` lets each head attend by itself.
# 4. `merge_heads` lays the results side by side.
# 5. A fourth layer, $W^O$ (`w_o` in code), mixes them.
#
# $$\text{MultiHead}(Q,K,V) = \text{Concat}(\text{head}_1,\dots,\text{head}_h)\,W^O$$

# %% [markdown]
# ### A worked example
#
# Two tokens, two heads of one feature. The three layers are left out, to keep the numbers small: query, key and value are x. Head 0 then gets feature 0: token 0 has a 2 there, token 1 a 0. So its scores are 2·2 = 4 and 2·0 = 0. (d_k is 1 here, and √1 changes nothing.)

# %%
x = torch.tensor([[[2.0, 0.0], [0.0, 1.0]]])  # (1, 2, 2)
small = split_heads(x, 2)  # (1, 2, 2, 1)
out, small_weights = masked_attend(small, small, small)
share = math.exp(4) / (math.exp(4) + math.exp(0))
print("by hand:  weight", round(share, 3), "| output", round(2 * share, 3))
print("by torch: weight", round(small_weights[0, 0, 0, 0].item(), 3), end=" | ")
print("output", round(merge_heads(out)[0, 0, 0].item(), 3))

# %% [markdown]
# ### Your prediction
#
# `MultiHeadAttention(512, 8)` has four layers `nn.Linear(512, 512)`. How many numbers does it learn with 16 heads in place of 8?

# %% predict="mha_parameters"
### BEGIN SOLUTION
answer = "the same"
# ~ answer = None  # TODO: "the same", "twice as many" or "half as many"
### END SOLUTION
predict("mha_parameters", answer)

# %% [markdown]
# The same. Heads are a way to cut what the layers give; the layers stay as they are.

# %% [markdown]
# ## Exercise: `MultiHeadAttention`
#
# Difficulty: medium. About 15 minutes, 6 to 8 lines in each part.
#
# In training, dropout sets some **weights** to zero and divides the others by 1 − dropout, so that no head relies on one token. Return the weights too: you want to see them.


# %% exercise="MultiHeadAttention"
class MultiHeadAttention(nn.Module):
    """Several attentions side by side (paper, section 3.2.2).

    Four ``nn.Linear(d_model, d_model)`` with bias, named w_q, w_k, w_v, w_o. Dropout works on the
    weights, before they meet the values. A row with every key blocked has weights 0.

    Shapes:
        query: (B, L_q, d_model); key, value: (B, L_k, d_model)
        mask: broadcastable to (B, h, L_q, L_k), True = may attend; None: all keys are open
        returns (output (B, L_q, d_model), weights (B, h, L_q, L_k))

    Stops with an error where num_heads does not divide d_model.
    """

    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        # Four layers: self.w_q, self.w_k, self.w_v, self.w_o. And what forward needs to know.
        ### BEGIN SOLUTION
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)
        ### END SOLUTION

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        # Project and cut, attend, drop some weights, merge, mix.
        ### BEGIN SOLUTION
        q = split_heads(self.w_q(query), self.num_heads)  # (B, h, L_q, d_k)
        k = split_heads(self.w_k(key), self.num_heads)  # (B, h, L_k, d_k)
        v = split_heads(self.w_v(value), self.num_heads)  # (B, h, L_k, d_k)
        heads, weights = masked_attend(q, k, v, mask)  # (B, h, L_q, d_k), (B, h, L_q, L_k)
        if self.dropout.p:  # else the product above is the same, and need not be made twice
            heads = self.dropout(weights) @ v  # (B, h, L_q, d_k)
        return self.w_o(merge_heads(heads)), weights
        ### END SOLUTION


# %% check="MultiHeadAttention"
check(MultiHeadAttention)

# %% [markdown]
# ### Look at it
#
# The ten sequences go through your class. The picture shows all eight heads for the second sequence. It has five tokens; the hatched columns are pads (three of its fifteen are drawn).

# %%
MultiHeadAttention = mine("MultiHeadAttention")
mha = MultiHeadAttention(d_model, num_heads).eval()
with torch.no_grad():
    output, weights = mha(batch, batch, batch, mask)
print("batch  ", tuple(batch.shape))
print("weights", tuple(weights.shape))
print("output ", tuple(output.shape))

# %%
labels = ids[1, :8].tolist()
grid = viz.heads(
    weights[1, :, :8, :8],
    queries=labels,
    keys=labels,
    mask=mask[1, :, :, :8],
    title="Eight heads, not trained",
)
viz.picture(grid.figure, alt="Eight heads before training: no two are alike, none weighs the pads.")

# %% [markdown]
# ### Look around
#
# The viewer listens to your module while it runs; your code stays as it is. Choose a sequence and a head, and try the switches.

# %%
recording = viz.Recording(mha, source=ids.tolist()).record(batch, batch, batch, mask)
viz.AttentionViewer(recording, head=0, example=2)

# %% [markdown]
# Nothing is trained, so the maps mean nothing yet. But no two of them are alike: each head starts from its own rows of `w_q`, `w_k` and `w_v`.

# %% [markdown]
# ### Myth to test: "a head sees 64 of the 512 features"
#
# Notebook 02 tested it for the query. Here is the whole attention: which features of the input have a gradient into head 0? And which, if somebody cuts the input itself?


# %%
def features_seen(projections: list[nn.Module]) -> Tensor:
    """Which features of the input reach head 0, (512,) bool."""
    x = batch[:1].clone().requires_grad_()
    q, k, v = (split_heads(project(x), num_heads) for project in projections)
    masked_attend(q, k, v, mask[:1])[0][:, 0].sum().backward()
    return x.grad.abs().sum((0, 1)) > 0


seen = features_seen([mha.w_q, mha.w_k, mha.w_v])
raw = features_seen([nn.Identity()] * 3)
print("projected, then cut: head 0 depends on", seen.sum().item(), "of 512 features")
print("cut without a layer: head 0 depends on", raw.sum().item(), "of 512 features")

# %% [markdown]
# So a head reads **all tokens and all features**, through a projection of its own, and answers in 64 numbers. To cut first and project later is another model: there no head can ask about the features of another. You will meet it in the clinic.

# %% [markdown]
# ### Break it: a class that looks outside
#
# This class takes the number of heads from a variable of the notebook. It works, until somebody gives the variable another value.


# %%
class LooksOutside(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return split_heads(x, num_heads)  # whose num_heads?


module = LooksOutside()
print("first call:          ", tuple(module(batch).shape))
num_heads = 4  # a cell far away
print("same module, later:  ", tuple(module(batch).shape))
num_heads = 8

# %% [markdown]
# ### Break it: dropout at the wrong time
#
# In training two calls differ, which is wanted. After `eval()` they must not.

# %%
dropping = MultiHeadAttention(d_model, num_heads, dropout=0.1)
with torch.no_grad():
    for mode in (True, False):
        dropping.train(mode)
        first, second = (dropping(batch, batch, batch, mask)[0] for _ in range(2))
        print("train:" if mode else "eval: ", "two calls the same?", torch.equal(first, second))

# %% [markdown]
# ## Does it equal PyTorch's own?
#
# PyTorch has its own `nn.MultiheadAttention`. Copy your weights into it: both must give the same numbers. Careful, its mask has the opposite meaning: there True means **blocked**.

# %%
theirs = nn.MultiheadAttention(d_model, num_heads, batch_first=True).eval()
three = (mha.w_q, mha.w_k, mha.w_v)
with torch.no_grad():
    theirs.in_proj_weight.copy_(torch.cat([layer.weight for layer in three]))  # (1536, 512)
    theirs.in_proj_bias.copy_(torch.cat([layer.bias for layer in three]))
    theirs.out_proj.weight.copy_(mha.w_o.weight)
    theirs.out_proj.bias.copy_(mha.w_o.bias)
    blocked = ~mask[:, 0, 0]  # (10, 20), True = blocked
    their_output, their_weights = theirs(
        batch, batch, batch, key_padding_mask=blocked, average_attn_weights=False
    )
print(f"outputs: largest difference {(output - their_output).abs().max():.4f}")
print(f"weights: largest difference {(weights - their_weights).abs().max():.4f}")

# %% [markdown]
# Asked for no weights (`need_weights=False`), it calls `F.scaled_dot_product_attention` (notebook 03). That function uses the same mask as you do: True = may attend. Its fast ways never hold the whole table of weights, so they cannot return it.

# %%
with torch.no_grad():
    q, k, v = (split_heads(layer(batch), num_heads) for layer in three)
    fast = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (10, 8, 20, 64)
    fast_output = mha.w_o(merge_heads(fast))
print(f"output: largest difference {(output - fast_output).abs().max():.4f}")

# %% [markdown]
# ### The same products, with names: `einsum`
#
# With `torch.einsum` (notebook 03) a letter that is missing behind the arrow is summed over. So the weighted sum and the transpose of the merge fit into one line.

# %%
by_names = torch.einsum("bhqd,bhkd->bhqk", q, k)  # summed over d: (10, 8, 20, 20)
by_at = q @ k.transpose(-2, -1)
print(f"scores: largest difference {(by_names - by_at).abs().max():.4f}")
merged = torch.einsum("bhqk,bhkd->bqhd", weights, v).flatten(2)  # weighted sum and transpose
print(f"merged: largest difference {(merged - merge_heads(weights @ v)).abs().max():.4f}")

# %% [markdown]
# ## One batch, from ids to output
#
# Every shape of this notebook in one walk. Press "Next". The colours are the heads: follow one of them from the cut to the merge.

# %%
with torch.no_grad():
    scores = q @ k.transpose(2, 3) / math.sqrt(64)  # (10, 8, 20, 20)
    heads = weights @ v  # (10, 8, 20, 64)
viz.ShapeWalk(
    [
        ("ids", ids, "B L", "Ten sequences, padded to 20. One number for each word."),
        ("batch", batch, "B L d_model", "Each id became 512 features."),
        ("query", three[0](batch), "B L d_model", "w_q keeps the shape. So do w_k and w_v."),
        ("cut", q, "B h L d_k", "split_heads: each head gets 64 of the 512 numbers of w_q."),
        ("scores", scores, "B h L L", "q·k / √d_k: in each head, each word meets each word."),
        ("mask", mask, "B 1 1 L", "One row for each sequence. It broadcasts over the scores."),
        ("weights", weights, "B h L L", "Softmax over the last axis. Pads weigh 0."),
        ("heads", heads, "B h L d_k", "Each head's weighted sum of its values."),
        ("merged", merge_heads(heads), "B L h*d_k", "merge_heads: the heads side by side."),
        ("output", output, "B L d_model", "w_o mixes what the heads found."),
    ]
)

# %% [markdown]
# ## One module for each head
#
# The paper's drawing, and some code, has eight small attentions in a list. Give each its own rows of the large weights, and look: it is the same thing, written in pieces.

# %%
outputs = []
with torch.no_grad():
    for i in range(num_heads):
        rows = slice(i * 64, (i + 1) * 64)  # head i's part of each layer
        q, k, v = (F.linear(batch, w.weight[rows], w.bias[rows]) for w in three)  # (10, 20, 64)
        scores = q @ k.transpose(1, 2) / math.sqrt(64)  # (10, 20, 20)
        scores = scores.masked_fill(~mask[:, 0], -math.inf)
        outputs.append(scores.softmax(-1) @ v)  # (10, 20, 64)
    piecewise = mha.w_o(torch.cat(outputs, dim=-1))  # (10, 20, 512)
print(f"eight small modules: largest difference {(output - piecewise).abs().max():.4f}")

# %% [markdown]
# ## What the output projection is for
#
# Silence one head at a time, and measure how much each block of 64 output features changes. Without `w_o` a block depends on its own head only. With it, every block depends on all.

# %%
side_by_side, mixed = torch.zeros(8, 8), torch.zeros(8, 8)
with torch.no_grad():
    loud, _ = masked_attend(*(split_heads(w(batch), 8) for w in three), mask)
    for i in range(8):
        quiet = loud.clone()
        quiet[:, i] = 0  # head i says nothing
        change = merge_heads(loud - quiet)  # (10, 20, 512)
        side_by_side[i] = change.abs().unflatten(-1, (8, 64)).mean((0, 1, 3))
        change = F.linear(change, mha.w_o.weight)
        mixed[i] = change.abs().unflatten(-1, (8, 64)).mean((0, 1, 3))
print("blocks that depend on head 0, without w_o:", int((side_by_side[0] > 0).sum()))
print("blocks that depend on head 0, with w_o:   ", int((mixed[0] > 0).sum()))

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
order = torch.tensor([3, 0, 7, 1, 6, 2, 5, 4])
with torch.no_grad():
    columns = mha.w_o.weight.unflatten(1, (8, 64))[:, order].flatten(1)  # (512, 512)
    reordered = F.linear(merge_heads(loud[:, order]), columns, mha.w_o.bias)
print(f"another order: largest difference {(output - reordered).abs().max():.4f}")

# %% [markdown]
# No. `w_o` adds up what all heads bring; which comes first is a matter of names. Heads have no order.

# %% [markdown]
# ## Leave the mask out
#
# First versions often have no mask at all. How much attention do the pads then take? For a sentence of one word among 19 pads, nearly all.

# %%
with torch.no_grad():
    _, careless = mha(batch, batch, batch)  # no mask
on_pads = (careless * ~mask).sum(-1)  # (10, 8, 20): share of each query's attention
lost = on_pads.mean(1)[:, 0]  # (10,), first token, mean over the heads
lengths = [len(sequence) for sequence in data]
print("one word, share on pads:    ", round(lost[6].item(), 1))
print("twenty words, share on pads:", round(lost[7].item(), 1))
print("with the mask:              ", (weights * ~mask).sum().item())

# %%
by_length = sorted(range(10), key=lambda i: lengths[i])
with viz.style():
    fig, ax = plt.subplots(figsize=(5.6, 2.6), layout="constrained")
    ax.bar(range(10), [lost[i].item() for i in by_length])
    ax.set_xticks(range(10), [lengths[i] for i in by_length])
    ax.set(xlabel="words in the sentence (padded to 20)", ylabel="share on pads", ylim=(0, 1))
    ax.set_title("Without a mask: the shorter the sentence, the more goes to pads")
viz.picture(fig, alt="Without a mask, the shorter the sentence, the more attention its pads take.")

# %% [markdown]
# ## One head against eight, at equal cost
#
# The four layers are the same size however many heads you cut. So what are more heads good for?
#
# A task: ten tokens stand in a ring. Each carries four numbers, and its position in the ring. Every token must report the numbers of its left **and** of its right neighbour.

# %% [markdown]
# ### Your prediction: one or eight?
#
# The two models have the same number of parameters. Which can learn the task: the one with one wide head, the one with eight narrow heads, or both?

# %% predict="one_or_eight"
### BEGIN SOLUTION
answer = "eight heads"
# ~ answer = None  # TODO: "one head", "eight heads" or "both"
### END SOLUTION
predict("one_or_eight", answer)

# %%
angle = 2 * math.pi * torch.arange(10) / 10
position = 2 * torch.stack([angle.sin(), angle.cos(), (2 * angle).sin(), (2 * angle).cos()], dim=-1)


def ring(count: int) -> tuple[Tensor, Tensor]:
    numbers = torch.randn(count, 10, 4)
    empty = torch.zeros(count, 10, 8)  # room for the answer
    x = torch.cat([numbers, position.expand(count, 10, 4), empty], dim=-1)  # 4 + 4 + 8 features
    neighbours = torch.cat([numbers.roll(1, 1), numbers.roll(-1, 1)], dim=-1)
    return x, neighbours  # (count, 10, 16), (count, 10, 8)


x, neighbours = ring(1)
print("x", tuple(x.shape), "-> wanted", tuple(neighbours.shape))


# %%
def train(heads: int) -> tuple[nn.Module, list[float]]:
    set_seed(0)
    model = MultiHeadAttention(16, heads)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(400):
        x, neighbours = ring(64)
        loss = F.mse_loss(model(x, x, x)[0][..., :8], neighbours)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return model.eval(), losses


# %%
trained = {heads: train(heads) for heads in (1, 2, 8)}
for heads, (model, losses) in trained.items():
    size = sum(p.numel() for p in model.parameters())
    soon = next((step for step, loss in enumerate(losses) if loss < 0.1), None)
    print(f"heads={heads}: {size} parameters | last error {losses[-1]:.1f}", end=" | ")
    print(
        "error below 0.1:", "never" if soon is None else f"within {math.ceil(soon / 100)}00 steps"
    )

# %%
curves = {f"heads = {h}": (list(range(1, 401)), losses) for h, (_, losses) in trained.items()}
picture = viz.curves(
    curves, x_label="step", y_label="squared error", title="One head cannot do it, two are enough"
)
viz.picture(
    picture.figure, alt="One head stays near an error of 0.5. Two and eight heads get near 0."
)

# %% [markdown]
# Eight heads can, one cannot. One head has one row of weights for each token. It looks left, or right, or mixes both: half of the answer is lost. Two heads are enough, and learn faster than eight. Look at what they found.

# %%
set_seed(0)
x, _ = ring(1)
with torch.no_grad():
    _, ring_weights = trained[2][0](x, x, x)  # (1, 2, 10, 10)
picture = viz.heads(ring_weights[0], title="Trained: two heads, two neighbours")
viz.picture(picture.figure, alt="One head looks at the left neighbour, the other at the right one.")

# %% [markdown]
# With eight heads the work is shared: two features are all that a head can carry here, so several look left and several look right.

# %%
with torch.no_grad():
    _, ring_weights = trained[8][0](x, x, x)  # (1, 8, 10, 10)
picture = viz.heads(ring_weights[0], title="Trained: eight heads share the work")
viz.picture(picture.figure, alt="Eight heads: some look left, some look right, some look at both.")

# %% [markdown]
# ## A map is not an explanation
#
# Which of the eight heads matter most? Those with the sharpest maps? Test it: silence one head at a time (replace all that it says by the mean of it) and measure the error. Beside it: how sharp its map is, the mean of the strongest weight in each row.

# %%
set_seed(1)
model = trained[8][0]
x, neighbours = ring(200)
sharp, error = torch.zeros(8), torch.zeros(8)
with torch.no_grad():
    eight = [split_heads(w(x), 8) for w in (model.w_q, model.w_k, model.w_v)]
    said, ring_weights = masked_attend(*eight)  # (200, 8, 10, 2), (200, 8, 10, 10)
    for i in range(8):
        silenced = said.clone()
        silenced[:, i] = said[:, i].mean((0, 1))
        error[i] = F.mse_loss(model.w_o(merge_heads(silenced))[..., :8], neighbours)
        sharp[i] = ring_weights[:, i].amax(-1).mean()

# %%
viz.matrix(
    torch.stack([sharp, error]),
    rows=["sharpness", "error"],
    column_axis="head",
    title="Sharpness of each map, and the error when the head is silent",
)

# %% [markdown]
# The sharpest map need not belong to the head that matters most. A map shows **where** a head reads. Its values decide what it takes from there, and `w_o` and all later layers decide what becomes of that. So a map raises good questions, and it proves nothing (the two papers: notebook 03).

# %% [markdown]
# ## The clinic
#
# The class below is in the style of code that many people learned from. Seven faults are in it. Some raise an error. **The others raise none: the class runs, and what it gives is wrong.**
#
# An eighth thing is missing: nobody tests whether `heads` divides `embed_size`.

# %% [markdown]
# ## Exercise: `repaired_attention`
#
# Difficulty: hard. About 15 minutes. Repair the class where it stands. The check counts the faults that are still there and tells what one of them does: repair one, check, and read.
#
# Keep the arguments of `__init__`, and of `forward` in their order: values, keys, query, mask. `forward` gives one result. Values, keys and query each go through a learned layer of their own, and one more learned layer comes at the end. The names of the layers, and whether they have a bias, are yours to choose.
#
# Try to find the faults by reading first. Write the shape beside each line.


# %% exercise="repaired_attention"
### BEGIN SOLUTION
class SelfAttention(nn.Module):
    """values, keys: (B, L_k, embed_size); query: (B, L_q, embed_size) -> (B, L_q, embed_size).

    mask: (B, 1, 1, L_k) or (B, 1, L_q, L_k), True = may attend.
    A row with every key blocked has weights of 0, as in MultiHeadAttention.
    Stops with an error where heads does not divide embed_size.
    """

    def __init__(self, embed_size: int, heads: int) -> None:
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.heads = heads
        self.head_size = embed_size // heads
        self.to_value = nn.Linear(embed_size, embed_size, bias=False)
        self.to_key = nn.Linear(embed_size, embed_size, bias=False)
        self.to_query = nn.Linear(embed_size, embed_size, bias=False)
        self.mix = nn.Linear(embed_size, embed_size)

    def cut(self, x: Tensor) -> Tensor:
        return x.reshape(*x.shape[:2], self.heads, self.head_size).transpose(1, 2)

    def forward(
        self, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        batch, _, embed_size = query.shape
        v = self.cut(self.to_value(values))
        k = self.cut(self.to_key(keys))
        q = self.cut(self.to_query(query))
        scores = q @ k.transpose(2, 3)  # (B, h, L_q, L_k)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = torch.softmax(scores / self.head_size**0.5, dim=3)
        weights = weights.nan_to_num(0.0)  # a row with every key blocked
        mixed = (weights @ v).transpose(1, 2)  # (B, L_q, h, d_k)
        return self.mix(mixed.reshape(batch, -1, embed_size))


# ~ # TODO: seven faults and a missing test. Repair them here.
# ~ class SelfAttention(nn.Module):
# ~     """values, keys: (B, L_k, embed_size); query: (B, L_q, embed_size) -> (B, L_q, embed_size).
# ~
# ~     mask: (B, 1, 1, L_k) or (B, 1, L_q, L_k), True = may attend.
# ~     A row with every key blocked has weights of 0, as in MultiHeadAttention.
# ~     Stops with an error where heads does not divide embed_size.
# ~     """
# ~
# ~     def __init__(self, embed_size: int, heads: int) -> None:
# ~         super().__init__()
# ~         self.heads = heads
# ~         self.head_size = embed_size / heads
# ~         self.to_value = nn.Linear(self.head_size, self.head_size, bias=False)
# ~         self.to_key = nn.Linear(self.head_size, self.head_size, bias=False)
# ~         self.to_query = nn.Linear(self.head_size, self.head_size, bias=False)
# ~         self.mix = nn.Linear(embed_size, embed_size)
# ~
# ~     def cut(self, x: Tensor) -> Tensor:
# ~         return x.reshape(*x.shape[:2], self.heads, self.head_size).transpose(1, 2)
# ~
# ~     def forward(
# ~         self, values: Tensor, keys: Tensor, query: Tensor, mask: Tensor | None = None
# ~     ) -> Tensor:
# ~         batch, _, embed_size = query.shape
# ~         v = self.to_value(self.cut(values))
# ~         k = self.to_key(self.cut(keys))
# ~         q = self.to_query(self.cut(values))
# ~         scores = q @ k.transpose(2, 3)
# ~         if mask is not None:
# ~             scores = scores.masked_fill(~mask, -1e20)
# ~         weights = torch.softmax(scores / embed_size**0.5, dim=3)
# ~         mixed = weights @ v
# ~         return self.mix(mixed.reshape(batch, -1, embed_size))
# ~
# ~
### END SOLUTION
repaired_attention = SelfAttention

# %% check="repaired_attention"
check(repaired_attention)

# %% [markdown]
# ### Look at it
#
# Three of the faults stand in `transformer_from_scratch.py` of aladdinpersson/Machine-Learning-Collection, a much copied file: one small projection for all heads, √(whole width), -1e20.
#
# Here 7 queries read 20 keys, as in cross-attention. And the same in half precision, in which a GPU is faster.

# %%
repaired_attention = mine("repaired_attention")
patient = repaired_attention(d_model, num_heads).eval()
with torch.no_grad():
    crossed = patient(batch, batch, batch[:, :7], mask)
    halved = patient.half()(batch.half(), batch.half(), batch[:, :7].half(), mask)
print("output:", tuple(crossed.shape))
print("half precision:", halved.dtype, "| finite:", bool(halved.isfinite().all()))

# %% [markdown]
# ### Break it: the constant
#
# -1e20 looks like minus infinity, and float16 cannot hold it. But which constant is right? Look at a row with every key blocked, beside one with a key open.

# %%
table = torch.zeros(2, 3, dtype=torch.float16)
blocked = torch.tensor([[True, False, True], [True, True, True]])
for name, constant in (
    ("-1e20", -1e20),
    ("finfo.min", torch.finfo(table.dtype).min),
    ("-inf", -math.inf),
):
    try:
        one_open, none_open = table.masked_fill(blocked, constant).softmax(-1).tolist()
        print(f"{name:9} one key open: {one_open}; none: {[round(w, 2) for w in none_open]}")
    except RuntimeError as error:
        print(f"{name:9} {type(error).__name__}: {error}")

# %% [markdown]
# The smallest number makes a blocked row even, -inf makes it NaN. Both are wrong where nothing may be read. So either constant needs a second step, as in notebook 04: set the weights of blocked keys to 0 after the softmax, `masked_fill(~mask, 0.0)`, or turn NaN into 0.

# %% [markdown]
# ### Break it: the scale
#
# Each head's dot product has 64 terms, so its standard deviation is √64 = 8 (notebook 03). Divided by √512 = 22.6 it is far too small, and at the start the head can hardly prefer one key to another. Training can make up for it, by larger weights in `w_q` and `w_k`.

# %%
set_seed(0)
q, k = torch.randn(500, 64), torch.randn(20, 64)
spread, strongest = {}, {}
for name, width in (("√d_k", 64), ("√d_model", 512)):
    scores = q @ k.T / math.sqrt(width)  # (500, 20)
    spread[name] = scores.std().item()
    strongest[name] = scores.softmax(-1).sort(descending=True).values.mean(0)  # (20,)
    print(f"divided by {name:8} spread of the scores: {spread[name]:.1f}")
rank = list(range(1, 21))
viz.curves(
    {name: (rank, values) for name, values in strongest.items()},
    x_label="key, the strongest first",
    y_label="mean weight",
    title="Divided by the wrong root, the weights are nearly even",
)

# %% [markdown]
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | tokens | (B, L, d_model) | 10 × 20 × 512 |
# | query, key, value | (B, L, d_model) each | 10 × 20 × 512 |
# | cut into heads | (B, h, L, d_k) | 10 × 8 × 20 × 64 |
# | scores, weights | (B, h, L_q, L_k) | 10 × 8 × 20 × 20 |
# | heads | (B, h, L_q, d_k) | 10 × 8 × 20 × 64 |
# | merged | (B, L_q, d_model) | 10 × 20 × 512 |
# | output | (B, L_q, d_model) | 10 × 20 × 512 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Do the heads get different words, or different features?* Neither. Each gets all words with all features, through its own projection.
# - *Is the merge a sum or a mean?* Neither. The numbers only move; `w_o` then mixes them.
# - *Are more heads always better?* No. Each gets narrower: in the ring two heads learned faster than eight.

# %% [markdown]
# - *Are the heads an ensemble that votes?* No. Nothing is averaged: each brings something of its own, and `w_o` uses all of it.
# - *Must query and value be alike?* No, query and **key** are compared, so those two have one width. Values may have another.
# - *My output has the right shape. Is it right?* The shape says little: you saw merges, masks and scales that were wrong in the right shape.
#
# **Next:** notebook 06 puts this module into encoder and decoder layers.
