# %% [markdown]
# # 04 · Masking
#
# After this notebook you can
#
# - hide pads and hide the future, and say why hiding the future makes training fast,
# - say which axis a mask lies on, and what the wrong axis does,
# - mask so that no NaN comes up.
#
# **About 45 minutes**: 21 to read and run, 24 to write. You need notebook 03.

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
# The mask acts inside each head, between the scores and the softmax.

# %%
viz.architecture("mask")

# %% [markdown]
# ## Pads take attention
#
# A batch of two sentences: the shorter one is filled up with pads, which mean nothing. But softmax gives every key a share. Here is attention without a mask on the first sentence. Its vectors are random and small, so that no score is large.

# %%
attend = mine("attend")
vocab = ["<pad>", "the", "cat", "sleeps", "my", "dog", "ran", "to", "park", "here"]
batch = torch.tensor([[1, 2, 3, 0, 0, 0], [4, 5, 6, 7, 1, 8]])
for row in batch.tolist():
    print(*(vocab[i] for i in row))
table = 0.6 * torch.randn(10, 8)
table[0] = 0.0  # a pad row of zeros is still a key
words, x = [vocab[i] for i in batch[0]], table[batch[0]]  # the first sentence, (6, 8)
output, weights = attend(x, x, x)
pads = ("share of the pads", weights[:, 3:].sum(-1))
title = "Without a mask, pads take much of the attention"
viz.attention(weights, queries=words, keys=words, beside=pads, title=title)

# %% [markdown]
# The three right columns are pads. The bars say how much of its attention each query spends there.
#
# ## A mask is a table of yes and no
#
# `True` means: this query may attend to this key; the cell is *open*. `False`: it is *blocked*. Queries down, keys across, as in the scores. Scores have the shape (B, h, L_q, L_k), so a mask must broadcast to it: an axis of size 1 is read as if it were repeated.

# %%
keys_open = torch.tensor([[[[True, True, False]]]])  # (1, 1, 1, 3): one row of answers
# Try: (1, 1, 3, 1), which is keys_open.mT. What is blocked now?
print(keys_open.expand(1, 1, 3, 3)[0, 0])

# %% [markdown]
# ## Exercise: `padding_mask`
#
# All heads and all queries of a row share one answer for each key. So the mask is (B, 1, 1, L).
#
# Difficulty: easy. About 4 minutes, 1 line.


# %% exercise="padding_mask"
def padding_mask(ids: Tensor, pad_id: int) -> Tensor:
    """True where the key is no pad, on the device of ``ids``.

    Shapes:
        ids: (B, L) -> (B, 1, 1, L) bool
    """
    ### BEGIN SOLUTION
    return (ids != pad_id)[:, None, None, :]  # (B, L) -> (B, 1, 1, L)
    ### END SOLUTION


# %% check="padding_mask"
check(padding_mask)

# %%
padding_mask = mine("padding_mask")
print("both sentences:", tuple(padding_mask(batch, 0).shape))
ids = batch[:1]  # the cat
open_keys = padding_mask(ids, 0)[0, 0].expand(6, 6)
viz.mask(open_keys, queries=words, keys=words, title="Every query: pads are blocked")

# %% [markdown]
# ## Hide the future
#
# A decoder generates one token after the other. While it trains it is given the whole sentence at once, so the future must be hidden from it (section 3.2.3). A token may see itself and all before it.

# %% [markdown]
# ### Your prediction: open cells
#
# For 4 tokens the mask has 16 cells. How many of them are open?

# %% predict="causal_count"
### BEGIN SOLUTION
answer = 10
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("causal_count", answer)

# %% [markdown]
# ## Exercise: `causal_mask`
#
# Difficulty: easy. About 4 minutes, 1 to 2 lines.


# %% exercise="causal_mask"
def causal_mask(length: int, device: torch.device | str | None = None) -> Tensor:
    """True where the key is the query itself or stands before it.

    Shapes:
        returns (1, 1, L, L) bool, on ``device``
    """
    ### BEGIN SOLUTION
    return torch.ones(1, 1, length, length, dtype=torch.bool, device=device).tril()
    ### END SOLUTION


# %% check="causal_mask"
check(causal_mask)

# %%
causal_mask = mine("causal_mask")
# Try: 32 tokens.
length = 4
print(f"open cells for {length} tokens:", causal_mask(length).sum().item())
viz.mask(causal_mask(length)[0, 0], title="Each token sees itself and the past")

# %% [markdown]
# ## Exercise: `target_mask`
#
# A decoder's mask hides the future **and** the pads. As long as the pads come after the words, hiding the future is enough for the words: the pads are in their future. Hiding both works for pads at any place.
#
# Difficulty: easy. About 4 minutes, 1 to 3 lines.


# %% exercise="target_mask"
def target_mask(ids: Tensor, pad_id: int) -> Tensor:
    """True where the key is neither in the future nor a pad.

    Shapes:
        ids: (B, L) -> (B, 1, L, L) bool
    """
    ### BEGIN SOLUTION
    return padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)
    ### END SOLUTION


# %% check="target_mask"
check(target_mask)

# %%
target_mask = mine("target_mask")
viz.mask(target_mask(ids, 0)[0, 0], queries=words, keys=words, title="Future and pads blocked")

# %% [markdown]
# ## Paint a mask
#
# Click the cells, or move with the arrow keys and press space. A click on a word at the edge switches its whole row or column. You see the smallest shape that is enough, a line that builds it, and the weights.
#
# Choose "all open" and block the three **columns** of the pads. Then block one row (click its name, twice if it opens first): what do its weights become? Now choose "all open" again and block the three **rows** of the pads: which warning comes?


# %%
def painted(ids: Tensor) -> Tensor:
    """The scores of a sentence: (L,) -> (L, L)."""
    return table[ids] @ table[ids].mT / math.sqrt(8)


viz.MaskPainter(painted(ids[0]), queries=words, keys=words, mask=target_mask(ids, 0))

# %% [markdown]
# ### Ask your function
#
# Now your own `target_mask` makes the mask. Type other ids from 0 to 9 into the field "Other ids", for example `0 0 5 7 4 9`, and press "Ask my function": the pads stand in front. The new picture comes just below the field, above the old one. Which queries have no open key then? The next exercise says what they get.

# %%
viz.MaskFunction(lambda ids: target_mask(ids, 0), ids, painted)

# %% [markdown]
# ## Your prediction: before or after the softmax?
#
# Somebody takes the softmax over all keys, then sets the blocked weights to 0, and does nothing else. What do the rows with a blocked key sum to?

# %% predict="mask_before_softmax"
### BEGIN SOLUTION
answer = "less than 1"
# ~ answer = None  # TODO: "less than 1", "1" or "more than 1"
### END SOLUTION
predict("mask_before_softmax", answer)

# %%
scores = torch.tensor([[2.0, 1.0, 3.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0]])
late = scores.softmax(-1) * causal_mask(3)[0, 0]
sums = [f"{total:.2f}" for total in late.sum(-1).tolist()]
viz.matrix(
    late, rows=[f"sum {t}" for t in sums], title="Blocked after the softmax: rows sum to less"
)

# %% [markdown]
# Only the last row has nothing blocked. Block the **scores**, and the softmax divides the whole 1 among the open keys. Follow row 0 from left to right:

# %%
viz.softmax_steps(scores, mask=causal_mask(3)[0, 0], title="Block the scores, then softmax")

# %% [markdown]
# ## Exercise: `masked_attend`
#
# $$\text{softmax}(S)\,V \qquad S_{ij} = \begin{cases} q_i \cdot k_j / \sqrt{d_k} & \text{open} \\ -\infty & \text{blocked} \end{cases}$$
#
# For −∞ take the smallest number of the scores' type, `torch.finfo(scores.dtype).min`.
#
# One special case: a row where **every** key is blocked, as in a sequence of pads alone, has nothing to read. It must give zeros, and no NaN, also in the gradients (`torch.autograd.grad`, as in notebook 02).
#
# Difficulty: hard. About 12 minutes, 5 to 9 lines.


# %% exercise="masked_attend"
def masked_attend(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention over the keys that are open (paper, section 3.2.1).

    A blocked key weighs exactly 0. A row with every key blocked gives zeros, with finite
    gradients.

    Shapes:
        q: (B, h, L_q, d_k); k: (B, h, L_k, d_k); v: (B, h, L_k, d_v)
        mask: broadcasts to (B, h, L_q, L_k), True = may attend; None: all keys are open
        returns output (B, h, L_q, d_v) and weights (B, h, L_q, L_k)
    """
    ### BEGIN SOLUTION
    scores = q / math.sqrt(q.shape[-1]) @ k.mT  # (B, h, L_q, L_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)  # matters where a whole row is blocked
    return weights @ v, weights
    ### END SOLUTION


# %% check="masked_attend"
check(masked_attend)

# %%
masked_attend = mine("masked_attend")
q = k = v = x[None, None]  # (1, 1, 6, 8)
output, weights = masked_attend(q, k, v, padding_mask(ids, 0))
print("share of the pads now:", weights[0, 0, :, 3:].sum().item())
viz.attention(weights[0, 0], queries=words, keys=words, mask=open_keys, title="With a mask")

# %% [markdown]
# Why not −∞ itself, or −1e20? Dig deeper: [Masks in half precision](04a_masks_in_half_precision.ipynb).
#
# ### Take the mask away
#
# Tick "leave out the mask". The hatched (striped) cells are the blocked ones. Those that now show a colour hold weight: there the pads are read.

# %%
kept = viz.Recording.of(q, k, mask=padding_mask(ids, 0), queries=words, keys=words)
viz.AttentionViewer(kept, head=0)

# %% [markdown]
# ## A leak, made visible
#
# Change the last token and look which outputs move. Without a mask all of them read it. With a causal mask only the last may move.

# %%
# Try: 2. Which outputs move now, under each mask?
place = 5
changed = x.clone()
changed[place] += 1.0


def moved(mask: Tensor | None) -> Tensor:
    """How far each output moves when that token changes."""
    before = masked_attend(*[x[None, None]] * 3, mask)[0]
    after = masked_attend(*[changed[None, None]] * 3, mask)[0]
    return (after - before).abs().sum(-1)[0, 0]


rows = torch.stack([moved(None), moved(causal_mask(6))])
print("without a mask, outputs that moved:", (rows[0] > 1e-6).sum().item())
print("with a causal mask:", (rows[1] > 1e-6).sum().item())
viz.matrix(
    rows,
    rows=["no mask", "causal"],
    column_axis="output",
    title=f"Token {place} changed: how far each output moves",
)

# %% [markdown]
# ### What a leak costs
#
# Ids from 0 to 7: mostly the next is 3 more (after 7 comes 0), and three times in ten it is drawn anew. A small model learns to predict the next id, with the causal mask and without it. Then each generates by itself. Which has the lower loss, and which follows the rule?


# %%
class Small(nn.Module):
    """Predicts the next id at each place, by one attention."""

    def __init__(self) -> None:
        super().__init__()
        self.ids, self.places = nn.Embedding(8, 32), nn.Embedding(12, 32)
        self.qkv, self.output = nn.Linear(32, 96), nn.Linear(32, 8)

    def forward(self, ids: Tensor, causal: bool) -> Tensor:
        """(B, L) -> logits (B, L, 8)."""
        length = ids.shape[1]
        x = self.ids(ids) + self.places(torch.arange(length))
        q, k, v = self.qkv(x)[:, None].chunk(3, dim=-1)  # one head, (B, 1, L, 32)
        return self.output(masked_attend(q, k, v, causal_mask(length) if causal else None)[0][:, 0])


def rows_of_ids() -> Tensor:
    rows = torch.randint(0, 8, (64, 12))
    for t in range(1, 12):
        follow = torch.rand(64) < 0.7
        rows[follow, t] = (rows[follow, t - 1] + 3) % 8
    return rows


# %%
for causal in (True, False):
    set_seed(0)  # Try: 1 and 2
    model = Small()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(200):
        rows = rows_of_ids()
        logits = model(rows[:, :-1], causal)  # (64, 11, 8)
        loss = F.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    written = rows[:1, :1]
    for _ in range(11):
        written = torch.cat([written, model(written, causal)[:, -1:].argmax(-1)], dim=1)
    right = (written[:, 1:] == (written[:, :-1] + 3) % 8).double().mean().item()
    print(f"causal mask {causal!s:5}: loss {loss:.1f}, writes", written[0].tolist(), end=" ")
    print(f"| steps by the rule: {right:.0%}")

# %% [markdown]
# Without the mask the answer stands one place to the right, so the loss is far lower. When the model generates, nothing stands there, and it writes nonsense.

# %% [markdown]
# ## One pass, as many training examples as tokens
#
# Under the causal mask, output t is what attention would give if the sentence ended with token t. So one pass over 6 tokens does the work of 6 passes: over 1 token, over 2, and so on. Notebook 00 said that a Transformer reads all words in one pass; here it is measured.

# %%
x6 = torch.randn(1, 1, 6, 8)
at_once = masked_attend(x6, x6, x6, causal_mask(6))[0]  # (1, 1, 6, 8), one pass
one_by_one = [masked_attend(*[x6[:, :, : t + 1]] * 3)[0][:, :, -1] for t in range(6)]
gap = (at_once - torch.stack(one_by_one, dim=2)).abs().max().item()
print(f"one pass against six: largest difference {gap:.4f}")

# %% [markdown]
# ## Break it: the wrong axis
#
# Put the pads on the query axis, (B, 1, L, 1). No error comes. But the words read the pads as before: the hatched cells should hold no weight, and they do.

# %%
on_queries = padding_mask(ids, 0).mT  # (1, 1, 6, 1)
_, wrong = masked_attend(q, k, v, on_queries)
title = "The wrong axis: the words still read the pads"
pads = ("share of the pads", wrong[0, 0, :3, 3:].sum(-1))
look = {"queries": words[:3], "keys": words, "mask": open_keys[:3]}
viz.attention(wrong[0, 0, :3], beside=pads, title=title, **look)

# %% [markdown]
# ### Must pads be hidden as queries?
#
# A padding mask hides pads as **keys**. As queries they still attend. Must they be hidden there, too?

# %% predict="pad_queries"
### BEGIN SOLUTION
answer = "no"
# ~ answer = None  # TODO: "yes" or "no"
### END SOLUTION
predict("pad_queries", answer)

# %%
other = q.clone()
other[:, :, 3:] = 5.0  # other questions of the pads
change = (masked_attend(other, k, v, open_keys)[0] - output).abs().amax(-1)[0, 0]  # (6,)
print("outputs of the words move by:", [round(c, 2) for c in change[:3].tolist()])
print("outputs of the pads move by: ", [round(c, 2) for c in change[3:].tolist()])

# %% [markdown]
# ## The other convention
#
# Some code uses True for *blocked*, for example `nn.MultiheadAttention`. `F.scaled_dot_product_attention` uses True for *may attend*, as we do. Where you hand a mask from one to the other, invert it: `~mask`. If you forget, the words are blocked and the pads are read. No shape shows it.

# %%
theirs = F.scaled_dot_product_attention(q, k, v, attn_mask=padding_mask(ids, 0))
ours, inverted = (masked_attend(q, k, v, m) for m in (padding_mask(ids, 0), ~padding_mask(ids, 0)))
print(f"largest difference from PyTorch's: {(theirs - ours[0]).abs().max():.4f}")
title = "Inverted: only pads are read"
viz.attention(inverted[1][0, 0], queries=words, keys=words, mask=open_keys, title=title)

# %% [markdown]
# ## Cross-attention
#
# In a translation the target asks and the source is read (section 3.2.3).
#
# ### Your prediction: the last axis
#
# Queries: 5 tokens of the target. Keys: 7 tokens of the source, some are pads. What is the size of the last axis of the mask?

# %% predict="cross_mask_shape"
### BEGIN SOLUTION
answer = 7
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("cross_mask_shape", answer)

# %%
source = torch.tensor([[5, 7, 4, 9, 2, 0, 0]])  # ids as in notebook 07: 2 ends a sentence
queries, memory = torch.randn(1, 1, 5, 8), torch.randn(1, 1, 7, 8)
_, weights = masked_attend(queries, memory, memory, padding_mask(source, 0))
print("mask", tuple(padding_mask(source, 0).shape), "weights", tuple(weights.shape))
open_keys = padding_mask(source, 0)[0, 0].expand(5, 7)
viz.attention(weights[0, 0], mask=open_keys, title="5 queries read 7 keys, 2 of them pads")

# %% [markdown]
# ## What you built
#
# | mask | shape | hides |
# |---|---|---|
# | `padding_mask` | (B, 1, 1, L_k) | pads |
# | `causal_mask` | (1, 1, L, L) | the future |
# | `target_mask` | (B, 1, L, L) | both |
# | cross-attention | (B, 1, 1, L_s) | pads of the source |

# %% [markdown]
# ## Questions people get wrong
#
# - *Is a zero pad vector enough?* No. Softmax gives a score of 0 a weight too. And the score is 0 only while no position and no bias is added.
# - *Does a mask in the loss replace this mask?* No. One says what is read, the other which answers count.
# - *Does cross-attention hide the target's pads too?* No. There they are queries.
# - *Does the paper mask pads?* It speaks of the future alone. Pads come from putting sentences of many lengths into one tensor.
# - *What weights has a row with all keys blocked?* Zeros here and in notebook 05; NaN in code that only fills with -inf.
#
# **Next:** notebook 05 puts the heads together.
