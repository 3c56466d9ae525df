# %% [markdown]
# # 05 · Multi-head attention: merge
#
# After this notebook you can
#
# - put the heads together again, and say why a plain `reshape` is wrong,
# - write multi-head attention as one class, and show that it equals PyTorch's own,
# - say what a second head is good for, and what its map does not tell,
# - find the faults in attention code that was published and copied.
#
# **About 60 minutes**: 25 to read and run, 35 to write. You need notebooks 01 to 04.

# %%
import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, restore, set_seed, solution, tries, viz

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
# Ten sequences of ids, padded with 0. Each id becomes 512 features. Then your own parts: project, cut into 8 heads, attend in each head.

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
project_qkv, split_heads, masked_attend = mine("project_qkv", "split_heads", "masked_attend")
pad_batch, padding_mask = mine("pad_batch", "padding_mask")
ids = pad_batch(data, 0)  # (10, 20)
mask = padding_mask(ids, 0)  # (10, 1, 1, 20)
batch = nn.Embedding(100, 512)(ids).detach()  # (10, 20, 512)

# %%
layers = [nn.Linear(512, 512) for _ in range(3)]
with torch.no_grad():
    query, key, value = project_qkv(batch, *layers)  # each (10, 20, 512)
cut = [split_heads(x, 8) for x in (query, key, value)]  # each (10, 8, 20, 64)
heads, weights = masked_attend(*cut, mask)
print("batch  ", tuple(batch.shape), "-> cut", tuple(cut[0].shape))
print("weights", tuple(weights.shape), "| heads", tuple(heads.shape))

# %% [markdown]
# ## Put the heads side by side
#
# Eight readers went through one sentence. Each made notes: 64 numbers for every word. Now lay the notes of all readers side by side, so that each **word** has one row of 512 numbers (section 3.2.2: Concat).
#
# Two tokens, two heads, two features each. The first digit of each number names the token: 10 to 13 belong to the first, 20 to 23 to the second. Wanted: [[10, 11, 12, 13], [20, 21, 22, 23]].

# %%
notes = torch.tensor([[[[10, 11], [20, 21]], [[12, 13], [22, 23]]]])  # (1, 2, 2, 2)
print("head 0:", notes[0, 0].tolist())
print("head 1:", notes[0, 1].tolist())

# %% [markdown]
# ### Your prediction
#
# `x` is `(1, 2, 3, 4)`: 2 heads, 3 tokens, 4 features each. `x.reshape(1, 3, 8)` has just the shape that we want. What does its row 0 hold?

# %% predict="merge_reshape"
### BEGIN SOLUTION
answer = "head 0 of tokens 0 and 1"
# ~ answer = None  # TODO: "both heads of token 0", "head 0 of tokens 0 and 1" or "both heads of all tokens"
### END SOLUTION
predict("merge_reshape", answer)

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
print(f"cut, then merged: largest difference {(merge_heads(cut[0]) - query).abs().max():.4f}")
named = torch.tensor([[10 * t + f for f in range(6)] for t in (1, 2, 3, 4)])
three_heads = split_heads(named[None], 3)  # (1, 4, 6) -> (1, 3, 4, 2)


def drawn(merged: Tensor, title: str) -> viz.Picture:
    shown = {f"head {i}": head for i, head in enumerate(three_heads[0])} | {"merged": merged}
    return viz.tables(shown, group=lambda number: number // 10 - 1, title=title)


drawn(merge_heads(three_heads)[0], "Merged: each row is one token")

# %% [markdown]
# ### Break it: no transpose
#
# Leave out the `transpose`. The shape is right, and no error comes. But look at the colours: each row now holds several tokens.
#
# And with the `transpose`, but `view` in place of `reshape`, an error comes. Dig deeper: [Other ways to write it](05a_other_ways_to_write_it.ipynb).

# %%
straight = three_heads.reshape(1, 4, 6)[0]  # the right shape, the wrong numbers
drawn(straight, "reshape alone: each row mixes tokens")

# %% [markdown]
# Change only the **last** of five tokens, and look which rows change. With `reshape` alone it also reaches row 2: a decoder built like this reads the future, in spite of its mask.

# %%
# Try: place = 0. Which rows change?
place = 4
before = torch.randn(1, 2, 5, 3)  # (B, h, L, d_k)
after = before.clone()
after[:, :, place] += 1  # another token there
for name, merge in (("merge_heads", merge_heads), ("reshape", lambda x: x.reshape(1, 5, 6))):
    moved = (merge(before) != merge(after)).any(-1)[0]  # (5,)
    print(f"{name:12} rows that changed:", moved.nonzero().flatten().tolist())

# %% [markdown]
# ## All in one class
#
# $$\text{MultiHead}(Q,K,V) = \text{Concat}(\text{head}_1,\dots,\text{head}_h)\,W^O$$
#
# $$\text{head}_i = \text{Attention}(QW_i^Q,\; KW_i^K,\; VW_i^V)$$
#
# 1. Three layers make query, key and value: $QW^Q$, $KW^K$, $VW^V$ (`w_q`, `w_k`, `w_v` in code).
# 2. `split_heads` cuts each of them: $W_i^Q$ is head i's part of the layer.
# 3. `masked_attend` lets each head attend by itself.
# 4. `merge_heads` lays the results side by side: Concat.
# 5. A fourth layer, $W^O$ (`w_o`), mixes them.

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
# The ten sequences go through your class. Press "Next". The colours are the heads: follow one of them from the cut to the merge.

# %%
MultiHeadAttention = mine("MultiHeadAttention")
mha = MultiHeadAttention(512, 8).eval()
with torch.no_grad():
    output, weights = mha(batch, batch, batch, mask)
    query = mha.w_q(batch)  # (10, 20, 512)
    q, k, v = (split_heads(w(batch), 8) for w in (mha.w_q, mha.w_k, mha.w_v))
    scores = q @ k.mT / math.sqrt(64)  # (10, 8, 20, 20)
    heads = weights @ v  # (10, 8, 20, 64)
viz.ShapeWalk(
    [
        ("ids", ids, "B L", "Ten sequences, padded to 20. One number for each word."),
        ("batch", batch, "B L d_model", "Each id became 512 features."),
        ("query", query, "B L d_model", "w_q keeps the shape. So do w_k and w_v."),
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
# Dig deeper: [What a head sees, and what w_o mixes](05b_what_a_head_sees.ipynb).

# %% [markdown]
# ## Does it equal PyTorch's own?
#
# PyTorch has its own `nn.MultiheadAttention`. Copy your weights into it: both must give the same numbers. Careful, its mask has the opposite meaning: there True means **blocked**.

# %%
theirs = nn.MultiheadAttention(512, 8, batch_first=True).eval()
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
# **A good place to stop.** What follows is a second sitting: one experiment, and a clinic.
#
# ## One head against eight, at equal cost
#
# The four layers have the same size however many heads you cut. So what are more heads good for?
#
# A task: ten tokens stand in a ring. Each carries four numbers, and its position in the ring. Every token must report the numbers of its left **and** of its right neighbour.

# %% [markdown]
# ### Your prediction: one or eight?
#
# The number of parameters is the same. Which can learn it: one wide head, eight narrow heads, or both?

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


probe, wanted = ring(1)
print("x", tuple(probe.shape), "-> wanted", tuple(wanted.shape))


# %%
def train(heads: int) -> tuple[nn.Module, viz.Recording, list[float]]:
    """The trained model, a film of its attention, and the error at each step."""
    set_seed(0)
    model = MultiHeadAttention(16, heads)
    film = viz.Recording(model).record(probe, probe, probe, step=0)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    errors = []
    for step in range(1, 401):
        x, neighbours = ring(64)
        loss = F.mse_loss(model(x, x, x)[0][..., :8], neighbours)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        errors.append(loss.item())
        if step % 50 == 0:
            film.record(probe, probe, probe, step=step)
    return model.eval(), film, errors


# %%
trained = {heads: train(heads) for heads in (1, 2, 8)}
for heads, (model, _, errors) in trained.items():
    size = sum(p.numel() for p in model.parameters())
    print(f"heads={heads}: {size} parameters | last error {errors[-1]:.1f}")
curves = {f"heads = {h}": (list(range(1, 401)), errors) for h, (_, _, errors) in trained.items()}
title = "One head cannot do it, two are enough"
picture = viz.curves(curves, x_label="step", y_label="squared error", title=title)
viz.picture(picture.figure, alt="One head stays near an error of 0.5. Two and eight get near 0.")

# %% [markdown]
# One head has one row of weights for each token. It looks left, or right, or mixes both: half of the answer is lost. Two heads are enough, and learn faster than eight.
#
# ### Watch them learn
#
# Here are the two heads, trained: two lines beside the diagonal. Press "Play" to see them grow out of nearly even maps. Which head takes the left neighbour, which the right one?

# %%
viz.AttentionViewer(trained[2][1])

# %% [markdown]
# With eight heads the work is shared. Some look left, some look right, some are blurred. Which one would you miss most?

# %%
set_seed(1)
x, neighbours = ring(200)
with torch.no_grad():
    _, ring_weights = trained[8][0](x, x, x)  # (200, 8, 10, 10)
picture = viz.heads(ring_weights[0], title="Trained: eight heads share the work")
viz.picture(picture.figure, alt="Eight heads: some look left, some look right, some are blurred.")

# %% [markdown]
# ## A map is not an explanation
#
# Are the heads with the sharpest maps the ones that matter most? Replace the output of one head at a time by its mean, and measure the error.

# %%
model = trained[8][0]
error = torch.zeros(8)
with torch.no_grad():
    eight = [split_heads(w(x), 8) for w in (model.w_q, model.w_k, model.w_v)]
    said, ring_weights = masked_attend(*eight)  # (200, 8, 10, 2), (200, 8, 10, 10)
    # Try: write the three lines anew for two heads at once, i and (i + 1) % 8. What is lost?
    for i in range(8):
        silenced = said.clone()
        silenced[:, i] = said[:, i].mean((0, 1))
        error[i] = F.mse_loss(model.w_o(merge_heads(silenced))[..., :8], neighbours)
order = error.argsort(descending=True)
names = [f"head {i}" for i in order.tolist()]
title = "Sorted by what is lost without each head"
bars = ("squared error without the head", error[order])
picture = viz.heads(ring_weights[0][order], names=names, above=bars, title=title)
viz.picture(picture.figure, alt="Eight heads, sorted by the error without each, with their maps.")

# %% [markdown]
# Look for sharp maps under low bars, and for blurred maps under bars as high. The sharpest map need not belong to the head that matters most. A map shows **where** a head reads. Its values decide what it takes from there, and `w_o` and all later layers decide what becomes of that. So a map raises good questions, and it proves nothing (the two papers: notebook 03).

# %% [markdown]
# ## The clinic
#
# The class below is in the style of code that many people learned from. Seven faults are in it. Some raise an error. **The others raise none: the class runs, and what it gives is wrong.** And it does not check that `heads` divides `embed_size`.

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
        scores = q @ k.mT  # (B, h, L_q, L_k)
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
# ~         scores = q @ k.mT
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
# Here 7 queries read 20 keys, as in cross-attention. And the same in half precision.

# %%
repaired_attention = mine("repaired_attention")
patient = repaired_attention(512, 8).eval()
with torch.no_grad():
    crossed = patient(batch, batch, batch[:, :7], mask)
    halved = patient.half()(batch.half(), batch.half(), batch[:, :7].half(), mask)
assert halved.isfinite().all(), "a number does not fit into float16"
print("output:", tuple(crossed.shape), crossed.dtype, "and", halved.dtype)

# %% [markdown]
# ## What you built
#
# | step | shape | here |
# |---|---|---|
# | query, key, value | (B, L, d_model) each | 10 × 20 × 512 |
# | cut into heads | (B, h, L, d_k) | 10 × 8 × 20 × 64 |
# | scores, weights | (B, h, L_q, L_k) | 10 × 8 × 20 × 20 |
# | merged, output | (B, L_q, d_model) | 10 × 20 × 512 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Do the heads get different words, or different features?* Neither. Each gets all words with all features, through its own projection.
# - *Are more heads always better?* No. Each gets narrower: in the ring two heads learned faster than eight.
# - *Do the heads vote?* No. The merge only moves numbers, and `w_o` uses all of them.
# - *Must query and value be alike?* No, query and **key** are compared, so those two have the same width. Values may have another.
#
# **Next:** notebook 06 puts this module into encoder and decoder layers.
